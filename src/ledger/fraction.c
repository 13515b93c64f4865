/*
 * fraction.c - exact shares: of a period, of an amount.
 *
 * Parts and wholes stay below 2^127. A result that would not is made of its operands rounded to
 * multiples of 2^-60, which then have one denominator.
 */
#include <assert.h>

#include "ledger/fraction.h"
#include "ledger/wide.h"

#define LIMIT ((money_uint)1 << 127)
#define COARSE_BITS 60
#define SHARE_DECIMALS 9

static money_uint
common_divisor(money_uint a, money_uint b)
{
    while (b != 0) {
        money_uint rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

struct fraction
fraction_of(money_uint part, money_uint whole)
{
    money_uint d = common_divisor(part, whole);

    assert(whole != 0);
    return (struct fraction){ part / d, whole / d };
}

/* ${f} with the denominator 2^60, rounded half up. */
static struct fraction
coarse(struct fraction f)
{
    money_uint rest;
    struct wide q = wide_divide(wide_product(f.part, (money_uint)1 << COARSE_BITS), f.whole, &rest);

    if (q.high != 0 || q.low >= LIMIT)
        q.low = LIMIT - 1;
    else if (rest >= f.whole - rest)
        q.low++;
    return (struct fraction){ q.low, (money_uint)1 << COARSE_BITS };
}

/* Both with one denominator; false where that takes too many bits. */
static bool
make_common(struct fraction *a, struct fraction *b)
{
    money_uint d = common_divisor(a->whole, b->whole);
    money_uint to_a = b->whole / d, to_b = a->whole / d, whole, part_a, part_b;

    if (__builtin_mul_overflow(a->whole, to_a, &whole) || whole >= LIMIT ||
        __builtin_mul_overflow(a->part, to_a, &part_a) || part_a >= LIMIT / 2 ||
        __builtin_mul_overflow(b->part, to_b, &part_b) || part_b >= LIMIT / 2)
        return false;
    *a = (struct fraction){ part_a, whole };
    *b = (struct fraction){ part_b, whole };
    return true;
}

static void
make_comparable(struct fraction *a, struct fraction *b)
{
    if (make_common(a, b))
        return;
    *a = coarse(*a);
    *b = coarse(*b);
}

struct fraction
fraction_add(struct fraction a, struct fraction b)
{
    money_uint sum;

    make_comparable(&a, &b);
    sum = a.part + b.part;
    return fraction_of(sum < LIMIT ? sum : LIMIT - 1, a.whole);
}

struct fraction
fraction_sub(struct fraction a, struct fraction b)
{
    make_comparable(&a, &b);
    return a.part <= b.part ? FRACTION_ZERO : fraction_of(a.part - b.part, a.whole);
}

struct fraction
fraction_product(struct fraction a, struct fraction b)
{
    return fraction_over(fraction_times(a, b.part), b.whole);
}

struct fraction
fraction_times(struct fraction a, money_uint n)
{
    money_uint d = common_divisor(n, a.whole), part;

    if (__builtin_mul_overflow(a.part, n / d, &part) || part >= LIMIT) {
        a = coarse(a);
        if (__builtin_mul_overflow(a.part, n, &part) || part >= LIMIT)
            part = LIMIT - 1;
        return fraction_of(part, a.whole);
    }
    return fraction_of(part, a.whole / d);
}

struct fraction
fraction_over(struct fraction a, money_uint n)
{
    money_uint d = common_divisor(a.part, n), whole;

    assert(n != 0);
    if (!__builtin_mul_overflow(a.whole, n / d, &whole) && whole < LIMIT)
        return fraction_of(a.part / d, whole);
    a = coarse(a);
    return fraction_of(a.part / n, a.whole);
}

int
fraction_compare(struct fraction a, struct fraction b)
{
    struct wide left = wide_product(a.part, b.whole), right = wide_product(b.part, a.whole);

    if (left.high != right.high)
        return left.high < right.high ? -1 : 1;
    return (left.low > right.low) - (left.low < right.low);
}

struct fraction
fraction_least(struct fraction a, struct fraction b)
{
    return fraction_compare(a, b) <= 0 ? a : b;
}

bool
fraction_is_zero(struct fraction f)
{
    return f.part == 0;
}

bool
fraction_is_one(struct fraction f)
{
    return f.part == f.whole;
}

struct money
fraction_share(struct money m, struct fraction share)
{
    struct money out = m;
    struct err ignored = ERR_INIT;

    assert(share.part <= share.whole);
    /* A share of at most one is never out of range but by rounding up at its very end. */
    if (!fraction_is_one(share) &&
        money_share(&out, m, (money_int)share.part, (money_int)share.whole, SHARE_DECIMALS,
            &ignored))
        out = m;
    return out;
}
