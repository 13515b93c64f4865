/*
 * unit_price.c - what a line costs by its own unit price, quantity and discount.
 *
 * Whether an amount fits is decided in favour of the bill: in every unit the printed decimals may
 * hide as much as they do there. Most amounts fit exactly in the unit of the bill, which takes one
 * product; what decimals hide is worked out for the others.
 */
#include "audit/unit_price.h"

#include "ledger/currency.h"
#include "ledger/line_fact.h"

/* Half of one, as money counts it. */
#define HALF UINT64_C(500000000000000000)

struct multiplier {
    int64_t part, whole;
};

/* A price, and the discount that is taken off beside it. */
struct offer {
    struct money price, discount;
    unsigned decimals;
};

struct trial {
    const struct ledger_line *line;
    unsigned quantity_decimals;
    struct unit_price price; /* without cost and diff */
};

static const struct multiplier multipliers[] = {
    { 1, 10 }, { 1, 100 }, { 1, 1000 }, { 1, 10000 }, { 1, 1000000 },
    { 10, 1 }, { 100, 1 }, { 1000, 1 }, { 10000, 1 }, { 1000000, 1 },
    /* Hours, days and months of 30 days or 730 hours; seconds and minutes of an hour. */
    { 1, 24 }, { 1, 30 }, { 1, 720 }, { 1, 730 }, { 24, 730 }, { 1, 60 }, { 1, 3600 },
    { 24, 1 }, { 30, 1 }, { 720, 1 }, { 730, 1 }, { 730, 24 }, { 60, 1 }, { 3600, 1 },
};

struct money
unit_price_half(unsigned decimals)
{
    uint64_t half = HALF;

    for (; decimals > 0 && half > 0; decimals--)
        half /= 10;
    return (struct money){ (money_int)half };
}

struct money
unit_price_minor(const struct ledger_line *line)
{
    unsigned n = currency_decimals(sv_of(ledger_text(line, TEXT_BILLING_CURRENCY)));

    return (struct money){ 2 * unit_price_half(n).units };
}

static bool
is_one(struct multiplier m)
{
    return m.part == m.whole;
}

/* By how much the printed decimals may move the cost by ${o}; false where it is out of range. */
static bool
find_tolerance(const struct trial *t, const struct offer *o, struct multiplier m,
    struct money *tolerance)
{
    struct money of_quantity = MONEY_ZERO;
    struct money half = unit_price_half(o->decimals);
    struct money half_quantity = unit_price_half(t->quantity_decimals);

    return money_multiply(tolerance, t->price.quantity, half, NULL, NULL) == 0 &&
        (t->quantity_decimals == 0 ||
            money_multiply(&of_quantity, o->price, half_quantity, NULL, NULL) == 0) &&
        money_add(tolerance, of_quantity, NULL) == 0 &&
        money_share(tolerance, *tolerance, m.part, m.whole, MONEY_DECIMALS, NULL) == 0;
}

/* The cost by ${o} in units of ${m} into ${out}; false where it is out of range. */
static bool
try_offer(const struct trial *t, const struct offer *o, struct multiplier m,
    struct unit_price *out)
{
    struct unit_price p = t->price;
    struct money distance, tolerance;

    if (money_multiply(&p.cost, p.quantity, o->price, NULL, NULL) ||
        (!is_one(m) && money_share(&p.cost, p.cost, m.part, m.whole, MONEY_DECIMALS, NULL)))
        return false;
    p.diff = ledger_billed(t->line);
    if (money_sub(&p.cost, o->discount, NULL) || money_sub(&p.diff, p.cost, NULL))
        return false;
    distance = money_is_negative(p.diff) ? money_negate(p.diff) : p.diff;
    p.fits = is_one(m) && money_compare(distance, p.minor) < 0;
    if (!p.fits) {
        if (!find_tolerance(t, o, m, &tolerance))
            return false;
        p.fits = money_sub(&distance, tolerance, NULL) == 0 &&
            money_compare(distance, p.minor) < 0;
    }
    *out = p;
    return true;
}

/* The offers of ${line}, those that are meant first. A contracted price has the discount in it, but
 * where it is the list price. */
static size_t
find_offers(const struct ledger_line *line, struct money discount, struct offer offers[2])
{
    struct money list, contracted;
    bool has_list = ledger_money(line, MONEY_LIST_UNIT_PRICE, &list) &&
        money_compare(list, MONEY_ZERO) > 0;
    size_t n = 0;

    if (ledger_money(line, MONEY_CONTRACTED_UNIT_PRICE, &contracted) &&
        money_compare(contracted, MONEY_ZERO) > 0)
        offers[n++] = (struct offer){ contracted,
            has_list && money_compare(contracted, list) >= 0 ? discount : MONEY_ZERO,
            ledger_decimals(line, MONEY_CONTRACTED_UNIT_PRICE) };
    if (has_list)
        offers[n++] =
            (struct offer){ list, discount, ledger_decimals(line, MONEY_LIST_UNIT_PRICE) };
    return n;
}

/* True where the cost by one of the ${n} offers fits in units of ${m}. */
static bool
find_fit(const struct trial *t, const struct offer *offers, size_t n, struct multiplier m,
    struct unit_price *out)
{
    struct unit_price p;

    for (size_t i = 0; i < n; i++)
        if (try_offer(t, &offers[i], m, &p) && p.fits) {
            *out = p;
            return true;
        }
    return false;
}

/* Of other units the one that comes closest, the first of several. */
static bool
find_other_unit(const struct trial *t, const struct offer *offers, size_t n, int64_t cards,
    struct unit_price *out)
{
    struct money best = MONEY_ZERO;
    bool has = false;

    for (size_t i = 0; i < sizeof(multipliers) / sizeof(multipliers[0]); i++)
        for (unsigned by_card = 0; by_card <= (cards > 1); by_card++) {
            struct multiplier m = multipliers[i];
            struct unit_price p;
            struct money distance;

            m.part *= by_card ? cards : 1;
            if (!find_fit(t, offers, n, m, &p))
                continue;
            distance = money_is_negative(p.diff) ? money_negate(p.diff) : p.diff;
            if (has && money_compare(distance, best) >= 0)
                continue;
            has = true;
            best = distance;
            *out = p;
        }
    return has;
}

bool
unit_price_of(const struct ledger_line *line, struct unit_price *out)
{
    static const struct multiplier one = { 1, 1 };
    struct multiplier per_card = { .whole = 1 };
    struct trial t = { .line = line,
        .quantity_decimals = ledger_decimals(line, MONEY_PRICING_QUANTITY) };
    struct offer offers[2];
    struct money discount;
    struct unit_price p;
    size_t n;

    t.price.has_discount = ledger_money(line, MONEY_DISCOUNT, &discount);
    t.price.minor = unit_price_minor(line);
    n = find_offers(line, discount, offers);
    if (n == 0 || !ledger_money(line, MONEY_PRICING_QUANTITY, &t.price.quantity) ||
        money_compare(t.price.quantity, MONEY_ZERO) <= 0)
        return false;
    if (find_fit(&t, offers, n, one, out))
        return true;
    per_card.part = line_cards(line, NULL);
    if ((per_card.part > 1 && (find_fit(&t, offers, n, per_card, out) ||
            find_fit(&t, offers, n, (struct multiplier){ 1, per_card.part }, out))) ||
        find_other_unit(&t, offers, n, per_card.part, out))
        return true;
    if (!try_offer(&t, &offers[0], one, out))
        return false;
    if (per_card.part > 1 && try_offer(&t, &offers[0], per_card, &p) &&
        !money_is_negative(p.diff))
        *out = p;
    return true;
}
