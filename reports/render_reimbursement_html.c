/*
 * render_reimbursement_html.c - reimbursement.html: what goes to the finance office, on A4.
 *
 * No script, no network, nothing that is there only on a screen.
 */
#include "base/embedded.h"
#include "recon/capitals.h"
#include "reports/html.h"
#include "reports/reimbursement.h"
#include "reports/render.h"

#define TITLE_BYTES_MAX ((size_t)1 << 12)

extern const struct embedded embedded_page[];

static void
add_style(struct buf *out)
{
    for (const struct embedded *f = embedded_page; f->name; f++)
        if (strcmp(f->name, "reimbursement.css") == 0)
            buf_add(out, (struct sv){ (const char *)f->bytes, f->length });
}

static void
add_term(struct buf *out, const struct results *r, const char *title, const char *text)
{
    buf_add_text(out, "<div><dt>");
    html_text(out, lang_text(r->lang, title));
    buf_add_text(out, "</dt><dd>");
    html_text(out, text);
    buf_add_text(out, "</dd></div>\n");
}

static void
add_names(struct buf *out, const struct results *r)
{
    const char *const *names = r->config ? (const char *const *)r->config->buyer_names : NULL;
    struct buf period;

    buf_init(&period, TITLE_BYTES_MAX);
    say_period(&period, r);
    buf_add_text(out, "<dl>\n");
    add_term(out, r, N_("Buyer"), names && names[0] ? names[0] : "");
    add_term(out, r, N_("Buyer's tax id"), r->config ? r->config->buyer_tax_id : "");
    add_term(out, r, N_("Period"), period.n > 0 ? period.p : "");
    buf_add_text(out, "</dl>\n");
    buf_release(&period);
}

static void
add_head(struct buf *out, const struct results *r)
{
    buf_addf(out, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'\">\n<title>", r->lang == LANG_ZH ? "zh-CN" : "en");
    html_text(out, lang_text(r->lang, N_("Reimbursement: invoices and charges")));
    buf_add_text(out, "</title>\n<style>\n");
    add_style(out);
    buf_add_text(out, "</style>\n</head>\n<body>\n<main>\n<h1>");
    html_text(out, lang_text(r->lang, N_("Reimbursement: invoices and charges")));
    buf_add_text(out, "</h1>\n");
    add_names(out, r);
}

static int
add_figure(struct buf *out, const struct results *r, const char *title, struct money amount,
    const char *currency, struct err *e)
{
    buf_add_text(out, "<tr><th scope=\"row\">");
    html_text(out, lang_text(r->lang, title));
    buf_add_text(out, "</th><td class=\"n\">");
    html_text(out, currency);
    buf_add_char(out, ' ');
    reimbursement_amount(out, amount, currency);
    buf_add_text(out, "</td><td>");
    if (strcmp(currency, "CNY") == 0 && capitals_format(out, amount, e))
        return -1;
    buf_add_text(out, "</td></tr>\n");
    return 0;
}

static int
add_figures(struct buf *out, const struct results *r, const struct recon_total *t,
    struct err *e)
{
    buf_add_text(out, "<table class=\"figures\"><tbody>\n");
    if (add_figure(out, r, N_("Charges to be invoiced"), t->claimable, t->currency, e) ||
        add_figure(out, r, N_("Valid invoices"), t->invoiced, t->currency, e) ||
        add_figure(out, r, N_("Covered by invoices"), t->covered, t->currency, e) ||
        add_figure(out, r, N_("Not covered"), t->uncovered, t->currency, e) ||
        add_figure(out, r, N_("Invoices without charges"), t->without_charges, t->currency, e))
        return -1;
    buf_add_text(out, "</tbody></table>\n");
    return 0;
}

static int
add_currencies(struct buf *out, const struct results *r, const struct map *attachments,
    struct err *e)
{
    for (size_t i = 0; i < r->recon->totals.n; i++) {
        const char *currency = r->recon->totals.at[i].currency;

        if (reimbursement_invoices(out, r, currency, attachments, e) ||
            reimbursement_projects(out, r, currency, e) ||
            reimbursement_gaps(out, r, currency, e))
            return -1;
    }
    return 0;
}

static void
add_signatures(struct buf *out, const struct results *r)
{
    static const char *const who[] = { N_("Claimant"), N_("Checked by"), N_("Head of project"),
        N_("Finance office") };

    buf_add_text(out, "<section class=\"signatures\">\n");
    for (size_t i = 0; i < sizeof(who) / sizeof(who[0]); i++) {
        buf_add_text(out, "<div><span>");
        html_text(out, lang_text(r->lang, who[i]));
        buf_add_text(out, "</span><i></i><span>");
        html_text(out, lang_text(r->lang, N_("Date")));
        buf_add_text(out, "</span><i class=\"short\"></i></div>\n");
    }
    buf_add_text(out, "</section>\n");
}

int
render_reimbursement_html(struct buf *out, const struct results *r, struct err *e)
{
    struct map attachments = MAP_INIT;
    int result = -1;

    if (reimbursement_attachments(&attachments, r, e))
        goto done;
    add_head(out, r);
    for (size_t i = 0; i < r->recon->totals.n; i++)
        if (add_figures(out, r, &r->recon->totals.at[i], e))
            goto done;
    /* What is signed is the first page; the rest proves it. */
    add_signatures(out, r);
    if (add_currencies(out, r, &attachments, e))
        goto done;
    reimbursement_left_out(out, r, &attachments);
    reimbursement_payments(out, r);
    reimbursement_files(out, r);
    buf_add_text(out, "</main>\n</body>\n</html>\n");
    result = buf_ok(out, e);
done:
    map_release(&attachments);
    return result;
}
