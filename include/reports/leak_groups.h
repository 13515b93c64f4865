/*
 * leak_groups.h - what leaked, as people want to hear it: many findings alike are one line.
 *
 * Findings that leak by one rule, on one platform, in one currency are a group where there are
 * LEAK_GROUP_MIN of them or more; every other finding that leaks stands alone, as a group of one.
 */
#ifndef REPORTS_LEAK_GROUPS_H
#define REPORTS_LEAK_GROUPS_H

#include "base/arena.h"
#include "base/buf.h"
#include "reports/results.h"

#define LEAK_GROUP_MIN 3

struct leak_group {
    const struct finding **findings; /* in the order of the audit: the largest first */
    size_t n;                        /* 1, or LEAK_GROUP_MIN or more */
    struct money net;                /* of all of them */
    enum certainty certainty;        /* of the least certain */
    int64_t from, to;                /* of the span that holds all; TIME_NONE if none is known */
};

struct leak_groups {
    struct leak_group *at;
    size_t n;
    struct arena arena;
};

/*
 * The groups of all findings that leak (say_is_leak()) in ${currency}, or in all where it is NULL:
 * currency by currency (say_currencies()), the largest net first. Release ${g} also after a
 * failure. -1: ERR_NOMEM, ERR_LIMIT, ERR_RANGE.
 */
int leak_groups_build(struct leak_groups *g, const struct results *r, const char *currency,
    struct err *e);
void leak_groups_release(struct leak_groups *g);

/* What it is about, without the platform: "finetune", "finetune, notebook and 6 more"; ${shown}
 * names at most. Nothing where no finding has a name. */
void leak_group_names(struct buf *out, const struct results *r, const struct leak_group *g,
    size_t shown);

/* From when to when it is, as say_span(). */
void leak_group_span(struct buf *out, const struct results *r, const struct leak_group *g);

/* What to do: what all of them advise; where they differ, what their rule does. */
void leak_group_advice(struct buf *out, const struct results *r, const struct leak_group *g);

#endif
