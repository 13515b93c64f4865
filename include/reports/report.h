/*
 * report.h - one report: fills a table. One file each: reports/report_<name>.c.
 */
#ifndef REPORTS_REPORT_H
#define REPORTS_REPORT_H

#include "reports/results.h"
#include "reports/table.h"

/* Where on the page a report stands, by its order. */
enum report_place {
    REPORT_LEAKS = 0,        /* orders 0 to 49: findings */
    REPORT_UNKNOWN = 50,     /* orders 50 to 89: what could not be judged */
    REPORT_TOTALS = 90,      /* orders 90 to 99: what the spend tables add up to */
    REPORT_SPEND = 100,      /* orders 100 to 149: the spend tables */
    REPORT_COMPARISON = 150, /* orders 150 to 159: against the month before */
    REPORT_INVOICES = 160,   /* orders 160 to 199: where invoices are compared with charges */
    REPORT_TRUST = 200,      /* orders 200 to 219: the files that were read */
    REPORT_TROUBLE = 220,    /* orders 220 to 299: what was not right about them */
    REPORT_END = 300,
};

/* Most rows of a report's table; where there are more, the table's note says so. */
#define REPORT_ROWS_MAX 2000

struct report {
    const char *name;  /* "spend", "spend_by_day": anchor in pages */
    const char *title; /* a key for lang_text() */
    int order;         /* place on the page; smaller first: see enum report_place */
    int (*fill)(const struct results *r, struct table *t, struct err *e);
};

/* Generated: all reports, NULL-ended, by file name. */
extern const struct report *const report_table[];

#endif
