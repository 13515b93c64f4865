/*
 * drafting_fields.c - the ledger fields of a drafted format, and what its notes say of them.
 */
#include "ledger/money.h"
#include "parsers/drafting_inside.h"
#include "parsers/names.h"
#include "parsers/unit_words.h"

#define UNIT_MAX 64

static bool
has(const struct drafting_guess *g, enum heading_role role)
{
    return g->of[role] >= 0;
}

static const struct drafting_column *
column(const struct drafting_guess *g, enum heading_role role)
{
    return &g->columns[g->of[role]];
}

static void
begin(struct buf *out, const char *field)
{
    buf_add_text(out, out->n > 0 ? ",\n" : "");
    buf_addf(out, "    \"%s\": ", field);
}

/* A field that is the column of ${role} as it stands. */
static void
add_column(struct buf *out, const struct drafting_guess *g, const char *field,
    enum heading_role role)
{
    if (!has(g, role))
        return;
    begin(out, field);
    buf_addf(out, "\"%s\"", heading_role_word(role));
}

/* The columns of ${roles}, as they are there, in a list. */
static void
add_list(struct buf *out, const struct drafting_guess *g, const enum heading_role *roles, size_t n)
{
    size_t found = 0;

    buf_add_char(out, '[');
    for (size_t i = 0; i < n; i++)
        if (has(g, roles[i]))
            buf_addf(out, "%s\"%s\"", found++ > 0 ? ", " : "", heading_role_word(roles[i]));
    buf_add_char(out, ']');
}

static bool
is_clock_only(const struct drafting_guess *g, enum heading_role role)
{
    return has(g, role) && drafting_mostly(column(g, role), column(g, role)->clocks) &&
        !drafting_mostly(column(g, role), column(g, role)->times);
}

/* The time of ${role}, which may be a time of day behind the date of another column. */
static void
add_time(struct buf *out, const struct drafting_guess *g, const char *field, enum heading_role role)
{
    const char *word = heading_role_word(role);

    begin(out, field);
    if (is_clock_only(g, role))
        buf_addf(out, "{\"time\": {\"concat\": [\"time\", \"%s\"], \"with\": \" \"}}", word);
    else if (role == ROLE_TIME && has(g, ROLE_CLOCK))
        buf_add_text(out, "{\"time\": {\"concat\": [\"time\", \"clock\"], \"with\": \" \"}}");
    else if (role == ROLE_END && column(g, role)->times < column(g, role)->filled &&
        !g->is_excel_dates)
        buf_addf(out, "{\"time\": {\"regex\": \"^[0-9].*\", \"of\": \"%s\", \"take\": 0}}", word);
    else
        buf_addf(out, "{\"time\": \"%s\"}", word);
}

static void
add_times(struct buf *out, const struct drafting_guess *g)
{
    add_time(out, g, "ChargePeriodStart", has(g, ROLE_START) ? ROLE_START : ROLE_TIME);
    if (has(g, ROLE_END))
        add_time(out, g, "ChargePeriodEnd", ROLE_END);
}

/* The words that the column of ${role} holds, and what entry each is. */
static void
add_words(struct buf *out, const struct drafting_guess *g, enum heading_role role,
    const char *otherwise)
{
    static const char *const entries[] = { [MEANING_NONE] = NULL, [MEANING_CHARGE] = "charge",
        [MEANING_REFUND] = "refund", [MEANING_RECHARGE] = "recharge",
        [MEANING_WITHDRAWAL] = "withdrawal", [MEANING_TAX] = "tax",
        [MEANING_CREDIT] = "credit", [MEANING_FROZEN] = "charge" };
    const struct drafting_column *c = column(g, role);

    buf_add_text(out, "{\"map\": {");
    for (size_t i = 0; i < c->word_count; i++) {
        const char *entry = entries[drafting_meaning_of(c->words[i].text)];

        buf_add_text(out, i > 0 ? ", " : "");
        buf_add_json(out, c->words[i].text);
        entry = entry ? entry : otherwise;
        if (entry)
            buf_addf(out, ": \"%s\"", entry);
        else
            buf_add_text(out, ": null");
    }
    if (c->filled < g->table->rows.n)
        buf_addf(out, ", \"\": %s%s%s", otherwise ? "\"" : "", otherwise ? otherwise : "null",
            otherwise ? "\"" : "");
    buf_addf(out, "}, \"of\": \"%s\"}", heading_role_word(role));
}

