/* Times: how they are written, and the days and months they lie in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ledger/calendar.h"
#include "ledger/timestamp.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))
#define CHINA 480

static int64_t
utc(const char *text)
{
    struct err e = ERR_INIT;
    struct time_text t;

    if (time_parse(&t, sv_of(text), DATE_YEAR_FIRST, 0, false, &e))
        fail_msg("'%s' was refused", text);
    return t.at;
}

static void
assert_time(int64_t at, const char *expected)
{
    char buf[TIME_TEXT_MAX];

    assert_string_equal(time_format(buf, at), expected);
}

static void
writes_times_in_utc_with_milliseconds_only_where_there_are(void **state)
{
    (void)state;
    assert_time(0, "1970-01-01T00:00:00Z");
    assert_time(1, "1970-01-01T00:00:00.001Z");
    assert_time(INT64_C(1772323199999), "2026-02-28T23:59:59.999Z");
    assert_time(INT64_C(253402300799999), "9999-12-31T23:59:59.999Z");
    assert_time(-1, "1969-12-31T23:59:59.999Z");
    assert_time(TIME_NONE, "");
}

static void
writes_times_of_a_zone(void **state)
{
    static const struct {
        const char *at;
        int zone;
        const char *whole, *day, *month;
    } cases[] = {
        { "2026-02-28T16:00:00Z", CHINA, "2026-03-01T00:00:00+08:00", "2026-03-01", "2026-03" },
        { "2026-02-28T15:59:59Z", CHINA, "2026-02-28T23:59:59+08:00", "2026-02-28", "2026-02" },
        { "2026-01-01T00:00:00Z", -330, "2025-12-31T18:30:00-05:30", "2025-12-31", "2025-12" },
        { "2024-02-29T12:00:00.5Z", 0, "2024-02-29T12:00:00.500+00:00", "2024-02-29", "2024-02" },
    };
    char buf[TIME_TEXT_MAX];

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        int64_t at = utc(cases[i].at);

        assert_string_equal(time_format_zone(buf, at, cases[i].zone), cases[i].whole);
        assert_string_equal(time_format_day(buf, at, cases[i].zone), cases[i].day);
        assert_string_equal(time_format_month(buf, at, cases[i].zone), cases[i].month);
    }
    assert_string_equal(time_format_zone(buf, TIME_NONE, CHINA), "");
    assert_string_equal(time_format_day(buf, TIME_NONE, CHINA), "");
    assert_string_equal(time_format_month(buf, TIME_NONE, CHINA), "");
}

static void
writes_any_number_within_the_buffer(void **state)
{
    static const int64_t cases[] = { INT64_MAX, INT64_MIN + 1, -1, INT64_C(253402300800000) };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        char buf[TIME_TEXT_MAX];

        assert_true(strlen(time_format_zone(buf, cases[i], 14 * 60)) < TIME_TEXT_MAX);
        assert_true(strlen(time_format_zone(buf, cases[i], -14 * 60)) < TIME_TEXT_MAX);
        assert_in_range(time_hour(cases[i], CHINA), 0, 23);
        assert_in_range(time_weekday(cases[i], CHINA), 0, 6);
    }
}

static void
finds_the_start_of_days_and_months_in_a_zone(void **state)
{
    static const struct {
        const char *at;
        int zone;
        const char *day, *month, *next;
    } cases[] = {
        { "2026-03-15T10:00:00Z", 0, "2026-03-15T00:00:00Z", "2026-03-01T00:00:00Z",
            "2026-04-01T00:00:00Z" },
        { "2026-02-28T16:00:00Z", CHINA, "2026-02-28T16:00:00Z", "2026-02-28T16:00:00Z",
            "2026-03-31T16:00:00Z" },
        { "2026-02-28T15:59:59.999Z", CHINA, "2026-02-27T16:00:00Z", "2026-01-31T16:00:00Z",
            "2026-02-28T16:00:00Z" },
        { "2025-12-31T23:00:00Z", -300, "2025-12-31T05:00:00Z", "2025-12-01T05:00:00Z",
            "2026-01-01T05:00:00Z" },
        { "2024-02-29T00:00:00Z", 0, "2024-02-29T00:00:00Z", "2024-02-01T00:00:00Z",
            "2024-03-01T00:00:00Z" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        int64_t at = utc(cases[i].at);

        assert_time(time_day_start(at, cases[i].zone), cases[i].day);
        assert_time(time_month_start(at, cases[i].zone), cases[i].month);
        assert_time(time_next_month(at, cases[i].zone), cases[i].next);
    }
    assert_true(time_day_start(TIME_NONE, 0) == TIME_NONE);
    assert_true(time_month_start(TIME_NONE, 0) == TIME_NONE);
    assert_true(time_next_month(TIME_NONE, 0) == TIME_NONE);
    assert_time(time_day_start(0, CHINA), "1969-12-31T16:00:00Z");
}

static void
knows_weekday_and_hour_in_a_zone(void **state)
{
    (void)state;
    assert_int_equal(time_weekday(0, 0), 3);
    assert_int_equal(time_weekday(utc("2026-03-02T00:00:00Z"), 0), 0);
    assert_int_equal(time_weekday(utc("2026-03-01T23:59:59Z"), 0), 6);
    assert_int_equal(time_weekday(utc("2026-03-01T16:00:00Z"), CHINA), 0);
    assert_int_equal(time_weekday(0, -60), 2);
    assert_int_equal(time_hour(0, 0), 0);
    assert_int_equal(time_hour(0, CHINA), 8);
    assert_int_equal(time_hour(0, -60), 23);
    assert_int_equal(time_hour(utc("2026-03-01T23:59:59.999Z"), 0), 23);
}

static void
counts_days_and_dates_alike_over_four_hundred_years(void **state)
{
    struct date expected = { 1900, 1, 1 };

    (void)state;
    for (int64_t day = calendar_day(expected); expected.year < 2301; day++) {
        struct date d = calendar_date(day);

        assert_int_equal(d.year, expected.year);
        assert_int_equal(d.month, expected.month);
        assert_int_equal(d.day, expected.day);
        assert_int_equal(calendar_day(d), day);
        expected.day++;
        if (!calendar_has(expected)) {
            expected.day = 1;
            expected.year += expected.month == 12;
            expected.month = expected.month % 12 + 1;
        }
    }
    assert_int_equal(calendar_day((struct date){ 1970, 1, 1 }), 0);
    assert_int_equal(calendar_day((struct date){ 2000, 3, 1 }), 11017);
    assert_int_equal(calendar_day((struct date){ 2301, 1, 1 }), 120895);
    assert_true(calendar_has((struct date){ 2000, 2, 29 }));
    assert_false(calendar_has((struct date){ 2100, 2, 29 }));
    assert_false(calendar_has((struct date){ 2026, 13, 1 }));
    assert_false(calendar_has((struct date){ 2026, 0, 1 }));
    assert_false(calendar_has((struct date){ 2026, 4, 31 }));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_times_in_utc_with_milliseconds_only_where_there_are),
        cmocka_unit_test(writes_times_of_a_zone),
        cmocka_unit_test(writes_any_number_within_the_buffer),
        cmocka_unit_test(finds_the_start_of_days_and_months_in_a_zone),
        cmocka_unit_test(knows_weekday_and_hour_in_a_zone),
        cmocka_unit_test(counts_days_and_dates_alike_over_four_hundred_years),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
