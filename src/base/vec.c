/*
 * vec.c - growing arrays of one type.
 */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

#define ROOM_LEAST 8

int
vec_grow_bytes(void **at, size_t *room, size_t n, size_t more, size_t max, size_t size,
    struct err *e)
{
    size_t need, wanted, bytes;
    void *old, *grown;

    if (__builtin_add_overflow(n, more, &need) || need > max)
        return err_set(e, ERR_LIMIT, "more than the limit of %zu entries", max);
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
