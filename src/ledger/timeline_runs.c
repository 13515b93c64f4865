/*
 * timeline_runs.c - when an instance ran, by its bills and its state log, and when it did not.
 *
 * Where the log speaks it is right; elsewhere the located compute lines are. Unlocated lines make
 * no run but a share of the time that nothing else explains.
 */
#include <stdlib.h>

#include "ledger/timeline_build.h"

/* A change of the share that unlocated lines make. */
struct share_change {
    int64_t at;
    bool is_begin;
    struct fraction share;
};

/* What the compute lines of an instance say of when it ran. */
struct compute_time {
    struct spans located;
    struct share_change *changes; /* of unlocated lines, by time; NULL: none */
    size_t n;
};

static int
compare_changes(const void *left, const void *right)
{
    const struct share_change *a = left, *b = right;

    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    return (int)a->is_begin - (int)b->is_begin;
}

static const struct ledger_line *
line_of(const struct timeline *t, const struct timeline_instance *i, size_t k)
{
    return &t->ledger->lines.at[i->lines[k]];
}

/* Whether line ${k} of ${i} is of compute, whatever its entry. */
static bool
may_be_compute(const struct timeline_instance *i, size_t k)
{
    return category_is_compute((enum category)i->categories[k]);
}

static void
find_last_seen(const struct timeline *t, struct timeline_instance *i)
{
    struct span p;

    for (size_t k = 0; k < i->line_count; k++) {
        const struct ledger_line *line = line_of(t, i, k);

        if (may_be_compute(i, k) && line_is_compute(line) && line_period(line, &p) &&
            p.to > i->last_seen)
            i->last_seen = p.to;
    }
    for (size_t k = 0; k < i->series_count; k++) {
        const struct gpu_series *s = &i->series[k];
        int64_t end = s->points[s->n - 1].time + s->spacing;

        if (end > i->last_seen)
            i->last_seen = end;
    }
}

/* Add the changes that ${line} of ${i}, unlocated, makes by its ${share}. */
static int
add_changes(struct compute_time *c, const struct timeline_instance *i,
    const struct ledger_line *line, struct fraction share, struct arena *scratch, struct err *e)
{
    if (!c->changes)
        c->changes = arena_array(scratch, 2 * i->line_count, sizeof(*c->changes));
    if (!c->changes)
        return err_nomem(e);
    c->changes[c->n++] = (struct share_change){ line->start, true, share };
    c->changes[c->n++] = (struct share_change){ line->end, false, share };
    return 0;
}

static int
find_compute_time(const struct timeline *t, const struct timeline_instance *i,
    struct compute_time *out, struct arena *scratch, struct err *e)
{
    struct span *runs = arena_array(scratch, i->line_count + 1, sizeof(*runs));
    size_t n = 0;

    *out = (struct compute_time){ .n = 0 };
    if (!runs)
        return err_nomem(e);
    for (size_t k = 0; k < i->line_count; k++) {
        const struct ledger_line *line = line_of(t, i, k);
        struct fraction share;

        if (!may_be_compute(i, k) || !line_is_compute(line) || !line_period(line, &runs[n]) ||
            ledger_word(line, WORD_INSTANCE_STATE) == STATE_STOPPED)
            continue;
        if (!line_share_used(line, &share))
            n++;
        else if (add_changes(out, i, line, share, scratch, e))
            return -1;
    }
    out->located = spans_join(runs, n);
    if (out->n > 0)
        qsort(out->changes, out->n, sizeof(*out->changes), compare_changes);
    return 0;
}

/* What the log says of running, with its no-gpu time or without; a run that never ends only as long
 * as something shows it. */
static int
find_logged_runs(const struct timeline_instance *i, bool with_no_gpu, struct spans *out,
    struct arena *scratch, struct err *e)
{
    struct span *runs = arena_array(scratch, i->states.n + 1, sizeof(*runs));
    size_t n = 0;

    if (!runs)
        return err_nomem(e);
    for (size_t k = 0; k < i->states.n; k++) {
        struct span s = i->states.at[k].span;

        if (i->states.at[k].state != STATE_RUNNING &&
            !(with_no_gpu && i->states.at[k].state == STATE_NO_GPU))
            continue;
        if (s.to == INT64_MAX)
            s.to = i->last_seen;
        if (s.from < s.to)
            runs[n++] = s;
    }
    *out = spans_join(runs, n);
    return 0;
}

/* Where a state that the log leaves open is shown by nothing else: true, and since when. */
static bool
find_open_state(const struct timeline_instance *i, struct span *out)
{
    const struct timeline_state *last = i->states.n > 0 ? &i->states.at[i->states.n - 1] : NULL;

    if (!last || last->span.to != INT64_MAX ||
        (last->state != STATE_RUNNING && last->state != STATE_NO_GPU))
        return false;
    *out = last->span;
    if (out->from < i->last_seen)
        out->from = i->last_seen;
    return true;
}

