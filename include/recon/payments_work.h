/*
 * payments_work.h - what the files of payments_match.h share while they match.
 */
#ifndef RECON_PAYMENTS_WORK_H
#define RECON_PAYMENTS_WORK_H

#include "recon/months.h"
#include "recon/recon.h"

/* A payment that may concern the review. */
struct candidate {
    const struct payment *payment;
    bool *pool;           /* by platform: the payee is one of its payees */
    bool is_of_review;    /* some platform of the review is among them */
    int64_t recharge;     /* index of the first, -1: none */
    int64_t month;        /* index, -1: none */
    unsigned solutions;   /* ways of which the one taken is no better than the others */
};

struct pair {
    uint64_t distance; /* in time, seconds */
    uint32_t target, candidate;
};

struct payments_work {
    struct recon *r;
    struct arena arena;
    struct months months;
    bool *claim_is_paid; /* by a month's payment */
    int64_t *paid_by;    /* by recharge: index of its first candidate, -1 */
    struct { struct candidate *at; size_t n, room; } candidates; /* by time, then content */
    struct { struct pair *at; size_t n, room; } pairs;
};

/* The payment names the recharge, by order or trade number. */
bool payments_name(const struct payment *p, const struct recharge *one);

/*
 * Match what adds up: several payments that name one recharge, and one payment that names several.
 * All that are named must be part of the sum, and name nothing else that is open. -1: ERR_NOMEM.
 */
int payments_match_sums(struct payments_work *w, struct err *e);

/* List in w->r the candidates that concern the review, with what they pay. -1: ERR_NOMEM. */
int payments_report(struct payments_work *w, struct err *e);

#endif
