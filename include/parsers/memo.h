/*
 * memo.h - what was worked out before, by text; bounded.
 *
 * It stops taking new texts when it is full, and gives up where texts hardly repeat: then looking
 * them up would cost more than it saves.
 */
#ifndef PARSERS_MEMO_H
#define PARSERS_MEMO_H

#include <stdint.h>

#include "base/arena.h"
#include "base/map.h"

struct memo {
    struct arena arena;
    struct map map;
    uint64_t hits, misses;
};

#define MEMO_INIT { ARENA_INIT, MAP_INIT, 0, 0 }

/* Longest key that is remembered. */
#define MEMO_KEY_MAX 1024

/* Whether remembering has paid so far, or it is too early to tell. */
bool memo_pays(const struct memo *m);

/* True if ${key} is known; its value goes into ${*value}. */
bool memo_get(struct memo *m, struct sv key, uint64_t *value);

/* Remember ${value} for ${key}, which is copied. Forgotten where there is no room or memory. */
void memo_put(struct memo *m, struct sv key, uint64_t value);

void memo_release(struct memo *m);

#endif
