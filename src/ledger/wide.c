/*
 * wide.c - unsigned integers of 256 bits, as far as exact products and shares need them.
 *
 * Products are made of 64-bit halves. Divisors of up to 64 bits (powers of ten, whole numbers) are
 * divided by limb; longer ones bit by bit.
 */
#include "ledger/wide.h"

#define HALF_BITS 64
#define BITS 128
#define HALF_MASK ((money_uint)UINT64_MAX)

struct wide
wide_product(money_uint a, money_uint b)
{
    money_uint a_high = a >> HALF_BITS, a_low = a & HALF_MASK;
    money_uint b_high = b >> HALF_BITS, b_low = b & HALF_MASK;
    money_uint low = a_low * b_low, cross_a = a_high * b_low, cross_b = a_low * b_high;
    /* Three numbers below 2^64: their sum fits. */
    money_uint middle = (low >> HALF_BITS) + (cross_a & HALF_MASK) + (cross_b & HALF_MASK);

    return (struct wide){
        .high = a_high * b_high + (cross_a >> HALF_BITS) + (cross_b >> HALF_BITS)
            + (middle >> HALF_BITS),
        .low = (middle << HALF_BITS) | (low & HALF_MASK),
    };
}

/* The rest by a product: dividing is a call, which the remainder operator would make once more. */
static money_uint
divide(money_uint n, money_uint divisor, money_uint *rest)
{
    money_uint q = n / divisor;

    *rest = n - q * divisor;
    return q;
}

/* One step of dividing by limbs: ${*rest} < ${divisor} <= 2^64 - 1 before and after. */
static money_uint
divide_limb(money_uint limb, money_uint divisor, money_uint *rest)
{
    return divide((*rest << HALF_BITS) | limb, divisor, rest);
}

static struct wide
divide_short(struct wide n, money_uint divisor, money_uint *rest)
{
    struct wide q;

    *rest = 0;
    q.high = divide_limb(n.high >> HALF_BITS, divisor, rest) << HALF_BITS;
    q.high |= divide_limb(n.high & HALF_MASK, divisor, rest);
    q.low = divide_limb(n.low >> HALF_BITS, divisor, rest) << HALF_BITS;
    q.low |= divide_limb(n.low & HALF_MASK, divisor, rest);
    return q;
}

struct wide
wide_divide(struct wide n, money_uint divisor, money_uint *rest)
{
    struct wide q = { 0, 0 };
    money_uint r;

    if (n.high == 0) {
        q.low = divide(n.low, divisor, rest);
        return q;
    }
    if (divisor <= HALF_MASK)
        return divide_short(n, divisor, rest);
    q.high = divide(n.high, divisor, &r);
    for (int i = BITS - 1; i >= 0; i--) {
        /* The bit that shifting pushes out of r means r >= 2^128 > divisor. */
        money_uint carry = r >> (BITS - 1);

        r = (r << 1) | (n.low >> i & 1u);
        if (carry || r >= divisor) {
            r -= divisor;
            q.low |= (money_uint)1 << i;
        }
    }
    *rest = r;
    return q;
}
