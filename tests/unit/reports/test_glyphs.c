/* Which characters the fonts have, and what stands in place of others. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/file.h"
#include "reports/glyphs.h"
#include "unit.h"

static void
assert_replaced(const struct glyphs *g, const char *text, const char *expected, size_t count)
{
    struct buf out;

    buf_init(&out, 4096);
    assert_int_equal(glyphs_replace(g, sv_of(text), &out), count);
    assert_sv(buf_sv(&out), expected);
    buf_release(&out);
}

static void
replaces_what_no_font_has_and_nothing_else(void **state)
{
    static const struct {
        const char *list, *text, *expected;
        size_t count;
    } cases[] = {
        { "TrueType 20-7e 25a1 5361\n", "a卡 b\t\n", "a卡 b\t\n", 0 },
        { "TrueType 20-7e 25a1 5361\n", "é卡😀", "□卡□", 2 },
        { "TrueType 20-7e\nCFF 5361 1f600-1f64f\n", "é卡😀", "?卡😀", 1 },
        { "Type 1 20-7e e9\nTrueType 20-7e 25a1\n", "aé", "a□", 1 },
        /* What cannot be read ends a line, and no number leads outside. */
        { "TrueType 20-7e x e9\nTrueType ffffff 100000-ffffff 25a1", "aé", "a□", 1 },
        { "TrueType 20-7e 25a1\n", "a\xFF" "b", "a\xFF" "b", 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct glyphs g = { .is_known = true,
            .set = calloc(GLYPHS_END / 32, sizeof(*g.set)) };

        assert_non_null(g.set);
        glyphs_add_list(&g, sv_of(cases[i].list));
        assert_replaced(&g, cases[i].text, cases[i].expected, cases[i].count);
        glyphs_release(&g);
    }
}

static void
asks_fontconfig_and_without_it_takes_all_to_be_there(void **state)
{
    static const struct {
        const char *script, *expected;
        size_t count;
    } cases[] = {
        { "#!/bin/sh\necho 'TrueType 20-7e 25a1'\n", "a□", 1 },
        { "#!/bin/sh\necho 'TrueType 20-7e 25a1'\nexit 1\n", "a卡", 0 },
        { "#!/bin/sh\n", "a卡", 0 },
        { "no program", "a卡", 0 },
    };
    struct err e = ERR_INIT;

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char folder[] = "/tmp/gpubill-glyphs-XXXXXX", path[64];
        struct glyphs g;

        assert_non_null(mkdtemp(folder));
        (void)snprintf(path, sizeof(path), "%s/fc-list", folder);
        assert_int_equal(file_write(path, sv_of(cases[i].script), &e), 0);
        assert_int_equal(chmod(path, 0755), 0);
        assert_int_equal(setenv("PATH", folder, 1), 0);
        assert_int_equal(glyphs_find(&g, folder, &e), 0);
        assert_replaced(&g, "a卡", cases[i].expected, cases[i].count);
        glyphs_release(&g);
        assert_int_equal(file_remove_tree(folder, &e), 0);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replaces_what_no_font_has_and_nothing_else),
        cmocka_unit_test(asks_fontconfig_and_without_it_takes_all_to_be_there),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
