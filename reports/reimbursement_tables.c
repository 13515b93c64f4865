/*
 * reimbursement_tables.c - what is not covered, and payments.
 */
#include "reports/html.h"
#include "reports/reimbursement.h"

#define TEXT_MAX ((size_t)1 << 20)

/* Most charges that are listed one by one. */
#define ROWS_MAX 200

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool
is_gap(const struct claim *c, const char *currency)
{
    return !c->is_outside && c->status != CLAIM_COVERED && strcmp(c->currency, currency) == 0;
}

static void
add_gap(struct buf *out, const struct results *r, const struct claim *c)
{
    struct money left = { c->amount.units - c->covered.units };
    struct buf text;

    buf_init(&text, TEXT_MAX);
    recon_say_days(&text, r, c);
    buf_add_text(out, "<tr>");
    reimbursement_cell(out, "short", c->id);
    reimbursement_cell(out, "", say_platform(r, c->platform));
    reimbursement_cell(out, "id", c->order_id);
    reimbursement_cell(out, "short", text.n > 0 ? text.p : "");
    reimbursement_amount_cell(out, true, left, c->currency);
    buf_reset(&text);
    buf_add_text(&text, recon_say_gap(r, c));
    recon_say_invalid(&text, r, c);
    reimbursement_cell(out, "", text.n > 0 ? text.p : "");
    buf_add_text(out, "</tr>\n");
    buf_fail_with(out, &text);
    buf_release(&text);
}

int
reimbursement_gaps(struct buf *out, const struct results *r, const char *currency,
    struct err *e)
{
    static const struct reimbursement_column columns[] = { { N_("No."), "short" },
        { N_("Platform"), "" }, { N_("Order"), "id" }, { N_("Days"), "short" },
        { N_("Not covered"), "n" }, { N_("Reason"), "reason" } };
    struct money sum = MONEY_ZERO;
    size_t n = 0;

    for (size_t i = 0; i < r->recon->claims.n; i++)
        n += is_gap(&r->recon->claims.at[i], currency);
    if (n == 0)
        return 0;
    reimbursement_section(out, r, N_("Charges that no invoice covers"), currency);
    reimbursement_table(out, r, columns, COUNT(columns));
    n = 0;
    for (size_t i = 0; i < r->recon->claims.n; i++) {
        const struct claim *c = &r->recon->claims.at[i];

        if (!is_gap(c, currency))
            continue;
        if (n++ < ROWS_MAX)
            add_gap(out, r, c);
        if (money_add(&sum, c->amount, e) || money_sub(&sum, c->covered, e))
            return -1;
    }
    if (n > ROWS_MAX)
        reimbursement_more(out, r, n - ROWS_MAX, COUNT(columns));
    buf_add_text(out, "</tbody></table>\n");
    reimbursement_total(out, r, N_("Not covered in all"), sum, currency);
    buf_add_text(out, "</section>\n");
    return 0;
}

/* What a payment stands for: ids of recharges and charges. */
static void
add_purpose(struct buf *out, const struct results *r, const struct recon_payment *p)
{
    const char *separator = "";
    char ways[MESSAGE_TEXT_MAX];

    buf_add_text(out, "<td>");
    for (size_t i = 0; i < p->recharges.n; i++, separator = ", ") {
        const struct recharge *c = &r->recon->recharges.at[p->recharges.at[i]];

        buf_add_text(out, separator);
        html_text(out, say_platform(r, c->platform));
        buf_addf(out, " %s", c->id);
    }
    for (size_t i = 0; i < p->claims.n; i++, separator = ", ")
        buf_addf(out, "%s%s", separator, r->recon->claims.at[p->claims.at[i]].id);
    if (p->solutions > 1)
        html_text(out, r->lang == LANG_ZH ? "，" : ", ");
    html_text(out, recon_say_ways(ways, r, p->solutions));
    if (!p->is_matched)
        html_text(out, lang_text(r->lang, N_("no recharge or bill found")));
    buf_add_text(out, "</td>");
}

static void
add_payment(struct buf *out, const struct results *r, const struct recon_payment *p,
    const struct map *attachments)
{
    const struct payment *one = p->payment;
    const char *path = r->ledger->inputs.at[one->input]->path;
    char time[TIME_TEXT_MAX];

    buf_add_text(out, "<tr>");
    reimbursement_cell(out, "short", p->id);
    reimbursement_cell(out, "short",
        time_format_day(time, one->time, r->recon->period.zone_minutes));
    reimbursement_cell(out, "short", recon_say_channel(r, one->channel));
    reimbursement_cell(out, "", one->payee);
    reimbursement_cell(out, "id", one->trade_id);
    reimbursement_money_cell(out, r, true, one->amount, one->currency);
    add_purpose(out, r, p);
    buf_addf(out, "<td class=\"short\">A%ju</td></tr>\n",
        (uintmax_t)reimbursement_attachment(attachments, path));
}

/* Recharges that no payment was found for. */
static void
add_unpaid(struct buf *out, const struct results *r)
{
    char time[TIME_TEXT_MAX];
    size_t n = 0;

    for (size_t i = 0; i < r->recon->recharges.n; i++) {
        const struct recharge *one = &r->recon->recharges.at[i];

        if (one->is_outside || one->payments.n > 0)
            continue;
        if (n++ == 0) {
            buf_add_text(out, "<h3>");
            html_text(out, lang_text(r->lang, N_("Recharges that no payment was found for")));
            buf_add_text(out, "</h3>\n<ul class=\"grounds\">\n");
        }
        buf_addf(out, "<li><b>%s</b> ", one->id);
        html_text(out, say_platform(r, one->platform));
        buf_addf(out, " %s ", time_format_day(time, one->time, r->recon->period.zone_minutes));
        reimbursement_money(out, r, one->amount, one->currency);
        if (one->claim >= 0)
            buf_addf(out, " (%s)", r->recon->claims.at[one->claim].id);
        buf_add_text(out, "</li>\n");
    }
    if (n > 0)
        buf_add_text(out, "</ul>\n");
}

static bool
has_unpaid(const struct recon *recon)
{
    for (size_t i = 0; i < recon->recharges.n; i++)
        if (!recon->recharges.at[i].is_outside && recon->recharges.at[i].payments.n == 0)
            return true;
    return false;
}

void
reimbursement_payments(struct buf *out, const struct results *r, const struct map *attachments)
{
    static const struct reimbursement_column columns[] = { { N_("No."), "short" },
        { N_("Date"), "short" }, { N_("Channel"), "short" }, { N_("Payee"), "" },
        { N_("Transaction number"), "id" }, { N_("Amount"), "n" }, { N_("For"), "" },
        { N_("Attached"), "short" } };

    if (r->recon->payments.n == 0 && !has_unpaid(r->recon))
        return;
    reimbursement_section(out, r, N_("Payments"), NULL);
    if (r->recon->payments.n > 0) {
        reimbursement_table(out, r, columns, COUNT(columns));
        for (size_t i = 0; i < r->recon->payments.n; i++)
            add_payment(out, r, &r->recon->payments.at[i], attachments);
        buf_add_text(out, "</tbody></table>\n");
    }
    add_unpaid(out, r);
    buf_add_text(out, "</section>\n");
}
