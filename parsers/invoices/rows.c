/*
 * rows.c - the rows of a list of invoices: delimited text in any charset, or a sheet.
 */
#include "input/text.h"
#include "parsers/invoice_rows.h"
#include "parsers/names.h"
#include "record/csv.h"

struct finder {
    struct invoice_rows *rows;
    const struct invoice_reader *best;
    int surest;
    size_t seen;
};

struct sv
rows_fold(struct arena *arena, struct sv heading)
{
    while (heading.n > 0 && heading.p[0] == '*')
        heading = sv_part(heading, 1, heading.n);
    while (heading.n > 0 && heading.p[heading.n - 1] == '*')
        heading.n--;
    return name_fold_whole(arena, heading);
}

size_t
rows_column(const struct sv *headings, size_t n, const char *const *names)
{
    for (; *names; names++)
        for (size_t i = 0; i < n; i++)
            if (sv_is(headings[i], sv_of(*names)))
                return i;
    return (size_t)-1;
}

static int
judge_row(void *context, const struct record *r, struct err *e)
{
    struct finder *f = context;
    struct invoice_rows *rows = f->rows;
    struct sv headings[INVOICE_COLUMNS_MAX];
    size_t n = r->n < INVOICE_COLUMNS_MAX ? r->n : INVOICE_COLUMNS_MAX;

    if (++f->seen > INVOICE_HEADING_ROWS)
        return 1;
    if (r->trouble != RECORD_FINE || n < 2)
        return 0;
    for (size_t i = 0; i < n; i++) {
        /* No heading is that long. */
        headings[i] = r->cells[i].n > 200 ? SV_EMPTY : rows_fold(&rows->arena, r->cells[i]);
        if (!headings[i].p && headings[i].n > 0)
            return err_nomem(e);
    }
    for (const struct invoice_reader *const *p = invoice_reader_table; *p; p++) {
        int sure = (*p)->recognise_headings ? (*p)->recognise_headings(headings, n) : 0;

        if (sure > f->surest) {
            f->surest = sure;
            f->best = *p;
            memcpy(rows->headings, headings, n * sizeof(*headings));
            rows->n = n;
            rows->heading_line = r->line;
        }
    }
    return f->best ? 1 : 0;
}

static int
visit_all(struct invoice_rows *rows, record_visit *visit, void *context, struct err *e)
{
    struct text *text;
    int result;

    if (rows->workbook)
        return xlsx_read(rows->workbook, rows->sheet, visit, context, e);
    text = text_new(rows->source, &rows->charset, e);
    if (!text)
        return -1;
    result = record_csv_read(text, rows->delimiter, visit, context, e);
    text_free(text);
    return result;
}

const struct invoice_reader *
rows_find(struct invoice_rows *rows, struct err *e)
{
    static const char delimiters[] = { ',', '\t', ';' };

    if (rows->source && charset_find(&rows->charset, rows->source, e))
        return NULL;
    for (size_t i = 0; i < sizeof(delimiters); i++) {
        struct finder f = { .rows = rows };

        rows->delimiter = delimiters[i];
        if (visit_all(rows, judge_row, &f, e))
            return NULL;
        if (f.best || rows->workbook)
            return f.best;
    }
    return NULL;
}

void
rows_release(struct invoice_rows *rows)
{
    arena_release(&rows->arena);
}

/* A visit that begins behind the headings. */
struct below {
    const struct invoice_rows *rows;
    record_visit *visit;
    void *context;
};

static int
visit_below(void *context, const struct record *r, struct err *e)
{
    struct below *b = context;

    return r->line > b->rows->heading_line ? b->visit(b->context, r, e) : 0;
}

int
rows_visit(struct invoice_rows *rows, record_visit *visit, void *context, struct err *e)
{
    struct below b = { rows, visit, context };

    return visit_all(rows, visit_below, &b, e);
}
