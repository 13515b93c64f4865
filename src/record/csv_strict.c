/*
 * csv_strict.c - one record of delimited text after the other, by libcsv in strict mode.
 *
 *     id,note,cost              one physical line, one record
 *     i-1,"two
 *     lines",2                  a record may go over several lines
 *     i-2,5" disk,3             libcsv stops at this quote; it is fed again as a plain character
 *     i-3,"oops,4               never closed: this line alone is bad, the next one is read again
 *
 * libcsv gets one physical line at a time with its line end, and the last one gets a line end of
 * its own, so a record is complete exactly when the row callback came. Between two lines the parser
 * stands inside a quoted cell (`quoted`), or nothing was begun (a blank line).
 */
#include <stdlib.h>

#include "base/vec.h"
#include "record/csv_strict.h"

/* libcsv grows its buffer for one cell by so much at a time. */
#define CELL_BLOCK ((size_t)64 << 10)

#define STRICT (CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL)
#define LENIENT CSV_APPEND_NULL

static const struct sv bom = { "\xEF\xBB\xBF", 3 };

/* What feeding a line came to. */
enum fed {
    FED_PART,     /* inside a quoted cell */
    FED_ROW,
    FED_BLANK,
    FED_BAD,      /* text behind a closing quote */
};

static int
space_only(unsigned char c)
{
    return c == CSV_SPACE;
}

/* Most cells begin and end with a visible ASCII character; the others are looked at closely. */
static bool
may_be_trimmed(struct sv s)
{
    unsigned char first = (unsigned char)s.p[0], last = (unsigned char)s.p[s.n - 1];

    return first <= ' ' || last <= ' ' || first >= 0x80 || last >= 0x80;
}

/* A text that a spreadsheet was told to leave alone: ="0123". */
static bool
is_formula_text(struct sv s)
{
    return s.n >= 3 && s.p[0] == '=' && s.p[1] == '"' && s.p[s.n - 1] == '"';
}

static void
on_cell(void *bytes, size_t n, void *context)
{
    struct csv_strict *r = context;
    struct sv cell = { r->text + r->text_n, n };

    r->columns++;
    if (r->columns > r->limits->columns)
        return;
    if (r->cells.n == r->cells.room &&
        vec_grow(&r->cells, 1, SIZE_MAX / sizeof(cell), &(struct err)ERR_INIT)) {
        r->has_no_memory = true;
        return;
    }
    if (n > 0) {
        memcpy(r->text + r->text_n, bytes, n);
        r->text_n += n;
        if (may_be_trimmed(cell)) {
            if (sv_starts(cell, bom))
                r->record.notes |= RECORD_BOM_DROPPED;
            cell = sv_trim(cell);
        }
    }
    if (r->stray > 0) {
        if (r->stray != 2 || !is_formula_text(cell))
            r->record.notes |= RECORD_QUOTE_INSIDE;
        r->stray = 0;
    }
    r->is_field_long |= n > r->limits->field;
    r->cells.at[r->cells.n++] = cell;
}

static void
on_row(int end, void *context)
{
    struct csv_strict *r = context;

    (void)end;
    r->has_row = true;
}

/*
 * Make room for the text of all cells of the record: ${n} bytes at most, since cells are never
 * longer than what was fed.
 */
static int
reserve_text(struct csv_strict *r, size_t n, struct err *e)
{
    size_t room;
    char *text;

    if (n <= r->text_room)
        return 0;
    room = n > r->text_room * 2 ? n : r->text_room * 2;
    text = malloc(room);
    if (!text)
        return err_nomem(e);
    if (r->text_n > 0)
        memcpy(text, r->text, r->text_n);
    for (size_t i = 0; i < r->cells.n; i++)
        if (r->cells.at[i].n > 0)
            r->cells.at[i].p = text + (r->cells.at[i].p - r->text);
        else
            r->cells.at[i].p = text;
    free(r->text);
    r->text = text;
    r->text_room = room;
    return 0;
}

/*
 * Feed ${s}. Where strict mode stops at a quote inside an unquoted cell, that quote alone is fed
 * leniently. Sets ${*is_bad} where it stops behind a closing quote.
 */
