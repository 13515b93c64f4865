/*
 * rows.c - walking the tables of a review.
 *
 * What is walked never changes, so several threads may do so; a cell that has to be made is made in
 * the rows' own memory.
 */
#include <stdlib.h>

#include "library/review.h"
#include "library/table.h"

/* Most bytes of one cell. */
#define CELL_MAX ((size_t)1 << 26)

static const struct table_view *const tables[] = { &table_period, &table_inputs, &table_input_sums,
    &table_rejections, &table_warnings, &table_ledger, &table_totals, &table_spend,
    &table_spend_by_day, &table_spend_by_resource, &table_spend_by_project, &table_findings,
    &table_finding_lines, &table_leaks_by_rule, &table_unknown, &table_claims, &table_recharges,
    &table_invoices, &table_checks, &table_matches, &table_payments, &table_invoice_totals,
    &table_differences };

const struct table_view *
table_find(enum gpubill_table id)
{
    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
        if (tables[i]->id == id)
            return tables[i];
    return NULL;
}

bool
table_is_of(const struct gpubill_rows *rows, enum gpubill_table id)
{
    return rows->parent && rows->parent->id == id;
}

static size_t
count_columns(const struct table_view *t)
{
    size_t n = 0;

    while (table_column_name(t, n))
        n++;
    return n;
}

int
gpubill_column(enum gpubill_table table, const char *name)
{
    const struct table_view *t = table_find(table);
    const char *column;

    for (size_t i = 0; t && name && (column = table_column_name(t, i)) != NULL; i++)
        if (strcmp(column, name) == 0)
            return (int)i;
    return -1;
}

const char *
gpubill_column_name(enum gpubill_table table, int column)
{
    const struct table_view *t = table_find(table);

    return t && column >= 0 && (size_t)column < count_columns(t)
        ? table_column_name(t, (size_t)column) : NULL;
}

/* Whether rows of ${t} belong to one of ${of}. */
static bool
is_child(const struct table_view *t, const struct gpubill_rows *of)
{
    for (size_t i = 0; t->parents[i]; i++)
        if (t->parents[i] == of->table->id)
            return of->row != NULL;
    return false;
}

struct gpubill_rows *
gpubill_rows(const struct gpubill *review, enum gpubill_table table, const struct gpubill_rows *of)
{
    const struct results *results = review ? review_results(review) : NULL;
    const struct table_view *t = table_find(table);
    struct gpubill_rows *rows;

    if (!results || !t || (of && (of->results != results || !is_child(t, of))))
        return NULL;
    rows = calloc(1, sizeof(*rows));
    if (!rows)
        return NULL;
    *rows = (struct gpubill_rows){ .results = results, .table = t, .parent = of ? of->table : NULL,
        .parent_row = of ? of->row : NULL, .column_count = count_columns(t),
        .warning = WARNING_AT_INIT };
    rows->texts = calloc(rows->column_count, sizeof(*rows->texts));
    if (!rows->texts) {
        free(rows);
        return NULL;
    }
    for (size_t i = 0; i < rows->column_count; i++)
        buf_init(&rows->texts[i], CELL_MAX);
    return rows;
}

void
gpubill_rows_free(struct gpubill_rows *rows)
{
    if (!rows)
        return;
    for (size_t i = 0; i < rows->column_count; i++)
        buf_release(&rows->texts[i]);
    free(rows->texts);
    free(rows);
}

int
gpubill_next(struct gpubill_rows *rows)
{
    if (!rows)
        return 0;
    if (rows->table->next(rows))
        return 1;
    rows->row = NULL;
    return 0;
}

static bool
has_cell(const struct gpubill_rows *rows, int column)
{
    return rows && rows->row && column >= 0 && (size_t)column < rows->column_count;
}

/* The text of ${v}, made in ${text} where it is none yet. */
static const char *
text_of(const struct value *v, struct buf *text)
{
    char figure[MONEY_TEXT_MAX > TIME_TEXT_MAX ? MONEY_TEXT_MAX : TIME_TEXT_MAX];

    switch (v->kind) {
    case VALUE_NONE:
        return "";
    case VALUE_TEXT:
        return v->text;
    case VALUE_FLAG:
        return v->number ? "yes" : "no";
    case VALUE_MONEY:
        buf_add_text(text, money_format(figure, v->money));
        break;
    case VALUE_TIME:
        buf_add_text(text, time_format(figure, v->number));
        break;
    case VALUE_NUMBER:
        buf_addf(text, "%lld", (long long)v->number);
        break;
    }
    return text->n > 0 ? text->p : "";
}

const char *
gpubill_text(struct gpubill_rows *rows, int column)
{
    struct value v = { .kind = VALUE_NONE };
    struct buf *text;
    const char *shown;

    if (!has_cell(rows, column))
        return NULL;
    text = &rows->texts[column];
    if (text->failed)
        buf_release(text);
    buf_reset(text);
    table_value(rows, (size_t)column, &v, text);
    shown = text_of(&v, text);
    return text->failed ? NULL : shown;
}

int
gpubill_number(const struct gpubill_rows *rows, int column, int64_t *out)
{
    struct value v = { .kind = VALUE_NONE };
    struct buf text;
    bool is_number;

    if (!has_cell(rows, column) || !out)
        return 0;
    buf_init(&text, CELL_MAX);
    table_value(rows, (size_t)column, &v, &text);
    buf_release(&text);
    is_number = v.kind == VALUE_NUMBER || v.kind == VALUE_TIME || v.kind == VALUE_FLAG;
    if (is_number)
        *out = v.number;
    return is_number;
}
