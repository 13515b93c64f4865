/*
 * store_line_columns.c - which columns of the ledger stand in `lines`, and which in `facets`.
 *
 * They follow the table of the ledger: a column that is added there has to be added to the schema
 * and to nothing else.
 */
#include "store/store_source.h"

const char *
fate_word(unsigned fate)
{
    switch ((enum fate)fate) {
    case FATE_ALREADY_SEEN:
        return "already-seen";
    case FATE_OTHER_VIEW:
        return "other-view";
    case FATE_COUNTED:
    case FATE_OUT_OF_PERIOD:
    case FATE_NOT_ASKED:
        break;
    }
    return "";
}

bool
lines_have(const struct column *c)
{
    return c->kind == COLUMN_MONEY || c->kind == COLUMN_NUMBER ||
        (c->kind == COLUMN_TEXT && (c->slot == TEXT_LINE_ID || c->slot == TEXT_ORDER_ID)) ||
        (c->kind == COLUMN_TIME && c->slot >= TIME_CHARGE_PERIOD_START);
}

bool
facets_have(const struct column *c)
{
    return !lines_have(c) && c->kind != COLUMN_SOURCE && c->kind != COLUMN_CHANGES;
}

size_t
columns_add_names(struct buf *text, bool (*is_wanted)(const struct column *c))
{
    size_t n = 0;

    for (const struct column *c = ledger_columns; c->name; c++) {
        if (!is_wanted(c))
            continue;
        buf_addf(text, ", %s", c->name);
        n++;
    }
    return n;
}
