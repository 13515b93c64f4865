/*
 * recipe_plan.c - which fields of a format are settled by what repeats from row to row.
 *
 * Measured are amounts, quantities, the charge period and the ids of lines and orders, which differ
 * from row to row; all else is settled. The number of cards is settled too, as the category hangs
 * on it, and so are times of the billing period that have columns of their own.
 *
 * A cell that anything settled reads is compared, also where a measured field reads it as well; so
 * are cells under two headings that mean one column, since the file is refused where they differ. A
 * column that nothing reads is looked at as if a field measured it: what marks its text is told.
 */
#include "parsers/recipe.h"

/* Marks columns that are visited. */
static void
mark(void *context, unsigned column)
{
    bool *marks = context;

    marks[column] = true;
}

/* Finds out whether one of the columns visited is marked. */
struct overlap {
    const bool *marks;
    bool is_found;
};

static void
look(void *context, unsigned column)
{
    struct overlap *o = context;

    o->is_found |= o->marks[column];
}

static bool
is_id_of_row(const struct column *column)
{
    return column->kind == COLUMN_TEXT &&
        (column->slot == TEXT_LINE_ID || column->slot == TEXT_ORDER_ID);
}

static bool
is_billing_time(const struct column *column)
{
    return column->kind == COLUMN_TIME && (column->slot == TIME_BILLING_PERIOD_START ||
        column->slot == TIME_BILLING_PERIOD_END);
}

/* Whether ${column} is measured whatever it is made of. */
static bool
is_always_measured(const struct column *column)
{
    switch (column->kind) {
    case COLUMN_MONEY:
        return true;
    case COLUMN_NUMBER:
        return column->slot != MONEY_GPU_COUNT;
    case COLUMN_TIME:
        return !is_billing_time(column);
    case COLUMN_TEXT:
        return is_id_of_row(column);
    case COLUMN_WORD:
    case COLUMN_SOURCE:
    case COLUMN_CHANGES:
        break;
    }
    return false;
}

/* Whether the conditions of the categories test only what is settled. */
static bool
has_settled_tests(const struct format *f)
{
    for (size_t i = 0; i < f->tested.n; i++)
        if (f->tested.at[i].is_field && is_always_measured(&ledger_columns[f->tested.at[i].index]))
            return false;
    return true;
}

static enum recipe_use
use_of(const struct column *column)
{
    if (column->kind == COLUMN_TIME)
        return USED_FOR_TIMES;
    return column->kind == COLUMN_TEXT ? USED_FOR_IDS : USED_FOR_AMOUNTS;
}

static struct recipe_field
measured_field(const struct format *f, const struct format_field *field)
{
    struct recipe_field m = { .field = field, .use = use_of(field->column) };

    m.is_plain = expression_is_plain(field->value, f, &m.column) &&
        (field->column->kind == COLUMN_NUMBER || field->column->kind == COLUMN_MONEY);
    m.is_cost = field->column->kind == COLUMN_MONEY;
    return m;
}

/* List the measured fields for ${use}. */
static struct recipe_fields
list_fields(struct recipe_plan *p, const struct format *f, enum recipe_use use)
{
    struct recipe_fields list = { p->measured.at + p->measured.n, 0 };

    for (size_t i = 0; i < f->fields.n; i++)
        if (p->is_measured[i] && use_of(f->fields.at[i].column) == use) {
            p->measured.at[p->measured.n++] = measured_field(f, &f->fields.at[i]);
            list.n++;
        }
    return list;
}

/* Part the fields; ${read} is per column: a measured field reads it. */
static void
part_fields(struct recipe_plan *p, const struct format *f, bool *read)
{
    for (size_t i = 0; i < f->fields.n; i++)
        if (is_always_measured(f->fields.at[i].column)) {
            p->is_measured[i] = true;
            expression_reads(f->fields.at[i].value, mark, read);
        }
    for (size_t i = 0; i < f->fields.n; i++) {
        const struct column *column = f->fields.at[i].column;
        struct overlap o = { .marks = read };

        if (!is_billing_time(column))
            continue;
        expression_reads(f->fields.at[i].value, look, &o);
        if (o.is_found) {
            p->is_measured[i] = true;
            expression_reads(f->fields.at[i].value, mark, read);
        } else {
            p->settled_times |= 1u << column->slot;
        }
    }
    for (size_t i = 0; i < f->fields.n; i++) {
        if (!p->is_measured[i])
            expression_reads(f->fields.at[i].value, mark, p->is_settled);
        else if (f->fields.at[i].column->kind == COLUMN_TIME)
            p->measured_times |= 1u << f->fields.at[i].column->slot;
    }
    p->amounts = list_fields(p, f, USED_FOR_AMOUNTS);
    p->times = list_fields(p, f, USED_FOR_TIMES);
    p->ids = list_fields(p, f, USED_FOR_IDS);
}

