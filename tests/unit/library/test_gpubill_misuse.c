/*
 * The library used wrongly: it says what was expected, and nothing is lost.
 */
#include "opened_review.h"

static void
a_wrong_config_is_told_by_its_line(void **state)
{
    static const char config[] = "{\n  \"time_zone\": \"+08:00\"\n}\n";
    struct gpubill *review = opened();

    (void)state;
    ADD(review, "bill.csv", BILL);
    assert_int_equal(gpubill_set_config(review, "mine.json", config, sizeof(config) - 1),
        GPUBILL_DONE);
    assert_int_equal(gpubill_run(review), GPUBILL_USAGE);
    assert_true(strncmp(gpubill_error(review), "mine.json:2: ", 13) == 0);
    assert_null(gpubill_rows(review, GPUBILL_LEDGER, NULL));
    assert_int_equal(gpubill_write(review, "/nowhere", "all"), GPUBILL_MISUSE);
    gpubill_close(review);
}

static void
options_that_are_wrong_say_what_was_expected(void **state)
{
    static const struct { const char *name, *value, *said; } wrong[] = {
        { "monht", "2026-03", "unknown option 'monht'; did you mean month?" },
        { "qqqqqqqqqqqq", "", "unknown option 'qqqqqqqqqqqq'; gpubill.h lists the options" },
        { "month", "", "--month needs a value" },
        { "jobs", "0", "--jobs: '0' is not a whole number from 1 to 4294967295" },
        { "lang", "de", "--lang: 'de' is not one of en, zh" },
        { "timezone", "noon", "--timezone: 'noon' is not an offset such as +08:00" },
        { "strict", "maybe", "--strict: 'maybe' is not one of no, yes" },
    };
    struct gpubill *review = opened();

    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        assert_int_equal(gpubill_set(review, wrong[i].name, wrong[i].value), GPUBILL_USAGE);
        assert_string_equal(gpubill_error(review), wrong[i].said);
    }
    /* None of it was taken, and what is right is still. */
    ADD(review, "bill.csv", BILL);
    assert_int_equal(gpubill_set(review, "month", "March"), GPUBILL_DONE);
    assert_string_equal(gpubill_error(review), "");
    assert_int_equal(gpubill_run(review), GPUBILL_USAGE);
    assert_string_equal(gpubill_error(review), "--month: 'March' is not a month such as 2026-03");
    gpubill_close(review);
}

static void
messages_are_in_the_language_asked_for(void **state)
{
    struct gpubill *review = opened();

    (void)state;
    assert_int_equal(gpubill_set(review, "lang", "zh"), GPUBILL_DONE);
    assert_int_equal(gpubill_set(review, "jobs", "x"), GPUBILL_USAGE);
    assert_null(strstr(gpubill_error(review), "whole number"));
    assert_string_not_equal(gpubill_error(review), "");
    gpubill_close(review);
}

static void
calls_out_of_order_are_misuse_and_change_nothing(void **state)
{
    struct gpubill *review = opened();
    struct gpubill_rows *rows;

    (void)state;
    assert_null(gpubill_rows(review, GPUBILL_LEDGER, NULL));
    assert_int_equal(gpubill_write(review, "/nowhere", "all"), GPUBILL_MISUSE);
    assert_string_not_equal(gpubill_error(review), "");
    ADD(review, "bill.csv", BILL);
    assert_int_equal(gpubill_add_bytes(review, "bill.csv", "x", 1), GPUBILL_USAGE);
    assert_string_equal(gpubill_error(review),
        "bill.csv: bytes of this name have been added before");
    assert_int_equal(gpubill_run(review), GPUBILL_DONE);

    assert_int_equal(gpubill_run(review), GPUBILL_MISUSE);
    assert_string_not_equal(gpubill_error(review), "");
    assert_int_equal(gpubill_set(review, "jobs", "1"), GPUBILL_MISUSE);
    assert_int_equal(gpubill_set_config(review, "c", "{}", 2), GPUBILL_MISUSE);
    assert_int_equal(gpubill_add_path(review, "x"), GPUBILL_MISUSE);
    assert_int_equal(gpubill_add_bytes(review, "x", "x", 1), GPUBILL_MISUSE);
    rows = gpubill_rows(review, GPUBILL_LEDGER, NULL);
    assert_null(gpubill_text(rows, 0));
    assert_int_equal(gpubill_next(rows), 1);
    assert_non_null(gpubill_text(rows, 0));
    assert_null(gpubill_text(rows, -1));
    assert_null(gpubill_text(rows, 1000));
    gpubill_rows_free(rows);
    gpubill_close(review);
}

