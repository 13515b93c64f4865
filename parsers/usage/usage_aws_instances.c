/*
 * usage_aws_instances.c - aws ec2 describe-instances.
 *
 * LaunchTime is the last start. When an instance was stopped stands in brackets in the reason, if
 * the user stopped it: "User initiated (2026-03-09 07:00:48 GMT)".
 */
#include "parsers/usage_snapshot.h"

static const struct {
    const char *name;
    enum instance_state state;
} states[] = {
    { "running", STATE_RUNNING }, { "stopped", STATE_STOPPED }, { "terminated", STATE_RELEASED },
    { "pending", STATE_NONE }, { "stopping", STATE_NONE }, { "shutting-down", STATE_NONE },
};
#define STATES (sizeof(states) / sizeof(states[0]))

/* The text in the brackets at the end of a reason. */
static struct sv
time_in(struct sv reason)
{
    size_t open = sv_find(reason, SV("("), 0);

    if (open == (size_t)-1 || !sv_ends(reason, SV(")")))
        return SV_EMPTY;
    return sv_part(reason, open + 1, reason.n - 1);
}

static void
look(const cJSON *object, struct usage_state *out)
{
    struct sv name = usage_member_text(usage_member(object, "State"), "Name");
    struct sv launch = usage_member_text(object, "LaunchTime");
    struct sv changed = time_in(usage_member_text(object, "StateTransitionReason"));
    struct sv from;
    size_t i = 0;

    out->instance = usage_member_text(object, "InstanceId");
    usage_later(&out->latest, launch);
    usage_later(&out->latest, changed);
    usage_later(&out->latest, usage_member_text(object, "UsageOperationUpdateTime"));
    while (i < STATES && !sv_is(name, sv_of(states[i].name)))
        i++;
    if (i == STATES) {
        message_set(&out->why, "'%.*s' is no word for %s", SV_ARG(name), "State.Name");
        out->column = "State.Name";
        out->reject = REJECT_BAD_WORD;
        return;
    }
    out->state = states[i].state;
    from = out->state == STATE_RUNNING ? launch : changed;
    if (from.n > 0 && usage_time(&out->from, from, 0)) {
        message_set(&out->why, "'%.*s' is no time", SV_ARG(from));
        out->column = out->state == STATE_RUNNING ? "LaunchTime" : "StateTransitionReason";
        out->reject = REJECT_BAD_TIME;
    }
}

static int
recognise(const struct usage_head *head)
{
    return head->is_json && usage_has_key(head->text, "InstanceId") &&
        usage_has_key(head->text, "LaunchTime") && usage_has_key(head->text, "State") ?
        USAGE_CERTAIN : 0;
}

static int
read_log(struct usage_sink *sink, struct text *t, struct err *e)
{
    return usage_snapshot_read(sink, t, "Reservations[].Instances", "aws", look, e);
}

static const char *const sources[] = {
    "docs.aws.amazon.com: EC2 API, DescribeInstances", NULL,
};

const struct usage_reader usage_aws_instances = {
    .name = "aws-instances",
    .title = { "aws ec2 describe-instances", "aws ec2 describe-instances 的结果" },
    .kind = INPUT_STATES,
    .platform = "aws",
    .evidence = EVIDENCE_DOCUMENTED,
    .sources = sources,
    .recognise = recognise,
    .read = read_log,
};
