/*
 * binding_charge.c - the fields of a record as a charge.
 */
#include "parsers/binding_inside.h"
#include "parsers/charge_text.h"
#include "parsers/names.h"
#include "parsers/recipe.h"

int
binding_missing(struct binding *b, const struct format_field *field)
{
    struct sv name = b->v.column >= 0 ? b->columns.headings[b->v.column] : SV_EMPTY;

    if (name.n == 0)
        name = sv_of(field->name);
    return evaluation_reject(&b->v, REJECT_MISSING_FIELD, "'%.*s' has no value, and must have one",
        SV_ARG(name));
}

/* The name under which people see ${column}: the heading that it was read from. */
static struct sv
name_of(const struct binding *b, const struct column *column)
{
    struct sv heading = b->v.column >= 0 ? b->columns.headings[b->v.column] : SV_EMPTY;

    return heading.n > 0 ? heading : sv_of(column->name);
}

static int
reject_word_of(struct binding *b, const struct column *column, struct sv text)
{
    struct sv name = name_of(b, column);
    const char *known[CATEGORY_COUNT + 1] = { NULL }, *nearest;

    for (size_t i = 0; i + 1 < column->words->count && i < CATEGORY_COUNT; i++)
        known[i] = column->words->words[i + 1];
    nearest = name_nearest(text, known);
    if (nearest)
        return evaluation_reject(&b->v, REJECT_BAD_WORD,
            "'%.*s' is no word for %.*s; did you mean '%s'?", SV_ARG(text), SV_ARG(name), nearest);
    return evaluation_reject(&b->v, REJECT_BAD_WORD, "'%.*s' is no word for %.*s", SV_ARG(text),
        SV_ARG(name));
}

static int
set_word(struct binding *b, struct charge *c, const struct column *column, struct sv text,
    struct stated *stated)
{
    int word = word_find(column->words, text);

    if (word < 0 && column->slot == WORD_ENTRY) {
        word = (int)entry_from_text(text);
        if (word == ENTRY_NONE)
            word = -1;
    }
    if (word < 0)
        return reject_word_of(b, column, text);
    c->word[column->slot] = (unsigned char)word;
    if (column->slot == WORD_ENTRY)
        stated->has_entry = true;
    return 0;
}

static int
set_changes(struct binding *b, struct sv text)
{
    struct sv code;

    while (sv_cut(&text, ' ', &code)) {
        unsigned bit = 0;

        while (bit < CHANGE_COUNT && !sv_is(code, sv_of(change_code(1u << bit))))
            bit++;
        if (bit == CHANGE_COUNT)
            return evaluation_reject(&b->v, REJECT_BAD_WORD, "'%.*s' is no word for %s",
                SV_ARG(code), "x_Changes");
        b->v.changes |= 1u << bit;
    }
    return 0;
}

/* Note what the heading of the amount at hand says; 0 is the same in every currency. */
static void
note_heading(const struct binding *b, const struct value *value, struct fields_said *said)
{
    const char *currency = b->v.heading_currency;

    if (!currency || money_is_zero(value->money))
        return;
    if (!said->named.currency) {
        said->named.currency = currency;
        said->named.column = b->v.column;
    } else if (!sv_is(sv_of(currency), sv_of(said->named.currency))) {
        said->contrary.currency = currency;
        said->contrary.column = b->v.column;
    }
}

static void
set_money(struct binding *b, struct charge *c, const struct column *column,
    const struct value *value, struct fields_said *said)
{
    charge_set(c, (enum money_column)column->slot, value->money);
    c->decimals[column->slot] = value->decimals;
    if (column->kind != COLUMN_MONEY)
        return;
    note_heading(b, value, said);
    if (column->slot == MONEY_BILLED_COST) {
        said->billed_heading = b->v.heading_currency;
        said->billed_column = b->v.column;
    } else if (!said->other_heading) {
        said->other_heading = b->v.heading_currency;
    }
}

