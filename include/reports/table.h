/*
 * table.h - a filled table, ready for any renderer.
 *
 * Cells know what they are (text, amount, count, share), so that each renderer can write them its
 * own way: exact in CSV and JSON, rounded and aligned for people.
 */
#ifndef REPORTS_TABLE_H
#define REPORTS_TABLE_H

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
    uint64_t count;
};

struct column_title {
    const char *key;   /* of the column in CSV and JSON, English, stable */
    const char *title; /* for people: a key for lang_text() */
    bool is_right;     /* aligned to the right */
};

#define TABLE_COLUMNS_MAX 16

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

/* Begin a column / append a cell to the current row. Out of memory is remembered: table_ok(). */
int table_add(struct table *t, struct table_cell cell, struct err *e);

struct table_cell cell_text(const char *text);
struct table_cell cell_label(const char *msgid);
struct table_cell cell_amount(struct money amount, const char *currency);
struct table_cell cell_number(struct money number);
struct table_cell cell_count(uint64_t n);
struct table_cell cell_share(struct money part, struct money whole);
struct table_cell cell_empty(void);

#endif