/* Amounts of both signs beside a balance, without a word: what is added was paid in. */
static bool
is_signed_statement(const struct drafting_guess *g)
{
    const struct drafting_column *c = column(g, g->billed);

    return has(g, ROLE_BALANCE) && drafting_is_negated(g, g->of[g->billed]) &&
        c->negatives + c->zeros < c->amounts;
}

static void
add_entry(struct buf *out, const struct drafting_guess *g)
{
    bool by_type = drafting_tells_entry(g, ROLE_TYPE);
    bool by_direction = drafting_tells_entry(g, ROLE_DIRECTION);

    if (!by_type && !by_direction && !is_signed_statement(g))
        return;
    begin(out, "x_Entry");
    if (by_type && by_direction) {
        buf_add_text(out, "{\"first_of\": [");
        add_words(out, g, ROLE_TYPE, NULL);
        buf_add_text(out, ", ");
        add_words(out, g, ROLE_DIRECTION, "charge");
        buf_add_text(out, "]}");
    } else if (by_type || by_direction) {
        add_words(out, g, by_type ? ROLE_TYPE : ROLE_DIRECTION, "charge");
    } else {
        buf_addf(out, "{\"first_of\": [{\"map\": {\"-\": \"charge\", \"−\": \"charge\"}, "
            "\"of\": {\"regex\": \"^[^0-9]*([-−])\", \"of\": \"%s\"}}, "
            "{\"const\": \"recharge\"}]}", heading_role_word(g->billed));
    }
}

/* Vouchers are no part of what was paid, where no column has both. */
static bool
is_paid_beside_voucher(const struct drafting_guess *g)
{
    return g->billed == ROLE_PAID && has(g, ROLE_VOUCHER);
}

/* The amount of column ${role}, positive where money is spent. */
static void
add_amount(struct buf *out, const struct drafting_guess *g, const char *field,
    enum heading_role role)
{
    const char *word = heading_role_word(role);

    if (!has(g, role))
        return;
    begin(out, field);
    if (drafting_is_negated(g, g->of[role]))
        buf_addf(out, "{\"negate_if\": {\"not\": {\"column\": \"%s\", \"blank\": true}}, "
            "\"of\": \"%s\"}", word, word);
    else
        buf_addf(out, "\"%s\"", word);
}

static void
add_billed(struct buf *out, const struct drafting_guess *g)
{
    bool paid, voucher;

    if (!is_paid_beside_voucher(g)) {
        add_amount(out, g, "BilledCost", g->billed);
        return;
    }
    paid = drafting_is_negated(g, g->of[ROLE_PAID]);
    voucher = drafting_is_negated(g, g->of[ROLE_VOUCHER]);
    begin(out, "BilledCost");
    if (paid)
        buf_add_text(out, "{\"negate_if\": {\"not\": {\"column\": \"paid\", \"blank\": true}}, "
            "\"of\": ");
    buf_add_text(out, paid == voucher ? "{\"amount\": [\"paid\", \"voucher\"]}" :
        "{\"amount\": \"paid\", \"minus\": \"voucher\"}");
    buf_add_text(out, paid ? "}" : "");
}

static void
add_amounts(struct buf *out, const struct drafting_guess *g)
{
    add_billed(out, g);
    add_amount(out, g, "x_Voucher", ROLE_VOUCHER);
    add_amount(out, g, "ListCost", ROLE_LIST_COST);
    add_amount(out, g, "x_Discount", ROLE_DISCOUNT);
    add_column(out, g, "BillingCurrency", ROLE_CURRENCY);
    if (has(g, ROLE_PRICE)) {
        begin(out, "ListUnitPrice");
        buf_add_text(out, "{\"regex\": \"[0-9]+(?:\\\\.[0-9]+)?\", \"of\": \"price\", "
            "\"take\": 0}");
    }
}

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

