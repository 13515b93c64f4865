/*
 * report_comparison.c - spend against the month before, where both are whole months: what changed
 * most comes first.
 */
#include "audit/previous.h"
#include "reports/ranking.h"
#include "reports/say.h"

/* What became of it; NULL where nothing did. */
static const char *
word_of(const struct comparison_row *row)
{
    if (money_is_zero(row->change))
        return NULL;
    if (money_is_zero(row->before))
        return N_("new");
    if (money_is_zero(row->now))
        return N_("gone");
    return money_is_negative(row->change) ? N_("less") : N_("more");
}

static int
add_row(struct table *t, const struct results *r, const struct comparison_row *row,
    struct err *e)
{
    const char *word = word_of(row);
    bool has_share = !money_is_zero(row->before) && !money_is_negative(row->before);

    return table_add(t, cell_text(say_platform(r, row->platform)), e) ||
        table_add(t, cell_text(say_category(r, row->category)), e) ||
        table_add(t, cell_amount(row->before, row->currency), e) ||
        table_add(t, cell_amount(row->now, row->currency), e) ||
        table_add(t, cell_change(cell_amount(row->change, row->currency)), e) ||
        table_add(t, has_share ? cell_change(cell_share(say_part_of(row->change, row->before)))
            : cell_empty(), e) ||
        table_add(t, cell_text(row->currency), e) ||
        table_add(t, word ? cell_label(word) : cell_empty(), e) ? -1 : 0;
}

/* By the size of the change, up or down. */
static int
rank(struct ranking *k, const struct results *r, const struct comparison *c, struct err *e)
{
    for (size_t i = 0; i < c->rows.n; i++) {
        struct money change = c->rows.at[i].change;

        if (ranking_add(k, r, c->rows.at[i].currency,
            money_is_negative(change) ? money_negate(change) : change, i, e))
            return -1;
    }
    ranking_sort(k);
    return 0;
}

static int
fill(const struct results *r, struct table *t, struct err *e)
{
    const struct previous *then = r->audit ? r->audit->in.previous : NULL;
    struct comparison c = { .rows = { NULL, 0, 0 } };
    struct ranking k = RANKING_INIT;
    int result = -1;

    table_column(t, "platform", N_("Platform"), false);
    table_column(t, "category", N_("Category"), false);
    table_column(t, "previous", N_("Month before"), true);
    table_column(t, "current", N_("This month"), true);
    table_column(t, "change", N_("Change"), true);
    table_column(t, "share", N_("Change in %"), true);
    table_column(t, "currency", N_("Currency"), false);
    table_column(t, "what", N_("What"), false);
    if (!then || !previous_is_month_before(&then->period, &r->review->period))
        return 0;
    if (comparison_build(&c, then, r->review, e) || rank(&k, r, &c, e))
        goto done;
    for (size_t i = 0; i < k.rows.n && i < REPORT_ROWS_MAX; i++)
        if (add_row(t, r, &c.rows.at[k.rows.at[i].index], e))
            goto done;
    result = ranking_note(t, r, table_rows(t), k.rows.n, "review.json", e);
done:
    ranking_release(&k);
    comparison_release(&c);
    return result;
}

const struct report report_comparison = {
    .name = "comparison",
    .title = N_("Change by platform and category"),
    .order = REPORT_COMPARISON,
    .fill = fill,
};
