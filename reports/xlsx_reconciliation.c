/*
 * xlsx_reconciliation.c - invoices and payments against charges, as one sheet.
 */
#include "reports/recon_rows.h"
#include "reports/recon_say.h"
#include "reports/xlsx_sheets.h"

/* A sheet while it is filled with rows. */
struct filling {
    struct sheet *s;
    const struct results *r;
    size_t all;
};

/* The words of reconciliation.csv that stand in columns of words. */
static const char *const words[] = {
    N_("claim"), N_("recharge"), N_("invoice"), N_("cover"), N_("payment"), N_("total"),
    N_("difference"), N_("covered"), N_("partly-covered"), N_("uncovered"), N_("credit"),
    N_("matched"), N_("partly-matched"), N_("unmatched"), N_("invalid"), N_("other-period"),
    N_("paid"), N_("unpaid"), N_("consumption"), N_("unknown"), N_("claimable"), N_("invoiced"),
    N_("voucher"), N_("invoices_without_charges"), N_("rounded-sum"), N_("running-total"),
    N_("alipay"), N_("wechat"), N_("bank"),
};

/* ${word} in the reader's language, if it is one of those. */
static void
put_word(struct filling *f, const char *word)
{
    for (size_t i = 0; word && i < sizeof(words) / sizeof(words[0]); i++)
        if (strcmp(words[i], word) == 0) {
            sheet_text(f->s, lang_text(f->r->lang, words[i]));
            return;
        }
    sheet_text(f->s, word ? word : "");
}

static void
put_text(struct sheet *s, const char *text)
{
    sheet_text(s, text ? text : "");
}

/* A time or day as a date; what is none stays text. */
static void
put_time(struct filling *f, const char *text)
{
    int zone = f->r->recon->period.zone_minutes;
    struct time_text t;
    struct err ignored = ERR_INIT;

    if (text && text[0] &&
        time_parse(&t, sv_of(text), DATE_YEAR_FIRST, zone, false, &ignored) == 0)
        sheet_time(f->s, t.at, zone);
    else
        put_text(f->s, text);
}

static void
put_platform(struct filling *f, const char *id)
{
    put_text(f->s, id && id[0] ? say_platform(f->r, id) : "");
}

/* How an invoice was matched, by its number. */
static void
put_step(struct filling *f, const char *step)
{
    const char *title = step && step[0] ? recon_step_title((unsigned)(step[0] - '0')) : NULL;

    put_text(f->s, title ? lang_text(f->r->lang, title) : step);
}

/* A kind of difference, or one of the words. */
static void
put_detail(struct filling *f, const struct recon_row *row)
{
    if (row->record && strcmp(row->record, "difference") == 0)
        sheet_text(f->s, lang_text(f->r->lang, recon_difference_title(row->detail)));
    else
        put_word(f, row->detail);
}

static void
put_money(struct sheet *s, const struct money *m, const char *currency)
{
    if (m)
        sheet_money(s, *m, currency);
    else
        sheet_skip(s);
}

static void
add_row(void *context, const struct recon_row *row)
{
    struct filling *f = context;
    struct sheet *s = f->s;

    f->all++;
    if (sheet_is_full(s))
        return;
    put_word(f, row->record);
    put_text(s, row->id);
    put_platform(f, row->platform);
    put_text(s, row->account);
    put_text(s, row->number);
    put_text(s, row->party);
    put_time(f, row->from);
    put_time(f, row->to);
    put_text(s, row->order_id);
    put_text(s, row->currency);
    put_money(s, row->amount, row->currency);
    put_money(s, row->covered, row->currency);
    put_word(f, row->status);
    put_step(f, row->step);
    put_detail(f, row);
    put_text(s, row->related);
    put_text(s, row->message);
    put_text(s, row->todo);
    sheet_next(s, NULL);
}

void
xlsx_reconciliation(struct sheet *s, const struct results *r)
{
    static const struct {
        const char *key, *title;
        enum sheet_kind kind;
    } columns[] = {
        { "record", N_("What it is"), SHEET_TEXT }, { "id", N_("No."), SHEET_TEXT },
        { "platform", N_("Platform"), SHEET_TEXT }, { "account", N_("Account"), SHEET_TEXT },
        { "number", N_("Invoice number"), SHEET_TEXT },
        { "party", N_("Seller or payee"), SHEET_TEXT }, { "from", N_("From"), SHEET_TIME },
        { "to", N_("To"), SHEET_TIME }, { "order_id", N_("Order"), SHEET_TEXT },
        { "currency", N_("Currency"), SHEET_TEXT }, { "amount", N_("Amount"), SHEET_MONEY },
        { "covered", N_("Covered"), SHEET_MONEY }, { "status", N_("State"), SHEET_TEXT },
        { "step", N_("Step"), SHEET_TEXT }, { "detail", N_("Detail"), SHEET_TEXT },
        { "related", N_("Belongs to"), SHEET_TEXT }, { "message", N_("Remark"), SHEET_LONG },
        { "todo", N_("What to do"), SHEET_LONG },
    };
    struct filling f = { s, r, 0 };
    struct err e = ERR_INIT;

    for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]); i++)
        sheet_column(s, columns[i].key, lang_text(r->lang, columns[i].title), columns[i].kind);
    sheet_headings(s);
    if (recon_rows(r, add_row, &f, &e))
        sheet_failed(s, &e);
    xlsx_end(s, r, f.all, "reconciliation.csv");
}