static void
add_duration(struct buf *out, const struct drafting_guess *g)
{
    static const struct { const char *focus, *unit; } units[] = { { "Hours", "h" },
        { "Minutes", "min" }, { "Seconds", "s" }, { "Days", "d" } };
    struct sv heading = g->table->headings[g->of[ROLE_DURATION]];
    const char *unit = NULL;
    struct buf space;
    struct sv found;

    buf_init(&space, UNIT_MAX);
    found = unit_of(&space, heading);
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
        if (sv_is(found, sv_of(units[i].focus)))
            unit = units[i].unit;
    buf_release(&space);
    if (!unit && sv_find(heading, SV("ours"), 0) != (size_t)-1)
        unit = "h";
    /* A number without a unit says nothing. */
    if (!unit && column(g, ROLE_DURATION)->bare > 0)
        return;
    begin(out, "ConsumedQuantity");
    buf_addf(out, "{\"duration\": \"duration\", \"unit\": \"%s\", \"in\": \"h\"}",
        unit ? unit : "s");
    begin(out, "ConsumedUnit");
    buf_add_text(out, "{\"map\": {\"\": null}, \"of\": \"duration\", "
        "\"else\": {\"const\": \"Hours\"}}");
}

static void
add_quantity(struct buf *out, const struct drafting_guess *g)
{
    struct buf space;
    struct sv unit;

    add_column(out, g, "PricingQuantity", ROLE_QUANTITY);
    buf_init(&space, UNIT_MAX);
    unit = unit_of(&space, g->table->headings[g->of[ROLE_QUANTITY]]);
    if (has(g, ROLE_UNIT)) {
        begin(out, "PricingUnit");
        buf_add_text(out, "{\"unit\": \"unit\"}");
    } else if (unit.n > 0) {
        begin(out, "PricingUnit");
        buf_add_text(out, "{\"const\": ");
        buf_add_json(out, unit);
        buf_add_char(out, '}');
    }
    buf_release(&space);
}

static void
add_first_of(struct buf *out, const struct drafting_guess *g, const char *field, const char *verb,
    const enum heading_role *roles, size_t n)
{
    enum heading_role only = ROLE_COUNT;
    size_t found = 0;

    for (size_t i = 0; i < n; i++)
        if (has(g, roles[i])) {
            only = roles[i];
            found++;
        }
    if (found == 0)
        return;
    if (found == 1) {
        add_column(out, g, field, only);
        return;
    }
    begin(out, field);
    buf_addf(out, "{\"%s\": ", verb);
    add_list(out, g, roles, n);
    buf_add_text(out, sv_is(sv_of(verb), SV("concat")) ? ", \"with\": \" \"}" : "}");
}

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* What the line is about. */
static void
add_texts(struct buf *out, const struct drafting_guess *g)
{
    static const enum heading_role described[] = { ROLE_TYPE, ROLE_PRODUCT, ROLE_ITEM,
        ROLE_REMARK };
    static const enum heading_role resource[] = { ROLE_INSTANCE, ROLE_NAME };
    static const enum heading_role type[] = { ROLE_SPEC, ROLE_GPU, ROLE_KIND };
    static const enum heading_role meter[] = { ROLE_ITEM, ROLE_KIND, ROLE_PRODUCT };

    add_first_of(out, g, "ChargeDescription", "concat", described, COUNT(described));
    add_column(out, g, "ServiceName", ROLE_PRODUCT);
    add_column(out, g, "RegionName", ROLE_REGION);
    add_column(out, g, "AvailabilityZone", ROLE_ZONE);
    add_first_of(out, g, "ResourceId", "first_of", resource, COUNT(resource));
    add_column(out, g, "ResourceName", ROLE_NAME);
    add_first_of(out, g, "ResourceType", "first_of", type, COUNT(type));
    add_column(out, g, "x_GpuModel", ROLE_GPU);
    add_column(out, g, "x_GpuCount", ROLE_CARDS);
    add_first_of(out, g, "SkuMeter", "first_of", meter, COUNT(meter));
}

void
drafting_write_fields(struct buf *out, const struct drafting_guess *g)
{
    struct buf fields;

    buf_init(&fields, out->max);
    if (has(g, ROLE_SERIAL) && column(g, ROLE_SERIAL)->is_unique)
        add_column(&fields, g, "x_LineId", ROLE_SERIAL);
    add_column(&fields, g, "x_OrderId", has(g, ROLE_ORDER) ? ROLE_ORDER : ROLE_BILL);
    add_column(&fields, g, "SubAccountName", ROLE_USER);
    add_times(&fields, g);
    add_entry(&fields, g);
    add_amounts(&fields, g);
    if (has(g, ROLE_DURATION))
        add_duration(&fields, g);
    if (has(g, ROLE_QUANTITY))
        add_quantity(&fields, g);
    add_texts(&fields, g);
    buf_add(out, buf_sv(&fields));
    out->failed = out->failed || fields.failed;
    buf_release(&fields);
}

