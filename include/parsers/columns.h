/*
 * columns.h - a format's columns found in one input, and their texts in each record.
 */
#ifndef PARSERS_COLUMNS_H
#define PARSERS_COLUMNS_H

#include "base/buf.h"
#include "base/map.h"
#include "ledger/input.h"
#include "ledger/money.h"
#include "parsers/expression.h"
#include "parsers/format.h"
#include "parsers/scratch.h"

struct column_cell {
    unsigned column;
    size_t cell; /* index in the row */
};

/* A heading of a family of columns ("tag:*"). */
struct column_member {
    unsigned column;
    size_t cell;
    struct sv key; /* what its heading says behind the family's prefix */
};

struct object_node;

struct columns {
    const struct format *format;
    struct arena arena;
    struct sv *texts;         /* per column: in the record at hand; empty if none */
    struct sv *headings;      /* per column: as the file writes it, empty if it has none */
    const char **currencies;  /* per column: ISO code in its heading, or NULL */
    struct money *units;      /* per column: what 1 is, by its heading; 0 if that does not tell */
    unsigned char *ranks;     /* per column: how well its heading fits, 0 if it has none */
    struct sv *row_headings;  /* rows: all headings of the file */
    size_t row_length;
    size_t row_cells;         /* ... and the empty ones behind them */
    struct { struct column_cell *at; size_t n, room; } cells; /* rows: where the texts stand */
    struct { struct column_member *at; size_t n, room; } members; /* rows: of families */
    bool starts_null[256];    /* per byte: one of the format's words for "no value" begins so */
    bool has_families;        /* the format has columns whose names end in "*" */
    struct object_node *root; /* objects: the tree of key paths */
    bool *is_around;          /* objects, per column: it has names of what stands around the list */
    struct map nodes;         /* objects: node and folded key -> the node behind */
    struct map keys;          /* objects: node and raw key -> what it means */
    struct buf printed;       /* objects: a list or object as text */
    bool changed_marker;      /* a spreadsheet's text marker was dropped from a cell */
    const char *clash;        /* key of the column with two different values, after a failure */
};

/*
 * Find the columns of ${f} among ${cells} (NULL: objects). ${c} is released by columns_release() in
 * every case. Headings that mean one column are warned of in ${input} (may be NULL). -1: ERR_SYNTAX
 * naming the required headings that are missing and those found, ERR_NOMEM.
 */
int columns_bind(struct columns *c, const struct format *f, const struct sv *cells, size_t n,
    struct input *input, struct err *e);
void columns_release(struct columns *c);

/*
 * Put the texts of ${r} into ${c}->texts; made ones live in ${scratch}. 0; -1: ERR_NOMEM, or
 * ERR_SYNTAX where two headings that mean one column have different values.
 */
int columns_fill(struct columns *c, const struct record *r, struct scratch *scratch,
    struct err *e);

/* Where the required columns of ${c} reach in a row: cells that a row must have. */
size_t columns_least_cells(const struct columns *c);

/* For columns.c, columns_object.c, columns_family.c and columns_unit.c. */

/* How well ${raw} fits name ${i} of ${column}: 3 equal with its bracket, 2 without, 1 the name is
 * in the bracket, 0 not at all. */
struct folded_name {
    struct sv folded, whole, bracket;
};
unsigned columns_rank(const struct format_column *column, size_t i, const struct folded_name *raw);

/* Fold ${raw} in ${arena}; -1: ERR_NOMEM. */
int columns_fold(struct folded_name *out, struct arena *arena, struct sv raw, struct err *e);

/* The ISO code that the final brackets of ${heading} name, or NULL. */
const char *columns_currency(struct sv heading);

/* How much 1 is below ${heading} where that says it ("金额(分)", "金额（万元）", "cost_micros"), else 0. */
struct money columns_unit(struct sv heading);

/* Put ${text} into column ${column}; ${rank} decides between two. As columns_fill(). */
int columns_put(struct columns *c, unsigned column, unsigned rank, struct sv text, struct err *e);

/* True for a cell with the marker of a spreadsheet before its text: `text or ="text". */
bool columns_is_marked(struct sv text);

/* True for what the format's files write in place of an empty cell. */
bool columns_is_null_word(const struct format *f, struct sv text);

/* Columns with a name that ends in "*": whether a heading or key is one of them; bind the headings
 * of ${c}; put their texts of ${r}. */
bool columns_is_family(const struct format_column *column);
bool columns_family_has(const struct columns *c, struct sv key);
int columns_family_bind(struct columns *c, struct err *e);
int columns_family_fill(struct columns *c, const struct record *r, struct scratch *scratch,
    struct err *e);

int columns_object_bind(struct columns *c, struct err *e);

/* The columns that the value of ${key}, a key of an object itself, is for: ${visit} is called for
 * each. -1: ERR_NOMEM. */
int columns_object_visit(struct columns *c, struct sv key, expression_visit *visit,
    void *context, struct err *e);
int columns_object_fill(struct columns *c, const struct record *r, struct scratch *scratch,
    struct err *e);

#endif
