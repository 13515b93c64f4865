/*
 * detect.h - what a source is, by its content, and how that was found.
 */
#ifndef PARSERS_DETECT_H
#define PARSERS_DETECT_H

#include "input/charset.h"
#include "input/sniff.h"
#include "input/source.h"
#include "ledger/input.h"
#include "record/json_layers.h"
#include "record/xlsx.h"
#include "parsers/format.h"

/* Lines of the beginning among which the heading row is looked for. */
#define DETECT_HEADING_LINES 60

/* Bytes of the beginning that are looked at. */
#define DETECT_HEAD (1u << 20)

struct usage_reader;

struct detection {
    struct arena arena;
    enum content content;
    struct charset_found charset;
    const struct format *format; /* NULL where no format fits */
    const struct usage_reader *usage; /* then: what reads it as a log, or NULL */
    char delimiter;              /* rows of text; 0 for those of a sheet */
    uint64_t heading_line;       /* rows: physical line of the headings */
    const char *list;            /* objects: path of the list */
    struct json_layer layers[JSON_LAYERS_MAX]; /* objects: of JSON around the documents */
    size_t layer_count;
    struct message why;          /* where nothing reads it: what was tried, what was missing */
    const struct format *closest; /* where nothing reads it: or NULL */
};

/*
 * Find out what ${s} is, among ${formats}. Where ${forced} (one of them, or NULL) fits, it is
 * taken, whatever else fits and without regard to its `where`; a file that only others fit is
 * theirs. Evidence is added to ${input}, whose kind, format, platform, encoding, evidence level,
 * delivery and view are set. 0 also where nothing recognises it (format NULL, why); -1: ERR_IO,
 * ERR_NOMEM, ERR_ENCODING, ERR_LIMIT (a pattern), or ERR_SYNTAX for a tie, naming both formats.
 * Release ${out} in every case.
 */
int detect(struct detection *out, struct source *s, const struct formats *formats,
    const struct format *forced, const char *usage_columns, struct input *input, struct err *e);

/* The same for sheet ${sheet} of ${x}, whose rows are looked at as those of text are. */
int detect_sheet(struct detection *out, struct xlsx *x, size_t sheet,
    const struct formats *formats, const struct format *forced, struct input *input,
    struct err *e);

void detection_release(struct detection *d);

#endif
