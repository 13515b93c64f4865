/*
 * usage_compshare_monitor.c - Compshare GetCompShareInstanceMonitor: instances, their metrics, for
 * each the cards, for each its points.
 */
#include "parsers/usage_json.h"

static int
take_result(struct usage_sink *sink, struct usage_series *s, const cJSON *metric,
    const cJSON *result, struct err *e)
{
    static const char *const gpus[] = { "uuid", "gpu_bus_id", NULL };
    const cJSON *point;

    s->gpu = usage_first_text(usage_member(result, "TagMap"), gpus);
    if (s->gpu.n == 0)
        s->gpu = usage_first_text(usage_member(metric, "Tags"), gpus);
    cJSON_ArrayForEach(point, usage_member(result, "Values"))
        if (usage_point(sink, s, usage_member_text(point, "Timestamp"),
                usage_member_text(point, "Value"), e))
            return -1;
    return 0;
}

/* The metrics of one instance, of which most are not of its cards. */
static int
take(struct usage_sink *sink, const struct record *r, struct err *e)
{
    const cJSON *metric, *result;
    struct usage_series s = { .record = r, .instance = usage_member_text(r->object, "UHostId") };

    cJSON_ArrayForEach(metric, usage_member(r->object, "Metrics")) {
        s.metric = (struct usage_metric){ 0 };
        (void)usage_metric_find(usage_member_text(metric, "MetricKey"), &s.metric);
        cJSON_ArrayForEach(result, usage_member(metric, "Results"))
            if (take_result(sink, &s, metric, result, e))
                return -1;
    }
    return 0;
}

static int
recognise(const struct usage_head *head)
{
    return head->is_json && usage_has_key(head->text, "MetricKey") &&
        usage_has_key(head->text, "UHostId") ? USAGE_CERTAIN : 0;
}

static int
read_log(struct usage_sink *sink, struct text *t, struct err *e)
{
    return usage_json_read(sink, t, "Data.List", take, e);
}

static const char *const sources[] = { "compshare.cn: GetCompShareInstanceMonitor", NULL };

const struct usage_reader usage_compshare_monitor = {
    .name = "compshare-monitor",
    .title = { "Compshare GetCompShareInstanceMonitor", "优云智算 GetCompShareInstanceMonitor" },
    .kind = INPUT_USAGE,
    .platform = "compshare",
    .evidence = EVIDENCE_DOCUMENTED,
    .sources = sources,
    .recognise = recognise,
    .read = read_log,
};
