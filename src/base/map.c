/*
 * map.c - a hash table from bytes to a pointer or number.
 *
 * Entries stand in order of insertion; slots are an open-addressed index into them with linear
 * probing, a power of two in size and at most half full. Nothing is ever removed.
 */
#include <stdlib.h>
#include <xxhash.h>

#include "base/map.h"

#define ROOM_LEAST ((size_t)8)

void
map_release(struct map *m)
{
    free(m->entries);
    free(m->slots);
    *m = (struct map)MAP_INIT;
}

void
map_reset(struct map *m)
{
    m->n = 0;
    if (m->slots)
        memset(m->slots, 0, m->slot_count * sizeof(*m->slots));
}

uint64_t
map_hash(struct sv key)
{
    return XXH3_64bits(key.p ? key.p : "", key.n);
}

/* The slot of ${key}, or the free one where it belongs. There are slots, and free ones. */
static uint32_t *
find_slot(const struct map *m, struct sv key, uint64_t hash)
{
    size_t i = (size_t)hash & (m->slot_count - 1);

    while (m->slots[i] != 0) {
        const struct map_entry *entry = &m->entries[m->slots[i] - 1];

        if (entry->hash == hash && sv_is(entry->key, key))
            break;
        i = (i + 1) & (m->slot_count - 1);
    }
    return &m->slots[i];
}

struct map_entry *
map_get(const struct map *m, struct sv key)
{
    uint32_t slot;

    if (m->n == 0)
        return NULL;
    slot = *find_slot(m, key, map_hash(key));
    return slot == 0 ? NULL : &m->entries[slot - 1];
}

/* Make room for one more entry. */
static bool
grow_entries(struct map *m)
{
    size_t room = m->room == 0 ? ROOM_LEAST : m->room * 2, bytes;
    struct map_entry *entries;

    if (m->n < m->room)
        return true;
    if (__builtin_mul_overflow(room, sizeof(*entries), &bytes))
        return false;
    entries = realloc(m->entries, bytes);
    if (!entries)
        return false;
    m->entries = entries;
    m->room = room;
    return true;
}

/* Keep the slots at most half full with one more entry. */
static bool
grow_slots(struct map *m)
{
    size_t count = m->slot_count == 0 ? 2 * ROOM_LEAST : m->slot_count * 2;
    uint32_t *slots;

    if (m->n < m->slot_count / 2)
        return true;
    slots = calloc(count, sizeof(*slots));
    if (!slots)
        return false;
    free(m->slots);
    m->slots = slots;
    m->slot_count = count;

    /* The entries differ from each other, so no keys need to be compared. */
    for (size_t n = 0; n < m->n; n++) {
        size_t i = (size_t)m->entries[n].hash & (count - 1);

        while (slots[i] != 0)
            i = (i + 1) & (count - 1);
        slots[i] = (uint32_t)(n + 1);
    }
    return true;
}

struct map_entry *
map_put(struct map *m, struct sv key, bool *is_new)
{
    uint64_t hash = map_hash(key);
    struct map_entry *entry;
    uint32_t *slot;

    if (m->n > 0) {
        slot = find_slot(m, key, hash);
        if (*slot != 0) {
            if (is_new)
                *is_new = false;
            return &m->entries[*slot - 1];
        }
    }
    if (m->n >= UINT32_MAX - 1 || !grow_entries(m) || !grow_slots(m))
        return NULL;

    slot = find_slot(m, key, hash);
    entry = &m->entries[m->n++];
    *entry = (struct map_entry){ .key = key, .value.number = 0, .hash = hash };
    *slot = (uint32_t)m->n;
    if (is_new)
        *is_new = true;
    return entry;
}
