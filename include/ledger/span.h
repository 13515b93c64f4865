/*
 * span.h - stretches of time, and what is made of several: exact, in milliseconds.
 *
 * All results live in the arena that is given and are read-only.
 */
#ifndef LEDGER_SPAN_H
#define LEDGER_SPAN_H

#include "base/arena.h"
#include "ledger/fraction.h"
#include "ledger/timestamp.h"

/* [from, to): from < to. */
struct span {
    int64_t from, to;
};

/* Sorted, and no two touch or overlap. */
struct spans {
    const struct span *at;
    size_t n;
};

#define SPANS_EMPTY ((struct spans){ NULL, 0 })

/* Every card of a line. */
#define CARD_ALL UINT32_MAX

/*
 * A stretch of a line's time, on one card (the index of its series) or on all, and the share of it
 * that is meant: 1 but where a bill says only how long something was used, not when.
 */
struct time_piece {
    struct span span;
    uint32_t card;
    struct fraction weight;
};

/*
 * Sort the ${n} spans at ${at} in any order and join those that touch or overlap, in place; empty
 * ones are dropped. ${at} must live as long as the result.
 */
struct spans spans_join(struct span *at, size_t n);

/* What is in a or b; in both; in a and not in b. -1: ERR_NOMEM. Linear. */
int spans_union(struct spans *out, const struct spans *a, const struct spans *b,
    struct arena *arena, struct err *e);
int spans_intersect(struct spans *out, const struct spans *a, const struct spans *b,
    struct arena *arena, struct err *e);
int spans_subtract(struct spans *out, const struct spans *a, const struct spans *b,
    struct arena *arena, struct err *e);

/* The part of ${s} within ${window}, which may be empty. -1: ERR_NOMEM. */
int spans_clip(struct spans *out, const struct spans *s, struct span window, struct arena *arena,
    struct err *e);

/* How long all of ${s} is; how much of ${window} it covers (looks only at what lies there). */
int64_t spans_length(const struct spans *s);
int64_t spans_covered(const struct spans *s, struct span window);

/* The index of the first span that ends after ${at}; s->n where there is none. */
size_t spans_after(const struct spans *s, int64_t at);

/* True where ${at} lies in a span; the time that two windows have in common. */
bool spans_hold(const struct spans *s, int64_t at);
int64_t span_common(struct span a, struct span b);

#endif
