/*
 * months.h - the claims of one month, of one account or of all accounts of a platform.
 */
#ifndef RECON_MONTHS_H
#define RECON_MONTHS_H

#include "recon/recon.h"

struct month {
    const uint32_t *claims; /* in claim order; without credits and claims of nothing */
    size_t n;
    struct money amount;    /* the sum of the rounded claims */
    struct money rounded;   /* the rounded sum of the exact ones */
    struct money credits;   /* of the same month and accounts, rounded; not in the sums */
    const char *account;    /* NULL: all accounts, of which there are several */
    const char *currency;
    uint32_t platform;
    int64_t month;
};

struct months {
    struct arena arena;
    struct { struct month *at; size_t n, room; } list; /* by their first claim, then account */
};

/* All months of the claims of ${r}; a month without claims but credits is none. -1: ERR_NOMEM,
 * ERR_RANGE. Release in every case. */
int months_find(struct months *m, const struct recon *r, struct err *e);
void months_release(struct months *m);

#endif
