/*
 * chart_bars.c - the layout of horizontal bars, one below the other.
 */
#include <stdio.h>
#include <string.h>

#include "reports/chart_layout.h"
#include "reports/say.h"

#define BARS_WIDTH 720
#define BAR_PITCH 30
#define BAR_HALF 36
#define MARKS_APART 96
#define MARK_GAP 3 /* columns */
#define LABEL_COLUMNS_MAX 34

void
layout_value_text(char out[CHART_VALUE_MAX], const struct breakdown *b,
    const struct breakdown_bar *bar)
{
    char amount[SAY_FIGURE_MAX], share[SAY_FIGURE_MAX];
    bool is_share = b->kind != BREAKDOWN_PLATFORM && b->kind != BREAKDOWN_MONTH;

    (void)layout_figure(amount, b, bar->total);
    if (bar->has_change)
        (void)snprintf(out, CHART_VALUE_MAX, "%s   %s%s", amount,
            money_is_negative(bar->change) || money_is_zero(bar->change) ? "" : "+",
            say_share(share, bar->change));
    else if (is_share && !money_is_negative(bar->total) && !money_is_zero(b->total) &&
        money_compare(bar->total, b->total) <= 0)
        (void)snprintf(out, CHART_VALUE_MAX, "%s   %s", amount,
            say_share(share, say_part_of(bar->total, b->total)));
    else
        (void)snprintf(out, CHART_VALUE_MAX, "%s", amount);
}

/* Pixels that a mark of the axis takes with the gap to the next. */
static int
mark_room(const struct layout *l)
{
    char low[MONEY_DISPLAY_MAX], high[MONEY_DISPLAY_MAX];
    size_t n = strlen(money_format_display(high, l->high, 0));
    size_t other = strlen(money_format_display(low, l->low, 0));
    int room = layout_pixels((n > other ? n : other) + MARK_GAP, COLUMN_12);

    return room > MARKS_APART ? room : MARKS_APART;
}

int
layout_bars(struct layout *l, struct err *e)
{
    const struct breakdown *b = l->b;
    char text[CHART_VALUE_MAX];
    size_t labels = 0, values = 0;

    l->width = BARS_WIDTH;
    l->right = 24;
    l->bottom = 34;
    l->half = BAR_HALF;
    layout_legend(l);
    l->across = BAR_PITCH * (int)b->bars.n;
    l->height = l->top + l->bottom + l->across;
    for (size_t i = 0; i < b->bars.n; i++) {
        size_t width = sv_width(sv_of(b->bars.at[i].label));

        if (width > labels)
            labels = width < LABEL_COLUMNS_MAX ? width : LABEL_COLUMNS_MAX;
        layout_value_text(text, b, &b->bars.at[i]);
        if (strlen(text) > values)
            values = strlen(text);
    }
    l->left = CHART_EDGE + layout_pixels(labels + 2, COLUMN_13);
    l->along = l->width - l->left - l->right;
    if (layout_axis(l, layout_pixels(values + 1, COLUMN_12), e))
        return -1;
    (void)layout_scale(l, mark_room(l));
    for (size_t i = 0; i < b->bars.n; i++) {
        buf_addf(&l->files[CHART_TICKS], "%zu\t", i * 100);
        layout_text(&l->files[CHART_TICKS], b->bars.at[i].label, LABEL_COLUMNS_MAX);
        buf_add_char(&l->files[CHART_TICKS], '\n');
        if (layout_bar(l, i, e))
            return -1;
        layout_value_text(text, b, &b->bars.at[i]);
        layout_value(l, i, text);
    }
    return 0;
}
