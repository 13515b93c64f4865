/*
 * vec.c - growing arrays of one type.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

#define ROOM_LEAST 8

/* Longest name of what there is too much of. */
#define NAME_MAX_BYTES 64

static int
too_many(size_t max, const char *what, struct err *e)
{
    char key[NAME_MAX_BYTES];

    if (!what)
        return err_set(e, ERR_LIMIT, "more than the limit of %zu entries", max);
    (void)snprintf(key, sizeof(key), MESSAGE_KEY "%s", what);
    return err_set(e, ERR_LIMIT,
        "there are more than %zu %s, the most that gpubill takes; give it less at a time", max,
        key);
}

int
vec_grow_bytes(void **at, size_t *room, size_t n, size_t more, size_t max, size_t size,
    const char *what, struct err *e)
{
    size_t need, wanted, bytes;
    void *old, *grown;

    if (__builtin_add_overflow(n, more, &need) || need > max)
        return too_many(max, what, e);
    if (need <= *room)
        return 0;

    wanted = *room < ROOM_LEAST ? ROOM_LEAST : *room;
    if (wanted <= max / 2)
        wanted *= 2;
    if (wanted > max)
        wanted = max;
    if (wanted < need)
        wanted = need;
    if (__builtin_mul_overflow(wanted, size, &bytes))
        return err_nomem(e);

    /* The caller's pointer has another type than void *, so it is read and written as bytes. */
    memcpy(&old, at, sizeof(old));
    grown = realloc(old, bytes);
    if (!grown)
        return err_nomem(e);
    memcpy(at, &grown, sizeof(grown));
    *room = wanted;
    return 0;
}
