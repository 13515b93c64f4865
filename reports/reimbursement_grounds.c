/*
 * reimbursement_grounds.c - what the claim rests on: payments, and invoices that are attached.
 *
 * It tells what whoever reimburses would have to find out by leafing through the rest: how much of
 * the claim a payment stands behind, and which invoices are rows of a list alone.
 */
#include "recon/differences.h"
#include "reports/html.h"
#include "reports/reimbursement.h"

#define TEXT_MAX ((size_t)1 << 16)

/* Of one currency: what is claimed, by what is known of who paid it. */
struct paid {
    struct money directly, by_balance, unknown;
};

static int
add_up(struct paid *paid, const struct recon *recon, const char *currency, struct err *e)
{
    for (size_t i = 0; i < recon->claims.n; i++) {
        const struct claim *c = &recon->claims.at[i];
        struct money *part = &paid->unknown;

        if (c->is_outside || strcmp(c->currency, currency) != 0)
            continue;
        if (c->payments.n > 0)
            part = &paid->directly;
        else if (c->basis != BASIS_RECHARGE && recon->platforms.at[c->platform_index].has_recharges)
            part = &paid->by_balance;
        if (money_add(part, c->covered, e))
            return -1;
    }
    return 0;
}

static void
add_part(struct buf *out, const struct results *r, struct money amount, const char *currency,
    const char *words, size_t *n)
{
    if (money_is_zero(amount))
        return;
    if ((*n)++ > 0)
        buf_add_text(out, r->lang == LANG_ZH ? "；" : "; ");
    buf_add_text(out, "<b>");
    reimbursement_money(out, r, amount, currency);
    buf_add_text(out, "</b> ");
    html_text(out, lang_text(r->lang, words));
}

/* "Paid: CNY 500.00 with a payment behind it; CNY 20.00 without one". */
static int
add_payments(struct buf *out, const struct results *r, const char *currency, struct err *e)
{
    struct paid paid = { MONEY_ZERO, MONEY_ZERO, MONEY_ZERO };
    size_t n = 0;

    if (add_up(&paid, r->recon, currency, e))
        return -1;
    buf_add_text(out, "<li>");
    reimbursement_label(out, r, N_("Payments"));
    add_part(out, r, paid.directly, currency, N_("with a payment record attached"), &n);
    add_part(out, r, paid.by_balance, currency,
        N_("from a balance that was recharged: see which recharges have a payment"), &n);
    add_part(out, r, paid.unknown, currency, N_("without a payment record: attach one"), &n);
    buf_add_text(out, "</li>\n");
    return 0;
}

static bool
is_row_alone(const struct recon_invoice *v, const char *currency)
{
    return invoice_counts(v) && !v->invoice->has_document &&
        strcmp(v->invoice->currency, currency) == 0;
}

/* Invoices that are rows of a list alone: whoever typed them may have mistyped. */
static int
add_rows(struct buf *out, const struct results *r, const char *currency, struct buf *text,
    struct err *e)
{
    struct money sum = MONEY_ZERO;
    size_t n = 0;

    for (size_t i = 0; i < r->recon->invoices.n; i++) {
        const struct recon_invoice *v = &r->recon->invoices.at[i];

        if (!is_row_alone(v, currency))
            continue;
        buf_addf(text, "%s%s", n++ > 0 ? ", " : "", v->id);
        if (money_add(&sum, v->rest, e))
            return -1;
    }
    if (n == 0)
        return 0;
    buf_add_text(out, "<li>");
    reimbursement_label(out, r, N_("Rows of a list alone"));
    buf_add_text(out, "<b>");
    reimbursement_money(out, r, sum, currency);
    buf_add_text(out, r->lang == LANG_ZH ? "</b>（" : "</b> (");
    html_text(out, text->n > 0 ? text->p : "");
    buf_add_text(out, r->lang == LANG_ZH ? "）；" : "); ");
    html_text(out, lang_text(r->lang, N_("the invoices themselves (XML, OFD, PDF) are not among "
        "the files: attach them")));
    buf_add_text(out, "</li>\n");
    buf_reset(text);
    return 0;
}

int
reimbursement_grounds(struct buf *out, const struct results *r, struct err *e)
{
    const struct recon *recon = r->recon;
    struct buf text;
    int result = -1;
    size_t n = 0;

    buf_init(&text, TEXT_MAX);
    for (size_t i = 0; i < recon->totals.n; i++) {
        const struct recon_total *t = &recon->totals.at[i];

        if (money_is_zero(t->covered))
            continue;
        if (n++ == 0) {
            buf_add_text(out, "<h2>");
            html_text(out, lang_text(r->lang, N_("What this claim rests on")));
            buf_add_text(out, "</h2>\n<ul class=\"grounds\">\n");
        }
        if (add_payments(out, r, t->currency, e) || add_rows(out, r, t->currency, &text, e))
            goto done;
    }
    if (n > 0)
        buf_add_text(out, "</ul>\n");
    result = buf_ok(&text, e);
done:
    buf_release(&text);
    return result;
}
