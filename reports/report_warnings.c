/*
 * report_warnings.c - what was noticed while reading and adding up.
 */

#include "reports/ranking.h"
#include "reports/say.h"
#include "reports/warning_list.h"

static int
add_row(struct table *t, const struct results *r, const struct warning_at *at, struct err *e)
{
    char text[MESSAGE_TEXT_MAX];
    const char *kept;

    kept = table_text(t, message_text(&at->warning->message, r->lang, text, sizeof(text)));
    if (!kept)
        return err_nomem(e);
    return table_add(t, cell_text(at->path), e) ||
        table_add(t, at->warning->line > 0 ? cell_count(at->warning->line) : cell_empty(), e) ||
        table_add(t, cell_text(kept), e) || table_add(t, cell_text(at->warning->code), e) ? -1 : 0;
}

/* Of each kind only so many are kept of one file; say how many there were beside. */
static int
add_note(struct table *t, const struct results *r, struct err *e)
{
    struct say_counts counts;
    struct message m;
    char text[MESSAGE_TEXT_MAX];

    say_count_all(&counts, r);
    if (counts.warnings <= table_rows(t))
        return 0;
    message_set(&m, "%zu more of the same kinds are counted but not shown.",
        (size_t)counts.warnings - table_rows(t));
    t->note = table_text(t, message_text(&m, r->lang, text, sizeof(text)));
    return t->note ? 0 : err_nomem(e);
}

static int
fill(const struct results *r, struct table *t, struct err *e)
{
    struct warning_at at = WARNING_AT_INIT;

    table_column(t, "path", N_("File"), false);
    table_column(t, "line", N_("Line"), true);
    table_column(t, "message", N_("Warning"), false);
    table_column(t, "code", N_("Code"), false);
    while (table_rows(t) < REPORT_ROWS_MAX && warning_next(&at, r))
        if (add_row(t, r, &at, e))
            return -1;
    return add_note(t, r, e);
}

const struct report report_warnings = {
    .name = "warnings",
    .title = N_("Warnings"),
    .order = REPORT_TROUBLE + 10,
    .fill = fill,
};
