/*
 * rule_idle_gpu.c - cards that were paid for and did nothing, card by card.
 *
 * What an idle GPU is, the timeline knows by the settings of this rule. GPU hours about which no
 * sample speaks are told as unknown, never as idle.
 */
#include "audit/gpu_use.h"
#include "audit/idle.h"

#define HALF 5000 /* hundredths of a percent */

static const struct setting settings[] = {
    { "utilisation_below", SETTING_PERCENT, "5", N_("a GPU that works less is idle") },
    { "stretch", SETTING_DURATION, "15m", N_("shortest time without work that counts") },
    { .name = NULL },
};

struct idle_check {
    const struct audit *a;
    struct findings *f;
    struct arena arena;  /* of one instance, as are: */
    struct strip *idle;  /* by series, without tails */
    bool is_memory_held; /* on some card, all the while that it was idle */
    bool is_found;       /* what was found points into the arena */
};

/* Say what of ${line} is not known: when it was, or what its cards did. */
static int
say_unknown(struct idle_check *c, uint32_t line, struct err *e)
{
    const struct ledger_line *at = audit_line(c->a, line);
    struct money time[GPU_STATES];
    struct span ignored;

    if (!line_period(at, &ignored))
        return audit_is_judged(c->a, at)
            ? finding_unknown(c->f, UNKNOWN_PERIOD, line, MONEY_ZERO, e) : 0;
    if (!gpu_use_of_line(c->a, line, time) || money_is_zero(time[GPU_UNKNOWN]))
        return 0;
    return finding_unknown(c->f, UNKNOWN_UTILISATION, line, time[GPU_UNKNOWN], e);
}

/* Claim the idle time of a known line of period ${p}, card by card. */
static int
claim_idle(struct idle_check *c, const struct claimed_time *time, uint32_t line, struct span p,
    struct err *e)
{
    struct finding *found;
    int64_t idle = 0;

    for (size_t k = 0; k < time->n; k++)
        idle += strip_covered(&time->strips[k], p);
    if (idle == 0)
        return 0;
    c->is_found = true;
    found = finding_of_line(c->f, LIKELY, line, e);
    if (!found || finding_claim_time(c->f, found, line, time, e) ||
        finding_add_duration(c->f, found, "idle", idle, e) ||
        finding_add_duration(c->f, found, "billed_time",
            (p.to - p.from) * (int64_t)timeline_cards(&c->a->timeline, line), e))
        return -1;
    return c->is_memory_held ? finding_set_text(c->f, found, "memory", "held", e) : 0;
}

static int
check_line(struct idle_check *c, const struct claimed_time *time, uint32_t line, struct err *e)
{
    const struct timeline_instance *known;
    struct span p;
    uint32_t cards;

    if (say_unknown(c, line, e))
        return -1;
    if (!audit_is_judged(c->a, audit_line(c->a, line)) ||
        !idle_is_known(c->a, line, &known, &cards) ||
        !line_period(audit_line(c->a, line), &p))
        return 0;
    return claim_idle(c, time, line, p, e);
}

/* True where more than half of the memory of ${s} is taken at every sample in ${idle}. */
static bool
holds_memory(const struct gpu_series *s, const struct spans *idle)
{
    size_t n = 0;

    for (size_t k = 0, m = 0; k < s->n && m < idle->n;) {
        if (idle->at[m].to <= s->points[k].time) {
            m++;
        } else if (s->points[k].time < idle->at[m].from) {
            k++;
        } else {
            if (s->points[k++].memory <= HALF)
                return false;
            n++;
        }
    }
    return n > 0;
}

static int
check_instance(struct idle_check *c, const struct timeline_instance *i, struct err *e)
{
    struct claimed_time *time = arena_alloc(&c->arena, sizeof(*time));
    struct spans tails, idle;
    uint32_t index;
    size_t at = 0;

    c->is_memory_held = c->is_found = false;
    c->idle = arena_array(&c->arena, i->series_count + 1, sizeof(*c->idle));
    if (!time || !c->idle)
        return err_nomem(e);
    if (idle_forgotten(c->a, i, &c->arena, &tails, e))
        return -1;
    for (size_t k = 0; k < i->series_count; k++) {
        if (spans_subtract(&idle, &i->series[k].idle.spans, &tails, &c->arena, e) ||
            strip_make(&c->idle[k], &idle, NULL, (uint32_t)k, &c->arena, e))
            return -1;
        if (holds_memory(&i->series[k], &idle))
            c->is_memory_held = true;
    }
    *time = (struct claimed_time){ .strips = c->idle, .n = i->series_count,
        .weight = FRACTION_ONE };
    while (timeline_next(i, CATEGORY_GPU, &at, &index))
        if (check_line(c, time, index, e))
            return -1;
    return 0;
}

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    struct idle_check c = { .a = a, .f = f };
    int result = 0;

    (void)s;
    for (size_t i = 0; i < a->timeline.instances.n && result == 0; i++) {
        result = check_instance(&c, &a->timeline.instances.at[i], e);
        if (c.is_found)
            arena_merge(finding_arena(f), &c.arena);
        arena_release(&c.arena);
    }
    /* Lines that name no instance. */
    for (size_t i = 0; i < a->of_gpus.n && result == 0; i++)
        if (!timeline_of(&a->timeline, a->of_gpus.at[i]))
            result = say_unknown(&c, a->of_gpus.at[i], e);
    return result;
}

static void
tell(const struct audit *a, const struct finding *f, struct message *message,
    struct message *advice)
{
    char idle[FINDING_TEXT_MAX], all[FINDING_TEXT_MAX], leak[FINDING_TEXT_MAX];

    (void)a;
    (void)finding_hours_text(idle, finding_fact(f, "idle").number);
    (void)finding_hours_text(all, finding_fact(f, "billed_time").number);
    (void)finding_money_text(leak, f->leak, f->currency);
    message_set_whole(message, N_("GPUs of %s were idle for %s of %s GPU hours billed: %s."),
        f->name, idle, all, leak);
    if (finding_fact(f, "memory").text[0])
        message_set(advice, N_("Their memory was held all the while: a kernel or a process was "
            "left open. Close it and shut the instance down between jobs."));
    else
        message_set(advice, N_("Shut the instance down between jobs, use fewer cards, or queue "
            "jobs so that they follow each other."));
}

const struct rule rule_idle_gpu = {
    .id = "idle-gpu",
    .title = N_("Idle GPUs"),
    .order = 8,
    .finds = N_("GPUs that were billed and did nothing, each card by itself."),
    .needs = N_("Utilisation of the GPUs over time (nvidia-smi logs and the like), and charge "
        "periods. GPU hours about which no sample speaks are unknown, never idle."),
    .formula = N_("leak = billed x idle time of all its cards / (cards x charge period). A sample "
        "speaks for the time up to the next one, but not across a gap in the log. Time that "
        "forgotten-instance reports is left out."),
    .working = N_("{row.billed} x {row.card_part} / ({row.cards} x {row.period}) = {row.leak} in "
        "the largest row"),
    .example = N_("4 cards cost 12.00 an hour and 1 of them works: 12.00 x 3 / 4 = 9.00 leaks."),
    .advice = N_("Shut instances down between jobs, or use fewer cards."),
    .settings = settings,
    .check = check,
    .tell = tell,
};
