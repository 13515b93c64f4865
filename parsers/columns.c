/*
 * columns.c - a format's columns among the headings of a table.
 *
 * A heading belongs to the columns that it fits best. Two headings that fit one column equally well
 * are both looked at: bills repeat a heading, and only where the two differ in a row is the file
 * refused.
 */
#include <stdlib.h>

#include "base/buf.h"
#include "base/vec.h"
#include "parsers/columns.h"
#include "parsers/names.h"

#define LIST_MAX 150

int
columns_fold(struct folded_name *out, struct arena *arena, struct sv raw, struct err *e)
{
    out->folded = name_fold(arena, raw, &out->bracket);
    out->whole = name_fold_whole(arena, raw);
    return out->folded.p && out->whole.p ? 0 : err_nomem(e);
}

unsigned
columns_rank(const struct format_column *column, size_t i, const struct folded_name *raw)
{
    if (raw->folded.n == 0)
        return 0;
    if (sv_is(raw->whole, sv_of(column->whole[i])))
        return 3;
    if (sv_is(raw->folded, sv_of(column->folded[i])))
        return 2;
    return raw->bracket.n > 0 && sv_is(raw->bracket, sv_of(column->folded[i])) ? 1 : 0;
}

static unsigned
best_rank(const struct format_column *column, const struct folded_name *raw)
{
    unsigned best = 0;

    for (size_t i = 0; column->names[i]; i++) {
        unsigned rank = columns_rank(column, i, raw);

        if (rank > best)
            best = rank;
    }
    return best;
}

/* What is missing among the headings, and what was found. Always returns -1. */
static int
say_missing(const struct columns *c, struct err *e)
{
    const struct format *f = c->format;
    struct buf missing, found;

    buf_init(&missing, LIST_MAX);
    buf_init(&found, LIST_MAX);
    for (size_t i = 0; i < f->columns.n; i++)
        if (f->columns.at[i].is_required && c->ranks[i] == 0)
            buf_addf(&missing, "%s%s", missing.n > 0 ? ", " : "", f->columns.at[i].names[0]);
    for (size_t i = 0; i < c->row_length; i++)
        if (c->row_headings[i].n > 0)
            buf_addf(&found, "%s%.*s", found.n > 0 ? ", " : "", SV_ARG(c->row_headings[i]));
    err_set_whole(e, ERR_SYNTAX, "columns missing: %s; found: %s", missing.p ? missing.p : "",
        found.p ? found.p : "");
    buf_release(&missing);
    buf_release(&found);
    return -1;
}

/* Give heading ${cell} to column ${i} with ${rank}. */
static int
give(struct columns *c, unsigned i, size_t cell, unsigned rank, struct input *input,
    struct err *e)
{
    struct sv heading = c->row_headings[cell];

    if (vec_grow(&c->cells, 1, RECORD_COLUMNS_MAX, e))
        return -1;
    if (c->ranks[i] > 0 && input)
        input_warn(input, "duplicate-heading", 0,
            "headings '%.*s' and '%.*s' mean one column; where they differ the file is refused",
            SV_ARG(c->headings[i]), SV_ARG(heading));
    if (c->ranks[i] == 0) {
        c->headings[i] = heading;
        c->currencies[i] = columns_currency(heading);
        c->units[i] = columns_unit(heading);
        c->ranks[i] = (unsigned char)rank;
    }
    c->cells.at[c->cells.n++] = (struct column_cell){ i, cell };
    return 0;
}

static int
bind_row(struct columns *c, struct input *input, struct err *e)
{
    const struct format *f = c->format;
    struct folded_name *folded = arena_array(&c->arena, c->row_length + 1, sizeof(*folded));
    bool *is_taken = arena_array(&c->arena, c->row_length + 1, sizeof(*is_taken));

    if (!folded || !is_taken)
        return err_nomem(e);
    for (size_t k = 0; k < c->row_length; k++)
        if (columns_fold(&folded[k], &c->arena, c->row_headings[k], e))
            return -1;

    /* The best fits first: what they take is not looked at again. */
    for (unsigned rank = 3; rank > 0; rank--) {
        for (size_t k = 0; k < c->row_length; k++) {
            bool is_now = false;

            for (unsigned i = 0; !is_taken[k] && i < f->columns.n; i++) {
                if ((c->ranks[i] != 0 && c->ranks[i] != rank) ||
                    best_rank(&f->columns.at[i], &folded[k]) != rank)
                    continue;
                if (give(c, i, k, rank, input, e))
                    return -1;
                is_now = true;
            }
            is_taken[k] |= is_now;
        }
    }
    if (columns_family_bind(c, e))
        return -1;
    for (size_t i = 0; i < f->columns.n; i++)
        if (f->columns.at[i].is_required && c->ranks[i] == 0)
            return say_missing(c, e);
    return 0;
}

