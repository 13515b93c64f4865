/*
 * page.h - the sections of report.html.
 */
#ifndef REPORTS_PAGE_H
#define REPORTS_PAGE_H

#include "reports/render.h"
#include "reports/report.h"

/* Rows of evidence that the page has at most of one finding, and of all. */
#define PAGE_EVIDENCE_MAX 1000
#define PAGE_EVIDENCE_ALL 20000

/* Evidence of more rows is printed only where the reader has opened it. */
#define PAGE_EVIDENCE_PRINTED 12

/* Most reports. */
#define PAGE_REPORTS_MAX 64

/* The head: month, platforms, verdict, the large figures, the largest leaks. */
int page_head(struct buf *out, const struct results *r, struct err *e);

/* The findings that leak most, each with what to do; nothing where nothing leaks. */
int page_largest(struct buf *out, const struct results *r, struct err *e);

/* The links to the sections. */
void page_navigation(struct buf *out, const struct results *r);

/* "Where it went": each chart, and beside it the table that it draws. */
int page_where(struct buf *out, const struct results *r, const struct chart_image *charts,
    size_t n, struct err *e);

/* "Where it leaked": a card for each finding. "What could not be judged." */
int page_findings(struct buf *out, const struct results *r, struct err *e);
int page_unknown(struct buf *out, const struct results *r, struct err *e);

/* The rows behind ${f}, at most ${*room}, by which it is lowered; how its leak was computed. */
void page_evidence(struct buf *out, const struct results *r, const struct finding *f,
    size_t *room);

/*
 * The reports whose order is from ${from} up to ${to}, each with its anchor, in order. Those of
 * spend can be filtered and say their sum.
 */
int page_reports(struct buf *out, const struct results *r, int from, int to, struct err *e);

/*
 * The reports in their order into ${out} of ${max}; returns how many. Those of equal order stand
 * by name.
 */
size_t page_order(const struct report **out, size_t max);

#endif
