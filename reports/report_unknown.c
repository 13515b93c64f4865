/*
 * report_unknown.c - what could not be judged, and which file would settle it.
 */
#include "reports/ranking.h"
#include "reports/say.h"

static int
fill(const struct results *r, struct table *t, struct err *e)
{
    size_t n = r->audit ? r->audit->unknown.n : 0;

    table_column(t, "what", N_("Unknown"), false);
    table_column(t, "platform", N_("Platform"), false);
    table_column(t, "resource", N_("Resource"), false);
    table_column(t, "gpu_hours", N_("GPU hours"), true);
    table_column(t, "remedy", N_("What would settle it"), false);
    for (size_t i = 0; i < n && i < REPORT_ROWS_MAX; i++) {
        const struct audit_unknown *u = &r->audit->unknown.at[i];

        if (table_add(t, cell_label(say_unknown(u->what)), e) ||
            table_add(t, cell_text(say_platform(r, u->platform)), e) ||
            table_add(t, cell_text(u->resource), e) ||
            table_add(t, u->what == UNKNOWN_UTILISATION ? cell_number(u->gpu_hours) :
                cell_empty(), e) ||
            table_add(t, cell_label(say_remedy(u->what)), e))
            return -1;
    }
    return ranking_note(t, r, table_rows(t), n, "review.json", e);
}

const struct report report_unknown = {
    .name = "unknown",
    .title = N_("What could not be judged"),
    .order = REPORT_UNKNOWN,
    .fill = fill,
};
