/*
 * intern.c - every different string once.
 *
 * The keys of the map are the copies themselves.
 */
#include "base/intern.h"

const char *
intern_text(struct intern *t, struct sv s)
{
    struct map_entry *entry = map_get(&t->map, s);
    char *copy;

    if (entry)
        return entry->key.p;
    copy = arena_text(&t->arena, s);
    if (!copy || !map_put(&t->map, (struct sv){ copy, s.n }, NULL))
        return NULL;
    return copy;
}

void
intern_release(struct intern *t)
{
    map_release(&t->map);
    arena_release(&t->arena);
}
