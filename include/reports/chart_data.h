/*
 * chart_data.h - a breakdown as the data files that the chart scripts read.
 *
 *     frame.tsv   width, height, left, right, top and bottom margin in pixels; lowest and highest
 *                 amount of the axis; number of bars
 *     texts.tsv   title; currency and period
 *     legend.tsv  number of entries; of each x and y in pixels, its colour, that of what stands on
 *                 it, 1 if it is hatched, its text
 *     bars.tsv    from and to along the axis, from and to across it, colour (0xRRGGBB as a number)
 *     hatch.tsv   lines over bars: x, y, width and height in pixels of the plot, colour
 *     parts.tsv   along, across, text and colour of what stands on a part
 *     ticks.tsv   across, text
 *     scale.tsv   number of marks of the axis, then amount and text of each
 *     values.tsv  along, across, text of what stands at a bar's end
 *
 * Across the axis bars are 100 apart. Texts hold no TAB, quote or control character.
 */
#ifndef REPORTS_CHART_DATA_H
#define REPORTS_CHART_DATA_H

#include "reports/breakdown.h"
#include "reports/glyphs.h"

/*
 * Write the files of ${b} into ${folder}. Characters that ${glyphs} (NULL: any) lacks are replaced,
 * ${*replaced} of them. -1: ERR_IO, ERR_NOMEM, ERR_RANGE.
 */
int chart_data_write(const struct breakdown *b, const struct results *r,
    const struct glyphs *glyphs, const char *folder, size_t *replaced, struct err *e);

#endif
