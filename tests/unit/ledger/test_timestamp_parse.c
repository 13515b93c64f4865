/* Times, zones and durations as text: what is read, what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ledger/timestamp.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))
#define CHINA 480

struct reading {
    const char *text, *expected; /* NULL: refused */
};

static void
assert_readings(const struct reading *cases, size_t n, enum date_order order, int zone,
    bool is_excel)
{
    for (size_t i = 0; i < n; i++) {
        struct err e = ERR_INIT;
        struct time_text t = { .at = 77 };
        char buf[TIME_TEXT_MAX];
        int result = time_parse(&t, sv_of(cases[i].text), order, zone, is_excel, &e);

        if (!cases[i].expected) {
            if (result == 0)
                fail_msg("'%s' was read as %s", cases[i].text, time_format(buf, t.at));
            assert_int_equal(e.code, ERR_SYNTAX);
            assert_int_equal(t.at, 77);
            continue;
        }
        if (result)
            fail_msg("'%s' was refused", cases[i].text);
        if (strcmp(time_format(buf, t.at), cases[i].expected) != 0)
            fail_msg("'%s' was read as %s", cases[i].text, buf);
        assert_int_equal(e.code, ERR_NONE);
    }
}

static void
reads_times_as_bills_write_them(void **state)
{
    static const struct reading cases[] = {
        { "2026-03-01 12:00:00", "2026-03-01T04:00:00Z" },
        { " 2026-03-01  12:00:00\t", "2026-03-01T04:00:00Z" },
        { "2026/3/1 12:00", "2026-03-01T04:00:00Z" },
        { "2026/03/01 9:05", "2026-03-01T01:05:00Z" },
        { "2026.03.01 12:00", "2026-03-01T04:00:00Z" },
        { "2026-03-01T12:00:00Z", "2026-03-01T12:00:00Z" },
        { "2026-03-01t12:00z", "2026-03-01T12:00:00Z" },
        { "2026-03-01T12:00:00.123Z", "2026-03-01T12:00:00.123Z" },
        { "2026-03-01T12:00:00.123999Z", "2026-03-01T12:00:00.123Z" },
        { "2026-03-01 12:00:00.5", "2026-03-01T04:00:00.500Z" },
        { "2026-03-01 12:00:00+0800", "2026-03-01T04:00:00Z" },
        { "2026-03-01T12:00:00+08:00", "2026-03-01T04:00:00Z" },
        { "2026-03-01 12:00:00 +0800", "2026-03-01T04:00:00Z" },
        { "2026-03-01T12:00:00-05:30", "2026-03-01T17:30:00Z" },
        { "2026-03-01 12:00:00 GMT+08:00", "2026-03-01T04:00:00Z" },
        { "2026-03-01 12:00:00 UTC", "2026-03-01T12:00:00Z" },
        { "2026-03-01 12:00:00 UTC+8", "2026-03-01T04:00:00Z" },
        { "20260301120000", "2026-03-01T04:00:00Z" },
        { "20260301", "2026-02-28T16:00:00Z" },
        { "20260301 12:00:00", "2026-03-01T04:00:00Z" },
        { "2026-03-01", "2026-02-28T16:00:00Z" },
        { "2026-03", "2026-02-28T16:00:00Z" },
        { "202603", "2026-02-28T16:00:00Z" },
        { "2026/3", "2026-02-28T16:00:00Z" },
        { "2026年3月1日", "2026-02-28T16:00:00Z" },
        { "2026年03月", "2026-02-28T16:00:00Z" },
        { "2026年3月1日 12:30:15", "2026-03-01T04:30:15Z" },
        { "2026年3月1日12:30", "2026-03-01T04:30:00Z" },
        { "2026年3月1日 12时30分", "2026-03-01T04:30:00Z" },
        { "2026年3月1日12时30分15秒", "2026-03-01T04:30:15Z" },
        { "2026年3月1日 8时", "2026-03-01T00:00:00Z" },
        { "2026-03-01 01:02:03 PM", "2026-03-01T05:02:03Z" },
        { "2026-03-01 1:02PM", "2026-03-01T05:02:00Z" },
        { "2026-03-01 12:30 am", "2026-02-28T16:30:00Z" },
        { "2026-03-01 12:30 PM", "2026-03-01T04:30:00Z" },
        { "2026-03-01 11:59:59 PM", "2026-03-01T15:59:59Z" },
        { "2026/3/1 上午9:30:00", "2026-03-01T01:30:00Z" },
        { "2026/3/1 下午 1:30:00", "2026-03-01T05:30:00Z" },
        { "2026/3/1 下午12:30", "2026-03-01T04:30:00Z" },
        { "2026-02-28 24:00:00", "2026-02-28T16:00:00Z" },
        { "2026-12-31 24:00", "2026-12-31T16:00:00Z" },
        { "2026-02-28T24:00:00Z", "2026-03-01T00:00:00Z" },
        { "2024-02-29 00:00:00", "2024-02-28T16:00:00Z" },
        { "1772323200", "2026-03-01T00:00:00Z" },
        { "1772323200.25", "2026-03-01T00:00:00.250Z" },
        { "1772323200123", "2026-03-01T00:00:00.123Z" },
        { "1970-01-01 08:00:00", "1970-01-01T00:00:00Z" },
        { "9999-12-31 23:59:59", "9999-12-31T15:59:59Z" },
    };

    (void)state;
    assert_readings(cases, COUNT(cases), DATE_YEAR_FIRST, CHINA, false);
}

