/*
 * scratch.c - memory for what lives no longer than one record.
 */
#include <stdint.h>
#include <stdlib.h>

#include "parsers/scratch.h"

#define BLOCK_SIZE 16384

struct scratch_block {
    struct scratch_block *next;
    size_t size;
    char bytes[];
};

char *
scratch_alloc(struct scratch *s, size_t size)
{
    struct scratch_block *b = s->current;
    size_t room;

    /* Blocks that are too small are passed over; the next record uses them again. */
    while (b && b->size - s->used < size && b->next) {
        b = b->next;
        s->current = b;
        s->used = 0;
    }
    if (!b || b->size - s->used < size) {
        room = size > BLOCK_SIZE ? size : BLOCK_SIZE;
        if (room > SIZE_MAX - sizeof(*b))
            return NULL;
        b = malloc(sizeof(*b) + room);
        if (!b)
            return NULL;
        b->next = NULL;
        b->size = room;
        if (s->current)
            s->current->next = b;
        else
            s->first = b;
        s->current = b;
        s->used = 0;
    }
    s->used += size;
    return b->bytes + (s->used - size);
}

struct sv
scratch_sv(struct scratch *s, struct sv text)
{
    char *copy = scratch_alloc(s, text.n);

    if (copy && text.n > 0)
        memcpy(copy, text.p, text.n);
    return (struct sv){ copy, copy ? text.n : 0 };
}

void
scratch_reset(struct scratch *s)
{
    s->current = s->first;
    s->used = 0;
}

void
scratch_release(struct scratch *s)
{
    while (s->first) {
        struct scratch_block *next = s->first->next;

        free(s->first);
        s->first = next;
    }
    s->current = NULL;
    s->used = 0;
}
