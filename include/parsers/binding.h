/*
 * binding.h - a format bound to the headings of one input: turns records into charges.
 */
#ifndef PARSERS_BINDING_H
#define PARSERS_BINDING_H

#include "ledger/charge.h"
#include "ledger/observation.h"
#include "parsers/format.h"

struct binding;
struct ledger;
struct ledger_repeat;

/* What became of a record. */
enum outcome {
    OUTCOME_LINE,        /* ${charge} is filled */
    OUTCOME_OBSERVATION, /* ${observation} is filled */
    OUTCOME_SKIPPED,
    OUTCOME_REJECTED,
};

struct made {
    enum outcome outcome;
    struct charge charge;
    struct observation observation;
    enum skip skip;
    enum reject reject;
    struct sv column;       /* heading concerned; valid until the next record */
    struct message why;
    bool is_declared_total; /* a total row: `charge` holds BilledCost and currency that it states */

    /* Where the ledger's line for `charge` is to be told of (ledger_repeat_last()), or NULL; if
     * `is_repeated`, it says what that line repeats (ledger_add_repeated()), if `is_like`, what it
     * repeats but for the amounts (ledger_add_like()). */
    struct ledger_repeat *repeat;
    bool is_repeated, is_like;
};

/*
 * Bind ${f} to the headings ${cells} (NULL for objects, whose keys are looked up by name). Times
 * without a zone are in that of the format, else ${zone_minutes}. ${input} gets warnings about
 * headings. Two headings that mean one column are looked at per row. NULL: ERR_SYNTAX naming the
 * required headings that are missing and those found, ERR_NOMEM. Free with binding_free(). One
 * thread at a time.
 */
struct binding *binding_new(const struct format *f, const struct sv *cells, size_t n,
    int zone_minutes, struct input *input, struct err *e);
void binding_free(struct binding *b);

/*
 * From now on use again, for records like earlier ones, what was worked out of those: the charges
 * are the same to the byte, and made faster (recipe.c). All of them must go into one ledger by
 * made_add() before the next is made; their texts that it does not look at are left out, and
 * binding_explain() knows nothing of them.
 */
void binding_use_recipes(struct binding *b);

/* What is made from now on goes into another ledger, or into one that ledger_clear() emptied. */
void binding_begin_ledger(struct binding *b);

/*
 * Make of ${r} what the format says, normalised (normalise.h). Texts in ${out} are valid until the
 * next call. -1 only for trouble that ends the file: ERR_NOMEM, ERR_SYNTAX (two headings that mean
 * one field with different values), ERR_LIMIT (a pattern).
 */
int binding_make(struct binding *b, const struct record *r, struct made *out, struct err *e);

/*
 * As binding_make() for the row that ${ahead} begins with, where it is like earlier ones; it has
 * ${*length} bytes with its line end. False: it is to be made as a record. The texts in
 * ${out}->charge are those that ledger_add() looks at.
 */
bool binding_glance_row(struct binding *b, struct sv ahead, char delimiter, uint64_t line,
    size_t *length, struct made *out);

/*
 * As binding_glance_row() for the object that ${ahead} begins with, element ${line} of a list
 * around which nothing stands; it is found to be sound, and has ${*length} bytes.
 */
bool binding_glance_object(struct binding *b, struct sv ahead, uint64_t line, size_t *length,
    struct made *out);

/*
 * The next line of the record ${r} that binding_make() made its first thing of, where the format
 * makes several lines of one record. 1: ${out} is filled as by binding_make(); 0: there are no
 * more; -1 as binding_make().
 */
int binding_more(struct binding *b, const struct record *r, struct made *out, struct err *e);

/* Put the line that ${m} holds into ${l}, as one of input ${input}; as ledger_add(). */
int made_add(const struct made *m, struct ledger *l, uint32_t input, struct err *e);

/* Whether a row was taken for other headings, to which the rows since then are bound. */
bool binding_is_rebound(const struct binding *b);

/* The cell of row ${r} that is a word for a total (合计, Total), or SV_EMPTY. */
struct sv binding_total_word(const struct record *r);

/* Step-by-step account of the last binding_make() or binding_more(): each column and its text, each
 * cell of the line before input hooks and where it came from, in ${lang}, appended to ${out}. */
struct buf;
void binding_explain(const struct binding *b, const struct record *r, const struct made *made,
    enum lang lang, struct buf *out);

#endif
