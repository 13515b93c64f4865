/*
 * page.h - the sections of report.html.
 */
#ifndef REPORTS_PAGE_H
#define REPORTS_PAGE_H

#include "reports/render.h"
#include "reports/report.h"

/* The head: month, platforms, verdict, the large figures, where to go. */
int page_head(struct buf *out, const struct results *r, struct err *e);

/* "Where it went": each chart, and beside it the table that it draws. */
int page_where(struct buf *out, const struct results *r, const struct chart_image *charts,
    size_t n, struct err *e);

/* The reports whose order is from ${from} up to ${to}, each with its anchor, in order. */
int page_reports(struct buf *out, const struct results *r, int from, int to, struct err *e);

/*
 * The reports in their order into ${out} of ${max}; returns how many. Those of equal order stand
 * by name.
 */
size_t page_order(const struct report **out, size_t max);

/* Most reports. */
#define PAGE_REPORTS_MAX 64

#endif
