/*
 * fraction.h - exact shares: of a period, of an amount.
 *
 * Always reduced, so that equal shares are equal members. Sums whose exact form would take more
 * than 128 bits (many different denominators at once, which no bill has) are rounded to a
 * multiple of 2^-60, the same way on every machine.
 */
#ifndef LEDGER_FRACTION_H
#define LEDGER_FRACTION_H

#include "ledger/money.h"

struct fraction {
    money_uint part, whole; /* part / whole; whole is not 0 */
};

#define FRACTION_ZERO ((struct fraction){ 0, 1 })
#define FRACTION_ONE ((struct fraction){ 1, 1 })

/* ${part} / ${whole}, reduced. ${whole} is not 0; both are below 2^127. */
struct fraction fraction_of(money_uint part, money_uint whole);

/* a + b; a - b, or 0 where b is more; a x b; a x n; a / n (n is not 0). */
struct fraction fraction_add(struct fraction a, struct fraction b);
struct fraction fraction_sub(struct fraction a, struct fraction b);
struct fraction fraction_product(struct fraction a, struct fraction b);
struct fraction fraction_times(struct fraction a, money_uint n);
struct fraction fraction_over(struct fraction a, money_uint n);

/* Less than, equal to or greater than 0 as a < b, a = b, a > b; the smaller one. */
int fraction_compare(struct fraction a, struct fraction b);
struct fraction fraction_least(struct fraction a, struct fraction b);

bool fraction_is_zero(struct fraction f);
bool fraction_is_one(struct fraction f);

/*
 * The ${share} (at most 1) of ${m}, rounded half away from zero to 9 decimals; a share of one is
 * ${m} itself, with all its decimals.
 */
struct money fraction_share(struct money m, struct fraction share);

#endif
