/*
 * charge_text.c - the cells of a charge as text.
 */
#include "parsers/charge_text.h"

static void
add_changes(struct buf *out, unsigned changes)
{
    for (unsigned bit = 0; bit < CHANGE_COUNT; bit++) {
        if ((changes >> bit & 1u) == 0)
            continue;
        if (out->n > 0)
            buf_add_char(out, ' ');
        buf_add_text(out, change_code(1u << bit));
    }
}

bool
charge_text(const struct charge *c, const struct column *column, struct buf *scratch,
    struct sv *out)
{
    char amount[MONEY_TEXT_MAX], time[TIME_TEXT_MAX];

    *out = SV_EMPTY;
    buf_reset(scratch);
    switch (column->kind) {
    case COLUMN_TEXT:
        *out = c->text[column->slot];
        return out->n > 0;
    case COLUMN_WORD:
        *out = sv_of(column->words->words[c->word[column->slot]]);
        return out->n > 0;
    case COLUMN_TIME:
        buf_add_text(scratch, time_format(time, c->time[column->slot]));
        break;
    case COLUMN_MONEY:
    case COLUMN_NUMBER:
        if (charge_has(c, (enum money_column)column->slot))
            buf_add_text(scratch, money_format(amount, c->money[column->slot]));
        break;
    case COLUMN_CHANGES:
        add_changes(scratch, c->changes);
        break;
    case COLUMN_SOURCE:
        break;
    }
    *out = buf_sv(scratch);
    return out->n > 0;
}
