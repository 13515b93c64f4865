/*
 * markdown_findings.h - where it leaked, in Markdown; a part of render_report_markdown.c.
 */
#ifndef REPORTS_MARKDOWN_FINDINGS_H
#define REPORTS_MARKDOWN_FINDINGS_H

#include "base/buf.h"
#include "reports/results.h"

/* What leaks most, with what to do; nothing where nothing leaks. -1: ERR_NOMEM, ERR_LIMIT,
 * ERR_RANGE. */
int markdown_largest(struct buf *out, const struct results *r, struct err *e);

/* The heading; the findings in order of money. Nothing where nothing was judged. */
void markdown_leaks_heading(struct buf *out, const struct results *r);
void markdown_findings(struct buf *out, const struct results *r);

#endif
