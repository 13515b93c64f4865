/*
 * rule_traffic_fee.c - what moving data cost, instance by instance.
 *
 * A choice that cost money, and more than that where on some day it cost more than the computing it
 * was done for.
 */
#include <stdlib.h>

#include "audit/audit.h"
#include "audit/finding.h"
#include "base/vec.h"
#include "ledger/line_fact.h"

enum { LEAST };

static const struct setting settings[] = {
    { "least", SETTING_AMOUNT, "1.00", N_("traffic of an instance, or of a day, that counts") },
    { .name = NULL },
};

/* What one instance cost on one day in one currency. */
struct day {
    int64_t at;
    struct money traffic, compute;
    bool has_compute;
};

struct days {
    struct { struct day *at; size_t n, room; } list;
    struct { const char **at; size_t n, room; } currencies; /* of the instance, done so far */
};

static int
compare_days(const void *a, const void *b)
{
    int64_t x = ((const struct day *)a)->at, y = ((const struct day *)b)->at;

    return x < y ? -1 : x > y;
}

static bool
is_traffic(const struct ledger_line *line)
{
    return ledger_word(line, WORD_CATEGORY) == CATEGORY_TRAFFIC;
}

/* The judged traffic and compute of ${i} in ${currency}, one entry a line, into ${d}. */
static int
gather(const struct audit *a, const struct timeline_instance *i, const char *currency,
    struct days *d, struct money *total, struct err *e)
{
    d->list.n = 0;
    *total = MONEY_ZERO;
    for (size_t k = 0; k < i->line_count; k++) {
        const struct ledger_line *line = audit_line(a, i->lines[k]);
        struct day day = { .at = time_day_start(line->start, a->period.zone_minutes) };

        if (!audit_is_judged(a, line) || ledger_text(line, TEXT_BILLING_CURRENCY) != currency)
            continue;
        if (is_traffic(line)) {
            day.traffic = ledger_billed(line);
            if (money_add(total, ledger_billed(line), e))
                return -1;
        } else if (line_is_compute(line)) {
            day.compute = ledger_billed(line);
            day.has_compute = true;
        } else {
            continue;
        }
        if (vec_grow(&d->list, 1, UINT32_MAX, e))
            return -1;
        d->list.at[d->list.n++] = day;
    }
    return 0;
}

/* Join the entries of each day. */
static int
join_days(struct days *d, struct err *e)
{
    size_t n = 0;

    qsort(d->list.at, d->list.n, sizeof(*d->list.at), compare_days);
    for (size_t i = 0; i < d->list.n; i++) {
        struct day *last = n > 0 ? &d->list.at[n - 1] : NULL;

        if (!last || last->at != d->list.at[i].at) {
            d->list.at[n++] = d->list.at[i];
            continue;
        }
        if (money_add(&last->traffic, d->list.at[i].traffic, e) ||
            money_add(&last->compute, d->list.at[i].compute, e))
            return -1;
        last->has_compute |= d->list.at[i].has_compute;
    }
    d->list.n = n;
    return 0;
}

/* The day with the most traffic of those on which it cost more than the computing, or NULL. */
static const struct day *
striking_day(const struct days *d, struct money least)
{
    const struct day *best = NULL;

    for (size_t i = 0; i < d->list.n; i++) {
        const struct day *day = &d->list.at[i];

        if (day->has_compute && money_compare(day->traffic, least) >= 0 &&
            money_compare(day->traffic, day->compute) > 0 &&
            (!best || money_compare(day->traffic, best->traffic) > 0))
            best = day;
    }
    return best;
}

static int
claim(const struct audit *a, const struct timeline_instance *i, const char *currency,
    const struct day *day, struct findings *f, struct err *e)
{
    struct finding *found = NULL;
    uint32_t index;
    size_t at = 0;

    while (timeline_next(i, CATEGORY_TRAFFIC, &at, &index)) {
        const struct ledger_line *line = audit_line(a, index);

        if (!audit_is_judged(a, line) || ledger_text(line, TEXT_BILLING_CURRENCY) != currency)
            continue;
        found = finding_of_line(f, day ? LIKELY : POSSIBLE, index, e);
        if (!found || finding_claim_all(f, found, index, false, e))
            return -1;
    }
    if (!found || !day)
        return 0;
    return finding_set_time(f, found, "day", day->at, e) ||
        finding_set_amount(f, found, "traffic", day->traffic, e) ||
        finding_set_amount(f, found, "compute", day->compute, e) ? -1 : 0;
}

