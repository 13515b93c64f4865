/*
 * table_invoices.c - the invoices, and what was checked on them.
 */
#include "library/table.h"

/* The invoice as it was read is the row's owner. */
static bool
next_invoice(struct gpubill_rows *rows)
{
    const struct recon_invoice *v;

    if (!TABLE_STEP(rows, &rows->results->recon->invoices))
        return false;
    v = rows->row;
    rows->owner = v->invoice;
    return true;
}

static void
make_kind(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct invoice *one = rows->owner;

    (void)text;
    value_set_text(out, invoice_kind_word(one->kind));
}

static void
set_amount(struct value *out, bool is_known, struct money m)
{
    if (is_known)
        *out = (struct value){ .kind = VALUE_MONEY, .money = m };
}

static void
make_net(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct invoice *one = rows->owner;

    (void)text;
    set_amount(out, one->has_net, one->net);
}

static void
make_tax(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct invoice *one = rows->owner;

    (void)text;
    set_amount(out, one->has_tax, one->tax);
}

static void
make_total(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct recon_invoice *v = rows->row;

    (void)text;
    set_amount(out, v->has_rest, v->invoice->has_total ? v->invoice->total : v->rest);
}

static void
make_status(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct recon_invoice *v = rows->row;

    (void)text;
    value_set_text(out, matched_word(v->status));
}

static void
make_step(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct recon_invoice *v = rows->row;

    (void)text;
    if (v->step > 0)
        value_set_number(out, v->step);
}

static const struct field invoice_fields[] = {
    { "id", FIELD_CHARS, OF_ROW(recon_invoice, id) },
    { "number", FIELD_TEXT, OF_OWNER(invoice, number) },
    { "code", FIELD_TEXT, OF_OWNER(invoice, code) },
    { "kind", MADE(make_kind) },
    { "issued", FIELD_TEXT, OF_OWNER(invoice, issued_text) },
    { "seller", FIELD_TEXT, OF_OWNER(invoice, seller) },
    { "seller_tax_id", FIELD_TEXT, OF_OWNER(invoice, seller_tax_id) },
    { "buyer", FIELD_TEXT, OF_OWNER(invoice, buyer) },
    { "buyer_tax_id", FIELD_TEXT, OF_OWNER(invoice, buyer_tax_id) },
    { "currency", FIELD_TEXT, OF_OWNER(invoice, currency) },
    { "net", MADE(make_net) },
    { "tax", MADE(make_tax) },
    { "total", MADE(make_total) },
    { "status", MADE(make_status) },
    { "step", MADE(make_step) },
    { "detail", FIELD_TEXT, OF_ROW(recon_invoice, detail) },
    { "ambiguous", FIELD_FLAG, OF_ROW(recon_invoice, is_ambiguous) },
    { "solutions", FIELD_NUMBER, OF_ROW(recon_invoice, solutions) },
    { .name = NULL },
};

const struct table_view table_invoices = { GPUBILL_INVOICES, invoice_fields, next_invoice, { 0 } };

/* The next check, of all invoices; of an invoice, its own. */
static bool
next_check(struct gpubill_rows *rows)
{
    const struct recon *r = rows->results->recon;

    for (; rows->i < r->invoices.n; rows->i++, rows->k = 0) {
        const struct recon_invoice *v = &r->invoices.at[rows->i];

        if ((rows->parent && v != rows->parent_row) || rows->k >= v->checks.n)
            continue;
        rows->owner = v;
        rows->row = &v->checks.at[rows->k++];
        return true;
    }
    return false;
}

static void
make_effect(const struct gpubill_rows *rows, struct value *out, struct buf *text)
{
    const struct check_result *c = rows->row;

    (void)text;
    value_set_text(out, c->is_warning ? "warning" : "invalid");
}

static const struct field check_fields[] = {
    { "invoice", FIELD_CHARS, OF_OWNER(recon_invoice, id) },
    { "check", FIELD_TEXT, OF_ROW(check_result, check) },
    { "ok", FIELD_FLAG, OF_ROW(check_result, is_ok) },
    { "effect", MADE(make_effect) },
    { "message", FIELD_MESSAGE, OF_ROW(check_result, message) },
    { .name = NULL },
};

const struct table_view table_checks = { GPUBILL_CHECKS, check_fields, next_check,
    { GPUBILL_INVOICES } };
