/*
 * settle_delivery.h - the parts of settle_deliveries().
 *
 * A delivery is what a platform exported at one time for one account and month, in one file or
 * several. Which files belong together no bill says; what tells is which rows they have in common.
 */
#ifndef LEDGER_SETTLE_DELIVERY_H
#define LEDGER_SETTLE_DELIVERY_H

#include "ledger/ledger.h"

#define DELIVERY_NONE UINT32_MAX

/* The rows of one account and month in one input. */
struct delivery_part {
    uint32_t input, group, folder;
    int32_t month;
    uint64_t rows;
    int64_t ends; /* when its rows end: the sum, in seconds */
    uint64_t shared; /* rows that another part of its group in the same folder has too */
    bool has_invoice;
    struct currency_sums sums;
    uint32_t delivery;
};

struct delivery {
    uint32_t group, first_part, last_part;
    uint64_t rows;
    int64_t ends;
    bool has_invoice;
    struct currency_sums sums;
    uint32_t rank;     /* place in the order of all deliveries, 0 for the newest */
    uint64_t covered;  /* rows that newer deliveries of its group have too */
    uint32_t by;       /* the newest of those, DELIVERY_NONE: none */
    bool is_replaced;  /* but for the rows that are kept */
    uint64_t kept;     /* rows that no newer delivery has in any form */
    struct currency_sums kept_sums;
    uint64_t changed;  /* rows that newer deliveries have, but for other amounts */
};

/* A row of a part, for comparing: equal for equal charges, whatever they cost. */
struct delivery_row {
    uint64_t hash;
    uint32_t part, line;
};

struct deliveries {
    struct ledger *ledger;
    struct arena arena;
    struct { struct delivery_part *at; size_t n, room; } parts;
    struct { struct delivery *at; size_t n, room; } list;
    uint32_t *part_of; /* per line; DELIVERY_NONE: of no part */
    uint32_t *group_parts; /* per group: how many parts it has */
    size_t groups;
    struct delivery_row *rows; /* of groups of several parts, sorted */
    size_t row_count;
    bool *is_kept; /* per line of a delivery that is replaced; NULL: none is */
};

/* Find the parts and their groups, and the rows to compare. -1: ERR_NOMEM, ERR_RANGE. */
int delivery_find_parts(struct deliveries *d, struct err *e);

/* Join parts into deliveries and count what they have in common. -1: ERR_NOMEM, ERR_RANGE. */
int delivery_join_parts(struct deliveries *d, struct err *e);
int delivery_compare(struct deliveries *d, struct err *e);

/* Where the run of equal rows that begins at ${from} ends. */
size_t delivery_run_end(const struct deliveries *d, size_t from);

/*
 * Find the rows of deliveries to be replaced that no newer one has: those are slices of one whole.
 * -1: ERR_NOMEM, ERR_RANGE.
 */
int delivery_keep_slices(struct deliveries *d, struct err *e);

#endif
