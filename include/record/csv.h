/*
 * csv.h - rows of delimited text (comma, TAB, semicolon, |), by libcsv in strict mode.
 *
 * libcsv counts no lines, drops blank ones and, in strict mode, stops at a stray quote. This module
 * feeds it one physical line at a time, so that it knows where each record starts and can go on
 * behind a bad one. LF, CRLF, CR and CRCRLF end a line outside quotes, and all of them count.
 */
#ifndef RECORD_CSV_H
#define RECORD_CSV_H

#include "input/text.h"
#include "record/record.h"

/*
 * Read all rows of ${t} with ${delimiter}. Cells are trimmed and without their quotes; U+FEFF at a
 * cell's start is dropped and noted. Blank lines are passed on as records with n = 0. A first line
 * "sep=X" is passed over (record_csv_directive() reads it). A quote inside an unquoted cell is an
 * ordinary character and noted; one that is never closed makes its physical line a record with
 * RECORD_BAD_QUOTE, and reading goes on with the next line. 0: all was read, or ${visit} had
 * enough; -1: ${visit} failed, or ERR_IO, ERR_NOMEM, ERR_ENCODING.
 */
int record_csv_read(struct text *t, char delimiter, record_visit *visit, void *context,
    struct err *e);

/* As record_csv_read() with limits other than those of the text. */
int record_csv_read_within(struct text *t, char delimiter, const struct record_limits *limits,
    record_visit *visit, void *context, struct err *e);

/* As record_csv_read(), showing ${glance} each row that needs no second thought before its cells
 * are made. */
int record_csv_glance(struct text *t, char delimiter, record_glance *glance, record_visit *visit,
    void *context, struct err *e);

/*
 * As record_csv_glance() (${glance} may be NULL) for what follows on other text: a first line
 * "sep=X" is a row like others. ${*lines} is the number of physical lines that were read.
 */
int record_csv_read_part(struct text *t, char delimiter, record_glance *glance,
    record_visit *visit, void *context, uint64_t *lines, struct err *e);

/* The X of a first line "sep=X" in ${head}, or 0. */
char record_csv_directive(struct sv head);

/* Append ${cell} to ${out} as a CSV cell: quoted where it must be (comma, quote, line end). */
struct buf;
void record_csv_cell(struct buf *out, struct sv cell);

/*
 * As record_csv_cell() for text that came from outside: an apostrophe stands in front where it
 * begins with = + - @ (full-width too, and behind blanks, quotes and what is not seen) or with TAB
 * or CR, so that no spreadsheet takes it for a formula; and, for one that takes another separator,
 * also behind a semicolon, TAB or end of line in it where more than an amount follows so.
 */
void record_csv_text_cell(struct buf *out, struct sv cell);

#endif
