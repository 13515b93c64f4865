/*
 * recipe.c - rows like earlier ones: only what is measured is made anew.
 *
 * Of the 43 columns of a FOCUS export, 32 say the same of a resource hour after hour; 160,000 rows
 * of one have 3,600 resources. What these settled cells make (texts, words, category, GPU, names)
 * is a recipe, kept by the bytes of the cells. Of a row with a recipe the cells of amounts,
 * quantities, times and ids are read, currency and signs settled, and the rest is taken from it,
 * down to the facets of the ledger. Where the amounts are those of the last row with the recipe,
 * too, nothing but times and ids is read, and the line repeats that one (ledger_repeat.h); where
 * they are other plain numbers in the same cells, none below 0, and the row is a charge as that one
 * was, nothing but they differ: currency and signs follow from what is the same.
 *
 * A row by a recipe is to the byte what it would be without: whatever is out of the ordinary (a
 * value that cannot be read, a note, a word for a total, a currency or an entry that the recipe has
 * not seen) gives the row back to be made the long way. Formats that make several lines of a
 * record, or whose categories hang on amounts or times, have no recipes (recipe_plan.c).
 *
 * Instructions for a row of such an export (callgrind, -O2): 31,000 to make the charge and 7,000 to
 * put it into the ledger the long way; by a recipe 3,250 and 650; where other numbers take the
 * place of the last ones, 1,700 and 530, of which 900 to read them and 350 to keep their texts;
 * where they repeat, 400 and 290.
 */
#include "parsers/recipe.h"

/* Whether ${text} is a number that is taken as it stands; it may have too many digits. */
static inline bool
is_number(const struct columns *c, struct sv text)
{
    unsigned char first = (unsigned char)text.p[0];

    return first >= '0' && first <= '9' && !c->starts_null[first];
}

/* Put ${texts} of a row into their columns. */
static bool
fill(struct binding *b, const struct recipe_indexes *texts, struct err *e)
{
    const struct recipe_plan *p = &b->recipes->plan;
    struct columns *c = &b->columns;

    for (size_t i = 0; i < texts->n; i++) {
        unsigned column = p->texts.at[texts->at[i]].column;
        struct sv text = b->recipes->texts[texts->at[i]];

        if (text.n > 0 && is_number(c, text)) {
            c->texts[column] = text;
            continue;
        }
        c->texts[column] = SV_EMPTY;
        if (text.n > 0 && columns_put(c, column, c->ranks[column], text, e))
            return false;
    }
    return true;
}

/* As money_parse_plain() for a text of the record at hand. List cost is what is billed, most often,
 * and the consumed quantity the billed one: each is read once. */
static inline bool
parse(struct recipes *s, struct sv text, struct money *out, unsigned *decimals)
{
    size_t known = s->amount_count < RECIPE_AMOUNTS ? s->amount_count : RECIPE_AMOUNTS;
    struct recipe_amount *amount;

    for (size_t i = 0; i < known; i++) {
        amount = &s->amounts[i];
        if (amount->text.n == text.n && recipe_bytes_are(amount->text.p, text.p, text.n)) {
            *out = amount->value;
            *decimals = amount->decimals;
            return true;
        }
    }
    if (!money_parse_plain(out, decimals, text))
        return false;
    s->amounts[s->amount_count++ % RECIPE_AMOUNTS] =
        (struct recipe_amount){ text, *out, *decimals };
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
        !parse(b->recipes, text, &c->money[column->slot], &decimals))
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

static bool
measure_all(struct binding *b, struct charge *c, const struct recipe_fields *fields,
    struct fields_said *said)
{
    for (size_t i = 0; i < fields->n; i++)
        if (measure(b, c, &fields->at[i], said, &b->recipes->ignored))
            return false;
    return true;
}

/* Keep in ${t} what the measured times are, or give ${c} those that are kept. */
static void
keep_times(struct recipe_times *t, unsigned slots, const struct charge *c,
    const struct fields_said *said, unsigned changes)
{
    t->stated = said->stated;
    t->offset_minutes = c->offset_minutes;
    t->changes = changes;
    for (unsigned i = 0; i < TIME_COUNT; i++)
        if (slots >> i & 1u) {
            t->time[i] = c->time[i];
            t->columns[i] = said->time_columns[i];
        }
}

