/*
 * render_xlsx.c - review.xlsx: the review as a workbook.
 *
 * The summary stands first and is written last, since its sums are formulas over other sheets.
 */
#include <stdio.h>

#include "reports/render.h"
#include "reports/say.h"
#include "reports/xlsx_sheets.h"

#define TEXT_BYTES_MAX ((size_t)1 << 16)

void
xlsx_end(struct sheet *s, const struct results *r, size_t all, const char *file)
{
    char shown[SAY_FIGURE_MAX], whole[SAY_FIGURE_MAX], text[MESSAGE_TEXT_MAX];
    struct message m;

    if (sheet_rows(s) >= all) {
        sheet_end(s, NULL);
        return;
    }
    message_set(&m, "The first %s of %s rows; all of them are in %s.",
        say_count(shown, sheet_rows(s)), say_count(whole, all), file);
    sheet_end(s, message_text(&m, r->lang, text, sizeof(text)));
}

/* Net leaks in ${currency}. */
static struct money
leaked_in(const struct results *r, const char *currency)
{
    for (size_t i = 0; r->audit && i < r->audit->leaks.n; i++)
        if (strcmp(r->audit->leaks.at[i].currency, currency) == 0)
            return r->audit->leaks.at[i].net;
    return MONEY_ZERO;
}

static void
add_total(struct sheet *s, const struct results *r, const struct review_total *t,
    const struct sheet *spend, const struct sheet *findings)
{
    struct money leaked = leaked_in(r, t->currency);

    sheet_text(s, t->currency);
    sheet_count(s, t->lines);
    sheet_sum_of(s, spend, XLSX_SPEND_BILLED, t->billed, t->currency);
    sheet_money(s, t->voucher, t->currency);
    sheet_money(s, t->cash, t->currency);
    sheet_money(s, t->refunds, t->currency);
    sheet_money(s, t->moved, t->currency);
    if (t->has_list)
        sheet_money(s, t->list, t->currency);
    else
        sheet_skip(s);
    sheet_sum_of(s, findings, XLSX_FINDINGS_NET, leaked, t->currency);
    sheet_share(s, say_part_of(leaked, t->billed));
    sheet_next(s, NULL);
}

static void
add_head(struct sheet *s, const struct results *r)
{
    struct buf text;

    buf_init(&text, TEXT_BYTES_MAX);
    buf_add_text(&text, lang_text(r->lang, N_("GPU and cloud spend")));
    buf_add_char(&text, ' ');
    say_period(&text, r);
    sheet_title(s, text.failed ? "" : text.p);
    buf_reset(&text);
    say_accounts(&text, r);
    sheet_line(s, text.failed || text.n == 0 ? "" : text.p);
    if (say_not_judged(r)[0] != '\0')
        sheet_line(s, say_not_judged(r));
    sheet_line(s, lang_text(r->lang, N_("Amounts are exact: a cell holds 15 digits, and what has "
        "more stands as text in its row's last column too.")));
    sheet_line(s, NULL);
    sheet_made_of(s, &text);
    buf_release(&text);
}

static void
write_summary(struct sheet *s, const struct results *r, const struct sheet *spend,
    const struct sheet *findings)
{
    static const struct {
        const char *key, *title;
        enum sheet_kind kind;
    } columns[] = {
        { "currency", N_("Currency"), SHEET_TEXT }, { "lines", N_("Lines"), SHEET_COUNT },
        { "billed", N_("Billed"), SHEET_MONEY }, { "voucher", N_("By voucher"), SHEET_MONEY },
        { "cash", N_("In cash"), SHEET_MONEY }, { "refunds", N_("Refunds"), SHEET_MONEY },
        { "moved", N_("Recharged"), SHEET_MONEY }, { "list", N_("List price"), SHEET_MONEY },
        { "net_leak", N_("Leaked, net"), SHEET_MONEY }, { "share", N_("Share"), SHEET_SHARE },
    };

    add_head(s, r);
    for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]); i++)
        sheet_column(s, columns[i].key, lang_text(r->lang, columns[i].title), columns[i].kind);
    sheet_sum_by(s, 0);
    sheet_headings(s);
    for (size_t i = 0; i < r->review->totals.n; i++)
        add_total(s, r, &r->review->totals.at[i], spend, findings);
    sheet_end(s, NULL);
}

int
render_xlsx(const char *path, const char *scratch, const struct results *r, bool owns_stderr,
    struct err *e)
{
    static const struct {
        const char *name;
        void (*fill)(struct sheet *s, const struct results *r);
        bool needs_bills; /* it has nothing to tell of results that an engine gave */
    } all[] = {
        { N_("Spend"), xlsx_spend, false },     { N_("Findings"), xlsx_findings, false },
        { N_("Evidence"), xlsx_evidence, false },
        { N_("By resource"), xlsx_resources, false },
        { N_("By day"), xlsx_days, false },     { N_("By project"), xlsx_projects, false },
        { N_("Ledger"), xlsx_ledger, true },
        { N_("Reconciliation"), xlsx_reconciliation, true },
        { N_("Inputs"), xlsx_inputs, false },
    };
    struct sheet *summary, *sheets[sizeof(all) / sizeof(all[0])];
    struct book *b;

    if (book_new(&b, path, scratch, r->lang, owns_stderr, e))
        return -1;
    summary = book_sheet(b, N_("Summary"));
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        if (all[i].needs_bills && results_are_given(r))
            continue;
        sheets[i] = book_sheet(b, all[i].name);
        all[i].fill(sheets[i], r);
    }
    write_summary(summary, r, sheets[0], sheets[1]);
    return book_close(b, e);
}
