/*
 * book.h - a workbook (.xlsx) that is written sheet by sheet, by libxlsxwriter.
 *
 * Texts are strings, never formulas or links. Amounts are numbers; a cell holds 15 digits, and what
 * has more stands as text in the last column too, which is hidden where nothing needs it. The bytes
 * depend on nothing but what is written. A failure is remembered until book_close().
 *
 *     struct sheet *s = book_sheet(b, N_("Spend"));
 *     sheet_column(s, "platform", "Platform", SHEET_TEXT);
 *     sheet_column(s, "billed", "Billed", SHEET_SUM);
 *     sheet_headings(s);
 *     ... one call per cell, then sheet_next(), for each row ...
 *     sheet_end(s, NULL);
 */
#ifndef REPORTS_BOOK_H
#define REPORTS_BOOK_H

#include "base/buf.h"
#include "base/lang.h"
#include "ledger/money.h"

/* Most rows of a sheet: Excel allows ten times as many, but then takes minutes. */
#define SHEET_ROWS_MAX 100000

#define SHEET_COLUMNS_MAX 80
#define BOOK_SHEETS_MAX 16

enum sheet_kind {
    SHEET_TEXT,
    SHEET_LONG,  /* a sentence: wrapped */
    SHEET_MONEY, /* an amount or a quantity */
    SHEET_SUM,   /* the same, summed up by currency below the rows */
    SHEET_COUNT,
    SHEET_SHARE,
    SHEET_TIME,
};

struct book;
struct sheet;

/*
 * Begin the workbook ${path} (borrowed) for readers of ${lang}; ${scratch} is a folder for what is
 * written meanwhile. ${owns_stderr}: book_close() may take standard error for itself, to keep the
 * library's words out of it and to learn from them what went wrong; so nobody else of the process
 * may write there meanwhile. -1: ERR_NOMEM.
 */
int book_new(struct book **out, const char *path, const char *scratch, enum lang lang,
    bool owns_stderr, struct err *e);

/* Write it out. -1: ERR_IO with the path, ERR_NOMEM, ERR_RANGE where a sum is too large; what is at
 * the path is of no use then. ${b} is gone in every case. */
int book_close(struct book *b, struct err *e);

/* A new sheet, behind the others; ${name} is a key for lang_text(). Sheets may be written in any
 * order, each from top to bottom. Lives as long as the book. NULL: memory, or too many. The
 * functions below take NULL and do nothing. */
struct sheet *book_sheet(struct book *b, const char *name);

/* A line of text above the table, and a free line (NULL). */
void sheet_title(struct sheet *s, const char *text);
void sheet_line(struct sheet *s, const char *text);

/* All columns before the headings. ${key} (a literal) names it in the last column, ${title} (of the
 * program's lifetime) is what people read. */
void sheet_column(struct sheet *s, const char *key, const char *title, enum sheet_kind kind);

/* Sums are parted by the currency in ${column}. */
void sheet_sum_by(struct sheet *s, size_t column);

/* Of the rows, only those count in sums whose cell in ${column} is ${text} (borrowed). */
void sheet_sum_only(struct sheet *s, size_t column, const char *text);

/* Write the row of headings; it stays in sight. */
void sheet_headings(struct sheet *s);

/* The cells of a row, from left to right. The currency decides the decimals, NULL is a quantity. */
void sheet_text(struct sheet *s, const char *text);
void sheet_money(struct sheet *s, struct money m, const char *currency);
void sheet_count(struct sheet *s, uint64_t n);
void sheet_share(struct sheet *s, struct money share);
void sheet_time(struct sheet *s, int64_t at, int zone_minutes); /* TIME_NONE: an empty cell */
void sheet_skip(struct sheet *s);

/* An amount that is the sum of column ${column} of ${of}, which has ended, in the currency of this
 * row: a formula, if that sheet has all its rows, else the number alone. */
void sheet_sum_of(struct sheet *s, const struct sheet *of, size_t column, struct money sum,
    const char *currency);

/* End the row. Its sums count for ${currency} (of the book's lifetime), or, if NULL, nowhere. */
void sheet_next(struct sheet *s, const char *currency);

/* True once SHEET_ROWS_MAX rows are there: no more may follow. */
bool sheet_is_full(const struct sheet *s);

/* Rows below the headings. */
size_t sheet_rows(const struct sheet *s);

/* What stands in the sheet lacks something for the reason ${e}: book_close() will fail with it. */
void sheet_failed(struct sheet *s, const struct err *e);

/* As sheet_failed() where memory was out for ${text}, of which cells were made; one that is merely
 * full is cut, and no failure. */
void sheet_made_of(struct sheet *s, const struct buf *text);

/* End the sheet: with sums below the rows, or with ${note} in their place, which says what is
 * missing. */
void sheet_end(struct sheet *s, const char *note);

#endif
