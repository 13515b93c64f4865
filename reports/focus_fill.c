/*
 * focus_fill.c - what FOCUS wants of a line and its bill does not say, as far as it follows.
 *
 * One function for each group of columns. None of them changes what a bill says, but where FOCUS
 * forbids a value (a unit price of a tax) or knows no such unit.
 */
#include "ledger/currency.h"
#include "reports/focus.h"
#include "reports/journal.h"

/* Words of units that bills have and FOCUS writes in another way. */
static const struct { const char *text, *focus; } unit_words[] = {
    { "token", "Tokens" }, { "tokens", "Tokens" }, { "千token", "1000 Tokens" },
    { "千tokens", "1000 Tokens" }, { "K tokens", "1000 Tokens" }, { "1K tokens", "1000 Tokens" },
    { "万token", "10000 Tokens" }, { "万tokens", "10000 Tokens" },
    { "百万token", "1000000 Tokens" }, { "百万tokens", "1000000 Tokens" },
    { "M tokens", "1000000 Tokens" }, { "1M tokens", "1000000 Tokens" },
    { "次", "Requests" }, { "千次", "1000 Requests" }, { "万次", "10000 Requests" },
    { "个", "Units" }, { "gibibyte hour", "GiB-Hours" }, { "gibibyte month", "GiB-Months" },
    { "gibibyte", "GiB" }, { "hour", "Hours" }, { "month", "Months" }, { "second", "Seconds" },
};

void
focus_derive(struct focus_line *out, enum column_kind kind, unsigned slot)
{
    size_t i = (size_t)(column_of(kind, slot) - ledger_columns);

    out->derived[i / 64] |= UINT64_C(1) << i % 64;
}

bool
focus_is_derived(const struct focus_line *out, size_t column)
{
    return (out->derived[column / 64] >> column % 64 & 1u) != 0;
}

static void
give_text(struct focus_line *out, enum text_column column, struct sv text)
{
    out->c.text[column] = text;
    focus_derive(out, COLUMN_TEXT, column);
}

static void
give_word(struct focus_line *out, enum word_column column, unsigned word)
{
    out->c.word[column] = (unsigned char)word;
    focus_derive(out, COLUMN_WORD, column);
}

static void
give_time(struct focus_line *out, enum time_column column, int64_t at)
{
    out->c.time[column] = at;
    focus_derive(out, COLUMN_TIME, column);
}

static void
give_money(struct focus_line *out, enum money_column column, struct money m)
{
    charge_set(&out->c, column, m);
    focus_derive(out, COLUMN_MONEY, column);
}

/* A text made of ${a}, ${b} and ${c}, kept as long as ${f}. */
static int
join(struct focus *f, struct focus_line *out, enum text_column column, const char *a,
    const char *b, const char *c, struct err *e)
{
    const char *kept = NULL;
    struct buf text;

    buf_init(&text, (size_t)1 << 20);
    buf_addf(&text, "%s%s%s", a, b, c);
    if (buf_ok(&text, e) == 0) {
        kept = intern_text(&f->strings, buf_sv(&text));
        if (!kept)
            (void)err_nomem(e);
    }
    buf_release(&text);
    if (!kept)
        return -1;
    give_text(out, column, sv_of(kept));
    return 0;
}

static void
fill_words(struct focus_line *out)
{
    struct charge *c = &out->c;
    unsigned category = c->word[WORD_CHARGE_CATEGORY];

    if (category == CHARGE_NONE) {
        category = c->word[WORD_ENTRY] == ENTRY_TAX ? CHARGE_TAX :
            c->word[WORD_ENTRY] == ENTRY_CREDIT ? CHARGE_CREDIT : CHARGE_USAGE;
        give_word(out, WORD_CHARGE_CATEGORY, category);
    }
    if (c->word[WORD_CHARGE_FREQUENCY] == FREQUENCY_NONE)
        give_word(out, WORD_CHARGE_FREQUENCY,
            category == CHARGE_USAGE ? FREQUENCY_USAGE_BASED : FREQUENCY_ONE_TIME);
}

