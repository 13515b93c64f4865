/*
 * render_report_markdown.c - report.md: the page's words and tables, for where no page is shown.
 */
#include "reports/breakdown.h"
#include "reports/markdown.h"
#include "reports/page.h"
#include "reports/say.h"

#define TEXT_BYTES_MAX ((size_t)1 << 16)

static void
add_heading(struct buf *out, const struct results *r, const char *marks, const char *title)
{
    buf_addf(out, "\n%s ", marks);
    markdown_text(out, sv_of(lang_text(r->lang, title)));
    buf_add_char(out, '\n');
}

static int
add_head(struct buf *out, const struct results *r, struct err *e)
{
    const struct review_total *totals[SAY_CURRENCIES_MAX];
    size_t n = say_currencies(r, totals);
    struct buf text;
    int result = 0;

    buf_init(&text, TEXT_BYTES_MAX);
    buf_add_text(out, "# ");
    markdown_text(out, sv_of(lang_text(r->lang, N_("GPU and cloud spend"))));
    buf_add_char(out, ' ');
    say_period(out, r);
    buf_add_text(out, "\n\n");
    for (size_t i = 0; i < n && result == 0; i++) {
        buf_reset(&text);
        result = say_verdict(&text, r, totals[i], e);
        markdown_text(out, buf_sv(&text));
        buf_add_text(out, "\n\n");
    }
    /* A blank line ends what stands before; the next heading begins with one. */
    if (say_not_judged(r)[0]) {
        markdown_text(out, sv_of(say_not_judged(r)));
        buf_add_char(out, '\n');
    } else {
        buf_cut(out, out->n - 1);
    }
    buf_release(&text);
    return result;
}

static int
add_breakdown(struct buf *out, const struct results *r, enum breakdown_kind kind,
    const char *currency, struct err *e)
{
    struct breakdown b;
    struct table t;
    int result = breakdown_build(&b, r, kind, currency, e);

    table_init(&t);
    if (result == 0)
        result = breakdown_table(&b, r, &t, e);
    if (result == 0 && b.bars.n > 0) {
        buf_addf(out, "\n### ");
        markdown_text(out, sv_of(lang_text(r->lang, breakdown_title(&b))));
        buf_addf(out, " %s\n\n", currency);
        render_markdown_table(out, &t, r->lang);
    }
    table_release(&t);
    breakdown_release(&b);
    return result;
}

static int
add_reports(struct buf *out, const struct results *r, int from, int to, struct err *e)
{
    const struct report *reports[PAGE_REPORTS_MAX];
    size_t n = page_order(reports, PAGE_REPORTS_MAX);

    for (size_t i = 0; i < n; i++) {
        struct table t;
        int result;

        if (reports[i]->order < from || reports[i]->order >= to)
            continue;
        table_init(&t);
        result = reports[i]->fill(r, &t, e);
        if (result == 0 && table_rows(&t) > 0) {
            add_heading(out, r, "###", reports[i]->title);
            buf_add_char(out, '\n');
            render_markdown_table(out, &t, r->lang);
        }
        table_release(&t);
        if (result)
            return -1;
    }
    return 0;
}

int
render_report_markdown(struct buf *out, const struct results *r, struct err *e)
{
    const struct review_total *totals[SAY_CURRENCIES_MAX];
    size_t n = say_currencies(r, totals);

    if (add_head(out, r, e) || add_reports(out, r, REPORT_HEAD, REPORT_SPEND, e))
        return -1;
    add_heading(out, r, "##", N_("Where it went"));
    for (size_t i = 0; i < n; i++)
        for (unsigned kind = 0; kind < BREAKDOWN_KINDS; kind++)
            if (add_breakdown(out, r, (enum breakdown_kind)kind, totals[i]->currency, e))
                return -1;
    add_heading(out, r, "##", N_("Spend tables"));
    if (add_reports(out, r, REPORT_SPEND, REPORT_INVOICES, e))
        return -1;
    if (r->recon && r->recon->invoices.n + r->recon->payments.n > 0) {
        add_heading(out, r, "##", N_("Invoices and payments"));
        if (add_reports(out, r, REPORT_INVOICES, REPORT_TRUST, e))
            return -1;
    }
    add_heading(out, r, "##", N_("Can I trust this?"));
    buf_add_char(out, '\n');
    say_accounts(out, r);
    buf_add_char(out, '\n');
    if (add_reports(out, r, REPORT_TRUST, REPORT_END, e))
        return -1;
    return buf_ok(out, e);
}
