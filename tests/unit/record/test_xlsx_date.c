/*
 * Number formats that show dates, and the dates that numbers of days are.
 */
#include "record/xlsx_parts.h"
#include "unit.h"

static void
tells_dates_from_numbers_by_the_format(void **state)
{
    static const struct { const char *code; unsigned format; } codes[] = {
        { "General", 0 }, { "GENERAL", 0 }, { "0.00", 0 }, { "#,##0.00", 0 }, { "0.00E+00", 0 },
        { "@", 0 }, { "0%", 0 }, { "\"day\" 0", 0 }, { "[Red]0;[Blue]-0", 0 },
        { "[$¥-804]#,##0.00", 0 }, { "\\d0", 0 }, { "_d0", 0 }, { "USD 0.00", 0 }, { "", 0 },
        { "# ?/?", 0 }, { "\"unclosed yyyy", 0 },
        { "yyyy-mm-dd", XLSX_DATE }, { "m/d/yy", XLSX_DATE }, { "mmm", XLSX_DATE },
        { "yyyy\"年\"m\"月\"d\"日\"", XLSX_DATE }, { "[$-804]yyyy\\-mm;@", XLSX_DATE },
        { "[DBNum1][$-804]e\"年\"m\"月\"", XLSX_DATE },
        { "h:mm", XLSX_TIME }, { "mm:ss", XLSX_TIME }, { "h:mm AM/PM", XLSX_TIME },
        { "上午/下午h\"时\"mm\"分\"", XLSX_TIME }, { "mm:ss.0", XLSX_TIME | XLSX_FRACTION },
        { "yyyy-mm-dd hh:mm:ss", XLSX_DATE | XLSX_TIME },
        { "YYYY-MM-DD\\ HH:MM:SS.000", XLSX_DATE | XLSX_TIME | XLSX_FRACTION },
        { "[h]:mm:ss", XLSX_ELAPSED }, { "[mm]:ss", XLSX_ELAPSED }, { "[SS]", XLSX_ELAPSED },
        { "[h]:mm:ss.00", XLSX_ELAPSED | XLSX_FRACTION },
        { "0;yyyy", 0 }, { "yyyy;0", XLSX_DATE },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(codes); i++)
        if (xlsx_format_of_code(sv_of(codes[i].code)) != codes[i].format)
            fail_msg("%s: %u", codes[i].code, xlsx_format_of_code(sv_of(codes[i].code)));
    assert_int_equal(xlsx_format_of_id(0), 0);
    assert_int_equal(xlsx_format_of_id(4), 0);
    assert_int_equal(xlsx_format_of_id(14), XLSX_DATE);
    assert_int_equal(xlsx_format_of_id(22), XLSX_DATE | XLSX_TIME);
    assert_int_equal(xlsx_format_of_id(31), XLSX_DATE);
    assert_int_equal(xlsx_format_of_id(46), XLSX_ELAPSED);
    assert_int_equal(xlsx_format_of_id(49), 0);
}

#define DATE XLSX_DATE
#define TIME XLSX_TIME
#define BOTH (XLSX_DATE | XLSX_TIME)

static void
computes_dates_exactly(void **state)
{
    static const struct { const char *number; unsigned format; bool is_1904; const char *text; }
    dates[] = {
        { "46082", DATE, false, "2026-03-01" },
        { "46082", BOTH, false, "2026-03-01 00:00:00" },
        { "46082.0", DATE, false, "2026-03-01" },
        { "46082.5", DATE, false, "2026-03-01 12:00:00" },
        { "46082.416666666664", BOTH, false, "2026-03-01 10:00:00" },
        { "46082.41666666666", BOTH, false, "2026-03-01 10:00:00" },
        { "46082.99998842592", BOTH, false, "2026-03-01 23:59:59" },
        { "46082.999999999", BOTH, false, "2026-03-02 00:00:00" },
        { "4.6082500000000000E4", BOTH, false, "2026-03-01 12:00:00" },
        { "460825e-1", BOTH, false, "2026-03-01 12:00:00" },
        { "44620.5", BOTH, true, "2026-03-01 12:00:00" },
        { "0", DATE, true, "1904-01-01" },
        { "1", DATE, false, "1900-01-01" },
        { "59", DATE, false, "1900-02-28" },
        { "60", DATE, false, "1900-02-29" },
        { "61", DATE, false, "1900-03-01" },
        { "25569", DATE, false, "1970-01-01" },
        { "36585", DATE, false, "2000-02-29" },
        { "45351", DATE, false, "2024-02-29" },
        { "2958465", DATE, false, "9999-12-31" },
        { "2957003", DATE, true, "9999-12-31" },
        { "0.3541666666666667", TIME, false, "08:30:00" },
        { "0", TIME, false, "00:00:00" },
        { "46082.25", TIME, false, "2026-03-01 06:00:00" },
        { "1.503472222222222", XLSX_ELAPSED, false, "36:05:00" },
        { "1000", XLSX_ELAPSED, false, "24000:00:00" },
        { "0.04309555555555555", TIME | XLSX_FRACTION, false, "01:02:03.456" },
        { "0.04309555555555555", TIME, false, "01:02:03" },
        { "46082.416672453706", BOTH | XLSX_FRACTION, false, "2026-03-01 10:00:00.500" },
        { "46082.416672453706", BOTH, false, "2026-03-01 10:00:01" },
    };
    struct buf out;

    (void)state;
    buf_init(&out, 64);
    for (size_t i = 0; i < COUNT(dates); i++) {
        buf_reset(&out);
        assert_true(
            xlsx_date_text(&out, sv_of(dates[i].number), dates[i].format, dates[i].is_1904));
        assert_sv(buf_sv(&out), dates[i].text);
    }
    buf_release(&out);
}

