/*
 * table.h - a filled table, ready for any renderer.
 *
 * Cells know what they are (text, amount, count, share), so that each renderer can write them its
 * own way: exact in CSV and JSON, rounded and aligned for people.
 */
#ifndef REPORTS_TABLE_H
#define REPORTS_TABLE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"
#include "ledger/money.h"

enum cell_kind {
    CELL_TEXT,   /* text from outside: shown, never run */
    CELL_LABEL,  /* a text of the program's own, a key for lang_text() */
    CELL_AMOUNT, /* money in the currency of the cell */
    CELL_NUMBER, /* a quantity (struct money), e.g. GPU hours */
    CELL_COUNT,
    CELL_SHARE,  /* struct money, 0.126 is 12.6 % */
    CELL_EMPTY,
};

struct table_cell {
    enum cell_kind kind;
    const char *text; /* TEXT, LABEL */
    struct money money;
    const char *currency; /* AMOUNT */
    bool is_change; /* AMOUNT, SHARE: people see a plus sign where it is more than 0 */
    uint64_t count;
};

struct column_title {
    const char *key;   /* of the column in CSV and JSON, English, stable */
    const char *title; /* for people: a key for lang_text() */
    bool is_right;     /* aligned to the right */
};

#define TABLE_COLUMNS_MAX 24

struct table {
    struct arena arena;
    const char *title; /* a key for lang_text() */
    const char *note;  /* one sentence under the table, already in the results' language, or NULL */
    struct column_title columns[TABLE_COLUMNS_MAX];
    size_t column_count;
    struct { struct table_cell *at; size_t n, room; } cells; /* row by row */
};

void table_init(struct table *t);
void table_release(struct table *t);
size_t table_rows(const struct table *t);

/* Begin a column; all of them before the first cell, at most TABLE_COLUMNS_MAX. */
void table_column(struct table *t, const char *key, const char *title, bool is_right);

/* Append a cell to the current row; texts are borrowed. -1: ERR_NOMEM, ERR_LIMIT. */
int table_add(struct table *t, struct table_cell cell, struct err *e);

/* The cell in ${row} and ${column}. */
const struct table_cell *table_at(const struct table *t, size_t row, size_t column);

/* A copy of ${text} that lives as long as the table, or NULL when memory is out. */
const char *table_text(struct table *t, const char *text);

struct table_cell cell_text(const char *text);
struct table_cell cell_label(const char *msgid);
struct table_cell cell_amount(struct money amount, const char *currency);
struct table_cell cell_number(struct money number);
struct table_cell cell_count(uint64_t n);
/* ${share} is the fraction itself: 0.126 for 12.6 %. */
struct table_cell cell_share(struct money share);
/* The same of something that grew or shrank. */
struct table_cell cell_change(struct table_cell cell);
struct table_cell cell_empty(void);

#endif
