/*
 * rule_underused_gpu.c - runs whose GPUs, while at work, are mostly waiting.
 *
 * Advice without a leak: the same work may need fewer hours or a smaller card.
 */
#include "audit/idle.h"

enum { LEAST_RUN, BELOW };

static const struct setting settings[] = {
    [LEAST_RUN] = { "least_run", SETTING_DURATION, "1h", N_("shortest run that is looked at") },
    [BELOW] = { "utilisation_below", SETTING_PERCENT, "40",
        N_("mean utilisation while busy below which a run is told") },
    { .name = NULL },
};

/* Time in which GPUs were busy, and utilisation (hundredths of a percent) x that time. */
struct work {
    money_int busy, done;
};

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

static void
add_work(const struct gpu_series *s, struct span run, struct work *w)
{
    for (size_t k = point_before(s, run.from); k < s->n && s->points[k].time < run.to; k++) {
        struct span speaks = { s->points[k].time, s->points[k].time + s->spacing };
        int64_t busy;

        if (k + 1 < s->n) {
            speaks.to = s->points[k + 1].time;
            if (speaks.to - speaks.from > s->max_gap)
                speaks.to = speaks.from + s->max_gap;
        }
        if (speaks.from < run.from)
            speaks.from = run.from;
        if (speaks.to > run.to)
            speaks.to = run.to;
        if (speaks.from >= speaks.to)
            continue;
        busy = speaks.to - speaks.from - spans_covered(&s->idle, speaks);
        w->busy += busy;
        w->done += (money_int)busy * s->points[k].utilisation;
    }
}

/* The runs of ${i} that are told, and all their work together. */
static int
find_runs(const struct rule_settings *s, const struct timeline_instance *i, struct arena *arena,
    struct spans *out, struct work *all, struct err *e)
{
    const struct spans *runs = &i->runs[RUNS_GPU];
    struct span *told = arena_array(arena, runs->n + 1, sizeof(*told));
    size_t n = 0;

    if (!told)
        return err_nomem(e);
    *all = (struct work){ 0, 0 };
    for (size_t r = 0; r < runs->n; r++) {
        struct work w = { 0, 0 };
        struct money mean;

        if (runs->at[r].to - runs->at[r].from < setting_duration(s, LEAST_RUN))
            continue;
        for (size_t k = 0; k < i->series_count; k++)
            add_work(&i->series[k], runs->at[r], &w);
        if (w.busy == 0 || money_share(&mean, money_of(1), w.done, w.busy * 100, 9, e))
            continue;
        if (money_compare(mean, setting_number(s, BELOW)) >= 0)
            continue;
        told[n++] = runs->at[r];
        all->busy += w.busy;
        all->done += w.done;
    }
    *out = (struct spans){ told, n };
    return 0;
}

static int
check_instance(const struct audit *a, const struct rule_settings *s,
    const struct timeline_instance *i, struct findings *f, struct arena *arena, struct err *e)
{
    struct finding *found = NULL;
    struct spans runs;
    struct work all;
    struct money mean;

    if (i->series_count == 0)
        return 0;
    if (find_runs(s, i, arena, &runs, &all, e))
        return -1;
    for (size_t k = 0; runs.n > 0 && k < i->line_count; k++) {
        const struct ledger_line *line = audit_line(a, i->lines[k]);
        struct span p;

        if (!audit_is_judged(a, line) || ledger_word(line, WORD_CATEGORY) != CATEGORY_GPU ||
            !line_period(line, &p) || spans_covered(&runs, p) == 0)
            continue;
        found = finding_of_line(f, POSSIBLE, i->lines[k], e);
        if (!found || finding_mention(f, found, i->lines[k], e))
            return -1;
    }
    if (!found)
        return 0;
    return money_share(&mean, money_of(1), all.done, all.busy * 100, 9, e) ||
        finding_set_amount(f, found, "utilisation", mean, e) ||
        finding_add_count(f, found, "runs", (int64_t)runs.n, e) ? -1 : 0;
}

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    struct arena arena = ARENA_INIT;
    int result = 0;

    for (size_t i = 0; i < a->timeline.instances.n && result == 0; i++) {
        result = check_instance(a, s, &a->timeline.instances.at[i], f, &arena, e);
        arena_release(&arena);
    }
    return result;
}

static void
tell(const struct audit *a, const struct finding *f, struct message *message,
    struct message *advice)
{
    char mean[MONEY_DISPLAY_MAX];

    (void)a;
    message_set_whole(message, N_("The GPUs of %s were used %s %% of the time while they were at "
        "work."), f->name,
        money_format_display(mean, finding_fact(f, "utilisation").amount, 0));
    message_set(advice, N_("Look at data loading and batch size first, then at a smaller card."));
}

const struct rule rule_underused_gpu = {
    .id = "underused-gpu",
    .title = N_("GPU waiting for work"),
    .order = 20,
    .is_never_merged = true,
    .finds = N_("Runs whose mean utilisation is low while their GPUs are at work. No leak is "
        "counted."),
    .needs = N_("A usage log."),
    .formula = N_("The mean of the samples over the time they speak for, without idle stretches."),
    .example = N_("Eight hours of training, GPUs used a quarter of the time: data loading is the "
        "bottleneck."),
    .advice = N_("Look at data loading and batch size first, then at a smaller card."),
    .settings = settings,
    .check = check,
    .tell = tell,
};
