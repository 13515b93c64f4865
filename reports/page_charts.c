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
            page_narrow(out, r, b);
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

/* Behind the first currency each is folded, under what was spent in it. */
static void
begin_currency(struct buf *out, const struct results *r, const struct review_total *total,
    bool is_first)
{
    char figure[SAY_FIGURE_MAX];

    buf_add_text(out, is_first ? "<h3 class=\"currency\">"
        : "<details class=\"more\" data-print><summary>");
    html_text(out, total->currency);
    buf_addf(out, " %s%s\n", say_amount(figure, total->billed, total->currency),
        is_first ? "</h3>" : "</summary>");
    if (say_unit(r, total->currency)[0]) {
        buf_add_text(out, "<p class=\"aside\">");
        html_text(out, say_unit(r, total->currency));
        buf_add_text(out, "</p>\n");
    }
}

static int
add_one(struct buf *out, const struct results *r, const struct page_charts *charts,
    const struct breakdown_id *id, struct err *e)
{
    char name[BREAKDOWN_NAME_MAX];
    struct breakdown b;
    int result = breakdown_build(&b, r, id->kind, id->currency, e);

    if (result == 0 && b.bars.n > 0) {
        (void)breakdown_name(name, r, id->kind, id->currency);
        result = add_chart(out, r, &b, chart_of(charts, name), name, e);
    }
    breakdown_release(&b);
    return result;
}

static int
add_all(struct buf *out, const struct results *r, const struct page_charts *charts,
    enum page_place place, const char *currency, struct err *e)
{
    struct breakdown_id ids[BREAKDOWN_LIST_MAX];
    size_t n = breakdown_list(r, ids);

    for (size_t i = 0; i < n; i++)
        if (page_place_of(ids[i].kind) == place &&
            (!currency || strcmp(ids[i].currency, currency) == 0) &&
            add_one(out, r, charts, &ids[i], e))
            return -1;
    return 0;
}

int
page_charts(struct buf *out, const struct results *r, const struct page_charts *charts,
    enum page_place place, struct err *e)
{
    const struct review_total *totals[SAY_CURRENCIES_MAX];
    size_t n = say_currencies(r, totals);

    if (place != PAGE_WHERE || n < 2)
        return add_all(out, r, charts, place, NULL, e);
    for (size_t i = 0; i < n; i++) {
        begin_currency(out, r, totals[i], i == 0);
        if (add_all(out, r, charts, place, totals[i]->currency, e))
            return -1;
        buf_add_text(out, i == 0 ? "" : "</details>\n");
    }
    return 0;
}
