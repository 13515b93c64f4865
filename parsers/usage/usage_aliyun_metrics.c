/*
 * usage_aliyun_metrics.c - Alibaba Cloud Monitor: DescribeMetricList and DescribeMetricLast.
 *
 * The points are JSON in a text inside the JSON. The answer does not name its metric: the name is
 * looked for in the file's name.
 */
#include "parsers/usage_json.h"
#include "record/json.h"

static int
take_points(struct usage_sink *sink, struct usage_series *s, const cJSON *points, struct err *e)
{
    static const char *const ids[] = { "instanceId", "InstanceId", NULL };
    static const char *const gpus[] = { "gpuId", "gpuid", "GpuId", NULL };
    const cJSON *point;

    cJSON_ArrayForEach(point, points) {
        s->instance = usage_first_text(point, ids);
        s->gpu = usage_first_text(point, gpus);
        if (usage_point(sink, s, usage_member_text(point, "timestamp"), usage_statistic(point),
                e))
            return -1;
    }
    return 0;
}

static int
take(struct usage_sink *sink, const struct record *r, struct err *e)
{
    static const char *const names[] = { "MetricName", "metricName", "Metric", NULL };
    struct sv text = usage_member_text(r->object, "Datapoints");
    struct sv name = usage_first_text(r->object, names);
    struct usage_series s = { .record = r };
    struct err trial = ERR_INIT;
    cJSON *points;
    int result;

    if (text.n == 0) {
        struct message why;

        message_set(&why, "'%s' is missing", "Datapoints");
        return usage_reject(sink, r, REJECT_MISSING_FIELD, SV("Datapoints"), &why, e);
    }
    if (name.n > 0 ? !usage_metric_find(name, &s.metric) :
            !usage_metric_in(sv_of(sink->input->path), &s.metric))
        usage_warn_metric(sink, r, name);
    points = record_json_parse(text, &trial);
    if (!points && trial.code == ERR_NOMEM)
        return err_nomem(e);
    if (!cJSON_IsArray(points)) {
        cJSON_Delete(points);
        return usage_reject(sink, r, REJECT_BAD_JSON, SV("Datapoints"),
            trial.code ? &trial.message : NULL, e);
    }
    result = take_points(sink, &s, points, e);
    cJSON_Delete(points);
    return result;
}

/* The value of the key is a text: a quote follows. */
static bool
has_text_of_points(struct sv text)
{
    static const struct sv key = { "\"Datapoints\"", 12 };
    size_t at = sv_find(text, key, 0);

    if (at == (size_t)-1)
        return false;
    for (at += key.n; at < text.n; at++)
        if (text.p[at] != ' ' && text.p[at] != ':' && text.p[at] != '\n' && text.p[at] != '\t')
            return text.p[at] == '"';
    return false;
}

static int
recognise(const struct usage_head *head)
{
    return head->is_json && has_text_of_points(head->text) ? USAGE_CERTAIN : 0;
}

static int
read_log(struct usage_sink *sink, struct text *t, struct err *e)
{
    return usage_json_read(sink, t, "", take, e);
}

static const char *const sources[] = { "help.aliyun.com: DescribeMetricList", NULL };

const struct usage_reader usage_aliyun_metrics = {
    .name = "aliyun-metrics",
    .title = { "Alibaba Cloud Monitor, DescribeMetricList", "阿里云云监控 DescribeMetricList" },
    .kind = INPUT_USAGE,
    .platform = "aliyun",
    .evidence = EVIDENCE_PUBLIC_SAMPLE,
    .sources = sources,
    .recognise = recognise,
    .read = read_log,
};