static void
refuses_times_that_are_none_and_leaves_the_result_alone(void **state)
{
    static const struct reading cases[] = {
        { "", NULL }, { " ", NULL }, { "-", NULL }, { "null", NULL }, { "yesterday", NULL },
        { "2026", NULL }, { "12345", NULL }, { "46082.5", NULL }, { "202613", NULL },
        { "20260230", NULL }, { "202603011200", NULL }, { "20260301240001", NULL },
        { "20260301126000", NULL }, { "2026-02-30", NULL }, { "2026-02-29", NULL },
        { "2026-04-31", NULL }, { "2026-13-01", NULL }, { "2026-00-01", NULL },
        { "2026-01-00", NULL }, { "2026-03-01 24:00:01", NULL }, { "2026-03-01 24:01", NULL },
        { "2026-03-01 24:00:00.001", NULL }, { "2026-03-01 25:00", NULL },
        { "2026-03-01 12:60", NULL }, { "2026-03-01 23:59:60", NULL },
        { "2026-03-01 12:5", NULL }, { "2026-03-01 12:05:1", NULL }, { "2026-03-01 12", NULL },
        { "2026-03-01T", NULL }, { "2026-03-01T12:00:00.", NULL }, { "2026-03-01 12:00:", NULL },
        { "2026-03-01 13:00 PM", NULL }, { "2026-03-01 0:30 PM", NULL },
        { "2026-03-01 24:00 AM", NULL }, { "2026-03-01 上午9:30 AM", NULL },
        { "2026-03/01", NULL }, { "2026/03-01", NULL }, { "2026-3-1-", NULL },
        { "2026-03-011", NULL }, { "2026-003-01", NULL }, { "2026-03 12:00", NULL },
        { "2026年3月1", NULL }, { "2026年3月1日12", NULL }, { "2026年13月1日", NULL },
        { "2026年3月1日12时30", NULL }, { "2026-03-01 12:00:00 CST", NULL },
        { "2026-03-01 12:00:00+15:00", NULL }, { "2026-03-01 12:00:00+08:60", NULL },
        { "2026-03-01 12:00:00+14:30", NULL }, { "2026-03-01 12:00:00 xyz", NULL },
        { "2026-03-01 12:00:00 Z Z", NULL }, { "2026-03-01Z", NULL }, { "-2026-03-01", NULL },
        { "1969-12-31 23:59:59", NULL }, { "1970-01-01 07:59:59", NULL },
        { "10000-01-01", NULL }, { "9999-12-31 23:59:59-01:00", NULL }, { "99999999999999", NULL },
        { "1/3/2026", NULL }, { "26-03-01", NULL }, { "177232320", NULL }, { "17723232001", NULL },
        { "1772323200.", NULL }, { "1772323200x", NULL }, { "2026-03-01\xFF", NULL },
        { "2026-03-01 12:00:00 extra", NULL }, { "29-Aug-26", NULL },
    };

    (void)state;
    assert_readings(cases, COUNT(cases), DATE_YEAR_FIRST, CHINA, false);
}

static void
follows_the_order_that_the_format_states(void **state)
{
    static const struct reading month_first[] = {
        { "03/04/2026", "2026-03-04T00:00:00Z" },
        { "3/4/26 1:05 PM", "2026-03-04T13:05:00Z" },
        { "12-31-99", "2099-12-31T00:00:00Z" },
        { "2026-03-04", "2026-03-04T00:00:00Z" },
        { "13/04/2026", NULL },
        { "3/4/126", NULL },
        { "3/4-2026", NULL },
        { "03/2026", NULL },
    };
    static const struct reading day_first[] = {
        { "03/04/2026", "2026-04-03T00:00:00Z" },
        { "3.4.2026 12:00", "2026-04-03T12:00:00Z" },
        { "31-12-2026", "2026-12-31T00:00:00Z" },
        { "2026/04/03", "2026-04-03T00:00:00Z" },
        { "04/13/2026", NULL },
    };

    (void)state;
    assert_readings(month_first, COUNT(month_first), DATE_MONTH_FIRST, 0, false);
    assert_readings(day_first, COUNT(day_first), DATE_DAY_FIRST, 0, false);
}

