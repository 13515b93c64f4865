/*
 * drafting.h - a first format for a bill that no format reads.
 */
#ifndef PARSERS_DRAFTING_H
#define PARSERS_DRAFTING_H

#include "base/arena.h"
#include "base/buf.h"
#include "parsers/format.h"

#define DRAFTING_PASSED_MAX 20

struct drafting {
    struct arena arena;
    const char *known;         /* the format or log reader that reads the file; then no draft */
    const struct sv *headings; /* where a column could not be found: all headings there are */
    size_t heading_count;
    struct buf text;           /* the format file */
    const char *used;          /* what the draft was made from: the file, or what lies in it */
    const char *passed[DRAFTING_PASSED_MAX]; /* what else in it nothing reads; the first */
    size_t passed_count;
};

/*
 * Draft a format called ${id}, within ${limits}, for the bill ${path} ("-" is standard input; of an
 * archive or workbook: the first thing in it that none of ${formats} reads and of which a draft can
 * be made). It says `assumed` and, in ${lang}, what was guessed and from which heading, has up to
 * three rows of the bill as samples, and passes its own check. -1: ERR_UNKNOWN, the file is no
 * bill, or has no column for the time or the amount, which the message names; ERR_SYNTAX, two
 * formats fit equally well; ERR_IO, ERR_LIMIT, ERR_NOMEM. Release ${out} in every case.
 */
int drafting_make(struct drafting *out, const char *path, const char *id,
    const struct formats *formats, const struct limits *limits, enum lang lang, struct err *e);
void drafting_release(struct drafting *d);

/* A format id made of the last part of ${path}, without its extension, appended to ${out}. */
void drafting_id(struct buf *out, const char *path);

#endif
