/*
 * table_recon.c - what may be invoiced, and what invoices and payments there are for it.
 *
 * Claims and recharges outside of the review's period have no id, and are left out.
 */
#include "library/table.h"

static bool
next_claim(struct gpubill_rows *rows)
{
    const struct claim *c;

    while (TABLE_STEP(rows, &rows->results->recon->claims)) {
        c = rows->row;
        if (!c->is_outside)
            return true;
    }
    return false;
}

static void
make_basis(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct claim *c = rows->row;

    (void)text;
    value_set_text(out, basis_word(c->basis));
}

static void
make_claim_status(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct claim *c = rows->row;

    (void)text;
    value_set_text(out, claim_status_word(c->status));
}

static const struct field claim_fields[] = {
    { "id", FIELD_CHARS, OF_ROW(claim, id) },
    { "platform", FIELD_TEXT, OF_ROW(claim, platform) },
    { "account", FIELD_TEXT, OF_ROW(claim, account) },
    { "basis", MADE(make_basis) },
    { "month", FIELD_TIME, OF_ROW(claim, month) },
    { "from", FIELD_TIME, OF_ROW(claim, from) },
    { "to", FIELD_TIME, OF_ROW(claim, to) },
    { "order_id", FIELD_TEXT, OF_ROW(claim, order_id) },
    { "currency", FIELD_TEXT, OF_ROW(claim, currency) },
    { "amount", FIELD_MONEY, OF_ROW(claim, amount) },
    { "covered", FIELD_MONEY, OF_ROW(claim, covered) },
    { "status", MADE(make_claim_status) },
    { .name = NULL },
};

const struct table_view table_claims = { GPUBILL_CLAIMS, claim_fields, next_claim, { 0 } };

static bool
next_recharge(struct gpubill_rows *rows)
{
    const struct recharge *c;

    while (TABLE_STEP(rows, &rows->results->recon->recharges)) {
        c = rows->row;
        if (!c->is_outside)
            return true;
    }
    return false;
}

static void
make_paid(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct recharge *c = rows->row;

    (void)text;
    value_set_text(out, c->payments.n > 0 ? "paid" : "unpaid");
}

static const struct field recharge_fields[] = {
    { "id", FIELD_CHARS, OF_ROW(recharge, id) },
    { "platform", FIELD_TEXT, OF_ROW(recharge, platform) },
    { "account", FIELD_TEXT, OF_ROW(recharge, account) },
    { "time", FIELD_TIME, OF_ROW(recharge, time) },
    { "order_id", FIELD_TEXT, OF_ROW(recharge, order_id) },
    { "currency", FIELD_TEXT, OF_ROW(recharge, currency) },
    { "amount", FIELD_MONEY, OF_ROW(recharge, amount) },
    { "status", MADE(make_paid) },
    { .name = NULL },
};

const struct table_view table_recharges = { GPUBILL_RECHARGES, recharge_fields, next_recharge,
    { 0 } };

/* The next cover, of all invoices; of an invoice or a claim, its own. */
static bool
next_match(struct gpubill_rows *rows)
{
    const struct recon *r = rows->results->recon;
    const struct recon_invoice *only =
        table_is_of(rows, GPUBILL_INVOICES) ? rows->parent_row : NULL;
    const struct claim *claim = table_is_of(rows, GPUBILL_CLAIMS) ? rows->parent_row : NULL;

    for (; rows->i < r->invoices.n; rows->i++, rows->k = 0) {
        const struct recon_invoice *v = &r->invoices.at[rows->i];

        if (only && v != only)
            continue;
        rows->owner = v;
        while (rows->k < v->covers.n) {
            const struct cover *c = &v->covers.at[rows->k++];

            rows->row = c;
            if (!claim || &r->claims.at[c->claim] == claim)
                return true;
        }
    }
    return false;
}

static void
make_currency(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct recon_invoice *v = rows->owner;

    (void)text;
    value_set_text(out, v->invoice->currency);
}

static void
make_number(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct recon_invoice *v = rows->owner;

    (void)text;
    value_set_text(out, v->invoice->number);
}

static void
make_claim(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct cover *c = rows->row;

    (void)text;
    value_set_text(out, rows->results->recon->claims.at[c->claim].id);
}

static const struct field match_fields[] = {
    { "invoice", FIELD_CHARS, OF_OWNER(recon_invoice, id) },
    { "number", MADE(make_number) },
    { "claim", MADE(make_claim) },
    { "currency", MADE(make_currency) },
    { "amount", FIELD_MONEY, OF_ROW(cover, amount) },
    { .name = NULL },
};

const struct table_view table_matches = { GPUBILL_MATCHES, match_fields, next_match,
    { GPUBILL_INVOICES, GPUBILL_CLAIMS } };

/* The payment as it was read is the row's owner. */
static bool
next_payment(struct gpubill_rows *rows)
{
    const struct recon_payment *p;

    if (!TABLE_STEP(rows, &rows->results->recon->payments))
        return false;
    p = rows->row;
    rows->owner = p->payment;
    return true;
}

static void
make_matched(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct recon_payment *p = rows->row;

    (void)text;
    value_set_text(out, p->is_matched ? "matched" : "unmatched");
}

static const struct field payment_fields[] = {
    { "id", FIELD_CHARS, OF_ROW(recon_payment, id) },
    { "channel", FIELD_TEXT, OF_OWNER(payment, channel) },
    { "time", FIELD_TIME, OF_OWNER(payment, time) },
    { "payee", FIELD_TEXT, OF_OWNER(payment, payee) },
    { "order_id", FIELD_TEXT, OF_OWNER(payment, order_id) },
    { "currency", FIELD_TEXT, OF_OWNER(payment, currency) },
    { "amount", FIELD_MONEY, OF_OWNER(payment, amount) },
    { "status", MADE(make_matched) },
    { "solutions", FIELD_NUMBER, OF_ROW(recon_payment, solutions) },
    { .name = NULL },
};

const struct table_view table_payments = { GPUBILL_PAYMENTS, payment_fields, next_payment, { 0 } };
