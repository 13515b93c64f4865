/*
 * report_invoice_totals.c - what could be invoiced, what was, and what lies between.
 */
#include "reports/recon_say.h"
#include "reports/report.h"

static int
fill(const struct results *r, struct table *t, struct err *e)
{
    if (!recon_is_there(r))
        return 0;
    table_column(t, "currency", N_("Currency"), false);
    table_column(t, "claimable", N_("To be invoiced"), true);
    table_column(t, "invoiced", N_("Invoiced"), true);
    table_column(t, "covered", N_("Covered"), true);
    table_column(t, "uncovered", N_("Not covered"), true);
    table_column(t, "voucher", N_("By voucher"), true);
    table_column(t, "without", N_("Invoices without charges"), true);
    for (size_t i = 0; i < r->recon->totals.n; i++) {
        const struct recon_total *s = &r->recon->totals.at[i];
        const char *c = s->currency;

        if (table_add(t, cell_text(c), e) || table_add(t, cell_amount(s->claimable, c), e) ||
            table_add(t, cell_amount(s->invoiced, c), e) ||
            table_add(t, cell_amount(s->covered, c), e) ||
            table_add(t, cell_amount(s->uncovered, c), e) ||
            table_add(t, cell_amount(s->voucher, c), e) ||
            table_add(t, cell_amount(s->without_charges, c), e))
            return -1;
    }
    return 0;
}

const struct report report_invoice_totals = {
    .name = "invoice_totals",
    .title = N_("Charges and invoices"),
    .order = REPORT_INVOICES + 2,
    .fill = fill,
};
