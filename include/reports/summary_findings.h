/*
 * summary_findings.h - where it leaked, on the terminal; a part of render_summary.c.
 */
#ifndef REPORTS_SUMMARY_FINDINGS_H
#define REPORTS_SUMMARY_FINDINGS_H

#include "base/buf.h"
#include "reports/results.h"

/*
 * The findings that leak most, those that are alike in one, each with when it was and what to do,
 * in ${width} columns; colours repeat how certain each is. Nothing where nothing leaks. -1:
 * ERR_NOMEM, ERR_LIMIT, ERR_RANGE.
 */
int summary_add_findings(struct buf *out, const struct results *r, size_t width, bool is_colour,
    struct err *e);

#endif
