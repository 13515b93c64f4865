/*
 * reimbursement_invoices.c - invoices that count with what is behind each, and those that do not.
 */
#include "ledger/currency.h"
#include "recon/capitals.h"
#include "recon/differences.h"
#include "reports/html.h"
#include "reports/reimbursement.h"

#define TEXT_MAX ((size_t)1 << 24)

/* Most charges that are named behind one invoice. */
#define CLAIMS_MAX 40

void
reimbursement_amount(struct buf *out, struct money amount, const char *currency)
{
    char text[SAY_FIGURE_MAX], exact[MONEY_TEXT_MAX];
    struct money rounded = money_round(amount, currency_decimals(sv_of(currency)));

    buf_add_text(out, money_compare(rounded, amount) == 0 ? say_amount(text, amount, currency)
        : money_format(exact, amount));
}

int
reimbursement_capitals(struct buf *out, struct money amount, struct err *e)
{
    return capitals_format(out, amount, e);
}

int
reimbursement_sum(struct buf *out, struct money amount, const char *currency, struct err *e)
{
    html_text(out, currency);
    buf_add_char(out, ' ');
    reimbursement_amount(out, amount, currency);
    if (strcmp(currency, "CNY") != 0)
        return 0;
    buf_add_text(out, "<span class=\"capitals\">");
    if (capitals_format(out, amount, e))
        return -1;
    buf_add_text(out, "</span>");
    return 0;
}

static void
heading(struct buf *out, const struct results *r, const char *title, bool is_right)
{
    buf_addf(out, "<th%s>", is_right ? " class=\"n\"" : "");
    html_text(out, lang_text(r->lang, title));
    buf_add_text(out, "</th>");
}

static void
cell(struct buf *out, const char *text)
{
    buf_add_text(out, "<td>");
    html_text(out, text);
    buf_add_text(out, "</td>");
}

/* A number or date, which is not broken where there is room for it. */
static void
id_cell(struct buf *out, const char *text)
{
    buf_addf(out, "<td%s>", strlen(text) <= 24 ? " class=\"id\"" : "");
    html_text(out, text);
    buf_add_text(out, "</td>");
}

/* The number, behind its code where it has one. */
static void
number_cell(struct buf *out, const struct invoice *one)
{
    if (!one->code[0]) {
        id_cell(out, one->number);
        return;
    }
    buf_add_text(out, "<td>");
    html_text(out, one->code);
    buf_add_char(out, ' ');
    html_text(out, one->number);
    buf_add_text(out, "</td>");
}

static void
amount_cell(struct buf *out, bool is_known, struct money amount, const char *currency)
{
    buf_add_text(out, "<td class=\"n\">");
    if (is_known)
        reimbursement_amount(out, amount, currency);
    buf_add_text(out, "</td>");
}

static void
add_claim(struct buf *out, const struct results *r, const struct cover *cover)
{
    const struct claim *c = &r->recon->claims.at[cover->claim];
    struct buf days;

    buf_init(&days, TEXT_MAX);
    recon_say_days(&days, r, c);
    buf_addf(out, "<li><b>%s</b> ", c->id);
    html_text(out, say_platform(r, c->platform));
    buf_add_char(out, ' ');
    if (c->order_id[0]) {
        html_text(out, lang_text(r->lang, N_("order")));
        buf_add_char(out, ' ');
        html_text(out, c->order_id);
        buf_add_char(out, ' ');
    }
    buf_add(out, buf_sv(&days));
    buf_add_text(out, " <span class=\"n\">");
    reimbursement_amount(out, cover->amount, c->currency);
    buf_add_text(out, "</span>");
    for (size_t i = 0; i < c->payments.n; i++)
        buf_addf(out, "%s%s", i ? ", " : " ← ", r->recon->payments.at[c->payments.at[i]].id);
    buf_add_text(out, "</li>");
    buf_release(&days);
}

/* The charges behind an invoice, and what is to be said of it. */
static void
add_behind(struct buf *out, const struct results *r, const struct recon_invoice *v)
{
    struct buf text;
    struct message m;
    char more[MESSAGE_TEXT_MAX];

    buf_add_text(out, "<tr class=\"behind\"><td></td><td colspan=\"6\">");
    if (v->covers.n == 0)
        html_text(out, lang_text(r->lang, N_("No charge was found behind it.")));
    buf_add_text(out, "<ul>");
    for (size_t i = 0; i < v->covers.n && i < CLAIMS_MAX; i++)
        add_claim(out, r, &v->covers.at[i]);
    buf_add_text(out, "</ul>");
    if (v->covers.n > CLAIMS_MAX) {
        message_set(&m, N_("and %zu more, which reconciliation.csv lists"),
            v->covers.n - CLAIMS_MAX);
        html_text(out, message_text(&m, r->lang, more, sizeof(more)));
    }
    buf_init(&text, TEXT_MAX);
    if (v->step > 0) {
        buf_add_text(out, "<p class=\"how\">");
        html_text(out, lang_text(r->lang, N_("Found by")));
        buf_add_text(out, r->lang == LANG_ZH ? "：" : ": ");
        recon_say_step(&text, r, v);
        buf_add(out, buf_sv(&text));
        buf_reset(&text);
        recon_say_checks(&text, r, v, true);
        if (text.n > 0) {
            buf_add_text(out, r->lang == LANG_ZH ? "；" : "; ");
            html_text(out, text.p);
        }
        buf_add_text(out, "</p>");
    }
    buf_release(&text);
    buf_add_text(out, "</td></tr>\n");
}