static void
a_review_of_nothing_says_so(void **state)
{
    struct gpubill *review = opened();

    (void)state;
    assert_int_equal(gpubill_run(review), GPUBILL_USAGE);
    assert_string_equal(gpubill_error(review), "nothing was added that could be read");
    assert_int_equal(gpubill_run(review), GPUBILL_MISUSE);
    gpubill_close(review);
}

static void
null_is_misuse_and_never_a_crash(void **state)
{
    struct gpubill *review = opened();
    int64_t number;

    (void)state;
    assert_int_equal(gpubill_set(NULL, "jobs", "1"), GPUBILL_MISUSE);
    assert_int_equal(gpubill_set(review, NULL, "1"), GPUBILL_MISUSE);
    assert_int_equal(gpubill_set(review, "jobs", NULL), GPUBILL_MISUSE);
    assert_int_equal(gpubill_set_config(NULL, "c", "", 0), GPUBILL_MISUSE);
    assert_int_equal(gpubill_set_config(review, NULL, "", 0), GPUBILL_MISUSE);
    assert_int_equal(gpubill_set_config(review, "c", NULL, 1), GPUBILL_MISUSE);
    assert_int_equal(gpubill_add_path(NULL, "x"), GPUBILL_MISUSE);
    assert_int_equal(gpubill_add_path(review, NULL), GPUBILL_MISUSE);
    assert_int_equal(gpubill_add_bytes(NULL, "x", "", 0), GPUBILL_MISUSE);
    assert_int_equal(gpubill_add_bytes(review, NULL, "", 0), GPUBILL_MISUSE);
    assert_int_equal(gpubill_add_bytes(review, "x", NULL, 1), GPUBILL_MISUSE);
    assert_int_equal(gpubill_run(NULL), GPUBILL_MISUSE);
    assert_int_equal(gpubill_write(NULL, "x", "all"), GPUBILL_MISUSE);
    assert_int_equal(gpubill_give(NULL, "x", NULL, NULL), GPUBILL_MISUSE);
    assert_string_equal(gpubill_error(NULL), "");
    assert_null(gpubill_rows(NULL, GPUBILL_LEDGER, NULL));
    assert_int_equal(gpubill_next(NULL), 0);
    assert_null(gpubill_text(NULL, 0));
    assert_int_equal(gpubill_number(NULL, 0, &number), 0);
    assert_int_equal(gpubill_column(GPUBILL_LEDGER, NULL), -1);
    assert_int_equal(gpubill_column((enum gpubill_table)0, "x"), -1);
    assert_null(gpubill_column_name((enum gpubill_table)99, 0));
    assert_null(gpubill_column_name(GPUBILL_LEDGER, -1));
    gpubill_rows_free(NULL);
    gpubill_close(NULL);
    gpubill_close(review);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_config_is_told_by_its_line),
        cmocka_unit_test(options_that_are_wrong_say_what_was_expected),
        cmocka_unit_test(messages_are_in_the_language_asked_for),
        cmocka_unit_test(calls_out_of_order_are_misuse_and_change_nothing),
        cmocka_unit_test(a_review_of_nothing_says_so),
        cmocka_unit_test(null_is_misuse_and_never_a_crash),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
