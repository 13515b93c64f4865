/*
 * working.h - how the leak of a finding was computed, with its own numbers.
 *
 * Filled into what the rule says (struct rule, working). In braces stand
 *     billed, leak       of the finding
 *     row.billed, row.leak    of its row that leaks most (the first of several)
 *     row.period, row.part    how long that row's charge period is; how much of it leaks
 *     row.cards, row.card_part  its cards; how much time of all of them together leaks
 *     and each fact by its name; #name writes a number without decimals that are 0.
 */
#ifndef REPORTS_WORKING_H
#define REPORTS_WORKING_H

#include "base/buf.h"
#include "reports/results.h"

/* Append it: "0.33 x 16 h / 24 h = 0.22 in the largest row". Where a number that the rule names is
 * not there, what is known of any finding: "0.22 of the 0.33 that 1 row billed". */
void working_say(struct buf *out, const struct results *r, const struct finding *f);

/* Append why the net leak is less than the leak; nothing where it is not. */
void working_say_net(struct buf *out, const struct results *r, const struct finding *f);

/* Append ${milliseconds}, rounded to seconds: "59 h 34 min 44 s". */
void working_say_duration(struct buf *out, enum lang lang, int64_t milliseconds);

#endif
