/*
 * report_invoice_todo.c - what to do about each invoice that failed a check.
 */
#include "reports/ranking.h"
#include "reports/recon_say.h"

#define TEXT_MAX ((size_t)1 << 20)

static int
fill(const struct results *r, struct table *t, struct err *e)
{
    struct buf scratch;
    int result = 0;

    table_column(t, "id", N_("No."), false);
    table_column(t, "number", N_("Invoice number"), false);
    table_column(t, "todo", N_("What to do"), false);
    buf_init(&scratch, TEXT_MAX);
    for (size_t i = 0; r->recon && i < r->recon->invoices.n && result == 0 &&
        table_rows(t) < REPORT_ROWS_MAX; i++) {
        const struct recon_invoice *v = &r->recon->invoices.at[i];
        const char *todo;

        recon_say_todo(&scratch, r, v, true);
        todo = recon_keep(t, &scratch);
        if (!todo)
            result = err_nomem(e);
        else if (todo[0] && (table_add(t, cell_text(v->id), e) ||
            table_add(t, cell_text(v->invoice->number), e) || table_add(t, cell_text(todo), e)))
            result = -1;
    }
    buf_release(&scratch);
    return result;
}

const struct report report_invoice_todo = {
    .name = "invoice_todo",
    .title = N_("What to do about invoices"),
    .order = REPORT_INVOICES + 7,
    .fill = fill,
};
