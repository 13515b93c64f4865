/*
 * reimbursement_invoices.c - invoices that count with what is behind each, and those that do not.
 */
#include "recon/differences.h"
#include "reports/html.h"
#include "reports/reimbursement.h"

#define TEXT_MAX ((size_t)1 << 24)

/* Most charges and items that are named behind one invoice. */
#define CLAIMS_MAX 40
#define ITEMS_MAX 3

/* Most charges that are kept on one page with their invoice. */
#define KEPT_TOGETHER_MAX 12

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* The number, behind its code where it has one. */
static void
number_cell(struct buf *out, const struct invoice *one)
{
    buf_addf(out, "<td class=\"%s\">", strlen(one->number) > 20 || one->code[0] ? "id" : "short");
    if (one->code[0]) {
        html_text(out, one->code);
        buf_add_char(out, ' ');
    }
    html_text(out, one->number);
    buf_add_text(out, "</td>");
}

static const char *
kind_title(enum invoice_kind k)
{
    static const char *const titles[] = { [INVOICE_OTHER] = "",
        [INVOICE_DIGITAL_ORDINARY] = N_("fully digital e-invoice (ordinary)"),
        [INVOICE_DIGITAL_SPECIAL] = N_("fully digital e-invoice (special VAT)"),
        [INVOICE_VAT_ORDINARY] = N_("VAT invoice (ordinary)"),
        [INVOICE_VAT_SPECIAL] = N_("VAT invoice (special)"),
        [INVOICE_CREDIT_NOTE] = N_("credit note") };

    return titles[k];
}

/* What kind of invoice it is, and for what. */
static void
add_items(struct buf *out, const struct results *r, const struct invoice *one)
{
    const char *kind = kind_title(one->kind), *last = "";
    size_t n = 0;

    if (!kind[0] && one->lines.n == 0)
        return;
    buf_add_text(out, "<p class=\"items\">");
    if (kind[0])
        html_text(out, lang_text(r->lang, kind));
    for (size_t i = 0; i < one->lines.n; i++) {
        const char *item = one->lines.at[i].item;

        if (!item[0] || strcmp(item, last) == 0)
            continue;
        last = item;
        if (n++ == ITEMS_MAX) {
            buf_add_text(out, " …");
            break;
        }
        buf_add_text(out, n > 1 || kind[0] ? " · " : "");
        html_text(out, item);
    }
    buf_add_text(out, "</p>");
}

static void
add_claim(struct buf *out, const struct results *r, const struct cover *cover,
    const struct map *attachments)
{
    const struct claim *c = &r->recon->claims.at[cover->claim];
    struct buf days;

    buf_init(&days, TEXT_MAX);
    recon_say_days(&days, r, c);
    buf_addf(out, "<li><b>%s</b> <span>", c->id);
    html_text(out, say_platform(r, c->platform));
    buf_add_char(out, ' ');
    if (c->order_id[0]) {
        html_text(out, lang_text(r->lang, N_("order")));
        buf_add_char(out, ' ');
        html_text(out, c->order_id);
        buf_add_char(out, ' ');
    }
    buf_add(out, buf_sv(&days));
    buf_add_text(out, " · ");
    reimbursement_files_of_claim(out, r, attachments, c);
    for (size_t i = 0; i < c->payments.n; i++)
        buf_addf(out, "%s%s", i ? ", " : " ← ", r->recon->payments.at[c->payments.at[i]].id);
    buf_add_text(out, "</span><span class=\"n\">");
    reimbursement_amount(out, cover->amount, c->currency);
    buf_add_text(out, "</span></li>");
    buf_fail_with(out, &days);
    buf_release(&days);
}

static void
add_claims(struct buf *out, const struct results *r, const struct recon_invoice *v,
    const struct map *attachments)
{
    struct message m;
    char more[MESSAGE_TEXT_MAX];

    if (v->covers.n == 0) {
        buf_add_text(out, "<p>");
        html_text(out, lang_text(r->lang, N_("No charge was found behind it.")));
        buf_add_text(out, "</p>");
        return;
    }
    buf_add_text(out, "<ul>");
    for (size_t i = 0; i < v->covers.n && i < CLAIMS_MAX; i++)
        add_claim(out, r, &v->covers.at[i], attachments);
    buf_add_text(out, "</ul>");
    if (v->covers.n > CLAIMS_MAX) {
        message_set(&m, N_("and %zu more, which reconciliation.csv lists"),
            v->covers.n - CLAIMS_MAX);
        buf_add_text(out, "<p>");
        html_text(out, message_text(&m, r->lang, more, sizeof(more)));
        buf_add_text(out, "</p>");
    }
}

