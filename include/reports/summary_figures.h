/*
 * summary_figures.h - the figures at the head of the terminal's summary; a part of
 * render_summary.c.
 */
#ifndef REPORTS_SUMMARY_FIGURES_H
#define REPORTS_SUMMARY_FIGURES_H

#include "base/buf.h"
#include "reports/results.h"

/*
 * Spent (and the month before, vouchers, refunds, recharges where there were any), leaked, without
 * an invoice, unknown: a row each, an amount for each currency, one below the other, in ${width}
 * columns. What was spent is bold where ${is_colour}.
 */
void summary_add_figures(struct buf *out, const struct results *r, size_t width, bool is_colour);

#endif