static void
leaves_alone_what_is_no_date(void **state)
{
    static const struct { const char *number; unsigned format; bool is_1904; } others[] = {
        { "46082", 0, false }, { "0", DATE, false }, { "0.5", BOTH, false }, { "-1", DATE, false },
        { "2958466", DATE, false }, { "2957004", DATE, true }, { "1e9", BOTH, false },
        { "1e300", XLSX_ELAPSED, false }, { "2026-03-01", DATE, false }, { "", DATE, false },
        { ".", DATE, false }, { "1e", DATE, false }, { "1e+", DATE, false }, { "1 ", DATE, false },
        { "1.2.3", DATE, false }, { "1e9999", DATE, false },
        { "99999999999999999999999999999999999999999", DATE, false },
    };
    struct buf out;

    (void)state;
    buf_init(&out, 64);
    for (size_t i = 0; i < COUNT(others); i++) {
        assert_false(
            xlsx_date_text(&out, sv_of(others[i].number), others[i].format, others[i].is_1904));
        assert_int_equal(out.n, 0);
    }
    buf_release(&out);
}

static void
rounds_numbers_to_the_digits_that_a_spreadsheet_keeps(void **state)
{
    static const struct { const char *text, *rounded; } numbers[] = {
        { "1.8899999999999999", "1.89" },
        { "2.2000000000000002", "2.2" },
        { "9.449999999999999", "9.45" },
        { "-0.10000000000000001", "-0.1" },
        { "98.784999999999997", "98.785" },
        { "0.30000000000000004", "0.3" },
        { "0.300000000000000000011", "0.3" },
        { "9.3132257459999999E-10", "9.313225746E-10" },
        { "9.99999999999999999985e-08", "10e-08" },
        { "-9.99999999999999999985", "-10" },
        { "99.9999999999999999999", "100" },
        { "0.99999999999999999999", "1" },
        { "0.000123456789012345678", "0.000123456789012346" },
        { "46082.416666666664", "46082.4166666667" },
        /* Half goes away from zero. */
        { "1.234567890123445", "1.23456789012345" },
        { "-1.234567890123445", "-1.23456789012345" },
        { "1.234567890123444999", "1.23456789012344" },
        { "123456789012345.5", "123456789012346" },
        { "123456789012340.49", "123456789012340" },
        { "999999999999999.5", "1000000000000000" },
        { " 1.000000000000000000001 ", " 1" },
    };
    static const char *const others[] = {
        /* Few digits, whole numbers, which are ids, and other text. */
        "0.1", "1.50", "", "-", ".5", "1.23456789012345", "0.00000000000000000123",
        "12345678901234567890", "12345678901234567890.", "1234567890123456.789",
        "0.0000000000000000000000", "1.2.3000000000000000000001", "1.00000000000000000000x",
    };
    struct buf b;

    (void)state;
    buf_init(&b, 100);
    for (size_t i = 0; i < COUNT(numbers) + COUNT(others); i++) {
        bool is_rounded = i < COUNT(numbers);
        const char *text = is_rounded ? numbers[i].text : others[i - COUNT(numbers)];

        buf_reset(&b);
        buf_add_text(&b, "before");
        buf_add_text(&b, text);
        assert_int_equal(xlsx_round_digits(&b, 6), is_rounded);
        assert_sv(sv_part(buf_sv(&b), 0, 6), "before");
        assert_sv(sv_part(buf_sv(&b), 6, b.n), is_rounded ? numbers[i].rounded : text);
    }
    buf_release(&b);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_dates_from_numbers_by_the_format),
        cmocka_unit_test(computes_dates_exactly),
        cmocka_unit_test(leaves_alone_what_is_no_date),
        cmocka_unit_test(rounds_numbers_to_the_digits_that_a_spreadsheet_keeps),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
