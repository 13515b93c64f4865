/*
 * rule_price_arithmetic.c - charges that are more than their own price and quantity make.
 *
 * Line by line, but for lines that repeat one which left nothing more to say. What the printed
 * decimals of price and quantity may hide is no finding.
 */
#include <stdlib.h>

#include "audit/audit.h"
#include "audit/unit_price.h"

static const struct setting settings[] = { { .name = NULL } };

static int
check_over(struct findings *f, uint32_t line, const struct unit_price *p, struct err *e)
{
    struct finding *found = finding_of_line(f, CERTAIN, line, e);

    if (!found || finding_add_count(f, found, "charges", 1, e) ||
        finding_add_amount(f, found, "expected", p->cost, e))
        return -1;
    return finding_claim_amount(f, found, line, p->diff, e);
}

static void
warn_under(struct findings *f, uint32_t line, const struct unit_price *p, const char *currency)
{
    char less[FINDING_TEXT_MAX], cost[FINDING_TEXT_MAX];

    finding_warn(f, line, "undercharged",
        "%s less than price x quantity less discount (%s); check it before the platform does",
        finding_money_text(less, money_negate(p->diff), currency),
        finding_money_text(cost, p->cost, currency));
}

/* Nobody pays less than a tenth by mistake: price and quantity then count in units of their own, as
 * a monthly price and days of a month of 28 or 31. */
static bool
is_in_one_unit(const struct ledger_line *line, const struct unit_price *p)
{
    struct money tenfold;
    struct err ignored = ERR_INIT;

    return money_multiply(&tenfold, ledger_billed(line), money_of(10), NULL, &ignored) == 0 &&
        money_compare(tenfold, p->cost) >= 0;
}

/* True where the bill's unit prices are averages, which prove nothing of one row. */
static bool
is_blended(const struct audit *a, uint32_t index)
{
    const struct format *format = audit_format(a, index);

    return format && format->billing.is_price_blended;
}

/* ${*is_settled}: whatever line repeats this one, it fits or is unknown as this is. */
static int
check_line(const struct audit *a, struct findings *f, uint32_t index, bool *is_settled,
    struct err *e)
{
    const struct ledger_line *line = audit_line(a, index);
    struct unit_price p;
    bool is_priced = unit_price_of(line, &p);

    *is_settled = !is_priced || p.fits;
    if (!is_priced || (!p.fits && is_blended(a, index)))
        return finding_unknown(f, UNKNOWN_PRICE, index, MONEY_ZERO, e);
    if (!p.fits && !money_is_negative(p.diff))
        return check_over(f, index, &p, e);
    if (!p.fits && p.has_discount && is_in_one_unit(line, &p))
        warn_under(f, index, &p, ledger_text(line, TEXT_BILLING_CURRENCY));
    return 0;
}

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    /* By the number of the facets: the last line of them that settles those which repeat it. */
    const struct ledger_line **settled =
        calloc(a->in.ledger->facets.n + 1, sizeof(const struct ledger_line *));
    int result = settled ? 0 : err_nomem(e);
    uint32_t index;

    (void)s;
    for (size_t i = 0; result == 0 && audit_next(a, &i, &index);) {
        const struct ledger_line *line = audit_line(a, index);
        const struct ledger_line **like = &settled[line->facets->number];
        bool is_settled;

        if (*like && ledger_is_repeated(*like, line))
            continue;
        result = check_line(a, f, index, &is_settled, e);
        if (is_settled)
            *like = line;
    }
    free(settled);
    return result;
}

static void
tell(const struct audit *a, const struct finding *f, struct message *message,
    struct message *advice)
{
    char leak[FINDING_TEXT_MAX], billed[FINDING_TEXT_MAX], expected[FINDING_TEXT_MAX];
    int64_t charges = finding_fact(f, "charges").number;

    (void)a;
    (void)finding_money_text(leak, f->leak, f->currency);
    (void)finding_money_text(billed, f->billed, f->currency);
    (void)finding_money_text(expected, finding_fact(f, "expected").amount, f->currency);
    if (charges == 1)
        message_set_whole(message,
            N_("%s was billed %s, but price x quantity less discount makes %s: %s too much."),
            f->name, billed, expected, leak);
    else
        message_set_whole(message,
            N_("%lld charges of %s were billed %s, but price x quantity less discount makes %s: "
                "%s too much."),
            (long long)charges, f->name, billed, expected, leak);
    message_set(advice,
        N_("Send the rows to the platform's support and ask how the amount was worked out."));
}

const struct rule rule_price_arithmetic = {
    .id = "price-arithmetic",
    .title = N_("More than price times quantity"),
    .order = 10,
    .finds = N_("Charges that are more than their own unit price times quantity, less discount. "
        "The other way round, where the bill states the discount and a tenth or more was paid, is "
        "a warning (undercharged)."),
    .needs = N_("A unit price and a billed quantity on the line; without them it is unknown."),
    .formula = N_("leak = billed - (quantity x price - discount), if it is at least one minor unit "
        "(0.01) more than half a unit of the last printed decimal of price and quantity can "
        "explain. A quantity printed without decimals is exact. Other units are tried first: per "
        "10, 100, 1K, 10K, 1M, hour, day, month, card."),
    .working = N_("{billed} billed - {expected} by price and quantity = {leak}"),
    .example = N_("1.88 x 10 hours less 1.80 makes 17.00. Billed 18.80: the discount was not taken "
        "off, 1.80 leaks."),
    .advice = N_("Send the rows to the platform's support and ask how the amount was worked out."),
    .settings = settings,
    .check = check,
    .tell = tell,
};
