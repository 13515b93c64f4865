#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/file.h"
#include "reports/chart.h"
#include "reports/chart_svg.h"
#include "reports/folder_list.h"
#include "results_sample.h"

#define IMAGES 16

static void
assert_png(const char *path)
{
    static const char magic[] = "\x89PNG\r\n\x1a\n";
    struct buf png;
    struct err e = ERR_INIT;

    buf_init(&png, (size_t)64 << 20);
    assert_int_equal(file_read(&png, path, &e), 0);
    assert_true(sv_starts(buf_sv(&png), sv_of(magic)));
    buf_release(&png);
}

static void
assert_holds(struct sv text, const char *part)
{
    if (sv_find(text, sv_of(part), 0) == (size_t)-1)
        fail_msg("'%s' is not in '%.*s'", part, SV_ARG(text));
}

static void
every_currency_has_its_charts_and_nothing_else_stays(void **state)
{
    static const char *const names[] = { "spend-by-category-cny", "spend-by-platform-cny",
        "spend-by-day-cny", "spend-by-category-usd", "spend-by-platform-usd", "spend-by-day-usd" };
    struct sample *s = sample_new(LANG_ZH);
    struct arena arena = ARENA_INIT;
    struct chart_image images[IMAGES];
    struct folder_list list;
    struct message why = { 0 };
    struct err e = ERR_INIT;
    char folder[] = "/tmp/gpubill-chart-XXXXXX", path[128];
    bool drawn = false;
    size_t n = 0;

    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chart_draw_all(&s->results, folder, &arena, images, IMAGES, &n, &drawn, &why,
        &e), 0);
    if (!drawn && strstr(why.format, "not installed")) {
        print_message("skipped: gnuplot is not installed\n");
        skip();
    }
    assert_true(drawn);
    assert_int_equal(n, COUNT(names));
    for (size_t i = 0; i < COUNT(names); i++) {
        assert_string_equal(images[i].name, names[i]);
        assert_true(sv_starts(images[i].svg, SV("<svg role=\"img\"")));
        assert_int_equal(sv_find(images[i].svg, SV(" id="), 0), (size_t)-1);
        (void)snprintf(path, sizeof(path), "%s/%s.png", folder, names[i]);
        assert_png(path);
    }
    assert_holds(images[1].svg, "阿里云");
    assert_holds(images[1].svg, "1,518.20");
    assert_holds(images[3].svg, "-20.50");
    assert_int_equal(folder_list_read(&list, folder, &e), 0);
    assert_int_equal(list.entries.n, 2 * COUNT(names));
    folder_list_release(&list);
    if (!getenv("GPUBILL_KEEP"))
        assert_int_equal(file_remove_tree(folder, &e), 0);
    arena_release(&arena);
    sample_release(s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_currency_has_its_charts_and_nothing_else_stays),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
