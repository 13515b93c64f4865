/*
 * report_comparison.c - spend against the month before, where both are whole months.
 */
#include "audit/previous.h"
#include "reports/report.h"
#include "reports/say.h"

static int
fill(const struct results *r, struct table *t, struct err *e)
{
    const struct previous *then = r->audit ? r->audit->in.previous : NULL;
    struct comparison c = { .rows = { NULL, 0, 0 } };
    int result = -1;

    table_column(t, "platform", N_("Platform"), false);
    table_column(t, "category", N_("Category"), false);
    table_column(t, "previous", N_("Month before"), true);
    table_column(t, "current", N_("This month"), true);
    table_column(t, "change", N_("Change"), true);
    table_column(t, "currency", N_("Currency"), false);
    if (!then || !previous_is_month_before(&then->period, &r->review->period))
        return 0;
    if (comparison_build(&c, then, r->review, e))
        goto done;
    for (size_t i = 0; i < c.rows.n && i < REPORT_ROWS_MAX; i++) {
        const struct comparison_row *row = &c.rows.at[i];

        if (table_add(t, cell_text(say_platform(r, row->platform)), e) ||
            table_add(t, cell_text(say_category(r, row->category)), e) ||
            table_add(t, cell_amount(row->before, row->currency), e) ||
            table_add(t, cell_amount(row->now, row->currency), e) ||
            table_add(t, cell_amount(row->change, row->currency), e) ||
            table_add(t, cell_text(row->currency), e))
            goto done;
    }
    result = 0;
done:
    comparison_release(&c);
    return result;
}

const struct report report_comparison = {
    .name = "comparison",
    .title = N_("Against last month"),
    .order = REPORT_COMPARISON,
    .fill = fill,
};
