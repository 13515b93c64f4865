/*
 * idle.h - idle GPUs as several rules need them: tails of runs, and whose use is known.
 */
#ifndef AUDIT_IDLE_H
#define AUDIT_IDLE_H

#include "audit/audit.h"

/*
 * True where the use of each card of gpu line ${line} may be known: it has a period, the time of
 * its use is located, its cards are a whole number, and its instance has samples of at most as
 * many GPUs. ${*instance} and ${*cards} are set where it is.
 */
bool idle_is_known(const struct audit *a, uint32_t line, const struct timeline_instance **instance,
    uint32_t *cards);

/*
 * The tails of ${i}: of each run in which every card of every gpu line has a series, the time at
 * its end in which all GPUs are idle, where it is at least ${least} long. In ${arena}. -1:
 * ERR_NOMEM.
 */
int idle_tails(const struct audit *a, const struct timeline_instance *i, int64_t least,
    struct arena *arena, struct spans *out, struct err *e);

/* The tails that the rule forgotten-instance reports; none where it is disabled. */
int idle_forgotten(const struct audit *a, const struct timeline_instance *i, struct arena *arena,
    struct spans *out, struct err *e);

#endif
