/*
 * reserve.h - what invoices of earlier reviews have covered, and other ones must not cover again.
 */
#ifndef RECON_RESERVE_H
#define RECON_RESERVE_H

#include "recon/recon.h"

/*
 * Hold back of the claims of ${r} what invoices covered in ${earlier} reviews that are not among
 * the files of this one, or are duplicates here. What a red letter of this review reverses as a
 * whole is free again. Whatever was held before is forgotten. -1: ERR_NOMEM.
 */
int reserve_earlier(struct recon *r, const struct earlier *earlier, struct err *e);

/* Warn of claims inside the period that are held. -1: ERR_NOMEM. */
int reserve_warn(struct recon *r, struct err *e);

#endif
