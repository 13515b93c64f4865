/* The rows of each test are a bill; after the hook each has the period and category beside it. */
#include "parsers/format.h"
#include "parsers/hook.h"
#include "unit.h"

struct row {
    const char *instance;
    const char *charged; /* Beijing time */
    const char *billed;
    enum category category;
    enum entry entry;
    /* After the hook: */
    const char *start, *end; /* UTC */
    enum category becomes;
};

static int64_t
time_of(const char *text)
{
    struct time_text t;
    struct err e = ERR_INIT;

    assert_int_equal(time_parse(&t, sv_of(text), DATE_YEAR_FIRST, 480, false, &e), 0);
    return t.at;
}

static void
add_row(struct ledger *l, const struct row *row, uint64_t line)
{
    struct charge c;
    struct money billed;
    struct err e = ERR_INIT;

    charge_init(&c);
    c.text[TEXT_PLATFORM] = SV("autodl");
    c.text[TEXT_INSTANCE_ID] = sv_of(row->instance);
    c.time[TIME_CHARGE_PERIOD_END] = time_of(row->charged);
    c.word[WORD_CATEGORY] = (unsigned char)row->category;
    c.word[WORD_ENTRY] = (unsigned char)row->entry;
    c.word[WORD_PRICING_CATEGORY] = PRICING_STANDARD;
    c.offset_minutes = 480;
    c.line = line;
    assert_int_equal(money_parse(&billed, sv_of(row->billed), &e), 0);
    charge_set(&c, MONEY_BILLED_COST, billed);
    assert_int_equal(ledger_add(l, 0, &c, &e), 0);
}

static void
check_row(const struct ledger_line *line, const struct row *row)
{
    char text[TIME_TEXT_MAX];
    unsigned state = ledger_word(line, WORD_INSTANCE_STATE);
    bool is_cpu = row->becomes == CATEGORY_CPU;

    assert_string_equal(time_format(text, line->start), row->start);
    assert_string_equal(time_format(text, line->end), row->end);
    assert_int_equal(ledger_word(line, WORD_CATEGORY), row->becomes);
    assert_int_equal(state, is_cpu ? STATE_NO_GPU : STATE_NONE);
}

static void
check(const char *format, const struct row *rows, size_t n)
{
    const struct hook *hook = hook_find(SV("autodl"));
    const struct format f = { .id = format };
    struct err e = ERR_INIT;
    struct ledger l;
    uint32_t input;

    assert_non_null(hook);
    ledger_init(&l);
    assert_int_equal(ledger_add_input(&l, input_new(SV("bill"), true), &input, &e), 0);
    for (size_t i = 0; i < n; i++)
        add_row(&l, &rows[i], i + 2);
    assert_int_equal(hook->input(&f, &l, &e), 0);
    assert_int_equal(l.lines.n, n);
    for (size_t i = 0; i < n; i++) {
        check_row(&l.lines.at[i], &rows[i]);
        assert_int_equal(l.lines.at[i].source_line, i + 2);
    }
    ledger_release(&l);
}

static void
hourly_rows_cover_their_clock_hour_and_the_last_one_ends_at_power_off(void **state)
{
    static const struct row rows[] = {
        /* As on the page: the newest first, another instance between. */
        { "a", "2026-03-01 12:20:30", "0.64", CATEGORY_GPU, ENTRY_CHARGE,
            "2026-03-01T04:00:00Z", "2026-03-01T04:20:30Z", CATEGORY_GPU },
        { "a", "2026-03-01 11:59:59", "1.88", CATEGORY_GPU, ENTRY_CHARGE,
            "2026-03-01T03:00:00Z", "2026-03-01T04:00:00Z", CATEGORY_GPU },
        { "b", "2026-03-01 11:30:00", "0.66", CATEGORY_GPU, ENTRY_CHARGE,
            "2026-03-01T03:00:00Z", "2026-03-01T03:30:00Z", CATEGORY_GPU },
        { "a", "2026-03-01 10:59:59", "0.94", CATEGORY_GPU, ENTRY_CHARGE,
            "2026-03-01T02:00:00Z", "2026-03-01T03:00:00Z", CATEGORY_GPU },
    };

    (void)state;
    check("autodl-statement", rows, COUNT(rows));
}

