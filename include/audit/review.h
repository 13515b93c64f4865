/*
 * review.h - the sums of a review: totals and where the money went.
 *
 * Built once from the settled ledger. Only lines that count and are spend are summed; account moves
 * stand in `moved` alone. All lists are sorted by the keys that their structs name, in that order
 * (texts bytewise, categories by their word; days by day first), so that output is stable. Strings
 * are those of the ledger and live as long as it; those of projects are the review's own.
 */
#ifndef AUDIT_REVIEW_H
#define AUDIT_REVIEW_H

#include "ledger/ledger.h"
#include "ledger/settle.h"
#include "parsers/config.h"

struct review_total {
    const char *currency;
    uint64_t lines;
    struct money list, discount, billed, voucher, cash, refunds, moved;
    bool has_list; /* every line knows its list cost: else `list` sums those that do */
    uint64_t lines_without_list;
};

struct review_spend {
    const char *platform;
    enum category category;
    const char *currency;
    uint64_t lines;
    struct money billed;
};

struct review_day {
    char day[11]; /* YYYY-MM-DD in the review's zone; "" for lines without a time */
    const char *platform;
    enum category category;
    const char *currency;
    struct money billed;
};

struct review_resource {
    const char *platform, *resource, *name, *sku, *currency;
    struct money billed;
};

struct review_project {
    const char *project; /* "" for lines of none */
    const char *currency;
    struct money billed;
};

struct review {
    const struct ledger *ledger;
    struct period period;
    struct arena arena;
    struct { struct review_total *at; size_t n, room; } totals;
    struct { struct review_spend *at; size_t n, room; } spend;
    struct { struct review_day *at; size_t n, room; } days;
    struct { struct review_resource *at; size_t n, room; } resources;
    struct { struct review_project *at; size_t n, room; } projects;
};

/*
 * Sum ${l}, which must outlive ${r}. Projects come from the line's x_Project, else from ${config}
 * (may be NULL). -1: ERR_NOMEM, ERR_RANGE where a sum is too large, ERR_LIMIT from a pattern.
 * Release ${r} in every case.
 */
int review_build(struct review *r, const struct ledger *l, const struct period *period,
    const struct config *config, struct err *e);
void review_release(struct review *r);

/*
 * The law of conservation, checked anew from the lines: every input is closed; the sum over each
 * input's lines is its `billed`; totals = inputs = spend = days = resources = projects, to the last
 * digit; cash = billed - voucher. -1: ERR_BUG naming the sum that does not close.
 */
int review_check(const struct review *r, struct err *e);

#endif