/* A time in whole seconds, which are all that FOCUS writes. */
static int64_t
whole_second(int64_t at, bool is_up)
{
    int64_t rest = at % TIME_SECOND;

    return rest == 0 ? at : at - rest + (is_up ? TIME_SECOND : 0);
}

/* False where the line has no time at all. */
static bool
fill_times(const struct focus *f, struct focus_line *out)
{
    int64_t *time = out->c.time;
    int64_t known;

    for (unsigned i = 0; i < TIME_COUNT; i++)
        if (time[i] != TIME_NONE)
            time[i] = whole_second(time[i],
                i == TIME_BILLING_PERIOD_END || i == TIME_CHARGE_PERIOD_END);
    known = time[TIME_CHARGE_PERIOD_START] != TIME_NONE ? time[TIME_CHARGE_PERIOD_START] :
        time[TIME_CHARGE_PERIOD_END] != TIME_NONE ?
        time[TIME_CHARGE_PERIOD_END] - TIME_SECOND : time[TIME_BILLING_PERIOD_START];
    if (known == TIME_NONE)
        return false;
    if (time[TIME_BILLING_PERIOD_START] == TIME_NONE)
        give_time(out, TIME_BILLING_PERIOD_START, time_month_start(known, f->zone_minutes));
    if (time[TIME_BILLING_PERIOD_END] == TIME_NONE)
        give_time(out, TIME_BILLING_PERIOD_END, time_next_month(
            time[TIME_BILLING_PERIOD_START], f->zone_minutes));
    if (time[TIME_CHARGE_PERIOD_START] == TIME_NONE)
        give_time(out, TIME_CHARGE_PERIOD_START, known);
    /* A charge of a moment: the second in which it was made. */
    if (time[TIME_CHARGE_PERIOD_END] == TIME_NONE ||
        time[TIME_CHARGE_PERIOD_END] <= time[TIME_CHARGE_PERIOD_START])
        give_time(out, TIME_CHARGE_PERIOD_END, time[TIME_CHARGE_PERIOD_START] + TIME_SECOND);
    return true;
}

static int
fill_costs(struct focus_line *out, struct err *e)
{
    struct charge *c = &out->c;
    struct money billed = c->money[MONEY_BILLED_COST], list = billed;

    if (!charge_has(c, MONEY_CONTRACTED_COST))
        give_money(out, MONEY_CONTRACTED_COST, billed);
    if (!charge_has(c, MONEY_EFFECTIVE_COST))
        give_money(out, MONEY_EFFECTIVE_COST,
            c->word[WORD_CHARGE_CATEGORY] == CHARGE_PURCHASE ? MONEY_ZERO : billed);
    if (charge_has(c, MONEY_LIST_COST))
        return 0;
    if (charge_has(c, MONEY_DISCOUNT)) {
        if (money_add(&list, c->money[MONEY_DISCOUNT], e))
            return -1;
    } else if (charge_has(c, MONEY_LIST_UNIT_PRICE) && charge_has(c, MONEY_PRICING_QUANTITY) &&
        money_multiply(&list, c->money[MONEY_LIST_UNIT_PRICE],
            c->money[MONEY_PRICING_QUANTITY], NULL, e)) {
        return -1;
    }
    give_money(out, MONEY_LIST_COST, list);
    return 0;
}

/* Take away what FOCUS wants to be null. */
static void
drop_forbidden(struct charge *c)
{
    static const enum text_column texts[] = { TEXT_SKU_ID, TEXT_SKU_PRICE_ID, TEXT_SKU_METER,
        TEXT_PRICING_UNIT };
    static const enum money_column amounts[] = { MONEY_PRICING_QUANTITY, MONEY_LIST_UNIT_PRICE,
        MONEY_CONTRACTED_UNIT_PRICE };

    if (c->word[WORD_CHARGE_CATEGORY] != CHARGE_USAGE) {
        charge_unset(c, MONEY_CONSUMED_QUANTITY);
        c->text[TEXT_CONSUMED_UNIT] = SV_EMPTY;
    }
    if (c->word[WORD_CHARGE_CATEGORY] != CHARGE_TAX)
        return;
    c->word[WORD_PRICING_CATEGORY] = PRICING_NONE;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        c->text[texts[i]] = SV_EMPTY;
    for (size_t i = 0; i < sizeof(amounts) / sizeof(amounts[0]); i++)
        charge_unset(c, amounts[i]);
}

