/*
 * table_ledger.c - the lines of the ledger, with all its columns.
 */
#include "ledger/column.h"
#include "library/table.h"

/* The next of the ${n} lines at ${list}, indexes into the ledger. */
static bool
step_listed(struct gpubill_rows *rows, const uint32_t *list, size_t n)
{
    if (rows->i >= n)
        return false;
    rows->row = &rows->results->ledger->lines.at[list[rows->i++]];
    return true;
}

/* The next line that counts; of an input, only its own. */
static bool
step_all(struct gpubill_rows *rows)
{
    const struct ledger *l = rows->results->ledger;
    const struct input *of = table_is_of(rows, GPUBILL_INPUTS) ? rows->parent_row : NULL;

    while (rows->i < l->lines.n) {
        const struct ledger_line *line = &l->lines.at[rows->i++];

        if (line->fate != FATE_COUNTED || (of && ledger_input(l, line) != of))
            continue;
        rows->row = line;
        return true;
    }
    return false;
}

static bool
next_line(struct gpubill_rows *rows)
{
    if (table_is_of(rows, GPUBILL_FINDINGS)) {
        const struct finding *f = rows->parent_row;

        if (rows->i >= f->lines.n)
            return false;
        rows->row = &rows->results->ledger->lines.at[f->lines.at[rows->i++].line];
        return true;
    }
    if (table_is_of(rows, GPUBILL_CLAIMS)) {
        const struct claim *c = rows->parent_row;

        return step_listed(rows, c->lines.at, c->lines.n);
    }
    return step_all(rows);
}

const char *
table_ledger_column(size_t column)
{
    return ledger_columns[column].name;
}

/* The codes of what was decided or repaired, as ledger.csv has them. */
static void
set_changes(struct value *out, unsigned changes, struct buf *text)
{
    for (unsigned i = 0; i < CHANGE_COUNT; i++)
        if (changes >> i & 1u)
            buf_addf(text, "%s%s", text->n > 0 ? ";" : "", change_code(1u << i));
    if (text->n > 0)
        value_set_text(out, text->p);
}

void
table_ledger_value(const struct gpubill_rows *rows, size_t column, struct value *out,
    struct buf *text)
{
    const struct column *c = &ledger_columns[column];
    const struct ledger_line *line = rows->row;
    int64_t at;

    switch (c->kind) {
    case COLUMN_TEXT:
        value_set_text(out, ledger_text(line, (enum text_column)c->slot));
        break;
    case COLUMN_WORD:
        value_set_text(out, c->words->words[ledger_word(line, (enum word_column)c->slot)]);
        break;
    case COLUMN_TIME:
        at = ledger_time(line, (enum time_column)c->slot);
        if (at != TIME_NONE)
            *out = (struct value){ .kind = VALUE_TIME, .number = at };
        break;
    case COLUMN_MONEY:
    case COLUMN_NUMBER:
        if (ledger_money(line, (enum money_column)c->slot, &out->money))
            out->kind = VALUE_MONEY;
        break;
    case COLUMN_SOURCE:
        if (c->slot == 0)
            value_set_text(out, ledger_input(rows->results->ledger, line)->path);
        else
            *out = (struct value){ .kind = VALUE_NUMBER, .number = (int64_t)line->source_line };
        break;
    case COLUMN_CHANGES:
        set_changes(out, line->changes, text);
        break;
    }
}

const struct table_view table_ledger = { GPUBILL_LEDGER, NULL, next_line,
    { GPUBILL_INPUTS, GPUBILL_FINDINGS, GPUBILL_CLAIMS } };
