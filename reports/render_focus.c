/*
 * render_focus.c - the ledger as a FOCUS 1.2 file: FOCUS's columns first, then our own.
 */
#include <inttypes.h>

#include "record/csv.h"
#include "reports/focus.h"

#define PIECE_BYTES ((size_t)1 << 16)
#define PIECE_BYTES_MAX ((size_t)1 << 30)

/* Columns behind those of the ledger. */
#define OWN_HEADINGS "x_Derived,x_InvoiceIssuer,x_PricingQuantity,x_PricingUnit," \
    "x_ConsumedQuantity,x_ConsumedUnit\n"

static void
add_money(struct buf *out, struct money m)
{
    char figure[MONEY_TEXT_MAX];

    buf_add_text(out, money_format(figure, m));
}

static void
add_changes(struct buf *out, unsigned changes)
{
    bool is_first = true;

    for (unsigned i = 0; i < CHANGE_COUNT; i++) {
        if ((changes >> i & 1u) == 0)
            continue;
        buf_addf(out, "%s%s", is_first ? "" : ";", change_code(1u << i));
        is_first = false;
    }
}

static void
add_cell(struct buf *out, const struct focus *f, const struct ledger_line *line,
    const struct focus_line *made, const struct column *column)
{
    const struct charge *c = &made->c;
    char time[TIME_TEXT_MAX];

    switch (column->kind) {
    case COLUMN_TEXT:
        record_csv_text_cell(out, c->text[column->slot]);
        break;
    case COLUMN_WORD:
        buf_add_text(out, column->words->words[c->word[column->slot]]);
        break;
    case COLUMN_TIME:
        buf_add_text(out, time_format(time, c->time[column->slot]));
        break;
    case COLUMN_MONEY:
    case COLUMN_NUMBER:
        if (charge_has(c, (enum money_column)column->slot))
            add_money(out, c->money[column->slot]);
        break;
    case COLUMN_SOURCE:
        if (column->slot == 0)
            record_csv_text_cell(out, sv_of(ledger_input(f->ledger, line)->path));
        else
            buf_addf(out, "%" PRIu64, line->source_line);
        break;
    case COLUMN_CHANGES:
        add_changes(out, line->changes);
        break;
    }
}

static void
add_own_cells(struct buf *out, const struct focus_line *made)
{
    bool is_first = true;

    for (size_t i = 0; ledger_columns[i].name; i++) {
        if (!focus_is_derived(made, i))
            continue;
        buf_addf(out, "%s%s", is_first ? "" : ";", ledger_columns[i].name);
        is_first = false;
    }
    buf_add_char(out, ',');
    record_csv_text_cell(out, sv_of(made->issuer));
    for (size_t i = 0; i < 2; i++) {
        buf_add_char(out, ',');
        if (made->has_quantity[i])
            add_money(out, made->quantity[i]);
        buf_add_char(out, ',');
        record_csv_text_cell(out, made->unit[i]);
    }
    buf_add_char(out, '\n');
}

static void
add_headings(struct buf *out)
{
    for (int is_own = 0; is_own < 2; is_own++)
        for (const struct column *c = ledger_columns; c->name; c++)
            if (c->is_focus == !is_own)
                buf_addf(out, "%s,", c->name);
    buf_add_text(out, OWN_HEADINGS);
}

static void
add_line(struct buf *out, const struct focus *f, const struct ledger_line *line,
    const struct focus_line *made)
{
    for (int is_own = 0; is_own < 2; is_own++)
        for (const struct column *c = ledger_columns; c->name; c++) {
            if (c->is_focus == is_own)
                continue;
            add_cell(out, f, line, made, c);
            buf_add_char(out, ',');
        }
    add_own_cells(out, made);
}

int
render_focus(struct focus *f, render_sink *sink, void *context, struct err *e)
{
    const struct ledger *l = f->ledger;
    struct focus_line made;
    struct buf piece;
    int result = 0;

    buf_init(&piece, PIECE_BYTES_MAX);
    add_headings(&piece);
    for (size_t i = 0; i < l->lines.n && result >= 0; i++) {
        if (l->lines.at[i].fate != FATE_COUNTED)
            continue;
        result = focus_line_of(f, &l->lines.at[i], &made, e);
        if (result > 0)
            add_line(&piece, f, &l->lines.at[i], &made);
        if (result > 0 && piece.n >= PIECE_BYTES) {
            result = buf_ok(&piece, e) || sink(context, buf_sv(&piece), e) ? -1 : 0;
            buf_reset(&piece);
        }
    }
    if (result >= 0)
        result = buf_ok(&piece, e) || sink(context, buf_sv(&piece), e) ? -1 : 0;
    buf_release(&piece);
    return result;
}
