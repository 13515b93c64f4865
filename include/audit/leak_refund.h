/*
 * leak_refund.h - what refunds leave of lines that leak; a part of leak.c.
 */
#ifndef AUDIT_LEAK_REFUND_H
#define AUDIT_LEAK_REFUND_H

#include "ledger/ledger.h"

/* A line with claims. */
struct leaking {
    uint32_t line;
    struct money gross; /* over all rules */
    struct money left;  /* of what it billed */
};

/* Lower what is left of ${lines} (in ledger order) by all refunds of ${l}. -1: ERR_NOMEM. */
int leak_take_refunds(struct leaking *lines, size_t n, const struct ledger *l, struct err *e);

#endif
