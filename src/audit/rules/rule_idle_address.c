/*
 * rule_idle_address.c - public addresses paid while nothing used them.
 */
#include "audit/audit.h"
#include "audit/finding.h"
#include "ledger/line_fact.h"

static const struct setting settings[] = {
    { .name = NULL },
};

/* An address of an instance: the time in which that was stopped. */
static int
judge_attached(struct stopped_times *times, struct findings *f, uint32_t index, struct err *e)
{
    const struct claimed_time *time;
    struct stopped stopped;
    struct finding *found;

    if (stopped_times_find(times, index, &stopped, e))
        return -1;
    if ((stopped.lacks_period && finding_unknown(f, UNKNOWN_PERIOD, index, MONEY_ZERO, e)) ||
        (stopped.lacks_compute && finding_unknown(f, UNKNOWN_COMPUTE, index, MONEY_ZERO, e)) ||
        (stopped.lacks_state && finding_unknown(f, UNKNOWN_STATE, index, MONEY_ZERO, e)))
        return -1;
    if (!stopped.strip)
        return 0;
    time = finding_time_of(f, stopped.strip, stopped.weight, e);
    found = time ? finding_of_line(f, CERTAIN, index, e) : NULL;
    return found ? finding_claim_time(f, found, index, time, e) : -1;
}

static int
check_line(const struct audit *a, struct stopped_times *times, struct findings *f, uint32_t index,
    struct err *e)
{
    const struct ledger_line *line = audit_line(a, index);
    unsigned state = ledger_word(line, WORD_INSTANCE_STATE);
    struct finding *found;

    if (state == STATE_UNATTACHED) {
        found = finding_of_line(f, CERTAIN, index, e);
        return found ? finding_claim_all(f, found, index, true, e) : -1;
    }
    if (*ledger_text(line, TEXT_INSTANCE_ID))
        return judge_attached(times, f, index, e);
    return state == STATE_NONE || state == STATE_UNKNOWN
        ? finding_unknown(f, UNKNOWN_STATE, index, MONEY_ZERO, e) : 0;
}

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    struct stopped_times times;
    const struct audit_lines *lines = &a->judged_of[CATEGORY_PUBLIC_ADDRESS];
    int result = stopped_times_init(&times, &a->timeline, finding_arena(f), e);

    (void)s;
    for (size_t i = 0; i < lines->n && result == 0; i++)
        result = check_line(a, &times, f, lines->at[i], e);
    stopped_times_release(&times);
    return result;
}

static void
tell(const struct audit *a, const struct finding *f, struct message *message,
    struct message *advice)
{
    char leak[FINDING_TEXT_MAX];

    (void)a;
    message_set_whole(message, N_("The public address of %s was billed while nothing used it: %s."),
        f->name, finding_money_text(leak, f->leak, f->currency));
    message_set(advice, N_("Release the address, or let the instance have one only while it "
        "runs."));
}

const struct rule rule_idle_address = {
    .id = "idle-address",
    .title = N_("Public address without use"),
    .order = 6,
    .finds = N_("Public addresses that are attached to nothing, or to a stopped instance."),
    .needs = N_("A bill that says so, or the compute charges or a state log of the instance."),
    .formula = N_("Unattached: all billed. Of an instance: billed x stopped time / period."),
    .working = N_("{row.billed} x {row.part} / {row.period} = {row.leak} in the largest row"),
    .example = N_("An address of 0.02 an hour kept for a week without an instance: 168 x 0.02 = "
        "3.36."),
    .advice = N_("Release addresses that are not in use."),
    .settings = settings,
    .check = check,
    .tell = tell,
};
