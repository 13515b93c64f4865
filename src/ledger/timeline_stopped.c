/*
 * timeline_stopped.c - how much of a line's time its instance was stopped.
 *
 * What no run covers is stopped only where compute would be visible: a missing export is not a
 * stopped machine. That depends on the instance and on what the line's file shows, not on the line:
 * all lines of an instance take their part of the same strips.
 */
#include <stdlib.h>

#include "ledger/timeline_build.h"

/* Whose word it is that compute would have been billed. */
enum shown_by {
    SHOWN_BY_LOG,     /* the state log's alone */
    SHOWN_BY_ACCOUNT, /* also the account's, between its first and its last compute */
    SHOWN_BY_FILE,    /* that of the line's own file, at all times */
    SHOWN_BY_COUNT,
};

/* What of an instance is visible by one's word. */
struct seen {
    bool is_made;
    struct strip all;
    struct strip stopped; /* less what unlocated lines use of it */
};

/* Within the time of all lines of an instance. */
struct stopped_of_instance {
    struct strip rest;    /* outside runs */
    struct strip decided; /* and known to be no run */
    struct seen seen[SHOWN_BY_COUNT]; /* and visible */
};

int
stopped_times_init(struct stopped_times *s, const struct timeline *t, struct arena *arena,
    struct err *e)
{
    *s = (struct stopped_times){ .timeline = t, .arena = arena };
    s->of = calloc(t->instances.n + 1, sizeof(struct stopped_of_instance *));
    return s->of ? 0 : err_nomem(e);
}

void
stopped_times_release(struct stopped_times *s)
{
    free(s->of);
    s->of = NULL;
}

/* From the first start to the last end of the lines of ${i}. */
static struct span
whole_time(const struct timeline *t, const struct timeline_instance *i)
{
    struct span whole = { 0, 0 };

    for (size_t k = 0; k < i->line_count; k++) {
        struct span p;

        if (!line_period(&t->ledger->lines.at[i->lines[k]], &p))
            continue;
        if (whole.from == whole.to)
            whole = p;
        if (p.from < whole.from)
            whole.from = p.from;
        if (p.to > whole.to)
            whole.to = p.to;
    }
    return whole;
}

static struct stopped_of_instance *
make_stopped(struct stopped_times *s, const struct timeline_instance *i, struct err *e)
{
    struct stopped_of_instance *made = arena_alloc(s->arena, sizeof(*made));
    struct span time = whole_time(s->timeline, i);
    struct spans whole = { &time, 1 }, rest, decided;

    if (!made)
        return err_nomem(e), NULL;
    if (spans_subtract(&rest, &whole, &i->runs[RUNS_ANY], s->arena, e) ||
        spans_subtract(&decided, &rest, &i->undecided, s->arena, e) ||
        strip_make(&made->rest, &rest, NULL, CARD_ALL, s->arena, e) ||
        strip_make(&made->decided, &decided, NULL, CARD_ALL, s->arena, e))
        return NULL;
    return made;
}

/* Whose word there is for the line; into ${account} the time of which its account tells. */
static enum shown_by
who_shows(const struct timeline *t, const struct ledger_line *line,
    const struct timeline_instance *i, struct span *account)
{
    struct seen_key seen = { i->platform, i->account, line->input };
    struct account_key key = { i->platform, i->account };
    struct map_entry *known;

    /* A row of the file that could not be read may be of compute: then it shows nothing. */
    if (ledger_input(t->ledger, line)->rejected > 0)
        return SHOWN_BY_LOG;
    if (map_get(&t->seen_in, (struct sv){ (const char *)&seen, sizeof(seen) }))
        return SHOWN_BY_FILE;
    known = map_get(&t->accounts, (struct sv){ (const char *)&key, sizeof(key) });
    if (!known)
        return SHOWN_BY_LOG;
    *account = *(const struct span *)known->value.pointer;
    return account->from < account->to ? SHOWN_BY_ACCOUNT : SHOWN_BY_LOG;
}

/* The stretches and weights that weigh() makes. */
struct weighed {
    struct span *at;
    struct fraction *weights;
    size_t n;
};

