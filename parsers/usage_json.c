/*
 * usage_json.c - what readers of logs in JSON share: members, series of points.
 */
#include <stdio.h>

#include "parsers/usage_json.h"
#include "record/json.h"
#include "record/json_tree.h"

/* A key in quotes. */
#define KEY_MAX 64

bool
usage_has_key(struct sv text, const char *key)
{
    char quoted[KEY_MAX];
    int n = snprintf(quoted, sizeof(quoted), "\"%s\"", key);

    return n > 0 && sv_find(text, (struct sv){ quoted, (size_t)n }, 0) != (size_t)-1;
}

const cJSON *
usage_member(const cJSON *object, const char *key)
{
    return cJSON_IsObject(object) ? json_tree_child(object, sv_of(key)) : NULL;
}

struct sv
usage_text(const cJSON *item)
{
    if (item && (cJSON_IsString(item) || cJSON_IsNumber(item)))
        return sv_of(item->valuestring);
    return SV_EMPTY;
}

struct sv
usage_member_text(const cJSON *object, const char *key)
{
    return usage_text(usage_member(object, key));
}

struct sv
usage_first_text(const cJSON *object, const char *const *keys)
{
    struct sv text = SV_EMPTY;

    for (; *keys && text.n == 0; keys++)
        text = usage_member_text(object, *keys);
    return text;
}

/* The point as its record, so that a rejection shows it and not the whole document. */
static int
reject_point(struct usage_sink *sink, const struct usage_series *s, struct sv raw,
    enum reject reason, const struct message *why, struct err *e)
{
    struct record point = *s->record;

    point.raw = raw;
    return usage_reject(sink, &point, reason, SV_EMPTY, why, e);
}

int
usage_point(struct usage_sink *sink, const struct usage_series *s, struct sv time,
    struct sv value, struct err *e)
{
    struct observation o = usage_observation(s->record);
    struct message why = { 0 };

    o.platform = s->platform;
    o.instance = s->instance;
    o.gpu = s->gpu.n > 0 ? s->gpu : SV("0");
    if (time.n == 0) {
        message_set(&why, "the time is missing");
        return reject_point(sink, s, value, REJECT_MISSING_FIELD, &why, e);
    }
    if (usage_time(&o.from, time, sink->zone_minutes)) {
        message_set(&why, "'%.*s' is no time", SV_ARG(time));
        return reject_point(sink, s, time, REJECT_BAD_TIME, &why, e);
    }
    if (usage_set(&o, &s->metric, value, &why))
        return reject_point(sink, s, value, REJECT_BAD_AMOUNT, &why, e);
    if (s->metric.quantity != USAGE_NOTHING && usage_keep(sink, &o, e))
        return -1;
    usage_count(sink);
    return 0;
}

int
usage_points(struct usage_sink *sink, const struct usage_series *s, const cJSON *times,
    const cJSON *values, struct err *e)
{
    const cJSON *time = cJSON_IsArray(times) ? times->child : NULL;
    const cJSON *value = cJSON_IsArray(values) ? values->child : NULL;

    if (cJSON_GetArraySize(times) != cJSON_GetArraySize(values)) {
        struct message why;

        message_set(&why, "there are %d times, but %d values", cJSON_GetArraySize(times),
            cJSON_GetArraySize(values));
        return usage_reject(sink, s->record, REJECT_TOO_FEW_FIELDS, SV_EMPTY, &why, e);
    }
    for (; time && value; time = time->next, value = value->next)
        if (usage_point(sink, s, usage_text(time), usage_text(value), e))
            return -1;
    return 0;
}

void
usage_warn_metric(struct usage_sink *sink, const struct record *r, struct sv name)
{
    if (name.n == 0)
        input_warn(sink->input, "usage-metric-unknown", r->line,
            "the answer does not name its metric; put the metric's name into the file's name");
    else
        input_warn(sink->input, "usage-metric-unknown", r->line,
            "the metric '%.*s' tells nothing of how busy a GPU is", SV_ARG(name));
}

struct sv
usage_statistic(const cJSON *point)
{
    static const char *const keys[] = { "Average", "Value", "value", "Maximum", NULL };

    return usage_first_text(point, keys);
}

static int
visit(void *context, const struct record *r, struct err *e)
{
    struct usage_visit *v = context;
    int damaged = usage_reject_damaged(v->sink, r, e);

    if (damaged != 0)
        return damaged < 0 ? -1 : 0;
    return v->take(v->sink, r, e);
}

int
usage_json_read(struct usage_sink *sink, struct text *t, const char *path,
    int (*take)(struct usage_sink *sink, const struct record *r, struct err *e), struct err *e)
{
    struct usage_visit v = { sink, take };

    return record_json_read(t, path, visit, &v, e);
}
