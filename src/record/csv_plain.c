/*
 * csv_plain.c - rows of delimited text that need no second thought, as the scan marks them.
 *
 * The scan vouches for the quotes: a cell that begins with one ends with one, and a cell that does
 * not has none. What is left to look at is the white space around the cells, and U+FEFF.
 */
#include <stdlib.h>

#include "base/vec.h"
#include "record/csv_plain.h"

/* Bytes that are scanned behind rows that were read at a glance: as a rule, one row. */
#define REACH_LEAST ((size_t)1024)

static const struct sv bom = { "\xEF\xBB\xBF", 3 };

static void
forget(struct csv_marks *marks)
{
    marks->n = marks->row_count = marks->scanned = 0;
    marks->is_odd = false;
}

int
csv_plain_init(struct csv_plain *p, csv_scan *scan, char delimiter,
    const struct record_limits *limits, bool checks_utf8, struct err *e)
{
    *p = (struct csv_plain){
        .scan = scan, .delimiter = delimiter, .limits = limits, .checks_utf8 = checks_utf8,
        .reach = CSV_SCAN_MAX,
    };
    p->marks = malloc(sizeof(*p->marks));
    p->text = malloc(CSV_SCAN_MAX);
    if (!p->marks || !p->text)
        return err_nomem(e);
    forget(p->marks);
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
put_cell(struct csv_plain *p, struct sv s)
{
    if (s.n > p->limits->field)
        return false;
    if (s.n > 0) {
        if (s.p[0] == '"') {
            s = (struct sv){ s.p + 1, s.n - 2 };
            if (s.n > 0 && memchr(s.p, '"', s.n))
                s = undouble(p, s);
        }
        if (s.n > 0 && may_be_trimmed(s) && !trim(&s))
            return false;
    }
    p->cells.at[p->cells.n++] = s;
    return true;
}

/* The bytes of cell ${i} of ${r}, with their quotes. */
static inline struct sv
cell_of(const struct csv_row *r, size_t i)
{
    size_t from = i > 0 ? r->ends[i - 1] - r->ends_from + 1 : 0;
    size_t to = i + 1 < r->n ? r->ends[i] - r->ends_from : r->raw.n;

    return (struct sv){ r->raw.p + from, to - from };
}

bool
csv_plain_split(struct csv_plain *p, const struct csv_row *row)
{
    p->cells.n = p->text_n = 0;
    for (size_t i = 0; i < row->n; i++)
        if (!put_cell(p, cell_of(row, i)))
            return false;
    /* A row of blanks is no row for libcsv. */
    return p->cells.n > 1 || p->cells.at[0].n > 0;
}

/* The row that ${ahead} begins with, of which the marks from the next on speak. Bytes that are no
 * text, and what is too long, are libcsv's to report. */
static enum csv_plain_found
find_row(struct csv_plain *p, struct sv ahead, struct csv_row *row)
{
    const struct csv_marks *marks = p->marks;
    size_t first = p->next, end;

    if (p->next_row == marks->row_count)
        return marks->is_odd ? CSV_PLAIN_NONE : CSV_PLAIN_PART;
    row->ends = marks->ends + first;
    row->ends_from = (uint32_t)p->used;
    row->n = marks->rows[p->next_row] + 1 - first;
    end = row->ends[row->n - 1] - row->ends_from;
    row->length = end + 1;
    end -= end > 0 && ahead.p[end - 1] == '\r' &&
        (row->n < 2 || end > row->ends[row->n - 2] - row->ends_from + 1);
    row->raw = sv_head(ahead, end);
    if (row->n > p->limits->columns || end > p->limits->record ||
        (p->checks_utf8 && sv_utf8_valid(row->raw) < end))
        return CSV_PLAIN_NONE;
    return CSV_PLAIN_ROW;
}

int
csv_plain_next(struct csv_plain *p, struct sv ahead, enum csv_plain_found *found,
    struct csv_row *row, struct err *e)
{
    *found = p->used < p->marks->scanned ? find_row(p, ahead, row) : CSV_PLAIN_PART;
    if (*found != CSV_PLAIN_PART || ahead.n == 0)
        return 0;
    p->next = p->next_row = p->used = p->cells.n = 0;
    do {
        p->scan(p->marks, sv_part(ahead, 0, p->reach), p->delimiter);
        p->reach = p->reach < CSV_SCAN_MAX ? p->reach * 2 : CSV_SCAN_MAX;
        *found = find_row(p, ahead, row);
    } while (*found == CSV_PLAIN_PART && p->marks->scanned < ahead.n &&
        p->marks->scanned < CSV_SCAN_MAX);
    if (vec_grow(&p->cells, p->marks->n + 1, SIZE_MAX / sizeof(*p->cells.at), e))
        return -1;
    if (*found == CSV_PLAIN_PART && p->marks->scanned == CSV_SCAN_MAX)
        *found = CSV_PLAIN_NONE;
    return 0;
}

void
csv_plain_take(struct csv_plain *p, const struct csv_row *row)
{
    p->next += row->n;
    p->next_row++;
    p->used += row->length;
}

void
csv_plain_skip(struct csv_plain *p, size_t n)
{
    const struct csv_marks *marks = p->marks;
    size_t to = p->used + n, row = p->next_row;

    while (row < marks->row_count && marks->ends[marks->rows[row]] + 1 < to)
        row++;
    if (row < marks->row_count && marks->ends[marks->rows[row]] + 1 == to) {
        p->next = marks->rows[row] + 1;
        p->next_row = row + 1;
        p->used = to;
    } else {
        p->next = p->next_row = p->used = 0;
        forget(p->marks);
    }
}

void
csv_plain_skip_row(struct csv_plain *p, size_t n)
{
    csv_plain_skip(p, n);
    p->reach = REACH_LEAST;
}
