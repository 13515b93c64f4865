/*
 * chart_layout.h - where everything of a chart stands; a part of chart_data.c.
 */
#ifndef REPORTS_CHART_LAYOUT_H
#define REPORTS_CHART_LAYOUT_H

#include "base/buf.h"
#include "reports/breakdown.h"
#include "reports/palette.h"
#include "reports/say.h"

/* The files of chart_data.h. */
enum chart_file {
    CHART_FRAME,
    CHART_TEXTS,
    CHART_LEGEND,
    CHART_BARS,
    CHART_HATCH,
    CHART_PARTS,
    CHART_TICKS,
    CHART_VALUES,
    CHART_SCALE,
};
#define CHART_FILES 9

#define CHART_EDGE 16       /* left and right of everything */
#define CHART_LEGEND_TOP 54 /* middle of its first row */

/* Tenths of a pixel that one column of text takes, by size of the letters. */
#define COLUMN_13 74
#define COLUMN_12 70
#define COLUMN_11 64
#define COLUMN_10 60

struct layout {
    const struct breakdown *b;
    const struct results *r;
    struct buf files[CHART_FILES];
    bool is_upright; /* columns, not bars */
    int width, height, left, right, top, bottom;
    int along;  /* pixels of the axis of amounts */
    int across; /* pixels of the other one */
    int half;   /* half the thickness of a bar, where bars are 100 apart */
    struct money low, high;
};

/* Append ${text} to ${out} without what means something in a data file, cut to ${columns}. */
void layout_text(struct buf *out, const char *text, size_t columns);

/* The pixels of ${columns} columns of text, ${per_column} tenths of a pixel each. */
int layout_pixels(size_t columns, int per_column);

/* ${amount} as it stands on the chart. Returns ${out}. */
const char *layout_figure(char out[SAY_FIGURE_MAX], const struct breakdown *b,
    struct money amount);

/* The colour of part ${part} of ${b}'s bars. */
struct paint layout_paint(const struct breakdown *b, unsigned part);

/* What stands behind ${bar}: its amount, and its share or what it is against the bar before. */
#define CHART_VALUE_MAX (2 * SAY_FIGURE_MAX)
void layout_value_text(char out[CHART_VALUE_MAX], const struct breakdown *b,
    const struct breakdown_bar *bar);

/* Place the legend, if the chart needs one, and set ${l}->top below it. */
void layout_legend(struct layout *l);

/*
 * Set the axis from the lowest to the highest bar, with ${room} pixels beyond it. -1: ERR_RANGE.
 */
int layout_axis(struct layout *l, int room, struct err *e);

/*
 * Mark the axis at round amounts, at most one for each ${apart} pixels. Returns the columns of the
 * longest mark.
 */
size_t layout_scale(struct layout *l, int apart);

/* Draw the parts of bar ${index}, end to end from 0: what is positive one way, the rest the other.
 * -1: ERR_RANGE. */
int layout_bar(struct layout *l, size_t index, struct err *e);

/* Write ${text} at the end of bar ${index}. */
void layout_value(struct layout *l, size_t index, const char *text);

/* Lay out the whole chart as bars, or as columns. -1: ERR_RANGE. */
int layout_bars(struct layout *l, struct err *e);
int layout_columns(struct layout *l, struct err *e);

#endif
