/*
 * usage_prometheus.c - answers of Prometheus: /api/v1/query_range and /api/v1/query.
 *
 * Values are texts, NaN among them; times are seconds. Each point is a record.
 */
#include "parsers/usage_json.h"
#include "parsers/usage_labels.h"

/* The point [time, "value"]. */
static int
take_pair(struct usage_sink *sink, const struct usage_series *s, const cJSON *pair, struct err *e)
{
    struct message why;

    if (!cJSON_IsArray(pair) || cJSON_GetArraySize(pair) != 2) {
        message_set(&why, "a point is a time and a value");
        return usage_reject(sink, s->record, REJECT_BAD_JSON, SV_EMPTY, &why, e);
    }
    return usage_point(sink, s, usage_text(pair->child), usage_text(pair->child->next), e);
}

static int
take_points(struct usage_sink *sink, const struct usage_series *s, struct err *e)
{
    const cJSON *values = usage_member(s->record->object, "values"), *pair;
    const cJSON *value = usage_member(s->record->object, "value");
    struct message why;

    if (cJSON_IsArray(value))
        return take_pair(sink, s, value, e);
    if (!cJSON_IsArray(values)) {
        message_set(&why, "'%s' is missing", "values");
        return usage_reject(sink, s->record, REJECT_MISSING_FIELD, SV("values"), &why, e);
    }
    cJSON_ArrayForEach(pair, values)
        if (take_pair(sink, s, pair, e))
            return -1;
    return 0;
}

static int
take(struct usage_sink *sink, const struct record *r, struct err *e)
{
    const cJSON *labels = usage_member(r->object, "metric"), *label;
    struct sv name = usage_member_text(labels, "__name__");
    struct usage_series s = { .record = r };
    struct usage_labels l;
    int result = -1;

    usage_labels_init(&l);
    if (cJSON_IsObject(labels))
        cJSON_ArrayForEach(label, labels)
            usage_labels_add(&l, sv_of(label->string), usage_text(label));
    if (!usage_metric_find(name, &s.metric))
        usage_warn_metric(sink, r, name);
    s.gpu = usage_labels_gpu(&l);
    s.instance = buf_sv(&l.host);
    /* Labels that are too long name nothing. */
    if (l.host.failed)
        s.instance = SV_EMPTY;
    result = take_points(sink, &s, e);
    usage_labels_release(&l);
    return result;
}

static int
recognise(const struct usage_head *head)
{
    return head->is_json && usage_has_key(head->text, "resultType") &&
        usage_has_key(head->text, "data") ? USAGE_CERTAIN : 0;
}

static int
read_log(struct usage_sink *sink, struct text *t, struct err *e)
{
    return usage_json_read(sink, t, "data.result", take, e);
}

static const char *const sources[] = { "prometheus.io/docs/prometheus/latest/querying/api",
    "github.com/NVIDIA/dcgm-exporter, etc/default-counters.csv", NULL };

const struct usage_reader usage_prometheus = {
    .name = "prometheus",
    .title = { "answer of Prometheus", "Prometheus 查询结果" },
    .kind = INPUT_USAGE,
    .platform = "",
    .evidence = EVIDENCE_DOCUMENTED,
    .sources = sources,
    .recognise = recognise,
    .read = read_log,
};
