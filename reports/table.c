/*
 * table.c - a filled table, ready for any renderer.
 */
#include <assert.h>

#include "base/vec.h"
#include "reports/table.h"

#define CELLS_MAX ((size_t)1 << 26)

void
table_init(struct table *t)
{
    *t = (struct table){ 0 };
}

void
table_release(struct table *t)
{
    vec_release(&t->cells);
    arena_release(&t->arena);
}

size_t
table_rows(const struct table *t)
{
    return t->column_count > 0 ? t->cells.n / t->column_count : 0;
}

void
table_column(struct table *t, const char *key, const char *title, bool is_right)
{
    assert(t->column_count < TABLE_COLUMNS_MAX && t->cells.n == 0);
    t->columns[t->column_count++] = (struct column_title){ key, title, is_right };
}

int
table_add(struct table *t, struct table_cell cell, struct err *e)
{
    if (vec_grow_named(&t->cells, 1, CELLS_MAX, N_("cells of a table"), e))
        return -1;
    t->cells.at[t->cells.n++] = cell;
    return 0;
}

const struct table_cell *
table_at(const struct table *t, size_t row, size_t column)
{
    assert(row < table_rows(t) && column < t->column_count);
    return &t->cells.at[row * t->column_count + column];
}

const char *
table_text(struct table *t, const char *text)
{
    return arena_text(&t->arena, sv_of(text));
}

struct table_cell
cell_text(const char *text)
{
    return (struct table_cell){ .kind = CELL_TEXT, .text = text };
}

struct table_cell
cell_label(const char *msgid)
{
    return (struct table_cell){ .kind = CELL_LABEL, .text = msgid };
}

struct table_cell
cell_amount(struct money amount, const char *currency)
{
    return (struct table_cell){ .kind = CELL_AMOUNT, .money = amount, .currency = currency };
}

struct table_cell
cell_number(struct money number)
{
    return (struct table_cell){ .kind = CELL_NUMBER, .money = number };
}

struct table_cell
cell_count(uint64_t n)
{
    return (struct table_cell){ .kind = CELL_COUNT, .count = n };
}

struct table_cell
cell_share(struct money share)
{
    return (struct table_cell){ .kind = CELL_SHARE, .money = share };
}

struct table_cell
cell_change(struct table_cell cell)
{
    cell.is_change = true;
    return cell;
}

struct table_cell
cell_empty(void)
{
    return (struct table_cell){ .kind = CELL_EMPTY };
}
