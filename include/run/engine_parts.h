/*
 * engine_parts.h - the steps of engine_results_run(); nobody else includes it.
 */
#ifndef RUN_ENGINE_PARTS_H
#define RUN_ENGINE_PARTS_H

#include "run/engine_results.h"
#include "run/engine_table.h"

/* A row of spend_by_input.csv. */
struct engine_input_sum {
    const char *path, *currency;
    uint64_t lines;
    struct money billed;
    uint32_t input; /* index into the ledger's inputs, once these are made */
};

/* A row of checks.csv whose two sides are equal. */
struct engine_law {
    const char *what, *currency;
    struct money amount;
};

/* What the findings of a currency come to. */
struct engine_found {
    const char *currency;
    uint64_t rows;
    struct money leak, net;
};

struct engine_reading {
    struct reading *r;
    struct review *review;
    struct intern texts; /* go to the review's arena at the end */
    struct map inputs;   /* paths, to their index */
    struct { struct engine_input_sum *at; size_t n, room; } sums; /* by path once they are read */
    struct { struct engine_law *at; size_t n, room; } laws;
    struct { struct given_leak *at; size_t n, room; } leaks;
};

/* The text of a cell for the time of the review. NULL: ERR_NOMEM. */
const char *engine_text(struct engine_reading *x, struct sv cell, struct err *e);

/* The code or word of column ${i}. -1: ERR_SYNTAX, ERR_NOMEM. */
int engine_currency(struct engine_reading *x, const struct engine_row *row, size_t i,
    const char **out, struct err *e);
int engine_category(const struct engine_row *row, size_t i, enum category *out, struct err *e);

/* Read all sums in ${folder} into the review, and make the inputs. */
int engine_read_sums(struct engine_reading *x, const char *folder, struct err *e);

/* Behind it: the lines of ${path} into the ledger, what leaks of them into ${x}. */
int engine_read_findings(struct engine_reading *x, const char *path, struct err *e);

/* The row of spend_by_input.csv of a path and a currency; NULL: there is none. */
const struct engine_input_sum *engine_input_sum(const struct engine_reading *x, const char *path,
    const char *currency);

/* The law of conservation over the sums. -1: ERR_BUG naming the sum that does not close. */
int engine_check_sums(const struct engine_reading *x, struct err *e);

/* A row of checks.csv, a visit of its table: both sides must be equal. */
int engine_take_law(void *context, const struct engine_row *row, struct err *e);

/* That checks.csv has a row of each law. -1: ERR_BUG naming the one that is missing. */
int engine_check_laws(const struct engine_reading *x, struct err *e);

/* That the findings of a currency come to what checks.csv says. -1: ERR_BUG naming the sum. */
int engine_check_findings(const struct engine_reading *x, const struct engine_found *found,
    struct err *e);

#endif
