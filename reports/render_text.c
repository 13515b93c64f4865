/*
 * render_text.c - a table as aligned text for a terminal.
 *
 *     Platform   Category    Billed
 *     AutoDL     GPU       1,518.20
 *     阿里云     data disk   148.11
 *
 * Where a table is wider than the terminal, its widest column of texts is cut, again and again,
 * until it fits or no column of texts has more than COLUMN_LEAST.
 */
#include "reports/cell.h"
#include "reports/render.h"

#define CELL_BYTES_MAX ((size_t)1 << 22)
#define GAP 2
#define COLUMN_LEAST 8

struct drawing {
    struct buf *out;
    const struct table *t;
    enum lang lang;
    struct buf cell; /* scratch */
    size_t widths[TABLE_COLUMNS_MAX];
    bool is_text[TABLE_COLUMNS_MAX];
};

static struct sv
shown(struct drawing *d, size_t row, size_t column)
{
    buf_reset(&d->cell);
    cell_show(&d->cell, table_at(d->t, row, column), d->lang);
    return buf_sv(&d->cell);
}

static void
measure(struct drawing *d)
{
    for (size_t c = 0; c < d->t->column_count; c++) {
        d->widths[c] = sv_width(sv_of(lang_text(d->lang, d->t->columns[c].title)));
        d->is_text[c] = !d->t->columns[c].is_right;
        for (size_t row = 0; row < table_rows(d->t); row++) {
            size_t width = sv_width(shown(d, row, c));

            if (width > d->widths[c])
                d->widths[c] = width;
        }
    }
}

static void
narrow(struct drawing *d, size_t width)
{
    for (;;) {
        size_t total = 0, widest = d->t->column_count;

        for (size_t c = 0; c < d->t->column_count; c++) {
            total += d->widths[c] + (c > 0 ? GAP : 0);
            if (d->is_text[c] && d->widths[c] > COLUMN_LEAST &&
                (widest == d->t->column_count || d->widths[c] > d->widths[widest]))
                widest = c;
        }
        if (total <= width || widest == d->t->column_count)
            return;
        d->widths[widest]--;
    }
}

static void
add_blanks(struct buf *out, size_t n)
{
    while (n-- > 0)
        buf_add_char(out, ' ');
}

/* ${text}, which is escaped already, in ${width} columns. */
static void
add_cell(struct drawing *d, struct sv text, size_t width, bool is_right, bool is_last)
{
    size_t used = sv_width(text);

    if (is_right && used < width)
        add_blanks(d->out, width - used);
    used = cell_fit(d->out, text, width);
    if (!is_right && !is_last)
        add_blanks(d->out, width - used);
}

static void
add_row(struct drawing *d, size_t row)
{
    for (size_t c = 0; c < d->t->column_count; c++) {
        bool is_last = c + 1 == d->t->column_count;

        if (c > 0)
            add_blanks(d->out, GAP);
        add_cell(d, shown(d, row, c), d->widths[c], d->t->columns[c].is_right, is_last);
    }
    /* An empty last cell leaves the gap before it. */
    while (d->out->n > 0 && d->out->p[d->out->n - 1] == ' ')
        buf_cut(d->out, d->out->n - 1);
    buf_add_char(d->out, '\n');
}

static void
add_headings(struct drawing *d, bool is_colour)
{
    if (is_colour)
        buf_add_text(d->out, "\x1b[1m");
    for (size_t c = 0; c < d->t->column_count; c++) {
        if (c > 0)
            add_blanks(d->out, GAP);
        add_cell(d, sv_of(lang_text(d->lang, d->t->columns[c].title)), d->widths[c],
            d->t->columns[c].is_right, c + 1 == d->t->column_count);
    }
    if (is_colour)
        buf_add_text(d->out, "\x1b[0m");
    buf_add_char(d->out, '\n');
}

void
render_text_table(struct buf *out, const struct table *t, enum lang lang, size_t width,
    bool is_colour)
{
    struct drawing d = { .out = out, .t = t, .lang = lang };

    buf_init(&d.cell, CELL_BYTES_MAX);
    measure(&d);
    narrow(&d, width);
    add_headings(&d, is_colour);
    for (size_t row = 0; row < table_rows(t); row++)
        add_row(&d, row);
    if (t->note) {
        buf_add_text(out, t->note);
        buf_add_char(out, '\n');
    }
    buf_release(&d.cell);
}
