/*
 * strip.h - stretches of time of which many lines take a part each.
 *
 * Charges of one instance may overlap in any number, and each takes of the same stretches what lies
 * within its own period. The stretches are kept once and summed up once, so that a line costs two
 * searches and no memory, however many stretches its period holds.
 */
#ifndef LEDGER_STRIP_H
#define LEDGER_STRIP_H

#include "ledger/span.h"

/* Read-only, in the arena that it was made in. */
struct strip {
    struct spans spans;             /* sorted, without overlaps; of two weights, they may touch */
    const uint64_t *lengths;        /* of all spans before each, and last of all of them; modulo
                                     * 2^64, for one may have no end */
    const struct fraction *weights; /* of each span: the share of it that is meant; NULL: all 1 */
    const struct fraction *weighed; /* lengths x weights of all before each, and of all of them */
    uint32_t card;                  /* the index of its series, or CARD_ALL */
};

/*
 * The strip of ${s}, whose spans must live as long, on ${card}; with ${weights} for each of them,
 * or NULL. -1: ERR_NOMEM.
 */
int strip_make(struct strip *out, const struct spans *s, const struct fraction *weights,
    uint32_t card, struct arena *arena, struct err *e);

/* How long what lies in ${window} is; the same with each stretch times its weight. */
int64_t strip_covered(const struct strip *s, struct span window);
struct fraction strip_weighed(const struct strip *s, struct span window);

/* How much of ${window} lies in both. Walks along the one that has fewer spans there. */
int64_t strip_common(const struct strip *a, const struct strip *b, struct span window);

/* The spans of ${s} that have time in common with ${window} are those from ${*first} up to, and
 * without, ${*end}. */
void strip_find(const struct strip *s, struct span window, size_t *first, size_t *end);

/* Span ${i} of ${s}, which has time in common with ${window}, cut to it; its weight. */
struct span strip_part(const struct strip *s, size_t i, struct span window);
struct fraction strip_weight(const struct strip *s, size_t i);

#endif
