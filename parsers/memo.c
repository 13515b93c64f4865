/*
 * memo.c - what was worked out before, by text; bounded.
 */
#include "parsers/memo.h"

#define ENTRIES_MAX 8192

/* After so many look-ups it is judged whether they pay: at least half must be known. */
#define TRIAL 4096

bool
memo_pays(const struct memo *m)
{
    return m->misses < TRIAL || m->hits >= m->misses;
}

bool
memo_get(struct memo *m, struct sv key, uint64_t *value)
{
    const struct map_entry *found;

    if (!memo_pays(m) || key.n > MEMO_KEY_MAX)
        return false;
    found = map_get(&m->map, key);
    if (!found) {
        m->misses++;
        return false;
    }
    m->hits++;
    *value = found->value.number;
    return true;
}

void
memo_put(struct memo *m, struct sv key, uint64_t value)
{
    struct map_entry *entry;
    struct sv copy;

    if (!memo_pays(m) || key.n > MEMO_KEY_MAX || m->map.n >= ENTRIES_MAX)
        return;
    copy = arena_sv(&m->arena, key);
    if (key.n > 0 && !copy.p)
        return;
    entry = map_put(&m->map, copy, NULL);
    if (entry)
        entry->value.number = value;
}

void
memo_release(struct memo *m)
{
    map_release(&m->map);
    arena_release(&m->arena);
    m->hits = m->misses = 0;
}
