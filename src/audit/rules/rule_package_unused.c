/*
 * rule_package_unused.c - packages that cost more than the hours that were used of them.
 */
#include "audit/audit.h"
#include "audit/price.h"

static const struct setting settings[] = { { .name = NULL } };

/* How long the log of ${i} says running within ${p} (for what needs no GPU also no-gpu). */
static int64_t
running_time(const struct timeline_instance *i, struct span p, bool is_gpu)
{
    int64_t time = 0;

    for (size_t k = timeline_state_after(i, p.from);
        k < i->states.n && i->states.at[k].span.from < p.to; k++) {
        enum instance_state state = i->states.at[k].state;

        if (state == STATE_RUNNING || (!is_gpu && state == STATE_NO_GPU))
            time += span_common(i->states.at[k].span, p);
    }
    return time;
}

/* What an hour of line ${index} would cost on demand; false where the price book has no price. */
static bool
find_hourly(const struct audit *a, uint32_t index, struct money *out)
{
    const struct ledger_line *line = audit_line(a, index);
    struct price_query q = { .platform = ledger_text(line, TEXT_PLATFORM),
        .currency = ledger_text(line, TEXT_BILLING_CURRENCY),
        .sku = ledger_text(line, TEXT_SKU_ID), .gpu_model = ledger_text(line, TEXT_GPU_MODEL),
        .category = (enum category)ledger_word(line, WORD_CATEGORY), .unit = PRICE_HOUR,
        .at = line->start };
    const struct config_price *price = price_find(a->in.config, &q, a->period.zone_minutes);
    uint32_t cards = 1;
    struct err ignored = ERR_INIT;

    if (price && price->is_per_card && q.category == CATEGORY_GPU)
        cards = timeline_cards(&a->timeline, index);
    return price && cards > 0 &&
        money_multiply(out, price->price, money_of(cards), NULL, &ignored) == 0;
}

static int
check_line(const struct audit *a, struct findings *f, uint32_t index, struct err *e)
{
    const struct ledger_line *line = audit_line(a, index);
    const struct timeline_instance *i = timeline_of(&a->timeline, index);
    struct money hourly, on_demand, leak = ledger_billed(line);
    struct finding *found;
    struct span p;
    int64_t used;

    if (!line_period(line, &p))
        return finding_unknown(f, UNKNOWN_PERIOD, index, MONEY_ZERO, e);
    if (!i || spans_covered(&i->logged, p) < p.to - p.from || spans_covered(&i->undecided, p) > 0)
        return finding_unknown(f, UNKNOWN_STATE, index, MONEY_ZERO, e);
    if (!find_hourly(a, index, &hourly))
        return finding_unknown(f, UNKNOWN_PRICE, index, MONEY_ZERO, e);
    used = running_time(i, p, ledger_word(line, WORD_CATEGORY) == CATEGORY_GPU);
    if (money_share(&on_demand, hourly, used, TIME_HOUR, 9, e) || money_sub(&leak, on_demand, e))
        return -1;
    if (money_compare(leak, MONEY_ZERO) <= 0)
        return 0;
    found = finding_of_line(f, POSSIBLE, index, e);
    if (!found || finding_add_duration(f, found, "used", used, e) ||
        finding_add_duration(f, found, "bought", p.to - p.from, e) ||
        finding_add_amount(f, found, "on_demand", on_demand, e))
        return -1;
    return finding_claim_amount(f, found, index, leak, e);
}

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    struct audit_walk walk = audit_walk(a, CATEGORY_GPU, CATEGORY_CPU);
    uint32_t index;

    (void)s;
    while (audit_walk_next(&walk, &index))
        if (line_is_prepaid(audit_line(a, index)) && check_line(a, f, index, e))
            return -1;
    return 0;
}

static void
tell(const struct audit *a, const struct finding *f, struct message *message,
    struct message *advice)
{
    char used[FINDING_TEXT_MAX], bought[FINDING_TEXT_MAX], billed[FINDING_TEXT_MAX],
        on_demand[FINDING_TEXT_MAX], leak[FINDING_TEXT_MAX];

    (void)a;
    message_set_whole(message,
        N_("%s ran %s h of the %s h of its package (%s). By the hour that would have cost %s: "
            "%s less."),
        f->name, finding_hours_text(used, finding_fact(f, "used").number),
        finding_hours_text(bought, finding_fact(f, "bought").number),
        finding_money_text(billed, f->billed, f->currency),
        finding_money_text(on_demand, finding_fact(f, "on_demand").amount, f->currency),
        finding_money_text(leak, f->leak, f->currency));
    message_set(advice, N_("Do not renew the package; pay by the hour for so little use."));
}

const struct rule rule_package_unused = {
    .id = "package-unused",
    .title = N_("Package not used up"),
    .order = 17,
    .finds = N_("Prepaid compute (by day, week or month) that would have cost less by the hour, "
        "for the hours that the instance really ran."),
    .needs = N_("A state log that covers the whole period of the package, and an hourly price in "
        "the config."),
    .formula = N_("leak = billed - hourly price x cards x hours running within the period, if that "
        "is above 0."),
    .working = N_("{billed} for the package - {on_demand} by the hour = {leak}"),
    .example = N_("A week for 200.00, 30 hours running, 1.88 an hour: 200.00 - 56.40 = 143.60 "
        "leaks."),
    .advice = N_("Do not renew the package; pay by the hour for so little use."),
    .settings = settings,
    .check = check,
    .tell = tell,
};
