#include <errno.h>

#include "base/err.h"
#include "unit.h"

static void
says_the_place_as_far_as_it_is_known(void **state)
{
    char text[ERR_TEXT_MAX];
    struct err e = ERR_INIT;

    (void)state;
    assert_err(&e, "");
    assert_int_equal(err_set(&e, ERR_SYNTAX, "'%s' is not a number", "1.2.3"), -1);
    assert_int_equal(e.code, ERR_SYNTAX);
    assert_err(&e, "'1.2.3' is not a number");
    assert_int_equal(err_at(&e, NULL, 17), -1);
    assert_err(&e, "line 17: '1.2.3' is not a number");
    assert_string_equal(err_text(&e, LANG_ZH, text, sizeof(text)),
        "第 17 行：'1.2.3' is not a number");

    (void)err_set(&e, ERR_SYNTAX, "broken");
    assert_int_equal(err_at(&e, "orders.csv", 0), -1);
    assert_err(&e, "orders.csv: broken");

    (void)err_set(&e, ERR_SYNTAX, "broken");
    (void)err_at(&e, "orders.csv", UINT64_MAX);
    assert_err(&e, "orders.csv:18446744073709551615: broken");
}

static void
the_first_place_stays(void **state)
{
    struct err e = ERR_INIT;

    (void)state;
    (void)err_set(&e, ERR_SYNTAX, "broken");
    (void)err_at(&e, "inner.csv", 0);
    (void)err_at(&e, "outer.zip", 5);
    assert_err(&e, "inner.csv: broken");
}

static void
a_new_failure_forgets_the_place_of_an_earlier_one(void **state)
{
    struct err e = ERR_INIT;

    (void)state;
    (void)err_system(&e, ENOENT, "cannot open the file");
    (void)err_at(&e, "a.csv", 3);
    assert_int_equal(e.code, ERR_IO);
    assert_err(&e, "a.csv:3: cannot open the file: No such file or directory");
    assert_int_equal(err_nomem(&e), -1);
    assert_int_equal(e.code, ERR_NOMEM);
    assert_err(&e, "out of memory");
}

static void
whole_arguments_are_not_cut(void **state)
{
    struct err e = ERR_INIT;

    (void)state;
    (void)err_set_whole(&e, ERR_UNKNOWN, "headings: %s",
        "one, two, three, four, five, six, seven, eight, nine");
    assert_err(&e, "headings: one, two, three, four, five, six, seven, eight, nine");
    (void)err_set(&e, ERR_UNKNOWN, "headings: %s",
        "one, two, three, four, five, six, seven, eight, nine");
    assert_err(&e, "headings: one, two, three, four, five, six, seven,...");
}

static void
the_path_cannot_write_to_the_terminal(void **state)
{
    struct err e = ERR_INIT;

    (void)state;
    (void)err_set(&e, ERR_IO, "x");
    (void)err_at(&e, "a\n\x1B[2J.csv", 1);
    assert_err(&e, "a\\x0A\\x1B[2J.csv:1: x");
}

static void
a_path_that_is_too_long_loses_its_start(void **state)
{
    static const char character[] = "\xE9\x87\x91"; /* 金 */
    char path[3 * ERR_PATH_MAX + 1];
    char text[ERR_TEXT_MAX];
    struct err e = ERR_INIT;

    (void)state;
    memset(path, 'd', sizeof(path) - 1);
    path[sizeof(path) - 1] = '\0';
    memcpy(path + sizeof(path) - 7, "/a.csv", 6);
    (void)err_set(&e, ERR_IO, "broken");
    (void)err_at(&e, path, 1);
    assert_int_equal(strlen(e.path), ERR_PATH_MAX - 1);
    assert_memory_equal(e.path, "...dd", 5);
    (void)err_text(&e, LANG_EN, text, sizeof(text));
    assert_non_null(strstr(text, "dd/a.csv:1: broken"));

    /* No character is cut in two: the cut falls inside one here. */
    for (size_t i = 0; i < 3 * (ERR_PATH_MAX - 1); i++)
        path[i] = character[i % 3];
    memcpy(path + 3 * (ERR_PATH_MAX - 1), "x", 2);
    (void)err_set(&e, ERR_IO, "broken");
    (void)err_at(&e, path, 1);
    assert_int_equal(sv_utf8_valid(sv_of(e.path)), strlen(e.path));
    assert_true(strlen(e.path) > ERR_PATH_MAX - 4);

    /* One byte less than the room is kept whole. */
    memset(path, 'd', ERR_PATH_MAX - 1);
    path[ERR_PATH_MAX - 1] = '\0';
    (void)err_set(&e, ERR_IO, "broken");
    (void)err_at(&e, path, 1);
    assert_string_equal(e.path, path);
    (void)err_text(&e, LANG_EN, text, sizeof(text));
    assert_memory_equal(text, path, ERR_PATH_MAX - 1);
    assert_string_equal(text + ERR_PATH_MAX - 1, ":1: broken");
}

static void
text_fits_any_buffer(void **state)
{
    char text[16];
    struct err e = ERR_INIT;

    (void)state;
    (void)err_set(&e, ERR_IO, "金额");
    (void)err_at(&e, "a", 1);
    memset(text, '#', sizeof(text));
    assert_string_equal(err_text(&e, LANG_EN, text, 10), "a:1: 金");
    assert_int_equal(text[10], '#');
    assert_string_equal(err_text(&e, LANG_EN, text, 1), "");
    text[0] = '#';
    (void)err_text(&e, LANG_EN, text, 0);
    assert_int_equal(text[0], '#');
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_the_place_as_far_as_it_is_known),
        cmocka_unit_test(the_first_place_stays),
        cmocka_unit_test(a_new_failure_forgets_the_place_of_an_earlier_one),
        cmocka_unit_test(whole_arguments_are_not_cut),
        cmocka_unit_test(the_path_cannot_write_to_the_terminal),
        cmocka_unit_test(a_path_that_is_too_long_loses_its_start),
        cmocka_unit_test(text_fits_any_buffer),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