static void
a_row_begins_no_earlier_than_the_row_before_it_ends(void **state)
{
    static const struct row rows[] = {
        { "a", "2026-03-01 10:10:00", "0.31", CATEGORY_GPU, ENTRY_CHARGE,
            "2026-03-01T02:00:00Z", "2026-03-01T02:10:00Z", CATEGORY_GPU },
        { "a", "2026-03-01 10:40:00", "0.31", CATEGORY_GPU, ENTRY_CHARGE,
            "2026-03-01T02:10:00Z", "2026-03-01T02:40:00Z", CATEGORY_GPU },
        /* Twice at one time: the same period twice. */
        { "a", "2026-03-01 10:40:00", "0.31", CATEGORY_GPU, ENTRY_CHARGE,
            "2026-03-01T02:10:00Z", "2026-03-01T02:40:00Z", CATEGORY_GPU },
    };

    (void)state;
    check("autodl-statement", rows, COUNT(rows));
}

static void
a_session_without_a_row_above_0_11_an_hour_had_no_gpu(void **state)
{
    static const struct row rows[] = {
        { "a", "2026-03-01 09:59:59", "0.05", CATEGORY_GPU, ENTRY_CHARGE,
            "2026-03-01T01:00:00Z", "2026-03-01T02:00:00Z", CATEGORY_CPU },
        { "a", "2026-03-01 10:59:59", "0.10", CATEGORY_GPU, ENTRY_CHARGE,
            "2026-03-01T02:00:00Z", "2026-03-01T03:00:00Z", CATEGORY_CPU },
        /* 3 minutes for 0.01 is 0.20 an hour, but it is 0.005 rounded up. */
        { "a", "2026-03-01 11:03:00", "0.01", CATEGORY_GPU, ENTRY_CHARGE,
            "2026-03-01T03:00:00Z", "2026-03-01T03:03:00Z", CATEGORY_CPU },
        /* Switched off and on again: a session of its own, with its GPU from its first row on. */
        { "a", "2026-03-01 11:59:59", "0.05", CATEGORY_GPU, ENTRY_CHARGE,
            "2026-03-01T03:03:00Z", "2026-03-01T04:00:00Z", CATEGORY_GPU },
        { "a", "2026-03-01 12:59:59", "1.88", CATEGORY_GPU, ENTRY_CHARGE,
            "2026-03-01T04:00:00Z", "2026-03-01T05:00:00Z", CATEGORY_GPU },
        /* An hour is missing: another session. 0.11 is not above 0.11, 0.12 is. */
        { "a", "2026-03-01 14:59:59", "0.11", CATEGORY_GPU, ENTRY_CHARGE,
            "2026-03-01T06:00:00Z", "2026-03-01T07:00:00Z", CATEGORY_CPU },
        { "a", "2026-03-01 16:59:59", "0.12", CATEGORY_GPU, ENTRY_CHARGE,
            "2026-03-01T08:00:00Z", "2026-03-01T09:00:00Z", CATEGORY_GPU },
    };

    (void)state;
    check("autodl-statement", rows, COUNT(rows));
}

static void
a_data_disk_is_charged_for_its_whole_day(void **state)
{
    static const struct row rows[] = {
        { "a", "2026-03-01 23:59:59", "0.33", CATEGORY_DATA_DISK, ENTRY_CHARGE,
            "2026-02-28T16:00:00Z", "2026-03-01T16:00:00Z", CATEGORY_DATA_DISK },
        { "a", "2026-03-01 23:59:59", "1.88", CATEGORY_GPU, ENTRY_CHARGE,
            "2026-03-01T15:00:00Z", "2026-03-01T16:00:00Z", CATEGORY_GPU },
        /* Not at the end of a day: up to then. */
        { "a", "2026-03-02 10:00:01", "0.14", CATEGORY_DATA_DISK, ENTRY_CHARGE,
            "2026-03-01T16:00:00Z", "2026-03-02T02:00:01Z", CATEGORY_DATA_DISK },
    };

    (void)state;
    check("autodl-statement", rows, COUNT(rows));
}

