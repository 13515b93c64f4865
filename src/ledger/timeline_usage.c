/*
 * timeline_usage.c - samples of an instance as one series per GPU: what they speak for, what is
 * idle.
 *
 * A sample without a value is none. The spacing that counts is the median of those between
 * neighbours, so that one pause of the logger does not stretch what a sample speaks for.
 */
#include <stdlib.h>

#include "ledger/timeline_build.h"

#define GAP_SPACINGS 3
#define GAP_LEAST (10 * TIME_MINUTE)
#define WHOLE 10000 /* hundredths of a percent */

struct valued {
    const char *gpu;
    struct usage_point point;
};

static int
compare_valued(const void *left, const void *right)
{
    const struct valued *a = left, *b = right;
    int order = a->gpu == b->gpu ? 0 : strcmp(a->gpu, b->gpu);

    if (order == 0)
        order = (a->point.time > b->point.time) - (a->point.time < b->point.time);
    /* The highest of one time comes first, and stays. */
    if (order == 0)
        order = b->point.utilisation - a->point.utilisation;
    return order ? order : b->point.memory - a->point.memory;
}

static int
compare_times(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;

    return (a > b) - (a < b);
}

static int32_t
memory_share(const struct usage_sample *s)
{
    __extension__ __int128 share;

    if (s->memory_used < 0 || s->memory_total <= 0)
        return -1;
    share = (__extension__ (__int128)s->memory_used) * WHOLE / s->memory_total;
    return share > WHOLE ? WHOLE : (int32_t)share;
}

/* All samples with a value that speak of ${i}, by GPU and time. */
static struct valued *
collect(const struct timeline_instance *i, const struct observed_index *x, struct arena *arena,
    size_t *count)
{
    const struct observed *groups[2] = { observed_find(&x->samples, i->platform, i->instance),
        i->platform[0] ? observed_find(&x->samples, "", i->instance) : NULL };
    struct valued *all;
    size_t n = 0;

    for (size_t k = 0; k < 2; k++)
        for (const struct observed *g = groups[k]; g; g = g->next)
            n += g->n;
    *count = 0;
    all = arena_array(arena, n + 1, sizeof(*all));
    if (!all)
        return NULL;
    n = 0;
    for (size_t k = 0; k < 2; k++) {
        for (const struct observed *g = groups[k]; g; g = g->next) {
            for (size_t m = g->first; m < g->first + g->n; m++) {
                const struct usage_sample *s = &x->observations->samples.at[m];

                if (s->utilisation >= 0 && s->time != TIME_NONE)
                    all[n++] = (struct valued){ s->gpu,
                        { s->time, s->until, s->utilisation, memory_share(s) } };
            }
        }
    }
    if (n > 0)
        qsort(all, n, sizeof(*all), compare_valued);
    *count = n;
    return all;
}

/* The median distance of neighbours, and how far a sample speaks at most. */
static int
find_spacing(struct gpu_series *s, struct arena *scratch, struct err *e)
{
    size_t n = s->n - 1;
    int64_t *distances = arena_array(scratch, n + 1, sizeof(*distances)), most, longer;

    if (!distances)
        return err_nomem(e);
    if (n == 0)
        return 0;
    for (size_t i = 0; i < n; i++)
        distances[i] = s->points[i + 1].time - s->points[i].time;
    qsort(distances, n, sizeof(*distances), compare_times);
    s->spacing = n % 2 ? distances[n / 2] :
        distances[n / 2 - 1] + (distances[n / 2] - distances[n / 2 - 1]) / 2;
    most = GAP_SPACINGS * s->spacing;
    longer = s->spacing + s->spacing / 2;
    if (longer < GAP_LEAST)
        longer = GAP_LEAST;
    s->max_gap = most < longer ? most : longer;
    return 0;
}

/* Where the speaking of sample ${i} ends. */
static int64_t
speaks_until(const struct gpu_series *s, size_t i)
{
    int64_t at = s->points[i].time, until = s->points[i].until;

    if (until != TIME_NONE)
        return i + 1 < s->n && s->points[i + 1].time < until ? s->points[i + 1].time : until;
    if (i + 1 == s->n)
        return at + s->spacing;
    return s->points[i + 1].time - at < s->max_gap ? s->points[i + 1].time : at + s->max_gap;
}

static int
find_stretches(struct gpu_series *s, uint32_t card, struct arena *arena,
    const struct timeline_options *options, struct err *e)
{
    struct span *speaking = arena_array(arena, s->n, sizeof(*speaking)), *idle;
    size_t spoken = 0, idles = 0, kept = 0;

    idle = arena_array(arena, s->n, sizeof(*idle));
    if (!speaking || !idle)
        return err_nomem(e);
    for (size_t i = 0; i < s->n; i++) {
        struct span now = { s->points[i].time, speaks_until(s, i) };

        if (now.from == now.to)
            continue;
        if (spoken > 0 && speaking[spoken - 1].to == now.from)
            speaking[spoken - 1].to = now.to;
        else
            speaking[spoken++] = now;
        if (s->points[i].utilisation >= options->idle_below)
            continue;
        if (idles > 0 && idle[idles - 1].to == now.from)
            idle[idles - 1].to = now.to;
        else
            idle[idles++] = now;
    }
    for (size_t i = 0; i < idles; i++)
        if (idle[i].to - idle[i].from >= options->idle_stretch)
            idle[kept++] = idle[i];
    return strip_make(&s->speaking, &(struct spans){ speaking, spoken }, NULL, card, arena, e) ||
        strip_make(&s->idle, &(struct spans){ idle, kept }, NULL, card, arena, e) ? -1 : 0;
}

/* A series, on ${card}, of the ${n} samples at ${all}, which are of one GPU. */
static int
make_series(struct timeline *t, struct gpu_series *s, uint32_t card, const struct valued *all,
    size_t n, const struct timeline_options *options, struct arena *scratch, struct err *e)
{
    struct usage_point *points = arena_array(&t->arena, n, sizeof(*points));
    size_t kept = 0;

    if (!points)
        return err_nomem(e);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || all[i].point.time != all[i - 1].point.time)
            points[kept++] = all[i].point;
    *s = (struct gpu_series){ .gpu = all[0].gpu, .points = points, .n = kept };
    if (find_spacing(s, scratch, e))
        return -1;
    return find_stretches(s, card, &t->arena, options, e);
}

int
timeline_add_series(struct timeline *t, struct timeline_instance *i,
    const struct observed_index *x, const struct timeline_options *options, struct err *e)
{
    struct arena scratch = ARENA_INIT;
    struct gpu_series *series;
    struct valued *all;
    size_t n, count = 0, used = 0;
    int result = -1;

    if (x->samples.n == 0)
        return 0;
    all = collect(i, x, &scratch, &n);
    if (!all) {
        (void)err_nomem(e);
        goto release;
    }
    for (size_t k = 0; k < n; k++)
        count += k == 0 || strcmp(all[k].gpu, all[k - 1].gpu) != 0;
    series = arena_array(&t->arena, count + 1, sizeof(*series));
    if (!series) {
        (void)err_nomem(e);
        goto release;
    }
    for (size_t k = 0, end; k < n; k = end) {
        for (end = k + 1; end < n && strcmp(all[end].gpu, all[k].gpu) == 0;)
            end++;
        if (make_series(t, &series[used], (uint32_t)used, all + k, end - k, options, &scratch, e))
            goto release;
        used++;
    }
    i->series = series;
    i->series_count = count;
    result = 0;
release:
    arena_release(&scratch);
    return result;
}
