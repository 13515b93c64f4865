/*
 * currency.c - ISO 4217 codes, signs and minor units.
 *
 * The codes are those of ISO 4217 in force in 2026, with BGN, which the bills of 2025 still have,
 * and without the one for tests. "XXX", no currency, stands for what a bill leaves open.
 */
#include <stdint.h>

#include "ledger/currency.h"

#define CODE_LENGTH 3

/* A code as a number. */
#define CODE(a, b, c) \
    ((uint32_t)(unsigned char)(a) << 16 | (uint32_t)(unsigned char)(b) << 8 | (unsigned char)(c))

/* Sorted. */
static const char codes[][CODE_LENGTH + 1] = {
    "AED", "AFN", "ALL", "AMD", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN",
    "BHD", "BIF", "BMD", "BND", "BOB", "BOV", "BRL", "BSD", "BTN", "BWP", "BYN", "BZD", "CAD",
    "CDF", "CHE", "CHF", "CHW", "CLF", "CLP", "CNY", "COP", "COU", "CRC", "CUP", "CVE", "CZK",
    "DCU", "DJF", "DKK", "DOP", "DZD", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL",
    "GHS", "GIP", "GMD", "GNF", "GTQ", "GYD", "HKD", "HNL", "HTG", "HUF", "IDR", "ILS", "INR",
    "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD",
    "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK",
    "MNT", "MOP", "MRU", "MUR", "MVR", "MWK", "MXN", "MXV", "MYR", "MZN", "NAD", "NGN", "NIO",
    "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON",
    "RSD", "RUB", "RWF", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLE", "SOS", "SRD",
    "SSP", "STN", "SVC", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TOP", "TRY", "TTD", "TWD",
    "TZS", "UAH", "UGX", "USD", "USN", "UYI", "UYU", "UYW", "UZS", "VED", "VES", "VND", "VUV",
    "WST", "XAD", "XAF", "XAG", "XAU", "XBA", "XBB", "XBC", "XBD", "XCD", "XCG", "XDR", "XOF",
    "XPD", "XPF", "XPT", "XSU", "XUA", "XXX", "YER", "ZAR", "ZMW", "ZWG",
};

struct sign {
    const char *text;
    const char *code;
};

static const struct sign signs[] = {
    { "$", "USD" }, { "US$", "USD" }, { "＄", "USD" }, { "美元", "USD" }, { "美金", "USD" },
    { "¥", "CNY" }, { "￥", "CNY" }, { "CN¥", "CNY" }, { "CN￥", "CNY" }, { "RMB", "CNY" },
    { "RMB¥", "CNY" }, { "RMB￥", "CNY" }, { "元", "CNY" }, { "人民币", "CNY" },
    { "人民币元", "CNY" }, { "元人民币", "CNY" },
    { "€", "EUR" }, { "欧元", "EUR" }, { "£", "GBP" }, { "￡", "GBP" }, { "英镑", "GBP" },
    { "JP¥", "JPY" }, { "円", "JPY" }, { "日元", "JPY" }, { "日圆", "JPY" },
    { "HK$", "HKD" }, { "港元", "HKD" }, { "港币", "HKD" }, { "MOP$", "MOP" },
    { "NT$", "TWD" }, { "新台币", "TWD" }, { "S$", "SGD" }, { "SG$", "SGD" },
    { "新加坡元", "SGD" }, { "₩", "KRW" }, { "￦", "KRW" }, { "韩元", "KRW" }, { "韩币", "KRW" },
    { "A$", "AUD" }, { "AU$", "AUD" }, { "澳元", "AUD" }, { "澳大利亚元", "AUD" },
    { "C$", "CAD" }, { "CA$", "CAD" }, { "加元", "CAD" }, { "加拿大元", "CAD" },
    { "NZ$", "NZD" }, { "新西兰元", "NZD" }, { "R$", "BRL" }, { "MX$", "MXN" },
    { "₹", "INR" }, { "印度卢比", "INR" }, { "₽", "RUB" }, { "俄罗斯卢布", "RUB" },
    { "₺", "TRY" }, { "₴", "UAH" }, { "₫", "VND" }, { "越南盾", "VND" }, { "฿", "THB" },
    { "泰铢", "THB" }, { "₱", "PHP" }, { "₪", "ILS" }, { "zł", "PLN" }, { "瑞士法郎", "CHF" },
    { "瑞典克朗", "SEK" }, { "马来西亚林吉特", "MYR" }, { "印尼盾", "IDR" },
};

/* The code that equals ${text} but for the case of letters, or NULL. */
static const char *
find_code(struct sv text)
{
    if (text.n != CODE_LENGTH)
        return NULL;
    for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++)
        if (sv_is_folded(text, (struct sv){ codes[i], CODE_LENGTH }))
            return codes[i];
    return NULL;
}

bool
currency_is_known(struct sv code)
{
    const char *found = find_code(code);

    return found && sv_is(code, sv_of(found));
}

const char *
currency_code(struct sv text, bool *is_ambiguous_yen)
{
    const char *code;

    text = sv_trim(text);
    if (is_ambiguous_yen)
        *is_ambiguous_yen = sv_is(text, SV("¥")) || sv_is(text, SV("￥"));
    code = find_code(text);
    for (size_t i = 0; !code && i < sizeof(signs) / sizeof(signs[0]); i++)
        if (sv_is_folded(text, sv_of(signs[i].text)))
            code = signs[i].code;
    return code;
}

bool
currency_is_bare_dollar(const char *found, struct sv text)
{
    return sv_is(sv_of(found), SV("USD")) && sv_find(text, SV("US"), 0) == (size_t)-1 &&
        sv_find(text, SV("us"), 0) == (size_t)-1;
}

bool
currency_fits(const char *found, bool is_yen, bool is_dollar, const char *code)
{
    static const char *const dollars[] = { "USD", "AUD", "CAD", "HKD", "SGD", "NZD", "TWD", "MXN",
        "BRL", "CLP", "COP", "ARS" };
    struct sv asked = sv_of(code);

    if (!found || sv_is(asked, sv_of(found)))
        return true;
    if (is_yen)
        return sv_is(asked, SV("CNY")) || sv_is(asked, SV("JPY"));
    for (size_t i = 0; is_dollar && i < sizeof(dollars) / sizeof(dollars[0]); i++)
        if (sv_is(asked, sv_of(dollars[i])))
            return true;
    return false;
}

unsigned
currency_decimals(struct sv code)
{
    if (code.n != CODE_LENGTH)
        return 2;
    switch (CODE(code.p[0], code.p[1], code.p[2])) {
    case CODE('J', 'P', 'Y'):
    case CODE('K', 'R', 'W'):
    case CODE('V', 'N', 'D'):
    case CODE('C', 'L', 'P'):
    case CODE('I', 'S', 'K'):
        return 0;
    case CODE('B', 'H', 'D'):
    case CODE('I', 'Q', 'D'):
    case CODE('J', 'O', 'D'):
    case CODE('K', 'W', 'D'):
    case CODE('L', 'Y', 'D'):
    case CODE('O', 'M', 'R'):
    case CODE('T', 'N', 'D'):
        return 3;
    default:
        return 2;
    }
}
