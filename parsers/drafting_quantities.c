/*
 * drafting_quantities.c - how much was used and how much was billed, in a drafted format.
 *
 * A duration is what was billed where its heading says so, or where it times the price is the
 * amount; else it is what was used. A number without a unit says nothing.
 */
#include "ledger/money.h"
#include "parsers/drafting_inside.h"
#include "parsers/names.h"
#include "parsers/unit_words.h"

#define UNIT_MAX 64

/* Rows that must show it before a duration is taken for what was billed. */
#define ROWS_MIN 2

/* The unit of a number of which ${heading} says it in brackets, in FOCUS words; or nothing. */
static struct sv
unit_of(struct buf *space, struct sv heading)
{
    struct sv bracket = name_bracket(heading);

    buf_reset(space);
    if (bracket.n > 0 && unit_is_one(bracket))
        unit_focus(space, bracket);
    return buf_sv(space);
}

static const struct { const char *focus, *unit; int64_t length; } units[] = {
    { "Hours", "h", TIME_HOUR }, { "Minutes", "min", TIME_MINUTE },
    { "Seconds", "s", TIME_SECOND }, { "Days", "d", TIME_DAY } };

#define UNITS (sizeof(units) / sizeof(units[0]))

/* How long ${row} says that its period is, in milliseconds; 0 where it does not. */
static int64_t
period_of(const struct drafting_guess *g, const struct drafting_row *row)
{
    struct time_text from, to;
    struct err ignored = ERR_INIT;

    if (g->of[ROLE_START] < 0 || g->of[ROLE_END] < 0 ||
        time_parse(&from, drafting_cell(row, (size_t)g->of[ROLE_START]), g->dates, 0,
            g->is_excel_dates, &ignored) ||
        time_parse(&to, drafting_cell(row, (size_t)g->of[ROLE_END]), g->dates, 0,
            g->is_excel_dates, &ignored))
        return 0;
    return to.at - from.at;
}

/* The unit in which the bare numbers of ${column} are the lengths of the periods, or NULL. */
static const char *
unit_by_period(const struct drafting_guess *g, size_t column)
{
    size_t said = 0, equal[UNITS] = { 0 };

    for (size_t i = 0; i < g->table->rows.n; i++) {
        const struct drafting_row *row = &g->table->rows.at[i];
        int64_t period = period_of(g, row), duration;
        struct err ignored = ERR_INIT;

        if (period <= 0)
            continue;
        said++;
        for (size_t k = 0; k < UNITS; k++)
            equal[k] += time_parse_duration(&duration, drafting_cell(row, column),
                units[k].length, &ignored) == 0 && duration == period;
    }
    for (size_t k = 0; k < UNITS; k++)
        if (equal[k] >= ROWS_MIN && 2 * equal[k] > said)
            return units[k].unit;
    return NULL;
}

const char *
drafting_duration_unit(const struct drafting_guess *g, enum heading_role role)
{
    struct sv heading = g->table->headings[g->of[role]];
    const char *unit = NULL;
    struct buf space;
    struct sv found;

    buf_init(&space, UNIT_MAX);
    found = unit_of(&space, heading);
    for (size_t i = 0; i < UNITS; i++)
        if (sv_is(found, sv_of(units[i].focus)))
            unit = units[i].unit;
    buf_release(&space);
    if (unit)
        return unit;
    if (sv_find(heading, SV("ours"), 0) != (size_t)-1)
        return "h";
    if (drafting_column_of(g, role)->bare == 0)
        return "s";
    return unit_by_period(g, (size_t)g->of[role]);
}

static int64_t
unit_length(const char *unit)
{
    for (size_t i = 0; i < UNITS; i++)
        if (sv_is(sv_of(unit), sv_of(units[i].unit)))
            return units[i].length;
    return TIME_SECOND;
}

/* The first number in ${text}. */
static struct sv
number_in(struct sv text)
{
    size_t from = 0, to;

    while (from < text.n && (text.p[from] < '0' || text.p[from] > '9'))
        from++;
    for (to = from; to < text.n && ((text.p[to] >= '0' && text.p[to] <= '9') ||
            text.p[to] == '.'); to++)
        continue;
    return sv_part(text, from, to);
}

/* Whether an hour's price times the duration is the amount of ${row}, to the hundredth; ${*is_said}
 * where all three are there. */
static bool
is_product(const struct drafting_guess *g, const struct drafting_row *row, int64_t unit,
    bool *is_said)
{
    struct money price, amount, product;
    struct err ignored = ERR_INIT;
    int64_t duration;

    *is_said = time_parse_duration(&duration, drafting_cell(row, (size_t)g->of[ROLE_DURATION]),
            unit, &ignored) == 0 && duration > 0 &&
        money_parse(&price, number_in(drafting_cell(row, (size_t)g->of[ROLE_PRICE])),
            &ignored) == 0 && !money_is_zero(price) &&
        money_parse(&amount, drafting_cell(row, (size_t)g->of[g->billed]), &ignored) == 0 &&
        !money_is_zero(amount) &&
        money_share(&product, price, duration, TIME_HOUR, 2, &ignored) == 0;
    if (!*is_said)
        return false;
    amount = money_round(money_is_negative(amount) ? money_negate(amount) : amount, 2);
    return money_compare(amount, product) == 0;
}

bool
drafting_is_duration_billed(const struct drafting_guess *g)
{
    const char *unit = g->of[ROLE_DURATION] >= 0 ? drafting_duration_unit(g, ROLE_DURATION) : NULL;
    size_t said = 0, equal = 0;

    if (!unit || g->of[ROLE_BILLED_TIME] >= 0 || g->of[ROLE_PRICE] < 0)
        return false;
    for (size_t i = 0; i < g->table->rows.n; i++) {
        bool is_said;

        equal += is_product(g, &g->table->rows.at[i], unit_length(unit), &is_said);
        said += is_said;
    }
    return equal >= ROWS_MIN && 2 * equal > said;
}

