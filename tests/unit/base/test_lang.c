#include <stdlib.h>

#include "base/lang.h"
#include "unit.h"

/* A catalogue as msgfmt writes it, with three texts besides the header; see lang.c. */
static const unsigned char mo[] = {
    0xDE, 0x12, 0x04, 0x95, 0, 0, 0, 0,
    4, 0, 0, 0, 28, 0, 0, 0, 60, 0, 0, 0, /* texts, offsets of both tables */
    0, 0, 0, 0, 92, 0, 0, 0,              /* no hash table */
    0, 0, 0, 0, 92, 0, 0, 0,              /* msgids: length, offset */
    1, 0, 0, 0, 93, 0, 0, 0,
    2, 0, 0, 0, 95, 0, 0, 0,
    1, 0, 0, 0, 98, 0, 0, 0,
    4, 0, 0, 0, 100, 0, 0, 0,             /* translations */
    1, 0, 0, 0, 105, 0, 0, 0,
    2, 0, 0, 0, 107, 0, 0, 0,
    0, 0, 0, 0, 110, 0, 0, 0,
    0, 'a', 0, 'b', 'b', 0, 'c', 0,
    'h', 'e', 'a', 'd', 0, 'A', 0, 'B', 'B', 0, 0,
};

static void
finds_the_texts_of_a_catalogue(void **state)
{
    (void)state;
    assert_string_equal(lang_find(mo, sizeof(mo), "a"), "A");
    assert_string_equal(lang_find(mo, sizeof(mo), "bb"), "BB");
    assert_null(lang_find(mo, sizeof(mo), "c")); /* translated with nothing */
    assert_null(lang_find(mo, sizeof(mo), "b"));
    assert_null(lang_find(mo, sizeof(mo), "bbb"));
    assert_null(lang_find(mo, sizeof(mo), "d"));
    assert_null(lang_find(mo, sizeof(mo), "")); /* the header is no text */
}

static void
reads_nothing_outside_a_damaged_catalogue(void **state)
{
    static const unsigned char values[] = { 0, 1, 0x7F, 0x80, 0xFF };

    (void)state;
    /* Cut at any byte: whatever is found is a text of the whole catalogue. */
    for (size_t n = 0; n < sizeof(mo); n++) {
        unsigned char *cut = malloc(n + 1);
        const char *text;

        assert_non_null(cut);
        memcpy(cut, mo, n);
        cut = realloc(cut, n > 0 ? n : 1);
        assert_non_null(cut);
        text = lang_find(cut, n, "bb");
        assert_true(!text || strcmp(text, "BB") == 0);
        assert_true(n >= 110 || !text);
        free(cut);
    }

    /* Each byte replaced: what is found ends inside. */
    for (size_t i = 0; i < sizeof(mo); i++) {
        for (size_t v = 0; v < COUNT(values); v++) {
            unsigned char *bad = malloc(sizeof(mo));
            const char *text;

            assert_non_null(bad);
            memcpy(bad, mo, sizeof(mo));
            bad[i] = values[v];
            text = lang_find(bad, sizeof(mo), "bb");
            if (text)
                assert_true((const unsigned char *)text + strlen(text) < bad + sizeof(mo));
            free(bad);
        }
    }
}

static void
a_foreign_file_has_no_texts(void **state)
{
    unsigned char other[sizeof(mo)];

    (void)state;
    memcpy(other, mo, sizeof(mo));
    other[0] = 0x95; /* big-endian */
    assert_null(lang_find(other, sizeof(other), "a"));
    assert_null(lang_find((const unsigned char *)"", 0, "a"));
}

static void
translates_what_the_catalogue_has(void **state)
{
    static const char unknown[] = "a sentence that no catalogue has";

    (void)state;
    assert_string_equal(lang_text(LANG_ZH, "out of memory"), "内存不足");
    assert_string_equal(lang_text(LANG_EN, "out of memory"), "out of memory");
    assert_ptr_equal(lang_text(LANG_ZH, unknown), unknown);
    assert_ptr_equal(lang_text(LANG_EN, unknown), unknown);
    assert_string_equal(lang_text(LANG_ZH, ""), "");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_texts_of_a_catalogue),
        cmocka_unit_test(reads_nothing_outside_a_damaged_catalogue),
        cmocka_unit_test(a_foreign_file_has_no_texts),
        cmocka_unit_test(translates_what_the_catalogue_has),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
