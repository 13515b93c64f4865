/*
 * idle.c - idle GPUs as several rules need them: tails of runs, and whose use is known.
 */
#include "audit/idle.h"

/* The rule whose tails are reported there and not again as idle time; its only setting. */
#define FORGOTTEN_RULE "forgotten-instance"
#define FORGOTTEN_TAIL 0

bool
idle_is_known(const struct audit *a, uint32_t line, const struct timeline_instance **instance,
    uint32_t *cards)
{
    struct fraction ignored;
    struct span p;

    *instance = timeline_of(&a->timeline, line);
    *cards = timeline_cards(&a->timeline, line);
    return *instance && *cards > 0 && line_period(audit_line(a, line), &p) &&
        !line_unlocated(audit_line(a, line), &ignored) && (*instance)->series_count > 0 &&
        (*instance)->series_count <= *cards;
}

/* The runs of ${i} in which some gpu line has a card without a series, or does not say when. */
static int
find_uncertain(const struct audit *a, const struct timeline_instance *i, struct arena *arena,
    struct spans *out, struct err *e)
{
    struct span *periods = arena_array(arena, i->line_count + 1, sizeof(*periods));
    size_t n = 0, at = 0;
    uint32_t index;

    if (!periods)
        return err_nomem(e);
    while (timeline_next(i, CATEGORY_GPU, &at, &index)) {
        const struct ledger_line *line = audit_line(a, index);
        struct fraction ignored;

        if (line_is_compute(line) && line_period(line, &periods[n]) &&
            (line_unlocated(line, &ignored) ||
                timeline_cards(&a->timeline, index) != i->series_count))
            n++;
    }
    *out = spans_join(periods, n);
    return 0;
}

/* True where a sample from ${from} on and before ${to} is busy. */
static bool
is_busy_between(const struct gpu_series *s, int64_t from, int64_t to, int32_t idle_below)
{
    size_t low = 0, high = s->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (s->points[middle].time < from)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < s->n && s->points[low].time < to; low++)
        if (s->points[low].utilisation >= idle_below)
            return true;
    return false;
}

/* Where the idle stretch at the end of ${run} begins; false where the GPU is not idle there. */
static bool
tail_of_gpu(const struct gpu_series *s, struct span run, int32_t idle_below, int64_t *from)
{
    const struct spans *idle = &s->idle.spans;
    size_t k = spans_after(idle, run.to - 1);
    struct span last;

    /* The stretch that holds the last moment, else the one before it. */
    if (k == idle->n || idle->at[k].from >= run.to) {
        if (k == 0)
            return false;
        k--;
    }
    last = idle->at[k];
    if (last.to <= run.from || run.to - last.to > s->max_gap ||
        is_busy_between(s, last.to, run.to, idle_below))
        return false;
    *from = last.from;
    return true;
}

int
idle_tails(const struct audit *a, const struct timeline_instance *i, int64_t least,
    struct arena *arena, struct spans *out, struct err *e)
{
    const struct spans *runs = &i->runs[RUNS_GPU];
    struct span *tails;
    struct spans uncertain;
    size_t n = 0;

    *out = SPANS_EMPTY;
    if (i->series_count == 0)
        return 0;
    tails = arena_array(arena, runs->n + 1, sizeof(*tails));
    if (!tails)
        return err_nomem(e);
    if (find_uncertain(a, i, arena, &uncertain, e))
        return -1;
    for (size_t r = 0; r < runs->n; r++) {
        struct span tail = runs->at[r];
        bool is_tail = spans_covered(&uncertain, tail) == 0;

        for (size_t k = 0; k < i->series_count && is_tail; k++) {
            int64_t from;

            is_tail = tail_of_gpu(&i->series[k], runs->at[r], a->timeline.options.idle_below,
                &from);
            if (is_tail && from > tail.from)
                tail.from = from;
        }
        if (is_tail && tail.to - tail.from >= least)
            tails[n++] = tail;
    }
    *out = (struct spans){ tails, n };
    return 0;
}

int
idle_forgotten(const struct audit *a, const struct timeline_instance *i, struct arena *arena,
    struct spans *out, struct err *e)
{
    const struct rule_settings *s = audit_settings(a, FORGOTTEN_RULE);

    *out = SPANS_EMPTY;
    if (!s || !s->is_enabled)
        return 0;
    return idle_tails(a, i, setting_duration(s, FORGOTTEN_TAIL), arena, out, e);
}