static int
set_field(struct binding *b, struct charge *c, const struct format_field *field,
    const struct value *value, struct fields_said *said)
{
    const struct column *column = field->column;

    switch (column->kind) {
    case COLUMN_TEXT:
        c->text[column->slot] = value->text;
        if (column->slot == TEXT_BILLING_CURRENCY)
            said->currency_column = b->v.column;
        return 0;
    case COLUMN_WORD:
        return set_word(b, c, column, value->text, &said->stated);
    case COLUMN_CHANGES:
        return set_changes(b, value->text);
    case COLUMN_TIME:
        c->time[column->slot] = value->time.at;
        said->stated.is_date[column->slot] = value->time.is_date && !value->time.is_month;
        said->stated.is_month[column->slot] = value->time.is_month;
        said->stated.includes_end[column->slot] = value->includes_end;
        said->time_columns[column->slot] = b->v.column;
        if (column->slot == TIME_CHARGE_PERIOD_START ||
            (column->slot == TIME_CHARGE_PERIOD_END &&
                c->time[TIME_CHARGE_PERIOD_START] == TIME_NONE))
            c->offset_minutes = value->time.offset_minutes;
        return 0;
    case COLUMN_MONEY:
    case COLUMN_NUMBER:
        set_money(b, c, column, value, said);
        return 0;
    case COLUMN_SOURCE:
        break;
    }
    return 0;
}

/* Of a quantity, what its text says of a currency is nothing for the charge. */
int
binding_make_field(struct binding *b, struct charge *c, const struct format_field *field,
    struct fields_said *said, struct err *e)
{
    struct value value;
    int has;

    b->v.heading_currency = NULL;
    value.decimals = 0;
    has = expression_evaluate(field->value, &b->v, &value, e);
    if (has < 0)
        return -1;
    if (has > 0)
        return set_field(b, c, field, &value, said);
    return field->is_required ? binding_missing(b, field) : 0;
}

struct tested_value {
    struct binding *b;
    const struct charge *charge;
};

static bool
tested_text(void *context, int index, bool is_field, struct buf *scratch, struct sv *out)
{
    const struct tested_value *t = context;

    if (is_field)
        return charge_text(t->charge, &ledger_columns[index], scratch, out);
    *out = t->b->columns.texts[index];
    return out->n > 0;
}

/* All that the conditions of the categories look at, as one text. */
static struct sv
tested_key(struct binding *b, const struct charge *c)
{
    struct tested_value t = { b, c };

    buf_reset(&b->key);
    for (size_t i = 0; i < b->format->tested.n; i++) {
        struct sv text;

        if (tested_text(&t, b->format->tested.at[i].index, b->format->tested.at[i].is_field,
                &b->cell, &text))
            buf_add(&b->key, text);
        buf_add_char(&b->key, '\x1f');
    }
    return buf_sv(&b->key);
}

static int
find_category(struct binding *b, const struct charge *c, uint64_t *found, struct err *e)
{
    const struct format *f = b->format;
    struct tested_value t = { b, c };

    *found = 0;
    for (size_t i = 0; i < f->categories.n; i++) {
        int holds = condition_holds(f->categories.at[i].when, tested_text, &t, &b->cell, e);

        if (holds < 0)
            return -1;
        if (holds > 0) {
            *found = i + 1;
            return 0;
        }
    }
    return 0;
}

static int
set_category(struct binding *b, struct charge *c, struct err *e)
{
    const struct format_category *category;
    struct sv key = SV_EMPTY;
    uint64_t found;

    if (b->format->categories.n == 0)
        return 0;
    if (b->is_text_tested)
        key = tested_key(b, c);
    if (!b->is_text_tested || !memo_get(&b->categories, key, &found)) {
        if (find_category(b, c, &found, e))
            return -1;
        if (b->is_text_tested)
            memo_put(&b->categories, key, found);
    }
    if (found == 0)
        return 0;
    category = &b->format->categories.at[found - 1];
    if (c->word[WORD_CATEGORY] == CATEGORY_NONE)
        c->word[WORD_CATEGORY] = (unsigned char)category->category;
    if (c->word[WORD_INSTANCE_STATE] == STATE_NONE)
        c->word[WORD_INSTANCE_STATE] = (unsigned char)category->state;
    return 0;
}

