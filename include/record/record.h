/*
 * record.h - one record of a file: a row of cells or a JSON object, and where it stands.
 */
#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/sv.h"
#include "input/limits.h"

/* What is wrong with a record as such; it is then passed on for counting, not for reading. */
enum record_trouble {
    RECORD_FINE,
    RECORD_BAD_QUOTE,    /* never closed, or text behind the closing quote */
    RECORD_BAD_ENCODING, /* bytes that are no text in the file's charset, or NUL */
    RECORD_TOO_LONG,     /* or too many cells; `raw` is cut to the limit where it is beyond it */
    RECORD_BAD_JSON,
};

/* Remarks about a record that can be read; bits. */
enum record_note {
    RECORD_QUOTE_INSIDE = 1, /* a quote inside an unquoted cell, taken as an ordinary character */
    RECORD_BOM_DROPPED = 2,  /* U+FEFF at the start of a cell */
    RECORD_DIGITS_ROUNDED = 4, /* a number of a sheet had more than 15 digits */
    RECORD_DAYS_FROM_1904 = 8, /* bare numbers that are days count from 1904, not from 1900 */
};

struct cJSON;
struct record_envelope;

struct record {
    uint64_t line;            /* physical line where it starts, or index of the element, from 1 */
    uint64_t inner;           /* index inside the element where one element gives several, else 0 */
    uint64_t document;        /* JSON: the document that it stands in, from 1; else 0 */
    enum record_trouble trouble;
    unsigned notes;           /* bits of enum record_note */
    struct message why;       /* what is wrong, where there is trouble */
    struct sv raw;            /* its bytes in the file's text, in UTF-8, without the line end */
    const struct sv *cells;   /* a row: trimmed; NULL for an object */
    size_t n;
    const struct cJSON *object; /* an object: numbers have their text in valuestring */
    const struct record_envelope *envelope; /* scalars of the document around the list, or NULL */
};

/*
 * Called where a record of which no more is known begins: a row, or element ${line} of a list; with
 * the bytes that are at hand from there on, at most as many as a record may have. 1: that was all
 * there is to do with it, and it has ${*length} bytes, a row's line end included, which are sound;
 * 0: read it, and hand it out as a record; -1: stop, ${e} says why.
 */
typedef int record_glance(void *context, struct sv ahead, uint64_t line, size_t *length,
    struct err *e);

/*
 * Called for a value that stands beside the list of document ${document}, with its ${key}; both are
 * bytes of the text, ${raw} cut where it is longer than a record may be. 0: go on; -1: stop, ${e}
 * says why.
 */
typedef int record_beside(void *context, uint64_t document, struct sv key, struct sv raw,
    struct err *e);

/*
 * Called for each record, in order; the record is valid during the call. 0: go on; 1: enough, stop
 * without error; -1: stop, ${e} says why.
 */
typedef int record_visit(void *context, const struct record *r, struct err *e);

/* True where all cells are empty (a row), or there are none. */
bool record_is_blank(const struct record *r);

#endif
