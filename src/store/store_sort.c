/*
 * store_sort.c - inputs of this run and of earlier ones in one order.
 *
 * Settling takes files in the order of their paths. Files of one path, which only a store can have,
 * need an order of their own, and one that does not depend on when they came.
 */
#include <stdlib.h>

#include "base/vec.h"
#include "store/store_import.h"

struct ranked {
    const struct input *input;
    uint32_t index;
    int64_t latest; /* start of its latest charge */
    size_t first, n; /* its lines */
};

static int
compare_ranked(const void *left, const void *right)
{
    const struct ranked *a = left, *b = right;
    int order = strcmp(a->input->path, b->input->path);

    if (order != 0)
        return order;
    if (a->latest != b->latest)
        return a->latest < b->latest ? -1 : 1;
    if (a->input->records != b->input->records)
        return a->input->records < b->input->records ? -1 : 1;
    order = strcmp(a->input->sha256, b->input->sha256);
    return order != 0 ? order : (a->index > b->index) - (a->index < b->index);
}

static void
find_lines(const struct ledger *l, struct ranked *ranked)
{
    for (size_t i = 0; i < l->lines.n; i++) {
        const struct ledger_line *line = &l->lines.at[i];
        struct ranked *r = &ranked[line->input];

        if (r->n++ == 0)
            r->first = i;
        if (line->start > r->latest)
            r->latest = line->start;
    }
}

/* The lines of each input behind those of the one before it. */
static int
move_lines(struct ledger *l, const struct ranked *ranked, struct err *e)
{
    struct ledger_line *sorted;
    size_t to = 0;

    if (l->lines.n == 0)
        return 0;
    sorted = malloc(l->lines.n * sizeof(*sorted));
    if (!sorted)
        return err_nomem(e);
    for (uint32_t i = 0; i < l->inputs.n; i++) {
        memcpy(sorted + to, l->lines.at + ranked[i].first, ranked[i].n * sizeof(*sorted));
        for (size_t k = 0; k < ranked[i].n; k++)
            sorted[to++].input = i;
    }
    free(l->lines.at);
    l->lines.at = sorted;
    l->lines.room = l->lines.n;
    return 0;
}

static void
renumber(struct observations *o, const uint32_t *place)
{
    for (size_t i = 0; i < o->states.n; i++)
        o->states.at[i].input = place[o->states.at[i].input];
    for (size_t i = 0; i < o->samples.n; i++)
        o->samples.at[i].input = place[o->samples.at[i].input];
    for (size_t i = 0; i < o->payments.list.n; i++)
        o->payments.list.at[i].input = place[o->payments.list.at[i].input];
}

int
store_sort_inputs(struct import *im, struct holding *h, struct err *e)
{
    struct ledger *l = &im->ledger;
    struct arena scratch = ARENA_INIT;
    size_t n = l->inputs.n;
    struct ranked *ranked = arena_array(&scratch, n + 1, sizeof(*ranked));
    uint32_t *place = arena_array(&scratch, n + 1, sizeof(*place));
    struct held *held = arena_array(&h->arena, n + 1, sizeof(*held));
    int result = -1;

    if (!ranked || !place || !held) {
        (void)err_nomem(e);
        goto done;
    }
    for (uint32_t i = 0; i < n; i++)
        ranked[i] = (struct ranked){ .input = l->inputs.at[i], .index = i, .latest = TIME_NONE };
    find_lines(l, ranked);
    qsort(ranked, n, sizeof(*ranked), compare_ranked);
    if (move_lines(l, ranked, e))
        goto done;
    for (uint32_t i = 0, at = 0; i < n; i++) {
        place[ranked[i].index] = i;
        held[i] = h->at[ranked[i].index];
        held[i].first = at;
        held[i].n = ranked[i].n;
        at += (uint32_t)ranked[i].n;
    }
    for (uint32_t i = 0; i < n; i++)
        l->inputs.at[i] = (struct input *)(uintptr_t)ranked[i].input;
    renumber(&im->observations, place);
    h->at = held;
    result = 0;
done:
    arena_release(&scratch);
    return result;
}
