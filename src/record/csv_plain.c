/*
 * csv_plain.c - rows of delimited text that need no second thought, as the scan marks them.
 *
 * The scan vouches for the quotes: a cell that begins with one ends with one, and a cell that does
 * not has none. What is left to look at is the white space around the cells, and U+FEFF.
 */
#include <stdlib.h>

#include "base/vec.h"
#include "record/csv_plain.h"

static const struct sv bom = { "\xEF\xBB\xBF", 3 };

int
csv_plain_init(struct csv_plain *p, csv_scan *scan, char delimiter,
    const struct record_limits *limits, bool checks_utf8, struct err *e)
{
    *p = (struct csv_plain){
        .scan = scan, .delimiter = delimiter, .limits = limits, .checks_utf8 = checks_utf8,
    };
    p->marks = malloc(sizeof(*p->marks));
    p->text = malloc(CSV_SCAN_MAX);
    if (!p->marks || !p->text)
        return err_nomem(e);
    p->marks->n = p->marks->scanned = 0;
    return 0;
}

void
csv_plain_release(struct csv_plain *p)
{
    vec_release(&p->cells);
    free(p->marks);
    free(p->text);
    *p = (struct csv_plain){ 0 };
}

/* Most cells begin and end with a visible ASCII character; the others are looked at closely. */
static inline bool
may_be_trimmed(struct sv s)
{
    unsigned char first = (unsigned char)s.p[0], last = (unsigned char)s.p[s.n - 1];

    return first <= ' ' || last <= ' ' || first >= 0x80 || last >= 0x80;
}

/* Trim ${*cell}; false where U+FEFF was before it, which libcsv's reader takes note of. */
static bool
trim(struct sv *cell)
{
    struct sv trimmed = sv_trim(*cell);
    struct sv before = { cell->p, trimmed.n > 0 ? (size_t)(trimmed.p - cell->p) : cell->n };

    *cell = trimmed;
    return sv_find(before, bom, 0) == (size_t)-1;
}

/* ${s} with each doubled quote made one. */
static struct sv
undouble(struct csv_plain *p, struct sv s)
{
    char *to = p->text + p->text_n;
    size_t n = 0;

    for (size_t i = 0; i < s.n; i++) {
        to[n++] = s.p[i];
        i += s.p[i] == '"';
    }
    p->text_n += n;
    return (struct sv){ to, n };
}

/* Put the cell ${s} behind the others. False: it is for libcsv. */
static inline bool
put_cell(struct csv_plain *p, struct sv s, bool has_doubled)
{
    if (s.n > p->limits->field)
        return false;
    if (s.n > 0) {
        if (s.p[0] == '"') {
            s = (struct sv){ s.p + 1, s.n - 2 };
            if (has_doubled)
                s = undouble(p, s);
        }
        if (s.n > 0 && may_be_trimmed(s) && !trim(&s))
            return false;
    }
    p->cells.at[p->cells.n++] = s;
    return true;
}

/* A row of blanks is no row for libcsv; bytes that are no text are its to report. */
static bool
is_plain(const struct csv_plain *p, struct sv raw)
{
    if (p->cells.n == 1 && p->cells.at[0].n == 0)
        return false;
    if (p->cells.n > p->limits->columns || raw.n > p->limits->record)
        return false;
    return !p->checks_utf8 || sv_utf8_valid(raw) == raw.n;
}

/* Take the row that ${ahead} begins with, of which the marks from the next on speak. */
static enum csv_plain_found
take_row(struct csv_plain *p, struct sv ahead, struct sv *raw, size_t *length)
{
    size_t from = 0, next = p->next, end = 0;
    bool has_doubled = false;

    p->cells.n = p->text_n = 0;
    for (; next < p->marks->n; next++) {
        unsigned kind = p->marks->at[next] & 3;

        end = (p->marks->at[next] >> 2) - p->used;
        if (kind == CSV_DOUBLED) {
            has_doubled = true;
            continue;
        }
        if (kind == CSV_ODD)
            return CSV_PLAIN_NONE;
        if (kind == CSV_ROW_END)
            break;
        if (!put_cell(p, sv_part(ahead, from, end), has_doubled))
            return CSV_PLAIN_NONE;
        has_doubled = false;
        from = end + 1;
    }
    if (next == p->marks->n)
        return CSV_PLAIN_PART;
    *length = end + 1;
    end -= end > from && ahead.p[end - 1] == '\r';
    *raw = sv_head(ahead, end);
    if (!put_cell(p, sv_part(ahead, from, end), has_doubled) || !is_plain(p, *raw))
        return CSV_PLAIN_NONE;
    p->next = next + 1;
    p->used += *length;
    return CSV_PLAIN_ROW;
}

int
csv_plain_next(struct csv_plain *p, struct sv ahead, enum csv_plain_found *found, struct sv *raw,
    size_t *length, struct err *e)
{
    *found = p->used < p->marks->scanned ? take_row(p, ahead, raw, length) : CSV_PLAIN_PART;
    if (*found != CSV_PLAIN_PART || ahead.n == 0)
        return 0;
    p->next = p->used = p->cells.n = 0;
    p->scan(p->marks, ahead, p->delimiter);
    if (vec_grow(&p->cells, p->marks->n + 1, SIZE_MAX / sizeof(*p->cells.at), e))
        return -1;
    *found = take_row(p, ahead, raw, length);
    if (*found == CSV_PLAIN_PART && p->marks->scanned == CSV_SCAN_MAX)
        *found = CSV_PLAIN_NONE;
    return 0;
}

void
csv_plain_skip(struct csv_plain *p, size_t n)
{
    size_t to = p->used + n, next = p->next;

    while (next < p->marks->n && p->marks->at[next] >> 2 < to)
        if ((p->marks->at[next++] & 3) == CSV_ODD)
            break;
    if (next > p->next && p->marks->at[next - 1] == ((uint32_t)(to - 1) << 2 | CSV_ROW_END)) {
        p->next = next;
        p->used = to;
    } else {
        p->next = p->used = p->marks->n = p->marks->scanned = 0;
    }
}
