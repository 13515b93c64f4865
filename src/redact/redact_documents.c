/*
 * redact_documents.c - invoices and payments as they were read.
 */
#include "redact/redact_parts.h"

/* What a field is in which two files of an invoice differ. Of others nothing is known. */
static const struct {
    const char *field;
    enum stand_in kind;
} fields[] = {
    { "number", STAND_IN_INVOICE },
    { "red_of", STAND_IN_INVOICE },
    { "code", STAND_IN_INVOICE_CODE },
    { "seller", STAND_IN_SELLER },
    { "seller_tax_id", STAND_IN_TAX_ID },
    { "buyer", STAND_IN_BUYER },
    { "buyer_tax_id", STAND_IN_TAX_ID },
    { "words", STAND_IN_REMARK },
    { "remark", STAND_IN_REMARK },
    { "references", STAND_IN_REMARK },
};

/* Amounts, dates and the kinds of invoices, which stay. */
static bool
is_figure(const char *field)
{
    static const char *const names[] = { "date", "currency", "amount", "tax", "total" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(field, names[i]) == 0)
            return true;
    return false;
}

static const char *
value_of(struct redaction *r, const char *field, const char *value)
{
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
        if (strcmp(fields[i].field, field) == 0)
            return redaction_of(r, fields[i].kind, value);
    return is_figure(field) ? redaction_of_figures(r, value)
        : redaction_of(r, STAND_IN_TEXT, value);
}

static void
redact_differences(struct redaction *r, struct invoice *one)
{
    for (size_t i = 0; i < one->differences.n; i++) {
        struct invoice_difference *d = &one->differences.at[i];

        d->kept = value_of(r, d->field, d->kept);
        d->other = value_of(r, d->field, d->other);
        d->kept_file = redaction_of_path(r, d->kept_file);
        d->other_file = redaction_of_path(r, d->other_file);
    }
}

static void
redact_invoice(struct redaction *r, struct invoice *one)
{
    redact_text(r, STAND_IN_INVOICE, &one->number);
    redact_text(r, STAND_IN_INVOICE, &one->lost_number);
    redact_text(r, STAND_IN_INVOICE, &one->red_of);
    redact_text(r, STAND_IN_INVOICE_CODE, &one->code);
    redact_text(r, STAND_IN_SELLER, &one->seller);
    redact_text(r, STAND_IN_TAX_ID, &one->seller_tax_id);
    redact_text(r, STAND_IN_BUYER, &one->buyer);
    redact_text(r, STAND_IN_TAX_ID, &one->buyer_tax_id);
    redact_text(r, STAND_IN_REMARK, &one->words);
    redact_text(r, STAND_IN_REMARK, &one->remark);
    redact_text(r, STAND_IN_REMARK, &one->references);
    redact_text(r, STAND_IN_TEXT, &one->trouble);
    redact_text(r, STAND_IN_TEXT, &one->trouble_zh);
    one->issued_text = redaction_of_figures(r, one->issued_text);
    one->currency = redaction_of_figures(r, one->currency);
    for (size_t i = 0; i < one->lines.n; i++) {
        redact_text(r, STAND_IN_ITEM, &one->lines.at[i].item);
        one->lines.at[i].rate = redaction_of_figures(r, one->lines.at[i].rate);
    }
    for (size_t i = 0; i < one->files.n; i++)
        one->files.at[i] = redaction_of_path(r, one->files.at[i]);
    redact_differences(r, one);
}

static void
redact_payment(struct redaction *r, struct payment *one)
{
    redact_text(r, STAND_IN_TEXT, &one->channel);
    redact_text(r, STAND_IN_PAYEE, &one->payee);
    redact_text(r, STAND_IN_ORDER, &one->order_id);
    redact_text(r, STAND_IN_TRADE, &one->trade_id);
    redact_text(r, STAND_IN_TEXT, &one->status);
    redact_text(r, STAND_IN_REMARK, &one->note);
    one->currency = redaction_of_figures(r, one->currency);
}

void
redact_documents(struct redaction *r, struct import *import)
{
    for (size_t i = 0; i < import->invoices.list.n; i++)
        redact_invoice(r, &import->invoices.list.at[i]);
    for (size_t i = 0; i < import->observations.payments.list.n; i++)
        redact_payment(r, &import->observations.payments.list.at[i]);
}
