/*
 * render_reimbursement_html.c - reimbursement.html: what goes to the finance office, on A4.
 *
 * No script, no network, nothing that is there only on a screen. What is signed is the first page;
 * the rest proves it.
 */
#include "base/embedded.h"
#include "reports/html.h"
#include "reports/reimbursement.h"
#include "reports/render.h"

#define PERIOD_BYTES_MAX ((size_t)1 << 12)

extern const struct embedded embedded_page[];

/* A page that comes loose says what it belongs to. */
static void
add_running_head(struct buf *out, const struct results *r)
{
    struct buf period;

    buf_init(&period, PERIOD_BYTES_MAX);
    say_period(&period, r);
    buf_addf(out, "@page { @top-left { content: \"%s · %s\"; font-size: 8pt; } }\n"
        "@page :first { @top-left { content: none; } }\n",
        lang_text(r->lang, N_("Reimbursement claim: GPU and cloud services")),
        period.n > 0 ? period.p : "");
    buf_fail_with(out, &period);
    buf_release(&period);
}

static void
add_style(struct buf *out)
{
    for (const struct embedded *f = embedded_page; f->name; f++)
        if (strcmp(f->name, "reimbursement.css") == 0)
            buf_add(out, (struct sv){ (const char *)f->bytes, f->length });
}

static void
add_head(struct buf *out, const struct results *r)
{
    buf_addf(out, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'\">\n<title>", r->lang == LANG_ZH ? "zh-CN" : "en");
    html_text(out, lang_text(r->lang, N_("Reimbursement claim: GPU and cloud services")));
    buf_add_text(out, "</title>\n<style>\n");
    add_style(out);
    add_running_head(out, r);
    buf_add_text(out, "</style>\n</head>\n<body>\n<main>\n");
}

/* What is over one currency, currency by currency. */
static int
add_invoices(struct buf *out, const struct results *r, const struct map *attachments,
    struct err *e)
{
    for (size_t i = 0; i < r->recon->totals.n; i++)
        if (reimbursement_invoices(out, r, r->recon->totals.at[i].currency, attachments, e))
            return -1;
    return 0;
}

static int
add_charges(struct buf *out, const struct results *r,
    int (*add)(struct buf *, const struct results *, const char *, struct err *), struct err *e)
{
    for (size_t i = 0; i < r->recon->totals.n; i++)
        if (add(out, r, r->recon->totals.at[i].currency, e))
            return -1;
    return 0;
}

int
render_reimbursement_html(struct buf *out, const struct results *r, struct err *e)
{
    struct map attachments = MAP_INIT;
    int result = -1;

    if (reimbursement_attachments(&attachments, r, e))
        goto done;
    add_head(out, r);
    if (reimbursement_summary(out, r, &attachments, e) ||
        add_invoices(out, r, &attachments, e))
        goto done;
    reimbursement_left_out(out, r, &attachments);
    if (add_charges(out, r, reimbursement_gaps, e))
        goto done;
    reimbursement_payments(out, r, &attachments);
    if (add_charges(out, r, reimbursement_projects, e))
        goto done;
    reimbursement_files(out, r, &attachments);
    buf_add_text(out, "</main>\n</body>\n</html>\n");
    result = buf_ok(out, e);
done:
    map_release(&attachments);
    return result;
}
