/*
 * table_invoice_sums.c - what invoices come to beside what may be invoiced.
 */
#include "library/table.h"

static bool
next_total(struct gpubill_rows *rows)
{
    return TABLE_STEP(rows, &rows->results->recon->totals);
}

static const struct field total_fields[] = {
    { "currency", FIELD_TEXT, OF_ROW(recon_total, currency) },
    { "claimable", FIELD_MONEY, OF_ROW(recon_total, claimable) },
    { "invoiced", FIELD_MONEY, OF_ROW(recon_total, invoiced) },
    { "covered", FIELD_MONEY, OF_ROW(recon_total, covered) },
    { "uncovered", FIELD_MONEY, OF_ROW(recon_total, uncovered) },
    { "voucher", FIELD_MONEY, OF_ROW(recon_total, voucher) },
    { "invoices_without_charges", FIELD_MONEY, OF_ROW(recon_total, without_charges) },
    { .name = NULL },
};

const struct table_view table_invoice_totals = { GPUBILL_INVOICE_TOTALS, total_fields, next_total,
    { 0 } };

static bool
next_difference(struct gpubill_rows *rows)
{
    return TABLE_STEP(rows, &rows->results->recon->differences);
}

static const struct field difference_fields[] = {
    { "kind", FIELD_TEXT, OF_ROW(recon_difference, kind) },
    { "platform", FIELD_TEXT, OF_ROW(recon_difference, platform) },
    { "currency", FIELD_TEXT, OF_ROW(recon_difference, currency) },
    { "amount", FIELD_MONEY, OF_ROW(recon_difference, amount) },
    { "tolerance", FIELD_MONEY, OF_ROW(recon_difference, tolerance) },
    { "message", FIELD_MESSAGE, OF_ROW(recon_difference, message) },
    { .name = NULL },
};

const struct table_view table_differences = { GPUBILL_DIFFERENCES, difference_fields,
    next_difference, { 0 } };
