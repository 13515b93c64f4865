/*
 * usage_nvidia_smi.c - nvidia-smi --query-gpu=... --format=csv[,noheader][,nounits].
 *
 * Headings are canonical names with a unit behind them; cells repeat the unit unless it was not
 * wanted. Without headings the user names the columns. With MIG enabled the utilisation is [N/A],
 * whatever runs: that is no sample.
 */
#include "parsers/usage_table.h"

static const struct {
    const char *name;
    struct usage_column column;
} known[] = {
    { "timestamp", { .role = USAGE_TIME } },
    { "uuid", { .role = USAGE_GPU, .metric.rank = 3 } },
    { "gpu_uuid", { .role = USAGE_GPU, .metric.rank = 3 } },
    { "pci.bus_id", { .role = USAGE_GPU, .metric.rank = 2 } },
    { "gpu_bus_id", { .role = USAGE_GPU, .metric.rank = 2 } },
    { "index", { .role = USAGE_GPU, .metric.rank = 1 } },
    { "utilization.gpu", { USAGE_VALUE, { USAGE_UTILISATION, USAGE_PERCENT, 1 }, 0 } },
    { "memory.used", { USAGE_VALUE, { USAGE_MEMORY_USED, USAGE_MIB, 1 }, 0 } },
    { "memory.total", { USAGE_VALUE, { USAGE_MEMORY_TOTAL, USAGE_MIB, 1 }, 0 } },
    { "power.draw", { USAGE_VALUE, { USAGE_POWER, USAGE_WATT, 3 }, 0 } },
    { "power.draw.average", { USAGE_VALUE, { USAGE_POWER, USAGE_WATT, 2 }, 0 } },
    { "power.draw.instant", { USAGE_VALUE, { USAGE_POWER, USAGE_WATT, 1 }, 0 } },
    { "name", { .role = USAGE_OTHER } },
    { "gpu_name", { .role = USAGE_OTHER } },
    { "pid", { .role = USAGE_OTHER } },
    { "used_gpu_memory", { .role = USAGE_OTHER } },
    { "utilization.memory", { .role = USAGE_OTHER } },
    { "memory.free", { .role = USAGE_OTHER } },
    { "temperature.gpu", { .role = USAGE_OTHER } },
    { "fan.speed", { .role = USAGE_OTHER } },
    { "pstate", { .role = USAGE_OTHER } },
    { "serial", { .role = USAGE_OTHER } },
    { "mig.mode.current", { .role = USAGE_OTHER } },
    { "driver_version", { .role = USAGE_OTHER } },
};
#define KNOWN (sizeof(known) / sizeof(known[0]))

/* Old drivers know the GPU by gpu_uuid where new ones say uuid; both know "[MB]" and "[MiB]". */
static bool
bind(struct sv name, struct usage_column *out)
{
    size_t bracket = sv_find(name, SV("["), 0);

    if (bracket != (size_t)-1)
        name = sv_trim(sv_part(name, 0, bracket));
    for (size_t i = 0; i < KNOWN; i++) {
        if (!sv_is_folded(name, sv_of(known[i].name)))
            continue;
        *out = known[i].column;
        return true;
    }
    return false;
}

/* Whether the columns tell something of GPUs, and of nothing else. */
static bool
are_columns(const struct sv *names, size_t n)
{
    struct usage_column c;
    bool has_value = false, has_gpu = false, has_pid = false;

    for (size_t i = 0; i < n; i++) {
        has_pid |= sv_is(names[i], SV("pid"));
        if (names[i].n == 0 || !bind(names[i], &c))
            continue;
        has_value |= c.role == USAGE_VALUE;
        has_gpu |= c.role == USAGE_GPU;
    }
    return has_value || (has_gpu && has_pid);
}

int
usage_columns_check(const char *columns, struct err *e)
{
    struct sv names[USAGE_COLUMNS_MAX];

    if (are_columns(names, usage_cut_columns(columns, names, USAGE_COLUMNS_MAX)))
        return 0;
    return err_set(e, ERR_USAGE, N_("--usage-columns: '%s' names no utilisation; write what "
        "--query-gpu was given, such as timestamp,index,utilization.gpu"), columns);
}

/* A first row without headings has what the user says: as many cells, and a time at its place. */
static bool
fits_columns(const char *columns, const struct sv *cells, size_t n)
{
    struct sv names[USAGE_COLUMNS_MAX];
    size_t named = usage_cut_columns(columns, names, USAGE_COLUMNS_MAX);
    int64_t ignored;

    if (named != n || !are_columns(names, named))
        return false;
    for (size_t i = 0; i < n; i++) {
        struct usage_column c;

        if (bind(names[i], &c) && c.role == USAGE_TIME)
            return usage_time(&ignored, cells[i], 0) == 0;
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
    if (usage_count_headings(bind, cells, n) >= 2)
        return are_columns(cells, n) ? USAGE_CERTAIN : 0;
    return head->columns && fits_columns(head->columns, cells, n) ? USAGE_LIKELY : 0;
}

static int
read_log(struct usage_sink *sink, struct text *t, struct err *e)
{
    static const struct usage_table table = { .bind = bind };

    return usage_table_read(sink, t, ',', &table, e);
}

static const char *const sources[] = {
    "nvidia-smi --help-query-gpu",
    "github.com/utkuozdemir/nvidia_gpu_exporter, internal/captures: output of real machines", NULL,
};

const struct usage_reader usage_nvidia_smi = {
    .name = "nvidia-smi",
    .title = { "nvidia-smi --query-gpu in CSV", "nvidia-smi --query-gpu 的 CSV" },
    .kind = INPUT_USAGE,
    .platform = "",
    .evidence = EVIDENCE_PUBLIC_SAMPLE,
    .sources = sources,
    .recognise = recognise,
    .read = read_log,
};
