/*
 * render_reconciliation_csv.c - reconciliation.csv: all of a reconciliation as one table.
 *
 * Each row is one claim, recharge, invoice, cover (what an invoice takes of a claim), payment,
 * total or difference; `record` says which, cells that it has no use for are empty.
 */
#include <inttypes.h>

#include "record/csv.h"
#include "reports/recon_say.h"
#include "reports/render.h"

/* One row; NULL and unset cells are empty. */
struct row {
    const char *record, *id, *platform, *account, *number, *code, *party, *from, *to, *order_id;
    const char *currency, *status, *step, *detail, *related;
    const struct money *amount, *covered;
    const char *message;
};

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
add_row(struct buf *out, const struct row *row)
{
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

static const char *
time_text(char out[TIME_TEXT_MAX], const struct recon *r, int64_t at)
{
    if (at == TIME_NONE)
        return "";
    return time_format_zone(out, at, r->period.zone_minutes);
}

static void
add_claims(struct buf *out, const struct results *r)
{
    char from[TIME_TEXT_MAX], to[TIME_TEXT_MAX];

    for (size_t i = 0; i < r->recon->claims.n; i++) {
        const struct claim *c = &r->recon->claims.at[i];

        if (!c->is_outside)
            add_row(out, &(struct row){ .record = "claim", .id = c->id, .platform = c->platform,
                .account = c->account, .from = time_text(from, r->recon, c->from),
                .to = time_text(to, r->recon, c->to), .order_id = c->order_id,
                .currency = c->currency, .amount = &c->amount, .covered = &c->covered,
                .status = claim_status_word(c->status), .detail = basis_word(c->basis) });
    }
    for (size_t i = 0; i < r->recon->recharges.n; i++) {
        const struct recharge *c = &r->recon->recharges.at[i];

        if (!c->is_outside)
            add_row(out, &(struct row){ .record = "recharge", .id = c->id,
                .platform = c->platform, .account = c->account,
                .from = time_text(from, r->recon, c->time), .order_id = c->order_id,
                .currency = c->currency, .amount = &c->amount,
                .status = c->payment >= 0 ? "paid" : "unpaid",
                .related = c->payment >= 0 ? r->recon->payments.at[c->payment].id : "" });
    }
}

static void
add_invoices(struct buf *out, const struct results *r, struct buf *scratch)
{
    for (size_t i = 0; i < r->recon->invoices.n; i++) {
        const struct recon_invoice *v = &r->recon->invoices.at[i];
        const struct invoice *one = v->invoice;
        char step[2] = { (char)('0' + v->step), '\0' };
        struct money total = recon_total_of(v);

        buf_reset(scratch);
        recon_say_checks(scratch, r, v, true);
        add_row(out, &(struct row){ .record = "invoice", .id = v->id, .number = one->number,
            .code = one->code, .party = one->seller, .from = one->issued_text,
            .currency = one->currency, .amount = v->has_rest ? &total : NULL,
            .covered = &v->used, .status = matched_word(v->status),
            .step = v->step > 0 ? step : "", .detail = v->detail,
            .message = scratch->n > 0 ? scratch->p : "" });
        for (size_t k = 0; k < v->covers.n; k++)
            add_row(out, &(struct row){ .record = "cover", .id = v->id, .number = one->number,
                .currency = one->currency, .amount = &v->covers.at[k].amount,
                .related = r->recon->claims.at[v->covers.at[k].claim].id });
    }
}

static void
add_payments(struct buf *out, const struct results *r, struct buf *scratch)
{
    char time[TIME_TEXT_MAX];

    for (size_t i = 0; i < r->recon->payments.n; i++) {
        const struct recon_payment *p = &r->recon->payments.at[i];

        buf_reset(scratch);
        for (size_t k = 0; k < p->recharges.n; k++)
            buf_addf(scratch, "%s%s", scratch->n ? " " : "",
                r->recon->recharges.at[p->recharges.at[k]].id);
        for (size_t k = 0; k < p->claims.n; k++)
            buf_addf(scratch, "%s%s", scratch->n ? " " : "",
                r->recon->claims.at[p->claims.at[k]].id);
        add_row(out, &(struct row){ .record = "payment", .id = p->id,
            .party = p->payment->payee, .from = time_text(time, r->recon, p->payment->time),
            .order_id = p->payment->order_id, .currency = p->payment->currency,
            .amount = &p->payment->amount, .status = p->is_matched ? "matched" : "unmatched",
            .detail = p->payment->channel, .related = scratch->n > 0 ? scratch->p : "" });
    }
}

static void
add_sums(struct buf *out, const struct results *r)
{
    char text[MESSAGE_TEXT_MAX];

    for (size_t i = 0; i < r->recon->totals.n; i++) {
        const struct recon_total *t = &r->recon->totals.at[i];
        const struct { const char *name; const struct money *m; } sums[] = {
            { "claimable", &t->claimable }, { "invoiced", &t->invoiced },
            { "covered", &t->covered }, { "uncovered", &t->uncovered },
            { "voucher", &t->voucher }, { "invoices_without_charges", &t->without_charges },
        };

        for (size_t k = 0; k < sizeof(sums) / sizeof(sums[0]); k++)
            add_row(out, &(struct row){ .record = "total", .detail = sums[k].name,
                .currency = t->currency, .amount = sums[k].m });
    }
    for (size_t i = 0; i < r->recon->differences.n; i++) {
        const struct recon_difference *d = &r->recon->differences.at[i];

        add_row(out, &(struct row){ .record = "difference", .detail = d->kind,
            .platform = d->platform, .currency = d->currency, .amount = &d->amount,
            .message = message_text(&d->message, r->lang, text, sizeof(text)) });
    }
}

int
render_reconciliation_csv(struct buf *out, const struct results *r, struct err *e)
{
    struct buf scratch;
    int result;

    buf_init(&scratch, out->max);
    buf_add_text(out, "record,id,platform,account,number,code,party,from,to,order_id,currency,"
        "amount,covered,status,step,detail,related,message\n");
    if (r->recon) {
        add_claims(out, r);
        add_invoices(out, r, &scratch);
        add_payments(out, r, &scratch);
        add_sums(out, r);
    }
    result = buf_ok(&scratch, e) || buf_ok(out, e) ? -1 : 0;
    buf_release(&scratch);
    return result;
}
