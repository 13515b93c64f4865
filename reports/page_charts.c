/*
 * page_charts.c - each chart, and beside it the table that it draws.
 */
#include <string.h>

#include "reports/html.h"
#include "reports/page.h"
#include "reports/say.h"

/* Tables of more rows stand folded below their chart. */
#define OPEN_ROWS_MAX 8

static const struct chart_image *
chart_of(const struct page_charts *charts, const char *name)
{
    for (size_t i = 0; i < charts->n; i++)
        if (strcmp(charts->at[i].name, name) == 0)
            return &charts->at[i];
    return NULL;
}

enum page_place
page_place_of(enum breakdown_kind kind)
{
    if (kind == BREAKDOWN_LEAKS)
        return PAGE_LEAKS;
    if (kind == BREAKDOWN_GPU_TIME)
        return PAGE_UNKNOWN;
    return kind == BREAKDOWN_MONTH ? PAGE_MONTHS : PAGE_WHERE;
}

static int
add_chart(struct buf *out, const struct results *r, const struct breakdown *b,
    const struct chart_image *chart, const char *name, struct err *e)
{
    bool is_pair = b->kind == BREAKDOWN_CATEGORY;
    struct table t;
    int result;

    table_init(&t);
    result = breakdown_table(b, r, &t, e);
    if (result == 0) {
        buf_addf(out, "<div class=\"card\" id=\"%s\">\n", name);
        if (!chart)
            page_heading(out, r, "h3", breakdown_title(b));
        buf_addf(out, "<div class=\"%s\">\n", is_pair ? "pair" : "wide");
        if (chart) {
            buf_addf(out, "<figure class=\"chart %s\" tabindex=\"0\">",
                b->kind == BREAKDOWN_DAY ? "columns" : "bars");
            buf_add(out, chart->svg);
            buf_add_text(out, "</figure>\n");
        }
        t.title = is_pair ? breakdown_title(b) : N_("As a table");
        if (is_pair)
            page_table(out, &t, r);
        else
            page_folded(out, &t, r, !chart || table_rows(&t) <= OPEN_ROWS_MAX, false);
        buf_add_text(out, "</div>\n</div>\n");
    }
    table_release(&t);
    return result;
}

int
page_charts(struct buf *out, const struct results *r, const struct page_charts *charts,
    enum page_place place, struct err *e)
{
    const struct review_total *totals[SAY_CURRENCIES_MAX];
    struct breakdown_id ids[BREAKDOWN_LIST_MAX];
    size_t n = breakdown_list(r, ids);
    const char *last = NULL;

    for (size_t i = 0; i < n; i++) {
        char name[BREAKDOWN_NAME_MAX];
        struct breakdown b;
        int result;

        if (page_place_of(ids[i].kind) != place)
            continue;
        result = breakdown_build(&b, r, ids[i].kind, ids[i].currency, e);
        if (result == 0 && b.bars.n > 0) {
            if (place == PAGE_WHERE && say_currencies(r, totals) > 1 &&
                (!last || strcmp(last, ids[i].currency) != 0)) {
                buf_add_text(out, "<h3 class=\"currency\">");
                html_text(out, ids[i].currency);
                buf_add_text(out, "</h3>\n");
                last = ids[i].currency;
            }
            (void)breakdown_name(name, r, ids[i].kind, ids[i].currency);
            result = add_chart(out, r, &b, chart_of(charts, name), name, e);
        }
        breakdown_release(&b);
        if (result)
            return -1;
    }
    return 0;
}
