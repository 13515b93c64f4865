/*
 * recipe.h - what the rows of a bill have in common, worked out once (recipe.c tells how).
 *
 * For the files that implement a binding.
 */
#ifndef PARSERS_RECIPE_H
#define PARSERS_RECIPE_H

#include "parsers/binding_inside.h"

/* A field that is measured. */
struct recipe_field {
    const struct format_field *field;
    bool is_plain;   /* it is the amount in `column` */
    bool is_cost;    /* ... and may have its currency in the heading */
    unsigned column;
};

/* What of a row is settled by cells that repeat, and what is measured anew; recipe_plan.c. */
struct recipe_plan {
    bool *is_measured; /* per field of the format */
    struct { struct recipe_field *at; size_t n; } measured; /* these fields, in order */
    unsigned settled_times; /* bit per enum time_column of which a settled field tells */
    bool *is_settled;       /* per column: something that is settled reads it */
    struct { size_t *at; size_t n; } compared; /* rows: cells that must be equal, in order */
    struct { struct column_cell *at; size_t n; } filled; /* rows: cells that are measured */
    struct { size_t *at; size_t n; } emptied; /* columns that measured fields read */
};

/* The plan for ${f} bound as ${columns}, in ${arena}. False where recipes would not be right, or
 * memory is out. */
bool recipe_plan_make(struct recipe_plan *p, const struct format *f,
    const struct columns *columns, struct arena *arena);

/* What settled cells have made of a charge, before it was normalised. */
struct recipe_base {
    unsigned char word[WORD_COUNT];
    unsigned char gpu_decimals;
    bool has_gpu_count, has_marker;
    struct money gpu_count;
    unsigned changes;
    int64_t time[TIME_COUNT];
    struct stated stated;
    int time_columns[TIME_COUNT];
    int currency_column;
    struct sv currency; /* as the row writes it */
};

/* What normalising makes of it, for one entry. */
struct recipe_result {
    struct recipe_result *next;
    const struct ledger_facets *facets; /* of the ledger; NULL before the first line is in it */
    const struct ledger_amounts *amounts; /* of the last line */
    unsigned char entry;
    unsigned char word[WORD_COUNT];
    bool has_gpu_count;
    struct money gpu_count;
    unsigned changes;
    uint32_t length[TEXT_COUNT]; /* of the texts, which are those of the facets */
};

struct recipe {
    struct sv key;
    struct recipe *next; /* that of the row behind the last row with this one, a guess; or NULL */
    struct recipe_base base;
    struct recipe_result *results;
};

struct recipes {
    struct recipe_plan plan;
    struct arena plan_arena, arena; /* of the plan; of the recipes and their keys */
    struct map map;                 /* key -> struct recipe */
    uint64_t hits, misses;
    bool is_off;                    /* they did not pay */
    bool is_learning;               /* the row at hand has the key in `key`, and is no hit */
    struct recipe_base draft;       /* of the row at hand */
    struct recipe *last;            /* of the row before, or NULL */
    struct err ignored;             /* of what goes back to be made the long way */
    size_t key_size;
    char *key;
};

/* recipe_table.c: recipes for ${b} as its columns are bound, or NULL: without them. */
struct recipes *recipes_new(const struct binding *b);
void recipes_free(struct recipes *s);

/* The recipe of ${r}, or NULL; then s->is_learning tells whether one is wanted. */
struct recipe *recipes_find(struct binding *b, const struct record *r);

/* Draft the base for the row at hand from ${c}, whose fields are made; ${currency} is that of the
 * row, ${changes} are bits of settled fields. */
void recipes_draft(struct binding *b, const struct charge *c, const struct fields_said *said,
    struct sv currency, unsigned changes);

/* Keep what has become of the draft: ${c}, normalised; ${changes} are bits of its texts. Sets
 * c->alike. */
void recipes_keep(struct binding *b, const struct record *r, struct charge *c, unsigned changes);

/* recipe.c: make ${out} of ${r} by a recipe. False: there is none for it, or it does not fit. */
bool recipes_make(struct binding *b, const struct record *r, struct made *out);

#endif
