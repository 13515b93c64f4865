/*
 * summary_leaks.h - what leaked, on the terminal; a part of render_summary.c.
 */
#ifndef REPORTS_SUMMARY_LEAKS_H
#define REPORTS_SUMMARY_LEAKS_H

#include "base/buf.h"
#include "reports/results.h"

/* "  Leaked   CNY 412.36  12.6 %  USD 11.02  in 9 findings" and what is unknown; labels take
 * ${labels} columns. Nothing where nothing was judged. */
void summary_add_leaked(struct buf *out, const struct results *r, size_t labels);

/* The findings that leak most, each with its sentence, in ${width} columns. */
void summary_add_findings(struct buf *out, const struct results *r, size_t width);

#endif
