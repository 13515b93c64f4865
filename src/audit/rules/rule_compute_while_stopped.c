/*
 * rule_compute_while_stopped.c - compute billed for time in which the instance was stopped.
 *
 * Hourly billing charges the whole clock hour in which an instance is stopped: for a line that
 * began while running, the time from each stop to the end of its clock hour is not meant.
 *
 * Where a bill states only when a charge ended, its start is the earliest possible one. Such a line
 * proves nothing about a part of its period, only about a period that was stopped throughout.
 */
#include <stdlib.h>

#include "audit/audit.h"
#include "audit/finding.h"
#include "ledger/line_fact.h"

enum { LEAST };

static const struct setting settings[] = {
    { "least", SETTING_DURATION, "1m", N_("stopped time of a line that is not worth a finding") },
    { .name = NULL },
};

static bool
is_stop(const struct timeline_state *state, bool is_gpu)
{
    return state->state == STATE_STOPPED || (is_gpu && state->state == STATE_NO_GPU);
}

/* The end of the clock hour in which ${at} lies; ${at} itself exactly on the hour. */
static int64_t
hour_end(int64_t at, int zone_minutes)
{
    int64_t past = (at + zone_minutes * TIME_MINUTE) % TIME_HOUR;

    return past == 0 ? at : at - past + TIME_HOUR;
}

/* What the state log says of an instance, as its lines need it. */
struct stops {
    struct strip logged;
    /* By whether gpu lines are meant, and whether hours in which it was stopped are left out. */
    struct strip stopped[2][2];
};

struct stopped_check {
    const struct audit *a;
    const struct rule_settings *s;
    struct findings *f;
    struct stops **of; /* by instance; NULL: not needed yet, or without a log */
};

static int
find_stops(const struct audit *a, const struct timeline_instance *i, bool is_gpu, bool is_late,
    struct strip *out, struct arena *arena, struct err *e)
{
    struct span *at = arena_array(arena, i->states.n + 1, sizeof(*at));
    struct spans stopped;
    size_t n = 0;

    if (!at)
        return err_nomem(e);
    for (size_t k = 0; k < i->states.n; k++)
        if (is_stop(&i->states.at[k], is_gpu))
            at[n++] = i->states.at[k].span;
    stopped = spans_join(at, n);
    n = 0;
    for (size_t k = 0; k < stopped.n; k++) {
        struct span s = stopped.at[k];

        if (is_late)
            s.from = hour_end(s.from, a->period.zone_minutes);
        if (s.from < s.to)
            at[n++] = s;
    }
    return strip_make(out, &(struct spans){ at, n }, NULL, CARD_ALL, arena, e);
}

static struct stops *
make_stops(const struct audit *a, const struct timeline_instance *i, struct arena *arena,
    struct err *e)
{
    struct stops *made = arena_alloc(arena, sizeof(*made));

    if (!made)
        return err_nomem(e), NULL;
    if (strip_make(&made->logged, &i->logged, NULL, CARD_ALL, arena, e))
        return NULL;
    for (unsigned kind = 0; kind < 4; kind++)
        if (find_stops(a, i, kind / 2, kind % 2, &made->stopped[kind / 2][kind % 2], arena, e))
            return NULL;
    return made;
}

/* The stopped time of the log, without the hours in which it was stopped where ${period} began
 * while it ran. */
static const struct strip *
meant_time(const struct stops *stops, const struct timeline_instance *i, struct span period,
    bool is_gpu)
{
    const struct timeline_state *state = timeline_state_at(i, period.from);

    return &stops->stopped[is_gpu][!state || !is_stop(state, is_gpu)];
}

/*
 * The weight of the meant time ${meant} of a line of length ${whole}: 1, or where the line says
 * only how long it was used (a share of its period), so much that it makes max(0, used - time not
 * stopped) of what was used.
 */
static struct fraction
weight_of(const struct ledger_line *line, int64_t whole, int64_t meant)
{
    struct fraction share, surplus, not_stopped;

    if (!line_unlocated(line, &share))
        return FRACTION_ONE;
    not_stopped = fraction_of((money_uint)(whole - meant), (money_uint)whole);
    surplus = fraction_sub(share, not_stopped);
    if (fraction_is_zero(surplus))
        return FRACTION_ZERO;
    /* surplus / share of the line, spread over meant / whole of its time. */
    surplus = fraction_over(fraction_times(surplus, share.whole), share.part);
    return fraction_over(fraction_times(surplus, (money_uint)whole), (money_uint)meant);
}

/* True where the bill states only the end of ${index}'s period. */
static bool
has_earliest_start(const struct audit *a, uint32_t index)
{
    const struct format *format = audit_format(a, index);

    return format && format->billing.time == BILLING_TIME_END;
}

