/*
 * gpu_work.c - how hard GPUs worked, by their samples.
 *
 * A sample speaks for the time up to the next one, at most max_gap; the last for the median
 * spacing; a mean up to its own end.
 */
#include "audit/gpu_work.h"

#define PERCENT 100

/* The index of the last point at or before ${at}, 0 where there is none. */
static size_t
point_before(const struct gpu_series *s, int64_t at)
{
    size_t low = 0, high = s->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (s->points[middle].time <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? low - 1 : 0;
}

/* The time for which sample ${k} speaks, within ${window}; empty where from >= to. */
static struct span
speaks_for(const struct gpu_series *s, size_t k, struct span window)
{
    struct span span = { s->points[k].time, s->points[k].time + s->spacing };
    int64_t until = s->points[k].until;

    if (k + 1 < s->n) {
        span.to = s->points[k + 1].time;
        if (until == TIME_NONE && span.to - span.from > s->max_gap)
            span.to = span.from + s->max_gap;
    }
    if (until != TIME_NONE && (k + 1 == s->n || until < span.to))
        span.to = until;
    if (span.from < window.from)
        span.from = window.from;
    if (span.to > window.to)
        span.to = window.to;
    return span;
}

void
gpu_work_add(const struct gpu_series *s, struct span window, struct gpu_work *w)
{
    size_t k = point_before(s, window.from);

    for (; k < s->n && s->points[k].time < window.to; k++) {
        struct span span = speaks_for(s, k, window);
        int64_t busy;

        if (span.from >= span.to)
            continue;
        busy = span.to - span.from - strip_covered(&s->idle, span);
        w->speaking += span.to - span.from;
        w->busy += busy;
        w->done += (money_int)(span.to - span.from) * s->points[k].utilisation;
        w->busy_done += (money_int)busy * s->points[k].utilisation;
    }
}

struct money
gpu_work_mean(money_int done, money_int time)
{
    struct err ignored = ERR_INIT;
    struct money mean = MONEY_ZERO;

    /* A mean is at most 100: it is always in range. */
    if (time > 0)
        (void)money_share(&mean, money_of(1), done, time * PERCENT, 9, &ignored);
    return mean;
}
