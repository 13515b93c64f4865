/*
 * lines.h - the physical lines of a text, with a way back to an earlier one.
 *
 * LF, CRLF, CR and CRCRLF end a line. All bytes behind a mark are kept, so that a record of several
 * lines lies in one piece, and reading can begin again at any line behind the mark.
 */
#ifndef RECORD_LINES_H
#define RECORD_LINES_H

#include <stdbool.h>

#include "base/err.h"
#include "base/sv.h"
#include "input/text.h"
#include "record/window.h"

struct lines {
    struct window window; /* its mark is where the record begins */
    size_t max;           /* bytes that are kept behind the mark */
    size_t next;          /* where the next line begins */
    size_t feed;          /* no LF from `next` up to here */
    bool has_feed;        /* and there is one here */
};

struct line {
    struct sv text;     /* without its end; valid until the next call with the same lines */
    size_t end_length;  /* bytes of the line end behind it: 0 at the end of the text, 1, 2 or 3 */
};

/* What lines_next() found. */
enum lines_found {
    LINES_END,
    LINES_LINE,
    LINES_TOO_LONG, /* the line ends more than `max` bytes behind the mark; it was not taken */
};

/* Read ${t} (borrowed) from where it is. */
void lines_init(struct lines *l, struct text *t, size_t max);
void lines_release(struct lines *l);

/* Put the mark before the next line. */
void lines_mark(struct lines *l);

/* Bytes of the lines that were taken behind the mark, with their ends. */
struct sv lines_taken(const struct lines *l);

/* Take the next line. -1: ERR_IO, ERR_NOMEM, ERR_ENCODING. */
int lines_next(struct lines *l, enum lines_found *found, struct line *line, struct err *e);

/* Read again from ${offset} bytes behind the mark. */
void lines_back(struct lines *l, size_t offset);

/* The bytes at hand that were not taken: of the next line or more, or of its beginning alone. */
struct sv lines_peek(const struct lines *l);

/* Take ${n} of these bytes, which end with a line end. */
void lines_take(struct lines *l, size_t n);

/* Have more bytes at hand. 1: there are more; 0: the text has no more; -1: as lines_next(). */
int lines_more(struct lines *l, struct err *e);

/* Pass over the next line, however long it is, keeping nothing; the mark is behind it. */
int lines_skip(struct lines *l, struct err *e);

#endif
