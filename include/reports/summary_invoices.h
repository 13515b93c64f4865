/*
 * summary_invoices.h - what no invoice covers, on the terminal; a part of render_summary.c.
 */
#ifndef REPORTS_SUMMARY_INVOICES_H
#define REPORTS_SUMMARY_INVOICES_H

#include "base/buf.h"
#include "reports/results.h"

/* "  No invoice   CNY 188.00   USD 11.02   3 charges"; the label takes ${labels} columns. Nothing
 * where no invoice and no payment was given. */
void summary_add_invoices(struct buf *out, const struct results *r, size_t labels);

#endif
