/*
 * arena.h - memory that is freed all at once.
 *
 * One arena per input file, one per command. With AddressSanitizer each allocation is its own
 * malloc block, so that overruns are seen.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

#include "base/sv.h"

struct arena_block;

struct arena {
    struct arena_block *blocks; /* newest first */
    size_t used, room;          /* of the newest block */
    size_t total;               /* bytes taken from the system */
};

#define ARENA_INIT { 0 }

/*
 * ${size} zeroed bytes aligned for any type (16), or NULL when memory is out. Valid until
 * arena_release().
 */
void *arena_alloc(struct arena *a, size_t size);

/* ${count} zeroed elements of ${size} bytes; NULL also when the product overflows. */
void *arena_array(struct arena *a, size_t count, size_t size);

/* A NUL-ended copy of ${s}, or NULL when memory is out. */
char *arena_text(struct arena *a, struct sv s);

/* A copy of ${s} as a view; p is NULL when memory is out (never for an empty ${s}). */
struct sv arena_sv(struct arena *a, struct sv s);

/* Move all blocks of ${from} to ${into}; ${from} is empty afterwards. */
void arena_merge(struct arena *into, struct arena *from);

/* Free everything; ${a} can be used again. */
void arena_release(struct arena *a);

#endif