/* True where neither the bill nor the log says what the instance was in all of ${period}. */
static bool
lacks_state(const struct ledger_line *line, const struct stops *stops, struct span period)
{
    unsigned state = ledger_word(line, WORD_INSTANCE_STATE);

    return (state == STATE_NONE || state == STATE_UNKNOWN) &&
        (!stops || strip_covered(&stops->logged, period) < period.to - period.from);
}

/* Judge a line of ${instance} and ${period} by its ${stops}. */
static int
judge_period(struct stopped_check *c, const struct timeline_instance *instance,
    const struct stops *stops, uint32_t index, struct span period, struct err *e)
{
    const struct ledger_line *line = audit_line(c->a, index);
    const struct strip *strip = meant_time(stops, instance, period,
        ledger_word(line, WORD_CATEGORY) == CATEGORY_GPU);
    int64_t length = period.to - period.from, meant = strip_covered(strip, period);
    const struct claimed_time *time;
    struct finding *found;
    struct fraction weight;

    if (meant <= setting_duration(c->s, LEAST))
        return 0;
    if (has_earliest_start(c->a, index) && meant < length)
        return finding_unknown(c->f, UNKNOWN_PERIOD, index, MONEY_ZERO, e);
    weight = weight_of(line, length, meant);
    if (fraction_is_zero(weight))
        return 0;
    time = finding_time_of(c->f, strip, weight, e);
    found = time ? finding_of_line(c->f, CERTAIN, index, e) : NULL;
    return !found || finding_claim_time(c->f, found, index, time, e) ||
        finding_add_duration(c->f, found, "stopped", meant, e) ? -1 : 0;
}

static int
judge(struct stopped_check *c, uint32_t index, struct err *e)
{
    const struct timeline_instance *instance = timeline_of(&c->a->timeline, index);
    struct stops **stops;
    struct span period;

    if (!instance)
        return 0;
    if (!line_period(audit_line(c->a, index), &period))
        return finding_unknown(c->f, UNKNOWN_PERIOD, index, MONEY_ZERO, e);
    stops = &c->of[instance - c->a->timeline.instances.at];
    if (!*stops && instance->states.n > 0) {
        *stops = make_stops(c->a, instance, finding_arena(c->f), e);
        if (!*stops)
            return -1;
    }
    if (lacks_state(audit_line(c->a, index), *stops, period) &&
        finding_unknown(c->f, UNKNOWN_STATE, index, MONEY_ZERO, e))
        return -1;
    return *stops ? judge_period(c, instance, *stops, index, period, e) : 0;
}

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    struct audit_walk walk = audit_walk(a, CATEGORY_GPU, CATEGORY_CPU);
    struct stopped_check c = { .a = a, .s = s, .f = f };
    uint32_t index;
    int result = 0;

    c.of = calloc(a->timeline.instances.n + 1, sizeof(struct stops *));
    if (!c.of)
        return err_nomem(e);
    while (result == 0 && audit_walk_next(&walk, &index)) {
        const struct ledger_line *line = audit_line(a, index);
        struct finding *found;

        if (line_is_prepaid(line))
            continue;
        if (ledger_word(line, WORD_INSTANCE_STATE) == STATE_STOPPED) {
            found = finding_of_line(f, CERTAIN, index, e);
            result = found ? finding_claim_all(f, found, index, true, e) : -1;
        } else {
            result = judge(&c, index, e);
        }
    }
    free(c.of);
    return result;
}

static void
tell(const struct audit *a, const struct finding *f, struct message *message,
    struct message *advice)
{
    char leak[FINDING_TEXT_MAX], hours[FINDING_TEXT_MAX];
    int64_t stopped = finding_fact(f, "stopped").number;

    (void)a;
    finding_money_text(leak, f->leak, f->currency);
    if (stopped > 0)
        message_set_whole(message, N_("Compute of %s was billed for %s h in which it was "
            "stopped: %s."), f->name, finding_hours_text(hours, stopped), leak);
    else
        message_set_whole(message, N_("Compute of %s was billed while the bill itself calls it "
            "stopped: %s."), f->name, leak);
    message_set(advice, N_("Ask the platform to refund it, and see whether stopping keeps the "
        "machine reserved: if so, release it instead."));
}

const struct rule rule_compute_while_stopped = {
    .id = "compute-while-stopped",
    .title = N_("Compute billed while stopped"),
    .order = 3,
    .finds = N_("Compute charges, not prepaid, for time in which the instance was stopped."),
    .needs = N_("A state log, or a bill that states the instance's state."),
    .formula = N_("billed x stopped time / period. After a stop, the rest of that clock hour is "
        "not meant. Where a line says how long was used: max(0, used - time not stopped) / used."),
    .working = N_("{row.billed} x {row.part} / {row.period} = {row.leak} in the largest row"),
    .example = N_("A line of 2.00 for 10:00 to 12:00, stopped at 10:30: 11:00 to 12:00 is meant, "
        "2.00 x 1 h / 2 h = 1.00."),
    .advice = N_("Ask for a refund; release the instance where stopping does not end the charge."),
    .settings = settings,
    .check = check,
    .tell = tell,
};
