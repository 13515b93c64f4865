/*
 * usage_cloudwatch_data.c - aws cloudwatch get-metric-data.
 *
 * Times and values are lists of equal length, newest first. Metric, instance and card stand in the
 * label or the id alone, as far as the user put them there: "nvidia_smi_utilization_gpu i-0abc 0".
 */
#include "parsers/usage_json.h"

/* Digits of a card's index. */
#define INDEX_MAX 2

/* The index of the card at the end of a label; else the id, so that two series stay two. */
static struct sv
find_gpu(struct sv label, struct sv id)
{
    size_t n = 0;

    while (n < label.n && label.p[label.n - 1 - n] >= '0' && label.p[label.n - 1 - n] <= '9')
        n++;
    if (n > 0 && n <= INDEX_MAX && n < label.n && label.p[label.n - 1 - n] == ' ')
        return sv_part(label, label.n - n, label.n);
    return id;
}

static int
take(struct usage_sink *sink, const struct record *r, struct err *e)
{
    struct sv label = usage_member_text(r->object, "Label");
    struct sv id = usage_member_text(r->object, "Id");
    struct usage_series s = { .record = r, .instance = label.n > 0 ? label : id,
        .gpu = find_gpu(label, id) };

    if (!usage_metric_in(label, &s.metric) && !usage_metric_in(id, &s.metric))
        usage_warn_metric(sink, r, s.instance);
    /* The metric alone names no instance. */
    if (usage_metric_find(s.instance, &s.metric))
        s.instance = SV_EMPTY;
    /* Another measure of a card without an index would look like another card. */
    if (s.metric.quantity != USAGE_UTILISATION && sv_is(s.gpu, id))
        s.metric.quantity = USAGE_NOTHING;
    return usage_points(sink, &s, usage_member(r->object, "Timestamps"),
        usage_member(r->object, "Values"), e);
}

static int
recognise(const struct usage_head *head)
{
    return head->is_json && usage_has_key(head->text, "MetricDataResults") ? USAGE_CERTAIN : 0;
}

static int
read_log(struct usage_sink *sink, struct text *t, struct err *e)
{
    return usage_json_read(sink, t, "MetricDataResults", take, e);
}

static const char *const sources[] = {
    "docs.aws.amazon.com: CloudWatch API, MetricDataResult; CloudWatch agent, NVIDIA GPU metrics",
    NULL,
};

const struct usage_reader usage_cloudwatch_data = {
    .name = "cloudwatch-data",
    .title = { "CloudWatch get-metric-data", "CloudWatch get-metric-data 的结果" },
    .kind = INPUT_USAGE,
    .platform = "",
    .evidence = EVIDENCE_DOCUMENTED,
    .sources = sources,
    .recognise = recognise,
    .read = read_log,
};
