/*
 * map.h - a hash table from bytes to a pointer or number.
 *
 * Keys are borrowed: they must stay where they are as long as the map is used. Iteration is in
 * order of insertion, so that no result depends on the hash. Not thread-safe.
 */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sv.h"

struct map_entry {
    struct sv key;
    union {
        void *pointer;
        uint64_t number;
    } value;
    uint64_t hash;
};

struct map {
    struct map_entry *entries; /* in order of insertion */
    size_t n, room;
    uint32_t *slots; /* index into entries + 1; 0 is free */
    size_t slot_count;
};

#define MAP_INIT { 0 }

/* Free the table; keys and values are not the map's. */
void map_release(struct map *m);

/* Forget all entries, keep the memory. */
void map_reset(struct map *m);

/* The entry of ${key}, or NULL. Valid until the next map_put(). */
struct map_entry *map_get(const struct map *m, struct sv key);

/*
 * The entry of ${key}, made with value 0 where there is none (then ${*is_new}, if given, is true).
 * Valid until the next map_put(). NULL when memory is out or 2^32 - 2 entries are reached.
 */
struct map_entry *map_put(struct map *m, struct sv key, bool *is_new);

/* The hash that the map uses (XXH3, 64 bits). */
uint64_t map_hash(struct sv key);

#endif