/* Compute that is billed from ${start} on, nobody says until when: at most until the next run. */
static struct span
until_next_run(const struct timeline_instance *i, int64_t start)
{
    const struct spans *runs = &i->runs[RUNS_ANY];
    size_t k = spans_after(runs, start);

    while (k < runs->n && runs->at[k].from <= start)
        k++;
    return (struct span){ start, k < runs->n ? runs->at[k].from : INT64_MAX };
}

/* What runs and logs leave open: neither a run nor a stopped machine. */
static int
find_undecided(struct timeline *t, struct timeline_instance *i, struct arena *scratch,
    struct err *e)
{
    struct span *open = arena_array(scratch, i->line_count + 1, sizeof(*open)), logged_open;
    struct spans endless, unlogged, logged = SPANS_EMPTY;
    size_t n = 0;

    if (!open)
        return err_nomem(e);
    for (size_t k = 0; k < i->line_count; k++) {
        const struct ledger_line *line = line_of(t, i, k);
        struct span p;

        if (may_be_compute(i, k) && line_is_compute(line) && !line_period(line, &p) &&
            line->start != TIME_NONE &&
            ledger_word(line, WORD_INSTANCE_STATE) != STATE_STOPPED)
            open[n++] = until_next_run(i, line->start);
    }
    endless = spans_join(open, n);
    if (find_open_state(i, &logged_open))
        logged = (struct spans){ &logged_open, 1 };
    return spans_subtract(&unlogged, &endless, &i->logged, scratch, e) ||
        spans_union(&i->undecided, &unlogged, &logged, &t->arena, e) ? -1 : 0;
}

/* Append the parts of ${window} outside ${located}, each with ${share}. */
static void
add_free(struct time_piece *pieces, size_t *n, struct span window, const struct spans *located,
    struct fraction share)
{
    int64_t from = window.from;

    for (size_t k = spans_after(located, from); k < located->n && located->at[k].from < window.to;
        k++) {
        if (from < located->at[k].from)
            pieces[(*n)++] =
                (struct time_piece){ { from, located->at[k].from }, CARD_ALL, share };
        from = located->at[k].to;
    }
    if (from < window.to)
        pieces[(*n)++] = (struct time_piece){ { from, window.to }, CARD_ALL, share };
}

static int
find_unlocated(struct timeline *t, struct timeline_instance *i, const struct compute_time *c,
    struct arena *scratch, struct err *e)
{
    const struct share_change *changes = c->changes;
    struct fraction sum = FRACTION_ZERO;
    struct time_piece *pieces;
    struct spans located;
    size_t n = c->n, open = 0, used = 0;

    if (n == 0)
        return 0;
    if (spans_union(&located, &i->runs[RUNS_ANY], &i->logged, scratch, e))
        return -1;
    pieces = arena_array(&t->arena, n + 2 * located.n + 1, sizeof(*pieces));
    if (!pieces)
        return err_nomem(e);
    for (size_t k = 0; k < n; k++) {
        if (k > 0 && changes[k - 1].at < changes[k].at && open > 0 && !fraction_is_zero(sum))
            add_free(pieces, &used, (struct span){ changes[k - 1].at, changes[k].at }, &located,
                fraction_least(sum, FRACTION_ONE));
        open = changes[k].is_begin ? open + 1 : open - 1;
        sum = changes[k].is_begin ? fraction_add(sum, changes[k].share) :
            fraction_sub(sum, changes[k].share);
        if (open == 0)
            sum = FRACTION_ZERO;
    }
    i->unlocated.at = pieces;
    i->unlocated.n = used;
    return 0;
}

int
timeline_add_runs(struct timeline *t, struct timeline_instance *i, struct err *e)
{
    struct arena scratch = ARENA_INIT;
    struct compute_time compute;
    struct spans outside, logged;
    int result = -1;

    find_last_seen(t, i);
    if (find_compute_time(t, i, &compute, &scratch, e) ||
        spans_subtract(&outside, &compute.located, &i->logged, &scratch, e))
        goto release;
    for (unsigned kind = RUNS_ANY; kind <= RUNS_GPU; kind++)
        if (find_logged_runs(i, kind == RUNS_ANY, &logged, &scratch, e) ||
            spans_union(&i->runs[kind], &outside, &logged, &t->arena, e))
            goto release;
    if (find_undecided(t, i, &scratch, e) || find_unlocated(t, i, &compute, &scratch, e))
        goto release;
    result = 0;
release:
    arena_release(&scratch);
    return result;
}
