/*
 * rule_wrong_rate.c - GPU hours paid above the price of the price book.
 *
 * Whether a quantity counts the hours of cards or of the instance is told by the length of the
 * charge period; the price of the book is turned into the same.
 */
#include "audit/audit.h"
#include "audit/price.h"
#include "audit/unit_price.h"

enum { ABOVE };

static const struct setting settings[] = {
    [ABOVE] = { "above", SETTING_PERCENT, "0.5", N_("how far above the price book is too much") },
    { .name = NULL },
};

struct rate_check {
    const struct audit *a;
    struct findings *f;
    struct money above;
};

/* What one of a line's quantity is. */
struct basis {
    enum price_unit unit; /* in which the book is asked */
    int64_t length;       /* of one of the quantity */
    uint32_t cards;
    bool is_by_card; /* the time of one card, not of the instance */
};

/* False where ${line} does not count time. */
static bool
find_unit(const struct ledger_line *line, struct basis *b)
{
    struct sv text = sv_of(ledger_text(line, TEXT_PRICING_UNIT));

    if (sv_is_folded(text, SV("Months")) || sv_is_folded(text, SV("Month"))) {
        b->unit = PRICE_MONTH;
        b->length = price_unit_length(PRICE_MONTH);
        return true;
    }
    b->length = line_unit_length(text.p);
    b->unit = PRICE_HOUR;
    if (b->length >= TIME_DAY)
        b->unit = b->length >= 7 * TIME_DAY ? PRICE_WEEK : PRICE_DAY;
    return b->length > 0;
}

/* How far ${time} is from ${expected}. */
static struct money
distance(struct money time, struct money expected)
{
    money_int far = time.units - expected.units;

    return (struct money){ far < 0 ? -far : far };
}

/* Of the instance or its cards, whichever ${quantity} is nearer to; false where it is neither. */
static bool
find_basis(const struct ledger_line *line, struct money quantity, struct basis *b)
{
    struct money half = unit_price_half(ledger_decimals(line, MONEY_PRICING_QUANTITY));
    struct money time, of_cards, to_instance, to_cards;
    struct span p;
    struct err ignored = ERR_INIT;

    if (b->cards == 0 || !line_period(line, &p) ||
        money_multiply(&time, quantity, money_of(b->length), NULL, &ignored) ||
        money_multiply(&half, half, money_of(b->length), NULL, &ignored) ||
        money_multiply(&of_cards, money_of(p.to - p.from), money_of(b->cards), NULL, &ignored))
        return false;
    to_instance = distance(time, money_of(p.to - p.from));
    to_cards = distance(time, of_cards);
    if (b->cards > 1 && money_compare(to_cards, to_instance) == 0)
        return false;
    b->is_by_card = money_compare(to_cards, to_instance) < 0;
    return money_compare(b->is_by_card ? to_cards : to_instance, half) <= 0;
}

/* What the price book asks for ${quantity}; false where it has no price. */
static bool
find_cost(const struct rate_check *c, const struct ledger_line *line, struct basis b,
    struct money quantity, struct money *out)
{
    struct price_query q = { .platform = ledger_text(line, TEXT_PLATFORM),
        .currency = ledger_text(line, TEXT_BILLING_CURRENCY),
        .sku = ledger_text(line, TEXT_SKU_ID), .gpu_model = ledger_text(line, TEXT_GPU_MODEL),
        .category = CATEGORY_GPU, .unit = b.unit, .at = line->start };
    const struct config_price *price = price_find(c->a->in.config, &q, c->a->period.zone_minutes);
    int64_t part = b.length, whole = price_unit_length(b.unit);
    struct err ignored = ERR_INIT;

    if (!price)
        return false;
    if (price->is_per_card && !b.is_by_card)
        part *= b.cards;
    if (!price->is_per_card && b.is_by_card)
        whole *= b.cards;
    return money_multiply(out, quantity, price->price, NULL, &ignored) == 0 &&
        money_share(out, *out, part, whole, MONEY_DECIMALS, &ignored) == 0;
}

static int
check_rate(struct rate_check *c, uint32_t index, const struct unit_price *p, struct money book,
    struct err *e)
{
    struct money most, leak = p->cost;
    struct finding *found;

    if (money_share(&most, book, money_of(100).units + c->above.units, money_of(100).units,
            MONEY_DECIMALS, e) ||
        money_sub(&leak, book, e))
        return -1;
    if (money_compare(p->cost, most) <= 0)
        return 0;
    found = finding_of_line(c->f, LIKELY, index, e);
    if (!found || finding_add_count(c->f, found, "charges", 1, e) ||
        finding_add_amount(c->f, found, "paid", p->cost, e) ||
        finding_add_amount(c->f, found, "book", book, e))
        return -1;
    return finding_claim_amount(c->f, found, index, leak, e);
}

static int
check_line(struct rate_check *c, uint32_t index, struct err *e)
{
    const struct ledger_line *line = audit_line(c->a, index);
    struct basis b = { .cards = timeline_cards(&c->a->timeline, index) };
    struct unit_price p;
    struct money book;

    if (!unit_price_of(line, &p) || !find_unit(line, &b))
        return finding_unknown(c->f, UNKNOWN_PRICE, index, MONEY_ZERO, e);
    if (!find_basis(line, p.quantity, &b))
        return finding_unknown(c->f, UNKNOWN_PERIOD, index, MONEY_ZERO, e);
    if (!find_cost(c, line, b, p.quantity, &book))
        return finding_unknown(c->f, UNKNOWN_PRICE, index, MONEY_ZERO, e);
    return check_rate(c, index, &p, book, e);
}

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    struct rate_check c = { a, f, setting_number(s, ABOVE) };
    const struct audit_lines *lines = &a->judged_of[CATEGORY_GPU];

    for (size_t i = 0; i < lines->n; i++)
        if (line_is_on_demand_gpu(audit_line(a, lines->at[i])) &&
            check_line(&c, lines->at[i], e))
            return -1;
    return 0;
}

static void
tell(const struct audit *a, const struct finding *f, struct message *message,
    struct message *advice)
{
    char leak[FINDING_TEXT_MAX], paid[FINDING_TEXT_MAX], book[FINDING_TEXT_MAX];

    (void)a;
    message_set_whole(message,
        N_("GPU time on %s was charged %s, and is %s by the price book: %s more."), f->name,
        finding_money_text(paid, finding_fact(f, "paid").amount, f->currency),
        finding_money_text(book, finding_fact(f, "book").amount, f->currency),
        finding_money_text(leak, f->leak, f->currency));
    message_set(advice, N_("Ask the platform which price applies, or correct the price book."));
}

const struct rule rule_wrong_rate = {
    .id = "wrong-rate",
    .title = N_("A higher rate than agreed"),
    .order = 11,
    .finds = N_("On-demand GPU time that was charged at a higher rate than the price book of the "
        "config has for that platform, SKU or GPU model, unit and date."),
    .needs = N_("Unit price, billed quantity and charge period on the line, and a price in the "
        "config. The quantity must be the length of the period, of the instance or times its "
        "cards; else the line is unknown."),
    .formula = N_("rate = (quantity x price - discount) / quantity; leak = (rate - price of the "
        "book) x quantity, where the rate is above the book by more than 0.5 %."),
    .working = N_("{paid} paid - {book} by the price book = {leak}"),
    .example = N_("10 hours at 2.08, and 1.88 in the price book: (2.08 - 1.88) x 10 = 2.00 leaks."),
    .advice = N_("Ask the platform which price applies, or correct the price book."),
    .settings = settings,
    .check = check,
    .tell = tell,
};
