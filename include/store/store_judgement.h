/*
 * store_judgement.h - what a review of all that a store holds found; and what earlier reviews used.
 */
#ifndef STORE_STORE_JUDGEMENT_H
#define STORE_STORE_JUDGEMENT_H

#include "audit/audit.h"
#include "recon/recon.h"
#include "store/store_import.h"

/* Replace all findings by those of ${a}, which is of the ledger that ${h} is of. -1: ERR_IO. */
int store_write_findings(struct store *s, const struct audit *a, const struct holding *h,
    struct err *e);

/* Replace claims, invoices, payments and recharges by those of ${r}. -1: ERR_IO. */
int store_write_recon(struct store *s, const struct recon *r, struct err *e);

/* Add to ${v} what reviews of other months than those of ${p} used invoices for. -1: ERR_IO. */
int store_read_uses(struct store *s, const struct period *p, struct earlier *v, struct err *e);

/*
 * Keep what ${r}, a review that is reported, uses invoices for, in place of what the reviews before
 * reported for the months of its period. -1: ERR_IO.
 */
int store_write_uses(struct store *s, const struct recon *r, struct err *e);

#endif
