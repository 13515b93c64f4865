/* Amounts as text: what is read, what is refused and why. */
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

struct reading {
    const char *text, *expected, *currency;
};

static void
assert_readings(const struct reading *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct err e = ERR_INIT;
        struct money_text t = { MONEY_ZERO, 0, NULL, false, 0 };
        char buf[MONEY_TEXT_MAX];

        if (money_parse_text(&t, sv_of(cases[i].text), '.', &e))
            fail_msg("'%s' was refused", cases[i].text);
        if (strcmp(money_format(buf, t.value), cases[i].expected) != 0)
            fail_msg("'%s' was read as %s", cases[i].text, buf);
        if (cases[i].currency) {
            assert_non_null(t.currency);
            assert_string_equal(t.currency, cases[i].currency);
        } else {
            assert_null(t.currency);
        }
        assert_int_equal(e.code, ERR_NONE);
    }
}

static void
reads_numbers_as_bills_write_them(void **state)
{
    static const struct reading cases[] = {
        { "0", "0", NULL },
        { "1234.5", "1234.5", NULL },
        { "  12.30\t", "12.3", NULL },
        { "1,234.50", "1234.5", NULL },
        { "1,234,567", "1234567", NULL },
        { "12,345,678.90", "12345678.9", NULL },
        { "1 234.50", "1234.5", NULL },
        { "1\xC2\xA0" "234\xC2\xA0" "567.5", "1234567.5", NULL },
        { "1\xE2\x80\x89" "234", "1234", NULL },
        { "1\xE2\x80\xAF" "234", "1234", NULL },
        { "5.", "5", NULL },
        { ".5", "0.5", NULL },
        { "-.5", "-0.5", NULL },
        { "007", "7", NULL },
        { "+3", "3", NULL },
        { "-0.01", "-0.01", NULL },
        { "0.01-", "-0.01", NULL },
        { "- 0.01", "-0.01", NULL },
        { "\xE2\x88\x92" "0.01", "-0.01", NULL },
        { "\xE2\x80\x93" "0.01", "-0.01", NULL },
        { "－0.01", "-0.01", NULL },
        { "(0.01)", "-0.01", NULL },
        { "（0.01）", "-0.01", NULL },
        { "-0", "0", NULL },
        { "-0.00", "0", NULL },
        { "(0)", "0", NULL },
        { "１，２３４．５６", "1234.56", NULL },
        { "＋３", "3", NULL },
        { "'0123.4", "123.4", NULL },
        { "`0.01", "0.01", NULL },
        { "=\"1.50\"", "1.5", NULL },
        { "1.2E-05", "0.000012", NULL },
        { "1.2e+01", "12", NULL },
        { "1.2E1", "12", NULL },
        { "9.31322574e-10", "0.000000000931322574", NULL },
        { "0E999999999", "0", NULL },
        { "1E-999999999", "0", NULL },
        { "100E18", "100000000000000000000", NULL },
        { "8%", "0.08", NULL },
        { "8 %", "0.08", NULL },
        { "-12.5％", "-0.125", NULL },
    };

    (void)state;
    assert_readings(cases, COUNT(cases));
}

static void
reads_currencies_before_and_behind(void **state)
{
    static const struct reading cases[] = {
        { "¥12.30", "12.3", "CNY" },
        { "￥12.30", "12.3", "CNY" },
        { "CN¥12.30", "12.3", "CNY" },
        { "CN¥ 1,234.00", "1234", "CNY" },
        { "12.30元", "12.3", "CNY" },
        { "12.30 元", "12.3", "CNY" },
        { "人民币12.30", "12.3", "CNY" },
        { "RMB 12.30", "12.3", "CNY" },
        { "¥12.30元", "12.3", "CNY" },
        { "￥-0.01", "-0.01", "CNY" },
        { "-￥0.01", "-0.01", "CNY" },
        { "$1,234.56", "1234.56", "USD" },
        { "US$5", "5", "USD" },
        { "USD 5", "5", "USD" },
        { "USD $5", "5", "USD" },
        { "12.00 USD", "12", "USD" },
        { "12.00USD", "12", "USD" },
        { "5EUR", "5", "EUR" },
        { "5 eur", "5", "EUR" },
        { "1E2EUR", "100", "EUR" },
        { "($67.00)", "-67", "USD" },
        { "$(67.00)", "-67", "USD" },
        { "€(63.12)", "-63.12", "EUR" },
        { "(63.12) €", "-63.12", "EUR" },
        { "(63.12 €)", "-63.12", "EUR" },
        { "12.50- USD", "-12.5", "USD" },
        { "¥500 JPY", "500", "JPY" },
        { "JPY ¥500", "500", "JPY" },
        { "£.50", "0.5", "GBP" },
        { "3.5 DCU", "3.5", "DCU" },
    };

    (void)state;
    assert_readings(cases, COUNT(cases));
}

