/*
 * invoice_focus.c - FOCUS Invoice Detail (1.4): a row for each line of each invoice.
 *
 *     BilledCost,BillingCurrency,ChargeCategory,InvoiceDetailId,InvoiceId,InvoiceIssuerName,...
 *     450.00,USD,Usage,LINE-001,INV-2025-001,Acme Co,...
 *     128.63,USD,Tax,LINE-003,INV-2025-001,Acme Co,...
 *
 * An invoice is the sum of its rows; those of category Tax are its tax. It is in the currency of
 * the bill, which that of the payment may not be.
 */
#include "base/lang.h"
#include "parsers/invoice_rows.h"

enum {
    COST, CURRENCY, CATEGORY, DETAIL, NUMBER, ISSUER, REQUIRED,
    DATE = REQUIRED, STATUS, DESCRIPTION, REFERENCE, ORDER, COLUMNS,
};

/* Folded, in the order above. */
static const char *const names[COLUMNS][2] = {
    { "billedcost" }, { "billingcurrency" }, { "chargecategory" }, { "invoicedetailid" },
    { "invoiceid" }, { "invoiceissuername" }, { "invoiceissuedate" }, { "invoiceissuestatus" },
    { "invoicedetaildescription" }, { "referenceinvoiceid" }, { "purchaseordernumber" },
};

/* Of the rows of charges, which may have the id of an invoice's line too. */
static const char *const charge_column[] = { "chargeperiodstart", NULL };

struct list {
    struct invoice_rows *rows;
    struct input *in;
    struct invoices found;
    size_t column[COLUMNS];
};

static int
recognise_headings(const struct sv *cells, size_t n)
{
    for (size_t i = 0; i < REQUIRED; i++)
        if (rows_column(cells, n, names[i]) == (size_t)-1)
            return 0;
    return rows_column(cells, n, charge_column) == (size_t)-1 ? 100 : 0;
}

/* What FOCUS writes for nothing is the word NULL. */
static struct sv
cell_of(const struct list *l, const struct record *r, size_t column)
{
    struct sv cell = sv_trim(rows_cell(r, l->column[column]));

    return sv_is_folded(cell, SV("null")) ? SV_EMPTY : cell;
}

static void
read_amount(struct draft *d, const struct list *l, const struct record *r)
{
    struct invoice *one = &d->one;
    bool is_tax = sv_is_folded(cell_of(l, r, CATEGORY), SV("Tax"));
    struct invoice_line *line = draft_line(d);

    rows_amount(l->rows, d, &one->total, &one->has_total, "BilledCost", cell_of(l, r, COST));
    if (one->has_total) {
        *(is_tax ? &one->tax : &one->net) = one->total;
        one->has_tax = one->has_net = true;
    }
    if (!line)
        return;
    line->item = draft_copy(d, cell_of(l, r, DESCRIPTION));
    line->amount = one->net;
    line->tax = one->tax;
    line->has_amount = line->has_tax = one->has_total;
}

static void
fill(struct draft *d, const struct list *l, const struct record *r)
{
    struct invoice *one = &d->one;
    struct sv number = cell_of(l, r, NUMBER), reference = cell_of(l, r, REFERENCE);

    one->line = r->line;
    draft_text(d, &one->number, rows_id(d, "InvoiceId", number));
    draft_date(d, cell_of(l, r, DATE));
    draft_text(d, &one->seller, cell_of(l, r, ISSUER));
    draft_tax_id(d, &one->currency, cell_of(l, r, CURRENCY));
    draft_text(d, &one->references, cell_of(l, r, ORDER));
    if (sv_is_folded(cell_of(l, r, STATUS), SV("Voided")))
        one->status = INVOICE_VOID;
    /* An invoice that corrects none names itself. */
    if (!sv_is(reference, number))
        draft_text(d, &one->red_of, rows_id(d, "ReferenceInvoiceId", reference));
    read_amount(d, l, r);
}

static int
visit(void *context, const struct record *r, struct err *e)
{
    struct list *l = context;
    struct draft d;
    int result = rows_pass(l->rows, r, l->in, e);

    if (result != 0)
        return result > 0 ? 0 : -1;
    draft_init(&d, INVOICE_FROM_LIST, false);
    d.one.currency = "";
    fill(&d, l, r);
    result = draft_keep(&d, l->in, &l->found, e);
    draft_release(&d);
    return result;
}

static int
read_rows(struct invoice_rows *rows, struct input *in, struct invoices *out, struct err *e)
{
    struct list l = { .rows = rows, .in = in };
    int result;

    invoices_init(&l.found);
    for (size_t i = 0; i < COLUMNS; i++)
        l.column[i] = rows_column(rows->headings, rows->n, names[i]);
    result = rows_visit(rows, visit, &l, e);
    if (result == 0)
        result = rows_join(&l.found, e);
    if (result == 0)
        result = invoices_merge(out, &l.found, e);
    invoices_release(&l.found);
    return result;
}

const struct invoice_reader invoice_focus = {
    .name = "focus-invoice-detail",
    .title = N_("FOCUS Invoice Detail"),
    .recognise_headings = recognise_headings,
    .read_rows = read_rows,
};
