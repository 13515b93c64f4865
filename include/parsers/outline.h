/*
 * outline.h - what is known of the embedded formats and GPU types before any JSON is read.
 *
 * parsers/outlines/write_outlines.c writes these tables at build time, from the same files and with
 * the same code that reads them at run time: a run that needs one format of many compiles that one.
 */
#ifndef PARSERS_OUTLINE_H
#define PARSERS_OUTLINE_H

#include "parsers/format.h"

/* The outlines of embedded_formats, in its order; one without id ends them. */
extern const struct format format_outlines[];

struct gpu_type_row {
    const char *platform; /* "" for any */
    const char *pattern;  /* to be compiled */
    const char *literal;  /* what every text that it matches holds, in lower case; "" if unknown */
    const char *model;    /* NULL ends a table */
    unsigned count;       /* cards; 0 if unknown */
    unsigned count_group; /* of the pattern, that tells the cards; 0: none does */
};

/* The rows of gpu_types.json, in its order. */
extern const struct gpu_type_row gpu_type_rows[];

/* Groups that a row's pattern may have, with the whole match. */
#define GPU_TYPE_GROUPS_MAX 16

/* Most cards of one instance. */
#define GPU_TYPE_CARDS_MAX 1024

#endif
