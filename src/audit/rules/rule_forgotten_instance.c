/*
 * rule_forgotten_instance.c - instances left running after the last GPU had gone idle.
 */
#include "audit/idle.h"

/* Read by idle_forgotten() too, so that idle-gpu leaves out what is reported here. */
enum { TAIL };

static const struct setting settings[] = {
    [TAIL] = { "tail", SETTING_DURATION, "60m",
        N_("shortest idle time before the instance was shut down") },
    { .name = NULL },
};

static bool
is_meant(const struct audit *a, uint32_t index)
{
    const struct ledger_line *line = audit_line(a, index);
    const struct timeline_instance *i;
    uint32_t cards;

    return audit_is_judged(a, line) && ledger_word(line, WORD_CATEGORY) == CATEGORY_GPU &&
        idle_is_known(a, index, &i, &cards);
}

/* The tails that lines of the period paid for, as facts. */
static int
add_facts(struct findings *f, struct finding *found, const struct spans *tails, struct err *e)
{
    struct span longest = { 0, 0 };

    for (size_t k = 0; k < tails->n; k++) {
        struct span tail = tails->at[k];

        if (span_common(tail, (struct span){ found->from, found->to }) == 0)
            continue;
        if (finding_add_count(f, found, "times", 1, e) ||
            finding_add_duration(f, found, "idle", tail.to - tail.from, e))
            return -1;
        if (tail.to - tail.from > longest.to - longest.from)
            longest = tail;
    }
    return finding_set_time(f, found, "idle_from", longest.from, e) ||
        finding_set_time(f, found, "idle_to", longest.to, e) ? -1 : 0;
}

/* What it finds points into ${arena}; then ${*is_found} becomes true. */
static int
check_instance(const struct audit *a, const struct timeline_instance *i, struct findings *f,
    struct arena *arena, bool *is_found, struct err *e)
{
    const struct claimed_time *time;
    struct finding *found = NULL;
    struct spans tails;
    struct strip *strip;

    if (idle_forgotten(a, i, arena, &tails, e))
        return -1;
    if (tails.n == 0)
        return 0;
    strip = arena_alloc(arena, sizeof(*strip));
    if (!strip)
        return err_nomem(e);
    if (strip_make(strip, &tails, NULL, CARD_ALL, arena, e))
        return -1;
    time = finding_time_of(f, strip, FRACTION_ONE, e);
    if (!time)
        return -1;
    for (size_t k = 0; k < i->line_count; k++) {
        struct span p;

        if (!is_meant(a, i->lines[k]) || !line_period(audit_line(a, i->lines[k]), &p) ||
            strip_covered(strip, p) == 0)
            continue;
        *is_found = true;
        found = finding_of_line(f, LIKELY, i->lines[k], e);
        if (!found || finding_claim_time(f, found, i->lines[k], time, e))
            return -1;
    }
    return found && found->lines.n > 0 ? add_facts(f, found, &tails, e) : 0;
}

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    struct arena arena = ARENA_INIT;
    int result = 0;

    (void)s;
    for (size_t i = 0; i < a->timeline.instances.n && result == 0; i++) {
        bool is_found = false;

        result = check_instance(a, &a->timeline.instances.at[i], f, &arena, &is_found, e);
        if (is_found)
            arena_merge(finding_arena(f), &arena);
        arena_release(&arena);
    }
    return result;
}

static void
tell(const struct audit *a, const struct finding *f, struct message *message,
    struct message *advice)
{
    int zone = a->period.zone_minutes;
    char from[FINDING_TEXT_MAX], to[FINDING_TEXT_MAX], hours[FINDING_TEXT_MAX];
    char leak[FINDING_TEXT_MAX];

    (void)finding_time_text(from, finding_fact(f, "idle_from").number, zone);
    (void)finding_time_text(to, finding_fact(f, "idle_to").number, zone);
    (void)finding_hours_text(hours, finding_fact(f, "idle").number);
    (void)finding_money_text(leak, f->leak, f->currency);
    if (finding_fact(f, "times").number > 1)
        message_set_whole(message,
            N_("No GPU activity on %s at the end of %lld runs, %s h in all: %s. The longest was "
                "from %s until %s."),
            f->name, (long long)finding_fact(f, "times").number, hours, leak, from, to);
    else
        message_set_whole(message,
            N_("No GPU activity on %s from %s until its billed time ended at %s: %s h, %s."),
            f->name, from, to, hours, leak);
    message_set(advice,
        N_("End the script with a shutdown, or set a timer: shutdown -h +120."));
}

const struct rule rule_forgotten_instance = {
    .id = "forgotten-instance",
    .title = N_("Forgotten instance"),
    .order = 7,
    .finds = N_("Instances that went on running, and costing, after their last GPU had gone "
        "idle."),
    .needs = N_("A usage log with a series for every GPU, and charge periods."),
    .formula = N_("leak = billed x part of the charge period in the tail / charge period. The "
        "tail reaches from the latest moment at which some GPU was not idle to the end of the "
        "run. A GPU is idle where idle-gpu says so."),
    .working = N_("{row.billed} x {row.part} / {row.period} = {row.leak} in the largest row"),
    .example = N_("Training ends at 01:12, the instance is shut down at 09:40. Hours of 3.00 each: "
        "3.00 x 8.4667 = 25.40 leaks."),
    .advice = N_("End scripts with a shutdown, or set a timer."),
    .settings = settings,
    .check = check,
    .tell = tell,
};