/* What the measured fields read ${column} for. */
static unsigned
uses_of(const struct recipe_plan *p, const struct format *f, unsigned column, bool *marks)
{
    unsigned uses = 0;

    for (size_t i = 0; i < p->measured.n; i++) {
        struct overlap o = { .marks = marks };

        memset(marks, 0, f->columns.n * sizeof(*marks));
        marks[column] = true;
        expression_reads(p->measured.at[i].field->value, look, &o);
        if (o.is_found)
            uses |= p->measured.at[i].use;
    }
    return uses;
}

/* Add what stands in ${cell} for ${column} to the texts that are looked at. */
static void
add_text(struct recipe_plan *p, unsigned column, size_t cell, unsigned uses)
{
    if (uses & USED_FOR_AMOUNTS)
        p->of_amounts.at[p->of_amounts.n++] = p->texts.n;
    if (uses & USED_FOR_TIMES)
        p->of_times.at[p->of_times.n++] = p->texts.n;
    if (uses & USED_FOR_IDS)
        p->of_ids.at[p->of_ids.n++] = p->texts.n;
    p->uses |= uses;
    p->texts.at[p->texts.n++] = (struct recipe_text){ column, cell, uses };
}

/* The columns that decide beside the fields. */
static void
mark_conditions(struct recipe_plan *p, const struct format *f)
{
    for (size_t i = 0; i < f->skips.n; i++)
        condition_columns(f->skips.at[i].when, mark, p->is_settled);
    for (size_t i = 0; i < f->categories.n; i++)
        condition_columns(f->categories.at[i].when, mark, p->is_settled);
}

/* Columns with two headings are compared; false where a measured field reads one. */
static bool
mark_doubles(struct recipe_plan *p, const struct columns *c, const bool *read)
{
    for (size_t i = 0; i < c->cells.n; i++)
        for (size_t k = i + 1; k < c->cells.n; k++)
            if (c->cells.at[i].column == c->cells.at[k].column) {
                if (read[c->cells.at[i].column])
                    return false;
                p->is_settled[c->cells.at[i].column] = true;
            }
    return true;
}

/* Add the texts that stand in ${at}, one cell, and are looked at. */
static void
add_texts_of(struct recipe_plan *p, const struct columns *c, size_t at, const bool *read,
    bool *marks)
{
    for (size_t i = 0; i < c->cells.n; i++) {
        unsigned column = c->cells.at[i].column;

        if (c->cells.at[i].cell == at && read[column])
            add_text(p, column, at, uses_of(p, c->format, column, marks));
    }
}

/* Where the cells of rows go: compared, filled into columns, both, or neither. */
static void
part_cells(struct recipe_plan *p, const struct columns *c, bool *read, bool *is_compared,
    bool *marks)
{
    for (size_t i = 0; i < c->cells.n; i++) {
        const struct column_cell *cell = &c->cells.at[i];

        is_compared[cell->cell] |= p->is_settled[cell->column];
        read[cell->column] |= !p->is_settled[cell->column];
    }
    for (size_t i = 0; i < c->row_length; i++)
        add_texts_of(p, c, i, read, marks);
    for (size_t i = 0; i < c->members.n; i++)
        is_compared[c->members.at[i].cell] |= p->is_settled[c->members.at[i].column];
    for (size_t i = 0; i < c->row_length; i++)
        if (is_compared[i])
            p->compared.at[p->compared.n++] = i;
}

/* Objects: the columns that measured fields read. */
static void
part_columns(struct recipe_plan *p, const struct format *f, const bool *read, bool *marks)
{
    for (unsigned i = 0; i < f->columns.n; i++)
        if (read[i])
            add_text(p, i, 0, uses_of(p, f, i, marks));
}

/* The columns that a measured amount adds up. */
struct terms {
    const struct recipe_plan *plan;
    const struct columns *columns;
    struct recipe_number *number; /* with room for all texts of the plan */
    bool is_cost, is_plain;
    bool has_heading; /* one of them has a unit or currency that matters */
};

