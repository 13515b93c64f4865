/*
 * money.c - exact decimals: arithmetic and writing.
 *
 * Values lie between -(2^127 - 1) and 2^127 - 1, so that each has an opposite; whatever would leave
 * that range fails. Magnitudes are worked on unsigned, signs are put on at the end.
 */
#include <assert.h>
#include <string.h>

#include "ledger/money.h"
#include "ledger/wide.h"

#define UNITS_MAX ((money_uint)-1 >> 1)
#define UNITS_PER_ONE UINT64_C(1000000000000000000)
#define GROUP 3

static money_uint
magnitude(money_int n)
{
    return n < 0 ? -(money_uint)n : (money_uint)n;
}

static struct money
with_sign(money_uint units, bool is_negative)
{
    return (struct money){ is_negative ? -(money_int)units : (money_int)units };
}

/* The units of one in the last of ${decimals} places: 10^(18 - decimals). */
static uint64_t
step_of(unsigned decimals)
{
    uint64_t step = 1;

    assert(decimals <= MONEY_DECIMALS);
    for (; decimals < MONEY_DECIMALS; decimals++)
        step *= 10;
    return step;
}

/* ${units} rounded half up to a multiple of ${step}; does not overflow for units <= UNITS_MAX. */
static money_uint
round_units(money_uint units, uint64_t step)
{
    money_uint rest = units % step;

    return units - rest + (rest >= step - rest && rest > 0 ? step : 0);
}

static int
too_large(struct err *e)
{
    return err_set(e, ERR_RANGE,
        "an amount goes beyond 1.7 x 10^20, the most that is kept exactly");
}

int
money_add(struct money *acc, struct money b, struct err *e)
{
    money_int sum;

    if (__builtin_add_overflow(acc->units, b.units, &sum) || magnitude(sum) > UNITS_MAX)
        return too_large(e);
    acc->units = sum;
    return 0;
}

int
money_sub(struct money *acc, struct money b, struct err *e)
{
    return money_add(acc, money_negate(b), e);
}

struct money
money_of(int64_t n)
{
    return (struct money){ (money_int)n * (money_int)UNITS_PER_ONE };
}

int
money_multiply(struct money *out, struct money a, struct money b, bool *is_exact, struct err *e)
{
    struct wide product = wide_product(magnitude(a.units), magnitude(b.units));
    money_uint rest;
    struct wide q = wide_divide(product, UNITS_PER_ONE, &rest);

    if (rest > UNITS_PER_ONE / 2 || (rest == UNITS_PER_ONE / 2 && (q.low & 1u) != 0))
        if (++q.low == 0)
            q.high++;
    if (q.high > 0 || q.low > UNITS_MAX)
        return too_large(e);
    *out = with_sign(q.low, (a.units < 0) != (b.units < 0));
    if (is_exact)
        *is_exact = rest == 0;
    return 0;
}

int
money_times(struct money *out, struct money m, int64_t n, struct err *e)
{
    struct wide product = wide_product(magnitude(m.units), magnitude(n));

    if (product.high > 0 || product.low > UNITS_MAX)
        return too_large(e);
    *out = with_sign(product.low, (m.units < 0) != (n < 0));
    return 0;
}

int
money_share(struct money *out, struct money m, money_int part, money_int whole, unsigned decimals,
    struct err *e)
{
    uint64_t step = step_of(decimals);
    money_uint divisor = magnitude(whole), rest;
    struct wide product = wide_product(magnitude(m.units), magnitude(part)), q;
    bool is_negative = (m.units < 0) ^ (part < 0) ^ (whole < 0);

    assert(whole != 0);
    q = wide_divide(product, divisor, &rest);
    if (q.high > 0 || q.low > UNITS_MAX + step)
        return too_large(e);
    /* Rounding once: for a step above 1 its half is whole units, and a rest below one unit cannot
     * reach it; for a step of 1 the rest alone decides. */
    if (step > 1)
        q.low = round_units(q.low, step);
    else if (rest >= divisor - rest && rest > 0)
        q.low++;
    if (q.low > UNITS_MAX)
        return too_large(e);
    *out = with_sign(q.low, is_negative);
    return 0;
}

struct money
money_round(struct money m, unsigned decimals)
{
    uint64_t step = step_of(decimals);
    money_uint units = round_units(magnitude(m.units), step);

    if (units > UNITS_MAX)
        units -= step;
    return with_sign(units, m.units < 0);
}

/* Write the digits of ${n} so that they end before ${end}; returns where they begin. */
static char *
write_digits(char *end, uint64_t n, int least)
{
    for (; n > 0 || least > 0; n /= 10, least--)
        *--end = (char)('0' + n % 10);
    return end;
}

/* As write_digits() for whole parts, which can exceed 64 bits. */
static char *
write_whole(char *end, money_uint n)
{
    if (n <= UINT64_MAX)
        return write_digits(end, (uint64_t)n, 1);
    end = write_digits(end, (uint64_t)(n % UNITS_PER_ONE), MONEY_DECIMALS);
    return write_digits(end, (uint64_t)(n / UNITS_PER_ONE), 1);
}

const char *
money_format(char buf[MONEY_TEXT_MAX], struct money m)
{
    money_uint units = magnitude(m.units), whole = units / UNITS_PER_ONE;
    uint64_t fraction = (uint64_t)(units - whole * UNITS_PER_ONE);
    char text[MONEY_TEXT_MAX], *end = text + sizeof(text), *p = end;
    int decimals = MONEY_DECIMALS;

    if (fraction > 0) {
        for (; fraction % 10 == 0; fraction /= 10)
            decimals--;
        p = write_digits(p, fraction, decimals);
        *--p = '.';
    }
    p = write_whole(p, whole);
    if (m.units < 0)
        *--p = '-';
    memcpy(buf, p, (size_t)(end - p));
    buf[end - p] = '\0';
    return buf;
}

unsigned
money_decimals(struct money m)
{
    char text[MONEY_TEXT_MAX];
    const char *point = strchr(money_format(text, m), '.');

    return point ? (unsigned)strlen(point + 1) : 0;
}

const char *
money_format_display(char buf[MONEY_DISPLAY_MAX], struct money m, unsigned decimals)
{
    uint64_t step = step_of(decimals);
    money_uint units = round_units(magnitude(m.units), step), whole = units / UNITS_PER_ONE;
    uint64_t fraction = (uint64_t)(units - whole * UNITS_PER_ONE) / step;
    char text[MONEY_DISPLAY_MAX], digits[MONEY_DISPLAY_MAX];
    char *end = text + sizeof(text), *p = end;
    char *digits_end = digits + sizeof(digits), *first = write_whole(digits_end, whole);

    if (decimals > 0) {
        p = write_digits(p, fraction, (int)decimals);
        *--p = '.';
    }
    for (char *d = digits_end; d > first;) {
        if (d < digits_end && (digits_end - d) % GROUP == 0)
            *--p = ',';
        *--p = *--d;
    }
    if (m.units < 0 && units > 0)
        *--p = '-';
    memcpy(buf, p, (size_t)(end - p));
    buf[end - p] = '\0';
    return buf;
}
