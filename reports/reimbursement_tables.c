/*
 * reimbursement_tables.c - what is not covered, payments, and the files to attach.
 */
#include "reports/html.h"
#include "reports/reimbursement.h"

#define TEXT_MAX ((size_t)1 << 20)

/* Most charges that are listed one by one. */
#define ROWS_MAX 200

static void
begin(struct buf *out, const struct results *r, const char *title)
{
    buf_add_text(out, "<section><h2>");
    html_text(out, lang_text(r->lang, title));
    buf_add_text(out, "</h2>\n<table><thead><tr>");
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

static bool
is_gap(const struct claim *c, const char *currency)
{
    return !c->is_outside && c->status != CLAIM_COVERED && strcmp(c->currency, currency) == 0;
}

static void
add_gap(struct buf *out, const struct results *r, const struct claim *c)
{
    struct money left = { c->amount.units - c->covered.units };
    struct buf days;

    buf_init(&days, TEXT_MAX);
    recon_say_days(&days, r, c);
    buf_addf(out, "<tr><td>%s</td>", c->id);
    cell(out, say_platform(r, c->platform));
    cell(out, c->order_id);
    cell(out, days.n > 0 ? days.p : "");
    buf_add_text(out, "<td class=\"n\">");
    reimbursement_amount(out, left, c->currency);
    buf_add_text(out, "</td>");
    cell(out, recon_say_gap(r, c));
    buf_add_text(out, "</tr>\n");
    buf_release(&days);
}

int
reimbursement_gaps(struct buf *out, const struct results *r, const char *currency,
    struct err *e)
{
    struct money sum = MONEY_ZERO;
    struct message m;
    char text[MESSAGE_TEXT_MAX];
    size_t n = 0;

    for (size_t i = 0; i < r->recon->claims.n; i++)
        n += is_gap(&r->recon->claims.at[i], currency);
    if (n == 0)
        return 0;
    begin(out, r, N_("Charges that no invoice covers"));
    heading(out, r, N_("No."), false);
    heading(out, r, N_("Platform"), false);
    heading(out, r, N_("Order"), false);
    heading(out, r, N_("Days"), false);
    heading(out, r, N_("Not covered"), true);
    heading(out, r, N_("Reason"), false);
    buf_add_text(out, "</tr></thead>\n<tbody>\n");
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
    if (n > ROWS_MAX) {
        message_set(&m, N_("and %zu more, which reconciliation.csv lists"), n - ROWS_MAX);
        buf_add_text(out, "<tr><td colspan=\"6\">");
        html_text(out, message_text(&m, r->lang, text, sizeof(text)));
        buf_add_text(out, "</td></tr>\n");
    }
    buf_add_text(out, "</tbody></table>\n<p class=\"total\">");
    html_text(out, lang_text(r->lang, N_("Not covered in all")));
    buf_add_text(out, r->lang == LANG_ZH ? "：" : ": ");
    if (reimbursement_sum(out, sum, currency, e))
        return -1;
    buf_add_text(out, "</p></section>\n");
    return 0;
}

/* The name of a channel that has one. */
static const char *
channel(const struct results *r, const char *word)
{
    if (strcmp(word, "alipay") == 0)
        return lang_text(r->lang, N_("Alipay"));
    return strcmp(word, "wechat") == 0 ? lang_text(r->lang, N_("WeChat Pay")) : word;
}

/* What a payment stands for: ids of recharges and charges. */
static void
add_purpose(struct buf *out, const struct results *r, const struct recon_payment *p)
{
    const char *separator = "";

    buf_add_text(out, "<td>");
    for (size_t i = 0; i < p->recharges.n; i++, separator = ", ") {
        const struct recharge *c = &r->recon->recharges.at[p->recharges.at[i]];

        buf_add_text(out, separator);
        html_text(out, say_platform(r, c->platform));
        buf_addf(out, " %s", c->id);
    }
    for (size_t i = 0; i < p->claims.n; i++, separator = ", ")
        buf_addf(out, "%s%s", separator, r->recon->claims.at[p->claims.at[i]].id);
    if (!p->is_matched)
        html_text(out, lang_text(r->lang, N_("no recharge or bill found")));
    buf_add_text(out, "</td>");
}

void
reimbursement_payments(struct buf *out, const struct results *r)
{
    char time[TIME_TEXT_MAX];

    if (r->recon->payments.n == 0)
        return;
    begin(out, r, N_("Payments"));
    heading(out, r, N_("No."), false);
    heading(out, r, N_("Date"), false);
    heading(out, r, N_("Channel"), false);
    heading(out, r, N_("Payee"), false);
    heading(out, r, N_("Amount"), true);
    heading(out, r, N_("For"), false);
    buf_add_text(out, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < r->recon->payments.n; i++) {
        const struct recon_payment *p = &r->recon->payments.at[i];

        buf_addf(out, "<tr><td>%s</td>", p->id);
        cell(out, time_format_day(time, p->payment->time, r->recon->period.zone_minutes));
        cell(out, channel(r, p->payment->channel));
        cell(out, p->payment->payee);
        buf_add_text(out, "<td class=\"n\">");
        html_text(out, p->payment->currency);
        buf_add_char(out, ' ');
        reimbursement_amount(out, p->payment->amount, p->payment->currency);
        buf_add_text(out, "</td>");
        add_purpose(out, r, p);
        buf_add_text(out, "</tr>\n");
    }
    buf_add_text(out, "</tbody></table></section>\n");
}

static const char *
file_kind(const struct results *r, enum input_kind kind)
{
    if (kind == INPUT_BILL)
        return lang_text(r->lang, N_("bill"));
    return kind == INPUT_INVOICE ? lang_text(r->lang, N_("invoice"))
        : lang_text(r->lang, N_("payments"));
}

/* A sum of 64 digits that may break in the middle. */
static void
add_file(struct buf *out, const char *path, const char *what, const char *sha256)
{
    buf_add_text(out, "<tr>");
    cell(out, path);
    cell(out, what);
    buf_add_text(out, "<td class=\"hash\">");
    html_text(out, sha256);
    buf_add_text(out, "</td></tr>\n");
}

void
reimbursement_files(struct buf *out, const struct results *r)
{
    begin(out, r, N_("Attached files"));
    heading(out, r, N_("File"), false);
    heading(out, r, N_("Kind"), false);
    heading(out, r, N_("SHA-256"), false);
    buf_add_text(out, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < r->ledger->inputs.n; i++) {
        const struct input *in = r->ledger->inputs.at[i];

        if (in->kind == INPUT_BILL || in->kind == INPUT_INVOICE || in->kind == INPUT_PAYMENT)
            add_file(out, in->path, file_kind(r, in->kind), in->sha256);
    }
    buf_add_text(out, "</tbody></table></section>\n");
}