/* Whether FOCUS takes ${*unit}, which may become another way of writing it: 1, 0, -1. */
static int
focus_unit(const struct focus *f, struct sv *unit, bool *is_other, struct err *e)
{
    struct sv price = SV("元/");

    if (sv_starts(*unit, price)) {
        *unit = sv_part(*unit, price.n, unit->n);
        *is_other = true;
    }
    for (size_t i = 0; i < sizeof(unit_words) / sizeof(unit_words[0]); i++)
        if (sv_is_folded(*unit, sv_of(unit_words[i].text))) {
            *is_other = *is_other || !sv_is(*unit, sv_of(unit_words[i].focus));
            *unit = sv_of(unit_words[i].focus);
        }
    return pattern_match(f->unit, *unit, 0, NULL, 0, e);
}

/* A quantity whose unit FOCUS does not take stands aside, in columns of our own. */
static int
fill_quantity(const struct focus *f, struct focus_line *out, unsigned which, struct err *e)
{
    static const enum text_column units[] = { TEXT_PRICING_UNIT, TEXT_CONSUMED_UNIT };
    static const enum money_column quantities[] = { MONEY_PRICING_QUANTITY,
        MONEY_CONSUMED_QUANTITY };
    enum text_column column = units[which];
    struct charge *c = &out->c;
    struct sv unit = c->text[column];
    bool is_other = false;
    int fits = unit.n > 0 ? focus_unit(f, &unit, &is_other, e) : 0;

    if (fits < 0)
        return -1;
    if (fits > 0 && charge_has(c, quantities[which])) {
        if (is_other)
            give_text(out, column, unit);
        return 0;
    }
    out->unit[which] = c->text[column];
    out->has_quantity[which] = charge_has(c, quantities[which]);
    out->quantity[which] = c->money[quantities[which]];
    c->text[column] = SV_EMPTY;
    charge_unset(c, quantities[which]);
    return 0;
}

/* Where a bill tells a name and no id, the name is what its platform goes by. */
static void
fill_ids(struct charge *c, struct focus_line *out)
{
    static const struct { enum text_column id, name; } pairs[] = {
        { TEXT_RESOURCE_ID, TEXT_INSTANCE_ID }, { TEXT_RESOURCE_ID, TEXT_RESOURCE_NAME },
        { TEXT_REGION_ID, TEXT_REGION_NAME }, { TEXT_SUB_ACCOUNT_ID, TEXT_SUB_ACCOUNT_NAME },
        { TEXT_SKU_ID, TEXT_SKU_METER },
    };

    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
        if (c->text[pairs[i].id].n == 0 && c->text[pairs[i].name].n > 0)
            give_text(out, pairs[i].id, c->text[pairs[i].name]);
}

/* Of a service's category alone: that of the line's own category, else what FOCUS calls other. */
static int
fill_subcategory(struct focus *f, struct focus_line *out, struct err *e)
{
    struct charge *c = &out->c;
    enum category category = (enum category)c->word[WORD_CATEGORY];
    const char *service;

    if (category != CATEGORY_NONE &&
        sv_is(c->text[TEXT_SERVICE_CATEGORY], sv_of(category_focus_service(category)))) {
        give_text(out, TEXT_SERVICE_SUBCATEGORY, sv_of(category_focus_subcategory(category)));
        return 0;
    }
    service = intern_text(&f->strings, c->text[TEXT_SERVICE_CATEGORY]);
    if (!service)
        return err_nomem(e);
    return join(f, out, TEXT_SERVICE_SUBCATEGORY, "Other (", service, ")", e);
}