static void
add_term(void *context, unsigned column)
{
    struct terms *t = context;
    const struct recipe_plan *p = t->plan;

    t->has_heading |= t->is_cost && (!money_is_zero(t->columns->units[column]) ||
        (!t->is_plain && t->columns->currencies[column]));
    for (size_t i = 0; i < p->texts.n; i++)
        if (p->texts.at[i].column == column) {
            t->number->texts[t->number->n++] = i;
            return;
        }
}

/* Note which texts are the measured amounts. -1: memory is out. */
static int
find_numbers(struct recipe_plan *p, const struct format *f, const struct columns *c,
    struct arena *arena)
{
    for (size_t i = 0; i < p->amounts.n; i++) {
        const struct recipe_field *m = &p->amounts.at[i];
        struct recipe_number *number = &p->numbers.at[p->numbers.n];
        struct terms t = { p, c, number, m->is_cost, m->is_plain, false };

        *number = (struct recipe_number){ .slot = m->field->column->slot };
        number->texts = arena_array(arena, f->columns.n + 1, sizeof(*number->texts));
        if (!number->texts)
            return -1;
        expression_columns(m->field->value, add_term, &t);
        if (!expression_is_sum(m->field->value, f) || t.has_heading ||
            (m->field->is_required && number->n == 0)) {
            p->numbers.n = 0;
            return 0;
        }
        p->numbers.n += number->n > 0;
    }
    return 0;
}

/* Whether no measured time hangs on what is settled. */
static bool
are_times_alone(const struct recipe_plan *p)
{
    struct overlap o = { .marks = p->is_settled };

    for (size_t i = 0; i < p->times.n; i++)
        expression_reads(p->times.at[i].field->value, look, &o);
    return !o.is_found;
}

/* A family of columns is made of many cells, which measured fields do not wait for. */
static bool
reads_family(const struct format *f, const bool *read)
{
    for (size_t i = 0; i < f->columns.n; i++)
        if (read[i] && columns_is_family(&f->columns.at[i]))
            return true;
    return false;
}

bool
recipe_plan_make(struct recipe_plan *p, const struct format *f, const struct columns *columns,
    struct arena *arena)
{
    size_t n = f->columns.n + 1;
    bool *read, *is_compared, *marks;

    if (f->kind != INPUT_BILL || f->lines.n > 0 || !has_settled_tests(f))
        return false;
    *p = (struct recipe_plan){ .settled_times = 0 };
    p->is_measured = arena_array(arena, f->fields.n + 1, sizeof(*p->is_measured));
    p->measured.at = arena_array(arena, f->fields.n + 1, sizeof(*p->measured.at));
    p->is_settled = arena_array(arena, n, sizeof(*p->is_settled));
    p->compared.at = arena_array(arena, columns->row_length + 1, sizeof(*p->compared.at));
    p->texts.at = arena_array(arena, columns->cells.n + n, sizeof(*p->texts.at));
    p->of_amounts.at = arena_array(arena, columns->cells.n + n, sizeof(*p->of_amounts.at));
    p->of_times.at = arena_array(arena, columns->cells.n + n, sizeof(*p->of_times.at));
    p->of_ids.at = arena_array(arena, columns->cells.n + n, sizeof(*p->of_ids.at));
    p->numbers.at = arena_array(arena, f->fields.n + 1, sizeof(*p->numbers.at));
    read = arena_array(arena, n, sizeof(*read));
    is_compared = arena_array(arena, columns->row_length + 1, sizeof(*is_compared));
    marks = arena_array(arena, n, sizeof(*marks));
    if (!p->is_measured || !p->measured.at || !p->is_settled || !p->compared.at ||
        !p->texts.at || !p->of_amounts.at || !p->of_times.at || !p->of_ids.at ||
        !p->numbers.at || !read || !is_compared || !marks)
        return false;
    part_fields(p, f, read);
    mark_conditions(p, f);
    if (!mark_doubles(p, columns, read) || reads_family(f, read))
        return false;
    if (columns->root)
        part_columns(p, f, read, marks);
    else
        part_cells(p, columns, read, is_compared, marks);
    p->times_are_alone = are_times_alone(p);
    return find_numbers(p, f, columns, arena) == 0;
}
