/*
 * report_spend_by_project.c - spend by project, the largest first.
 */
#include "reports/ranking.h"
#include "reports/say.h"

static int
fill(const struct results *r, struct table *t, struct err *e)
{
    const struct review *v = r->review;
    struct ranking k = RANKING_INIT;
    int result = -1;

    table_column(t, "project", N_("Project"), false);
    table_column(t, "billed", N_("Billed"), true);
    table_column(t, "currency", N_("Currency"), false);
    table_column(t, "share", N_("Share"), true);
    for (size_t i = 0; i < v->projects.n; i++)
        if (ranking_add(&k, r, v->projects.at[i].currency, v->projects.at[i].billed, i, e))
            goto done;
    ranking_sort(&k);
    for (size_t i = 0; i < k.rows.n && i < REPORT_ROWS_MAX; i++) {
        const struct review_project *p = &v->projects.at[k.rows.at[i].index];

        if (table_add(t, p->project[0] != '\0' ? cell_text(p->project)
            : cell_label(N_("no project")), e) ||
            table_add(t, cell_amount(p->billed, p->currency), e) ||
            table_add(t, cell_text(p->currency), e) ||
            table_add(t, cell_share(say_part_of(p->billed, say_total(r, p->currency))), e))
            goto done;
    }
    result = ranking_note(t, r, table_rows(t), k.rows.n, "review.json", e);

done:
    ranking_release(&k);
    return result;
}

const struct report report_spend_by_project = {
    .name = "spend_by_project",
    .title = N_("Spend by project"),
    .order = REPORT_SPEND + 30,
    .fill = fill,
};
