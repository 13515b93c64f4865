/*
 * ledger_repeat.h - lines that repeat another one in all but their time and ids.
 */
#ifndef LEDGER_LEDGER_REPEAT_H
#define LEDGER_LEDGER_REPEAT_H

#include "ledger/ledger.h"

/* What a line has in common with those that repeat it; of one ledger, and valid as long as it. */
struct ledger_repeat {
    const struct ledger_facets *facets;
    const struct ledger_amounts *amounts; /* NULL: there is no line yet */
};

/* What the line of ${l} that was added last has. */
void ledger_repeat_last(struct ledger_repeat *out, const struct ledger *l);

/*
 * As ledger_add() for a charge that has the facets of ${of}, which ledger_facets_fit(), and its
 * amounts with their decimals. Of ${c} are looked at its two ids, the charge period, the changes
 * and the line.
 */
int ledger_add_repeated(struct ledger *l, uint32_t input, const struct ledger_repeat *of,
    const struct charge *c, struct err *e);

/* As ledger_add_repeated() for one that has the facets of ${of} alone: its amounts are looked at,
 * too. */
int ledger_add_like(struct ledger *l, uint32_t input, const struct ledger_repeat *of,
    const struct charge *c, struct err *e);

#endif
