/*
 * report_claims.c - what may be invoiced, and what of it is covered: what is not comes first.
 */
#include "reports/ranking.h"
#include "reports/recon_say.h"

#define TEXT_MAX ((size_t)1 << 20)

static int
add_row(struct table *t, const struct results *r, const struct claim *c, struct buf *scratch,
    struct err *e)
{
    const char *days;

    recon_say_days(scratch, r, c);
    days = recon_keep(t, scratch);
    if (!days)
        return err_nomem(e);
    return table_add(t, cell_text(c->id), e) ||
        table_add(t, cell_text(say_platform(r, c->platform)), e) ||
        table_add(t, cell_text(c->order_id), e) || table_add(t, cell_text(days), e) ||
        table_add(t, cell_amount(c->amount, c->currency), e) ||
        table_add(t, cell_amount(c->covered, c->currency), e) ||
        table_add(t, cell_text(c->currency), e) ||
        table_add(t, cell_label(recon_claim_title(c->status)), e) ? -1 : 0;
}

/* The claims that are covered, or those that are not. */
static int
add_rows(struct table *t, const struct results *r, bool is_covered, size_t *shown, size_t *all,
    struct buf *scratch, struct err *e)
{
    for (size_t i = 0; i < r->recon->claims.n; i++) {
        const struct claim *c = &r->recon->claims.at[i];

        if (c->is_outside || (c->status == CLAIM_COVERED) != is_covered)
            continue;
        (*all)++;
        if (*shown >= REPORT_ROWS_MAX)
            continue;
        (*shown)++;
        if (add_row(t, r, c, scratch, e))
            return -1;
    }
    return 0;
}

static int
fill(const struct results *r, struct table *t, struct err *e)
{
    size_t shown = 0, all = 0;
    struct buf scratch;
    int result;

    if (!recon_is_there(r))
        return 0;
    table_column(t, "id", N_("No."), false);
    table_column(t, "platform", N_("Platform"), false);
    table_column(t, "order_id", N_("Order"), false);
    table_column(t, "days", N_("Days"), false);
    table_column(t, "amount", N_("Amount"), true);
    table_column(t, "covered", N_("Covered"), true);
    table_column(t, "currency", N_("Currency"), false);
    table_column(t, "status", N_("Status"), false);
    buf_init(&scratch, TEXT_MAX);
    result = add_rows(t, r, false, &shown, &all, &scratch, e) ||
        add_rows(t, r, true, &shown, &all, &scratch, e) ? -1 : 0;
    buf_release(&scratch);
    return result == 0 ? ranking_note(t, r, shown, all, "reconciliation.csv", e) : -1;
}

const struct report report_claims = {
    .name = "claims",
    .title = N_("Charges to be invoiced"),
    .order = REPORT_INVOICES + 8,
    .fill = fill,
};
