/*
 * usage_nvitop.c - nvitop's ResourceMetricCollector as CSV.
 *
 *     time,resources/timestamp,resources/cuda:0 (gpu:3)/gpu_utilization (%)/mean
 *
 * One row per moment, columns for each GPU, which is known by its physical number. Columns of
 * processes come and go; they are not read.
 */
#include "parsers/usage_table.h"

static const struct {
    const char *name;
    struct usage_metric metric;
} metrics[] = {
    { "gpu_utilization (%)", { USAGE_UTILISATION, USAGE_PERCENT, 0 } },
    { "memory_used (MiB)", { USAGE_MEMORY_USED, USAGE_MIB, 0 } },
    { "memory_total (MiB)", { USAGE_MEMORY_TOTAL, USAGE_MIB, 0 } },
    { "power_usage (W)", { USAGE_POWER, USAGE_WATT, 0 } },
};
#define METRICS (sizeof(metrics) / sizeof(metrics[0]))

/* Statistics by rank: of the least value nothing follows. */
static const char *const statistics[] = { "max", "last", "mean" };
#define STATISTICS (sizeof(statistics) / sizeof(statistics[0]))

/* The physical number in "gpu:3" or "cuda:0 (gpu:3)"; not that of a part of one, "gpu:3:1". */
static bool
find_gpu(struct sv scope, unsigned *gpu)
{
    size_t at = sv_find(scope, SV("gpu:"), 0), n = 0;

    *gpu = 0;
    if (at == (size_t)-1 || sv_find(scope, SV("pid:"), 0) != (size_t)-1)
        return false;
    scope = sv_part(scope, at + 4, scope.n);
    while (n < scope.n && n < 4 && scope.p[n] >= '0' && scope.p[n] <= '9')
        *gpu = *gpu * 10 + (unsigned)(scope.p[n++] - '0');
    return n > 0 && (n == scope.n || scope.p[n] == ')');
}

static bool
find_metric(struct sv name, struct sv statistic, struct usage_metric *out)
{
    for (size_t i = 0; i < METRICS; i++) {
        if (!sv_is(name, sv_of(metrics[i].name)))
            continue;
        *out = metrics[i].metric;
        for (unsigned rank = 0; rank < STATISTICS; rank++)
            if (sv_is(statistic, sv_of(statistics[rank])))
                out->rank = rank + 1;
        return out->rank > 0;
    }
    return false;
}

static bool
bind(struct sv name, struct usage_column *out)
{
    struct sv tag, scope, metric, statistic, rest = name;

    *out = (struct usage_column){ .role = USAGE_OTHER };
    if (sv_is(name, SV("time"))) {
        out->role = USAGE_TIME;
        out->metric.rank = 1;
        return true;
    }
    if (sv_ends(name, SV("/timestamp"))) {
        out->role = USAGE_TIME;
        out->metric.rank = 2;
        return true;
    }
    if (sv_ends(name, SV("/duration (s)")))
        return true;
    if (!sv_cut(&rest, '/', &tag) || !sv_cut(&rest, '/', &scope))
        return false;
    /* A process is a scope above that of its GPU. */
    if (sv_starts(scope, SV("pid:")) || sv_starts(scope, SV("host")))
        return true;
    if (!find_gpu(scope, &out->gpu) || !sv_cut(&rest, '/', &metric) ||
        !sv_cut(&rest, '/', &statistic))
        return false;
    if (find_metric(metric, statistic, &out->metric))
        out->role = USAGE_VALUE;
    return true;
}

static int
recognise(const struct usage_head *head)
{
    struct sv cells[USAGE_COLUMNS_MAX];
    struct usage_column c;
    size_t n;
    bool has_value = false;

    if (head->is_json)
        return 0;
    n = usage_first_row(head->text, ',', cells, USAGE_COLUMNS_MAX);
    for (size_t i = 0; i < n; i++)
        has_value |= cells[i].n > 0 && bind(cells[i], &c) && c.role == USAGE_VALUE;
    return has_value && usage_count_headings(bind, cells, n) >= 2 ? USAGE_CERTAIN : 0;
}

static int
read_log(struct usage_sink *sink, struct text *t, struct err *e)
{
    static const struct usage_table table = { .bind = bind, .is_wide = true };

    return usage_table_read(sink, t, ',', &table, e);
}

static const char *const sources[] = {
    "github.com/XuehaiPan/nvitop, README: ResourceMetricCollector", NULL,
};

const struct usage_reader usage_nvitop = {
    .name = "nvitop",
    .title = { "nvitop's metrics in CSV", "nvitop 指标的 CSV" },
    .kind = INPUT_USAGE,
    .platform = "",
    .evidence = EVIDENCE_DOCUMENTED,
    .sources = sources,
    .recognise = recognise,
    .read = read_log,
};
