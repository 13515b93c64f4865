/*
 * rule_package_missed.c - on-demand GPU time for which a package would have cost less.
 *
 * The lines of one instance and currency are sorted by time once; in that order those of a month, a
 * week or a day stand together. What a longer package has taken, no shorter one takes.
 */
#include <stdlib.h>
#include <string.h>

#include "audit/audit.h"
#include "audit/price.h"
#include "base/vec.h"
#include "ledger/calendar.h"

static const struct setting settings[] = { { .name = NULL } };

struct placed {
    uint32_t index;
    const struct ledger_line *line;
    bool is_taken;
};

struct missed_check {
    const struct audit *a;
    struct findings *f;
    struct { struct placed *at; size_t n, room; } lines; /* of one instance */
    struct { uint32_t *at; size_t n, room; } bucket;     /* of one month, week or day */
    bool has_price;                                      /* of any package */
};

static int
compare_placed(const void *left, const void *right)
{
    const struct placed *a = left, *b = right;
    int currency = strcmp(ledger_text(a->line, TEXT_BILLING_CURRENCY),
        ledger_text(b->line, TEXT_BILLING_CURRENCY));

    if (currency != 0)
        return currency;
    if (a->line->start != b->line->start)
        return a->line->start < b->line->start ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

/* The month, ISO week or day of ${at}, as a number that is different for each. */
static int64_t
bucket_of(const struct audit *a, int64_t at, enum price_unit unit)
{
    int64_t local = at + a->period.zone_minutes * TIME_MINUTE;
    int64_t day = local / TIME_DAY - (local % TIME_DAY < 0);
    struct date d;

    if (unit == PRICE_DAY)
        return day;
    /* Day 0 was a Thursday; far from the edge, so that division rounds down. */
    if (unit == PRICE_WEEK)
        return (day + 3 + INT64_C(7000000000)) / 7;
    d = calendar_date(day);
    return d.year * 12 + d.month;
}

/* The price of a package for what ${first} is, of ${cards} cards, into ${out}. */
static bool
find_package(const struct audit *a, const struct ledger_line *first, enum price_unit unit,
    uint32_t cards, struct money *out)
{
    struct price_query q = { .platform = ledger_text(first, TEXT_PLATFORM),
        .currency = ledger_text(first, TEXT_BILLING_CURRENCY),
        .sku = ledger_text(first, TEXT_SKU_ID), .gpu_model = ledger_text(first, TEXT_GPU_MODEL),
        .category = CATEGORY_GPU, .unit = unit, .pricing = PRICING_COMMITTED,
        .at = first->start };
    const struct config_price *price = price_find(a->in.config, &q, a->period.zone_minutes);
    struct err ignored = ERR_INIT;

    return price && money_multiply(out, price->price, money_of(price->is_per_card ? cards : 1),
        NULL, &ignored) == 0;
}

/* Lines ${from} to ${to} are of one bucket: a finding if a package would have cost less. */
static int
check_bucket(struct missed_check *c, size_t from, size_t to, enum price_unit unit, struct err *e)
{
    static const char *const names[] = { "hours", "days", "weeks", "months" };
    struct money spend = MONEY_ZERO, price;
    const struct ledger_line *first = NULL;
    struct finding *found;
    uint32_t cards = 1;

    c->bucket.n = 0;
    for (size_t i = from; i < to; i++) {
        uint32_t of_line = timeline_cards(&c->a->timeline, c->lines.at[i].index);

        if (c->lines.at[i].is_taken)
            continue;
        if (vec_grow(&c->bucket, 1, UINT32_MAX, e) || money_add(&spend,
            ledger_billed(c->lines.at[i].line), e))
            return -1;
        c->bucket.at[c->bucket.n++] = c->lines.at[i].index;
        first = first ? first : c->lines.at[i].line;
        cards = of_line > cards ? of_line : cards;
    }
    if (!first || !find_package(c->a, first, unit, cards, &price))
        return 0;
    c->has_price = true;
    if (money_compare(spend, price) <= 0)
        return 0;
    for (size_t i = from; i < to; i++)
        c->lines.at[i].is_taken = true;
    found = finding_of_line(c->f, POSSIBLE, c->bucket.at[0], e);
    if (!found || finding_add_count(c->f, found, names[unit], 1, e) ||
        finding_add_amount(c->f, found, "packages", price, e) || money_sub(&spend, price, e))
        return -1;
    return finding_claim_spread(c->f, found, c->bucket.at, c->bucket.n, spend, e);
}

/* Lines ${from} to ${to} are of one currency: all its buckets of ${unit}. */
static int
check_unit(struct missed_check *c, size_t from, size_t to, enum price_unit unit, struct err *e)
{
    for (size_t i = from; i < to;) {
        int64_t bucket = bucket_of(c->a, c->lines.at[i].line->start, unit);
        size_t start = i;

        while (i < to && bucket_of(c->a, c->lines.at[i].line->start, unit) == bucket)
            i++;
        if (check_bucket(c, start, i, unit, e))
            return -1;
    }
    return 0;
}

/* Lines ${from} to ${to} are those of one instance in one currency. */
static int
check_currency(struct missed_check *c, size_t from, size_t to, struct err *e)
{
    static const enum price_unit units[] = { PRICE_MONTH, PRICE_WEEK, PRICE_DAY };

    c->has_price = false;
    for (size_t u = 0; u < sizeof(units) / sizeof(units[0]); u++)
        if (check_unit(c, from, to, units[u], e))
            return -1;
    return c->has_price
        ? 0
        : finding_unknown(c->f, UNKNOWN_PRICE, c->lines.at[from].index, MONEY_ZERO, e);
}

static int
check_instance(struct missed_check *c, const struct timeline_instance *i, struct err *e)
{
    uint32_t index;
    size_t at = 0;

    c->lines.n = 0;
    while (timeline_next(i, CATEGORY_GPU, &at, &index)) {
        const struct ledger_line *line = audit_line(c->a, index);

        if (!audit_is_judged(c->a, line) || !line_is_on_demand_gpu(line))
            continue;
        if (vec_grow(&c->lines, 1, UINT32_MAX, e))
            return -1;
        c->lines.at[c->lines.n++] = (struct placed){ index, line, false };
    }
    if (c->lines.n > 1)
        qsort(c->lines.at, c->lines.n, sizeof(*c->lines.at), compare_placed);
    for (size_t from = 0, to; from < c->lines.n; from = to) {
        const char *currency = ledger_text(c->lines.at[from].line, TEXT_BILLING_CURRENCY);

        to = from;
        while (to < c->lines.n &&
            ledger_text(c->lines.at[to].line, TEXT_BILLING_CURRENCY) == currency)
            to++;
        if (check_currency(c, from, to, e))
            return -1;
    }
    return 0;
}

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    struct missed_check c = { .a = a, .f = f };
    int result = 0;

    (void)s;
    for (size_t i = 0; i < a->timeline.instances.n && result == 0; i++)
        result = check_instance(&c, &a->timeline.instances.at[i], e);
    vec_release(&c.lines);
    vec_release(&c.bucket);
    return result;
}