/* Whether ${text} is one of the 19 of FOCUS. */
static bool
is_service_category(struct sv text)
{
    static const char *const all[] = { "AI and Machine Learning", "Analytics",
        "Business Applications", "Compute", "Databases", "Developer Tools", "Multicloud",
        "Identity", "Integration", "Internet of Things", "Management and Governance", "Media",
        "Migration", "Mobile", "Networking", "Security", "Storage", "Web", "Other" };

    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        if (sv_is(text, sv_of(all[i])))
            return true;
    return false;
}

static int
fill_names(struct focus *f, const struct ledger_line *line, struct focus_line *out, struct err *e)
{
    struct charge *c = &out->c;
    enum category category = (enum category)c->word[WORD_CATEGORY];
    const char *platform = ledger_text(line, TEXT_PLATFORM);

    if (c->text[TEXT_PROVIDER_NAME].n == 0)
        give_text(out, TEXT_PROVIDER_NAME, sv_of(journal_payee(line)));
    if (c->text[TEXT_PUBLISHER_NAME].n == 0)
        give_text(out, TEXT_PUBLISHER_NAME, c->text[TEXT_PROVIDER_NAME]);
    /* One seller under two names: FOCUS takes two names for a marketplace that bills nothing. */
    out->issuer = "";
    if (!sv_is(c->text[TEXT_INVOICE_ISSUER_NAME], c->text[TEXT_PROVIDER_NAME])) {
        out->issuer = ledger_text(line, TEXT_INVOICE_ISSUER_NAME);
        give_text(out, TEXT_INVOICE_ISSUER_NAME, c->text[TEXT_PROVIDER_NAME]);
    }
    if (c->text[TEXT_CHARGE_DESCRIPTION].n == 0)
        give_text(out, TEXT_CHARGE_DESCRIPTION, sv_of(journal_narration(line)));
    if (c->text[TEXT_BILLING_ACCOUNT_ID].n == 0 &&
        join(f, out, TEXT_BILLING_ACCOUNT_ID, platform, "/", "unnamed", e))
        return -1;
    if (c->text[TEXT_SERVICE_NAME].n == 0 &&
        join(f, out, TEXT_SERVICE_NAME, journal_payee(line), " ", category == CATEGORY_NONE ?
            "other" : words_category.words[category], e))
        return -1;
    if (!is_service_category(c->text[TEXT_SERVICE_CATEGORY])) {
        give_text(out, TEXT_SERVICE_CATEGORY, sv_of(category_focus_service(
            category == CATEGORY_NONE ? CATEGORY_OTHER : category)));
        c->text[TEXT_SERVICE_SUBCATEGORY] = SV_EMPTY;
    }
    return c->text[TEXT_SERVICE_SUBCATEGORY].n == 0 ? fill_subcategory(f, out, e) : 0;
}

static bool
is_national(struct sv currency)
{
    return currency_is_known(currency) && !sv_is(currency, SV("DCU")) &&
        !sv_is(currency, SV("XXX"));
}

int
focus_fill(struct focus *f, const struct ledger_line *line, struct focus_line *out, struct err *e)
{
    *out = (struct focus_line){ .issuer = "" };
    ledger_unpack(line, &out->c);
    if (!ledger_is_spend(line)) {
        f->left[FOCUS_MOVE]++;
        return 0;
    }
    if (!is_national(out->c.text[TEXT_BILLING_CURRENCY])) {
        f->left[FOCUS_CURRENCY]++;
        return 0;
    }
    if (!fill_times(f, out)) {
        f->left[FOCUS_NO_TIME]++;
        return 0;
    }
    fill_words(out);
    drop_forbidden(&out->c);
    if (fill_costs(out, e))
        return -1;
    fill_ids(&out->c, out);
    if (out->c.word[WORD_CHARGE_CATEGORY] == CHARGE_TAX)
        out->c.text[TEXT_SKU_ID] = SV_EMPTY;
    if (fill_quantity(f, out, 0, e) || fill_quantity(f, out, 1, e) ||
        fill_names(f, line, out, e))
        return -1;
    return 1;
}
