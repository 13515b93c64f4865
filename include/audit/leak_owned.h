/*
 * leak_owned.h - what each of several claims by time owns; a part of leak.c.
 */
#ifndef AUDIT_LEAK_OWNED_H
#define AUDIT_LEAK_OWNED_H

#include "audit/finding.h"
#include "ledger/timeline.h"

/* Lines with more claims by time are left to others. */
#define OWNED_CLAIMS_MAX 16

struct owned_times {
    const struct timeline *timeline;
    struct arena arena;
    struct map by_strips; /* the strips of the claims, in order -> struct owned */
};

void owned_times_init(struct owned_times *o, const struct timeline *t);
void owned_times_release(struct owned_times *o);

/*
 * The card-time that each of the ${n} claims ${times} of line ${line}, in order of precedence, owns
 * within ${period} on ${cards} cards: into ${out}. ${*is_found} is false where their time does not
 * count in full, or the instance has too few lines for so many stretches. -1: ERR_NOMEM.
 */
int owned_times_find(struct owned_times *o, uint32_t line,
    const struct claimed_time *const *times, size_t n, struct span period, uint32_t cards,
    money_uint *out, bool *is_found, struct err *e);

#endif