static int
feed(struct csv_strict *r, struct sv s, bool *is_bad, struct err *e)
{
    struct csv_parser *p = &r->parser;

    while (s.n > 0) {
        size_t done = csv_parse(p, s.p, s.n, on_cell, on_row, r);

        s = sv_part(s, done, s.n);
        if (s.n == 0)
            break;
        if (csv_error(p) != CSV_EPARSE)
            return err_nomem(e);
        if (p->quoted) {
            *is_bad = true;
            break;
        }
        (void)csv_set_opts(p, LENIENT);
        done = csv_parse(p, s.p, 1, on_cell, on_row, r);
        (void)csv_set_opts(p, STRICT);
        if (done != 1)
            return err_nomem(e);
        r->stray++;
        s = sv_part(s, 1, s.n);
    }
    return r->has_no_memory ? err_nomem(e) : 0;
}

/* Whether libcsv has seen nothing of the cell that comes next. */
static bool
is_at_cell(const struct csv_parser *p)
{
    return !p->quoted && p->entry_pos == 0;
}

/* Feed ${s} without each U+FEFF that stands before a cell, where it would hide an opening quote. */
static int
feed_without_boms(struct csv_strict *r, struct sv s, bool *is_bad, struct err *e)
{
    size_t at;

    while ((at = sv_find(s, bom, 0)) != (size_t)-1) {
        if (feed(r, sv_part(s, 0, at), is_bad, e))
            return -1;
        if (*is_bad)
            return 0;
        if (is_at_cell(&r->parser))
            r->record.notes |= RECORD_BOM_DROPPED;
        else if (feed(r, bom, is_bad, e))
            return -1;
        if (*is_bad)
            return 0;
        s = sv_part(s, at + bom.n, s.n);
    }
    return feed(r, s, is_bad, e);
}

static int
feed_line(struct csv_strict *r, const struct line *line, enum fed *fed, struct err *e)
{
    struct sv all = { line->text.p, line->text.n + line->end_length };
    bool is_bad = false;

    if (reserve_text(r, lines_taken(&r->lines).n + 1, e))
        return -1;
    if (memchr(all.p, bom.p[0], all.n)) {
        if (feed_without_boms(r, all, &is_bad, e))
            return -1;
    } else if (feed(r, all, &is_bad, e)) {
        return -1;
    }
    if (!is_bad && line->end_length == 0 && feed(r, SV("\n"), &is_bad, e))
        return -1;

    if (is_bad)
        *fed = FED_BAD;
    else if (r->has_row)
        *fed = FED_ROW;
    else
        *fed = is_at_cell(&r->parser) ? FED_BLANK : FED_PART;
    return 0;
}

void
csv_strict_begin(struct csv_strict *r)
{
    lines_mark(&r->lines);
    r->taken = 0;
    r->record.trouble = RECORD_FINE;
    r->record.notes = 0;
    r->record.why.format = NULL;
    r->cells.n = 0;
    r->columns = 0;
    r->text_n = 0;
    r->stray = 0;
    r->has_row = r->is_field_long = false;
}

/* Let the parser forget a record that was broken off; in strict mode csv_fini() might keep it. */
static void
reset_parser(struct csv_strict *r)
{
    (void)csv_set_opts(&r->parser, LENIENT);
    (void)csv_fini(&r->parser, NULL, NULL, NULL);
    (void)csv_set_opts(&r->parser, STRICT);
}

/* Bytes that are no text spoil the record, whatever is wrong with its quotes. */
static void
check_encoding(const struct csv_strict *r, struct record *record)
{
    struct sv raw = record->raw;
    size_t valid = r->checks_utf8 ? sv_utf8_valid(raw) : raw.n;

    if (valid < raw.n) {
        record->trouble = RECORD_BAD_ENCODING;
        if (r->charset == CHARSET_UTF8)
            message_set(&record->why, "byte %zu of the record is no valid UTF-8", valid + 1);
        else
            message_set(&record->why, "the record is no valid %s", charset_name(r->charset));
    } else if (raw.n > 0 && memchr(raw.p, '\0', raw.n)) {
        record->trouble = RECORD_BAD_ENCODING;
        message_set(&record->why, "the record holds a NUL byte");
    }
}