static void
refuses_what_could_be_misread_and_leaves_the_result_alone(void **state)
{
    static const char *const cases[] = {
        "", " ", "-", "--", "/", "null", ".", ",", "-.", "abc", "NaN", "nan", "inf", "-inf",
        "Infinity", "1.2.3", "1,2", "1234,567", "1,2345", "1,23,456", "12,34,567", "1,234,56",
        "1,,234", ",123", "1,", "1.234,5", "0,125", "012,345", "1 2", "12 34", "1  234",
        "1 234,567", "1,234 567", "1.5 6", "--5", "-+5", "+-5", "-5-", "+5-", "-(5)", "(-5)",
        "(5)-", "+(5)", "((5))", "(5", "5)", ")5(", "5()", "12折", "8.5折", "5万", "5E", "5E+",
        "E5", "1.5E2.5", "5 xyz", "$5 CNY", "$5€", "€5 £", "Rs.5", "USD.5", "%5", "5%%", "5% USD",
        "8‰", "1'000", "1_000", "0x10", "=5", "=1+1", "'", "`", "=\"\"", "''5", "5\xFF", "\xFF\x35",
        "5\xE5\x85", "1-2", "5,000.00.00", "٣",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct err e = ERR_INIT;
        struct money m = money_of(77);

        if (!money_parse(&m, sv_of(cases[i]), &e)) {
            char buf[MONEY_TEXT_MAX];

            fail_msg("'%s' was read as %s", cases[i], money_format(buf, m));
        }
        assert_int_equal(e.code, ERR_SYNTAX);
        assert_non_null(e.message.format);
        assert_amount(m, "77");
    }
}

