/*
 * rule_compute_while_stopped.c - compute billed for time in which the instance was stopped.
 *
 * Hourly billing charges the whole clock hour in which an instance is stopped: for a line that
 * began while running, the time from each stop to the end of its clock hour is not meant.
 *
 * Where a bill states only when a charge ended, its start is the earliest possible one. Such a line
 * proves nothing about a part of its period, only about a period that was stopped throughout.
 */
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

/* The stopped time of the log within ${period}, without the hours in which it was stopped. */
static int
meant_time(const struct audit *a, const struct timeline_instance *instance, struct span period,
    bool is_gpu, struct spans *out, struct arena *arena, struct err *e)
{
    const struct timeline_state *states = instance->states.at;
    size_t first = timeline_state_after(instance, period.from), end = first, n = 0;
    bool began_stopped = first < instance->states.n && states[first].span.from <= period.from &&
        is_stop(&states[first], is_gpu);
    struct span *at;
    struct spans stopped;

    while (end < instance->states.n && states[end].span.from < period.to)
        end++;
    at = arena_array(arena, end - first + 1, sizeof(*at));
    if (!at)
        return err_nomem(e);
    for (size_t i = first; i < end; i++)
        if (is_stop(&states[i], is_gpu))
            at[n++] = states[i].span;
    stopped = spans_join(at, n);
    n = 0;
    for (size_t i = 0; i < stopped.n; i++) {
        struct span s = stopped.at[i];

        if (!began_stopped)
            s.from = hour_end(s.from, a->period.zone_minutes);
        if (s.from < period.from)
            s.from = period.from;
        if (s.to > period.to)
            s.to = period.to;
        if (s.from < s.to)
            at[n++] = s;
    }
    *out = (struct spans){ at, n };
    return 0;
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
lacks_state(const struct ledger_line *line, const struct timeline_instance *instance,
    struct span period)
{
    unsigned state = ledger_word(line, WORD_INSTANCE_STATE);

    return (state == STATE_NONE || state == STATE_UNKNOWN) &&
        spans_covered(&instance->logged, period) < period.to - period.from;
}

static int
judge(const struct audit *a, const struct rule_settings *s, struct findings *f, uint32_t index,
    struct err *e)
{
    const struct ledger_line *line = audit_line(a, index);
    const struct timeline_instance *instance = timeline_of(&a->timeline, index);
    bool is_gpu = ledger_word(line, WORD_CATEGORY) == CATEGORY_GPU;
    struct arena *arena = finding_arena(f);
    struct finding *found;
    struct time_piece *pieces;
    struct spans meant;
    struct span period;
    struct fraction weight;

    if (!instance)
        return 0;
    if (!line_period(line, &period))
        return finding_unknown(f, UNKNOWN_PERIOD, index, MONEY_ZERO, e);
    if (lacks_state(line, instance, period) &&
        finding_unknown(f, UNKNOWN_STATE, index, MONEY_ZERO, e))
        return -1;
    if (meant_time(a, instance, period, is_gpu, &meant, arena, e))
        return -1;
    if (spans_length(&meant) <= setting_duration(s, LEAST))
        return 0;
    if (has_earliest_start(a, index) && spans_length(&meant) < period.to - period.from)
        return finding_unknown(f, UNKNOWN_PERIOD, index, MONEY_ZERO, e);
    weight = weight_of(line, period.to - period.from, spans_length(&meant));
    if (fraction_is_zero(weight))
        return 0;
    pieces = arena_array(arena, meant.n, sizeof(*pieces));
    if (!pieces)
        return err_nomem(e);
    for (size_t i = 0; i < meant.n; i++)
        pieces[i] = (struct time_piece){ meant.at[i], CARD_ALL, weight };
    found = finding_of_line(f, CERTAIN, index, e);
    if (!found || finding_claim_time(f, found, index, pieces, meant.n, e) ||
        finding_add_duration(f, found, "stopped", spans_length(&meant), e))
        return -1;
    return 0;
}

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    for (size_t i = 0; i < a->judged_count; i++) {
        uint32_t index = a->judged[i];
        const struct ledger_line *line = audit_line(a, index);
        struct finding *found;

        if (!line_is_compute(line) || line_is_prepaid(line))
            continue;
        if (ledger_word(line, WORD_INSTANCE_STATE) == STATE_STOPPED) {
            found = finding_of_line(f, CERTAIN, index, e);
            if (!found || finding_claim_all(f, found, index, true, e))
                return -1;
        } else if (judge(a, s, f, index, e)) {
            return -1;
        }
    }
    return 0;
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
