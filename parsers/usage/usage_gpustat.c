/*
 * usage_gpustat.c - gpustat --json, called again and again into one file: objects one behind the
 * other, one per moment.
 *
 * A card that is lost has a name and nothing else; null is no value.
 */
#include "parsers/usage_json.h"

static const struct {
    const char *key;
    struct usage_metric metric;
} metrics[] = {
    { "utilization.gpu", { USAGE_UTILISATION, USAGE_PERCENT, 1 } },
    { "memory.used", { USAGE_MEMORY_USED, USAGE_MIB, 1 } },
    { "memory.total", { USAGE_MEMORY_TOTAL, USAGE_MIB, 1 } },
    { "power.draw", { USAGE_POWER, USAGE_WATT, 1 } },
};
#define METRICS (sizeof(metrics) / sizeof(metrics[0]))

/* What ${gpu} says at the moment of ${moment} into ${o}. -1: ${why} and ${key}. */
static int
look(struct observation *o, const cJSON *gpu, const char **key, struct message *why)
{
    static const char *const names[] = { "uuid", "index", NULL };

    o->gpu = usage_first_text(gpu, names);
    if (o->gpu.n == 0)
        o->gpu = SV("0");
    for (size_t i = 0; i < METRICS; i++) {
        *key = metrics[i].key;
        if (usage_set(o, &metrics[i].metric, usage_member_text(gpu, *key), why))
            return -1;
    }
    return 0;
}

/* All cards or none: the record is the moment. */
static int
take(struct usage_sink *sink, const struct record *r, struct err *e)
{
    const cJSON *gpus = usage_member(r->object, "gpus"), *gpu;
    struct observation moment = usage_observation(r), o;
    struct sv time = usage_member_text(r->object, "query_time");
    struct message why = { 0 };
    const char *key = "";

    moment.instance = usage_member_text(r->object, "hostname");
    if (!cJSON_IsArray(gpus)) {
        message_set(&why, "'%s' is missing", "gpus");
        return usage_reject(sink, r, REJECT_MISSING_FIELD, SV("gpus"), &why, e);
    }
    if (usage_time(&moment.from, time, sink->zone_minutes)) {
        message_set(&why, "'%.*s' is no time", SV_ARG(time));
        return usage_reject(sink, r, REJECT_BAD_TIME, SV("query_time"), &why, e);
    }
    cJSON_ArrayForEach(gpu, gpus) {
        o = moment;
        if (look(&o, gpu, &key, &why))
            return usage_reject(sink, r, REJECT_BAD_AMOUNT, sv_of(key), &why, e);
    }
    cJSON_ArrayForEach(gpu, gpus) {
        o = moment;
        (void)look(&o, gpu, &key, &why);
        if (usage_keep(sink, &o, e))
            return -1;
    }
    usage_count(sink);
    return 0;
}

static int
recognise(const struct usage_head *head)
{
    return head->is_json && usage_has_key(head->text, "gpus") &&
        usage_has_key(head->text, "query_time") ? USAGE_CERTAIN : 0;
}

static int
read_log(struct usage_sink *sink, struct text *t, struct err *e)
{
    return usage_json_read(sink, t, "", take, e);
}

static const char *const sources[] = { "github.com/wookayin/gpustat, gpustat/core.py", NULL };

const struct usage_reader usage_gpustat = {
    .name = "gpustat",
    .title = { "gpustat --json", "gpustat --json 的输出" },
    .kind = INPUT_USAGE,
    .platform = "",
    .evidence = EVIDENCE_DOCUMENTED,
    .sources = sources,
    .recognise = recognise,
    .read = read_log,
};
