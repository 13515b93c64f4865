/*
 * disk_size.h - how large the disks of an instance are, as its bill states.
 *
 * A row states a size as a quantity in GB, or in GB-hours or GB-days of its charge period. Several
 * disks that are billed at one time count together.
 */
#ifndef AUDIT_DISK_SIZE_H
#define AUDIT_DISK_SIZE_H

#include "ledger/ledger.h"

struct disk_change {
    int64_t at;
    struct money gigabytes; /* more, or less, from then on */
};

struct disk_size {
    struct { struct disk_change *at; size_t n, room; } changes;
    bool lacks_any; /* a row states no size */
};

#define DISK_SIZE_INIT { .lacks_any = false }

/* Take the size of ${line} in. -1: ERR_NOMEM, ERR_LIMIT. */
int disk_size_add(struct disk_size *d, const struct ledger_line *line, struct err *e);

/* The most gigabytes at one time into ${out}, to 2 decimals; false where a row stated none. */
bool disk_size_most(struct disk_size *d, struct money *out);

/* Forget all rows; the memory is kept. */
void disk_size_reset(struct disk_size *d);
void disk_size_release(struct disk_size *d);

#endif
