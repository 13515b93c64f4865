/*
 * unclaimed.h - spend that no claim speaks of.
 */
#ifndef RECON_UNCLAIMED_H
#define RECON_UNCLAIMED_H

#include "recon/recon.h"

/*
 * Warn of each platform and currency of ${l} whose charges are invoiced by recharge, but of which
 * no bill shows a recharge: what was spent there without vouchers is in no claim, and is noted in
 * ${r}->unclaimed. Nothing where there are no invoices. -1: ERR_NOMEM, ERR_RANGE.
 */
int unclaimed_warn(struct recon *r, const struct ledger *l, const struct formats *formats,
    struct err *e);

#endif
