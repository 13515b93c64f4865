/*
 * rule_snapshot_and_image.c - what kept snapshots and images cost.
 *
 * When one was made no bill says by itself; where its tags do, its first days are not meant.
 */
#include "audit/audit.h"
#include "audit/finding.h"
#include "ledger/line_fact.h"
#include "parsers/line_told.h"

enum { AGE };

static const struct setting settings[] = {
    [AGE] = { "age", SETTING_DURATION, "7d",
        N_("age from which they are told, where their tags say when they were made") },
    { .name = NULL },
};

/* What of ${line} is for the time from ${old} on. */
static struct money
billed_from(const struct ledger_line *line, int64_t old)
{
    struct span p;

    if (!line_period(line, &p))
        return line->start >= old ? ledger_billed(line) : MONEY_ZERO;
    if (old <= p.from)
        return ledger_billed(line);
    if (old >= p.to)
        return MONEY_ZERO;
    return fraction_share(ledger_billed(line),
        fraction_of((money_uint)(p.to - old), (money_uint)(p.to - p.from)));
}

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    struct audit_walk walk = audit_walk(a, CATEGORY_SNAPSHOT, CATEGORY_IMAGE);
    uint32_t index;

    while (audit_walk_next(&walk, &index)) {
        const struct ledger_line *line = audit_line(a, index);
        int64_t created = line_created_at(line, a->period.zone_minutes);
        struct money leak = ledger_billed(line);
        struct finding *found;

        if (created != TIME_NONE)
            leak = billed_from(line, created + setting_duration(s, AGE));
        if (money_is_zero(leak))
            continue;
        found = finding_of_line(f, POSSIBLE, index, e);
        if (!found || finding_claim_amount(f, found, index, leak, e))
            return -1;
    }
    return 0;
}

static void
tell(const struct audit *a, const struct finding *f, struct message *message,
    struct message *advice)
{
    char leak[FINDING_TEXT_MAX], daily[FINDING_TEXT_MAX];

    (void)a;
    (void)finding_money_text(leak, f->leak, f->currency);
    if (f->lines.n == 1)
        message_set_whole(message, N_("Keeping snapshots or images of %s cost %s."), f->name, leak);
    else
        message_set_whole(message, N_("Keeping snapshots or images of %s cost %s in %zu charges."),
            f->name, leak, f->lines.n);
    if (finding_daily_text(daily, f))
        message_set(advice, N_("Delete those that nobody will go back to and keep the newest: up "
            "to %s less a day."), daily);
    else
        message_set(advice, N_("Delete those that nobody will go back to; keep the newest."));
}

const struct rule rule_snapshot_and_image = {
    .id = "snapshot-and-image",
    .title = N_("Snapshots and images kept"),
    .order = 16,
    .finds = N_("What snapshots and machine images cost."),
    .needs = N_("A bill that lists them."),
    .formula = N_("All billed. Where the tags of a line say when it was made, as created: "
        "2026-03-01, only what it costs beyond an age of 7 days: billed x time beyond / charge "
        "period."),
    .example = N_("Three images at 0.12 a day each, kept all March: 31 x 3 x 0.12 = 11.16. One "
        "made on 20 March: only 27 to 31 March, 5 x 0.12 = 0.60."),
    .advice = N_("Delete those that nobody will go back to."),
    .settings = settings,
    .check = check,
    .tell = tell,
};