static void
quote(struct buf *out, struct sv heading)
{
    buf_add_char(out, '\'');
    buf_add(out, heading);
    buf_add_char(out, '\'');
}

static void
note_times(struct buf *out, const struct drafting_guess *g)
{
    static const char *const orders[] = { [DATE_YEAR_FIRST] = "year first",
        [DATE_MONTH_FIRST] = "month first", [DATE_DAY_FIRST] = "day first" };

    buf_add_text(out, "The time is ");
    quote(out, g->table->headings[g->of[has(g, ROLE_START) ? ROLE_START : ROLE_TIME]]);
    if (g->is_excel_dates)
        buf_add_text(out, ", a number of days as spreadsheets count them. ");
    else
        buf_addf(out, ", read %s%s. ", orders[g->dates],
            g->is_order_open ? ", though day first is as possible" : "");
    if (!g->has_zone)
        buf_add_text(out, g->is_chinese ? "That times are Chinese ones (+08:00) is a guess. " :
            "In which time zone it is is not said: the review's is taken. ");
}

static void
note_amounts(struct buf *out, const struct drafting_guess *g)
{
    buf_add_text(out, "The amount is ");
    quote(out, g->table->headings[g->of[g->billed]]);
    if (is_paid_beside_voucher(g)) {
        buf_add_text(out, " and ");
        quote(out, g->table->headings[g->of[ROLE_VOUCHER]]);
    }
    buf_add_text(out, drafting_is_negated(g, g->of[g->billed]) ?
        ", written with a minus where money is spent. " : ". ");
    if (g->is_currency_guessed && g->is_chinese)
        buf_addf(out, "That amounts are in %s is a guess. ", g->currency);
    else if (g->is_currency_guessed)
        buf_addf(out, "Nothing says in which currency: put it in place of %s. ", g->currency);
    if (is_signed_statement(g) && !drafting_tells_entry(g, ROLE_TYPE) &&
        !drafting_tells_entry(g, ROLE_DIRECTION))
        buf_add_text(out, "What is added to the balance is taken for money paid in. ");
}

/* Words that mean nothing to the dictionary are charges in the draft. */
static void
note_words(struct buf *out, const struct drafting_guess *g)
{
    static const enum heading_role roles[] = { ROLE_TYPE, ROLE_DIRECTION };
    size_t found = 0;

    for (size_t i = 0; i < COUNT(roles); i++) {
        if (!drafting_tells_entry(g, roles[i]))
            continue;
        for (size_t k = 0; k < column(g, roles[i])->word_count; k++) {
            struct sv word = column(g, roles[i])->words[k].text;

            if (drafting_meaning_of(word) != MEANING_NONE)
                continue;
            buf_add_text(out, found++ > 0 ? ", " : "Taken for charges: ");
            quote(out, word);
        }
    }
    buf_add_text(out, found > 0 ? ". " : "");
}

static bool
is_used(const struct drafting_guess *g, size_t i)
{
    switch (g->columns[i].role) {
    case -1:
    case ROLE_BALANCE:
    case ROLE_MODE:
    case ROLE_CHANNEL:
        return false;
    case ROLE_BILL:
        return !has(g, ROLE_ORDER);
    case ROLE_SERIAL:
        return g->columns[i].is_unique;
    case ROLE_PAYABLE:
    case ROLE_CHARGED:
    case ROLE_PAID:
    case ROLE_AMOUNT:
    case ROLE_FEE:
    case ROLE_TOTAL:
        return g->columns[i].role == (int)g->billed;
    case ROLE_TIME:
        return !has(g, ROLE_START) || is_clock_only(g, ROLE_START);
    default:
        return true;
    }
}

void
drafting_write_notes(struct buf *out, const struct drafting_guess *g)
{
    size_t found = 0;

    buf_add_text(out, "Drafted from one file by its headings; each answer is to be checked. ");
    note_times(out, g);
    note_amounts(out, g);
    note_words(out, g);
    for (size_t i = 0; i < g->table->column_count; i++) {
        if (is_used(g, i) || g->table->headings[i].n == 0)
            continue;
        buf_add_text(out, found++ > 0 ? ", " : "Not used: ");
        quote(out, g->table->headings[i]);
    }
    buf_add_text(out, found > 0 ? ". " : "");
    buf_add_text(out, "What a line is for is told by its words. Who issues invoices, and from "
        "what, is not known.");
}
