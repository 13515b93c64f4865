/*
 * render_report_html.c - report.html: one file, no network.
 *
 * page/page.html is the frame; each {{name}} in it is replaced once, by what this file names so.
 */
#include <string.h>

#include "base/embedded.h"
#include "base/sha256.h"
#include "reports/html.h"
#include "reports/page.h"
#include "reports/recon_say.h"
#include "reports/say.h"

#define TITLE_BYTES_MAX ((size_t)1 << 12)

extern const struct embedded embedded_page[];

struct page {
    const struct results *r;
    struct page_charts charts;
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
    buf_fail_with(out, &period);
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

/* ${bytes} in base64; their count is a multiple of three but for one left over, or two. */
static void
add_base64(struct buf *out, const unsigned char *bytes, size_t n)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < n; i += 3) {
        unsigned group = (unsigned)bytes[i] << 16;

        group |= i + 1 < n ? (unsigned)bytes[i + 1] << 8 : 0;
        group |= i + 2 < n ? bytes[i + 2] : 0;
        buf_add_char(out, digits[group >> 18]);
        buf_add_char(out, digits[group >> 12 & 63]);
        buf_add_char(out, i + 1 < n ? digits[group >> 6 & 63] : '=');
        buf_add_char(out, i + 2 < n ? digits[group & 63] : '=');
    }
}

/* Only the page's own script may run, whatever else stands on it. */
static int
add_policy(struct buf *out, const struct page *p, struct err *e)
{
    char hex[SHA256_TEXT_MAX];
    unsigned char sum[(SHA256_TEXT_MAX - 1) / 2];
    struct sha256 *h = sha256_new();

    (void)p;
    if (!h)
        return err_nomem(e);
    sha256_add(h, part("script.js"));
    sha256_text(h, hex);
    sha256_free(h);
    for (size_t i = 0; i < sizeof(sum); i++) {
        const char *digits = "0123456789abcdef";

        sum[i] = (unsigned char)((strchr(digits, hex[2 * i]) - digits) << 4 |
            (strchr(digits, hex[2 * i + 1]) - digits));
    }
    buf_add_text(out, "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-");
    add_base64(out, sum, sizeof(sum));
    buf_add_text(out, "'; base-uri 'none'; form-action 'none'");
    return 0;
}

/* The few words that the script writes. */
static int
add_words(struct buf *out, const struct page *p, struct err *e)
{
    static const struct {
        const char *name, *text;
    } words[] = {
        { "filter", N_("Filter") },
        { "rows", N_("{part} of {all} rows") },
        { "amount", N_("{part} of {all}") },
    };

    (void)e;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        buf_addf(out, "%sdata-%s=\"", i > 0 ? " " : "", words[i].name);
        html_text(out, lang_text(p->r->lang, words[i].text));
        buf_add_char(out, '"');
    }
    return 0;
}

static int
add_skip(struct buf *out, const struct page *p, struct err *e)
{
    (void)e;
    html_text(out, lang_text(p->r->lang, N_("Skip to the findings")));
    return 0;
}

static int
add_head(struct buf *out, const struct page *p, struct err *e)
{
    return page_head(out, p->r, e);
}

static int
add_navigation(struct buf *out, const struct page *p, struct err *e)
{
    (void)e;
    page_navigation(out, p->r);
    return 0;
}

static int
add_where(struct buf *out, const struct page *p, struct err *e)
{
    page_heading(out, p->r, "h2", N_("Where it went"));
    return page_charts(out, p->r, &p->charts, PAGE_WHERE, e);
}

static int
add_leaks(struct buf *out, const struct page *p, struct err *e)
{
    return page_findings(out, p->r, &p->charts, e);
}

static int
add_unknown(struct buf *out, const struct page *p, struct err *e)
{
    return page_unknown(out, p->r, &p->charts, e);
}

/* A sentence under a heading. */
static void
add_sentence(struct buf *out, const char *class, const char *text)
{
    buf_addf(out, "<p class=\"%s\">", class);
    html_text(out, text);
    buf_add_text(out, "</p>\n");
}

static int
add_tables(struct buf *out, const struct page *p, struct err *e)
{
    page_heading(out, p->r, "h2", N_("Spend tables"));
    return page_reports(out, p->r, REPORT_TOTALS, REPORT_COMPARISON, e);
}

static int
add_comparison(struct buf *out, const struct page *p, struct err *e)
{
    size_t before;

    page_heading(out, p->r, "h2", N_("Against last month"));
    before = out->n;
    if (page_charts(out, p->r, &p->charts, PAGE_MONTHS, e) ||
        page_reports(out, p->r, REPORT_COMPARISON, REPORT_INVOICES, e))
        return -1;
    if (out->n == before)
        add_sentence(out, "none", lang_text(p->r->lang, N_("There is nothing to compare with. For "
            "one whole month, give the review.json of the month before: --previous FILE.")));
    return 0;
}

static int
add_invoices(struct buf *out, const struct page *p, struct err *e)
{
    page_heading(out, p->r, "h2", N_("Invoices and payments"));
    if (!recon_is_there(p->r)) {
        add_sentence(out, "none", lang_text(p->r->lang, N_("No invoice and no payment was given, "
            "so nothing was compared. Put e-invoices (PDF, OFD, XML) and payment statements beside "
            "the bills and run again.")));
        return 0;
    }
    buf_add_text(out, "<p class=\"aside\"><a href=\"reimbursement.html\">");
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
    page_heading(out, p->r, "h2", N_("Can I trust this?"));
    add_sentence(out, "accounts", text.n > 0 ? text.p : "");
    buf_fail_with(out, &text);
    buf_release(&text);
    return page_inputs(out, p->r, e) || page_reports(out, p->r, REPORT_TROUBLE, REPORT_END, e) ?
        -1 : 0;
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
    { "lang", add_lang },
    { "policy", add_policy },
    { "title", add_title },
    { "style", add_style },
    { "words", add_words },
    { "skip", add_skip },
    { "head", add_head },
    { "navigation", add_navigation },
    { "where", add_where },
    { "leaks", add_leaks },
    { "unknown", add_unknown },
    { "tables", add_tables },
    { "comparison", add_comparison },
    { "invoices", add_invoices },
    { "trust", add_trust },
    { "footer", add_footer },
    { "script", add_script },
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
    const struct page p = { r, { charts, n } };
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
