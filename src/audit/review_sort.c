/*
 * review_sort.c - the stated order of a review's lists.
 *
 * No two rows of a list have all keys in common, so that the order is total.
 */
#include <stdlib.h>

#include "audit/review_sort.h"

static int
compare_categories(enum category a, enum category b)
{
    return strcmp(words_category.words[a], words_category.words[b]);
}

static int
compare_totals(const void *left, const void *right)
{
    const struct review_total *a = left, *b = right;

    return strcmp(a->currency, b->currency);
}

static int
compare_spend(const void *left, const void *right)
{
    const struct review_spend *a = left, *b = right;
    int order = strcmp(a->platform, b->platform);

    if (order == 0)
        order = compare_categories(a->category, b->category);
    return order ? order : strcmp(a->currency, b->currency);
}

static int
compare_days(const void *left, const void *right)
{
    const struct review_day *a = left, *b = right;
    int order = strcmp(a->day, b->day);

    if (order == 0)
        order = strcmp(a->platform, b->platform);
    if (order == 0)
        order = compare_categories(a->category, b->category);
    return order ? order : strcmp(a->currency, b->currency);
}

int
review_compare_resources(const void *left, const void *right)
{
    const struct review_resource *a = left, *b = right;
    int order = strcmp(a->platform, b->platform);

    if (order == 0)
        order = strcmp(a->resource, b->resource);
    if (order == 0)
        order = strcmp(a->name, b->name);
    if (order == 0)
        order = strcmp(a->sku, b->sku);
    return order ? order : strcmp(a->currency, b->currency);
}

static int
compare_projects(const void *left, const void *right)
{
    const struct review_project *a = left, *b = right;
    int order = strcmp(a->project, b->project);

    return order ? order : strcmp(a->currency, b->currency);
}

#define SORT(list, compare)                                                                        \
    do {                                                                                           \
        if ((list).n > 0)                                                                          \
            qsort((list).at, (list).n, sizeof(*(list).at), (compare));                             \
    } while (0)

void
review_sort(struct review *r)
{
    SORT(r->totals, compare_totals);
    SORT(r->spend, compare_spend);
    SORT(r->days, compare_days);
    SORT(r->resources, review_compare_resources);
    SORT(r->projects, compare_projects);
}
