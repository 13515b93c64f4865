/* Currencies: codes, signs, Chinese names, minor units. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ledger/currency.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static void
knows_iso_codes_in_capitals_only(void **state)
{
    static const char *const known[] = {
        "CNY", "USD", "EUR", "JPY", "HKD", "XCG", "ZWG", "AED", "BGN", "DCU", "XXX",
    };
    static const char *const unknown[] = {
        "", "cny", "Usd", "RMB", "CNH", "XTS", "HRK", "DEM", "US", "USDT", "US ", "元", "$",
        " CNY",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(known); i++)
        assert_true(currency_is_known(sv_of(known[i])));
    for (size_t i = 0; i < COUNT(unknown); i++)
        assert_false(currency_is_known(sv_of(unknown[i])));
}

static void
finds_the_code_of_what_bills_write(void **state)
{
    static const struct {
        const char *text, *code; /* NULL: none */
    } cases[] = {
        { "cny", "CNY" }, { "CNY", "CNY" }, { " Cny ", "CNY" }, { "RMB", "CNY" },
        { "rmb", "CNY" }, { "元", "CNY" }, { "人民币", "CNY" }, { "CN¥", "CNY" }, { "¥", "CNY" },
        { "￥", "CNY" }, { "$", "USD" }, { "＄", "USD" }, { "US$", "USD" }, { "us$", "USD" },
        { "美元", "USD" }, { "€", "EUR" }, { "£", "GBP" }, { "A$", "AUD" }, { "HK$", "HKD" },
        { "港币", "HKD" }, { "日元", "JPY" }, { "JP¥", "JPY" }, { "S$", "SGD" }, { "₩", "KRW" },
        { "dcu", "DCU" }, { "", NULL }, { "折", NULL }, { "%", NULL }, { "$$", NULL },
        { "NaN", NULL }, { "XTS", NULL }, { "kr", NULL }, { "Rs", NULL }, { "万元", NULL },
        { "dollars", NULL },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const char *code = currency_code(sv_of(cases[i].text), NULL);

        if (!cases[i].code)
            assert_null(code);
        else if (!code || strcmp(code, cases[i].code) != 0)
            fail_msg("'%s' gave %s", cases[i].text, code ? code : "nothing");
    }
}

static void
tells_the_yen_sign_from_signs_that_are_clear(void **state)
{
    static const char *const ambiguous[] = { "¥", "￥", " ¥ " };
    static const char *const clear[] = { "CN¥", "JP¥", "元", "CNY", "JPY", "$", "nothing" };
    bool is_yen;

    (void)state;
    for (size_t i = 0; i < COUNT(ambiguous); i++) {
        is_yen = false;
        assert_string_equal(currency_code(sv_of(ambiguous[i]), &is_yen), "CNY");
        assert_true(is_yen);
    }
    for (size_t i = 0; i < COUNT(clear); i++) {
        is_yen = true;
        currency_code(sv_of(clear[i]), &is_yen);
        assert_false(is_yen);
    }
}

static void
knows_the_decimals_of_minor_units(void **state)
{
    static const struct {
        const char *code;
        unsigned decimals;
    } cases[] = {
        { "JPY", 0 }, { "KRW", 0 }, { "VND", 0 }, { "CLP", 0 }, { "ISK", 0 }, { "BHD", 3 },
        { "IQD", 3 }, { "JOD", 3 }, { "KWD", 3 }, { "LYD", 3 }, { "OMR", 3 }, { "TND", 3 },
        { "CNY", 2 }, { "USD", 2 }, { "???", 2 }, { "", 2 },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(currency_decimals(sv_of(cases[i].code)), cases[i].decimals);
}

static void
a_sign_fits_the_currencies_that_share_it(void **state)
{
    static const struct {
        const char *text, *code;
        bool fits;
    } cases[] = {
        { "", "CNY", true }, { "US$", "CNY", false }, { "US$", "USD", true },
        { "US$", "CAD", false }, { "$", "CAD", true }, { "$", "USD", true }, { "$", "CNY", false },
        { "¥", "CNY", true }, { "¥", "JPY", true }, { "¥", "USD", false }, { "元", "CNY", true },
        { "元", "JPY", false }, { "€", "CNY", false }, { "€", "EUR", true },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        bool is_yen = false;
        const char *found = currency_code(sv_of(cases[i].text), &is_yen);
        bool is_dollar = found && currency_is_bare_dollar(found, sv_of(cases[i].text));

        assert_int_equal(currency_fits(found, is_yen, is_dollar, cases[i].code), cases[i].fits);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_iso_codes_in_capitals_only),
        cmocka_unit_test(finds_the_code_of_what_bills_write),
        cmocka_unit_test(a_sign_fits_the_currencies_that_share_it),
        cmocka_unit_test(tells_the_yen_sign_from_signs_that_are_clear),
        cmocka_unit_test(knows_the_decimals_of_minor_units),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
