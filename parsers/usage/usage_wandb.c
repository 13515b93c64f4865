/*
 * usage_wandb.c - Weights & Biases system metrics: run.history(stream="events") as CSV.
 *
 *     ,system.gpu.0.gpu,system.gpu.0.memoryAllocated,_runtime,_timestamp
 *
 * One row per moment, columns for each GPU. memory is bandwidth, memoryAllocated percent: neither
 * is an amount of memory. What a process of the run takes is not what the GPU does.
 */
#include "parsers/usage_table.h"

static const struct {
    const char *name;
    struct usage_metric metric;
} metrics[] = {
    { "gpu", { USAGE_UTILISATION, USAGE_PERCENT, 1 } },
    { "memoryAllocatedBytes", { USAGE_MEMORY_USED, USAGE_BYTES, 1 } },
    { "powerWatts", { USAGE_POWER, USAGE_WATT, 1 } },
};
#define METRICS (sizeof(metrics) / sizeof(metrics[0]))

/* The number that ${*s} begins with, and a dot behind it, are taken off. */
static bool
cut_number(struct sv *s, unsigned *number)
{
    size_t n = 0;

    *number = 0;
    while (n < s->n && n < 4 && s->p[n] >= '0' && s->p[n] <= '9')
        *number = *number * 10 + (unsigned)(s->p[n++] - '0');
    if (n == 0 || n >= s->n || s->p[n] != '.')
        return false;
    *s = sv_part(*s, n + 1, s->n);
    return true;
}

static bool
bind(struct sv name, struct usage_column *out)
{
    static const struct sv gpu = { "gpu.", 4 };

    *out = (struct usage_column){ .role = USAGE_OTHER };
    if (sv_is(name, SV("_timestamp"))) {
        out->role = USAGE_TIME;
        return true;
    }
    if (sv_is(name, SV("_runtime")) || sv_is(name, SV("_wandb")))
        return true;
    if (!sv_starts(name, SV("system.")) && !sv_starts(name, SV("system/")))
        return false;
    name = sv_part(name, 7, name.n);
    if (!sv_starts(name, gpu))
        return true;
    name = sv_part(name, gpu.n, name.n);
    if (!cut_number(&name, &out->gpu))
        return true;
    for (size_t i = 0; i < METRICS; i++) {
        if (!sv_is(name, sv_of(metrics[i].name)))
            continue;
        out->role = USAGE_VALUE;
        out->metric = metrics[i].metric;
    }
    return true;
}

static int
recognise(const struct usage_head *head)
{
    struct sv cells[USAGE_COLUMNS_MAX];
    size_t n;

    if (head->is_json)
        return 0;
    n = usage_first_row(head->text, ',', cells, USAGE_COLUMNS_MAX);
    for (size_t i = 0; i < n; i++)
        if (sv_starts(cells[i], SV("system.")) || sv_starts(cells[i], SV("system/")))
            return usage_count_headings(bind, cells, n) >= 2 ? USAGE_CERTAIN : 0;
    return 0;
}

static int
read_log(struct usage_sink *sink, struct text *t, struct err *e)
{
    static const struct usage_table table = { .bind = bind, .is_wide = true };

    return usage_table_read(sink, t, ',', &table, e);
}

static const char *const sources[] = {
    "docs.wandb.ai: system metrics", "community.wandb.ai/t/4748: the events as CSV", NULL,
};

const struct usage_reader usage_wandb = {
    .name = "wandb-events",
    .title = { "Weights & Biases system metrics in CSV", "Weights & Biases 系统指标的 CSV" },
    .kind = INPUT_USAGE,
    .platform = "",
    .evidence = EVIDENCE_PUBLIC_SAMPLE,
    .sources = sources,
    .recognise = recognise,
    .read = read_log,
};
