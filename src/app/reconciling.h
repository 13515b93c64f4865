/*
 * reconciling.h - from what was read to a reconciliation.
 */
#ifndef APP_RECONCILING_H
#define APP_RECONCILING_H

#include "app/reading.h"
#include "recon/recon.h"

struct reconciling {
    struct earlier earlier; /* of --previous */
    struct recon recon;
};

/*
 * Reconcile what ${r} has read and settled; its invoices are united. Returns an exit code; ${e}
 * says why it is not EXIT_DONE. Release ${x} in every case.
 */
int reconciling_run(struct reconciling *x, struct reading *r, const struct options *o,
    struct err *e);
void reconciling_release(struct reconciling *x);

#endif