static void
take_times(const struct recipe_times *t, unsigned slots, struct charge *c,
    struct fields_said *said)
{
    c->offset_minutes = t->offset_minutes;
    for (unsigned i = 0; i < TIME_COUNT; i++)
        if (slots >> i & 1u) {
            c->time[i] = t->time[i];
            said->time_columns[i] = t->columns[i];
            said->stated.is_date[i] = t->stated.is_date[i];
            said->stated.is_month[i] = t->stated.is_month[i];
            said->stated.includes_end[i] = t->stated.includes_end[i];
        }
}

/* Make the measured times. Rows of one hour stand together: where the texts are those of the
 * record before, the times are. */
static bool
make_times(struct binding *b, bool is_row, struct charge *c, struct fields_said *said)
{
    struct recipes *s = b->recipes;
    const struct recipe_plan *p = &s->plan;
    struct recipe_times *t = &s->times;
    bool was_marked = b->columns.changed_marker;
    unsigned before = b->v.changes;

    if (recipe_texts_are(&t->texts, s->texts, p->of_times.at, p->of_times.n)) {
        take_times(t, p->measured_times, c, said);
        b->v.changes |= t->changes;
        return true;
    }
    t->texts.at = NULL;
    b->v.changes = 0;
    if ((is_row && !fill(b, &p->of_times, &s->ignored)) ||
        !measure_all(b, c, &p->times, said))
        return false;
    if (p->times_are_alone && (!is_row || b->columns.changed_marker == was_marked)) {
        recipe_texts_keep(&t->texts, &s->plan_arena, s->texts, p->of_times.at, p->of_times.n);
        keep_times(t, p->measured_times, c, said, b->v.changes);
    }
    b->v.changes |= before;
    return true;
}

/* Make the ids that are measured. */
static bool
make_ids(struct binding *b, bool is_row, struct charge *c, struct fields_said *said)
{
    struct recipes *s = b->recipes;
    unsigned before = b->v.changes;

    if (s->is_without_ids)
        return true;
    if ((is_row && !fill(b, &s->plan.of_ids, &s->ignored)) ||
        !measure_all(b, c, &s->plan.ids, said))
        return false;
    s->is_without_ids = !(s->plan.uses & USED_FOR_IDS) && c->text[TEXT_LINE_ID].n == 0 &&
        c->text[TEXT_ORDER_ID].n == 0 && b->v.changes == before;
    return true;
}

