/*
 * report_totals.c - what was spent, by currency, and how it was paid.
 */
#include "reports/report.h"
#include "reports/say.h"

static int
fill(const struct results *r, struct table *t, struct err *e)
{
    const struct review *v = r->review;

    table_column(t, "currency", N_("Currency"), false);
    table_column(t, "lines", N_("Lines"), true);
    table_column(t, "list", N_("List price"), true);
    table_column(t, "discount", N_("Discount"), true);
    table_column(t, "billed", N_("Billed"), true);
    table_column(t, "voucher", N_("By voucher"), true);
    table_column(t, "cash", N_("In cash"), true);
    table_column(t, "refunds", N_("Refunds"), true);
    table_column(t, "moved", N_("Recharged"), true);
    for (size_t i = 0; i < v->totals.n; i++) {
        const struct review_total *s = &v->totals.at[i];
        const char *c = s->currency;
        bool has_list = s->lines_without_list < s->lines;

        if (table_add(t, cell_text(c), e) || table_add(t, cell_count(s->lines), e) ||
            table_add(t, has_list ? cell_amount(s->list, c) : cell_empty(), e) ||
            table_add(t, has_list ? cell_amount(s->discount, c) : cell_empty(), e) ||
            table_add(t, cell_amount(s->billed, c), e) ||
            table_add(t, cell_amount(s->voucher, c), e) ||
            table_add(t, cell_amount(s->cash, c), e) ||
            table_add(t, cell_amount(s->refunds, c), e) ||
            table_add(t, cell_amount(s->moved, c), e))
            return -1;
        if (has_list && s->lines_without_list > 0)
            t->note = lang_text(r->lang, N_("Lines whose list price the bill does not tell are "
                "not part of the list price and the discount."));
    }
    return 0;
}

const struct report report_totals = {
    .name = "totals",
    .title = N_("Totals"),
    .order = REPORT_TOTALS,
    .fill = fill,
};
