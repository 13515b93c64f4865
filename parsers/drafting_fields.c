/*
 * drafting_fields.c - the ledger fields of a drafted format.
 */
#include "ledger/money.h"
#include "ledger/words.h"
#include "parsers/drafting_inside.h"

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

void
drafting_begin_field(struct buf *out, const char *field, const char *suffix)
{
    buf_add_text(out, out->n > 0 ? ",\n" : "");
    buf_addf(out, "    \"%s%s\": ", field, suffix);
}

/* A field that is the column of ${role} as it stands. */
static void
add_column(struct buf *out, const struct drafting_guess *g, const char *field,
    enum heading_role role)
{
    if (!has(g, role))
        return;
    drafting_begin_field(out, field, "");
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

    drafting_begin_field(out, field, "");
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

bool
drafting_is_signed_statement(const struct drafting_guess *g)
{
    const struct drafting_column *c = column(g, g->billed);

    return has(g, ROLE_BALANCE) && drafting_is_negated(g, g->of[g->billed]) &&
        c->negatives + c->zeros < c->amounts;
}

bool
drafting_has_income(const struct drafting_guess *g)
{
    const struct drafting_table *t = g->table;
    size_t found = 0;

    if (!has(g, ROLE_INCOME) || g->billed != ROLE_CHARGED)
        return false;
    for (size_t i = 0; i < t->rows.n; i++) {
        const struct drafting_row *row = &t->rows.at[i];
        struct money in = MONEY_ZERO, out = MONEY_ZERO;
        struct err ignored = ERR_INIT;

        (void)money_parse(&in, drafting_cell(row, (size_t)g->of[ROLE_INCOME]), &ignored);
        (void)money_parse(&out, drafting_cell(row, (size_t)g->of[ROLE_CHARGED]), &ignored);
        found += !money_is_zero(in);
        if (!money_is_zero(in) && !money_is_zero(out))
            return false;
    }
    return found > 0;
}

/* What was spent is a charge; what came in a refund where a word says so, else paid in. */
static void
add_entry_of_two_columns(struct buf *out, const struct drafting_guess *g)
{
    static const enum heading_role words[] = { ROLE_TYPE, ROLE_ITEM, ROLE_REMARK };

    drafting_begin_field(out, "x_Entry", "");
    buf_add_text(out, "{\"first_of\": [");
    if (drafting_tells_entry(g, ROLE_TYPE)) {
        add_words(out, g, ROLE_TYPE, NULL);
        buf_add_text(out, ", ");
    }
    buf_add_text(out, "{\"map\": {\"\": null}, \"of\": {\"regex\": \"[1-9]\", \"of\": \"charged\", "
        "\"take\": 0}, \"else\": {\"const\": \"charge\"}}, {\"map\": {\"\": \"recharge\"}, \"of\": "
        "{\"regex\": \"(?i)退|refund\", \"of\": {\"concat\": ");
    add_list(out, g, words, sizeof(words) / sizeof(words[0]));
    buf_add_text(out, "}, \"take\": 0}, \"else\": {\"const\": \"refund\"}}]}");
}

static void
add_entry(struct buf *out, const struct drafting_guess *g)
{
    bool by_type = drafting_tells_entry(g, ROLE_TYPE);
    bool by_direction = drafting_tells_entry(g, ROLE_DIRECTION);

    if (drafting_has_income(g)) {
        add_entry_of_two_columns(out, g);
        return;
    }
    if (!by_type && !by_direction && !drafting_is_signed_statement(g))
        return;
    drafting_begin_field(out, "x_Entry", "");
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

bool
drafting_is_paid_beside_voucher(const struct drafting_guess *g)
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
    drafting_begin_field(out, field, "");
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

    if (drafting_has_income(g)) {
        drafting_begin_field(out, "BilledCost", "");
        buf_add_text(out, "{\"amount\": {\"first_of\": [{\"regex\": \".*[1-9].*\", \"of\": "
            "\"charged\", \"take\": 0}, \"income\", \"charged\"]}, \"absolute\": true}");
        return;
    }
    if (!drafting_is_paid_beside_voucher(g)) {
        add_amount(out, g, "BilledCost", g->billed);
        return;
    }
    paid = drafting_is_negated(g, g->of[ROLE_PAID]);
    voucher = drafting_is_negated(g, g->of[ROLE_VOUCHER]);
    drafting_begin_field(out, "BilledCost", "");
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
    if (drafting_is_discount(g))
        add_amount(out, g, "x_Discount", ROLE_DISCOUNT);
    add_column(out, g, "BillingCurrency", ROLE_CURRENCY);
    if (has(g, ROLE_PRICE)) {
        drafting_begin_field(out, "ListUnitPrice", "");
        buf_add_text(out, "{\"regex\": \"[0-9]+(?:\\\\.[0-9]+)?\", \"of\": \"price\", "
            "\"take\": 0}");
    }
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
    drafting_begin_field(out, field, "");
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
    bool is_described = has(g, ROLE_PRODUCT) || has(g, ROLE_ITEM) || has(g, ROLE_REMARK) ||
        has(g, ROLE_TYPE);
    static const enum heading_role resource[] = { ROLE_RESOURCE, ROLE_INSTANCE, ROLE_NAME };
    static const enum heading_role type[] = { ROLE_SPEC, ROLE_GPU, ROLE_KIND };
    static const enum heading_role meter[] = { ROLE_ITEM, ROLE_KIND, ROLE_PRODUCT };

    add_first_of(out, g, "ChargeDescription", "concat", described, COUNT(described));
    /* The words of a job's name may be all that tells a disk. */
    if (!is_described)
        add_column(out, g, "ChargeDescription", ROLE_NAME);
    add_column(out, g, "ServiceName", ROLE_PRODUCT);
    add_column(out, g, "RegionName", ROLE_REGION);
    add_column(out, g, "AvailabilityZone", ROLE_ZONE);
    add_first_of(out, g, "ResourceId", "first_of", resource, COUNT(resource));
    add_column(out, g, "ResourceName", ROLE_NAME);
    add_column(out, g, "x_InstanceId", ROLE_INSTANCE);
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
    drafting_write_quantities(&fields, g);
    add_texts(&fields, g);
    drafting_begin_field(&fields, "x_Changes", "");
    buf_addf(&fields, "{\"const\": \"%s\"}", change_code(CHANGE_GUESSED));
    buf_add(out, buf_sv(&fields));
    out->failed = out->failed || fields.failed;
    buf_release(&fields);
}
