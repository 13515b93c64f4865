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

struct engine_reading {
    struct reading *r;
    struct review *review;
    struct intern texts; /* go to the review's arena at the end */
    struct map inputs;   /* paths, to their index */
    struct { struct engine_input_sum *at; size_t n, room; } sums; /* by path once they are read */
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

/* The law of conservation over the sums. -1: ERR_BUG naming the sum that does not close. */
int engine_check_sums(const struct engine_reading *x, struct err *e);

#endif
