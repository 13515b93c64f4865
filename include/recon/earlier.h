/*
 * earlier.h - what invoices covered in earlier reviews.
 */
#ifndef RECON_EARLIER_H
#define RECON_EARLIER_H

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "base/err.h"
#include "ledger/money.h"

/* A claim by what it is called in every review. */
struct earlier_cover {
    const char *platform, *account, *order_id;
    char month[8]; /* "2026-03"; "" if unknown */
};

/* Who covered it, and how much of it. */
struct earlier_invoice {
    const char *number, *code, *seller;
    struct money total;
    struct earlier_cover cover;
    const char *recharged; /* when, in the form of review.json; "" of what is no recharge */
    struct money amount;   /* 0: not told */
};

struct earlier {
    struct arena arena;
    struct { struct earlier_invoice *at; size_t n, room; } list;
};

void earlier_init(struct earlier *v);
void earlier_release(struct earlier *v);

/* Add the covers of ${review} (a review.json, parsed). -1: ERR_SYNTAX where its reconciliation is
 * none, ERR_NOMEM, ERR_LIMIT. */
int earlier_add_review(struct earlier *v, const cJSON *review, struct err *e);

#endif
