/*
 * scratch.h - memory for what lives no longer than one record.
 *
 * It grows to what the largest record needed and is then used again and again: reading millions of
 * records allocates nothing more.
 */
#ifndef PARSERS_SCRATCH_H
#define PARSERS_SCRATCH_H

#include "base/sv.h"

struct scratch_block;

struct scratch {
    struct scratch_block *first, *current;
    size_t used; /* of the current block */
};

#define SCRATCH_INIT { 0 }

/* ${size} bytes, not zeroed, not aligned; NULL when memory is out. Valid until scratch_reset(). */
char *scratch_alloc(struct scratch *s, size_t size);

/* A copy of ${text}; p is NULL when memory is out (never for an empty one). */
struct sv scratch_sv(struct scratch *s, struct sv text);

/* Forget all that was given out; the memory is kept. */
void scratch_reset(struct scratch *s);

void scratch_release(struct scratch *s);

#endif
