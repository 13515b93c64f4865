/*
 * xlsx_ledger.c - the ledger as a sheet.
 *
 * The columns of the ledger are called as in ledger.csv, and times are written as there: these
 * rows are also read by other programs.
 */
#include "reports/say.h"
#include "reports/xlsx_sheets.h"

#define TEXT_BYTES_MAX ((size_t)1 << 16)

static void
add_changes(struct sheet *s, unsigned changes, struct buf *scratch)
{
    buf_reset(scratch);
    for (unsigned i = 0; i < CHANGE_COUNT; i++)
        if (changes >> i & 1u)
            buf_addf(scratch, "%s%s", scratch->n > 0 ? ";" : "", change_code(1u << i));
    sheet_text(s, scratch->n > 0 ? scratch->p : "");
}

static void
add_cell(struct sheet *s, const struct results *r, const struct ledger_line *line,
    const struct column *c, struct buf *scratch)
{
    char time[TIME_TEXT_MAX];
    struct money m;

    switch (c->kind) {
    case COLUMN_TEXT:
        sheet_text(s, ledger_text(line, (enum text_column)c->slot));
        break;
    case COLUMN_WORD:
        sheet_text(s, c->words->words[ledger_word(line, (enum word_column)c->slot)]);
        break;
    case COLUMN_TIME:
        sheet_text(s, time_format(time, ledger_time(line, (enum time_column)c->slot)));
        break;
    case COLUMN_MONEY:
    case COLUMN_NUMBER:
        if (ledger_money(line, (enum money_column)c->slot, &m))
            sheet_money(s, m, NULL);
        else
            sheet_skip(s);
        break;
    case COLUMN_SOURCE:
        if (c->slot == 0)
            sheet_text(s, ledger_input(r->ledger, line)->path);
        else
            sheet_count(s, line->source_line);
        break;
    case COLUMN_CHANGES:
        add_changes(s, line->changes, scratch);
        break;
    }
}

static enum sheet_kind
kind_of(const struct column *c)
{
    if (c->kind == COLUMN_MONEY || c->kind == COLUMN_NUMBER)
        return SHEET_MONEY;
    return c->kind == COLUMN_SOURCE && c->slot != 0 ? SHEET_COUNT : SHEET_TEXT;
}

/* A part of a ledger would be summed up as if it were all of it. */
static void
end_without_lines(struct sheet *s, const struct results *r, size_t n)
{
    char count[SAY_FIGURE_MAX], text[MESSAGE_TEXT_MAX];
    struct message m;

    message_set(&m, "%s lines are too many for a sheet: they are in ledger.csv.",
        say_count(count, n));
    sheet_end(s, message_text(&m, r->lang, text, sizeof(text)));
}

void
xlsx_ledger(struct sheet *s, const struct results *r)
{
    const struct ledger *l = r->ledger;
    struct buf scratch;
    size_t n = 0;

    for (const struct column *c = ledger_columns; c->name; c++)
        sheet_column(s, c->name, c->name, kind_of(c));
    sheet_headings(s);
    for (size_t i = 0; i < l->lines.n; i++)
        n += l->lines.at[i].fate == FATE_COUNTED;
    if (n > SHEET_ROWS_MAX) {
        end_without_lines(s, r, n);
        return;
    }
    buf_init(&scratch, TEXT_BYTES_MAX);
    for (size_t i = 0; i < l->lines.n; i++) {
        if (l->lines.at[i].fate != FATE_COUNTED)
            continue;
        for (const struct column *c = ledger_columns; c->name; c++)
            add_cell(s, r, &l->lines.at[i], c, &scratch);
        sheet_next(s, NULL);
    }
    sheet_made_of(s, &scratch);
    buf_release(&scratch);
    sheet_end(s, NULL);
}