static void
add_sentence(struct buf *out, struct buf *text, const char *end)
{
    if (text->n > 0) {
        html_text(out, text->p);
        buf_add_text(out, end);
    }
    buf_reset(text);
}

/* What to do, where there is something; ${text} is scratch. */
static void
add_todo(struct buf *out, const struct results *r, const struct recon_invoice *v,
    bool with_warnings, struct buf *text)
{
    buf_reset(text);
    recon_say_todo(text, r, v, with_warnings);
    if (text->n == 0)
        return;
    buf_add_text(out, "<span class=\"todo\"><b>");
    html_text(out, lang_text(r->lang, N_("What to do")));
    buf_add_text(out, "</b> ");
    html_text(out, text->p);
    buf_add_text(out, "</span>");
    buf_reset(text);
}

/* How it was found, what is to be said of it, and where its files stand. */
static void
add_remarks(struct buf *out, const struct results *r, const struct recon_invoice *v,
    const struct map *attachments)
{
    const char *end = r->lang == LANG_ZH ? "；" : "; ";
    struct buf text;

    buf_init(&text, TEXT_MAX);
    buf_add_text(out, "<p class=\"how\">");
    if (v->step > 0) {
        reimbursement_label(out, r, N_("Found by"));
        recon_say_step(&text, r, v);
        add_sentence(out, &text, end);
    }
    recon_say_checks(&text, r, v, true);
    add_sentence(out, &text, end);
    recon_say_contradictions(&text, r, v);
    add_sentence(out, &text, end);
    reimbursement_label(out, r, N_("Attached"));
    reimbursement_files_of_invoice(out, attachments, v->invoice);
    if (!v->invoice->has_document) {
        buf_add_text(out, end);
        html_text(out, lang_text(r->lang, N_("only a row of a list, the invoice itself is not "
            "attached")));
    }
    add_todo(out, r, v, true, &text);
    buf_add_text(out, "</p>");
    buf_fail_with(out, &text);
    buf_release(&text);
}

/* Sums of the columns; one in which a figure is missing has none. */
struct sums {
    struct money of[3];
    bool is_known[3];
};

static int
add_invoice(struct buf *out, const struct results *r, const struct recon_invoice *v,
    const struct map *attachments, struct sums *sums, struct err *e)
{
    const struct invoice *one = v->invoice;
    bool has_net = one->has_net && !v->reversed_by, has_tax = one->has_tax && !v->reversed_by;

    buf_add_text(out, "<tr class=\"invoice\">");
    reimbursement_cell(out, "short", v->id);
    number_cell(out, one);
    reimbursement_cell(out, "short", one->issued_text);
    reimbursement_cell(out, "", one->seller);
    reimbursement_amount_cell(out, has_net, one->net, one->currency);
    reimbursement_amount_cell(out, has_tax, one->tax, one->currency);
    reimbursement_amount_cell(out, true, v->rest, one->currency);
    buf_addf(out, "</tr>\n<tr class=\"behind%s\"><td></td><td colspan=\"6\">",
        v->covers.n > KEPT_TOGETHER_MAX ? " long" : "");
    add_items(out, r, one);
    add_claims(out, r, v, attachments);
    add_remarks(out, r, v, attachments);
    buf_add_text(out, "</td></tr>\n");
    sums->is_known[0] &= has_net;
    sums->is_known[1] &= has_tax;
    if ((has_net && money_add(&sums->of[0], one->net, e)) ||
        (has_tax && money_add(&sums->of[1], one->tax, e)))
        return -1;
    return money_add(&sums->of[2], v->rest, e);
}

static const struct reimbursement_column columns[] = { { N_("No."), "short" },
    { N_("Invoice number"), "id" }, { N_("Date"), "short" }, { N_("Seller"), "" },
    { N_("Amount without tax"), "n" }, { N_("Tax"), "n" }, { N_("Total"), "n" } };

