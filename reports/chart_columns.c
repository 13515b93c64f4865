/*
 * chart_columns.c - the layout of upright bars, side by side in time.
 */
#include <string.h>

#include "ledger/currency.h"
#include "reports/chart_layout.h"

#define COLUMNS_WIDTH 1080
#define COLUMNS_HEIGHT 300
#define COLUMN_HALF 41
#define MARKS_APART 36
#define LABELS_MAX 14

/* True where all days are of one month, which the chart then names once. */
static bool
is_one_month(const struct breakdown *b)
{
    const size_t month = sizeof("YYYY-MM") - 1;

    for (size_t i = 1; i < b->bars.n; i++)
        if (b->bars.at[i].key[0] != '\0' &&
            strncmp(b->bars.at[i].key, b->bars.at[0].key, month) != 0)
            return false;
    return !b->is_monthly;
}

/* The text below column ${index}: a day of the month, every tenth day, or months. */
static void
put_tick(struct layout *l, size_t index, bool is_short)
{
    const struct breakdown *b = l->b;
    const char *key = b->bars.at[index].key;
    size_t step = b->bars.n / LABELS_MAX + 1;
    const char *day = strlen(key) > 8 ? key + 8 : "";

    if (key[0] == '\0')
        key = "?";
    else if (b->is_monthly)
        key = index % step == 0 ? key : NULL;
    else if (is_short)
        key = day[0] == '0' ? day + 1 : day;
    else if (strcmp(day, "01") == 0 || strcmp(day, "11") == 0 || strcmp(day, "21") == 0)
        key = key + 5;
    else
        key = NULL;
    if (key)
        buf_addf(&l->files[CHART_TICKS], "%zu\t%s\n", index * 100, key);
}

/* Amounts above the columns: all of them where there is room, else the largest alone. */
static void
put_values(struct layout *l)
{
    const struct breakdown *b = l->b;
    int pitch = l->across / (int)(b->bars.n + 1);
    size_t largest = 0, longest = 0;
    char text[MONEY_DISPLAY_MAX];
    unsigned decimals;

    for (size_t i = 1; i < b->bars.n; i++)
        if (money_compare(b->bars.at[i].total, b->bars.at[largest].total) > 0)
            largest = i;
    decimals = money_compare(b->bars.at[largest].total, money_of(100)) >= 0 ? 0
        : currency_decimals(sv_of(b->currency)) < 2 ? 0 : 2;
    for (size_t i = 0; i < b->bars.n; i++) {
        size_t n = strlen(money_format_display(text, b->bars.at[i].total, decimals));

        longest = n > longest ? n : longest;
    }
    for (size_t i = 0; i < b->bars.n; i++)
        if (!money_is_zero(b->bars.at[i].total) &&
            (i == largest || layout_pixels(longest, COLUMN_10) <= pitch))
            layout_value(l, i, money_format_display(text, b->bars.at[i].total, decimals));
}

int
layout_columns(struct layout *l, struct err *e)
{
    bool is_short = is_one_month(l->b);

    l->is_upright = true;
    l->width = COLUMNS_WIDTH;
    l->right = CHART_EDGE;
    l->bottom = 32;
    l->half = COLUMN_HALF;
    layout_legend(l);
    l->height = l->top + l->bottom + COLUMNS_HEIGHT - CHART_LEGEND_TOP;
    l->along = l->height - l->top - l->bottom;
    if (layout_axis(l, 18, e))
        return -1;
    l->left = CHART_EDGE + layout_pixels(layout_scale(l, MARKS_APART) + 2, COLUMN_12);
    l->across = l->width - l->left - l->right;
    for (size_t i = 0; i < l->b->bars.n; i++) {
        put_tick(l, i, is_short);
        if (layout_bar(l, i, e))
            return -1;
    }
    put_values(l);
    return 0;
}