static void
warn(struct binding *b, uint64_t line, unsigned notes)
{
    if (!b->input)
        return;
    if (notes & NORMAL_NEGATIVE_CHARGE)
        input_warn(b->input, "negative-charge", line,
            "a negative amount is called a charge; it counts, and no rule judges it");
    if (notes & NORMAL_ID_LOST_DIGITS)
        input_warn(b->input, "id-lost-digits", line,
            "a spreadsheet has cut the digits of an id (1.23E+17); it is left out");
    if (notes & NORMAL_PARTS_DIFFER)
        input_warn(b->input, "parts-differ", line,
            "what was paid in cash and by voucher is together not the amount");
}

void
binding_start_fields(const struct binding *b, struct charge *c, struct fields_said *said)
{
    charge_init(c);
    c->offset_minutes = b->v.zone_minutes;
    *said = (struct fields_said){ .billed_column = -1, .currency_column = -1 };
    for (size_t i = 0; i < TIME_COUNT; i++)
        said->time_columns[i] = -1;
}

/* Make the fields of a charge, its currency and its category, and draft a recipe on the way. */
static int
make_fields(struct binding *b, struct charge *c, struct fields_said *said, struct err *e)
{
    const struct recipes *recipes = b->recipes && b->recipes->is_learning ? b->recipes : NULL;
    unsigned settled = 0;
    struct sv currency;

    for (size_t i = 0; i < b->fields->n; i++) {
        unsigned before = b->v.changes;

        b->v.changes = 0;
        if (binding_make_field(b, c, &b->fields->at[i], said, e))
            return -1;
        if (recipes && !recipes->plan.is_measured[i])
            settled |= b->v.changes;
        b->v.changes |= before;
    }
    currency = c->text[TEXT_BILLING_CURRENCY];
    if (binding_settle_currency(b, c, said) || set_category(b, c, e))
        return -1;
    if (recipes)
        recipes_draft(b, c, said, currency, settled);
    return 0;
}

int
binding_finish_charge(struct binding *b, const struct record *r, struct charge *c,
    const struct fields_said *said, unsigned *notes)
{
    enum time_column bad;

    c->changes |= b->v.changes;
    if (r->notes & RECORD_BOM_DROPPED)
        c->changes |= CHANGE_BOM_DROPPED;
    if (r->notes & RECORD_DIGITS_ROUNDED)
        c->changes |= CHANGE_SHEET_DIGITS;
    if (b->columns.changed_marker)
        c->changes |= CHANGE_TEXT_MARKER;
    c->is_actual_use = b->format->billing.period_is_use;
    c->line = r->line;
    *notes = 0;
    if (normalise_measured(b->normaliser, c, &said->stated, notes, &bad) == 0)
        return 0;
    b->v.column = said->time_columns[bad];
    return evaluation_reject(&b->v, REJECT_BAD_TIME, "the period ends before it starts");
}

int
binding_make_charge(struct binding *b, const struct record *r, struct charge *c,
    struct err *e)
{
    struct fields_said said;
    unsigned notes, measured;

    binding_start_fields(b, c, &said);
    b->v.has_days_from_1904 = (r->notes & RECORD_DAYS_FROM_1904) != 0;
    if (make_fields(b, c, &said, e) || binding_finish_charge(b, r, c, &said, &notes))
        return -1;
    measured = c->changes;
    c->changes = 0;
    normalise_texts(b->normaliser, c, &notes);
    if (notes == 0 && b->recipes && b->recipes->is_learning)
        recipes_keep(b, r, c, c->changes);
    c->changes |= measured;
    warn(b, r->line, notes);
    return 0;
}

int
binding_make_total(struct binding *b, struct charge *c, struct err *e)
{
    const struct format *f = b->format;
    struct fields_said said;

    binding_start_fields(b, c, &said);
    for (size_t i = 0; i < f->fields.n; i++) {
        const struct column *column = f->fields.at[i].column;
        bool is_amount = column == column_of(COLUMN_MONEY, MONEY_BILLED_COST);

        if (!is_amount && column != column_of(COLUMN_TEXT, TEXT_BILLING_CURRENCY))
            continue;
        if (binding_make_field(b, c, &f->fields.at[i], &said, e))
            return -1;
    }
    return binding_settle_currency(b, c, &said);
}