static void
tell(const struct audit *a, const struct finding *f, struct message *message,
    struct message *advice)
{
    char billed[FINDING_TEXT_MAX], packages[FINDING_TEXT_MAX], leak[FINDING_TEXT_MAX];
    long long months = finding_fact(f, "months").number;
    long long weeks = finding_fact(f, "weeks").number, days = finding_fact(f, "days").number;

    (void)a;
    (void)finding_money_text(billed, f->billed, f->currency);
    (void)finding_money_text(packages, finding_fact(f, "packages").amount, f->currency);
    (void)finding_money_text(leak, f->leak, f->currency);
    if (weeks == 0 && days == 0)
        message_set_whole(message, N_("%s cost %s by the hour; paid by the month (packages: %lld) "
            "it would have cost %s: %s less."), f->name, billed, months, packages, leak);
    else if (months == 0 && days == 0)
        message_set_whole(message, N_("%s cost %s by the hour; paid by the week (packages: %lld) "
            "it would have cost %s: %s less."), f->name, billed, weeks, packages, leak);
    else if (months == 0 && weeks == 0)
        message_set_whole(message, N_("%s cost %s by the hour; paid by the day (packages: %lld) "
            "it would have cost %s: %s less."), f->name, billed, days, packages, leak);
    else
        message_set_whole(message, N_("%s cost %s by the hour; packages (months: %lld, weeks: "
            "%lld, days: %lld) would have cost %s: %s less."), f->name, billed, months, weeks,
            days, packages, leak);
    if (months > 0)
        message_set(advice, N_("Buy a month where it runs most of the month."));
    else if (weeks > 0)
        message_set(advice, N_("Buy a week where a job runs for most of it."));
    else
        message_set(advice, N_("Buy a day where a job runs for most of it."));
}

const struct rule rule_package_missed = {
    .id = "package-missed",
    .title = N_("Package would have been cheaper"),
    .order = 18,
    .finds = N_("GPU time paid by the hour where a package for the month, week or day would have "
        "cost less."),
    .needs = N_("Package prices in the config (pricing prepaid, per month, week or day) for the "
        "GPU model or SKU. Without one the instance is unknown."),
    .formula = N_("Per instance: what its on-demand GPU lines of a calendar month cost, less the "
        "price of a month x cards, if that is above 0. Then ISO weeks, then days, of what no "
        "longer package has taken. The leak is spread over the lines pro rata of what was billed."),
    .working = N_("{billed} by the hour - {packages} by package = {leak}"),
    .example = N_("20 hours on one day at 1.88 are 37.60; a day costs 30.00: 7.60 leaks."),
    .advice = N_("Before a long run compare its hours with the price of a day, week or month."),
    .settings = settings,
    .check = check,
    .tell = tell,
};
