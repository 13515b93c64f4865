/*
 * page_head.c - the head of report.html: month, platforms, verdict, the large figures.
 */
#include <stdio.h>
#include <string.h>

#include "reports/html.h"
#include "reports/page.h"
#include "reports/recon_say.h"
#include "reports/say.h"

#define TEXT_BYTES_MAX ((size_t)1 << 16)

static void
add_platforms(struct buf *out, const struct results *r)
{
    const char *last = NULL;

    buf_add_text(out, "<p class=\"platforms\">");
    for (size_t i = 0; i < r->review->spend.n; i++) {
        const char *id = r->review->spend.at[i].platform;

        if (last && strcmp(last, id) == 0)
            continue;
        if (last)
            buf_add_text(out, " · ");
        html_text(out, say_platform(r, id));
        last = id;
    }
    buf_add_text(out, "</p>\n");
}

static int
add_verdict(struct buf *out, const struct results *r, const struct review_total **totals,
    size_t n, struct err *e)
{
    struct buf text;
    int result = 0;

    buf_init(&text, TEXT_BYTES_MAX);
    buf_add_text(out, "<p class=\"verdict\">");
    if (n == 0)
        html_text(out, lang_text(r->lang, N_("Nothing was spent.")));
    for (size_t i = 0; i < n && result == 0; i++) {
        buf_reset(&text);
        result = say_verdict(&text, r, totals[i], e);
        if (i > 0)
            buf_add_text(out, "<br>");
        if (text.n > 0)
            html_text(out, text.p);
    }
    buf_add_text(out, "</p>\n");
    if (say_not_judged(r)[0]) {
        buf_add_text(out, "<p class=\"aside\">");
        html_text(out, say_not_judged(r));
        buf_add_text(out, "</p>\n");
    }
    buf_release(&text);
    return result;
}

static void
begin_figure(struct buf *out, const struct results *r, const char *anchor, const char *name)
{
    buf_addf(out, "<a class=\"figure\" href=\"#%s\"><span class=\"name\">", anchor);
    html_text(out, lang_text(r->lang, name));
    buf_add_text(out, "</span>");
}

static void
add_money(struct buf *out, struct money m, const char *currency)
{
    char text[SAY_FIGURE_MAX], exact[MONEY_TEXT_MAX];

    buf_addf(out, "<span class=\"big\" title=\"%s ", money_format(exact, m));
    html_text(out, currency);
    buf_add_text(out, "\"><small>");
    html_text(out, currency);
    buf_addf(out, "</small>%s</span>", say_amount(text, m, currency));
}

static void
add_sub(struct buf *out, const struct results *r, const char *name, const char *figure)
{
    buf_add_text(out, "<span class=\"sub\">");
    html_text(out, lang_text(r->lang, name));
    buf_addf(out, " %s</span>", figure);
}

static void
add_money_figures(struct buf *out, const struct results *r, const struct review_total **totals,
    size_t n)
{
    char text[SAY_FIGURE_MAX], figure[SAY_FIGURE_MAX + 16];

    begin_figure(out, r, "where", N_("Spent"));
    for (size_t i = 0; i < n; i++)
        add_money(out, totals[i]->billed, totals[i]->currency);
    buf_add_text(out, "</a>\n");
    begin_figure(out, r, "totals", N_("In cash"));
    for (size_t i = 0; i < n; i++)
        add_money(out, totals[i]->cash, totals[i]->currency);
    for (size_t i = 0; i < n; i++) {
        if (money_is_zero(totals[i]->voucher))
            continue;
        (void)snprintf(figure, sizeof(figure), "%s %s", totals[i]->currency,
            say_amount(text, totals[i]->voucher, totals[i]->currency));
        add_sub(out, r, N_("By voucher"), figure);
    }
    buf_add_text(out, "</a>\n");
}

/* What no invoice covers, where invoices or payments were given. */
static void
add_uncovered(struct buf *out, const struct results *r)
{
    if (!recon_is_there(r) || r->recon->totals.n == 0)
        return;
    begin_figure(out, r, "invoicing", N_("Not covered by invoices"));
    for (size_t i = 0; i < r->recon->totals.n; i++)
        add_money(out, r->recon->totals.at[i].uncovered, r->recon->totals.at[i].currency);
    buf_add_text(out, "</a>\n");
}

static void
add_figures(struct buf *out, const struct results *r, const struct review_total **totals,
    size_t n)
{
    char text[SAY_FIGURE_MAX];
    struct say_counts counts;

    say_count_all(&counts, r);
    buf_add_text(out, "<div class=\"figures\">\n");
    add_money_figures(out, r, totals, n);
    add_uncovered(out, r);
    if (!money_is_zero(say_unknown_hours(r))) {
        begin_figure(out, r, r->audit ? "unknown" : "spend_by_resource",
            r->audit ? N_("GPU hours without utilisation") : N_("GPU hours"));
        buf_addf(out, "<span class=\"big\">%s</span></a>\n",
            money_format_display(text, say_unknown_hours(r), 1));
    }
    begin_figure(out, r, "trust", N_("Records, every one accounted for"));
    buf_addf(out, "<span class=\"big\">%s</span>", say_count(text, counts.records));
    add_sub(out, r, N_("Ledger lines"), say_count(text, counts.lines));
    if (counts.skipped > 0)
        add_sub(out, r, N_("Skipped"), say_count(text, counts.skipped));
    if (counts.rejected > 0)
        add_sub(out, r, N_("Rejected"), say_count(text, counts.rejected));
    buf_add_text(out, "</a>\n</div>\n");
}

static void
add_navigation(struct buf *out, const struct results *r)
{
    static const struct {
        const char *anchor, *title;
    } links[] = {
        { "where", N_("Where it went") },
        { "tables", N_("Spend tables") },
        { "invoicing", N_("Invoices and payments") },
        { "trust", N_("Can I trust this?") },
    };

    buf_add_text(out, "<nav>");
    for (size_t i = 0; i < sizeof(links) / sizeof(links[0]); i++) {
        if (strcmp(links[i].anchor, "invoicing") == 0 && !recon_is_there(r))
            continue;
        buf_addf(out, "<a href=\"#%s\">", links[i].anchor);
        html_text(out, lang_text(r->lang, links[i].title));
        buf_add_text(out, "</a>");
    }
    buf_add_text(out, "</nav>\n");
}

int
page_head(struct buf *out, const struct results *r, struct err *e)
{
    const struct review_total *totals[SAY_CURRENCIES_MAX];
    size_t n = say_currencies(r, totals);
    struct buf text;

    buf_init(&text, TEXT_BYTES_MAX);
    say_period(&text, r);
    buf_add_text(out, "<h1>");
    html_text(out, lang_text(r->lang, N_("GPU and cloud spend")));
    buf_add_char(out, ' ');
    if (text.n > 0)
        html_text(out, text.p);
    buf_add_text(out, "</h1>\n");
    buf_release(&text);
    add_platforms(out, r);
    if (add_verdict(out, r, totals, n, e))
        return -1;
    add_figures(out, r, totals, n);
    add_navigation(out, r);
    return page_reports(out, r, REPORT_HEAD, REPORT_SPEND, e);
}