static void
says_why_an_amount_is_refused(void **state)
{
    static const struct {
        const char *text, *expected;
    } cases[] = {
        { "1.2.3", "amount '1.2.3' is not a number; expected one such as 1234.50" },
        { "1,2", "amount '1,2' is not grouped in threes; expected 1,234.50 or 1234.50" },
        { "-(5)", "amount '-(5)' has two signs; expected at most one" },
        { "(5", "amount '(5' has half a pair of brackets; expected (12.50) for -12.50" },
        { "$5 CNY", "amount '$5 CNY' names two currencies; expected one" },
        { "abc", "amount 'abc' is not a number; expected one such as 1234.50" },
        { "1E21", "amount '1E21' goes beyond 1.7 x 10^20, the most that is kept exactly" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct err e = ERR_INIT;
        struct money m = MONEY_ZERO;
        char buf[MESSAGE_TEXT_MAX];

        assert_int_equal(money_parse(&m, sv_of(cases[i].text), &e), -1);
        assert_string_equal(message_text(&e.message, LANG_EN, buf, sizeof(buf)),
            cases[i].expected);
    }
}

static void
exchanges_point_and_comma_where_the_format_says_so(void **state)
{
    static const struct {
        const char *text, *expected; /* NULL: refused */
    } cases[] = {
        { "1.234,56", "1234.56" },
        { "1.234.567", "1234567" },
        { "12,5", "12.5" },
        { "1,234", "1.234" },
        { "-3.000,00", "-3000" },
        { "1 234,5 €", "1234.5" },
        { "100", "100" },
        { "1.23", NULL },
        { "1.5", NULL },
        { "1,234.56", NULL },
        { "1,2,3", NULL },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct err e = ERR_INIT;
        struct money_text t;
        int result = money_parse_text(&t, sv_of(cases[i].text), ',', &e);

        if (!cases[i].expected) {
            assert_int_equal(result, -1);
            assert_int_equal(e.code, ERR_SYNTAX);
            continue;
        }
        assert_int_equal(result, 0);
        assert_amount(t.value, cases[i].expected);
    }
}

static void
notes_what_was_found_beside_the_value(void **state)
{
    static const struct {
        const char *text;
        unsigned notes, decimals;
        bool is_yen;
    } cases[] = {
        { "12", 0, 0, false },
        { "12.50", 0, 2, false },
        { "-12.500", 0, 3, false },
        { "¥12.50", 0, 2, true },
        { "￥12.50", 0, 2, true },
        { "CN¥12.50", 0, 2, false },
        { "¥12.50元", 0, 2, false },
        { "¥500 JPY", 0, 0, false },
        { "1.2E-05", MONEY_EXPONENT, 6, false },
        { "1.2E+01", MONEY_EXPONENT, 0, false },
        { "1E-999999999", MONEY_EXPONENT | MONEY_ROUNDED_18, 255, false },
        { "8.5%", MONEY_PERCENT, 3, false },
        { "'1.5", MONEY_MARKED, 1, false },
        { "=\"1.5\"", MONEY_MARKED, 1, false },
        { "0.1234567890123456789", MONEY_ROUNDED_18, 19, false },
        { "0.1000000000000000000000", 0, 22, false },
        { "1E-18", MONEY_EXPONENT, 18, false },
        { "1E-19", MONEY_EXPONENT | MONEY_ROUNDED_18, 19, false },
        /* Digits that the text does not show: a number that has lost them looks the same. */
        { "1e17", MONEY_EXPONENT | MONEY_UNWRITTEN_DIGITS, 0, false },
        { "1E+2", MONEY_EXPONENT | MONEY_UNWRITTEN_DIGITS, 0, false },
        { "1.23457E+17", MONEY_EXPONENT | MONEY_UNWRITTEN_DIGITS, 0, false },
        { "1.2E+02", MONEY_EXPONENT | MONEY_UNWRITTEN_DIGITS, 0, false },
        { "1.073741824E9", MONEY_EXPONENT, 0, false },
        { "0E+3", MONEY_EXPONENT, 0, false },
        { "5E0", MONEY_EXPONENT, 0, false },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct err e = ERR_INIT;
        struct money_text t;

        assert_int_equal(money_parse_text(&t, sv_of(cases[i].text), '.', &e), 0);
        assert_int_equal(t.notes, cases[i].notes);
        assert_int_equal(t.decimals, cases[i].decimals);
        assert_int_equal(t.is_ambiguous_yen, cases[i].is_yen);
    }
}

static void
rounds_the_nineteenth_decimal_half_even(void **state)
{
    static const struct {
        const char *text, *expected;
    } cases[] = {
        { "0.0000000000000000005", "0" },
        { "0.0000000000000000015", "0.000000000000000002" },
        { "0.0000000000000000025", "0.000000000000000002" },
        { "0.00000000000000000250000001", "0.000000000000000003" },
        { "0.0000000000000000024999999", "0.000000000000000002" },
        { "-0.0000000000000000015", "-0.000000000000000002" },
        { "-0.0000000000000000001", "0" },
        { "0.9999999999999999999", "1" },
        { "25E-19", "0.000000000000000002" },
        { "9E-19", "0.000000000000000001" },
        { "9E-20", "0" },
        { "9.313225746e-10", "0.000000000931322575" },
        { "0.00000000000000000000000000000000000000000000000000009", "0" },
        { "0.300000000000000044408920985006", "0.300000000000000044" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_amount(amount(cases[i].text), cases[i].expected);
}

static void
keeps_amounts_up_to_the_limit_and_refuses_those_beyond(void **state)
{
    static const char *const beyond[] = {
        "170141183460469231731.687303715884105728",
        "170141183460469231731.6873037158841057275",
        "-170141183460469231731.687303715884105728",
        "170141183460469231732",
        "1000000000000000000000",
        "1E21",
        "1E999999999",
        "-1E999999999999999999999999999999",
        "999999999999999999999999999999999999999999999999999999",
        "¥1E999999999",
    };

    (void)state;
    assert_amount(amount(LIMIT), LIMIT);
    assert_amount(amount("-" LIMIT), "-" LIMIT);
    assert_amount(amount("(" LIMIT ")"), "-" LIMIT);
    assert_amount(amount(LIMIT "4"), LIMIT);
    assert_amount(amount("170141183460469231731687303715884105727E-18"), LIMIT);
    assert_amount(amount("000000000000000000000000000000000000000000001.5"), "1.5");
    for (size_t i = 0; i < COUNT(beyond); i++) {
        struct err e = ERR_INIT;
        struct money m = money_of(77);

        assert_int_equal(money_parse(&m, sv_of(beyond[i]), &e), -1);
        assert_int_equal(e.code, ERR_RANGE);
        assert_amount(m, "77");
    }
}

static void
reads_plain_numbers_of_any_length_alike(void **state)
{
    /* Around the number of digits where the short way ends. */
    static const char *const cases[] = {
        "1234567890123456789", "12345678901234567890", "0.123456789012345678",
        "1.123456789012345678", "12.123456789012345678", "9999999999999999999",
        "-9999999999999999999", "9.999999999999999999", "0.30000000000000004",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_amount(amount(cases[i]), cases[i]);
}

static void
knows_what_means_no_value(void **state)
{
    static const char *const absent[] = {
        "", "  ", "-", " -- ", "/", "null", "NULL", "Null", "(null)", "(NULL)", "None", "none",
        "N/A", "n/a", "\xC2\xA0",
    };
    static const char *const present[] = { "0", "NaN", "---", "//", "na", "-0", "nil", "." };

    (void)state;
    for (size_t i = 0; i < COUNT(absent); i++)
        assert_true(money_is_absent(sv_of(absent[i])));
    for (size_t i = 0; i < COUNT(present); i++)
        assert_false(money_is_absent(sv_of(present[i])));
    assert_true(money_is_absent(SV_EMPTY));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_numbers_as_bills_write_them),
        cmocka_unit_test(reads_currencies_before_and_behind),
        cmocka_unit_test(refuses_what_could_be_misread_and_leaves_the_result_alone),
        cmocka_unit_test(says_why_an_amount_is_refused),
        cmocka_unit_test(exchanges_point_and_comma_where_the_format_says_so),
        cmocka_unit_test(notes_what_was_found_beside_the_value),
        cmocka_unit_test(rounds_the_nineteenth_decimal_half_even),
        cmocka_unit_test(keeps_amounts_up_to_the_limit_and_refuses_those_beyond),
        cmocka_unit_test(reads_plain_numbers_of_any_length_alike),
        cmocka_unit_test(knows_what_means_no_value),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
