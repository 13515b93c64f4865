/*
 * report_rejected.c - the records that were refused: where, why, and what they hold.
 */
#include "reports/ranking.h"
#include "reports/say.h"

#define RAW_SHOWN 200

static int
add_row(struct table *t, const struct results *r, const struct input *in,
    const struct rejection *j, struct err *e)
{
    char text[MESSAGE_TEXT_MAX], raw[RAW_SHOWN * 4];
    const char *why, *kept;
    struct message message;

    message_unfold(&message, j->why);
    why = table_text(t, message_text(&message, r->lang, text, sizeof(text)));
    (void)sv_escape(raw, sizeof(raw), RAW_SHOWN, j->raw);
    kept = table_text(t, raw);
    if (!why || !kept)
        return err_nomem(e);
    return table_add(t, cell_text(in->path), e) || table_add(t, cell_count(j->line), e) ||
        table_add(t, cell_text(reject_word(j->reason)), e) ||
        table_add(t, cell_text(j->column), e) || table_add(t, cell_text(why), e) ||
        table_add(t, cell_text(kept), e) ? -1 : 0;
}

static int
fill(const struct results *r, struct table *t, struct err *e)
{
    size_t all = 0;

    table_column(t, "path", N_("File"), false);
    table_column(t, "line", N_("Line"), true);
    table_column(t, "reason", N_("Reason"), false);
    table_column(t, "column", N_("Column"), false);
    table_column(t, "why", N_("Why"), false);
    table_column(t, "raw", N_("Record"), false);
    for (size_t i = 0; i < r->ledger->inputs.n; i++) {
        const struct input *in = r->ledger->inputs.at[i];

        for (size_t k = 0; k < in->rejections.n; k++)
            if (all++ < REPORT_ROWS_MAX && add_row(t, r, in, &in->rejections.at[k], e))
                return -1;
    }
    return ranking_note(t, r, table_rows(t), all, "rejected.csv", e);
}

const struct report report_rejected = {
    .name = "rejected",
    .title = N_("Rejected records"),
    .order = REPORT_TROUBLE + 20,
    .fill = fill,
};
