#include <math.h>
#include <stdio.h>

#include "ledger/money.h"
#include "ledger/timestamp.h"
#include "reports/book_number.h"
#include "unit.h"

static void
a_decimal_of_15_digits_is_what_the_cell_shows(void **state)
{
    static const struct {
        const char *text, *shown;
        bool is_exact;
    } rows[] = {
        { "0", "0", true },
        { "0.1", "0.1", true },
        { "-2218.3", "-2218.3", true },
        { "0.000000000000000001", "1e-18", true },
        { "999999999999999", "999999999999999", true },
        { "0.123456789012345", "0.123456789012345", true },
        { "123456789012.345", "123456789012.345", true },
        { "100000000000000000000", "1e+20", true },
        { "1234567890123456", "1.23456789012346e+15", false },
        { "0.1234567890123456", "0.123456789012346", false },
        { "-1000000000000000.1", "-1e+15", false },
        { "100000000000000.001", "100000000000000", false },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct money m = MONEY_ZERO;
        struct err e = ERR_INIT;
        bool is_exact;
        char got[64];

        assert_int_equal(money_parse(&m, sv_of(rows[i].text), &e), 0);
        (void)snprintf(got, sizeof(got), "%.15g", book_number(m, &is_exact));
        assert_string_equal(got, rows[i].shown);
        assert_int_equal(is_exact, rows[i].is_exact);
    }
}

static void
a_time_is_days_since_1899_in_the_zone(void **state)
{
    struct time_text t;
    struct err e = ERR_INIT;

    (void)state;
    assert_int_equal(time_parse(&t, SV("2026-03-01 12:00:00"), DATE_YEAR_FIRST, 480, false, &e), 0);
    assert_true(fabs(book_days(t.at, 480) - 46082.5) < 1e-9);
    assert_true(fabs(book_days(t.at, 0) - 46082.5 + 8.0 / 24) < 1e-9);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_decimal_of_15_digits_is_what_the_cell_shows),
        cmocka_unit_test(a_time_is_days_since_1899_in_the_zone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
