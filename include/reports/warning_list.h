/*
 * warning_list.h - all warnings of a run, one after another.
 */
#ifndef REPORTS_WARNING_LIST_H
#define REPORTS_WARNING_LIST_H

#include "reports/results.h"

struct warning_at {
    const char *path; /* "" for what concerns no input */
    const struct warning *warning;
    size_t input, index; /* where to look next; input 0 is the run itself */
};

#define WARNING_AT_INIT { 0 }

/* Step to the next warning that was kept: those of the run (import, audit), then those of each
 * input in order. */
bool warning_next(struct warning_at *at, const struct results *r);

#endif