/* The amount in ${role}'s cell of ${row}, without its sign; false where there is none. */
static bool
amount_of(const struct drafting_guess *g, const struct drafting_row *row, enum heading_role role,
    struct money *out)
{
    struct err ignored = ERR_INIT;

    if (g->of[role] < 0 || money_parse(out, drafting_cell(row, (size_t)g->of[role]), &ignored))
        return false;
    if (money_is_negative(*out))
        *out = money_negate(*out);
    return true;
}

/* What ${row} would cost without its discount: its list price, else price times quantity. */
static bool
find_list_cost(const struct drafting_guess *g, const struct drafting_row *row, struct money *out)
{
    enum heading_role billed = drafting_billed_quantity(g);
    struct money price, quantity;
    struct err ignored = ERR_INIT;
    int64_t duration;

    if (amount_of(g, row, ROLE_LIST_COST, out))
        return true;
    if (billed == ROLE_COUNT || g->of[ROLE_PRICE] < 0 || money_parse(&price,
            number_in(drafting_cell(row, (size_t)g->of[ROLE_PRICE])), &ignored))
        return false;
    if (billed == ROLE_QUANTITY)
        return amount_of(g, row, ROLE_QUANTITY, &quantity) &&
            money_multiply(out, price, quantity, NULL, &ignored) == 0;
    return time_parse_duration(&duration, drafting_cell(row, (size_t)g->of[billed]),
            unit_length(drafting_duration_unit(g, billed)), &ignored) == 0 &&
        money_share(out, price, duration, TIME_HOUR, 2, &ignored) == 0;
}

bool
drafting_is_discount(const struct drafting_guess *g)
{
    size_t said = 0, equal = 0;

    for (size_t i = 0; i < g->table->rows.n; i++) {
        const struct drafting_row *row = &g->table->rows.at[i];
        struct money list, discount, billed, voucher;
        struct err ignored = ERR_INIT;

        if (!amount_of(g, row, ROLE_DISCOUNT, &discount) || money_is_zero(discount) ||
            !amount_of(g, row, g->billed, &billed) || !find_list_cost(g, row, &list))
            continue;
        said++;
        if (drafting_is_paid_beside_voucher(g) && amount_of(g, row, ROLE_VOUCHER, &voucher) &&
            money_add(&billed, voucher, &ignored))
            continue;
        equal += money_sub(&list, discount, &ignored) == 0 &&
            money_compare(money_round(list, 2), money_round(billed, 2)) == 0;
    }
    return 2 * equal >= said;
}

/* The duration of ${role}, in hours. */
static void
add_duration(struct buf *out, const struct drafting_guess *g, enum heading_role role,
    const char *quantity)
{
    const char *unit = drafting_duration_unit(g, role), *word = heading_role_word(role);

    if (!unit)
        return;
    drafting_begin_field(out, quantity, "Quantity");
    buf_addf(out, "{\"duration\": \"%s\", \"unit\": \"%s\", \"in\": \"h\"}", word, unit);
    drafting_begin_field(out, quantity, "Unit");
    buf_addf(out, "{\"map\": {\"\": null}, \"of\": \"%s\", \"else\": {\"const\": \"Hours\"}}",
        word);
}

enum heading_role
drafting_billed_quantity(const struct drafting_guess *g)
{
    struct buf space;
    bool has_unit;

    buf_init(&space, UNIT_MAX);
    has_unit = g->of[ROLE_QUANTITY] >= 0 && (g->of[ROLE_UNIT] >= 0 ||
        unit_of(&space, g->table->headings[g->of[ROLE_QUANTITY]]).n > 0);
    buf_release(&space);
    if (has_unit)
        return ROLE_QUANTITY;
    if (g->of[ROLE_BILLED_TIME] >= 0 && drafting_duration_unit(g, ROLE_BILLED_TIME))
        return ROLE_BILLED_TIME;
    if (drafting_is_duration_billed(g))
        return ROLE_DURATION;
    return g->of[ROLE_QUANTITY] >= 0 ? ROLE_QUANTITY : ROLE_COUNT;
}

static void
add_quantity(struct buf *out, const struct drafting_guess *g)
{
    struct buf space;
    struct sv unit;

    drafting_begin_field(out, "PricingQuantity", "");
    buf_addf(out, "\"%s\"", heading_role_word(ROLE_QUANTITY));
    buf_init(&space, UNIT_MAX);
    unit = unit_of(&space, g->table->headings[g->of[ROLE_QUANTITY]]);
    if (g->of[ROLE_UNIT] >= 0) {
        drafting_begin_field(out, "PricingUnit", "");
        buf_add_text(out, "{\"unit\": \"unit\"}");
    } else if (unit.n > 0) {
        drafting_begin_field(out, "PricingUnit", "");
        buf_add_text(out, "{\"const\": ");
        buf_add_json(out, unit);
        buf_add_char(out, '}');
    }
    buf_release(&space);
}

void
drafting_write_quantities(struct buf *out, const struct drafting_guess *g)
{
    enum heading_role billed = drafting_billed_quantity(g);

    if (billed == ROLE_QUANTITY)
        add_quantity(out, g);
    else if (billed != ROLE_COUNT)
        add_duration(out, g, billed, "Pricing");
    if (g->of[ROLE_DURATION] >= 0 && billed != ROLE_DURATION)
        add_duration(out, g, ROLE_DURATION, "Consumed");
}