static void
check_limits(const struct csv_strict *r, struct record *record)
{
    if (r->columns > r->limits->columns) {
        record->trouble = RECORD_TOO_LONG;
        message_set(&record->why,
            "the record has more than %ju cells; --limit columns=N allows more",
            (uintmax_t)r->limits->columns);
    } else if (r->is_field_long) {
        record->trouble = RECORD_TOO_LONG;
        message_set(&record->why, "a cell has more than %ju bytes; --limit field=N allows more",
            (uintmax_t)r->limits->field);
    }
}

/* Hand out the record, which is ${raw} and ends with the last line that was taken. */
static int
emit(struct csv_strict *r, struct sv raw, struct err *e)
{
    struct record *record = &r->record;

    record->line = r->passed + 1;
    record->raw = raw;
    if (record->trouble != RECORD_TOO_LONG)
        check_encoding(r, record);
    if (record->trouble == RECORD_FINE)
        check_limits(r, record);
    if (record->trouble != RECORD_FINE) {
        record->cells = NULL;
        record->n = 0;
        record->notes = 0;
    } else {
        record->cells = r->cells.at;
        record->n = r->cells.n;
    }
    r->passed += r->taken;
    return r->visit(r->context, record, e);
}

/* The first line of the record alone is bad; what is behind it is read again. */
static int
emit_bad_quote(struct csv_strict *r, struct err *e)
{
    reset_parser(r);
    lines_back(&r->lines, r->first_length);
    r->taken = 1;
    r->record.trouble = RECORD_BAD_QUOTE;
    return emit(r, sv_part(lines_taken(&r->lines), 0, r->first_length - r->first_end), e);
}

static int
emit_not_closed(struct csv_strict *r, struct err *e)
{
    message_set(&r->record.why, "the quote that opens cell %zu is never closed", r->columns + 1);
    return emit_bad_quote(r, e);
}

/* The next line alone is longer than a record may be. */
static int
emit_too_long(struct csv_strict *r, struct err *e)
{
    int result;

    r->taken = 1;
    r->record.trouble = RECORD_TOO_LONG;
    message_set(&r->record.why,
        "the record has more than %ju bytes; --limit record=N allows more",
        (uintmax_t)r->limits->record);
    result = emit(r, sv_head(lines_peek(&r->lines), r->limits->record), e);
    return result == 0 ? lines_skip(&r->lines, e) : result;
}

static int
emit_fed(struct csv_strict *r, enum fed fed, const struct line *last, struct err *e)
{
    struct sv raw = lines_taken(&r->lines);

    if (fed == FED_BAD) {
        message_set(&r->record.why, "text stands behind the closing quote of cell %zu",
            r->columns + 1);
        return emit_bad_quote(r, e);
    }
    return emit(r, sv_part(raw, 0, raw.n - last->end_length), e);
}

int
csv_strict_read(struct csv_strict *r, bool *is_end, struct err *e)
{
    struct line line;

    csv_strict_begin(r);
    for (;;) {
        enum lines_found found;
        enum fed fed;

        if (lines_next(&r->lines, &found, &line, e))
            return -1;
        if (found != LINES_LINE && r->taken > 0)
            return emit_not_closed(r, e);
        if (found == LINES_TOO_LONG)
            return emit_too_long(r, e);
        *is_end = found == LINES_END;
        if (*is_end)
            return 0;

        if (r->taken++ == 0) {
            r->first_length = line.text.n + line.end_length;
            r->first_end = line.end_length;
        }
        if (feed_line(r, &line, &fed, e))
            return -1;
        if (fed != FED_PART)
            return emit_fed(r, fed, &line, e);
    }
}

int
csv_strict_init(struct csv_strict *r, struct text *t, char delimiter,
    const struct record_limits *limits, struct err *e)
{
    *r = (struct csv_strict){ .limits = limits };
    lines_init(&r->lines, t, limits->record);
    if (csv_init(&r->parser, STRICT))
        return err_nomem(e);
    csv_set_delim(&r->parser, (unsigned char)delimiter);
    csv_set_blk_size(&r->parser, CELL_BLOCK);
    /* libcsv trims tabs as it trims spaces, but where they delimit, they are no blanks. */
    if (delimiter == CSV_TAB)
        csv_set_space_func(&r->parser, space_only);
    r->checks_utf8 = text_has_bad_bytes(t);
    r->charset = text_charset(t);
    return 0;
}

void
csv_strict_release(struct csv_strict *r)
{
    csv_free(&r->parser);
    lines_release(&r->lines);
    vec_release(&r->cells);
    free(r->text);
}
