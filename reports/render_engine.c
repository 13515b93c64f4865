/*
 * render_engine.c - the tables of `gpubill sql` as CSV or NDJSON: exact, and as the engine is to
 * read them.
 *
 * Cells stand as they are, without the apostrophe that keeps spreadsheets from formulas; what has
 * no value is empty, or no member of its object.
 */
#include <inttypes.h>

#include "audit/engine_sql.h"
#include "base/map.h"
#include "parsers/line_told.h"
#include "record/csv.h"
#include "reports/render.h"

#define PIECE_BYTES ((size_t)1 << 16)
#define PIECE_BYTES_MAX ((size_t)1 << 30)

/* A table while it is written. */
struct writing {
    const struct engine_tables *t;
    render_sink *sink;
    void *context;
    struct buf piece;
    bool is_first; /* of its row */
    bool is_json;
    const struct column *column;      /* which comes next, where the table begins with the ledger */
    const struct engine_column *more; /* else this one */
    struct map cards; /* struct ledger_facets -> line_spec_cards(), which they decide alone */
};

/* The name of the column that comes next. */
static const char *
next_name(struct writing *w)
{
    if (w->column && w->column->name)
        return w->column++->name;
    return w->more++->name;
}

static struct buf *
next_cell(struct writing *w)
{
    if (!w->is_first)
        buf_add_char(&w->piece, ',');
    if (w->is_json)
        buf_addf(&w->piece, "%s\"%s\":", w->is_first ? "{" : "", next_name(w));
    w->is_first = false;
    return &w->piece;
}

/* A cell without a value. */
static void
add_none(struct writing *w)
{
    if (w->is_json)
        (void)next_name(w);
    else
        (void)next_cell(w);
}

static void
add_text(struct writing *w, const char *text)
{
    if (text[0] == '\0')
        add_none(w);
    else if (w->is_json)
        buf_add_json(next_cell(w), sv_of(text));
    else
        record_csv_cell(next_cell(w), sv_of(text));
}

static void
add_count(struct writing *w, uint64_t n)
{
    buf_addf(next_cell(w), "%" PRIu64, n);
}

static void
add_time(struct writing *w, int64_t at)
{
    char text[TIME_TEXT_MAX];

    add_text(w, time_format(text, at));
}

/* A number of which less than 0 means that there is none. */
static void
add_known(struct writing *w, int64_t n)
{
    if (n >= 0)
        add_count(w, (uint64_t)n);
    else
        add_none(w);
}

static int
end_row(struct writing *w, size_t least, struct err *e)
{
    buf_add_text(&w->piece, w->is_json ? "}\n" : "\n");
    w->is_first = true;
    if (w->piece.n < least)
        return 0;
    if (buf_ok(&w->piece, e) || w->sink(w->context, buf_sv(&w->piece), e))
        return -1;
    buf_reset(&w->piece);
    return 0;
}

static const char *
path_of(const struct writing *w, uint32_t input)
{
    return w->t->ledger->inputs.at[input]->path;
}

static void
add_changes(struct writing *w, unsigned changes)
{
    const char *quote = w->is_json ? "\"" : "";
    struct buf *out;
    bool is_first = true;

    if (changes == 0) {
        add_none(w);
        return;
    }
    out = next_cell(w);
    buf_add_text(out, quote);
    for (unsigned i = 0; i < CHANGE_COUNT; i++) {
        if ((changes >> i & 1u) == 0)
            continue;
        buf_addf(out, "%s%s", is_first ? "" : ";", change_code(1u << i));
        is_first = false;
    }
    buf_add_text(out, quote);
}

static void
add_cell(struct writing *w, const struct ledger_line *line, const struct column *c)
{
    char figure[MONEY_TEXT_MAX];
    struct money m;

    switch (c->kind) {
    case COLUMN_TEXT:
        add_text(w, ledger_text(line, (enum text_column)c->slot));
        break;
    case COLUMN_WORD:
        add_text(w, c->words->words[ledger_word(line, (enum word_column)c->slot)]);
        break;
    case COLUMN_TIME:
        add_time(w, ledger_time(line, (enum time_column)c->slot));
        break;
    case COLUMN_MONEY:
    case COLUMN_NUMBER:
        if (ledger_money(line, (enum money_column)c->slot, &m))
            add_text(w, money_format(figure, m));
        else
            add_none(w);
        break;
    case COLUMN_SOURCE:
        if (c->slot == 0)
            add_text(w, path_of(w, line->input));
        else
            add_count(w, line->source_line);
        break;
    case COLUMN_CHANGES:
        add_changes(w, line->changes);
        break;
    }
}

