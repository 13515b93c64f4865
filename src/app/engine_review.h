/*
 * engine_review.h - --findings and --aggregates: a review of what an engine has computed.
 */
#ifndef APP_ENGINE_REVIEW_H
#define APP_ENGINE_REVIEW_H

#include "app/options.h"
#include "run/judging.h"
#include "run/reading.h"

/* Whether the options ask for one. */
bool engine_review_is_asked(const struct options *o);

/* -1: ERR_USAGE where one of the two is missing, or an option goes with bills alone. */
int engine_review_check(const struct options *o, struct err *e);

/* Behind opening_init(): read, check, and judge nothing. An exit code; what is wrong is told. */
int engine_review_run(struct judging *j, struct reading *r, const struct options *o);

#endif
