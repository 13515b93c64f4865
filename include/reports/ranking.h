/*
 * ranking.h - the order of rows for people: currency by currency, the largest amount first.
 */
#ifndef REPORTS_RANKING_H
#define REPORTS_RANKING_H

#include "reports/report.h"

struct ranked {
    size_t currency; /* place of its currency: most lines first */
    struct money amount;
    size_t index; /* of the row that is ranked; decides between equal amounts */
};

struct ranking {
    struct { struct ranked *at; size_t n, room; } rows;
};

#define RANKING_INIT { 0 }

/* Add row ${index}. -1: ERR_NOMEM, ERR_LIMIT. */
int ranking_add(struct ranking *k, const struct results *r, const char *currency,
    struct money amount, size_t index, struct err *e);

void ranking_sort(struct ranking *k);
void ranking_release(struct ranking *k);

/*
 * Where a table has fewer rows than there are, say so in its note: ${shown} of ${all}, the rest in
 * ${file}. -1: ERR_NOMEM.
 */
int ranking_note(struct table *t, const struct results *r, size_t shown, size_t all,
    const char *file, struct err *e);

#endif
