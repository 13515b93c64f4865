/*
 * previous.h - spend of earlier reviews, and this review's spend beside it.
 */
#ifndef AUDIT_PREVIOUS_H
#define AUDIT_PREVIOUS_H

#include <cjson/cJSON.h>

#include "audit/audit.h"

struct previous_reviews {
    struct arena arena;
    struct { struct previous *at; size_t n, room; } list;
};

/* Spend of one platform, category and currency, then and now; 0 where there was none. */
struct comparison_row {
    const char *platform, *currency; /* borrowed from the reviews */
    enum category category;
    struct money before, now, change;
};

struct comparison {
    /* By platform, category and currency. */
    struct { struct comparison_row *at; size_t n, room; } rows;
};

void previous_init(struct previous_reviews *p);
void previous_release(struct previous_reviews *p);

/*
 * Add the spend of ${review} (a review.json, parsed). -1: ERR_SYNTAX where period or spend are not
 * as gpubill writes them, ERR_NOMEM, ERR_LIMIT.
 */
int previous_add_review(struct previous_reviews *p, const cJSON *review, struct err *e);

/* Add the spend of ${then}, whose texts must outlive ${p}. -1: ERR_NOMEM, ERR_LIMIT. */
int previous_add(struct previous_reviews *p, const struct review *then, struct err *e);

/* The review to compare ${now} with: of the month before, else the last added; NULL: none. */
const struct previous *previous_for(const struct previous_reviews *p, const struct period *now);

/* True where ${now} is one calendar month and ${then} the one before. */
bool previous_is_month_before(const struct period *then, const struct period *now);

/* ${then} may be NULL: no rows. Release ${c} in every case. */
int comparison_build(struct comparison *c, const struct previous *then, const struct review *now,
    struct err *e);
void comparison_release(struct comparison *c);

#endif
