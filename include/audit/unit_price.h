/*
 * unit_price.h - what a line costs by its own unit price, quantity and discount.
 */
#ifndef AUDIT_UNIT_PRICE_H
#define AUDIT_UNIT_PRICE_H

#include "ledger/ledger.h"

struct unit_price {
    struct money quantity;
    struct money cost;  /* quantity x price - discount, in the unit that fits best */
    struct money diff;  /* billed - cost */
    struct money minor; /* one minor unit of the currency */
    bool has_discount;  /* the bill states one, 0 too */
    /* |diff|, less what the printed decimals may move the cost by, is below one minor unit. */
    bool fits;
};

/*
 * Work out ${line}. Price and quantity may count in different units (per 10, 100, 1K, 10K, 1M;
 * second, minute, hour, day, month; card): the first that fits is taken, else price and quantity as
 * they stand or per card, whichever charges less too much. Of two prices the one that fits, else
 * the contracted one. False where the bill gives no price or billed quantity above 0.
 */
bool unit_price_of(const struct ledger_line *line, struct unit_price *out);

/* Half a unit of the last of ${decimals}. */
struct money unit_price_half(unsigned decimals);

/* One minor unit of the currency of ${line}: 0.01, 1 for JPY. */
struct money unit_price_minor(const struct ledger_line *line);

#endif
