/*
 * open_claims.h - the claims of which an amount is open, by that amount; a part of match_claim.c.
 *
 * Many invoices of one amount may stand before many claims of it. An invoice then looks at those
 * about its date and not at all of them.
 */
#ifndef RECON_OPEN_CLAIMS_H
#define RECON_OPEN_CLAIMS_H

#include "recon/recon.h"

/* Claims of one platform, currency and open amount; in claim order, so by when they begin. */
struct open_group {
    uint32_t *claims;
    size_t n;
    /* The way to the next open claim on that side, from one that is open to itself. Before: by
     * place + 1, to 0 where there is none; after: by place, to n. */
    uint32_t *before, *after;
};

struct open_claims {
    struct arena arena;
    struct map by_amount;      /* platform, currency, amount -> struct open_group */
    struct open_group **group; /* by claim; NULL: nothing of it was open */
    uint32_t *place;           /* by claim: in its group */
    struct { uint32_t *at; size_t n, room; } found;
};

/* Of the claims of ${r} as they are now. -1: ERR_NOMEM. Release ${o} in every case. */
int open_claims_build(struct open_claims *o, const struct recon *r, struct err *e);
void open_claims_release(struct open_claims *o);

/*
 * Find in o->found, in claim order, open claims of ${amount} in ${currency} of the platforms in
 * ${pool}. By ${day} (DAY_NONE: all begin before it): of those that begin on or before it, or no
 * one knows when, the nearest ${most} and the first of those that begin with the nearest; of those
 * that begin up to ${days_after} days later, the nearest ${most}. -1: ERR_NOMEM.
 */
struct open_wish {
    struct money amount;
    const char *currency;
    const bool *pool; /* by platform */
    int64_t day, days_after;
    size_t most;
};
int open_claims_find(struct open_claims *o, const struct recon *r, const struct open_wish *wish,
    struct err *e);

/* Claim ${claim} is covered. */
void open_claims_close(struct open_claims *o, uint32_t claim);

#endif
