/*
 * leak.h - from claims to nets: the same money is never counted twice.
 *
 * Claims of one line stand in order of precedence. A claim by time owns the pieces of (card-)time
 * that no earlier one has claimed, a claim by amount as much as is left. What refunds gave back is
 * taken first. For the core; rules claim through finding.h.
 */
#ifndef AUDIT_LEAK_H
#define AUDIT_LEAK_H

#include "audit/finding.h"
#include "ledger/timeline.h"

struct claim {
    struct finding *finding;
    uint32_t line;
    size_t place; /* of the line in finding->lines */
    const struct claimed_time *time; /* NULL: by amount */
    struct money leak, net;
};

struct claims {
    struct { struct claim *at; size_t n, room; } list; /* in order of precedence */
};

void claims_init(struct claims *c);
void claims_release(struct claims *c);

/* Add a claim. -1: ERR_NOMEM, ERR_LIMIT. */
int claims_add(struct claims *c, const struct claim *claim, struct err *e);

/* Move the claims of ${from}, which come later in precedence, behind those of ${into}. -1:
 * ERR_NOMEM, ERR_LIMIT, with both as before. */
int claims_move(struct claims *into, struct claims *from, struct err *e);

/* The share of a line of period ${period} on ${cards} cards (at least 1) that ${time} makes. */
struct fraction leak_share(const struct claimed_time *time, struct span period, uint32_t cards);

/* The cards among which the time of a line is parted: 1 but for gpu lines. */
uint32_t leak_cards(const struct timeline *t, uint32_t line);

/* Fill in the net of each claim, after refunds. -1: ERR_NOMEM, ERR_RANGE. */
int claims_net(struct claims *c, const struct timeline *t, struct err *e);

#endif
