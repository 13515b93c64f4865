/*
 * charge.h - one charge while it is being made: wide and short-lived.
 *
 * A format fills it from a record, normalising completes it, ledger_add() packs it. Its texts are
 * views that somebody else owns, valid until the next record.
 */
#ifndef LEDGER_CHARGE_H
#define LEDGER_CHARGE_H

#include <stdbool.h>
#include <stdint.h>

#include "ledger/column.h"
#include "ledger/money.h"
#include "ledger/timestamp.h"

struct ledger_amounts;
struct ledger_facets;

struct charge {
    struct sv text[TEXT_COUNT];
    unsigned char word[WORD_COUNT];
    int64_t time[TIME_COUNT]; /* TIME_NONE where unknown */
    struct money money[MONEY_COUNT];
    unsigned money_set;    /* bit per enum money_column that has a value */
    unsigned char decimals[MONEY_COUNT]; /* that were printed of each; 0 where it was made */
    unsigned changes;      /* bits of enum change */
    int offset_minutes;    /* of the source's times */
    bool is_actual_use;    /* the format says that the charge period is the time really used */
    bool is_of_month;      /* the charge period is the month of the row, which says no day */
    uint64_t line;         /* where the record starts (x_SourceLine) */

    /* Where ledger_add() leaves the facets it finds or makes, and looks for those of a charge with
     * the same texts, line id and order id apart, and the same words; all such charges go into one
     * ledger. NULL: no others are known. */
    const struct ledger_facets **alike;

    /* The same for amounts, which such charges may have in common. */
    const struct ledger_amounts **alike_amounts;
};

/* An empty charge: no texts, no times, no amounts. */
void charge_init(struct charge *c);

static inline bool
charge_has(const struct charge *c, enum money_column m)
{
    return (c->money_set >> m & 1u) != 0;
}

static inline void
charge_set(struct charge *c, enum money_column m, struct money value)
{
    c->money[m] = value;
    c->money_set |= 1u << m;
}

static inline void
charge_unset(struct charge *c, enum money_column m)
{
    c->money[m] = MONEY_ZERO;
    c->money_set &= ~(1u << m);
}

#endif
