/*
 * review_sort.h - the stated order of a review's lists.
 */
#ifndef AUDIT_REVIEW_SORT_H
#define AUDIT_REVIEW_SORT_H

#include "audit/review.h"

/* Sort each list of ${r} by its keys; texts and words of categories bytewise. */
void review_sort(struct review *r);

#endif
