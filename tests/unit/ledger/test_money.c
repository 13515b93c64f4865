/* Amounts: exact arithmetic up to the limit, and writing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ledger/money.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))
#define LIMIT "170141183460469231731.687303715884105727"

static struct money
amount(const char *text)
{
    struct err e = ERR_INIT;
    struct money m = MONEY_ZERO;

    if (money_parse(&m, sv_of(text), &e))
        fail_msg("'%s' was refused", text);
    return m;
}

static void
assert_amount(struct money m, const char *expected)
{
    char buf[MONEY_TEXT_MAX];

    assert_string_equal(money_format(buf, m), expected);
}

static void
adds_and_subtracts_up_to_the_limit(void **state)
{
    struct err e = ERR_INIT;
    struct money m = amount(LIMIT), least = amount("0.000000000000000001");

    (void)state;
    assert_int_equal(money_add(&m, least, &e), -1);
    assert_int_equal(e.code, ERR_RANGE);
    assert_amount(m, LIMIT);

    e = (struct err)ERR_INIT;
    assert_int_equal(money_sub(&m, amount(LIMIT), &e), 0);
    assert_amount(m, "0");
    assert_int_equal(money_sub(&m, amount(LIMIT), &e), 0);
    assert_amount(m, "-" LIMIT);
    assert_int_equal(money_sub(&m, least, &e), -1);
    assert_int_equal(e.code, ERR_RANGE);
    assert_amount(m, "-" LIMIT);

    e = (struct err)ERR_INIT;
    m = amount("0.1");
    assert_int_equal(money_add(&m, amount("0.2"), &e), 0);
    assert_amount(m, "0.3");
    assert_int_equal(e.code, ERR_NONE);
}

static void
compares_and_negates(void **state)
{
    (void)state;
    assert_true(money_compare(amount("1"), amount("2")) < 0);
    assert_true(money_compare(amount("-1"), amount("-2")) > 0);
    assert_true(money_compare(amount("1.50"), amount("1.5")) == 0);
    assert_true(money_compare(amount(LIMIT), amount("-" LIMIT)) > 0);
    assert_amount(money_negate(amount("-2.5")), "2.5");
    assert_amount(money_negate(MONEY_ZERO), "0");
    assert_amount(money_negate(amount(LIMIT)), "-" LIMIT);
    assert_true(money_is_zero(amount("-0.00")));
    assert_false(money_is_zero(amount("0.000000000000000001")));
    assert_true(money_is_negative(amount("-0.000000000000000001")));
    assert_false(money_is_negative(amount("-0")));
    assert_amount(money_of(INT64_MIN), "-9223372036854775808");
}

static void
multiplies_exactly_or_says_that_it_rounded(void **state)
{
    static const struct {
        const char *a, *b, *expected; /* NULL: beyond the limit */
        bool is_exact;
    } cases[] = {
        { "1.88", "24", "45.12", true },
        { "-1.88", "24", "-45.12", true },
        { "-0.5", "-0.5", "0.25", true },
        { "0", LIMIT, "0", true },
        { "1", LIMIT, LIMIT, true },
        { "-1", LIMIT, "-" LIMIT, true },
        { "100000000000", "1000000000", "100000000000000000000", true },
        { "0.000000001", "0.000000001", "0.000000000000000001", true },
        { "0.000000001", "0.0000000005", "0", false },
        { "0.000000003", "0.0000000005", "0.000000000000000002", false },
        { "0.000000005", "0.0000000005", "0.000000000000000002", false },
        { "-0.000000003", "0.0000000005", "-0.000000000000000002", false },
        { "0.333333333333333333", "0.333333333333333333", "0.111111111111111111", false },
        { "123456789.123456789123456789", "987654321.987654321",
            "121932631356500531.469135800347203169", false },
        { LIMIT, "1.000000000000000001", NULL, false },
        { LIMIT, LIMIT, NULL, false },
        { "20000000000", "10000000000", NULL, false },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct err e = ERR_INIT;
        struct money out = money_of(77);
        bool is_exact = !cases[i].is_exact;
        int result = money_multiply(&out, amount(cases[i].a), amount(cases[i].b), &is_exact, &e);

        if (!cases[i].expected) {
            assert_int_equal(result, -1);
            assert_int_equal(e.code, ERR_RANGE);
            assert_amount(out, "77");
            continue;
        }
        assert_int_equal(result, 0);
        assert_amount(out, cases[i].expected);
        assert_int_equal(is_exact, cases[i].is_exact);
        assert_int_equal(money_multiply(&out, amount(cases[i].b), amount(cases[i].a), NULL, &e), 0);
        assert_amount(out, cases[i].expected);
    }
}

static void
whole_numbers_multiply_exactly_up_to_the_limit(void **state)
{
    static const struct {
        const char *m;
        int64_t n;
        const char *expected; /* NULL: beyond the limit */
    } cases[] = {
        { "0.000000000000000001", 3600000, "0.0000000000036" },
        { "-1.5", 3, "-4.5" },
        { "-1.5", -3, "4.5" },
        { "1.5", 0, "0" },
        { "17014118346046923173", 10, "170141183460469231730" },
        { "17014118346046923174", 10, NULL },
        { "-100", INT64_MIN, NULL },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct money out = amount("77");
        struct err e = ERR_INIT;
        int result = money_times(&out, amount(cases[i].m), cases[i].n, &e);

        assert_int_equal(result, cases[i].expected ? 0 : -1);
        assert_int_equal(e.code, cases[i].expected ? ERR_NONE : ERR_RANGE);
        assert_amount(out, cases[i].expected ? cases[i].expected : "77");
        /* The reason need not be asked for. */
        assert_int_equal(money_times(&out, amount(cases[i].m), cases[i].n, NULL), result);
    }
}

