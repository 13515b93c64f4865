/*
 * usage_cloudwatch_statistics.c - aws cloudwatch get-metric-statistics.
 *
 * One metric per answer, points in no order. The answer names the metric and nothing else, so the
 * instance is that of the file's name.
 */
#include "parsers/usage_json.h"

static int
take(struct usage_sink *sink, const struct record *r, struct err *e)
{
    const cJSON *points = usage_member(r->object, "Datapoints"), *point;
    struct sv label = usage_member_text(r->object, "Label");
    struct usage_series s = { .record = r };
    struct message why;

    if (!cJSON_IsArray(points)) {
        message_set(&why, "'%s' is missing", "Datapoints");
        return usage_reject(sink, r, REJECT_MISSING_FIELD, SV("Datapoints"), &why, e);
    }
    if (!usage_metric_in(label, &s.metric))
        usage_warn_metric(sink, r, label);
    /* The metric alone names no instance. */
    if (!usage_metric_find(label, &s.metric))
        s.instance = label;
    cJSON_ArrayForEach(point, points)
        if (usage_point(sink, &s, usage_member_text(point, "Timestamp"),
                usage_statistic(point), e))
            return -1;
    return 0;
}

/* Alibaba Cloud has a key of the same name, but with a text in it. */
static int
recognise(const struct usage_head *head)
{
    return head->is_json && usage_has_key(head->text, "Datapoints") &&
        usage_has_key(head->text, "Label") ? USAGE_LIKELY : 0;
}

static int
read_log(struct usage_sink *sink, struct text *t, struct err *e)
{
    return usage_json_read(sink, t, "", take, e);
}

static const char *const sources[] = {
    "docs.aws.amazon.com: CloudWatch API, GetMetricStatistics", NULL,
};

const struct usage_reader usage_cloudwatch_statistics = {
    .name = "cloudwatch-statistics",
    .title = { "CloudWatch get-metric-statistics", "CloudWatch get-metric-statistics 的结果" },
    .kind = INPUT_USAGE,
    .platform = "",
    .evidence = EVIDENCE_DOCUMENTED,
    .sources = sources,
    .recognise = recognise,
    .read = read_log,
};
