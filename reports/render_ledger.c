/*
 * render_ledger.c - the ledger as CSV and as NDJSON.
 *
 * Both follow the table of columns. Lines that do not count are left out.
 */
#include <inttypes.h>

#include "record/csv.h"
#include "reports/render.h"

#define PIECE_BYTES ((size_t)1 << 16)
#define PIECE_BYTES_MAX ((size_t)1 << 30)

/* One output of a ledger while it is written. */
struct writing {
    const struct ledger *l;
    render_sink *sink;
    void *context;
    struct buf piece;
    struct { int64_t at; char text[TIME_TEXT_MAX]; } times[TIME_COUNT]; /* of the line before */
};

static int
hand_over(struct writing *w, size_t least, struct err *e)
{
    if (w->piece.n < least)
        return 0;
    if (buf_ok(&w->piece, e) || w->sink(w->context, buf_sv(&w->piece), e))
        return -1;
    buf_reset(&w->piece);
    return 0;
}

static void
add_changes(struct buf *out, unsigned changes, bool is_json)
{
    bool is_first = true;

    for (unsigned i = 0; i < CHANGE_COUNT; i++) {
        if ((changes >> i & 1u) == 0)
            continue;
        if (!is_first)
            buf_add_char(out, is_json ? ',' : ';');
        is_first = false;
        if (is_json)
            buf_add_json(out, sv_of(change_code(1u << i)));
        else
            buf_add_text(out, change_code(1u << i));
    }
}

/* Most times are those of the line before. */
static const char *
time_of(struct writing *w, const struct ledger_line *line, enum time_column column)
{
    int64_t at = ledger_time(line, column);

    if (w->times[column].text[0] == '\0' || w->times[column].at != at) {
        w->times[column].at = at;
        time_format(w->times[column].text, at);
    }
    return w->times[column].text;
}

/* The text of a column that is a text, word or time: "" for none. */
static const char *
text_of(struct writing *w, const struct ledger_line *line, const struct column *c)
{
    switch (c->kind) {
    case COLUMN_TEXT:
        return ledger_text(line, (enum text_column)c->slot);
    case COLUMN_WORD:
        return c->words->words[ledger_word(line, (enum word_column)c->slot)];
    case COLUMN_TIME:
        return time_of(w, line, (enum time_column)c->slot);
    case COLUMN_MONEY:
    case COLUMN_NUMBER:
    case COLUMN_SOURCE:
    case COLUMN_CHANGES:
        break;
    }
    return "";
}

static void
add_csv_cell(struct writing *w, const struct ledger_line *line, const struct column *c)
{
    char figure[MONEY_TEXT_MAX];
    struct money m;

    switch (c->kind) {
    case COLUMN_TEXT:
        record_csv_text_cell(&w->piece, sv_of(text_of(w, line, c)));
        break;
    case COLUMN_WORD:
    case COLUMN_TIME:
        buf_add_text(&w->piece, text_of(w, line, c));
        break;
    case COLUMN_MONEY:
    case COLUMN_NUMBER:
        if (ledger_money(line, (enum money_column)c->slot, &m))
            buf_add_text(&w->piece, money_format(figure, m));
        break;
    case COLUMN_SOURCE:
        if (c->slot == 0)
            record_csv_text_cell(&w->piece, sv_of(ledger_input(w->l, line)->path));
        else
            buf_addf(&w->piece, "%" PRIu64, line->source_line);
        break;
    case COLUMN_CHANGES:
        add_changes(&w->piece, line->changes, false);
        break;
    }
}

int
render_ledger_csv(const struct ledger *l, render_sink *sink, void *context, struct err *e)
{
    struct writing w = { .l = l, .sink = sink, .context = context };
    int result = -1;

    buf_init(&w.piece, PIECE_BYTES_MAX);
    for (const struct column *c = ledger_columns; c->name; c++) {
        if (c != ledger_columns)
            buf_add_char(&w.piece, ',');
        buf_add_text(&w.piece, c->name);
    }
    buf_add_char(&w.piece, '\n');
    for (size_t i = 0; i < l->lines.n; i++) {
        if (l->lines.at[i].fate != FATE_COUNTED)
            continue;
        for (const struct column *c = ledger_columns; c->name; c++) {
            if (c != ledger_columns)
                buf_add_char(&w.piece, ',');
            add_csv_cell(&w, &l->lines.at[i], c);
        }
        buf_add_char(&w.piece, '\n');
        if (hand_over(&w, PIECE_BYTES, e))
            goto done;
    }
    result = buf_ok(&w.piece, e) ? -1 : hand_over(&w, 1, e);

done:
    buf_release(&w.piece);
    return result;
}

/* The value of a column into w->piece; nothing where the line has none. */
static void
add_json_value(struct writing *w, const struct ledger_line *line, const struct column *c)
{
    char figure[MONEY_TEXT_MAX];
    const char *s;
    struct money m;

    switch (c->kind) {
    case COLUMN_TEXT:
    case COLUMN_WORD:
    case COLUMN_TIME:
        s = text_of(w, line, c);
        if (s[0] != '\0')
            buf_add_json(&w->piece, sv_of(s));
        break;
    case COLUMN_MONEY:
    case COLUMN_NUMBER:
        if (ledger_money(line, (enum money_column)c->slot, &m))
            buf_addf(&w->piece, "\"%s\"", money_format(figure, m));
        break;
    case COLUMN_SOURCE:
        if (c->slot == 0)
            buf_add_json(&w->piece, sv_of(ledger_input(w->l, line)->path));
        else
            buf_addf(&w->piece, "%" PRIu64, line->source_line);
        break;
    case COLUMN_CHANGES:
        if (line->changes != 0) {
            buf_add_char(&w->piece, '[');
            add_changes(&w->piece, line->changes, true);
            buf_add_char(&w->piece, ']');
        }
        break;
    }
}

int
render_ledger_ndjson(const struct ledger *l, render_sink *sink, void *context, struct err *e)
{
    struct writing w = { .l = l, .sink = sink, .context = context };
    int result = -1;

    buf_init(&w.piece, PIECE_BYTES_MAX);
    for (size_t i = 0; i < l->lines.n; i++) {
        bool is_first = true;

        if (l->lines.at[i].fate != FATE_COUNTED)
            continue;
        for (const struct column *c = ledger_columns; c->name; c++) {
            size_t before = w.piece.n, start;

            buf_addf(&w.piece, "%s\"%s\":", is_first ? "{" : ",", c->name);
            start = w.piece.n;
            add_json_value(&w, &l->lines.at[i], c);
            if (w.piece.n == start)
                buf_cut(&w.piece, before);
            else
                is_first = false;
        }
        buf_add_text(&w.piece, is_first ? "{}\n" : "}\n");
        if (hand_over(&w, PIECE_BYTES, e))
            goto done;
    }
    result = buf_ok(&w.piece, e) ? -1 : hand_over(&w, 1, e);

done:
    buf_release(&w.piece);
    return result;
}
