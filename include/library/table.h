/*
 * table.h - the tables of a review as the library shows them: which rows there are, which columns.
 *
 * A table steps through what the review holds and never copies it. Most describe their columns by
 * the place of a member in the struct that is a row.
 */
#ifndef LIBRARY_TABLE_H
#define LIBRARY_TABLE_H

#include <gpubill.h>
#include <stdbool.h>

#include "base/buf.h"
#include "reports/warning_list.h"

struct table_view;

/* Rows in the middle of being walked. */
struct gpubill_rows {
    const struct results *results;
    const struct table_view *table;
    const struct table_view *parent; /* NULL: all rows */
    const void *parent_row;
    const void *row;    /* the current one; NULL: none */
    const void *owner;  /* what `row` is a part of, where the table has such rows */
    size_t i, k;        /* where to look next: of the outer list, and of the inner one */
    struct warning_at warning;
    struct buf *texts;  /* of the cells of the current row, by column */
    size_t column_count;
};

enum value_kind {
    VALUE_NONE,
    VALUE_TEXT,   /* borrowed from the review, or in the buffer */
    VALUE_MONEY,
    VALUE_TIME,
    VALUE_NUMBER,
    VALUE_FLAG,
};

struct value {
    enum value_kind kind;
    const char *text;
    struct money money;
    int64_t number;
};

/* Where a column of most tables has its cells. */
enum field_kind {
    FIELD_TEXT,    /* a const char * */
    FIELD_CHARS,   /* an array of char */
    FIELD_MONEY,   /* a struct money */
    FIELD_TIME,    /* an int64_t, TIME_NONE for none */
    FIELD_COUNT,   /* a uint64_t */
    FIELD_SIZE,    /* a size_t */
    FIELD_NUMBER,  /* an unsigned */
    FIELD_FLAG,    /* a bool */
    FIELD_MESSAGE, /* a struct message */
    FIELD_MADE,    /* by a function */
};

/* Sets ${out}, which is VALUE_NONE, to a cell of the current row; a text may be made in ${text}. */
typedef void field_make(const struct gpubill_rows *rows, struct value *out, struct buf *text);

struct field {
    const char *name; /* NULL ends the list */
    enum field_kind kind;
    size_t offset;    /* in the row, or its owner */
    field_make *make; /* of FIELD_MADE */
    bool is_owners;
};

/* What stands behind the name, and the kind, of a field. */
#define OF_ROW(type, member) offsetof(struct type, member), NULL, false
#define OF_OWNER(type, member) offsetof(struct type, member), NULL, true
#define MADE(function) FIELD_MADE, 0, function, false

struct table_view {
    enum gpubill_table id;
    const struct field *fields; /* NULL: those of the ledger's columns */
    bool (*next)(struct gpubill_rows *rows); /* step; set row (and owner), or return false */
    enum gpubill_table parents[4]; /* tables whose rows these may belong to, 0-ended */
};

/* The table of ${id}, or NULL. */
const struct table_view *table_find(enum gpubill_table id);

/* The name of a column, or NULL behind the last. */
const char *table_column_name(const struct table_view *t, size_t column);

/* The cell of the current row; ${text} is where it is made, if it has to be. */
void table_value(const struct gpubill_rows *rows, size_t column, struct value *out,
    struct buf *text);

/* Whether ${rows} belong to a row of ${id}. */
bool table_is_of(const struct gpubill_rows *rows, enum gpubill_table id);

/* Set ${out} to a text; NULL leaves it empty. */
void value_set_text(struct value *out, const char *text);

/* Set ${out} to a whole number. */
void value_set_number(struct value *out, int64_t number);

/* Set ${out} to a moment; TIME_NONE leaves it empty. */
void value_set_time(struct value *out, int64_t at);

/* Set ${out} to what ${m} says in the language of ${rows}, made in ${text}. */
void value_set_message(const struct gpubill_rows *rows, struct value *out, const struct message *m,
    struct buf *text);

/* The tables, by what they are about. */
extern const struct table_view table_period, table_inputs, table_input_sums, table_rejections,
    table_warnings, table_ledger, table_totals, table_spend, table_spend_by_day,
    table_spend_by_resource, table_spend_by_project, table_findings, table_finding_lines,
    table_leaks_by_rule, table_unknown, table_claims, table_recharges, table_invoices, table_checks,
    table_matches, table_payments, table_invoice_totals, table_differences;

/* The columns of the ledger: their cells in a row that is a struct ledger_line. */
const char *table_ledger_column(size_t column);
void table_ledger_value(const struct gpubill_rows *rows, size_t column, struct value *out,
    struct buf *text);

/* Make the next element of ${list}, a vector that holds them or pointers to them, the row; false
 * where there is none. */
#define TABLE_STEP(rows, list)                                                                     \
    ((rows)->i < (list)->n ? ((rows)->row = &(list)->at[(rows)->i++], true) : false)
#define TABLE_STEP_POINTERS(rows, list)                                                            \
    ((rows)->i < (list)->n ? ((rows)->row = (list)->at[(rows)->i++], true) : false)

#endif
