/*
 * ledger_inside.h - what the files of the ledger share; nobody else includes it.
 */
#ifndef LEDGER_LEDGER_INSIDE_H
#define LEDGER_LEDGER_INSIDE_H

#include "ledger/ledger.h"

/* The bytes of facets that are compared. */
#define LEDGER_FACETS_BYTES offsetof(struct ledger_facets, number)

/* The one object with the content of ${f}, whose texts are interned in ${l}. NULL when memory is
 * out. */
const struct ledger_facets *ledger_keep_facets(struct ledger *l, const struct ledger_facets *f);

#endif
