/*
 * settle_row_set.c - a set of row numbers, a few bytes each.
 *
 * Open addressing with linear probing, at most three quarters full. A part of the hash stands
 * beside each number, so that rows are looked at only where they are most likely equal.
 */
#include <stdlib.h>

#include "ledger/settle_rows.h"

#define SLOTS_LEAST ((size_t)16)

int
row_set_init(struct row_set *s, size_t n, struct err *e)
{
    size_t count = SLOTS_LEAST;

    while (count / 4 * 3 < n)
        count *= 2;
    s->slots = calloc(count, sizeof(*s->slots));
    s->slot_count = s->slots ? count : 0;
    return s->slots ? 0 : err_nomem(e);
}

void
row_set_release(struct row_set *s)
{
    free(s->slots);
    *s = (struct row_set){ 0 };
}

struct row_slot *
row_set_find(const struct row_set *s, uint64_t hash, row_is_equal *is_equal, const void *context)
{
    size_t i = (size_t)hash & (s->slot_count - 1);

    while (s->slots[i].number != 0) {
        if (s->slots[i].hash == (uint32_t)(hash >> 32) &&
            is_equal(context, s->slots[i].number - 1))
            break;
        i = (i + 1) & (s->slot_count - 1);
    }
    return &s->slots[i];
}

void
row_slot_take(struct row_slot *slot, uint64_t hash, uint32_t number)
{
    slot->hash = (uint32_t)(hash >> 32);
    slot->number = number + 1;
}
