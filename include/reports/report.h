/*
 * report.h - one report: fills a table. One file each: reports/report_<name>.c.
 */
#ifndef REPORTS_REPORT_H
#define REPORTS_REPORT_H

#include "reports/results.h"
#include "reports/table.h"

struct report {
    const char *name;  /* "spend", "spend_by_day": anchor in pages */
    const char *title; /* a key for lang_text() */
    int order;         /* place on the page; smaller first */
    int (*fill)(const struct results *r, struct table *t, struct err *e);
};

/* Generated: all reports, NULL-ended, by file name. */
extern const struct report *const report_table[];

#endif
