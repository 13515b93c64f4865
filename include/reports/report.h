/*
 * report.h - one report: fills a table. One file each: reports/report_<name>.c.
 */
#ifndef REPORTS_REPORT_H
#define REPORTS_REPORT_H

#include "reports/results.h"
#include "reports/table.h"

/* Where on the page a report stands, by its order. */
enum report_place {
    REPORT_HEAD = 0,    /* orders 0 to 99: behind the head */
    REPORT_SPEND = 100, /* orders 100 to 159: among the spend tables */
    REPORT_INVOICES = 160, /* orders 160 to 199: where invoices are compared with charges */
    REPORT_TRUST = 200, /* orders 200 to 299: where the page says whether it can be trusted */
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