static const char *
left_out(const struct ledger_line *line)
{
    switch ((enum fate)line->fate) {
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

/* Only of what rules ask it is worth the search. */
static uint64_t
cards_of(struct writing *w, const struct ledger_line *line)
{
    struct map_entry *entry;
    bool is_new = true;

    if (ledger_word(line, WORD_CATEGORY) != CATEGORY_GPU)
        return 0;
    entry = map_put(&w->cards, (struct sv){ (const char *)&line->facets, sizeof(line->facets) },
        &is_new);
    if (!entry)
        return line_spec_cards(line, w->t->gpu_types);
    if (is_new)
        entry->value.number = line_spec_cards(line, w->t->gpu_types);
    return entry->value.number;
}

static int64_t
created_of(const struct writing *w, const struct ledger_line *line)
{
    unsigned category = ledger_word(line, WORD_CATEGORY);

    return category == CATEGORY_SNAPSHOT || category == CATEGORY_IMAGE ?
        line_created_at(line, w->t->zone_minutes) : TIME_NONE;
}

/* A line, the ${row}th of its file: the ledger's columns, then engine_line_columns. */
static int
write_line(struct writing *w, const struct ledger_line *line, uint64_t row, struct err *e)
{
    w->column = ledger_columns;
    w->more = engine_line_columns;
    for (const struct column *c = ledger_columns; c->name; c++)
        add_cell(w, line, c);
    add_count(w, row);
    add_text(w, left_out(line));
    add_count(w, ledger_decimals(line, MONEY_LIST_UNIT_PRICE));
    add_count(w, ledger_decimals(line, MONEY_CONTRACTED_UNIT_PRICE));
    add_count(w, ledger_decimals(line, MONEY_PRICING_QUANTITY));
    add_count(w, line->facets->is_actual_use);
    add_count(w, line->facets->is_of_month);
    add_count(w, cards_of(w, line));
    add_time(w, created_of(w, line));
    return end_row(w, PIECE_BYTES, e);
}

static int
write_lines(struct writing *w, struct err *e)
{
    const struct ledger *l = w->t->ledger;
    uint64_t row = w->t->first_row;

    for (size_t i = 0; i < l->lines.n; i++) {
        const struct ledger_line *line = &l->lines.at[i];

        if (i > 0)
            row = l->lines.at[i - 1].input == line->input ? row + 1 : 0;
        if (line->fate != FATE_NOT_ASKED && write_line(w, line, row, e))
            return -1;
    }
    return 0;
}

static int
write_inputs(struct writing *w, struct err *e)
{
    for (size_t i = 0; i < w->t->ledger->inputs.n; i++) {
        const struct input *input = w->t->ledger->inputs.at[i];

        add_text(w, input->path);
        add_text(w, input->format);
        add_count(w, input->rejected);
        if (end_row(w, PIECE_BYTES, e))
            return -1;
    }
    return 0;
}

static int
write_states(struct writing *w, struct err *e)
{
    for (size_t i = 0; i < w->t->observations->states.n; i++) {
        const struct state_entry *s = &w->t->observations->states.at[i];

        add_text(w, s->platform);
        add_text(w, s->account);
        add_text(w, s->instance);
        add_text(w, words_state.words[s->state]);
        add_time(w, s->from);
        add_time(w, s->to);
        add_text(w, path_of(w, s->input));
        add_count(w, s->line);
        if (end_row(w, PIECE_BYTES, e))
            return -1;
    }
    return 0;
}

static int
write_usage(struct writing *w, struct err *e)
{
    for (size_t i = 0; i < w->t->observations->samples.n; i++) {
        const struct usage_sample *s = &w->t->observations->samples.at[i];

        add_text(w, s->platform);
        add_text(w, s->instance);
        add_text(w, s->gpu);
        add_time(w, s->time);
        add_time(w, s->until);
        add_known(w, s->utilisation);
        add_known(w, s->memory_used);
        add_known(w, s->memory_total);
        if (end_row(w, PIECE_BYTES, e))
            return -1;
    }
    return 0;
}

static const struct {
    const struct engine_column *columns;
    int (*write)(struct writing *w, struct err *e);
} tables[] = {
    [ENGINE_LEDGER] = { engine_line_columns, write_lines },
    [ENGINE_INPUTS] = { engine_input_columns, write_inputs },
    [ENGINE_STATES] = { engine_state_columns, write_states },
    [ENGINE_USAGE] = { engine_usage_columns, write_usage },
};

static int
write_headings(struct writing *w, enum engine_table table, struct err *e)
{
    for (const struct column *c = ledger_columns; table == ENGINE_LEDGER && c->name; c++)
        add_text(w, c->name);
    for (const struct engine_column *c = tables[table].columns; c->name; c++)
        add_text(w, c->name);
    return end_row(w, SIZE_MAX, e);
}

/* Write with ${write} and hand over what is left. */
static int
write_all(struct writing *w, enum engine_table table, bool has_headings, bool has_rows,
    struct err *e)
{
    int result;

    buf_init(&w->piece, PIECE_BYTES_MAX);
    w->is_first = true;
    result = has_headings ? write_headings(w, table, e) : 0;
    if (result == 0 && has_rows)
        result = tables[table].write(w, e);
    if (result == 0)
        result = buf_ok(&w->piece, e);
    if (result == 0 && w->piece.n > 0)
        result = w->sink(w->context, buf_sv(&w->piece), e);
    map_release(&w->cards);
    buf_release(&w->piece);
    return result;
}

int
render_engine_table(const struct engine_tables *t, enum engine_table table, render_sink *sink,
    void *context, struct err *e)
{
    struct writing w = { .t = t, .sink = sink, .context = context };

    return write_all(&w, table, true, true, e);
}

int
render_engine_headings(enum engine_table table, render_sink *sink, void *context, struct err *e)
{
    struct writing w = { .sink = sink, .context = context };

    return write_all(&w, table, true, false, e);
}

int
render_engine_lines(const struct engine_tables *t, bool is_json, render_sink *sink, void *context,
    struct err *e)
{
    struct writing w = { .t = t, .sink = sink, .context = context, .is_json = is_json };

    return write_all(&w, ENGINE_LEDGER, false, true, e);
}
