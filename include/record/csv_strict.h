/*
 * csv_strict.h - one record of delimited text after the other, by libcsv in strict mode.
 *
 * libcsv counts no lines, drops blank ones and, in strict mode, stops at a stray quote. This module
 * feeds it one physical line at a time, so that it knows where each record starts and can go on
 * behind a bad one. LF, CRLF, CR and CRCRLF end a line outside quotes, and all of them count.
 */
#ifndef RECORD_CSV_STRICT_H
#define RECORD_CSV_STRICT_H

#include <csv.h>

#include "record/lines.h"
#include "record/record.h"

struct csv_strict {
    struct lines lines;
    struct csv_parser parser;
    const struct record_limits *limits;
    bool checks_utf8;
    enum charset charset; /* of the text, before it became UTF-8 */
    struct record record; /* the one that is being read */
    struct { struct sv *at; size_t n, room; } cells;
    char *text;           /* what the cells point into */
    size_t text_n, text_room;
    uint64_t passed;      /* physical lines before the record */
    uint64_t taken;       /* physical lines of the record so far */
    size_t first_length;  /* bytes of the first of them with its end */
    size_t first_end;     /* bytes of that end */
    size_t stray;         /* quotes in the cell that is being read, if it is not a quoted one */
    bool has_row;
    bool is_field_long, has_no_memory;
    size_t columns;       /* all cells, also those beyond the limit */
    record_visit *visit;
    void *context;
};

/* Read ${t} (borrowed) from where it is. -1: ERR_NOMEM; csv_strict_release() in every case. */
int csv_strict_init(struct csv_strict *r, struct text *t, char delimiter,
    const struct record_limits *limits, struct err *e);
void csv_strict_release(struct csv_strict *r);

/* Begin a record with the next line. */
void csv_strict_begin(struct csv_strict *r);

/*
 * Read one record and hand it to ${r}->visit. ${*is_end}: there was none. Returns what the visitor
 * did, or -1.
 */
int csv_strict_read(struct csv_strict *r, bool *is_end, struct err *e);

#endif
