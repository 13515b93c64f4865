/*
 * timeline_build.h - the parts of timeline_build(); nobody else includes it.
 */
#ifndef LEDGER_TIMELINE_BUILD_H
#define LEDGER_TIMELINE_BUILD_H

#include "ledger/timeline.h"

/* Keys of timeline.accounts and timeline.seen_in; texts are the ledger's. */
struct account_key {
    const char *platform, *account;
};

struct seen_key {
    const char *platform, *account;
    uint64_t input;
};

/* Observations of one kind that stand together: rows [first, first + n). */
struct observed {
    size_t first, n;
    const struct observed *next; /* of the same platform and instance */
};

struct observed_index {
    const struct observations *observations; /* or NULL */
    struct arena arena;
    struct map states, samples; /* "platform NUL instance" -> struct observed */
};

/* Where the observations of each instance stand. -1: ERR_NOMEM. Release in every case. */
int observed_index_build(struct observed_index *x, const struct observations *o, struct err *e);
void observed_index_release(struct observed_index *x);

/* The groups of an instance; NULL: none. Their account is not looked at. */
const struct observed *observed_find(const struct map *m, const char *platform,
    const char *instance);

/* Fill in states and logged; series and what follows from them. -1: ERR_NOMEM. */
int timeline_add_states(struct timeline *t, struct timeline_instance *i,
    const struct observed_index *x, struct err *e);
int timeline_add_series(struct timeline *t, struct timeline_instance *i,
    const struct observed_index *x, const struct timeline_options *options, struct err *e);

/* Fill in last_seen, runs, undecided, unlocated, from what the two above found. -1: ERR_NOMEM. */
int timeline_add_runs(struct timeline *t, struct timeline_instance *i, struct err *e);

#endif