static void
reads_spreadsheet_serials_where_told_to(void **state)
{
    static const struct reading cases[] = {
        { "46082", "2026-02-28T16:00:00Z" },
        { "46082.5", "2026-03-01T04:00:00Z" },
        { "46082.520833333336", "2026-03-01T04:30:00Z" },
        { "46082.5208333333", "2026-03-01T04:30:00Z" },
        { "46082.52083", "2026-03-01T04:30:00Z" },
        { "46082.999988425923", "2026-03-01T15:59:59Z" },
        { "46082.00000000000000000000001", "2026-02-28T16:00:00Z" },
        { "25570", "1970-01-01T16:00:00Z" },
        { "99999", "2173-10-12T16:00:00Z" },
        { "2026-03-01", "2026-02-28T16:00:00Z" },
        { "202603", "2026-02-28T16:00:00Z" },
        { "25568", NULL },
        { "46082.", NULL },
        { "46082.5.1", NULL },
        { "46082,5", NULL },
        { "4608", NULL },
        { "4.6082E4", NULL },
    };

    (void)state;
    assert_readings(cases, COUNT(cases), DATE_YEAR_FIRST, CHINA, true);
}

static void
tells_what_was_written(void **state)
{
    static const struct {
        const char *text;
        enum date_order order;
        int offset;
        bool has_offset, is_date, is_month, is_year_first;
    } cases[] = {
        { "2026-03-01 12:00", DATE_YEAR_FIRST, CHINA, false, false, false, false },
        { "2026-03-01 12:00 UTC", DATE_YEAR_FIRST, 0, true, false, false, false },
        { "2026-03-01T12:00-05:30", DATE_YEAR_FIRST, -330, true, false, false, false },
        { "2026-03-01", DATE_YEAR_FIRST, CHINA, false, true, false, false },
        { "20260301", DATE_YEAR_FIRST, CHINA, false, true, false, false },
        { "2026-03", DATE_YEAR_FIRST, CHINA, false, true, true, false },
        { "2026年3月", DATE_YEAR_FIRST, CHINA, false, true, true, false },
        { "202603", DATE_YEAR_FIRST, CHINA, false, true, true, false },
        { "20260301000000", DATE_YEAR_FIRST, CHINA, false, false, false, false },
        { "2026-03-01 12:00", DATE_DAY_FIRST, CHINA, false, false, false, false },
        { "20260301", DATE_MONTH_FIRST, CHINA, false, true, false, false },
        { "2026/3/1 12:00", DATE_DAY_FIRST, CHINA, false, false, false, true },
        { "01/03/2026", DATE_DAY_FIRST, CHINA, false, true, false, false },
        { "1772323200", DATE_DAY_FIRST, CHINA, false, false, false, false },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct err e = ERR_INIT;
        struct time_text t;

        assert_int_equal(time_parse(&t, sv_of(cases[i].text), cases[i].order, CHINA, false, &e), 0);
        assert_int_equal(t.offset_minutes, cases[i].offset);
        assert_int_equal(t.has_offset, cases[i].has_offset);
        assert_int_equal(t.is_date, cases[i].is_date);
        assert_int_equal(t.is_month, cases[i].is_month);
        assert_int_equal(t.is_year_first, cases[i].is_year_first);
    }
}

