/*
 * copies.h - lines that charge what an earlier line has charged.
 *
 * Two lines are copies where they agree in platform, account, instance, resource, item, category,
 * currency, period, billed quantity and amount; their ids may differ.
 */
#ifndef AUDIT_COPIES_H
#define AUDIT_COPIES_H

#include "ledger/ledger.h"

struct first;

/* A line, and the first that it is a copy of; indexes into ledger.lines. */
struct copy {
    uint32_t first, line;
};

/* To be set to { .ledger = ... }. */
struct copies {
    const struct ledger *ledger;
    struct { struct copy *at; size_t n, room; } list;
    struct { struct first *at; size_t n, room; } firsts; /* room: a power of two, or 0 */
};

void copies_release(struct copies *c);

/*
 * Take line ${index} in, which may be a copy of those before it. -1: ERR_NOMEM, ERR_LIMIT, with
 * ${c} as before.
 */
int copies_add(struct copies *c, uint32_t index, struct err *e);

/* Put the list in order of the first lines, then of the lines. */
void copies_sort(struct copies *c);

#endif
