/*
 * deductions.h - refunds, credits and withdrawals, taken off the claims that they lower.
 */
#ifndef RECON_DEDUCTIONS_H
#define RECON_DEDUCTIONS_H

#include "recon/recon.h"

/* A refund, credit or withdrawal of ${left} (positive); texts are interned. */
struct deduction {
    uint32_t line, platform;
    int64_t time;
    const char *account, *currency, *order_id;
    struct money left;
};

struct deductions {
    struct { struct deduction *at; size_t n, room; } list;
};

/*
 * In order of time, take each off the claims of the order that it names, then off those of its
 * account that had begun by then, both times the newest first and down to 0. Claims are in claim
 * order and not rounded yet; what is left of a deduction stays in it. -1: ERR_NOMEM, ERR_RANGE.
 */
int deductions_take(struct deductions *d, struct recon *r, struct err *e);

/* Add a line of the ledger to those behind ${c}. -1: ERR_NOMEM. */
int claim_add_line(struct claim *c, uint32_t line, struct err *e);

#endif
