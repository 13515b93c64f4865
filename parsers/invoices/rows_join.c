/*
 * rows_join.c - invoices that a list has in several rows, one for each of their lines.
 */
#include <stdlib.h>

#include "base/vec.h"
#include "parsers/invoice_rows.h"

/* By number and code, then as they stand in the list. */
static int
compare_rows(const void *x, const void *y)
{
    const struct invoice *a = x, *b = y;
    int order = strcmp(a->number, b->number);

    if (order == 0)
        order = strcmp(a->code, b->code);
    if (order == 0)
        order = invoice_text_compare(a->seller, b->seller);
    return order != 0 ? order : (a->line > b->line) - (a->line < b->line);
}

static void
add_amount(struct money *sum, bool *has_sum, struct money part, bool has_part)
{
    struct err ignored = ERR_INIT;

    *has_sum = *has_sum && has_part && money_add(sum, part, &ignored) == 0;
}

/* Put ${row}, a line of the same invoice, into ${into}. */
static int
add_row(struct invoice *into, const struct invoice *row, struct err *e)
{
    add_amount(&into->net, &into->has_net, row->net, row->has_net);
    add_amount(&into->tax, &into->has_tax, row->tax, row->has_tax);
    add_amount(&into->total, &into->has_total, row->total, row->has_total);
    into->is_total_unreadable |= row->is_total_unreadable;
    if (into->trouble[0] == '\0') {
        into->trouble = row->trouble;
        into->trouble_zh = row->trouble_zh;
    }
    if (vec_grow_named(&into->lines, row->lines.n, DRAFT_LINES_MAX, N_("lines of an invoice"), e))
        return -1;
    if (row->lines.n > 0)
        memcpy(into->lines.at + into->lines.n, row->lines.at,
            row->lines.n * sizeof(*row->lines.at));
    into->lines.n += row->lines.n;
    return 0;
}

int
rows_join(struct invoices *found, struct err *e)
{
    struct invoice *at = found->list.at;
    size_t n = 0;

    if (found->list.n == 0)
        return 0;
    qsort(at, found->list.n, sizeof(*at), compare_rows);
    for (size_t i = 0; i < found->list.n; i++) {
        struct invoice row = at[i];
        struct invoice *last = n > 0 ? &at[n - 1] : NULL;

        if (!last || row.number[0] == '\0' || strcmp(last->number, row.number) != 0 ||
            strcmp(last->code, row.code) != 0 ||
            invoice_text_compare(last->seller, row.seller) != 0) {
            at[n++] = row;
            continue;
        }
        if (add_row(last, &row, e)) {
            memmove(&at[n], &at[i], (found->list.n - i) * sizeof(*at));
            found->list.n -= i - n;
            return -1;
        }
        invoice_release(&row);
    }
    found->list.n = n;
    return 0;
}
