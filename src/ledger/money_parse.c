/*
 * money_parse.c - exact decimals: reading what bills write.
 *
 * Plain numbers (ASCII digits, one point) are nearly all there is and take the short way. For all
 * else amount_parts.c finds the digits; the value is made from them and rounded, once.
 */
#include "ledger/amount_parts.h"
#include "ledger/money.h"

#define UNITS_MAX ((money_uint)-1 >> 1)

/* Digits that a 64-bit number always holds. */
#define PLAIN_DIGITS_MAX 19

#define DECIMALS_SHOWN_MAX 255

/*
 * The units of the number in ${parts}, rounded half-even. False beyond the limit. The loop over
 * missing zeros ends at the limit, whatever the exponent.
 */
static bool
make_units(money_uint *out, struct amount_parts *parts)
{
    struct amount_cursor at = parts->number;
    size_t digits = parts->whole + parts->fraction;
    int64_t shift = parts->exponent - (int64_t)parts->fraction + MONEY_DECIMALS;
    int64_t kept = (int64_t)digits + (shift < 0 ? shift : 0);
    money_uint units = 0;
    unsigned half = 0; /* the first digit that is dropped */
    bool has_more = false;

    for (size_t i = 0; i < digits; i++) {
        unsigned digit = amount_parts_digit(&at);

        if ((int64_t)i > kept) {
            has_more = has_more || digit > 0;
        } else if ((int64_t)i == kept) {
            half = digit;
        } else {
            if (units > (UNITS_MAX - digit) / 10)
                return false;
            units = units * 10 + digit;
        }
    }
    for (; shift > 0 && units > 0; shift--) {
        if (units > UNITS_MAX / 10)
            return false;
        units *= 10;
    }
    if (half > 0 || has_more)
        parts->notes |= MONEY_ROUNDED_18;
    if (parts->exponent > (int64_t)parts->fraction && units > 0)
        parts->notes |= MONEY_UNWRITTEN_DIGITS;
    if (half > 5 || (half == 5 && (has_more || (units & 1u) != 0)))
        units++;
    *out = units;
    return units <= UNITS_MAX;
}

/* Decimals as printed, with the exponent applied. */
static unsigned
shown_decimals(const struct amount_parts *parts)
{
    int64_t n = (int64_t)parts->fraction - parts->exponent;

    if (n < 0)
        return 0;
    return n > DECIMALS_SHOWN_MAX ? DECIMALS_SHOWN_MAX : (unsigned)n;
}

/* Add the digits from ${p} on to ${*n}; returns the first byte that is none, or ${end}. */
static inline const char *
take_digits(uint64_t *n, const char *p, const char *end)
{
    uint64_t sum = *n;
    unsigned digit;

    for (; p < end && (digit = (unsigned char)*p - (unsigned)'0') <= 9; p++)
        sum = sum * 10 + digit;
    *n = sum;
    return p;
}

bool
money_parse_plain(struct money *out, unsigned *decimals, struct sv s)
{
    static const uint64_t steps[MONEY_DECIMALS + 1] = {
        UINT64_C(1000000000000000000), UINT64_C(100000000000000000), UINT64_C(10000000000000000),
        UINT64_C(1000000000000000), UINT64_C(100000000000000), UINT64_C(10000000000000),
        UINT64_C(1000000000000), UINT64_C(100000000000), UINT64_C(10000000000),
        UINT64_C(1000000000), UINT64_C(100000000), UINT64_C(10000000), UINT64_C(1000000),
        UINT64_C(100000), UINT64_C(10000), UINT64_C(1000), UINT64_C(100), UINT64_C(10), UINT64_C(1),
    };
    const char *p = s.p, *end, *at, *point = NULL;
    bool is_negative;
    uint64_t n = 0;
    size_t places;
    money_int units;

    if (s.n == 0)
        return false;
    end = p + s.n;
    is_negative = *p == '-';
    if (is_negative)
        p++;
    if (end - p < 1 || end - p > PLAIN_DIGITS_MAX + 1)
        return false;
    at = take_digits(&n, p, end);
    if (at < end) {
        if (*at != '.' || at == p || at + 1 == end)
            return false;
        point = at;
        if (take_digits(&n, at + 1, end) < end)
            return false;
    }
    if (end - p > PLAIN_DIGITS_MAX && !point)
        return false;
    /* A digit stands before the point, so 18 at most are behind it. */
    places = point ? (size_t)(end - point) - 1 : 0;
    units = (money_int)((money_uint)n * steps[places]);
    out->units = is_negative ? -units : units;
    *decimals = (unsigned)places;
    return true;
}

static int
say_problem(struct sv s, enum amount_problem problem, struct err *e)
{
    switch (problem) {
    case AMOUNT_TWO_SIGNS:
        return err_set(e, ERR_SYNTAX, "amount '%.*s' has two signs; expected at most one",
            SV_ARG(s));
    case AMOUNT_BAD_GROUPS:
        return err_set(e, ERR_SYNTAX,
            "amount '%.*s' is not grouped in threes; expected 1,234.50 or 1234.50", SV_ARG(s));
    case AMOUNT_OPEN_BRACKET:
        return err_set(e, ERR_SYNTAX,
            "amount '%.*s' has half a pair of brackets; expected (12.50) for -12.50", SV_ARG(s));
    case AMOUNT_TWO_CURRENCIES:
        return err_set(e, ERR_SYNTAX, "amount '%.*s' names two currencies; expected one",
            SV_ARG(s));
    case AMOUNT_FINE:
    case AMOUNT_NO_NUMBER:
        break;
    }
    return err_set(e, ERR_SYNTAX, "amount '%.*s' is not a number; expected one such as 1234.50",
        SV_ARG(s));
}

int
money_parse_text(struct money_text *out, struct sv s, char decimal_mark, struct err *e)
{
    struct amount_parts parts;
    struct money plain;
    money_uint units;
    unsigned decimals;

    if (decimal_mark == '.' && money_parse_plain(&plain, &decimals, s)) {
        *out = (struct money_text){ .value = plain, .decimals = decimals };
        return 0;
    }
    if (!amount_parts_find(&parts, s, decimal_mark))
        return say_problem(s, parts.problem, e);
    if (!make_units(&units, &parts))
        return err_set(e, ERR_RANGE,
            "amount '%.*s' goes beyond 1.7 x 10^20, the most that is kept exactly", SV_ARG(s));
    *out = (struct money_text){
        .value = { parts.is_negative ? -(money_int)units : (money_int)units },
        .notes = parts.notes,
        .currency = parts.currency,
        .is_ambiguous_yen = parts.is_ambiguous_yen,
        .decimals = shown_decimals(&parts),
    };
    return 0;
}

int
money_parse(struct money *out, struct sv s, struct err *e)
{
    struct money_text text;

    if (money_parse_text(&text, s, '.', e))
        return -1;
    *out = text.value;
    return 0;
}

bool
money_is_absent(struct sv s)
{
    static const struct sv words[] = {
        { "-", 1 }, { "--", 2 }, { "/", 1 }, { "null", 4 }, { "(null)", 6 }, { "none", 4 },
        { "n/a", 3 },
    };

    s = sv_trim(s);
    if (s.n == 0)
        return true;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (sv_is_folded(s, words[i]))
            return true;
    return false;
}