/* True where it counts and is over ${currency}. */
static bool
is_of(const struct recon_invoice *v, const char *currency)
{
    return invoice_counts(v) && strcmp(v->invoice->currency, currency) == 0;
}

int
reimbursement_invoices(struct buf *out, const struct results *r, const char *currency,
    const struct map *attachments, struct err *e)
{
    struct sums sums = { .is_known = { true, true, true } };
    size_t n = 0;

    for (size_t i = 0; i < r->recon->invoices.n; i++)
        n += is_of(&r->recon->invoices.at[i], currency);
    if (n == 0)
        return 0;
    reimbursement_section(out, r, N_("Invoices"), currency);
    buf_add_text(out, "<p class=\"unit\">");
    html_text(out, lang_text(r->lang, N_("Below each invoice: the charges that it covers, with the "
        "files of their bills (A) and, behind the arrow, their payments (P).")));
    buf_add_text(out, "</p>\n");
    reimbursement_table(out, r, columns, COUNT(columns));
    for (size_t i = 0; i < r->recon->invoices.n; i++)
        if (is_of(&r->recon->invoices.at[i], currency) &&
            add_invoice(out, r, &r->recon->invoices.at[i], attachments, &sums, e))
            return -1;
    buf_add_text(out, "<tr class=\"sum\"><td colspan=\"4\">");
    html_text(out, lang_text(r->lang, N_("Sum")));
    buf_add_text(out, "</td>");
    for (size_t i = 0; i < 3; i++)
        reimbursement_amount_cell(out, sums.is_known[i], sums.of[i], currency);
    buf_add_text(out, "</tr>\n</tbody></table>\n");
    reimbursement_total(out, r, N_("Invoices in all"), sums.of[2], currency);
    buf_add_text(out, "</section>\n");
    return 0;
}

static void
add_left_out(struct buf *out, const struct results *r, const struct recon_invoice *v,
    const struct map *attachments, struct buf *why)
{
    const struct invoice *one = v->invoice;

    buf_reset(why);
    recon_say_checks(why, r, v, false);
    buf_add_text(out, "<tr>");
    reimbursement_cell(out, "short", v->id);
    number_cell(out, one);
    reimbursement_cell(out, "short", one->issued_text);
    reimbursement_cell(out, "", one->seller);
    reimbursement_money_cell(out, r, v->has_rest, recon_total_of(v), one->currency);
    buf_add_text(out, "<td>");
    if (v->status == MATCH_OTHER_PERIOD)
        html_text(out, lang_text(r->lang,
            N_("of another period: hand it in with the charges of that period")));
    else
        html_text(out, why->n > 0 ? why->p : "");
    add_todo(out, r, v, false, why);
    buf_add_text(out, "</td><td class=\"id\">");
    reimbursement_files_of_invoice(out, attachments, one);
    buf_add_text(out, "</td></tr>\n");
}

/* The invoices of ${status}, which are no part of the claim, under ${title}. */
static void
add_section(struct buf *out, const struct results *r, const struct map *attachments,
    const char *title, enum matched status)
{
    static const struct reimbursement_column titles[] = { { N_("No."), "short" },
        { N_("Invoice number"), "id" }, { N_("Date"), "short" }, { N_("Seller"), "" },
        { N_("Total"), "n" }, { N_("Reason and what to do"), "reason" }, { N_("Attached"), "" } };
    struct buf why;
    size_t n = 0;

    for (size_t i = 0; i < r->recon->invoices.n; i++)
        n += r->recon->invoices.at[i].status == status;
    if (n == 0)
        return;
    reimbursement_section(out, r, title, NULL);
    reimbursement_table(out, r, titles, COUNT(titles));
    buf_init(&why, TEXT_MAX);
    for (size_t i = 0; i < r->recon->invoices.n; i++)
        if (r->recon->invoices.at[i].status == status)
            add_left_out(out, r, &r->recon->invoices.at[i], attachments, &why);
    buf_fail_with(out, &why);
    buf_release(&why);
    buf_add_text(out, "</tbody></table>\n</section>\n");
}

void
reimbursement_left_out(struct buf *out, const struct results *r, const struct map *attachments)
{
    add_section(out, r, attachments, N_("Invoices that do not count"), MATCH_INVALID);
    add_section(out, r, attachments, N_("Invoices for other periods"), MATCH_OTHER_PERIOD);
}
