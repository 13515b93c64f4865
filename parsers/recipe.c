/*
 * recipe.c - rows like earlier ones: only what is measured is made anew.
 *
 * Of the 43 columns of a FOCUS export, 32 say the same of a resource hour after hour; 160,000 rows
 * of one have 3,600 resources. What these settled cells make (texts, words, category, GPU, names)
 * is a recipe, kept by the bytes of the cells. Of a row with a recipe the cells of amounts,
 * quantities, times and ids are read, currency and signs settled, and the rest is taken from it,
 * down to the facets of the ledger.
 *
 * A row by a recipe is to the byte what it would be without: whatever is out of the ordinary (a
 * value that cannot be read, a note, a word for a total, a currency or an entry that the recipe has
 * not seen) gives the row back to be made the long way. Formats that make several lines of a
 * record, or whose categories hang on amounts or times, have no recipes (recipe_plan.c).
 *
 * Instructions for a row of such an export (callgrind, -O2): 29,000 to make the charge and 6,000 to
 * put it into the ledger the long way; by a recipe 4,300 and 900. Where not even the cells are made
 * (recipe_glance.c), 2,900 of them are left: 1,300 for the numbers, the rest for times, currency
 * and periods.
 */
#include "ledger/ledger.h"
#include "parsers/recipe.h"

/* Put the measured cells of a row, which stand in s->texts, into their columns. */
static bool
fill(struct binding *b, const struct recipe *recipe, struct err *e)
{
    const struct recipe_plan *p = &b->recipes->plan;
    struct columns *c = &b->columns;

    for (size_t i = 0; i < p->emptied.n; i++)
        c->texts[p->emptied.at[i]] = SV_EMPTY;
    c->changed_marker = recipe->base.has_marker;
    for (size_t i = 0; i < p->filled.n; i++) {
        unsigned column = p->filled.at[i].column;
        struct sv text = b->recipes->texts[i];

        if (text.n == 0)
            continue;
        if (text.p[0] >= '0' && text.p[0] <= '9' && !c->starts_null[(unsigned char)text.p[0]])
            c->texts[column] = text;
        else if (columns_put(c, column, c->ranks[column], text, e))
            return false;
    }
    return true;
}

/* Make a measured field; nearly all are plain amounts. -1: it cannot be made. */
static int
measure(struct binding *b, struct charge *c, const struct recipe_field *m,
    struct fields_said *said, struct err *e)
{
    const struct column *column = m->field->column;
    struct sv text = m->is_plain ? b->columns.texts[m->column] : SV_EMPTY;
    unsigned decimals;

    if (m->is_plain && text.n == 0 && !m->field->is_required)
        return 0;
    if (!m->is_plain || (m->is_cost && !money_is_zero(b->columns.units[m->column])) ||
        !money_parse_plain(&c->money[column->slot], &decimals, text))
        return binding_make_field(b, c, m->field, said, e);
    c->money_set |= 1u << column->slot;
    c->decimals[column->slot] = (unsigned char)decimals;
    if (!m->is_cost)
        return 0;
    if (column->slot == MONEY_BILLED_COST) {
        said->billed_heading = b->columns.currencies[m->column];
        said->billed_column = (int)m->column;
    } else if (!said->other_heading) {
        said->other_heading = b->columns.currencies[m->column];
    }
    return 0;
}

/* Begin ${c} with what its settled fields were, the texts apart. */
static void
begin(struct binding *b, const struct recipe_base *base, struct charge *c,
    struct fields_said *said)
{
    binding_start_fields(b, c, said);
    said->stated = base->stated;
    said->currency_column = base->currency_column;
    memcpy(said->time_columns, base->time_columns, sizeof(said->time_columns));
    memcpy(c->time, base->time, sizeof(c->time));
    memcpy(c->word, base->word, sizeof(c->word));
    c->text[TEXT_BILLING_CURRENCY] = base->currency;
    if (base->has_gpu_count)
        charge_set(c, MONEY_GPU_COUNT, base->gpu_count);
    c->decimals[MONEY_GPU_COUNT] = base->gpu_decimals;
    b->v.changes = base->changes;
    b->v.has_days_from_1904 = false;
}

/* What normalising makes of the texts of ${c}, from the recipe. Where the facets of the ledger are
 * those of the charge, its texts are not looked at again. */
static bool
finish(struct recipe *recipe, struct charge *c)
{
    struct sv currency = c->text[TEXT_BILLING_CURRENCY];
    struct sv line_id = c->text[TEXT_LINE_ID], order_id = c->text[TEXT_ORDER_ID];
    struct recipe_result *result = recipe->results;
    const struct ledger_facets *facets;

    while (result && result->entry != c->word[WORD_ENTRY])
        result = result->next;
    facets = result ? result->facets : NULL;
    if (!facets || !sv_is(currency, sv_of(facets->text[TEXT_BILLING_CURRENCY])))
        return false;
    if (!ledger_facets_fit(facets, c)) {
        for (size_t i = 0; i < TEXT_COUNT; i++)
            c->text[i] = (struct sv){ facets->text[i], result->length[i] };
        c->text[TEXT_LINE_ID] = line_id;
        c->text[TEXT_ORDER_ID] = order_id;
    }
    memcpy(c->word, result->word, sizeof(c->word));
    if (result->has_gpu_count)
        charge_set(c, MONEY_GPU_COUNT, result->gpu_count);
    c->changes |= result->changes;
    c->alike = &result->facets;
    c->alike_amounts = &result->amounts;
    return true;
}

bool
recipe_apply(struct binding *b, const struct record *r, bool is_row, struct recipe *recipe,
    struct charge *c)
{
    const struct recipe_plan *p = &b->recipes->plan;
    struct err *e = &b->recipes->ignored;
    struct fields_said said;
    unsigned notes;

    if (is_row && !fill(b, recipe, e))
        return false;
    begin(b, &recipe->base, c, &said);
    for (size_t i = 0; i < p->measured.n; i++)
        if (measure(b, c, &p->measured.at[i], &said, e))
            return false;
    if (binding_settle_currency(b, c, &said) || binding_finish_charge(b, r, c, &said, &notes) ||
        notes != 0)
        return false;
    return finish(recipe, c);
}

/* Take the measured cells of ${r}; false where it may be a total. */
static bool
take_cells(struct recipes *s, const struct record *r)
{
    bool is_subtotal;

    if (binding_may_be_total(r, &is_subtotal))
        return false;
    for (size_t i = 0; i < s->plan.filled.n; i++) {
        size_t cell = s->plan.filled.at[i].cell;

        s->texts[i] = cell < r->n ? r->cells[cell] : SV_EMPTY;
    }
    return true;
}

bool
recipes_make(struct binding *b, const struct record *r, struct made *out)
{
    struct recipes *s = b->recipes;
    struct recipe *recipe = s ? recipes_find(b, r) : NULL;

    if (!recipe) {
        if (s)
            s->misses++;
        return false;
    }
    if ((r->cells && !take_cells(s, r)) ||
        !recipe_apply(b, r, r->cells != NULL, recipe, &out->charge)) {
        s->misses++;
        s->ignored.code = ERR_NONE;
        binding_forget_line(b);
        return false;
    }
    s->hits++;
    recipes_keep_image(s, r, recipe);
    out->outcome = OUTCOME_LINE;
    return true;
}
