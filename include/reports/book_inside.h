/*
 * book_inside.h - what book.c and sheet.c share; nobody else includes it.
 */
#ifndef REPORTS_BOOK_INSIDE_H
#define REPORTS_BOOK_INSIDE_H

#include <xlsxwriter.h>

#include "base/buf.h"
#include "reports/book.h"

enum look {
    LOOK_TEXT,
    LOOK_LONG,
    LOOK_TITLE,
    LOOK_HEADING,
    LOOK_HEADING_RIGHT,
    LOOK_AMOUNT,
    LOOK_AMOUNT_WHOLE, /* of a currency without decimals */
    LOOK_QUANTITY,
    LOOK_COUNT,
    LOOK_SHARE,
    LOOK_TIME,
    LOOK_SUM,
    LOOK_SUM_WHOLE,
    LOOK_SUM_TEXT,
};
#define LOOKS 14

struct book {
    lxw_workbook *file;
    const char *path;
    enum lang lang;
    bool owns_stderr;
    lxw_format *looks[LOOKS];
    struct sheet *sheets[BOOK_SHEETS_MAX];
    size_t n;
    struct buf text;   /* of one cell */
    lxw_error failure; /* the library's first */
    struct err err;    /* our own first */
};

struct sheet_column {
    const char *key, *title;
    enum sheet_kind kind;
    size_t width; /* of what stands in it */
};

/* The sums of one currency, by column. */
struct sheet_sum {
    const char *currency;
    struct money of[SHEET_COLUMNS_MAX];
};

struct sheet {
    struct book *book;
    lxw_worksheet *page;
    const char *name; /* in the book's language */
    struct sheet_column columns[SHEET_COLUMNS_MAX];
    size_t n, column;     /* columns; the one to be written next */
    uint32_t row, first, last; /* the row to be written next; those of the table */
    bool has_headings, is_cut;
    size_t currency_column, only_column;
    const char *only;     /* NULL: all rows count */
    struct money cells[SHEET_COLUMNS_MAX]; /* of this row, for sums */
    struct { struct sheet_sum *at; size_t n, room; } sums;
    struct buf exact;     /* of this row: "billed=0.1234567890123456789" */
    bool has_exact;
};

/*
 * Check that sheet ${i} of the workbook ${path} holds ${sizes}[i] bytes of rows, for all ${n} of
 * them: the library does not notice where its temporary files cannot be written. -1: ERR_IO.
 */
int book_check(const char *path, const uint64_t *sizes, size_t n, struct err *e);

/* Remember the first failure. */
void book_note(struct book *b, lxw_error result);

void sheet_free(struct sheet *s);

#endif
