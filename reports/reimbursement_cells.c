/*
 * reimbursement_cells.c - sections, tables and cells of reimbursement.html.
 */
#include <string.h>

#include "ledger/currency.h"
#include "recon/capitals.h"
#include "reports/html.h"
#include "reports/reimbursement.h"

void
reimbursement_section(struct buf *out, const struct results *r, const char *title,
    const char *currency)
{
    buf_add_text(out, "<section>\n<h2>");
    html_text(out, lang_text(r->lang, title));
    if (currency && r->recon->totals.n > 1) {
        buf_add_text(out, r->lang == LANG_ZH ? "（" : " (");
        html_text(out, strcmp(currency, "CNY") == 0 ? lang_text(r->lang, N_("CNY")) : currency);
        buf_add_text(out, r->lang == LANG_ZH ? "）" : ")");
    }
    buf_add_text(out, "</h2>\n");
    if (currency)
        reimbursement_unit(out, r, currency);
}

void
reimbursement_unit(struct buf *out, const struct results *r, const char *currency)
{
    if (!say_unit(r, currency)[0])
        return;
    buf_add_text(out, "<p class=\"unit\">");
    html_text(out, say_unit(r, currency));
    buf_add_text(out, "</p>\n");
}

static void
add_class(struct buf *out, const char *class)
{
    if (class[0])
        buf_addf(out, " class=\"%s\"", class);
    buf_add_char(out, '>');
}

void
reimbursement_table(struct buf *out, const struct results *r,
    const struct reimbursement_column *columns, size_t n)
{
    buf_add_text(out, "<table><thead><tr>");
    for (size_t i = 0; i < n; i++) {
        buf_add_text(out, "<th scope=\"col\"");
        add_class(out, columns[i].class);
        html_text(out, lang_text(r->lang, columns[i].title));
        buf_add_text(out, "</th>");
    }
    buf_add_text(out, "</tr></thead>\n<tbody>\n");
}

void
reimbursement_cell(struct buf *out, const char *class, const char *text)
{
    buf_add_text(out, "<td");
    add_class(out, class);
    html_text(out, text);
    buf_add_text(out, "</td>");
}

void
reimbursement_amount(struct buf *out, struct money amount, const char *currency)
{
    char text[SAY_FIGURE_MAX], exact[MONEY_TEXT_MAX];
    struct money rounded = money_round(amount, currency_decimals(sv_of(currency)));

    buf_add_text(out, money_compare(rounded, amount) == 0 ? say_amount(text, amount, currency)
        : money_format(exact, amount));
}

void
reimbursement_money(struct buf *out, const struct results *r, struct money amount,
    const char *currency)
{
    bool is_sign = r->lang == LANG_ZH && strcmp(currency, "CNY") == 0;

    if (is_sign && money_is_negative(amount)) {
        buf_add_char(out, '-');
        amount = money_negate(amount);
    }
    if (is_sign) {
        buf_add_text(out, "¥");
    } else {
        html_text(out, currency);
        buf_add_char(out, ' ');
    }
    reimbursement_amount(out, amount, currency);
}

void
reimbursement_amount_cell(struct buf *out, bool is_known, struct money amount,
    const char *currency)
{
    buf_add_text(out, "<td class=\"n\">");
    if (is_known)
        reimbursement_amount(out, amount, currency);
    buf_add_text(out, "</td>");
}

void
reimbursement_money_cell(struct buf *out, const struct results *r, bool is_known,
    struct money amount, const char *currency)
{
    buf_add_text(out, "<td class=\"n\">");
    if (is_known)
        reimbursement_money(out, r, amount, currency);
    buf_add_text(out, "</td>");
}

void
reimbursement_more(struct buf *out, const struct results *r, size_t more, unsigned columns)
{
    struct message m;
    char text[MESSAGE_TEXT_MAX];

    message_set(&m, N_("and %zu more, which reconciliation.csv lists"), more);
    buf_addf(out, "<tr><td colspan=\"%u\">", columns);
    html_text(out, message_text(&m, r->lang, text, sizeof(text)));
    buf_add_text(out, "</td></tr>\n");
}

void
reimbursement_label(struct buf *out, const struct results *r, const char *text)
{
    html_text(out, lang_text(r->lang, text));
    buf_add_text(out, r->lang == LANG_ZH ? "：" : ": ");
}

void
reimbursement_capitals(struct buf *out, struct money amount)
{
    struct err ignored = ERR_INIT;
    size_t before = out->n;

    if (capitals_format(out, amount, &ignored) == 0)
        return;
    buf_cut(out, before);
    buf_add_text(out, "—");
}

void
reimbursement_total(struct buf *out, const struct results *r, const char *title,
    struct money amount, const char *currency)
{
    buf_add_text(out, "<p class=\"total\">");
    reimbursement_label(out, r, title);
    reimbursement_money(out, r, amount, currency);
    if (strcmp(currency, "CNY") == 0) {
        buf_add_text(out, "<span class=\"capitals\">");
        reimbursement_capitals(out, amount);
        buf_add_text(out, "</span>");
    }
    buf_add_text(out, "</p>\n");
}
