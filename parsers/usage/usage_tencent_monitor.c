/*
 * usage_tencent_monitor.c - Tencent Cloud GetMonitorData, with or without the Response around it.
 */
#include "parsers/usage_json.h"

/* What the dimensions of a series say. */
static void
look_at_dimensions(struct usage_series *s, const cJSON *dimensions)
{
    const cJSON *d;

    cJSON_ArrayForEach(d, dimensions) {
        struct sv name = usage_member_text(d, "Name"), value = usage_member_text(d, "Value");

        if (sv_is_folded(name, SV("InstanceId")) || sv_is_folded(name, SV("unInstanceId")))
            s->instance = value;
        else if (sv_is_folded(name, SV("gpuBdf")) || sv_is_folded(name, SV("gpuId")) ||
            sv_is_folded(name, SV("bdf")) || sv_is_folded(name, SV("gpu")))
            s->gpu = value;
    }
}

static int
take(struct usage_sink *sink, const struct record *r, struct err *e)
{
    const cJSON *answer = usage_member(r->object, "Response"), *series;
    struct usage_metric metric = { 0 };
    struct sv name;

    if (!answer)
        answer = r->object;
    name = usage_member_text(answer, "MetricName");
    series = usage_member(answer, "DataPoints");
    if (!cJSON_IsArray(series)) {
        struct message why;

        message_set(&why, "'%s' is missing", "DataPoints");
        return usage_reject(sink, r, REJECT_MISSING_FIELD, SV("DataPoints"), &why, e);
    }
    if (!usage_metric_find(name, &metric))
        usage_warn_metric(sink, r, name);
    cJSON_ArrayForEach(series, usage_member(answer, "DataPoints")) {
        struct usage_series s = { .record = r, .metric = metric };

        look_at_dimensions(&s, usage_member(series, "Dimensions"));
        if (usage_points(sink, &s, usage_member(series, "Timestamps"),
                usage_member(series, "Values"), e))
            return -1;
    }
    return 0;
}

static int
recognise(const struct usage_head *head)
{
    return head->is_json && usage_has_key(head->text, "DataPoints") &&
        usage_has_key(head->text, "MetricName") ? USAGE_CERTAIN : 0;
}

static int
read_log(struct usage_sink *sink, struct text *t, struct err *e)
{
    return usage_json_read(sink, t, "", take, e);
}

static const char *const sources[] = {
    "github.com/TencentCloud/tencentcloud-cli, examples/monitor/v20180724/GetMonitorData.md",
    "cloud.tencent.com/document/product/248/6843: metrics of CVM", NULL,
};

const struct usage_reader usage_tencent_monitor = {
    .name = "tencent-monitor",
    .title = { "Tencent Cloud GetMonitorData", "腾讯云 GetMonitorData" },
    .kind = INPUT_USAGE,
    .platform = "tencent",
    .evidence = EVIDENCE_DOCUMENTED,
    .sources = sources,
    .recognise = recognise,
    .read = read_log,
};
