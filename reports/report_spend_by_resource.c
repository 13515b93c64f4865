/*
 * report_spend_by_resource.c - spend by resource, the largest first.
 */
#include "reports/ranking.h"
#include "reports/say.h"

static int
add_row(struct table *t, const struct results *r, size_t i, struct err *e)
{
    const struct review_resource *s = &r->review->resources.at[i];
    const struct gpu_use *use = say_gpu_use(r, i);

    return table_add(t, cell_text(say_platform(r, s->platform)), e) ||
        table_add(t, s->resource[0] != '\0' ? cell_text(s->resource)
            : cell_label(N_("no resource named")), e) ||
        table_add(t, cell_text(s->name), e) || table_add(t, cell_text(s->sku), e) ||
        table_add(t, use ? cell_number(use->hours) : cell_empty(), e) ||
        table_add(t, cell_amount(s->billed, s->currency), e) ||
        table_add(t, cell_text(s->currency), e) ? -1 : 0;
}

static int
fill(const struct results *r, struct table *t, struct err *e)
{
    const struct review *v = r->review;
    struct ranking k = RANKING_INIT;
    size_t shown;
    int result = -1;

    table_column(t, "platform", N_("Platform"), false);
    table_column(t, "resource", N_("Resource"), false);
    table_column(t, "name", N_("Name"), false);
    table_column(t, "sku", N_("SKU"), false);
    table_column(t, "gpu_hours", N_("GPU hours"), true);
    table_column(t, "billed", N_("Billed"), true);
    table_column(t, "currency", N_("Currency"), false);
    for (size_t i = 0; i < v->resources.n; i++)
        if (ranking_add(&k, r, v->resources.at[i].currency, v->resources.at[i].billed, i, e))
            goto done;
    ranking_sort(&k);
    shown = k.rows.n < REPORT_ROWS_MAX ? k.rows.n : REPORT_ROWS_MAX;
    for (size_t i = 0; i < shown; i++)
        if (add_row(t, r, k.rows.at[i].index, e))
            goto done;
    result = ranking_note(t, r, shown, k.rows.n, "review.json", e);

done:
    ranking_release(&k);
    return result;
}

const struct report report_spend_by_resource = {
    .name = "spend_by_resource",
    .title = N_("Spend by resource"),
    .order = REPORT_SPEND + 20,
    .fill = fill,
};