static void
note_null_words(struct columns *c)
{
    for (const char **word = c->format->null_words; *word; word++) {
        unsigned char start = (unsigned char)**word;
        bool is_letter = (start | 0x20u) >= 'a' && (start | 0x20u) <= 'z';

        c->starts_null[start] = true;
        if (is_letter)
            c->starts_null[start ^ 0x20u] = true;
    }
}

int
columns_bind(struct columns *c, const struct format *f, const struct sv *cells, size_t n,
    struct input *input, struct err *e)
{
    *c = (struct columns){ .format = f };
    note_null_words(c);
    buf_init(&c->printed, RECORD_FIELD_MAX);
    c->texts = arena_array(&c->arena, f->columns.n + 1, sizeof(*c->texts));
    c->headings = arena_array(&c->arena, f->columns.n + 1, sizeof(*c->headings));
    c->currencies = arena_array(&c->arena, f->columns.n + 1, sizeof(*c->currencies));
    c->units = arena_array(&c->arena, f->columns.n + 1, sizeof(*c->units));
    c->ranks = arena_array(&c->arena, f->columns.n + 1, sizeof(*c->ranks));
    if (!c->texts || !c->headings || !c->currencies || !c->units || !c->ranks)
        return err_nomem(e);
    if (!cells)
        return columns_object_bind(c, e);

    c->row_cells = n;
    /* Empty headings at the end come from a comma at the end of each line. */
    while (n > 0 && cells[n - 1].n == 0)
        n--;
    c->row_headings = arena_array(&c->arena, n + 1, sizeof(*c->row_headings));
    if (!c->row_headings)
        return err_nomem(e);
    c->row_length = n;
    for (size_t i = 0; i < n; i++) {
        c->row_headings[i] = arena_sv(&c->arena, sv_trim(cells[i]));
        if (!c->row_headings[i].p && cells[i].n > 0)
            return err_nomem(e);
    }
    return bind_row(c, input, e);
}

void
columns_release(struct columns *c)
{
    vec_release(&c->cells);
    vec_release(&c->members);
    map_release(&c->keys);
    map_release(&c->nodes);
    buf_release(&c->printed);
    arena_release(&c->arena);
}

bool
columns_is_marked(struct sv text)
{
    return (text.n > 1 && text.p[0] == '`') ||
        (text.n >= 3 && text.p[0] == '=' && text.p[1] == '"' && text.p[text.n - 1] == '"');
}

/* A cell without the marker that keeps a spreadsheet from taking it for a number. */
static struct sv
without_marker(struct columns *c, struct sv text)
{
    if (!columns_is_marked(text))
        return text;
    c->changed_marker = true;
    if (text.p[0] == '`')
        return sv_trim(sv_part(text, 1, text.n));
    return sv_trim(sv_part(text, 2, text.n - 1));
}

bool
columns_is_null_word(const struct format *f, struct sv text)
{
    for (const char **word = f->null_words; *word; word++)
        if (sv_is_folded(text, sv_of(*word)))
            return true;
    return false;
}

int
columns_put(struct columns *c, unsigned column, unsigned rank, struct sv text, struct err *e)
{
    struct sv *old = &c->texts[column];

    text = without_marker(c, text);
    if (text.n == 0 || (c->starts_null[(unsigned char)text.p[0]] &&
        columns_is_null_word(c->format, text)) ||
        (old->n > 0 && rank < c->ranks[column]))
        return 0;
    if (old->n > 0 && rank == c->ranks[column] && !sv_is(*old, text)) {
        c->clash = c->format->columns.at[column].key;
        return err_set(e, ERR_SYNTAX,
            "two columns that mean '%s' differ: '%.*s' and '%.*s'; remove one of them",
            c->format->columns.at[column].names[0], SV_ARG(*old), SV_ARG(text));
    }
    *old = text;
    return 0;
}

int
columns_fill(struct columns *c, const struct record *r, struct scratch *scratch, struct err *e)
{
    memset(c->texts, 0, c->format->columns.n * sizeof(*c->texts));
    c->changed_marker = false;
    if (!r->cells && columns_object_fill(c, r, scratch, e))
        return -1;
    for (size_t i = 0; r->cells && i < c->cells.n; i++) {
        const struct column_cell *cell = &c->cells.at[i];

        if (cell->cell < r->n &&
            columns_put(c, cell->column, c->ranks[cell->column], r->cells[cell->cell], e))
            return -1;
    }
    return c->has_families ? columns_family_fill(c, r, scratch, e) : 0;
}

size_t
columns_least_cells(const struct columns *c)
{
    size_t least = 0;

    for (size_t i = 0; i < c->cells.n; i++) {
        const struct column_cell *cell = &c->cells.at[i];

        if (c->format->columns.at[cell->column].is_required && cell->cell >= least)
            least = cell->cell + 1;
    }
    return least;
}