/* Note ${currency} as done; ${*is_new} tells whether it was not. */
static int
note_currency(struct days *d, const char *currency, bool *is_new, struct err *e)
{
    *is_new = false;
    for (size_t i = 0; i < d->currencies.n; i++)
        if (d->currencies.at[i] == currency)
            return 0;
    if (vec_grow(&d->currencies, 1, UINT32_MAX, e))
        return -1;
    d->currencies.at[d->currencies.n++] = currency;
    *is_new = true;
    return 0;
}

static int
judge(const struct audit *a, const struct rule_settings *s, const struct timeline_instance *i,
    struct days *d, struct findings *f, struct err *e)
{
    struct money least = setting_number(s, LEAST);
    uint32_t index;
    size_t at = 0;

    d->currencies.n = 0;
    while (timeline_next(i, CATEGORY_TRAFFIC, &at, &index)) {
        const struct ledger_line *line = audit_line(a, index);
        const char *currency = ledger_text(line, TEXT_BILLING_CURRENCY);
        struct money total;
        bool is_new;

        if (!audit_is_judged(a, line))
            continue;
        if (note_currency(d, currency, &is_new, e))
            return -1;
        if (!is_new)
            continue;
        if (gather(a, i, currency, d, &total, e))
            return -1;
        if (money_compare(total, least) < 0)
            continue;
        if (join_days(d, e) || claim(a, i, currency, striking_day(d, least), f, e))
            return -1;
    }
    return 0;
}

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    struct days d = { .list = { NULL, 0, 0 } };
    int result = 0;

    for (size_t i = 0; i < a->timeline.instances.n && result == 0; i++)
        result = judge(a, s, &a->timeline.instances.at[i], &d, f, e);
    vec_release(&d.list);
    vec_release(&d.currencies);
    return result;
}

static void
tell(const struct audit *a, const struct finding *f, struct message *message,
    struct message *advice)
{
    char leak[FINDING_TEXT_MAX], traffic[FINDING_TEXT_MAX], compute[FINDING_TEXT_MAX];
    char day[TIME_TEXT_MAX];
    struct fact when = finding_fact(f, "day");

    finding_money_text(leak, f->leak, f->currency);
    if (when.kind == FACT_TIME && when.number != TIME_NONE)
        message_set_whole(message, N_("On %s the traffic of %s cost %s, more than its compute "
            "(%s); all its traffic: %s."),
            time_format_day(day, when.number, a->period.zone_minutes), f->name,
            finding_money_text(traffic, finding_fact(f, "traffic").amount, f->currency),
            finding_money_text(compute, finding_fact(f, "compute").amount, f->currency), leak);
    else if (f->lines.n == 1)
        message_set_whole(message, N_("Traffic of %s cost %s."), f->name, leak);
    else
        message_set_whole(message, N_("Traffic of %s cost %s in %zu charges."), f->name, leak,
            f->lines.n);
    message_set(advice, N_("Fetch large files through the platform's internal mirror or object "
        "storage."));
}

const struct rule rule_traffic_fee = {
    .id = "traffic-fee",
    .title = N_("Traffic paid"),
    .order = 14,
    .finds = N_("Instances whose traffic was charged. Likely where its traffic of some day cost "
        "more than its compute of that day, else possible."),
    .needs = N_("Traffic charges that name their instance; a day on which compute is charged too, "
        "to compare them."),
    .formula = N_("All that the traffic of an instance billed, if that is 1.00 or more together. A "
        "day counts where its traffic is 1.00 or more."),
    .example = N_("A model downloaded for 18.40 on a day with 6.20 of compute: 18.40 leaks, "
        "likely."),
    .advice = N_("Fetch large files through the platform's internal mirror or object storage."),
    .settings = settings,
    .check = check,
    .tell = tell,
};
