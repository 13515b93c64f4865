/*
 * render_report_html.c - report.html: one file, no network.
 *
 * page/page.html is the frame; each {{name}} in it is replaced once, by what this file names so.
 */
#include <string.h>

#include "base/embedded.h"
#include "reports/html.h"
#include "reports/page.h"
#include "reports/say.h"

#define TITLE_BYTES_MAX ((size_t)1 << 12)

extern const struct embedded embedded_page[];

struct page {
    const struct results *r;
    const struct chart_image *charts;
    size_t chart_count;
};

static struct sv
part(const char *name)
{
    for (const struct embedded *f = embedded_page; f->name; f++)
        if (strcmp(f->name, name) == 0)
            return (struct sv){ (const char *)f->bytes, f->length };
    return SV_EMPTY;
}

static int
add_lang(struct buf *out, const struct page *p, struct err *e)
{
    (void)e;
    buf_add_text(out, p->r->lang == LANG_ZH ? "zh-CN" : "en");
    return 0;
}

static int
add_title(struct buf *out, const struct page *p, struct err *e)
{
    struct buf period;

    (void)e;
    buf_init(&period, TITLE_BYTES_MAX);
    say_period(&period, p->r);
    html_text(out, lang_text(p->r->lang, N_("GPU and cloud spend")));
    buf_add_char(out, ' ');
    if (period.n > 0)
        html_text(out, period.p);
    buf_release(&period);
    return 0;
}

static int
add_style(struct buf *out, const struct page *p, struct err *e)
{
    (void)p;
    (void)e;
    buf_add(out, part("style.css"));
    return 0;
}

static int
add_script(struct buf *out, const struct page *p, struct err *e)
{
    (void)p;
    (void)e;
    buf_add(out, part("script.js"));
    return 0;
}

/* The few words that the script writes. */
static int
add_words(struct buf *out, const struct page *p, struct err *e)
{
    (void)e;
    buf_add_text(out, "data-filter=\"");
    html_text(out, lang_text(p->r->lang, N_("Filter")));
    buf_add_text(out, "\" data-sum=\"");
    html_text(out, lang_text(p->r->lang, N_("Sum")));
    buf_add_text(out, "\" data-of=\"");
    html_text(out, lang_text(p->r->lang, N_("of")));
    buf_add_text(out, "\"");
    return 0;
}

static int
add_head(struct buf *out, const struct page *p, struct err *e)
{
    return page_head(out, p->r, e);
}

static int
add_where(struct buf *out, const struct page *p, struct err *e)
{
    return page_where(out, p->r, p->charts, p->chart_count, e);
}

static int
add_tables(struct buf *out, const struct page *p, struct err *e)
{
    buf_add_text(out, "<h2>");
    html_text(out, lang_text(p->r->lang, N_("Spend tables")));
    buf_add_text(out, "</h2>\n");
    return page_reports(out, p->r, REPORT_SPEND, REPORT_INVOICES, e);
}

/* Nothing is said of invoices where none, and no payment, was given. */
static int
add_invoices(struct buf *out, const struct page *p, struct err *e)
{
    const struct recon *recon = p->r->recon;

    if (!recon || recon->invoices.n + recon->payments.n == 0)
        return 0;
    buf_add_text(out, "<h2>");
    html_text(out, lang_text(p->r->lang, N_("Invoices and payments")));
    buf_add_text(out, "</h2>\n<p class=\"aside\"><a href=\"reimbursement.html\">");
    html_text(out, lang_text(p->r->lang, N_("The page for the finance office")));
    buf_add_text(out, "</a></p>\n");
    return page_reports(out, p->r, REPORT_INVOICES, REPORT_TRUST, e);
}

static int
add_trust(struct buf *out, const struct page *p, struct err *e)
{
    struct buf text;

    buf_init(&text, TITLE_BYTES_MAX);
    say_accounts(&text, p->r);
    buf_add_text(out, "<h2>");
    html_text(out, lang_text(p->r->lang, N_("Can I trust this?")));
    buf_add_text(out, "</h2>\n<p class=\"verdict\">");
    if (text.n > 0)
        html_text(out, text.p);
    buf_add_text(out, "</p>\n");
    buf_release(&text);
    return page_reports(out, p->r, REPORT_TRUST, REPORT_END, e);
}

static int
add_footer(struct buf *out, const struct page *p, struct err *e)
{
    (void)e;
    buf_add_text(out, "gpubill ");
    html_text(out, p->r->version);
    return 0;
}

static const struct {
    const char *name;
    int (*add)(struct buf *out, const struct page *p, struct err *e);
} places[] = {
    { "lang", add_lang },         { "title", add_title }, { "style", add_style },
    { "words", add_words },       { "head", add_head },   { "where", add_where },
    { "tables", add_tables },     { "trust", add_trust }, { "footer", add_footer },
    { "invoices", add_invoices }, { "script", add_script },
};

static int
add_place(struct buf *out, struct sv name, const struct page *p, struct err *e)
{
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
        if (sv_is(name, sv_of(places[i].name)))
            return places[i].add(out, p, e);
    return err_set(e, ERR_BUG, "the page has a place '%.*s' that nothing fills", SV_ARG(name));
}

int
render_report_html(struct buf *out, const struct results *r, const struct chart_image *charts,
    size_t n, struct err *e)
{
    const struct page p = { r, charts, n };
    struct sv frame = part("page.html");
    size_t at, end;

    while ((at = sv_find(frame, SV("{{"), 0)) != (size_t)-1 &&
        (end = sv_find(frame, SV("}}"), at)) != (size_t)-1) {
        buf_add(out, sv_part(frame, 0, at));
        if (add_place(out, sv_part(frame, at + 2, end), &p, e))
            return -1;
        frame = sv_part(frame, end + 2, frame.n);
    }
    buf_add(out, frame);
    return buf_ok(out, e);
}
