/*
 * rule_underused_gpu.c - runs whose GPUs, while at work, are mostly waiting.
 *
 * Advice without a leak: the same work may need fewer hours or a smaller card.
 */
#include "audit/gpu_work.h"
#include "audit/idle.h"

enum { LEAST_RUN, BELOW };

static const struct setting settings[] = {
    [LEAST_RUN] = { "least_run", SETTING_DURATION, "1h", N_("shortest run that is looked at") },
    [BELOW] = { "utilisation_below", SETTING_PERCENT, "40",
        N_("mean utilisation while busy below which a run is told") },
    { .name = NULL },
};

/* The runs of ${i} that are told, and all their work together. */
static int
find_runs(const struct rule_settings *s, const struct timeline_instance *i, struct arena *arena,
    struct spans *out, struct gpu_work *all, struct err *e)
{
    const struct spans *runs = &i->runs[RUNS_GPU];
    struct span *told = arena_array(arena, runs->n + 1, sizeof(*told));
    size_t n = 0;

    if (!told)
        return err_nomem(e);
    *all = GPU_WORK_NONE;
    for (size_t r = 0; r < runs->n; r++) {
        struct gpu_work w = GPU_WORK_NONE;

        if (runs->at[r].to - runs->at[r].from < setting_duration(s, LEAST_RUN))
            continue;
        for (size_t k = 0; k < i->series_count; k++)
            gpu_work_add(&i->series[k], runs->at[r], &w);
        if (w.busy == 0 || money_compare(gpu_work_mean(w.busy_done, w.busy),
                setting_number(s, BELOW)) >= 0)
            continue;
        told[n++] = runs->at[r];
        all->busy += w.busy;
        all->busy_done += w.busy_done;
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
    struct gpu_work all = GPU_WORK_NONE;
    uint32_t index;
    size_t at = 0;

    if (i->series_count == 0)
        return 0;
    if (find_runs(s, i, arena, &runs, &all, e))
        return -1;
    while (runs.n > 0 && timeline_next(i, CATEGORY_GPU, &at, &index)) {
        const struct ledger_line *line = audit_line(a, index);
        struct span p;

        if (!audit_is_judged(a, line) || !line_period(line, &p) || spans_covered(&runs, p) == 0)
            continue;
        found = finding_of_line(f, POSSIBLE, index, e);
        if (!found || finding_mention(f, found, index, e))
            return -1;
    }
    if (!found)
        return 0;
    return finding_set_amount(f, found, "utilisation",
        gpu_work_mean(all.busy_done, all.busy), e) ||
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
    .finds = N_("Runs of an hour or more in which the GPUs, while at work, are used less than "
        "40 %, on average. Advice only: no leak is counted."),
    .needs = N_("A usage log."),
    .formula = N_("The mean of the samples over the time they speak for, without idle stretches; "
        "of all GPUs of a run together."),
    .working = N_("mean utilisation in percent: {#utilisation}; runs: {runs}"),
    .example = N_("Eight hours: the first idle, then seven at 25 %. The mean at work is 25 %, as "
        "the idle hour does not count: data loading may be what it waits for."),
    .advice = N_("Look at data loading and batch size first, then at a smaller card."),
    .settings = settings,
    .check = check,
    .tell = tell,
};
