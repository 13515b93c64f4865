/*
 * usage_metric.c - what metrics measure, by their names.
 *
 * 0.42 may be 0.42 % or 42 %: only the name tells. A name that is not here tells nothing.
 */
#include "parsers/usage.h"

#define PERCENT(rank) { USAGE_UTILISATION, USAGE_PERCENT, rank }
#define RATIO(rank) { USAGE_UTILISATION, USAGE_RATIO, rank }
#define USED(unit) { USAGE_MEMORY_USED, unit, 1 }
#define TOTAL(unit) { USAGE_MEMORY_TOTAL, unit, 1 }
#define POWER(unit) { USAGE_POWER, unit, 1 }

/* Names as their makers document them. */
static const struct {
    const char *name;
    struct usage_metric metric;
} metrics[] = {
    /* NVIDIA DCGM and its exporter; the short names are those of dcgmi dmon. */
    { "DCGM_FI_DEV_GPU_UTIL", PERCENT(3) },
    { "DCGM_FI_PROF_GR_ENGINE_ACTIVE", RATIO(2) },
    { "DCGM_FI_DEV_FB_USED", USED(USAGE_MIB) },
    { "DCGM_FI_DEV_FB_TOTAL", TOTAL(USAGE_MIB) },
    { "DCGM_FI_DEV_POWER_USAGE", POWER(USAGE_WATT) },
    { "GPUTL", PERCENT(3) },
    { "GRACT", RATIO(2) },
    { "FBUSD", USED(USAGE_MIB) },
    { "FBTTL", TOTAL(USAGE_MIB) },
    { "POWER", POWER(USAGE_WATT) },
    /* nvidia_gpu_exporter. */
    { "nvidia_smi_utilization_gpu_ratio", RATIO(3) },
    { "nvidia_smi_memory_used_bytes", USED(USAGE_BYTES) },
    { "nvidia_smi_memory_total_bytes", TOTAL(USAGE_BYTES) },
    { "nvidia_smi_power_draw_watts", POWER(USAGE_WATT) },
    /* The CloudWatch agent and Telegraf. */
    { "nvidia_smi_utilization_gpu", PERCENT(3) },
    { "nvidia_smi_memory_used", USED(USAGE_MIB) },
    { "nvidia_smi_memory_total", TOTAL(USAGE_MIB) },
    { "nvidia_smi_power_draw", POWER(USAGE_WATT) },
    /* nvidia_gpu_prometheus_exporter and cAdvisor. */
    { "nvidia_gpu_duty_cycle", PERCENT(3) },
    { "nvidia_gpu_memory_used_bytes", USED(USAGE_BYTES) },
    { "nvidia_gpu_memory_total_bytes", TOTAL(USAGE_BYTES) },
    { "nvidia_gpu_power_usage_milliwatts", POWER(USAGE_MILLIWATT) },
    { "container_accelerator_duty_cycle", PERCENT(3) },
    { "container_accelerator_memory_used_bytes", USED(USAGE_BYTES) },
    { "container_accelerator_memory_total_bytes", TOTAL(USAGE_BYTES) },
    /* Alibaba Cloud Monitor, of the agent and of the instance. */
    { "gpu_gpu_usedutilization", PERCENT(3) },
    { "gpu_power_readings_power_draw", POWER(USAGE_WATT) },
    { "instance_gpu_gpu_usedutilization", PERCENT(2) },
    /* Tencent Cloud, Compshare, Huawei Cloud. */
    { "GpuUtil", PERCENT(3) },
    { "GpuMemUsed", USED(USAGE_MIB) },
    { "GpuMemTotal", TOTAL(USAGE_MIB) },
    { "GpuPowDraw", POWER(USAGE_WATT) },
    { "cloudwatch_gpu_util", PERCENT(3) },
    { "cce_gpu_utilization", PERCENT(3) },
    { "cce_gpu_memory_used", USED(USAGE_BYTES) },
};
#define METRICS (sizeof(metrics) / sizeof(metrics[0]))

/* Names with these behind them mean the same; a least value proves nothing. */
static const char *const statistics[] = { "_avg", "_average", "_max", "_maximum" };

/* ${name} without a statistic at its end. */
static struct sv
base_name(struct sv name)
{
    for (size_t i = 0; i < sizeof(statistics) / sizeof(statistics[0]); i++) {
        struct sv end = sv_of(statistics[i]);

        if (name.n > end.n && sv_is_folded(sv_part(name, name.n - end.n, name.n), end))
            return sv_part(name, 0, name.n - end.n);
    }
    return name;
}

bool
usage_metric_find(struct sv name, struct usage_metric *out)
{
    name = base_name(sv_trim(name));
    for (size_t i = 0; i < METRICS; i++) {
        if (!sv_is_folded(name, sv_of(metrics[i].name)))
            continue;
        *out = metrics[i].metric;
        return true;
    }
    return false;
}

static bool
is_word(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool
usage_metric_in(struct sv text, struct usage_metric *out)
{
    for (size_t from = 0, to; from < text.n; from = to) {
        to = from;
        while (to < text.n && is_word(text.p[to]))
            to++;
        if (to > from && usage_metric_find(sv_part(text, from, to), out))
            return true;
        to += to < text.n;
    }
    return false;
}
