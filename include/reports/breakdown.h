/*
 * breakdown.h - the spend of one currency as bars: what a chart draws and the table beside it says.
 */
#ifndef REPORTS_BREAKDOWN_H
#define REPORTS_BREAKDOWN_H

#include "reports/results.h"
#include "reports/table.h"

enum breakdown_kind {
    BREAKDOWN_CATEGORY, /* one bar per category, largest first */
    BREAKDOWN_PLATFORM, /* one bar per platform, largest first, cut by category */
    BREAKDOWN_DAY,      /* one bar per day, or per month of a long period, cut by category */
};
#define BREAKDOWN_KINDS 3

/* More platforms than this: the smallest are one bar, "others". More days: bars are months. */
#define BREAKDOWN_PLATFORMS_MAX 30
#define BREAKDOWN_DAYS_MAX 100

/* The key of that bar. */
#define BREAKDOWN_OTHERS "*"

/* Longest breakdown_name(), with the NUL. */
#define BREAKDOWN_NAME_MAX 48

struct breakdown_bar {
    const char *key;   /* platform id, "2026-03-01", "2026-03"; "" for lines without a time */
    const char *label; /* for people, in the results' language */
    struct money total;
    struct money part[CATEGORY_COUNT];
};

struct breakdown {
    struct arena arena;
    enum breakdown_kind kind;
    const char *currency;
    struct { struct breakdown_bar *at; size_t n, room; } bars;
    enum category categories[CATEGORY_COUNT]; /* those that are there, largest first */
    size_t category_count;
    bool is_there[CATEGORY_COUNT];
    struct money sums[CATEGORY_COUNT]; /* by category, over all bars */
    struct money total;
    bool is_monthly; /* days were too many */
};

/*
 * Break the spend of ${r} in ${currency} down. Bars of amount 0 stay. -1: ERR_NOMEM, ERR_RANGE.
 * Release ${b} in every case.
 */
int breakdown_build(struct breakdown *b, const struct results *r, enum breakdown_kind kind,
    const char *currency, struct err *e);
void breakdown_release(struct breakdown *b);

/* The title, a key for lang_text(). */
const char *breakdown_title(enum breakdown_kind kind);

/* The name without a currency, which is that of the chart's script: "spend-by-day". */
const char *breakdown_script(enum breakdown_kind kind);

/* "spend-by-day", with the currency behind it ("-usd") where the results have several. */
const char *breakdown_name(char out[BREAKDOWN_NAME_MAX], const struct results *r,
    enum breakdown_kind kind, const char *currency);

/* The bars as a table, in their order. -1: ERR_NOMEM. */
int breakdown_table(const struct breakdown *b, const struct results *r, struct table *t,
    struct err *e);

#endif
