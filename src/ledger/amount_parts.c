/*
 * amount_parts.c - where in a text its number stands, and what stands around it.
 *
 * A lexer over characters that are folded to ASCII where they are full-width forms, blanks or a
 * minus. What could be read in two ways is refused: "1,2" and "1234,567" are decimal commas
 * somewhere in Europe, and guessing wrong would multiply a bill.
 */
#include "ledger/amount_parts.h"
#include "ledger/currency.h"
#include "ledger/money.h"

#define GROUP 3

/* Exponents stop growing here: far beyond any text's digits, far from overflow. */
#define EXPONENT_MAX INT64_C(1000000000000000)

/* The end of the text, or bytes that are no UTF-8. */
#define CHAR_NONE 0xFFFFFFFFu

static bool
is_digit(unsigned c)
{
    return c >= '0' && c <= '9';
}

static bool
is_letter(unsigned c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* ${c} as ASCII where it is a blank, a minus or a full-width form; else as it is. */
static unsigned
fold(unsigned c)
{
    if (c < 0x80)
        return c;
    if (c >= 0xFF01 && c <= 0xFF5E)
        return c - 0xFF01 + '!';
    if (c == 0x2212 || c == 0x2013)
        return '-';
    if (c == 0xA0 || c == 0x3000 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F)
        return ' ';
    return c;
}

/* The character at ${at}, folded, without taking it; its length goes into ${*length}. */
static unsigned
peek(const struct amount_cursor *at, size_t *length)
{
    unsigned code;

    *length = 1;
    if (at->p == at->end)
        return CHAR_NONE;
    if ((unsigned char)*at->p < 0x80)
        return (unsigned char)*at->p;
    *length = sv_utf8((struct sv){ at->p, (size_t)(at->end - at->p) }, &code);
    return *length > 0 ? fold(code) : CHAR_NONE;
}

static unsigned
look(const struct amount_cursor *at)
{
    size_t length;

    return peek(at, &length);
}

/* Take the character at ${at}. */
static unsigned
take(struct amount_cursor *at)
{
    size_t length;
    unsigned c = peek(at, &length);

    if (c != CHAR_NONE)
        at->p += length;
    return c;
}

static bool
take_if(struct amount_cursor *at, unsigned wanted)
{
    size_t length;

    if (peek(at, &length) != wanted)
        return false;
    at->p += length;
    return true;
}

static void
skip_blanks(struct amount_cursor *at)
{
    while (take_if(at, ' '))
        continue;
}

static bool
refuse(struct amount_parts *parts, enum amount_problem problem)
{
    parts->problem = problem;
    return false;
}

/* Note a sign or an opening bracket. */
static bool
add_sign(struct amount_parts *parts, bool is_negative)
{
    if (parts->has_sign)
        return refuse(parts, AMOUNT_TWO_SIGNS);
    parts->has_sign = true;
    parts->is_negative = is_negative;
    return true;
}

/* Note a currency. Two names of one are fine, and JPY settles what the yen sign means. */
static bool
add_currency(struct amount_parts *parts, struct sv text)
{
    bool is_yen = false, was_yen = parts->is_ambiguous_yen;
    const char *code = currency_code(text, &is_yen), *other = parts->currency;

    if (!code)
        return refuse(parts, AMOUNT_NO_NUMBER);
    if (!other || (was_yen && sv_is(sv_of(code), SV("JPY")))) {
        parts->currency = code;
        parts->is_ambiguous_yen = is_yen;
        return true;
    }
    parts->is_ambiguous_yen = was_yen && is_yen;
    if (sv_is(sv_of(code), sv_of(other)) || (is_yen && sv_is(sv_of(other), SV("JPY"))))
        return true;
    return refuse(parts, AMOUNT_TWO_CURRENCIES);
}

/* Take a sign or code of a currency: all up to what can stand beside one. */
static bool
take_currency(struct amount_cursor *at, struct amount_parts *parts)
{
    const char *start = at->p;
    unsigned c = look(at), last = c;

    while (c != CHAR_NONE && c != ' ' && c != '-' && c != '+' && c != '(' && c != ')' && c != '.'
        && c != ',' && c != '%' && !is_digit(c)) {
        last = c;
        take(at);
        c = look(at);
    }
    /* "Rs.5" is 5, not 0.5. */
    if (at->p == start || (is_letter(last) && (c == '.' || c == ',')))
        return refuse(parts, AMOUNT_NO_NUMBER);
    return add_currency(parts, (struct sv){ start, (size_t)(at->p - start) });
}

/* What stands before the number: a sign or bracket and a currency, in any order. */
static bool
take_prefix(struct amount_cursor *at, struct amount_parts *parts)
{
    for (;;) {
        bool is_fine;
        unsigned c;

        skip_blanks(at);
        c = look(at);
        if (is_digit(c) || c == '.' || c == ',' || c == CHAR_NONE)
            return true;
        if (c == '-' || c == '+') {
            take(at);
            is_fine = add_sign(parts, c == '-');
        } else if (c == '(') {
            take(at);
            parts->has_open_bracket = true;
            is_fine = add_sign(parts, true);
        } else {
            is_fine = take_currency(at, parts);
        }
        if (!is_fine)
            return false;
    }
}

/* What stands behind the number: a minus, a closing bracket, %, a currency. */
static bool
take_suffix(struct amount_cursor *at, struct amount_parts *parts)
{
    for (;;) {
        bool is_fine = true;
        unsigned c;

        skip_blanks(at);
        if (at->p == at->end)
            return true;
        c = look(at);
        if (c == (unsigned char)parts->decimal_mark)
            return refuse(parts, AMOUNT_NO_NUMBER);
        if (is_digit(c) || c == '.' || c == ',')
            return refuse(parts, AMOUNT_BAD_GROUPS);
        if (take_if(at, '-')) {
            is_fine = add_sign(parts, true);
        } else if (take_if(at, ')')) {
            is_fine = parts->has_open_bracket || refuse(parts, AMOUNT_OPEN_BRACKET);
            parts->has_open_bracket = false;
        } else if (take_if(at, '%')) {
            is_fine = !(parts->notes & MONEY_PERCENT) || refuse(parts, AMOUNT_NO_NUMBER);
            parts->notes |= MONEY_PERCENT;
        } else {
            is_fine = take_currency(at, parts);
        }
        if (!is_fine)
            return false;
    }
}

/* Take a run of digits; how many. */
static size_t
take_digits(struct amount_cursor *at)
{
    size_t n = 0;

    for (; is_digit(look(at)); n++)
        take(at);
    return n;
}

/* Take the whole part; groups have one separator throughout, and three digits but the first. */
static bool
take_whole(struct amount_cursor *at, struct amount_parts *parts)
{
    unsigned comma = parts->decimal_mark == '.' ? ',' : '.', separator = CHAR_NONE;
    size_t first = 0;
    bool begins_with_zero = look(at) == '0';

    first = parts->whole = take_digits(at);
    for (;;) {
        struct amount_cursor next = *at;
        unsigned c = look(at);

        if (c != comma && c != ' ')
            return true;
        take(&next);
        if (c == ' ' && !is_digit(look(&next)))
            return true;
        /* "0,125" is a decimal comma: nobody groups behind a zero. */
        if ((separator != CHAR_NONE && separator != c) || first < 1 || first > GROUP
            || begins_with_zero || take_digits(&next) != GROUP)
            return refuse(parts, AMOUNT_BAD_GROUPS);
        separator = c;
        parts->whole += GROUP;
        *at = next;
    }
}

/* Take "E-05" where there is one; an E that begins no exponent may begin EUR. */
static void
take_exponent(struct amount_cursor *at, struct amount_parts *parts)
{
    struct amount_cursor next = *at;
    unsigned c = take(&next);
    bool is_negative = false;
    int64_t exponent = 0;

    if (c != 'E' && c != 'e')
        return;
    c = look(&next);
    if (c == '-' || c == '+') {
        is_negative = c == '-';
        take(&next);
    }
    if (!is_digit(look(&next)))
        return;
    for (; is_digit(c = look(&next)); take(&next))
        if (exponent < EXPONENT_MAX)
            exponent = exponent * 10 + (int64_t)(c - '0');
    parts->exponent = is_negative ? -exponent : exponent;
    parts->notes |= MONEY_EXPONENT;
    *at = next;
}

/* Drop the marker by which a spreadsheet was told that a cell is text: '1, `1, ="1". */
static struct sv
drop_marker(struct sv s, unsigned *notes)
{
    if (s.n >= 3 && s.p[0] == '=' && s.p[1] == '"' && s.p[s.n - 1] == '"') {
        *notes |= MONEY_MARKED;
        return sv_trim(sv_part(s, 2, s.n - 1));
    }
    if (s.n >= 1 && (s.p[0] == '\'' || s.p[0] == '`')) {
        *notes |= MONEY_MARKED;
        return sv_trim(sv_part(s, 1, s.n));
    }
    return s;
}

bool
amount_parts_find(struct amount_parts *parts, struct sv s, char decimal_mark)
{
    struct amount_cursor at;

    *parts = (struct amount_parts){ .decimal_mark = decimal_mark };
    s = drop_marker(sv_trim(s), &parts->notes);
    if (s.n == 0)
        return refuse(parts, AMOUNT_NO_NUMBER);
    at = (struct amount_cursor){ s.p, s.p + s.n };
    if (!take_prefix(&at, parts))
        return false;

    parts->number = at;
    if (!take_whole(&at, parts))
        return false;
    if (take_if(&at, (unsigned char)parts->decimal_mark))
        parts->fraction = take_digits(&at);
    if (parts->whole + parts->fraction == 0)
        return refuse(parts, AMOUNT_NO_NUMBER);
    take_exponent(&at, parts);

    if (!take_suffix(&at, parts))
        return false;
    if (parts->has_open_bracket)
        return refuse(parts, AMOUNT_OPEN_BRACKET);
    if (parts->notes & MONEY_PERCENT) {
        parts->exponent -= 2;
        if (parts->currency)
            return refuse(parts, AMOUNT_NO_NUMBER);
    }
    return true;
}

unsigned
amount_parts_digit(struct amount_cursor *at)
{
    unsigned c = take(at);

    while (!is_digit(c))
        c = take(at);
    return c - '0';
}
