/*
 * differences.h - the totals and what lies between claimable and invoiced.
 */
#ifndef RECON_DIFFERENCES_H
#define RECON_DIFFERENCES_H

#include "recon/recon.h"

/* Sum up ${r}, which is matched and cut to the period. -1: ERR_NOMEM, ERR_RANGE. */
int totals_sum(struct recon *r, const struct ledger *l, struct err *e);

/* Explain claimable - invoiced, part by part. -1: ERR_NOMEM, ERR_RANGE. */
int differences_find(struct recon *r, const struct ledger *l, struct err *e);

/* The invoice counts: it is valid, of the period, and its total is known. */
bool invoice_counts(const struct recon_invoice *v);

#endif
