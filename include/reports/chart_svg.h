/*
 * chart_svg.h - gnuplot's SVG, made fit to stand inside a page.
 */
#ifndef REPORTS_CHART_SVG_H
#define REPORTS_CHART_SVG_H

#include "base/buf.h"

/*
 * Append ${svg} to ${out} without its prolog, its definitions and its ids, none of which a chart
 * uses, and with ${title} (escaped) as its title. False where it is no SVG of gnuplot.
 */
bool chart_svg_clean(struct buf *out, struct sv svg, const char *title);

#endif