/* Sums of the columns; one in which a figure is missing has none. */
struct sums {
    struct money of[3];
    bool is_known[3];
};

static int
add_invoice(struct buf *out, const struct results *r, const struct recon_invoice *v,
    struct sums *sums, struct err *e)
{
    const struct invoice *one = v->invoice;
    bool has_net = one->has_net && !v->reversed_by, has_tax = one->has_tax && !v->reversed_by;

    buf_addf(out, "<tr class=\"invoice\"><td>%s</td>", v->id);
    number_cell(out, one);
    id_cell(out, one->issued_text);
    cell(out, one->seller);
    amount_cell(out, has_net, one->net, one->currency);
    amount_cell(out, has_tax, one->tax, one->currency);
    amount_cell(out, true, v->rest, one->currency);
    buf_add_text(out, "</tr>\n");
    add_behind(out, r, v);
    sums->is_known[0] &= has_net;
    sums->is_known[1] &= has_tax;
    if ((has_net && money_add(&sums->of[0], one->net, e)) ||
        (has_tax && money_add(&sums->of[1], one->tax, e)))
        return -1;
    return money_add(&sums->of[2], v->rest, e);
}

int
reimbursement_invoices(struct buf *out, const struct results *r, const char *currency,
    struct err *e)
{
    struct sums sums = { .is_known = { true, true, true } };
    size_t n = 0;

    buf_add_text(out, "<table class=\"invoices\"><thead><tr>");
    heading(out, r, N_("No."), false);
    heading(out, r, N_("Invoice number"), false);
    heading(out, r, N_("Date"), false);
    heading(out, r, N_("Seller"), false);
    heading(out, r, N_("Amount without tax"), true);
    heading(out, r, N_("Tax"), true);
    heading(out, r, N_("Total"), true);
    buf_add_text(out, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < r->recon->invoices.n; i++) {
        const struct recon_invoice *v = &r->recon->invoices.at[i];

        if (!invoice_counts(v) || strcmp(v->invoice->currency, currency) != 0)
            continue;
        if (add_invoice(out, r, v, &sums, e))
            return -1;
        n++;
    }
    if (n == 0) {
        buf_add_text(out, "<tr><td colspan=\"7\">");
        html_text(out, lang_text(r->lang, N_("There is no valid invoice.")));
        buf_add_text(out, "</td></tr>\n");
    }
    buf_add_text(out, "<tr class=\"sum\"><td colspan=\"4\">");
    html_text(out, lang_text(r->lang, N_("Sum")));
    buf_add_text(out, "</td>");
    for (size_t i = 0; i < 3; i++)
        amount_cell(out, sums.is_known[i], sums.of[i], currency);
    buf_add_text(out, "</tr>\n</tbody></table>\n<p class=\"total\">");
    html_text(out, lang_text(r->lang, N_("Invoices in all")));
    buf_add_text(out, r->lang == LANG_ZH ? "：" : ": ");
    if (reimbursement_sum(out, sums.of[2], currency, e))
        return -1;
    buf_add_text(out, "</p>\n");
    return 0;
}

static bool
is_left_out(const struct recon_invoice *v)
{
    return v->status == MATCH_INVALID || v->status == MATCH_OTHER_PERIOD;
}

static void
add_left_out(struct buf *out, const struct results *r, const struct recon_invoice *v,
    struct buf *why)
{
    const struct invoice *one = v->invoice;

    buf_reset(why);
    recon_say_checks(why, r, v, false);
    buf_addf(out, "<tr><td>%s</td>", v->id);
    number_cell(out, one);
    id_cell(out, one->issued_text);
    cell(out, one->seller);
    buf_add_text(out, "<td class=\"n\">");
    if (v->has_rest) {
        html_text(out, one->currency);
        buf_add_char(out, ' ');
        reimbursement_amount(out, recon_total_of(v), one->currency);
    }
    buf_add_text(out, "</td>");
    if (v->status == MATCH_OTHER_PERIOD)
        cell(out, lang_text(r->lang, N_("of another period")));
    else
        cell(out, why->n > 0 ? why->p : "");
    buf_add_text(out, "</tr>\n");
}

void
reimbursement_invalid(struct buf *out, const struct results *r)
{
    struct buf why;
    size_t n = 0;

    for (size_t i = 0; i < r->recon->invoices.n; i++)
        n += is_left_out(&r->recon->invoices.at[i]);
    if (n == 0)
        return;
    buf_add_text(out, "<section><h2>");
    html_text(out, lang_text(r->lang, N_("Invoices that do not count")));
    buf_add_text(out, "</h2>\n<table><thead><tr>");
    heading(out, r, N_("No."), false);
    heading(out, r, N_("Invoice number"), false);
    heading(out, r, N_("Date"), false);
    heading(out, r, N_("Seller"), false);
    heading(out, r, N_("Total"), true);
    heading(out, r, N_("Reason"), false);
    buf_add_text(out, "</tr></thead>\n<tbody>\n");
    buf_init(&why, TEXT_MAX);
    for (size_t i = 0; i < r->recon->invoices.n; i++)
        if (is_left_out(&r->recon->invoices.at[i]))
            add_left_out(out, r, &r->recon->invoices.at[i], &why);
    buf_release(&why);
    buf_add_text(out, "</tbody></table></section>\n");
}
