/*
 * rule_could_have_been_cpu.c - set-up work done on a GPU where a mode without GPU would do.
 *
 * The first stretch of a run in which all GPUs are idle is taken for set-up: downloading,
 * unpacking, writing code. It leaks what it cost above the platform's price without GPU.
 */
#include "audit/idle.h"
#include "audit/price.h"

enum { LEAST };

static const struct setting settings[] = {
    [LEAST] = { "least", SETTING_DURATION, "20m", N_("shortest idle start of a run that counts") },
    { .name = NULL },
};

/* The price per hour without GPU for line ${index}, 0 where nobody knows one. */
static struct money
price_without_gpu(const struct audit *a, uint32_t index)
{
    const struct ledger_line *line = audit_line(a, index);
    const struct format *format = audit_format(a, index);
    struct price_query q = { .platform = ledger_text(line, TEXT_PLATFORM),
        .currency = ledger_text(line, TEXT_BILLING_CURRENCY), .category = CATEGORY_CPU,
        .unit = PRICE_HOUR, .at = line->start };
    const struct config_price *known =
        a->in.config ? price_find(a->in.config, &q, a->period.zone_minutes) : NULL;

    if (known)
        return known->price;
    return format ? format->billing.no_gpu_price : MONEY_ZERO;
}

/* The time in which all GPUs of ${i} are idle. */
static int
idle_together(const struct timeline_instance *i, struct arena *arena, struct spans *out,
    struct err *e)
{
    *out = i->series[0].idle.spans;
    for (size_t k = 1; k < i->series_count; k++)
        if (spans_intersect(out, out, &i->series[k].idle.spans, arena, e))
            return -1;
    return 0;
}

/* The smallest max_gap of the series: how late a start may be seen. */
static int64_t
smallest_gap(const struct timeline_instance *i)
{
    int64_t gap = i->series[0].max_gap;

    for (size_t k = 1; k < i->series_count; k++)
        if (i->series[k].max_gap < gap)
            gap = i->series[k].max_gap;
    return gap;
}

/* The idle starts of the runs of ${i}, at least ${least} long. */
static int
find_starts(const struct timeline_instance *i, int64_t least, struct arena *arena,
    struct spans *out, struct err *e)
{
    const struct spans *runs = &i->runs[RUNS_GPU];
    int64_t gap = smallest_gap(i);
    struct span *starts = arena_array(arena, runs->n + 1, sizeof(*starts));
    struct spans idle;
    size_t n = 0;

    if (!starts)
        return err_nomem(e);
    if (idle_together(i, arena, &idle, e))
        return -1;
    for (size_t r = 0; r < runs->n; r++) {
        size_t k = spans_after(&idle, runs->at[r].from);
        struct span start;

        if (k == idle.n || idle.at[k].from > runs->at[r].from + gap)
            continue;
        start = idle.at[k];
        if (start.from < runs->at[r].from)
            start.from = runs->at[r].from;
        if (start.to > runs->at[r].to)
            start.to = runs->at[r].to;
        if (start.to - start.from >= least)
            starts[n++] = start;
    }
    *out = (struct spans){ starts, n };
    return 0;
}

/* What is left of 1 when the price without GPU for ${length} is taken off ${billed}. */
static struct fraction
weight_of(struct money billed, struct money price, int64_t length)
{
    struct fraction cheap = fraction_of((money_uint)price.units, (money_uint)billed.units);

    cheap = fraction_over(fraction_times(cheap, (money_uint)length), (money_uint)TIME_HOUR);
    return fraction_sub(FRACTION_ONE, cheap);
}

static int
judge(const struct audit *a, const struct strip *starts, uint32_t index, struct findings *f,
    bool *is_found, struct err *e)
{
    const struct ledger_line *line = audit_line(a, index);
    const struct timeline_instance *i;
    struct money price = price_without_gpu(a, index);
    const struct claimed_time *time;
    struct finding *found;
    struct fraction weight;
    struct span p;
    uint32_t cards;
    int64_t idle;

    if (money_is_zero(price) || !idle_is_known(a, index, &i, &cards) ||
        i->series_count != cards || !line_period(line, &p))
        return 0;
    idle = strip_covered(starts, p);
    weight = weight_of(ledger_billed(line), price, p.to - p.from);
    if (idle == 0 || fraction_is_zero(weight))
        return 0;
    *is_found = true;
    time = finding_time_of(f, starts, weight, e);
    found = time ? finding_of_line(f, POSSIBLE, index, e) : NULL;
    return !found || finding_claim_time(f, found, index, time, e) ||
        finding_add_duration(f, found, "idle", idle, e) ? -1 : 0;
}

/* What it finds points into ${arena}; then ${*is_found} becomes true. */
static int
check_instance(const struct audit *a, const struct rule_settings *s,
    const struct timeline_instance *i, struct findings *f, struct arena *arena, bool *is_found,
    struct err *e)
{
    struct spans starts;
    struct strip *strip;
    uint32_t index;
    size_t at = 0;

    if (i->series_count == 0)
        return 0;
    strip = arena_alloc(arena, sizeof(*strip));
    if (!strip)
        return err_nomem(e);
    if (find_starts(i, setting_duration(s, LEAST), arena, &starts, e) ||
        strip_make(strip, &starts, NULL, CARD_ALL, arena, e))
        return -1;
    while (starts.n > 0 && timeline_next(i, CATEGORY_GPU, &at, &index))
        if (audit_is_judged(a, audit_line(a, index)) &&
            judge(a, strip, index, f, is_found, e))
            return -1;
    return 0;
}

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    struct arena arena = ARENA_INIT;
    int result = 0;

    for (size_t i = 0; i < a->timeline.instances.n && result == 0; i++) {
        bool is_found = false;

        result = check_instance(a, s, &a->timeline.instances.at[i], f, &arena, &is_found, e);
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
    int64_t idle = finding_fact(f, "idle").number;
    struct money hourly = f->leak;
    struct err ignored = ERR_INIT;
    char leak[FINDING_TEXT_MAX], hours[FINDING_TEXT_MAX];

    (void)a;
    message_set_whole(message, N_("%s began with %s h in which no GPU was used; without GPU that "
        "time would have cost %s less."), f->name,
        finding_hours_text(hours, idle),
        finding_money_text(leak, f->leak, f->currency));
    (void)money_share(&hourly, f->leak, TIME_HOUR, idle, 9, &ignored);
    message_set_whole(advice, N_("Start without a GPU to download and set up, then switch the GPU "
        "on: %s less an hour."), finding_money_text(leak, hourly, f->currency));
}

const struct rule rule_could_have_been_cpu = {
    .id = "could-have-been-cpu",
    .title = N_("Set-up on a GPU"),
    .order = 15,
    .finds = N_("Runs that begin with all GPUs idle, on platforms with a mode without GPU."),
    .needs = N_("A usage log with a series for every GPU, and the price without GPU: from the "
        "platform's format or the price book (category cpu)."),
    .formula = N_("The first stretch in which all GPUs are idle, if a run begins with it and it "
        "is 20 minutes or longer: billed x stretch / charge period - price without GPU x "
        "stretch."),
    .example = N_("The first hour of a run at 1.88 an hour is idle, an hour without GPU costs "
        "0.10: 1.88 - 0.10 = 1.78 leaks."),
    .advice = N_("Start without a GPU to download and set up."),
    .settings = settings,
    .check = check,
    .tell = tell,
};
