/*
 * render_ledger.c - the ledger as CSV and as NDJSON.
 *
 * Both follow the table of columns. Lines that do not count are left out.
 *
 * Most columns are of a line's facets, which many lines share. As CSV the cells of such columns
 * that stand side by side are made once for the facets and copied into each row.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "record/csv.h"
#include "reports/render.h"

#define PIECE_BYTES ((size_t)1 << 16)
#define PIECE_BYTES_MAX ((size_t)1 << 30)

/* How often columns of facets and others take turns, at most; how many facets are kept at most,
 * each in the place of its number: some 10 MB. */
#define STRETCHES_MAX 16
#define KEPT_FACETS_MAX 16384

/* Longest whole number. */
#define NUMBER_TEXT_MAX 24

/* Columns side by side, all of facets or none. */
struct stretch {
    const struct column *first, *end;
    bool is_of_facets;
};

/* The cells of facets; those of stretch ${i} end at ends[i]. */
struct facet_cells {
    const struct ledger_facets *of; /* NULL: none yet */
    struct buf text;
    uint32_t ends[STRETCHES_MAX];
};

/* One output of a ledger while it is written. */
struct writing {
    const struct ledger *l;
    render_sink *sink;
    void *context;
    struct buf piece;
    struct { int64_t at; char text[TIME_TEXT_MAX]; } times[TIME_COUNT]; /* of the line before */
    /* For CSV: */
    struct stretch stretches[STRETCHES_MAX];
    size_t stretch_count;
    struct facet_cells *kept;   /* kept_count of them */
    size_t kept_count;
    const struct input *source; /* of the line before, and its cell */
    struct buf source_cell;
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
add_number(struct buf *out, uint64_t n)
{
    char text[NUMBER_TEXT_MAX];
    size_t first = sizeof(text);

    do {
        text[--first] = (char)('0' + n % 10);
        n /= 10;
    } while (n > 0);
    buf_add(out, (struct sv){ text + first, sizeof(text) - first });
}

/* Most files are that of the line before. */
static void
add_source(struct writing *w, const struct ledger_line *line)
{
    const struct input *source = ledger_input(w->l, line);

    if (w->source != source) {
        w->source = source;
        buf_reset(&w->source_cell);
        record_csv_text_cell(&w->source_cell, sv_of(source->path));
        buf_fail_with(&w->piece, &w->source_cell);
    }
    buf_add(&w->piece, buf_sv(&w->source_cell));
}

static void
add_csv_cell(struct writing *w, struct buf *out, const struct ledger_line *line,
    const struct column *c)
{
    char figure[MONEY_TEXT_MAX];
    struct money m;

    switch (c->kind) {
    case COLUMN_TEXT:
        record_csv_text_cell(out, sv_of(text_of(w, line, c)));
        break;
    case COLUMN_WORD:
    case COLUMN_TIME:
        buf_add_text(out, text_of(w, line, c));
        break;
    case COLUMN_MONEY:
    case COLUMN_NUMBER:
        if (ledger_money(line, (enum money_column)c->slot, &m))
            buf_add_text(out, money_format(figure, m));
        break;
    case COLUMN_SOURCE:
        if (c->slot == 0)
            add_source(w, line);
        else
            add_number(out, line->source_line);
        break;
    case COLUMN_CHANGES:
        add_changes(out, line->changes, false);
        break;
    }
}

/* True where lines of equal facets have equal cells. */
static bool
is_of_facets(const struct column *c)
{
    return c->kind == COLUMN_WORD ||
        (c->kind == COLUMN_TEXT && c->slot != TEXT_LINE_ID && c->slot != TEXT_ORDER_ID);
}

static void
find_stretches(struct writing *w)
{
    for (const struct column *c = ledger_columns; c->name;) {
        struct stretch *s = &w->stretches[w->stretch_count++];

        assert(w->stretch_count <= STRETCHES_MAX);
        *s = (struct stretch){ .first = c, .is_of_facets = is_of_facets(c) };
        while (c->name && is_of_facets(c) == s->is_of_facets)
            c++;
        s->end = c;
    }
}

static void
add_stretch(struct writing *w, struct buf *out, const struct ledger_line *line,
    const struct stretch *s)
{
    for (const struct column *c = s->first; c < s->end; c++) {
        if (c != s->first)
            buf_add_char(out, ',');
        add_csv_cell(w, out, line, c);
    }
}

/* The cells of the facets of ${line}, made where they are not kept. */
static const struct facet_cells *
cells_of(struct writing *w, const struct ledger_line *line)
{
    struct facet_cells *cells = &w->kept[line->facets->number % w->kept_count];

    if (cells->of == line->facets)
        return cells;
    if (!cells->of)
        buf_init(&cells->text, PIECE_BYTES_MAX);
    cells->of = line->facets;
    buf_reset(&cells->text);
    for (size_t i = 0; i < w->stretch_count; i++) {
        if (w->stretches[i].is_of_facets)
            add_stretch(w, &cells->text, line, &w->stretches[i]);
        cells->ends[i] = (uint32_t)cells->text.n;
    }
    buf_fail_with(&w->piece, &cells->text);
    return cells;
}

static void
add_row(struct writing *w, const struct ledger_line *line)
{
    const struct facet_cells *cells = cells_of(w, line);

    for (size_t i = 0; i < w->stretch_count; i++) {
        size_t start = i > 0 ? cells->ends[i - 1] : 0;

        if (i > 0)
            buf_add_char(&w->piece, ',');
        if (w->stretches[i].is_of_facets)
            buf_add(&w->piece, sv_part(buf_sv(&cells->text), start, cells->ends[i]));
        else
            add_stretch(w, &w->piece, line, &w->stretches[i]);
    }
    buf_add_char(&w->piece, '\n');
}

static void
writing_release(struct writing *w)
{
    for (size_t i = 0; w->kept && i < w->kept_count; i++)
        if (w->kept[i].of)
            buf_release(&w->kept[i].text);
    free(w->kept);
    buf_release(&w->source_cell);
    buf_release(&w->piece);
}

int
render_ledger_csv(const struct ledger *l, render_sink *sink, void *context, struct err *e)
{
    struct writing w = { .l = l, .sink = sink, .context = context };
    int result = -1;

    buf_init(&w.piece, PIECE_BYTES_MAX);
    buf_init(&w.source_cell, PIECE_BYTES_MAX);
    find_stretches(&w);
    w.kept_count = l->facets.n < KEPT_FACETS_MAX ? l->facets.n + 1 : KEPT_FACETS_MAX;
    w.kept = calloc(w.kept_count, sizeof(*w.kept));
    if (!w.kept) {
        (void)err_nomem(e);
        goto done;
    }
    for (const struct column *c = ledger_columns; c->name; c++) {
        if (c != ledger_columns)
            buf_add_char(&w.piece, ',');
        buf_add_text(&w.piece, c->name);
    }
    buf_add_char(&w.piece, '\n');
    for (size_t i = 0; i < l->lines.n; i++) {
        if (l->lines.at[i].fate != FATE_COUNTED)
            continue;
        add_row(&w, &l->lines.at[i]);
        if (hand_over(&w, PIECE_BYTES, e))
            goto done;
    }
    result = buf_ok(&w.piece, e) ? -1 : hand_over(&w, 1, e);

done:
    writing_release(&w);
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