static void
says_why_a_time_is_refused(void **state)
{
    static const struct {
        const char *text, *expected;
    } cases[] = {
        { "soon", "time 'soon' is in no known form; expected one such as 2026-03-01 12:00:00" },
        { "1/3/2026",
            "date '1/3/2026' does not begin with its year; expected one such as 2026-03-01" },
        { "2026-02-30",
            "time '2026-02-30' does not exist or lies outside the years 1970 to 9999" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct err e = ERR_INIT;
        struct time_text t;
        char buf[MESSAGE_TEXT_MAX];

        assert_int_equal(time_parse(&t, sv_of(cases[i].text), DATE_YEAR_FIRST, 0, false, &e), -1);
        assert_string_equal(message_text(&e.message, LANG_EN, buf, sizeof(buf)),
            cases[i].expected);
    }
}

static void
reads_zones(void **state)
{
    static const struct {
        const char *text;
        int minutes;
        bool is_fine;
    } cases[] = {
        { "+08:00", 480, true }, { "-05:30", -330, true }, { "+8", 480, true },
        { "+0800", 480, true }, { "Z", 0, true }, { "z", 0, true }, { "UTC", 0, true },
        { "gmt", 0, true }, { "GMT+08:00", 480, true }, { "UTC-3", -180, true },
        { "+14:00", 840, true }, { " +08:00 ", 480, true }, { "\xE2\x88\x92" "03:00", -180, true },
        { "", 0, false }, { "8", 0, false }, { "08:00", 0, false }, { "+", 0, false },
        { "+15", 0, false }, { "+14:01", 0, false }, { "+08:60", 0, false }, { "+08:0", 0, false },
        { "+800", 0, false }, { "CST", 0, false }, { "Asia/Shanghai", 0, false },
        { "+08:00x", 0, false },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct err e = ERR_INIT;
        int minutes = 77;

        assert_int_equal(time_parse_zone(&minutes, sv_of(cases[i].text), &e),
            cases[i].is_fine ? 0 : -1);
        assert_int_equal(minutes, cases[i].is_fine ? cases[i].minutes : 77);
        assert_int_equal(e.code, cases[i].is_fine ? ERR_NONE : ERR_SYNTAX);
    }
}

static void
reads_durations(void **state)
{
    static const struct {
        const char *text;
        int64_t unit, expected;
    } cases[] = {
        { "3600", TIME_SECOND, TIME_HOUR },
        { "1.5", TIME_HOUR, 90 * TIME_MINUTE },
        { "0", TIME_HOUR, 0 },
        { "1,800", TIME_SECOND, 30 * TIME_MINUTE },
        { "1.2E+01", TIME_SECOND, 12 * TIME_SECOND },
        { "1.5h", 1, 90 * TIME_MINUTE },
        { "15m", 1, 15 * TIME_MINUTE },
        { "90 min", 1, 90 * TIME_MINUTE },
        { "2 Hours", 1, 2 * TIME_HOUR },
        { "1h 30m", 1, 90 * TIME_MINUTE },
        { "1h30m5s", 1, 90 * TIME_MINUTE + 5 * TIME_SECOND },
        { "250ms", 1, 250 },
        { "0.0005s", 1, 1 },
        { "0.0004s", 1, 0 },
        { "1w", 1, 7 * TIME_DAY },
        { "1:02:03", 1, TIME_HOUR + 2 * TIME_MINUTE + 3 * TIME_SECOND },
        { "100:00:00.5", 1, 100 * TIME_HOUR + 500 },
        { "2天3小时4分5秒", 1, 2 * TIME_DAY + 3 * TIME_HOUR + 4 * TIME_MINUTE + 5 * TIME_SECOND },
        { "3小时", 1, 3 * TIME_HOUR },
        { "30分钟", 1, 30 * TIME_MINUTE },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct err e = ERR_INIT;
        int64_t out = -1;

        if (time_parse_duration(&out, sv_of(cases[i].text), cases[i].unit, &e))
            fail_msg("'%s' was refused", cases[i].text);
        assert_int_equal(out, cases[i].expected);
    }
}

static void
refuses_durations_that_are_none(void **state)
{
    static const struct {
        const char *text;
        enum err_code code;
    } cases[] = {
        { "", ERR_SYNTAX }, { "h", ERR_SYNTAX }, { "-5", ERR_SYNTAX }, { "5 x", ERR_SYNTAX },
        { "1:02", ERR_SYNTAX }, { "1:60:00", ERR_SYNTAX }, { "1:2:3", ERR_SYNTAX },
        { "1:02:60", ERR_SYNTAX }, { "1:02:03:04", ERR_SYNTAX }, { "1.5:00:00", ERR_SYNTAX },
        { "1h30", ERR_SYNTAX }, { "30m1h", ERR_SYNTAX }, { "1h1h", ERR_SYNTAX },
        { "1.2.3h", ERR_SYNTAX }, { "1 month", ERR_SYNTAX }, { "¥5", ERR_SYNTAX },
        { "5%", ERR_SYNTAX }, { "1E99", ERR_RANGE }, { "9999999999999999d", ERR_RANGE },
        { "9223372036854775807", ERR_RANGE }, { "9999999999999999:00:00", ERR_RANGE },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct err e = ERR_INIT;
        int64_t out = 77;

        assert_int_equal(time_parse_duration(&out, sv_of(cases[i].text), TIME_SECOND, &e), -1);
        assert_int_equal(e.code, cases[i].code);
        assert_int_equal(out, 77);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_times_as_bills_write_them),
        cmocka_unit_test(refuses_times_that_are_none_and_leaves_the_result_alone),
        cmocka_unit_test(follows_the_order_that_the_format_states),
        cmocka_unit_test(reads_spreadsheet_serials_where_told_to),
        cmocka_unit_test(tells_what_was_written),
        cmocka_unit_test(says_why_a_time_is_refused),
        cmocka_unit_test(reads_zones),
        cmocka_unit_test(reads_durations),
        cmocka_unit_test(refuses_durations_that_are_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
