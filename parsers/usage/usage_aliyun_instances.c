/*
 * usage_aliyun_instances.c - Alibaba Cloud ECS DescribeInstances.
 *
 * StartTime is the last start. The list does not say when a stopped instance was stopped.
 */
#include "parsers/usage_snapshot.h"

static const struct {
    const char *name;
    enum instance_state state;
} states[] = {
    { "Running", STATE_RUNNING }, { "Stopped", STATE_STOPPED }, { "Pending", STATE_NONE },
    { "Starting", STATE_NONE }, { "Stopping", STATE_NONE },
};
#define STATES (sizeof(states) / sizeof(states[0]))

static void
look(const cJSON *object, struct usage_state *out)
{
    struct sv name = usage_member_text(object, "Status");
    struct sv start = usage_member_text(object, "StartTime");
    size_t i = 0;

    out->instance = usage_member_text(object, "InstanceId");
    usage_later(&out->latest, start);
    usage_later(&out->latest, usage_member_text(object, "CreationTime"));
    while (i < STATES && !sv_is(name, sv_of(states[i].name)))
        i++;
    if (i == STATES) {
        message_set(&out->why, "'%.*s' is no word for %s", SV_ARG(name), "Status");
        out->column = "Status";
        out->reject = REJECT_BAD_WORD;
        return;
    }
    out->state = states[i].state;
    if (out->state != STATE_RUNNING || start.n == 0 || usage_time(&out->from, start, 0) == 0)
        return;
    message_set(&out->why, "'%.*s' is no time", SV_ARG(start));
    out->column = "StartTime";
    out->reject = REJECT_BAD_TIME;
}

static int
recognise(const struct usage_head *head)
{
    return head->is_json && usage_has_key(head->text, "InstanceId") &&
        usage_has_key(head->text, "StoppedMode") && usage_has_key(head->text, "Status") ?
        USAGE_CERTAIN : 0;
}

static int
read_log(struct usage_sink *sink, struct text *t, struct err *e)
{
    return usage_snapshot_read(sink, t, "Instances.Instance", "aliyun", look, e);
}

static const char *const sources[] = { "help.aliyun.com: ECS API, DescribeInstances", NULL };

const struct usage_reader usage_aliyun_instances = {
    .name = "aliyun-instances",
    .title = { "Alibaba Cloud DescribeInstances", "阿里云 DescribeInstances 的结果" },
    .kind = INPUT_STATES,
    .platform = "aliyun",
    .evidence = EVIDENCE_DOCUMENTED,
    .sources = sources,
    .recognise = recognise,
    .read = read_log,
};
