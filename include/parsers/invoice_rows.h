/*
 * invoice_rows.h - the rows of a list of invoices: delimited text in any charset, or a sheet.
 */
#ifndef PARSERS_INVOICE_ROWS_H
#define PARSERS_INVOICE_ROWS_H

#include "input/charset.h"
#include "parsers/invoice_draft.h"
#include "parsers/invoice_reader.h"

/* Most headings of a list that are looked at. */
#define INVOICE_COLUMNS_MAX 256

struct invoice_rows {
    struct source *source; /* or NULL: */
    struct xlsx *workbook;
    size_t sheet;
    struct charset_found charset; /* of the source */
    char delimiter;
    uint64_t heading_line;
    struct arena arena;
    struct sv headings[INVOICE_COLUMNS_MAX]; /* folded: rows_fold() */
    size_t n;
};

/* A heading as headings are compared: folded as names are (names.h), without *. */
struct sv rows_fold(struct arena *arena, struct sv heading);

/* The column whose folded heading is one of NULL-ended ${names}, or (size_t)-1. */
size_t rows_column(const struct sv *headings, size_t n, const char *const *names);

/*
 * Find the reader of lists that is surest of a row among the first INVOICE_HEADING_ROWS, and note
 * in ${rows}, which has a source or a sheet, where that is. NULL: none is, or reading failed, which
 * ${e} says. Release ${rows} in every case.
 */
const struct invoice_reader *rows_find(struct invoice_rows *rows, struct err *e);
void rows_release(struct invoice_rows *rows);

/* Visit the rows below the headings. */
int rows_visit(struct invoice_rows *rows, record_visit *visit, void *context, struct err *e);

/*
 * Count a row that is none of the list's: blank, its headings again, a total, or broken. 1: it was
 * such a row; 0: not; -1: ERR_NOMEM.
 */
int rows_pass(const struct invoice_rows *rows, const struct record *r, struct input *in,
    struct err *e);

/*
 * An id in a cell, without what marks it as text for a spreadsheet (', `, ="..."); one of digits
 * without blanks, in ASCII, and without the .0 of a program that took it for a number. One that a
 * spreadsheet has made a number of, so that digits are lost (2.6322E+19, more than 15 digits before
 * .0, 20 digits of which the last five are zeros), is trouble, called ${name}, and empty.
 */
struct sv rows_id(struct draft *d, const char *name, struct sv cell);

/* draft_amount() and draft_tax() of a cell: what a sheet stores as a binary number has noise behind
 * the digits that were meant. */
void rows_amount(const struct invoice_rows *rows, struct draft *d, struct money *field, bool *has,
    const char *name, struct sv cell);
void rows_tax(const struct invoice_rows *rows, struct draft *d, struct money *field, bool *has,
    const char *name, struct sv cell);

/*
 * Make one invoice of rows of ${found} that have number, code and seller in common: amounts are
 * added (one that a row lacks is unknown of the whole), lines put together; the rest is the first
 * row's.
 * -1: ERR_NOMEM, ERR_LIMIT.
 */
int rows_join(struct invoices *found, struct err *e);

/* The cell of column ${column} in ${r}, "" where it has none ((size_t)-1 too). */
struct sv rows_cell(const struct record *r, size_t column);

#endif
