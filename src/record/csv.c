/*
 * csv.c - rows of delimited text: plain ones as the scan marks them, all others by libcsv.
 *
 * The two agree on every row that both can read: csv_strict.c is the reference, and
 * tests/fuzz/fuzz_csv.c holds them equal.
 */
#include "record/csv.h"
#include "record/csv_plain.h"
#include "record/csv_strict.h"

struct reader {
    struct csv_strict strict;
    struct csv_plain plain;
    record_glance *glance; /* or NULL */
};

/* Show the row that begins with ${ahead} before it is looked at; ${*is_done} where that was all. */
static int
glance_row(struct reader *r, struct sv ahead, bool *is_done, struct err *e)
{
    const struct record_limits *limits = r->strict.limits;
    size_t most = limits->field < limits->record ? limits->field : limits->record, length;
    int done = r->glance(r->strict.context, sv_part(ahead, 0, most), r->strict.passed + 1, &length,
        e);

    *is_done = done > 0;
    if (done <= 0)
        return done;
    r->strict.passed++;
    csv_plain_skip_row(&r->plain, length);
    lines_take(&r->strict.lines, length);
    return 0;
}

/* Hand out ${row}; ${*is_strict} where libcsv must do it. Returns as the visitor did. */
static int
read_row(struct reader *r, const struct csv_row *row, bool *is_strict, struct err *e)
{
    struct record *record = &r->strict.record;

    if (!csv_plain_split(&r->plain, row)) {
        *is_strict = true;
        return 0;
    }
    record->line = ++r->strict.passed;
    record->raw = row->raw;
    record->cells = r->plain.cells.at;
    record->n = r->plain.cells.n;
    csv_plain_take(&r->plain, row);
    lines_take(&r->strict.lines, row->length);
    return r->strict.visit(r->strict.context, record, e);
}

/* Hand out the rows that come next, up to one that libcsv must read. Returns as the visitor did. */
static int
read_plain(struct reader *r, struct err *e)
{
    enum csv_plain_found found;
    struct csv_row row;
    bool is_strict = false;
    int result = 0;

    csv_strict_begin(&r->strict);
    while (result == 0 && !is_strict) {
        struct sv ahead = lines_peek(&r->strict.lines);
        bool is_done = false;

        lines_mark(&r->strict.lines);
        if (r->glance && glance_row(r, ahead, &is_done, e))
            return -1;
        if (is_done)
            continue;
        if (csv_plain_next(&r->plain, ahead, &found, &row, e))
            return -1;
        if (found == CSV_PLAIN_ROW) {
            result = read_row(r, &row, &is_strict, e);
        } else if (found == CSV_PLAIN_NONE) {
            return 0;
        } else {
            int more = lines_more(&r->strict.lines, e);

            if (more <= 0)
                return more;
        }
    }
    return result;
}

/* Pass over a first line "sep=X". */
static int
skip_directive(struct csv_strict *r, struct err *e)
{
    enum lines_found found;
    struct line line;

    if (lines_next(&r->lines, &found, &line, e))
        return -1;
    if (found != LINES_LINE)
        return 0;
    if (record_csv_directive(line.text) != 0)
        r->passed = 1;
    else
        lines_back(&r->lines, 0);
    return 0;
}

/* Read ${t}, a whole text or, where ${lines} is given, a part of one. */
static int
read_all(struct text *t, char delimiter, const struct record_limits *limits,
    record_glance *glance, record_visit *visit, void *context, uint64_t *lines, struct err *e)
{
    struct reader r = { .plain = { 0 }, .glance = glance };
    struct csv_strict *strict = &r.strict;
    bool is_end = false;
    int result = -1;

    if (csv_strict_init(strict, t, delimiter, limits, e) == 0 &&
        csv_plain_init(&r.plain, csv_scan_best(), delimiter, limits, strict->checks_utf8, e) == 0)
        result = lines ? 0 : skip_directive(strict, e);
    /* Bytes that are no text are for libcsv. */
    if (strict->checks_utf8)
        r.glance = NULL;
    strict->visit = visit;
    strict->context = context;
    while (result == 0 && !is_end) {
        result = limits->is_by_libcsv ? 0 : read_plain(&r, e);
        if (result == 0)
            result = csv_strict_read(strict, &is_end, e);
        csv_plain_skip(&r.plain, lines_taken(&strict->lines).n);
    }
    if (lines)
        *lines = strict->passed;
    csv_plain_release(&r.plain);
    csv_strict_release(strict);
    return result < 0 ? -1 : 0;
}

int
record_csv_read_within(struct text *t, char delimiter, const struct record_limits *limits,
    record_visit *visit, void *context, struct err *e)
{
    return read_all(t, delimiter, limits, NULL, visit, context, NULL, e);
}

int
record_csv_read(struct text *t, char delimiter, record_visit *visit, void *context, struct err *e)
{
    return read_all(t, delimiter, text_limits(t), NULL, visit, context, NULL, e);
}

int
record_csv_glance(struct text *t, char delimiter, record_glance *glance, record_visit *visit,
    void *context, struct err *e)
{
    return read_all(t, delimiter, text_limits(t), glance, visit, context, NULL, e);
}

int
record_csv_read_part(struct text *t, char delimiter, record_glance *glance,
    record_visit *visit, void *context, uint64_t *lines, struct err *e)
{
    return read_all(t, delimiter, text_limits(t), glance, visit, context, lines, e);
}
