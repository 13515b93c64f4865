/*
 * binding_inside.h - a binding, for the files that implement it.
 */
#ifndef PARSERS_BINDING_INSIDE_H
#define PARSERS_BINDING_INSIDE_H

#include "parsers/binding.h"
#include "parsers/columns.h"
#include "parsers/expression.h"
#include "parsers/memo.h"
#include "parsers/normalise.h"

struct recipes;

struct binding {
    const struct format *format;
    struct input *input;         /* for warnings; may be NULL */
    struct gpu_types *own_types; /* where the format has none of a struct formats */
    struct columns columns;
    struct normaliser *normaliser;
    struct scratch scratch;
    struct evaluation v;
    const struct format_fields *fields; /* of the line that is made, or was made last */
    size_t line;                        /* index into the format's lines that comes next */
    bool is_begun;                      /* line has been looked at */
    cJSON *list;                        /* the list of which each element gives a line, or NULL */
    const cJSON *next_element;
    struct err trial;
    struct buf work, cell, key;
    struct memo categories; /* texts that the conditions test -> index of the category + 1 */
    bool *is_time_column;   /* per column: a time is made of it */
    bool is_text_tested;    /* categories test only columns and texts: they can be remembered */
    bool is_rebound;        /* to headings that stood among the records */
    bool has_recipes;       /* they are wanted */
    struct recipes *recipes; /* as the columns are bound now, or NULL */
    struct sv last_currency;      /* the last text of a currency and what it means */
    const char *last_code;
    char last_bytes[16];
};

/* What the fields of one charge said beside its values. */
struct fields_said {
    struct stated stated;
    const char *billed_heading; /* currency in the heading of BilledCost */
    const char *other_heading;  /* ... of another amount */
    int time_columns[TIME_COUNT]; /* column that each time was read from, -1 */
    int billed_column, currency_column;
    /* The first heading of an amount that is not 0 and names a currency; one that names another. */
    struct { const char *currency; int column; } named, contrary;
};

/* binding_row.c: what a row is, if it is no charge. */

/* True for a row that repeats the headings. */
bool binding_repeats_headings(const struct binding *b, const struct record *r);

/* True for a row that holds only units and currencies. */
bool binding_holds_only_units(const struct record *r);

/* True for a rule or a row of signs without any text. */
bool binding_is_rule(const struct record *r);

/* True for one of the words for a total, with or without a colon. */
bool binding_is_total_word(struct sv text);

/* True for a row whose first text is one of the words for a total: see binding_is_total(). */
bool binding_may_be_total(const struct record *r, bool *is_subtotal);

/* True for a row without time whose first text is 合计, Total and the like; ${*is_subtotal} for
 * 小计, Subtotal. */
bool binding_is_total(const struct binding *b, const struct record *r, bool *is_subtotal);

/* binding_charge.c: the fields of a record. 0; -1: b->v.is_rejected, or ${e}. */
int binding_make_charge(struct binding *b, const struct record *r, struct charge *c,
    struct err *e);
int binding_make_total(struct binding *b, struct charge *c, struct err *e);

/* What is done to a charge of ${r} whose fields, currency and category are made, but for its texts
 * (normalise_texts()). ${*notes} gets bits of enum normal_note. 0; -1: rejected. */
int binding_finish_charge(struct binding *b, const struct record *r, struct charge *c,
    const struct fields_said *said, unsigned *notes);

/* An empty charge of which nothing is said, and one of its fields; as binding_make_charge(). */
void binding_start_fields(const struct binding *b, struct charge *c, struct fields_said *said);
int binding_make_field(struct binding *b, struct charge *c, const struct format_field *field,
    struct fields_said *said, struct err *e);

/* binding_lines.c: begin with the first of the lines that the record at hand becomes. */
void binding_begin_lines(struct binding *b);

/* Forget what was said of the line before; the columns stay. */
void binding_forget_line(struct binding *b);

/*
 * Make of ${r} the line that comes next. 1: ${c} is made; 0: there are none left; -1: rejected, and
 * nothing more comes of the record, or ${e}.
 */
int binding_next_line(struct binding *b, const struct record *r, struct charge *c,
    struct err *e);

/* binding_observation.c */
int binding_make_observation(struct binding *b, const struct record *r, struct observation *o,
    struct err *e);

/* binding_currency.c: settle BillingCurrency of ${c}. 0; -1: rejected. */
int binding_settle_currency(struct binding *b, struct charge *c, const struct fields_said *said);

/* True where a field that must have a value has none: then the record is refused. */
int binding_missing(struct binding *b, const struct format_field *field);

#endif
