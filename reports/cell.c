/*
 * cell.c - a table cell as people read it.
 */
#include "reports/cell.h"
#include "reports/say.h"

#define NUMBER_DECIMALS 2

void
cell_show(struct buf *out, const struct table_cell *cell, enum lang lang)
{
    char figure[SAY_FIGURE_MAX];

    if (cell->is_change && cell->money.units > 0)
        buf_add_char(out, '+');
    switch (cell->kind) {
    case CELL_TEXT:
        buf_add_escaped(out, sv_of(cell->text));
        break;
    case CELL_LABEL:
        buf_add_text(out, lang_text(lang, cell->text));
        break;
    case CELL_AMOUNT:
        buf_add_text(out, say_amount(figure, cell->money, cell->currency));
        break;
    case CELL_NUMBER:
        buf_add_text(out, money_format_display(figure, cell->money, NUMBER_DECIMALS));
        break;
    case CELL_COUNT:
        buf_add_text(out, say_count(figure, cell->count));
        break;
    case CELL_SHARE:
        buf_add_text(out, say_share(figure, cell->money));
        break;
    case CELL_EMPTY:
        break;
    }
}

bool
cell_is_figure(const struct table_cell *cell)
{
    switch (cell->kind) {
    case CELL_AMOUNT:
    case CELL_NUMBER:
    case CELL_COUNT:
    case CELL_SHARE:
        return true;
    case CELL_TEXT:
    case CELL_LABEL:
    case CELL_EMPTY:
        break;
    }
    return false;
}

size_t
cell_fit(struct buf *out, struct sv text, size_t width)
{
    char piece[SV_ESCAPED_MAX];
    size_t room = out->n, used = 0, used_at_room = 0, n;

    while ((n = sv_escape_next(&text, piece)) > 0) {
        used += sv_width((struct sv){ piece, n });
        if (used > width)
            break;
        buf_add(out, (struct sv){ piece, n });

        /* Up to here there is room for the mark behind it. */
        if (used < width) {
            room = out->n;
            used_at_room = used;
        }
    }
    if (n == 0)
        return used;
    if (width == 0)
        return 0;
    buf_cut(out, room);
    buf_add_text(out, "…");
    return used_at_room + 1;
}
