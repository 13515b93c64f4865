/*
 * report_spend_by_day.c - spend by day, platform and category, in order of time.
 */
#include "reports/ranking.h"
#include "reports/say.h"

static int
fill(const struct results *r, struct table *t, struct err *e)
{
    const struct review *v = r->review;
    size_t shown = v->days.n < REPORT_ROWS_MAX ? v->days.n : REPORT_ROWS_MAX;

    table_column(t, "day", N_("Day"), false);
    table_column(t, "platform", N_("Platform"), false);
    table_column(t, "category", N_("Category"), false);
    table_column(t, "billed", N_("Billed"), true);
    table_column(t, "currency", N_("Currency"), false);
    for (size_t i = 0; i < shown; i++) {
        const struct review_day *d = &v->days.at[i];

        if (table_add(t, d->day[0] != '\0' ? cell_text(d->day)
            : cell_label(N_("without a date")), e) ||
            table_add(t, cell_text(say_platform(r, d->platform)), e) ||
            table_add(t, cell_text(say_category(r, d->category)), e) ||
            table_add(t, cell_amount(d->billed, d->currency), e) ||
            table_add(t, cell_text(d->currency), e))
            return -1;
    }
    return ranking_note(t, r, shown, v->days.n, "review.json", e);
}

const struct report report_spend_by_day = {
    .name = "spend_by_day",
    .title = N_("Spend by day, platform and category"),
    .order = REPORT_SPEND + 40,
    .fill = fill,
};
