/*
 * report_spend.c - spend by platform and category, the largest first.
 */
#include "reports/ranking.h"
#include "reports/say.h"

static int
add_row(struct table *t, const struct results *r, const struct review_spend *s, struct err *e)
{
    char name[SAY_PLATFORM_MAX];
    const char *platform = table_text(t, say_platform_read(name, r, s->platform));

    if (!platform)
        return err_nomem(e);
    return table_add(t, cell_text(platform), e) ||
        table_add(t, cell_text(say_category(r, s->category)), e) ||
        table_add(t, cell_count(s->lines), e) ||
        table_add(t, cell_amount(s->billed, s->currency), e) ||
        table_add(t, cell_text(s->currency), e) ||
        table_add(t, cell_share(say_part_of(s->billed, say_total(r, s->currency))), e) ? -1 : 0;
}

static int
fill(const struct results *r, struct table *t, struct err *e)
{
    const struct review *v = r->review;
    struct ranking k = RANKING_INIT;
    int result = -1;

    table_column(t, "platform", N_("Platform"), false);
    table_column(t, "category", N_("Category"), false);
    table_column(t, "lines", N_("Lines"), true);
    table_column(t, "billed", N_("Billed"), true);
    table_column(t, "currency", N_("Currency"), false);
    table_column(t, "share", N_("Share"), true);
    for (size_t i = 0; i < v->spend.n; i++)
        if (ranking_add(&k, r, v->spend.at[i].currency, v->spend.at[i].billed, i, e))
            goto done;
    ranking_sort(&k);
    for (size_t i = 0; i < k.rows.n; i++)
        if (add_row(t, r, &v->spend.at[k.rows.at[i].index], e))
            goto done;
    result = 0;

done:
    ranking_release(&k);
    return result;
}

const struct report report_spend = {
    .name = "spend",
    .title = N_("Spend by platform and category"),
    .order = REPORT_SPEND + 10,
    .fill = fill,
};
