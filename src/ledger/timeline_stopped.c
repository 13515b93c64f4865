/*
 * timeline_stopped.c - how much of a line's time its instance was stopped.
 *
 * What no run covers is stopped only where compute would be visible: a missing export is not a
 * stopped machine.
 */
#include "ledger/timeline_build.h"

/* The time about which it would be known if compute had been billed. */
static int
find_visible(const struct timeline *t, uint32_t index, const struct timeline_instance *i,
    struct span p, struct spans *out, struct arena *arena, struct err *e)
{
    const struct ledger_line *line = &t->ledger->lines.at[index];
    struct seen_key seen = { i->platform, i->account, line->input };
    struct account_key key = { i->platform, i->account };
    struct map_entry *known = map_get(&t->accounts, (struct sv){ (const char *)&key, sizeof(key) });
    struct span *own = arena_alloc(arena, sizeof(*own));
    struct spans bills = { own, 1 }, logged;

    if (!own)
        return err_nomem(e);
    if (spans_clip(&logged, &i->logged, p, arena, e))
        return -1;
    /* A row of the file that could not be read may be of compute: then it shows nothing. */
    if (ledger_input(t->ledger, line)->rejected > 0)
        *own = (struct span){ 0, 0 };
    else if (map_get(&t->seen_in, (struct sv){ (const char *)&seen, sizeof(seen) }))
        *own = p;
    else if (known)
        *own = *(const struct span *)known->value.pointer;
    if (own->from >= own->to)
        bills.n = 0;
    return spans_union(out, &bills, &logged, arena, e);
}

/* Append [from, to) with the share of it that no unlocated line uses. */
static void
add_piece(struct stopped *out, struct time_piece *pieces, int64_t from, int64_t to,
    struct fraction used)
{
    struct fraction weight = fraction_sub(FRACTION_ONE, used);

    if (from < to && !fraction_is_zero(weight))
        pieces[out->n++] = (struct time_piece){ { from, to }, CARD_ALL, weight };
}

/* The first unlocated piece that ends after ${at}. */
static size_t
unlocated_after(const struct timeline_instance *i, int64_t at)
{
    size_t low = 0, high = i->unlocated.n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (i->unlocated.at[middle].span.to <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ${rest} as pieces, each less what unlocated lines use of it. NULL: ERR_NOMEM. */
static struct time_piece *
weigh(const struct timeline_instance *i, const struct spans *rest, struct arena *arena,
    struct stopped *out, struct err *e)
{
    size_t most = 2 * rest->n + 1;
    struct time_piece *pieces;

    for (size_t k = 0; k < rest->n; k++)
        for (size_t m = unlocated_after(i, rest->at[k].from);
            m < i->unlocated.n && i->unlocated.at[m].span.from < rest->at[k].to; m++)
            most += 2;
    pieces = arena_array(arena, most, sizeof(*pieces));
    if (!pieces) {
        err_nomem(e);
        return NULL;
    }
    for (size_t k = 0; k < rest->n; k++) {
        int64_t from = rest->at[k].from, to = rest->at[k].to;

        for (size_t m = unlocated_after(i, from);
            m < i->unlocated.n && i->unlocated.at[m].span.from < to; m++) {
            struct span used = i->unlocated.at[m].span;
            int64_t end = used.to < to ? used.to : to;

            add_piece(out, pieces, from, used.from, FRACTION_ZERO);
            if (from < used.from)
                from = used.from;
            add_piece(out, pieces, from, end, i->unlocated.at[m].weight);
            from = end;
        }
        add_piece(out, pieces, from, to, FRACTION_ZERO);
    }
    out->at = pieces;
    return pieces;
}

/*
 * Of a line that says only how long it was used, a share of its period of length ${length}, no more
 * than what cannot have been used while the instance ran: max(0, used - time not stopped).
 */
static void
leave_what_ran(const struct ledger_line *line, int64_t length, struct time_piece *pieces,
    struct stopped *out)
{
    struct fraction share, surplus, stopped = FRACTION_ZERO;

    if (out->n == 0 || !line_share_used(line, &share))
        return;
    for (size_t k = 0; k < out->n; k++) {
        int64_t part = pieces[k].span.to - pieces[k].span.from;

        stopped = fraction_add(stopped, fraction_times(pieces[k].weight, (money_uint)part));
    }
    stopped = fraction_least(fraction_over(stopped, (money_uint)length), FRACTION_ONE);
    surplus = fraction_sub(share, fraction_sub(FRACTION_ONE, stopped));
    if (fraction_is_zero(surplus)) {
        out->n = 0;
        return;
    }
    /* surplus / share of the line, spread over its stopped time. */
    surplus = fraction_over(fraction_times(surplus, share.whole), share.part);
    surplus = fraction_over(fraction_times(surplus, stopped.whole), stopped.part);
    for (size_t k = 0; k < out->n; k++) {
        struct fraction w = fraction_times(pieces[k].weight, surplus.part);

        pieces[k].weight = fraction_least(fraction_over(w, surplus.whole), FRACTION_ONE);
    }
}

int
timeline_stopped(const struct timeline *t, uint32_t line, struct arena *arena,
    struct stopped *out, struct err *e)
{
    const struct timeline_instance *i = timeline_of(t, line);
    struct time_piece *pieces;
    struct span p;
    struct spans whole = { &p, 1 }, runs, undecided, rest, decided, visible, seen;

    *out = (struct stopped){ .n = 0 };
    if (!line_period(&t->ledger->lines.at[line], &p)) {
        out->lacks_period = true;
        return 0;
    }
    if (!i->has_compute && i->states.n == 0) {
        out->lacks_compute = true;
        return 0;
    }
    if (spans_clip(&runs, &i->runs[RUNS_ANY], p, arena, e) ||
        spans_subtract(&rest, &whole, &runs, arena, e) ||
        spans_clip(&undecided, &i->undecided, p, arena, e) ||
        spans_subtract(&decided, &rest, &undecided, arena, e) ||
        find_visible(t, line, i, p, &visible, arena, e) ||
        spans_intersect(&seen, &decided, &visible, arena, e))
        return -1;
    out->lacks_state = spans_length(&decided) < spans_length(&rest);
    out->lacks_compute = spans_length(&seen) < spans_length(&decided);
    pieces = weigh(i, &seen, arena, out, e);
    if (!pieces)
        return -1;
    leave_what_ran(&t->ledger->lines.at[line], p.to - p.from, pieces, out);
    return 0;
}
