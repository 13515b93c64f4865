/*
 * judging.h - from what was read to sums, findings and a reconciliation.
 */
#ifndef RUN_JUDGING_H
#define RUN_JUDGING_H

#include "audit/audit.h"
#include "audit/review.h"
#include "run/reconciling.h"

struct judging {
    struct review review;
    struct audit audit;
    struct reconciling reconciling;
};

#define JUDGING_INIT { .review = { .ledger = NULL } }

/*
 * Sum what ${r} has read and settled, judge it by the rules, reconcile it, and check that all sums
 * close; of a ledger that is kept, note what was found in it. Returns an exit code; ${e} says why
 * it is not EXIT_DONE. ${j} is as JUDGING_INIT, and is released in every case, before ${r}.
 */
int judging_run(struct judging *j, struct reading *r, struct err *e);
void judging_release(struct judging *j);

#endif
