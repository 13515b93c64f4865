/*
 * breakdown_inside.h - filling the bars of each kind; a part of breakdown.c.
 */
#ifndef REPORTS_BREAKDOWN_INSIDE_H
#define REPORTS_BREAKDOWN_INSIDE_H

#include "base/map.h"
#include "reports/breakdown.h"

/* A breakdown while its bars are filled; the map finds them by their key. */
struct filling {
    struct breakdown *b;
    const struct results *r;
    struct map map;
};

/* The bar of ${key} (borrowed), made at the end where there is none; NULL: ERR_NOMEM, ERR_LIMIT.
 * Valid until the next one is made. */
struct breakdown_bar *filling_bar(struct filling *f, const char *key, struct err *e);

/* Add ${amount} to ${part} of the bar of ${key}, and to all sums. -1: ERR_NOMEM, ERR_RANGE. */
int filling_add(struct filling *f, const char *key, unsigned part, struct money amount,
    struct err *e);

/* Fill the bars of a kind, in the order of what they are filled from. -1: ERR_NOMEM, ERR_RANGE. */
int filling_add_days(struct filling *f, struct err *e);
int filling_add_months(struct filling *f, struct err *e);
int filling_add_leaks(struct filling *f, struct err *e);
int filling_add_gpu_time(struct filling *f, struct err *e);

/* The label of a bar of BREAKDOWN_LEAKS. */
const char *filling_rule_title(const struct results *r, const char *rule);

/* How much more each month is than the one before. */
void filling_compare_months(struct breakdown *b, const struct results *r);

#endif