static void
shares_round_once_and_away_from_zero(void **state)
{
    static const struct {
        const char *m;
        int64_t part, whole;
        unsigned decimals;
        const char *expected; /* NULL: beyond the limit */
    } cases[] = {
        { "10", 1, 3, 2, "3.33" },
        { "10", 2, 3, 2, "6.67" },
        { "10", 1, 3, 18, "3.333333333333333333" },
        { "10", 2, 3, 18, "6.666666666666666667" },
        { "-10", 2, 3, 2, "-6.67" },
        { "10", -2, 3, 2, "-6.67" },
        { "-10", 2, -3, 2, "6.67" },
        { "0.01", 1, 2, 2, "0.01" },
        { "-0.01", 1, 2, 2, "-0.01" },
        { "0.05", 1, 10, 2, "0.01" },
        { "0.049999999999999999", 1, 10, 2, "0" },
        { "1", 1, 2, 0, "1" },
        { "1", 499, 1000, 0, "0" },
        { "0", 5, 7, 18, "0" },
        { "7", 0, 9, 2, "0" },
        { "0.000000000000000001", 1, 2, 18, "0.000000000000000001" },
        { "0.000000000000000001", 1, 3, 18, "0" },
        { LIMIT, 7, 7, 18, LIMIT },
        { LIMIT, INT64_MAX, INT64_MAX, 18, LIMIT },
        { LIMIT, 1, 1, 2, NULL },
        { LIMIT, 1, 1, 5, "170141183460469231731.6873" },
        { LIMIT, 2, 1, 18, NULL },
        { LIMIT, INT64_MAX, 1, 18, NULL },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct err e = ERR_INIT;
        struct money out = money_of(77);
        int result = money_share(&out, amount(cases[i].m), cases[i].part, cases[i].whole,
            cases[i].decimals, &e);

        if (!cases[i].expected) {
            assert_int_equal(result, -1);
            assert_int_equal(e.code, ERR_RANGE);
            assert_amount(out, "77");
            continue;
        }
        assert_int_equal(result, 0);
        assert_amount(out, cases[i].expected);
    }
}

static void
shares_by_numbers_of_more_than_64_bits(void **state)
{
    struct err e = ERR_INIT;
    struct money out, m = amount("123456789.987654321");
    money_int whole = amount(LIMIT).units, part = whole / 3;

    (void)state;
    assert_int_equal(money_share(&out, m, part, whole, 2, &e), 0);
    assert_amount(out, "41152263.33");
    assert_int_equal(money_share(&out, m, whole, whole, 18, &e), 0);
    assert_amount(out, "123456789.987654321");
    assert_int_equal(money_share(&out, amount(LIMIT), whole, whole, 18, &e), 0);
    assert_amount(out, LIMIT);
    assert_int_equal(money_share(&out, amount(LIMIT), -whole, whole, 18, &e), 0);
    assert_amount(out, "-" LIMIT);
}

static void
rounds_half_away_from_zero(void **state)
{
    static const struct {
        const char *text;
        unsigned decimals;
        const char *expected;
    } cases[] = {
        { "0.005", 2, "0.01" },
        { "0.0049", 2, "0" },
        { "-0.005", 2, "-0.01" },
        { "-0.0049", 2, "0" },
        { "2.5", 0, "3" },
        { "-2.5", 0, "-3" },
        { "1.999", 2, "2" },
        { "0.000000000000000001", 18, "0.000000000000000001" },
        { LIMIT, 2, "170141183460469231731.68" },
        { LIMIT, 18, LIMIT },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_amount(money_round(amount(cases[i].text), cases[i].decimals), cases[i].expected);
}

static void
writes_amounts_for_reading(void **state)
{
    static const struct {
        const char *text;
        unsigned decimals;
        const char *expected;
    } cases[] = {
        { "3284.17", 2, "3,284.17" },
        { "0", 2, "0.00" },
        { "0", 0, "0" },
        { "-0.004", 2, "0.00" },
        { "-0.005", 2, "-0.01" },
        { "999.995", 2, "1,000.00" },
        { "-1234567.891", 0, "-1,234,568" },
        { "100", 2, "100.00" },
        { "1000", 0, "1,000" },
        { "0.05", 3, "0.050" },
        { "1.000000000000000001", 18, "1.000000000000000001" },
        { "-" LIMIT, 18, "-170,141,183,460,469,231,731.687303715884105727" },
        { LIMIT, 0, "170,141,183,460,469,231,732" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        char buf[MONEY_DISPLAY_MAX];

        assert_string_equal(money_format_display(buf, amount(cases[i].text), cases[i].decimals),
            cases[i].expected);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adds_and_subtracts_up_to_the_limit),
        cmocka_unit_test(compares_and_negates),
        cmocka_unit_test(multiplies_exactly_or_says_that_it_rounded),
        cmocka_unit_test(whole_numbers_multiply_exactly_up_to_the_limit),
        cmocka_unit_test(shares_round_once_and_away_from_zero),
        cmocka_unit_test(shares_by_numbers_of_more_than_64_bits),
        cmocka_unit_test(rounds_half_away_from_zero),
        cmocka_unit_test(writes_amounts_for_reading),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