/* Append [from, to) with the share of it that no unlocated line uses. */
static void
add_piece(struct weighed *w, int64_t from, int64_t to, struct fraction used)
{
    struct fraction weight = fraction_sub(FRACTION_ONE, used);

    if (from >= to || fraction_is_zero(weight))
        return;
    w->at[w->n] = (struct span){ from, to };
    w->weights[w->n++] = weight;
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

/* ${rest} as a strip, each stretch less what unlocated lines use of it. */
static int
weigh(const struct timeline_instance *i, const struct spans *rest, struct strip *out,
    struct arena *arena, struct err *e)
{
    /* Each stretch and each unlocated piece ends one, and begins one. */
    size_t most = 2 * (rest->n + i->unlocated.n) + 1;
    struct weighed w = { .n = 0 };

    if (i->unlocated.n == 0)
        return strip_make(out, rest, NULL, CARD_ALL, arena, e);
    w.at = arena_array(arena, most, sizeof(*w.at));
    w.weights = arena_array(arena, most, sizeof(*w.weights));
    if (!w.at || !w.weights)
        return err_nomem(e);
    for (size_t k = 0; k < rest->n; k++) {
        int64_t from = rest->at[k].from, to = rest->at[k].to;

        for (size_t m = unlocated_after(i, from);
            m < i->unlocated.n && i->unlocated.at[m].span.from < to; m++) {
            struct span used = i->unlocated.at[m].span;
            int64_t end = used.to < to ? used.to : to;

            add_piece(&w, from, used.from, FRACTION_ZERO);
            if (from < used.from)
                from = used.from;
            add_piece(&w, from, end, i->unlocated.at[m].weight);
            from = end;
        }
        add_piece(&w, from, to, FRACTION_ZERO);
    }
    return strip_make(out, &(struct spans){ w.at, w.n }, w.weights, CARD_ALL, arena, e);
}

/* Fill in what of ${of} is visible by ${by}. */
static int
make_seen(struct stopped_times *s, const struct timeline_instance *i,
    struct stopped_of_instance *of, enum shown_by by, struct span account, struct err *e)
{
    struct seen *made = &of->seen[by];
    struct spans bills = { &account, by == SHOWN_BY_ACCOUNT ? 1 : 0 }, visible;
    struct spans seen = of->decided.spans;

    if (made->is_made)
        return 0;
    if (by != SHOWN_BY_FILE && (spans_union(&visible, &bills, &i->logged, s->arena, e) ||
            spans_intersect(&seen, &of->decided.spans, &visible, s->arena, e)))
        return -1;
    if (strip_make(&made->all, &seen, NULL, CARD_ALL, s->arena, e) ||
        weigh(i, &seen, &made->stopped, s->arena, e))
        return -1;
    made->is_made = true;
    return 0;
}

/*
 * Of a line that says only how long it was used, a share of its period ${p}, no more than what
 * cannot have been used while the instance ran: max(0, used - time not stopped).
 */
static void
leave_what_ran(const struct ledger_line *line, struct span p, struct stopped *out)
{
    struct fraction share, surplus, stopped;

    if (!line_share_used(line, &share))
        return;
    stopped = fraction_over(strip_weighed(out->strip, p), (money_uint)(p.to - p.from));
    stopped = fraction_least(stopped, FRACTION_ONE);
    surplus = fraction_sub(share, fraction_sub(FRACTION_ONE, stopped));
    if (fraction_is_zero(surplus)) {
        out->strip = NULL;
        return;
    }
    /* surplus / share of the line, spread over its stopped time. */
    surplus = fraction_over(fraction_times(surplus, share.whole), share.part);
    surplus = fraction_over(fraction_times(surplus, stopped.whole), stopped.part);
    out->weight = fraction_least(surplus, FRACTION_ONE);
}

int
stopped_times_find(struct stopped_times *s, uint32_t line, struct stopped *out, struct err *e)
{
    const struct ledger_line *at = &s->timeline->ledger->lines.at[line];
    const struct timeline_instance *i = timeline_of(s->timeline, line);
    struct stopped_of_instance **of = &s->of[i - s->timeline->instances.at];
    int64_t decided;
    struct span p, account = { 0, 0 };
    enum shown_by by;

    *out = (struct stopped){ .weight = FRACTION_ONE };
    out->lacks_period = !line_period(at, &p);
    out->lacks_compute = !out->lacks_period && !i->has_compute && i->states.n == 0;
    if (out->lacks_period || out->lacks_compute)
        return 0;
    if (!*of)
        *of = make_stopped(s, i, e);
    if (!*of)
        return -1;
    by = who_shows(s->timeline, at, i, &account);
    if (make_seen(s, i, *of, by, account, e))
        return -1;
    decided = strip_covered(&(*of)->decided, p);
    out->lacks_state = decided < strip_covered(&(*of)->rest, p);
    out->lacks_compute = strip_covered(&(*of)->seen[by].all, p) < decided;
    if (strip_covered(&(*of)->seen[by].stopped, p) == 0)
        return 0;
    out->strip = &(*of)->seen[by].stopped;
    leave_what_ran(at, p, out);
    return 0;
}
