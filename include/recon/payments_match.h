/*
 * payments_match.h - which payment stands behind which recharge or postpaid month.
 */
#ifndef RECON_PAYMENTS_MATCH_H
#define RECON_PAYMENTS_MATCH_H

#include "recon/recon.h"

/*
 * Match ${payments} and list in ${r} those that concern the review: matched to something inside
 * the period, paid to a payee of one of its platforms, or naming a recharge's order. Nothing else
 * of a statement is kept. -1: ERR_NOMEM, ERR_RANGE.
 */
int payments_match(struct recon *r, const struct payments *payments, struct err *e);

#endif
