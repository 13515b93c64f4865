/*
 * detect.h - what a source is, by its content, and how that was found.
 */
#ifndef PARSERS_DETECT_H
#define PARSERS_DETECT_H

#include "input/charset.h"
#include "input/sniff.h"
#include "input/source.h"
#include "ledger/input.h"
#include "parsers/format.h"

/* Lines of the beginning among which the heading row is looked for. */
#define DETECT_HEADING_LINES 60

/* Bytes of the beginning that are looked at. */
#define DETECT_HEAD (1u << 20)

struct detection {
    struct arena arena;
    enum content content;
    struct charset_found charset;
    const struct format *format; /* NULL where nothing recognises it */
    char delimiter;              /* rows */
    uint64_t heading_line;       /* rows: physical line of the headings */
    const char *list;            /* objects: path of the list */
    struct message why;          /* where format is NULL: what was tried and what was missing */
    const struct format *closest; /* where format is NULL: or NULL */
};

/*
 * Find out what ${s} is, among ${formats}, or only ${forced} (may be NULL) where that is given.
 * Evidence is added to ${input}, whose kind, format, encoding and evidence level are set. 0 also
 * where nothing recognises it (format NULL, why); -1: ERR_IO, ERR_NOMEM, ERR_ENCODING, or
 * ERR_SYNTAX for a tie, naming both formats. Release ${out} in every case.
 */
int detect(struct detection *out, struct source *s, const struct formats *formats,
    const struct format *forced, struct input *input, struct err *e);

void detection_release(struct detection *d);

#endif
