/*
 * review_sort.h - the stated order of a review's lists.
 */
#ifndef AUDIT_REVIEW_SORT_H
#define AUDIT_REVIEW_SORT_H

#include "audit/review.h"

/* Sort each list of ${r} by its keys; texts and words of categories bytewise. */
void review_sort(struct review *r);

/* The order of two struct review_resource. */
int review_compare_resources(const void *left, const void *right);

#endif
