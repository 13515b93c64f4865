/*
 * wide.h - unsigned integers of 256 bits, as far as exact products and shares need them.
 */
#ifndef LEDGER_WIDE_H
#define LEDGER_WIDE_H

#include "ledger/money.h"

struct wide {
    money_uint high, low;
};

/* a x b, whole. */
struct wide wide_product(money_uint a, money_uint b);

/* ${n} / ${divisor} (not 0) rounded down; the rest goes into ${*rest}. */
struct wide wide_divide(struct wide n, money_uint divisor, money_uint *rest);

#endif
