/*
 * csv_plain.h - rows of delimited text that need no second thought, as the scan marks them.
 *
 * What it hands out is what libcsv would have given for the same row; what it cannot vouch for, it
 * leaves.
 */
#ifndef RECORD_CSV_PLAIN_H
#define RECORD_CSV_PLAIN_H

#include "base/err.h"
#include "base/sv.h"
#include "record/csv_scan.h"
#include "record/record.h"

/*
 * A row of which no more is known than where its cells end. A cell that begins with a quote ends
 * with one, with none but doubled ones between; any other has none.
 */
struct csv_row {
    struct sv raw;        /* in UTF-8, without the line end */
    size_t length;        /* of its bytes with the line end */
    const uint32_t *ends; /* behind the last byte of each cell, plus `ends_from` */
    uint32_t ends_from;
    size_t n;             /* cells, at least 1 */
};

struct csv_plain {
    csv_scan *scan;
    char delimiter;
    const struct record_limits *limits;
    bool checks_utf8;
    struct csv_marks *marks;
    size_t next, next_row; /* the end of a cell and that of a row that come next */
    size_t used;          /* bytes of the scanned ones that are behind us; at most uint32_t */
    size_t reach;         /* bytes that are scanned next at most */
    struct { struct sv *at; size_t n, room; } cells;
    char *text;           /* cells in which quotes were doubled */
    size_t text_n;
};

/* Rows of ${delimiter}, found by ${scan}. -1: ERR_NOMEM; csv_plain_release() in every case. */
int csv_plain_init(struct csv_plain *p, csv_scan *scan, char delimiter,
    const struct record_limits *limits, bool checks_utf8, struct err *e);
void csv_plain_release(struct csv_plain *p);

/* What csv_plain_next() found. */
enum csv_plain_found {
    CSV_PLAIN_ROW,
    CSV_PLAIN_NONE,   /* the next row is for libcsv */
    CSV_PLAIN_PART,   /* its end is not among the bytes at hand; with more of them, ask again */
};

/*
 * The row at the beginning of ${ahead}, which begins where the last row that was taken ended, into
 * ${row}. It is valid until the next call, as long as ${ahead} is. ${*found} says whether there is
 * one. -1: ERR_NOMEM.
 */
int csv_plain_next(struct csv_plain *p, struct sv ahead, enum csv_plain_found *found,
    struct csv_row *row, struct err *e);

/* Make ${p}->cells of ${row}, trimmed, unquoted, valid as long as it is. False: it is for libcsv
 * all the same. */
bool csv_plain_split(struct csv_plain *p, const struct csv_row *row);

/* Go on behind ${row}, which csv_plain_next() gave. */
void csv_plain_take(struct csv_plain *p, const struct csv_row *row);

/* The next ${n} bytes were read by another. */
void csv_plain_skip(struct csv_plain *p, size_t n);

/* ... as the next ones are likely to be, too: nothing is scanned in advance. */
void csv_plain_skip_row(struct csv_plain *p, size_t n);

#endif
