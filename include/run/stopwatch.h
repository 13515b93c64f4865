/*
 * stopwatch.h - what a run costs: the facts of review.json that differ from run to run.
 */
#ifndef RUN_STOPWATCH_H
#define RUN_STOPWATCH_H

#include "reports/results.h"

struct stopwatch {
    int64_t started; /* milliseconds UTC; 0 where the system has no clock */
    int64_t begun;   /* milliseconds of a clock that nobody sets */
};

void stopwatch_start(struct stopwatch *w);

/* When the run of ${r} started, how long it took until now, and the most memory in use. */
void stopwatch_tell(const struct stopwatch *w, struct results *r);

#endif
