/* Names and ids in the one form in which they are compared. */
#include "recon/fold.h"
#include "unit.h"

static void
takes_out_all_that_cannot_be_seen(void **state)
{
    static const struct { const char *text, *expected; } cases[] = {
        { "", "" }, { "  \t\r\n ", "" }, { "某大学", "某大学" }, { " 某 大\xe3\x80\x80学 ", "某大学" },
        { "A&B Ltd.", "A&BLtd." }, { "ＡＢ（甲）", "AB(甲)" },
        { "a\xc2\xa0" "b\xe2\x80\xaf" "c\xe2\x81\x9f" "d", "abcd" },        /* kinds of spaces */
        { "a\xc2\xad" "b\xe2\x80\x8b" "c\xe2\x81\xa0" "d\xef\xbb\xbf" "e", "abcde" }, /* none */
        { "a\xe2\x80\x8e" "b\xe2\x80\x8f" "c\xe1\xa0\x8e" "d", "abcd" },    /* directions */
        { "a\xe2\x80\xa8" "b\xe2\x80\xa9" "c\x7f" "d\x01" "e", "abcde" },   /* ends of lines */
        { "a\xe2\x80\x90" "b", "a\xe2\x80\x90" "b" },                       /* a hyphen is seen */
        { "\xc3\xa9t\xc3\xa9", "\xc3\xa9t\xc3\xa9" }, { "e\xcc\x81t", "\xc3\xa9t" },
        /* What is no UTF-8 stays byte by byte, but for spaces. */
        { "a\xff b", "a\xff" "b" }, { "\xe6\x9f", "\xe6\x9f" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct arena a = ARENA_INIT;

        assert_string_equal(fold_name(&a, cases[i].text), cases[i].expected);
        arena_release(&a);
    }
}

static void
writes_ids_in_capitals(void **state)
{
    static const struct { const char *text, *expected; } cases[] = {
        { "", "" }, { "9111 0108 551385082q", "91110108551385082Q" },
        { "az`{AZ@[09", "AZ`{AZ@[09" }, { "é", "é" }, { "ａｚ", "AZ" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct arena a = ARENA_INIT;

        assert_string_equal(fold_id(&a, cases[i].text), cases[i].expected);
        arena_release(&a);
    }
}

static void
finds_a_name_among_others_as_a_whole(void **state)
{
    static const char *const names[] = { "某 大 学", "", "Ａ", NULL };
    struct arena a = ARENA_INIT;
    const char **folded = fold_names(&a, names), **none = fold_names(&a, NULL);

    (void)state;
    assert_non_null(folded);
    assert_non_null(none);
    assert_null(none[0]);
    assert_true(fold_is_one_of("某大学", (const char *const *)folded));
    assert_true(fold_is_one_of("A", (const char *const *)folded));
    assert_true(fold_is_one_of("", (const char *const *)folded));
    assert_false(fold_is_one_of("某大", (const char *const *)folded));
    assert_false(fold_is_one_of("某大学", (const char *const *)none));
    assert_false(fold_is_one_of("某大学", NULL));
    arena_release(&a);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_out_all_that_cannot_be_seen),
        cmocka_unit_test(writes_ids_in_capitals),
        cmocka_unit_test(finds_a_name_among_others_as_a_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
