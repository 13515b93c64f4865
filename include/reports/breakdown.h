/*
 * breakdown.h - the figures of a review as bars: what a chart draws and the table beside it says.
 *
 * The parts of a bar are told apart by an index: the enum category of spend, the enum certainty of
 * leaks, the enum gpu_state of GPU hours.
 */
#ifndef REPORTS_BREAKDOWN_H
#define REPORTS_BREAKDOWN_H

#include "reports/results.h"
#include "reports/table.h"

enum breakdown_kind {
    BREAKDOWN_CATEGORY, /* spend: one bar per category, largest first */
    BREAKDOWN_PLATFORM, /* spend: one bar per platform, largest first, cut by category */
    BREAKDOWN_DAY,      /* spend: one bar per day, or per month of a long period, cut by category;
                           and what leaked of it */
    BREAKDOWN_MONTH,    /* spend: one bar per month, an earlier review's before them, cut by
                           category; no bars where there is but one month */
    BREAKDOWN_LEAKS,    /* net leaks: one bar per rule, largest first, cut by certainty */
    BREAKDOWN_GPU_TIME, /* GPU hours: one bar per resource, most first, cut by what GPUs did; of no
                           currency: "" */
};
#define BREAKDOWN_KINDS 6

/* Most parts of a bar. */
#define BREAKDOWN_PARTS CATEGORY_COUNT

/* More platforms or rules than this: the smallest are one bar, "others". More days: bars are
 * months. More months in BREAKDOWN_MONTH: the first ones are one bar. */
#define BREAKDOWN_BARS_MAX 30
#define BREAKDOWN_DAYS_MAX 100

/* The key of that bar. */
#define BREAKDOWN_OTHERS "*"

/* Longest breakdown_name(), with the NUL. */
#define BREAKDOWN_NAME_MAX 48

struct breakdown_bar {
    const char *key;   /* platform id, "2026-03-01", "2026-03"; "" for lines without a time */
    const char *label; /* for people, in the results' language */
    struct money total;
    struct money part[BREAKDOWN_PARTS];
    struct money leaked[BREAKDOWN_PARTS]; /* of each part: what is hatched */
    struct money change; /* against the bar before, to 4 decimals: 0.128 is 12.8 % */
    bool has_change;     /* BREAKDOWN_MONTH: both are whole months, one behind the other */
};

struct breakdown {
    struct arena arena;
    enum breakdown_kind kind;
    const char *currency; /* "": amounts are GPU hours */
    struct { struct breakdown_bar *at; size_t n, room; } bars;
    unsigned parts[BREAKDOWN_PARTS]; /* those that are there, in the order they are drawn */
    size_t part_count;
    bool is_there[BREAKDOWN_PARTS];
    struct money sums[BREAKDOWN_PARTS]; /* by part, over all bars */
    struct money total;
    struct money leaked; /* over all bars; of BREAKDOWN_DAY */
    bool is_monthly;     /* BREAKDOWN_DAY: days were too many */
    bool is_weekly;      /* breakdown_by_week() */
};

/*
 * Break the figures of ${r} in ${currency} down. Bars of amount 0 stay, but for leaks. -1:
 * ERR_NOMEM, ERR_RANGE. Release ${b} in every case.
 */
int breakdown_build(struct breakdown *b, const struct results *r, enum breakdown_kind kind,
    const char *currency, struct err *e);
void breakdown_release(struct breakdown *b);

/* Add the days of a BREAKDOWN_DAY, which is not monthly, up to weeks from Monday on. -1: ERR_NOMEM,
 * ERR_RANGE. */
int breakdown_by_week(struct breakdown *b, struct err *e);

/* The title, a key for lang_text(). */
const char *breakdown_title(const struct breakdown *b);

/* The name of part ${part} in the results' language, and its key: "data-disk", "certain". */
const char *breakdown_part_label(const struct breakdown *b, const struct results *r,
    unsigned part);
const char *breakdown_part_key(const struct breakdown *b, unsigned part);

/* The name without a currency, which is that of the chart's script: "spend-by-day". */
const char *breakdown_script(enum breakdown_kind kind);

/* "spend-by-day", with the currency behind it ("-usd") where the results have several. */
const char *breakdown_name(char out[BREAKDOWN_NAME_MAX], const struct results *r,
    enum breakdown_kind kind, const char *currency);

/* Whether breakdown_name() may have written ${name}. */
bool breakdown_is_name(struct sv name);

/* All breakdowns that ${r} may have, in the order of the page: currency by currency, then GPU
 * hours. Those that turn out to have no bars are left out by whoever shows them. */
struct breakdown_id {
    enum breakdown_kind kind;
    const char *currency;
};
#define BREAKDOWN_LIST_MAX 384
size_t breakdown_list(const struct results *r, struct breakdown_id out[BREAKDOWN_LIST_MAX]);

/* The bars as a table, in their order. -1: ERR_NOMEM. */
int breakdown_table(const struct breakdown *b, const struct results *r, struct table *t,
    struct err *e);

#endif