static void
refunds_and_account_moves_are_moments(void **state)
{
    static const struct row rows[] = {
        { "", "2026-03-01 09:59:59", "0", CATEGORY_NONE, ENTRY_RECHARGE,
            "2026-03-01T01:59:59Z", "2026-03-01T01:59:59Z", CATEGORY_NONE },
        { "a", "2026-03-01 10:30:00", "-1.88", CATEGORY_GPU, ENTRY_REFUND,
            "2026-03-01T02:30:00Z", "2026-03-01T02:30:00Z", CATEGORY_GPU },
        /* And do not part the rows of a session. */
        { "a", "2026-03-01 10:59:59", "0.06", CATEGORY_GPU, ENTRY_CHARGE,
            "2026-03-01T02:00:00Z", "2026-03-01T03:00:00Z", CATEGORY_CPU },
    };

    (void)state;
    check("autodl-statement", rows, COUNT(rows));
}

static void
in_json_the_row_that_costs_as_the_hours_beside_it_is_the_instance(void **state)
{
    static const struct row rows[] = {
        { "a", "2026-03-01 22:59:59", "1.88", CATEGORY_GPU, ENTRY_CHARGE,
            "2026-03-01T14:00:00Z", "2026-03-01T15:00:00Z", CATEGORY_GPU },
        { "a", "2026-03-01 23:59:59", "0.33", CATEGORY_GPU, ENTRY_CHARGE,
            "2026-02-28T16:00:00Z", "2026-03-01T16:00:00Z", CATEGORY_DATA_DISK },
        { "a", "2026-03-01 23:59:59", "1.88", CATEGORY_GPU, ENTRY_CHARGE,
            "2026-03-01T15:00:00Z", "2026-03-01T16:00:00Z", CATEGORY_GPU },
        { "a", "2026-03-02 00:59:59", "1.88", CATEGORY_GPU, ENTRY_CHARGE,
            "2026-03-01T16:00:00Z", "2026-03-01T17:00:00Z", CATEGORY_GPU },
    };

    (void)state;
    check("autodl-statement-json", rows, COUNT(rows));
}

static void
in_json_a_row_of_which_nothing_tells_is_other(void **state)
{
    static const struct row rows[] = {
        /* Alone at the end of a day: a disk's day, or an hour. */
        { "a", "2026-03-05 23:59:59", "0.66", CATEGORY_GPU, ENTRY_CHARGE,
            "2026-03-05T15:59:59Z", "2026-03-05T15:59:59Z", CATEGORY_OTHER },
        /* Two, and no hour beside them. */
        { "b", "2026-03-05 23:59:59", "0.66", CATEGORY_GPU, ENTRY_CHARGE,
            "2026-03-05T15:59:59Z", "2026-03-05T15:59:59Z", CATEGORY_OTHER },
        { "b", "2026-03-05 23:59:59", "0.90", CATEGORY_GPU, ENTRY_CHARGE,
            "2026-03-05T15:59:59Z", "2026-03-05T15:59:59Z", CATEGORY_OTHER },
        /* Not at the end of a day: an hour. */
        { "c", "2026-03-05 22:59:59", "0.66", CATEGORY_GPU, ENTRY_CHARGE,
            "2026-03-05T14:00:00Z", "2026-03-05T15:00:00Z", CATEGORY_GPU },
    };

    (void)state;
    check("autodl-statement-json", rows, COUNT(rows));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hourly_rows_cover_their_clock_hour_and_the_last_one_ends_at_power_off),
        cmocka_unit_test(a_row_begins_no_earlier_than_the_row_before_it_ends),
        cmocka_unit_test(a_session_without_a_row_above_0_11_an_hour_had_no_gpu),
        cmocka_unit_test(a_data_disk_is_charged_for_its_whole_day),
        cmocka_unit_test(refunds_and_account_moves_are_moments),
        cmocka_unit_test(in_json_the_row_that_costs_as_the_hours_beside_it_is_the_instance),
        cmocka_unit_test(in_json_a_row_of_which_nothing_tells_is_other),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
