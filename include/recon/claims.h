/*
 * claims.h - platforms and claims: from lines of the ledger to what may be invoiced.
 */
#ifndef RECON_CLAIMS_H
#define RECON_CLAIMS_H

#include "recon/recon.h"

/* Find the platforms of ${l}, ${formats} and ${config} into ${r}. -1: ERR_NOMEM. */
int platforms_find(struct recon *r, const struct ledger *l, const struct formats *formats,
    const struct config *config, struct err *e);

/* The platform ${id} of those that were found, or NULL. */
const struct recon_platform *platforms_by_id(const struct recon *r, const char *id);

/* Make the claims and recharges of ${r}, whose platforms are known: rounded, in claim order (time,
 * then platform, account, order, month), with ids. -1: ERR_NOMEM, ERR_RANGE. */
int claims_make(struct recon *r, const struct ledger *l, struct err *e);

/* Set the status of a claim from what covers it. */
void claim_settle(struct claim *c);

#endif
