/*
 * render_markdown.c - a table as Markdown.
 *
 * What Markdown or HTML could take for markup in a text is escaped with a backslash.
 */
#include <string.h>

#include "reports/cell.h"
#include "reports/markdown.h"
#include "reports/render.h"

#define CELL_BYTES_MAX ((size_t)1 << 22)

void
markdown_text(struct buf *out, struct sv text)
{
    for (size_t i = 0; i < text.n; i++) {
        if (strchr("\\`*_{}[]<>()#|!~&$", text.p[i]) && text.p[i] != '\0')
            buf_add_char(out, '\\');
        buf_add_char(out, text.p[i]);
    }
}

void
render_markdown_table(struct buf *out, const struct table *t, enum lang lang)
{
    render_markdown_rows(out, t, table_rows(t), lang);
}

void
render_markdown_rows(struct buf *out, const struct table *t, size_t rows, enum lang lang)
{
    struct buf cell;

    buf_init(&cell, CELL_BYTES_MAX);
    for (size_t c = 0; c < t->column_count; c++) {
        buf_add_text(out, "| ");
        markdown_text(out, sv_of(lang_text(lang, t->columns[c].title)));
        buf_add_char(out, ' ');
    }
    buf_add_text(out, "|\n");
    for (size_t c = 0; c < t->column_count; c++)
        buf_add_text(out, t->columns[c].is_right ? "|---:" : "|---");
    buf_add_text(out, "|\n");
    for (size_t row = 0; row < rows; row++) {
        for (size_t c = 0; c < t->column_count; c++) {
            buf_reset(&cell);
            cell_show(&cell, table_at(t, row, c), lang);
            buf_add_text(out, "| ");
            markdown_text(out, buf_sv(&cell));
            if (cell.n > 0)
                buf_add_char(out, ' ');
        }
        buf_add_text(out, "|\n");
    }
    if (t->note) {
        buf_add_char(out, '\n');
        markdown_text(out, sv_of(t->note));
        buf_add_char(out, '\n');
    }
    buf_fail_with(out, &cell);
    buf_release(&cell);
}
