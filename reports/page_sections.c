/*
 * page_sections.c - the sections of report.html below its head.
 */
#include <stdlib.h>
#include <string.h>

#include "reports/html.h"
#include "reports/page.h"
#include "reports/say.h"

/* A table of more rows is folded. */
#define OPEN_ROWS_MAX 200

static int
by_order(const void *a, const void *b)
{
    const struct report *x = *(const struct report *const *)a;
    const struct report *y = *(const struct report *const *)b;

    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    return strcmp(x->name, y->name);
}

size_t
page_order(const struct report **out, size_t max)
{
    size_t n = 0;

    for (const struct report *const *p = report_table; *p && n < max; p++)
        out[n++] = *p;
    if (n > 1)
        qsort(out, n, sizeof(*out), by_order);
    return n;
}

void
page_heading(struct buf *out, const struct results *r, const char *tag, const char *title)
{
    buf_addf(out, "<%s>", tag);
    html_text(out, lang_text(r->lang, title));
    buf_addf(out, "</%s>\n", tag);
}

void
page_table(struct buf *out, const struct table *t, const struct results *r)
{
    buf_add_text(out, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"");
    html_text(out, lang_text(r->lang, t->title));
    buf_add_text(out, "\">");
    render_html_table(out, t, r->lang);
    buf_add_text(out, "</div>\n");
    if (t->note) {
        buf_add_text(out, "<p class=\"note\">");
        html_text(out, t->note);
        buf_add_text(out, "</p>\n");
    }
}

/* What all spend tables add up to; the page's script lets it follow the filter. */
static void
add_sum(struct buf *out, const struct results *r)
{
    const struct review_total *totals[SAY_CURRENCIES_MAX];
    size_t n = say_currencies(r, totals);
    char figure[SAY_FIGURE_MAX], exact[MONEY_TEXT_MAX];

    buf_add_text(out, "<p class=\"sum\" role=\"status\" data-totals=\"");
    for (size_t i = 0; i < n; i++) {
        buf_add_text(out, i > 0 ? " " : "");
        html_text(out, totals[i]->currency);
        buf_addf(out, " %s", money_format(exact, totals[i]->billed));
    }
    buf_add_text(out, "\">");
    html_text(out, lang_text(r->lang, N_("Sum")));
    for (size_t i = 0; i < n; i++) {
        buf_add_text(out, i > 0 ? " · " : " ");
        html_text(out, totals[i]->currency);
        buf_addf(out, " %s", say_amount(figure, totals[i]->billed, totals[i]->currency));
    }
    buf_add_text(out, "</p>\n");
}

void
page_folded(struct buf *out, const struct table *t, const struct results *r, bool is_open,
    bool is_summed)
{
    char figure[SAY_FIGURE_MAX];

    buf_addf(out, "<details%s><summary>", is_open ? " open" : "");
    html_text(out, lang_text(r->lang, t->title));
    buf_addf(out, " <span class=\"count\">%s</span></summary>\n",
        say_count(figure, table_rows(t)));
    page_table(out, t, r);
    if (is_summed)
        add_sum(out, r);
    buf_add_text(out, "</details>\n");
}

/* All tables of spend add up to the same. */
static bool
is_summed(const struct report *report)
{
    return report->order >= REPORT_SPEND && report->order < REPORT_COMPARISON;
}

static int
add_report(struct buf *out, const struct results *r, const struct report *report, struct err *e)
{
    struct table t;
    int result;

    table_init(&t);
    result = report->fill(r, &t, e);
    t.title = report->title;
    if (result == 0 && table_rows(&t) > 0) {
        buf_addf(out, "<div class=\"card%s\" id=\"%s\">\n", is_summed(report) ? " spend" : "",
            report->name);
        page_folded(out, &t, r, table_rows(&t) <= OPEN_ROWS_MAX, is_summed(report));
        buf_add_text(out, "</div>\n");
    }
    table_release(&t);
    return result;
}

int
page_reports(struct buf *out, const struct results *r, int from, int to, struct err *e)
{
    const struct report *reports[PAGE_REPORTS_MAX];
    size_t n = page_order(reports, PAGE_REPORTS_MAX);

    for (size_t i = 0; i < n; i++)
        if (reports[i]->order >= from && reports[i]->order < to &&
            add_report(out, r, reports[i], e))
            return -1;
    return 0;
}
