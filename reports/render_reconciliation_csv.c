/*
 * render_reconciliation_csv.c - reconciliation.csv: all of a reconciliation as one table.
 */
#include "record/csv.h"
#include "reports/recon_rows.h"
#include "reports/render.h"

static void
add_text(struct buf *out, const char *text)
{
    buf_add_char(out, ',');
    record_csv_text_cell(out, sv_of(text ? text : ""));
}

static void
add_money(struct buf *out, const struct money *m)
{
    char text[MONEY_TEXT_MAX];

    buf_add_char(out, ',');
    if (m)
        buf_add_text(out, money_format(text, *m));
}

static void
add_row(void *context, const struct recon_row *row)
{
    struct buf *out = context;

    buf_add_text(out, row->record);
    add_text(out, row->id);
    add_text(out, row->platform);
    add_text(out, row->account);
    add_text(out, row->number);
    add_text(out, row->code);
    add_text(out, row->party);
    add_text(out, row->from);
    add_text(out, row->to);
    add_text(out, row->order_id);
    add_text(out, row->currency);
    add_money(out, row->amount);
    add_money(out, row->covered);
    add_text(out, row->status);
    add_text(out, row->step);
    add_text(out, row->detail);
    add_text(out, row->related);
    add_text(out, row->message);
    buf_add_char(out, '\n');
}

int
render_reconciliation_csv(struct buf *out, const struct results *r, struct err *e)
{
    buf_add_text(out, "record,id,platform,account,number,code,party,from,to,order_id,currency,"
        "amount,covered,status,step,detail,related,message\n");
    return recon_rows(r, add_row, out, e) || buf_ok(out, e) ? -1 : 0;
}
