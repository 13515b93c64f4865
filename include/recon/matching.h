/*
 * matching.h - which invoice covers which claims: six steps, each a file of its own.
 *
 * All valid invoices whose seller has a platform with lines go through step 1, then all that are
 * left through step 2, and so on; within a step by date, then number, which is their order in
 * struct recon. Claims are in claim order. Amounts are compared exactly.
 */
#ifndef RECON_MATCHING_H
#define RECON_MATCHING_H

#include "recon/months.h"
#include "recon/open_claims.h"
#include "recon/recon.h"
#include "recon/references.h"
#include "recon/subset.h"

/* Most solutions that are counted. */
#define SOLUTIONS_MAX 100

/* All searches together may take as many states as so many of the longest: beyond that the invoices
 * that are left find no sums. */
#define SEARCHES_MAX 200

/* Claims that begin more days after the invoice than this are out in every step. */
#define DAYS_AFTER_MAX 31

struct matching {
    struct recon *r;
    uint64_t max_states; /* of each search */
    uint64_t states_left; /* for all that follow */
    struct months months;
    struct references references;
    struct open_claims open; /* in step 2 */
    struct subset subset;
    bool *gave_up; /* by invoice: it was said */
    struct { uint32_t *at; size_t n, room; } claims;  /* of one step at a time */
    struct { uint64_t *at; size_t n, room; } amounts; /* beside them, in minor units */
};

/* Match from the beginning: whatever was covered before is forgotten. -1: ERR_NOMEM, ERR_RANGE. */
int matching_run(struct recon *r, uint64_t max_states, struct err *e);

/* Go on from there with the exact steps for one invoice at a time. -1: as matching_run(). */
int matching_run_exact(struct recon *r, uint64_t max_states, struct err *e);

/* Set `invalid_cover` of the claims, after matching_run(). -1: as matching_run(). */
int matching_run_invalid(struct recon *r, uint64_t max_states, struct err *e);

/* The invoice can still be matched: valid, with a pool and an amount, and without covers. */
bool matching_is_left(const struct matching *m, uint32_t invoice);

/* The claim is open, in the pool of the invoice, of its currency, and not too late for it. */
bool matching_may_cover(const struct matching *m, uint32_t invoice, uint32_t claim);

/* ${m} in minor units of ${currency}; false where it is no whole number of them, or too large. */
bool matching_minor(struct money m, const char *currency, uint64_t *minor);

/* Which of the amounts in the lists of ${m} add up to ${target}: into m->subset, which gave up
 * where no states are left. -1: ERR_NOMEM. */
int matching_search(struct matching *m, uint64_t target, struct err *e);

/* Looking through ${n} candidates counts as so many states. */
void matching_spend(struct matching *m, uint64_t n);

/* Add a claim and its amount to the lists of ${m}. -1: ERR_NOMEM. */
int matching_add(struct matching *m, uint32_t claim, uint64_t amount, struct err *e);

/* What of a claim is not covered, in this review or in an earlier one. */
struct money matching_open(const struct claim *c);

/* Something of it is covered. */
bool matching_is_touched(const struct claim *c);

/* Cover ${amount} of ${claim}. -1: ERR_NOMEM. */
int matching_cover(struct matching *m, uint32_t invoice, uint32_t claim, struct money amount,
    struct err *e);

/* Cover claims in order, each up to what is open, up to the invoice's need. -1: ERR_NOMEM. */
int matching_cover_running(struct matching *m, uint32_t invoice, const uint32_t *claims, size_t n,
    struct err *e);

/* Note by which step an invoice was matched and how many solutions there were. */
void matching_note(struct matching *m, uint32_t invoice, unsigned step, uint64_t solutions);

/* Warn, once for each invoice, that the search for it reached its bound. -1: ERR_NOMEM. */
int matching_gave_up(struct matching *m, uint32_t invoice, struct err *e);

/* Days from the beginning of ${c} to the invoice's date, negative where it begins later; 0 and
 * false where one of the two is unknown. */
bool matching_days_before(const struct matching *m, uint32_t invoice, const struct claim *c,
    int64_t *days);

/* The steps, each for one invoice that is left; step 5 for all of them. -1: ERR_NOMEM. */
int match_reference(struct matching *m, uint32_t invoice, struct err *e);
int match_claim(struct matching *m, uint32_t invoice, struct err *e);
int match_month(struct matching *m, uint32_t invoice, struct err *e);
int match_set(struct matching *m, uint32_t invoice, struct err *e);
int match_invoices(struct matching *m, struct err *e);
int match_running(struct matching *m, uint32_t invoice, struct err *e);

#endif
