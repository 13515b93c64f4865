/*
 * references.h - order ids that an invoice names.
 */
#ifndef RECON_REFERENCES_H
#define RECON_REFERENCES_H

#include "base/map.h"
#include "recon/recon.h"

/* Ids shorter than this count only behind 订单 or order. */
#define REFERENCE_LENGTH 6

/* The claims by their order ids. */
struct references {
    struct arena arena;
    struct map orders; /* folded order id -> its first claim */
    uint32_t *next;    /* by claim: the next of the same id, UINT32_MAX at the end */
    struct { const char **at; size_t n, room; } odd; /* ids that are no token: with blanks, dots */
};

/* -1: ERR_NOMEM. Release in every case. */
int references_build(struct references *f, const struct recon *r, struct err *e);
void references_release(struct references *f);

/* Call ${found} with every claim whose order id ${text} names; the same claim may come again. -1:
 * ERR_NOMEM, or ${found} failed. */
typedef int references_found(void *context, uint32_t claim, struct err *e);
int references_find(struct references *f, const char *text, references_found *found,
    void *context, struct err *e);

#endif