/* Make the times and ids that are measured. */
static bool
make_own(struct binding *b, bool is_row, struct charge *c, struct fields_said *said)
{
    return make_times(b, is_row, c, said) && make_ids(b, is_row, c, said);
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

struct recipe_result *
recipe_result(const struct recipe *recipe, unsigned entry)
{
    struct recipe_result *result = recipe->results;

    while (result && result->entry != entry)
        result = result->next;
    return result;
}

/* What normalising makes of the texts of ${c}, from the recipe, and its ${*changes}. Where the
 * facets of the ledger are those of the charge, its texts are not looked at again. */
static bool
finish(struct recipe *recipe, struct charge *c, unsigned *changes)
{
    struct sv currency = c->text[TEXT_BILLING_CURRENCY];
    struct sv line_id = c->text[TEXT_LINE_ID], order_id = c->text[TEXT_ORDER_ID];
    struct recipe_result *result = recipe_result(recipe, c->word[WORD_ENTRY]);
    const struct ledger_facets *facets;

    facets = result ? result->facets : NULL;
    if (!facets || !sv_is(currency, sv_of(facets->text[TEXT_BILLING_CURRENCY])))
        return false;
    if (!ledger_facets_fit(facets, c)) {
        for (size_t i = 0; i < TEXT_COUNT; i++)
            c->text[i] = sv_of(facets->text[i]);
        c->text[TEXT_LINE_ID] = line_id;
        c->text[TEXT_ORDER_ID] = order_id;
    }
    memcpy(c->word, result->word, sizeof(c->word));
    if (result->has_gpu_count)
        charge_set(c, MONEY_GPU_COUNT, result->gpu_count);
    *changes = result->changes;
    c->changes |= result->changes;
    c->alike = &result->facets;
    c->alike_amounts = &result->amounts;
    return true;
}

/* Add up the plain numbers that ${number} is made of. 1; 0: none is given; -1: one is none, or the
 * sum is too large. */
static inline int
add_up(struct binding *b, const struct recipe_number *number, struct money *sum,
    unsigned *decimals)
{
    struct recipes *s = b->recipes;
    bool has_any = false;

    for (size_t i = 0; i < number->n; i++) {
        struct sv text = s->texts[number->texts[i]];
        struct money term;
        unsigned places;

        if (text.n == 0)
            continue;
        if (!is_number(&b->columns, text) || !parse(s, text, &term, &places))
            return -1;
        if (has_any && money_add(&term, *sum, &s->ignored))
            return -1;
        *decimals = has_any && *decimals < places ? *decimals : places;
        *sum = term;
        has_any = true;
    }
    return has_any;
}

unsigned
recipe_given_numbers(struct binding *b)
{
    const struct recipe_plan *p = &b->recipes->plan;
    unsigned given = 0, ignored;
    struct money money;

    b->recipes->amount_count = 0;
    for (size_t i = 0; i < p->numbers.n; i++) {
        int has = add_up(b, &p->numbers.at[i], &money, &ignored);

        if (has < 0)
            return 0;
        given |= (unsigned)has << p->numbers.at[i].slot;
    }
    return given;
}

/* Make ${out} of ${r} by ${recipe}, its amounts anew. */
static bool
make_anew(struct binding *b, const struct record *r, bool is_row, struct recipe *recipe,
    struct made *out)
{
    struct recipes *s = b->recipes;
    const struct recipe_plan *p = &s->plan;
    struct recipe_repeat *repeat = &recipe->repeat;
    struct charge *c = &out->charge;
    struct fields_said said;
    unsigned notes, changes;

    repeat->line.amounts = NULL;
    repeat->image = NULL;
    s->amount_count = 0;
    if (is_row) {
        b->columns.changed_marker = recipe->base.has_marker;
        if (!fill(b, &p->of_amounts, &s->ignored))
            return false;
    }
    begin(b, &recipe->base, c, &said);
    if (!measure_all(b, c, &p->amounts, &said))
        return false;
    changes = b->v.changes;
    if (is_row && b->columns.changed_marker)
        changes |= CHANGE_TEXT_MARKER;
    if (!make_own(b, is_row, c, &said) || binding_settle_currency(b, c, &said) ||
        binding_finish_charge(b, r, c, &said, &notes) || notes != 0)
        return false;
    changes |= c->changes & CHANGE_SIGN_FROM_DIRECTION;
    if (!finish(recipe, c, &repeat->changes))
        return false;
    repeat->changes |= changes;
    recipe_texts_keep(&repeat->texts, &s->arena, s->texts, p->of_amounts.at, p->of_amounts.n);
    out->repeat = repeat->texts.at ? &repeat->line : NULL;
    repeat->given =
        is_row && c->word[WORD_ENTRY] == ENTRY_CHARGE ? recipe_given_numbers(b) : 0;
    return true;
}

/* Make all of ${c} but its amounts, facets and what follows from them: that is as it was for the
 * last record with ${recipe}. */
static bool
make_rest(struct binding *b, const struct record *r, bool is_row, const struct recipe *recipe,
    struct charge *c)
{
    const struct recipe_repeat *repeat = &recipe->repeat;
    struct fields_said said = { .stated = recipe->base.stated };
    enum time_column ignored;
    unsigned notes = 0;

    memcpy(said.time_columns, recipe->base.time_columns, sizeof(said.time_columns));
    memcpy(c->time, recipe->base.time, sizeof(c->time));
    c->text[TEXT_LINE_ID] = c->text[TEXT_ORDER_ID] = SV_EMPTY;
    c->offset_minutes = b->v.zone_minutes;
    c->is_actual_use = b->format->billing.period_is_use;
    c->line = r->line;
    b->v.changes = repeat->changes;
    b->v.has_days_from_1904 = false;
    if (is_row)
        b->columns.changed_marker = false;
    if (!make_own(b, is_row, c, &said))
        return false;
    c->changes = b->v.changes;
    if (b->columns.changed_marker)
        c->changes |= CHANGE_TEXT_MARKER;
    return normalise_times(b->normaliser, c, &said.stated, &notes, &ignored) == 0 && notes == 0 &&
        ledger_facets_fit(repeat->line.facets, c);
}

/* Give ${c} the amounts of the record at hand, plain numbers all of them, where they are the same
 * ones that the last record with ${recipe} stated. */
static bool
take_numbers(struct binding *b, const struct recipe *recipe, struct charge *c)
{
    struct recipes *s = b->recipes;
    const struct recipe_plan *p = &s->plan;
    const struct recipe_result *result = recipe_result(recipe, ENTRY_CHARGE);
    unsigned given = 0, notes = 0;

    s->amount_count = 0;
    memset(c->decimals, 0, sizeof(c->decimals));
    for (size_t i = 0; i < p->numbers.n; i++) {
        unsigned slot = p->numbers.at[i].slot, decimals;
        int has = add_up(b, &p->numbers.at[i], &c->money[slot], &decimals);

        if (has < 0)
            return false;
        if (has == 0)
            continue;
        c->decimals[slot] = (unsigned char)decimals;
        given |= 1u << slot;
    }
    if (given != recipe->repeat.given || !result)
        return false;
    c->money_set = given;
    if (recipe->base.has_gpu_count)
        charge_set(c, MONEY_GPU_COUNT, recipe->base.gpu_count);
    if (result->has_gpu_count)
        charge_set(c, MONEY_GPU_COUNT, result->gpu_count);
    normalise_charge_amounts(c, &notes);
    return notes == 0;
}

/* Make ${out} of ${r}, which differs from the last record with ${recipe} in its amounts at most;
 * ${is_same}: not even in them. */
static bool
repeat(struct binding *b, const struct record *r, bool is_row, struct recipe *recipe,
    bool is_same, struct made *out)
{
    struct recipe_repeat *repeat = &recipe->repeat;
    struct recipes *s = b->recipes;
    struct charge *c = &out->charge;

    if ((!is_same && !take_numbers(b, recipe, c)) || !make_rest(b, r, is_row, recipe, c))
        return false;
    c->alike_amounts = NULL;
    if (!is_same) {
        repeat->image = NULL;
        recipe_texts_keep(&repeat->texts, &s->arena, s->texts, s->plan.of_amounts.at,
            s->plan.of_amounts.n);
    }
    out->repeat = &repeat->line;
    out->is_repeated = is_same;
    out->is_like = !is_same;
    return true;
}

bool
recipe_apply(struct binding *b, const struct record *r, bool is_row, bool has_same_amounts,
    struct recipe *recipe, struct made *out)
{
    const struct recipes *s = b->recipes;
    const struct recipe_repeat *last = &recipe->repeat;
    bool is_same = has_same_amounts ||
        (last->line.amounts && recipe_texts_are(&last->texts, s->texts, s->plan.of_amounts.at,
            s->plan.of_amounts.n));

    if (is_same || (last->line.amounts && last->given && is_row)) {
        bool was_marked = b->columns.changed_marker;

        if (repeat(b, r, is_row, recipe, is_same, out))
            return true;
        b->columns.changed_marker = was_marked;
        binding_forget_line(b);
    }
    return make_anew(b, r, is_row, recipe, out);
}

bool
recipe_take_texts(struct binding *b, const struct record *r)
{
    struct recipes *s = b->recipes;
    bool is_subtotal;

    if (r->cells && binding_may_be_total(r, &is_subtotal))
        return false;
    for (size_t i = 0; i < s->plan.texts.n; i++) {
        const struct recipe_text *text = &s->plan.texts.at[i];

        if (!r->cells)
            s->texts[i] = b->columns.texts[text->column];
        else
            s->texts[i] = text->cell < r->n ? r->cells[text->cell] : SV_EMPTY;
        if (r->cells && text->use == 0 && columns_is_marked(s->texts[i]))
            return false;
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
    if (!recipe_take_texts(b, r) || !recipe_apply(b, r, r->cells != NULL, false, recipe, out)) {
        s->misses++;
        s->ignored.code = ERR_NONE;
        binding_forget_line(b);
        return false;
    }
    s->hits++;
    if (r->cells)
        recipes_keep_row(s, r, recipe);
    else
        recipes_keep_object(b, r, recipe);
    out->outcome = OUTCOME_LINE;
    return true;
}
