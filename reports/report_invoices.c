/*
 * report_invoices.c - each invoice: what it covers, how that was found, which checks failed.
 */
#include "reports/ranking.h"
#include "reports/recon_say.h"

#define TEXT_MAX ((size_t)1 << 20)

static int
add_row(struct table *t, const struct results *r, const struct recon_invoice *v,
    struct buf *scratch, struct err *e)
{
    const struct invoice *one = v->invoice;
    const char *step, *checks, *covers;

    recon_say_step(scratch, r, v);
    step = recon_keep(t, scratch);
    recon_say_covers(scratch, r, v);
    covers = recon_keep(t, scratch);
    recon_say_checks(scratch, r, v, true);
    checks = recon_keep(t, scratch);
    if (!step || !covers || !checks)
        return err_nomem(e);
    return table_add(t, cell_text(v->id), e) || table_add(t, cell_text(one->number), e) ||
        table_add(t, cell_text(one->issued_text), e) ||
        table_add(t, cell_text(one->seller), e) ||
        table_add(t, v->has_rest ? cell_amount(recon_total_of(v), one->currency)
            : cell_empty(), e) ||
        table_add(t, cell_text(one->currency), e) ||
        table_add(t, cell_label(recon_match_title(v->status)), e) ||
        table_add(t, cell_text(step), e) || table_add(t, cell_text(covers), e) ||
        table_add(t, cell_text(checks), e) ? -1 : 0;
}

static int
fill(const struct results *r, struct table *t, struct err *e)
{
    struct buf scratch;
    size_t n = r->recon ? r->recon->invoices.n : 0, i;
    int result = 0;

    if (n == 0)
        return 0;
    table_column(t, "id", N_("No."), false);
    table_column(t, "number", N_("Invoice number"), false);
    table_column(t, "issued", N_("Date"), false);
    table_column(t, "seller", N_("Seller"), false);
    table_column(t, "total", N_("Total"), true);
    table_column(t, "currency", N_("Currency"), false);
    table_column(t, "status", N_("Status"), false);
    table_column(t, "step", N_("Found by"), false);
    table_column(t, "covers", N_("Covers"), false);
    table_column(t, "checks", N_("Failed checks"), false);
    buf_init(&scratch, TEXT_MAX);
    for (i = 0; i < n && i < REPORT_ROWS_MAX && result == 0; i++)
        result = add_row(t, r, &r->recon->invoices.at[i], &scratch, e);
    buf_release(&scratch);
    return result == 0 ? ranking_note(t, r, i, n, "reconciliation.csv", e) : -1;
}

const struct report report_invoices = {
    .name = "invoices",
    .title = N_("Invoices"),
    .order = REPORT_INVOICES + 6,
    .fill = fill,
};
