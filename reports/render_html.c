/*
 * render_html.c - a table as HTML.
 *
 * A figure is rounded for the eye; its exact value is the cell's title and, for the page's script,
 * its data-v, of an amount also its currency (data-c).
 */
#include <inttypes.h>

#include "reports/cell.h"
#include "reports/html.h"
#include "reports/render.h"

#define CELL_BYTES_MAX ((size_t)1 << 22)

/* What is not longer, as a date, stays on one line. */
#define SHORT_BYTES 12

static void
add_exact(struct buf *out, const struct table_cell *cell)
{
    char exact[MONEY_TEXT_MAX];

    if (cell->kind == CELL_COUNT) {
        buf_addf(out, " data-v=\"%" PRIu64 "\"", cell->count);
        return;
    }
    (void)money_format(exact, cell->money);
    buf_addf(out, " data-v=\"%s\"", exact);
    if (cell->kind == CELL_AMOUNT) {
        buf_addf(out, " data-c=\"");
        html_text(out, cell->currency);
        buf_addf(out, "\" title=\"%s ", exact);
        html_text(out, cell->currency);
        buf_add_char(out, '"');
    } else if (cell->kind == CELL_NUMBER) {
        buf_addf(out, " title=\"%s\"", exact);
    }
}

static void
add_cell(struct buf *out, const struct table_cell *cell, bool is_right, enum lang lang,
    struct buf *scratch)
{
    buf_reset(scratch);
    cell_show(scratch, cell, lang);
    buf_fail_with(out, scratch);
    buf_add_text(out, "<td");
    if (is_right)
        buf_add_text(out, " class=\"n\"");
    else if (scratch->n > 0 && scratch->n <= SHORT_BYTES)
        buf_add_text(out, " class=\"s\"");
    if (cell_is_figure(cell))
        add_exact(out, cell);
    buf_add_char(out, '>');
    if (scratch->n > 0)
        html_text(out, scratch->p);
    buf_add_text(out, "</td>");
}

void
render_html_table(struct buf *out, const struct table *t, enum lang lang)
{
    struct buf scratch;

    buf_init(&scratch, CELL_BYTES_MAX);
    buf_add_text(out, "<table>");
    if (t->title) {
        buf_add_text(out, "<caption class=\"hidden\">");
        html_text(out, lang_text(lang, t->title));
        buf_add_text(out, "</caption>");
    }
    buf_add_text(out, "<thead><tr>");
    for (size_t c = 0; c < t->column_count; c++) {
        buf_addf(out, "<th scope=\"col\"%s>", t->columns[c].is_right ? " class=\"n\"" : "");
        html_text(out, lang_text(lang, t->columns[c].title));
        buf_add_text(out, "</th>");
    }
    buf_add_text(out, "</tr></thead>\n<tbody>\n");
    for (size_t row = 0; row < table_rows(t); row++) {
        buf_add_text(out, "<tr>");
        for (size_t c = 0; c < t->column_count; c++)
            add_cell(out, table_at(t, row, c), t->columns[c].is_right, lang, &scratch);
        buf_add_text(out, "</tr>\n");
    }
    buf_add_text(out, "</tbody></table>\n");
    buf_fail_with(out, &scratch);
    buf_release(&scratch);
}
