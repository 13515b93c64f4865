/*
 * reconciling.h - from what was read to a reconciliation.
 */
#ifndef RUN_RECONCILING_H
#define RUN_RECONCILING_H

#include "run/reading.h"
#include "audit/previous.h"
#include "recon/recon.h"

struct reconciling {
    struct earlier earlier;           /* of --previous: what invoices covered */
    struct previous_reviews previous; /* and what was spent */
    struct recon recon;
};

/*
 * Read what the ledger that is kept knows of the months before that of ${r}, and the files of
 * options.previous. -1: ${e} names the file and what is wrong with it.
 */
int reconciling_read(struct reconciling *x, struct reading *r, struct err *e);

/*
 * Reconcile what ${r} has read and settled; its invoices are united. Behind reconciling_read().
 * Returns an exit code; ${e} says why it is not EXIT_DONE. Release ${x} in every case.
 */
int reconciling_run(struct reconciling *x, struct reading *r, struct err *e);
void reconciling_release(struct reconciling *x);

#endif
