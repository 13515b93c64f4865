/*
 * xlsx_sheet.c - the rows of one sheet.
 *
 *     <sheetData><row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" s="4"><v>46082.5</v></c>
 *     <c r="D2" t="inlineStr"><is><t>text</t></is></c></row></sheetData>
 *
 * Texts of a row's own cells stand in `text`, which moves while it grows: cells keep offsets until
 * the row ends. Neither <dimension> nor the spans of rows are believed.
 */
#include <stdlib.h>

#include "base/vec.h"
#include "record/csv.h"
#include "record/xlsx.h"
#include "record/xlsx_parts.h"
#include "record/xml.h"

/* Rows and columns that Excel has at most, by their numbers in references like "XFD1048576". */
#define ROW_MAX UINT64_C(4294967295)
#define LETTERS_MAX 4

enum cell_type {
    CELL_NUMBER,
    CELL_SHARED,
    CELL_BOOLEAN,
    CELL_TEXT, /* also of formulas, errors, dates in ISO 8601 */
};

struct cell {
    size_t column;
    bool is_shared;
    size_t from, n; /* in `text`; of a shared string, `from` is its index */
};

struct sheet_reader {
    const struct xlsx_book *book;
    const struct record_limits *limits;
    record_visit *visit;
    void *context;
    struct record record;
    struct buf text, raw;
    struct buf formula; /* of the cell, with its = */
    struct { struct cell *at; size_t n, room; } cells;
    struct { struct sv *at; size_t n, room; } views;
    uint64_t row;      /* of the last one */
    size_t next;       /* column of a cell that does not say where it is */
    uint64_t empty;    /* cells that rows have before others, and that are not in the file */
    size_t widest;     /* cells of the widest row, up to XLSX_FILL_MAX */
    enum cell_type type;
    unsigned format;   /* of the cell */
    const struct xlsx_sign *sign; /* of the cell, NULL for none */
    /* Inside of a row, a cell, a text of it that counts, a formula. */
    bool is_row, is_cell, is_text, is_formula;
    unsigned phonetic; /* how deep inside of <rPh> */
    unsigned aside;    /* how deep inside of what is no cell of ours, see is_aside() */
};

/* The column that the reference ${text} names ("B3": 1), or (size_t)-1. */
static size_t
column_of(const char *text)
{
    size_t column = 0, n = 0;

    for (; text[n] >= 'A' && text[n] <= 'Z' && n < LETTERS_MAX; n++)
        column = column * 26 + (size_t)(text[n] - 'A') + 1;
    return n > 0 && text[n] >= '0' && text[n] <= '9' ? column - 1 : (size_t)-1;
}

/* A whole number of at most ${max}, or false. */
static bool
read_count(struct sv s, uint64_t max, uint64_t *out)
{
    *out = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] < '0' || s.p[i] > '9')
            return false;
        *out = *out * 10 + (uint64_t)(s.p[i] - '0');
        if (*out > max)
            return false;
    }
    return s.n > 0;
}

/* The row is too long; true where it was not before, for only the first reason is given. */
static bool
becomes_too_long(struct sheet_reader *r)
{
    if (r->record.trouble != RECORD_FINE)
        return false;
    r->record.trouble = RECORD_TOO_LONG;
    return true;
}

static void
too_many_cells(struct sheet_reader *r)
{
    if (becomes_too_long(r))
        message_set(&r->record.why,
            "the record has more than %ju cells; --limit columns=N allows more",
            (uintmax_t)r->limits->columns);
}

/* A cell has ${field} bytes, all together have ${record}. */
static void
check_length(struct sheet_reader *r, size_t field, size_t record)
{
    if (field > r->limits->field && becomes_too_long(r))
        message_set(&r->record.why, "a cell has more than %ju bytes; --limit field=N allows more",
            (uintmax_t)r->limits->field);
    if (record > r->limits->record && becomes_too_long(r))
        message_set(&r->record.why,
            "the record has more than %ju bytes; --limit record=N allows more",
            (uintmax_t)r->limits->record);
}

static int
begin_row(struct sheet_reader *r, const char **attributes, struct err *e)
{
    const char *number = xml_attribute(attributes, "r");
    uint64_t row = r->row + 1;

    if (r->is_row)
        return err_set(e, ERR_SYNTAX, "the workbook is damaged: another row begins within row %ju",
            (uintmax_t)r->row);
    if (number && !read_count(sv_of(number), ROW_MAX, &row))
        return err_set(e, ERR_SYNTAX, "the workbook is damaged: '%s' is no row number", number);
    r->row = row;
    r->is_row = true;
    r->next = 0;
    r->cells.n = 0;
    buf_reset(&r->text);
    buf_reset(&r->raw);
    r->record = (struct record){
        .line = row,
        .notes = r->book->is_1904 ? RECORD_DAYS_FROM_1904 : 0,
    };
    return 0;
}

static int
begin_cell(struct sheet_reader *r, const char **attributes, struct err *e)
{
    const char *where = xml_attribute(attributes, "r"), *type = xml_attribute(attributes, "t");
    const char *style = xml_attribute(attributes, "s");
    size_t column = where ? column_of(where) : r->next;
    uint64_t index = 0;

    if (r->is_cell)
        return err_set(e, ERR_SYNTAX, "the workbook is damaged: another cell begins within a cell "
            "of row %ju", (uintmax_t)r->row);
    if (column == (size_t)-1)
        return err_set(e, ERR_SYNTAX, "the workbook is damaged: '%s' is no cell", where);
    if (style && !read_count(sv_of(style), UINT32_MAX, &index))
        return err_set(e, ERR_SYNTAX, "the workbook is damaged: '%s' is no style of a cell", style);
    r->next = column + 1;
    r->is_cell = true;
    buf_reset(&r->formula);
    r->format = index < r->book->styles->formats.n ? r->book->styles->formats.at[index] : 0;
    r->sign = index < r->book->styles->signs.n ? &r->book->styles->signs.at[index] : NULL;
    r->type = CELL_TEXT;
    if (!type || strcmp(type, "n") == 0)
        r->type = CELL_NUMBER;
    else if (strcmp(type, "s") == 0)
        r->type = CELL_SHARED;
    else if (strcmp(type, "b") == 0)
        r->type = CELL_BOOLEAN;

    if (column >= r->limits->columns) {
        too_many_cells(r);
        r->is_cell = false;
        return 0;
    }
    if (vec_grow(&r->cells, 1, SIZE_MAX / sizeof(*r->cells.at), e))
        return -1;
    r->cells.at[r->cells.n++] = (struct cell){ .column = column, .from = r->text.n };
    return 0;
}

/*
 * What programs keep for themselves may hold rows and values that no spreadsheet shows, and what
 * stands in <Fallback> says the same as the <Choice> before it: neither counts.
 */
static bool
is_aside(const char *name)
{
    return strcmp(name, "extLst") == 0 || strcmp(name, "Fallback") == 0;
}

/* A second value of the cell in ${column}. */
static int
value_twice(const struct sheet_reader *r, size_t column, struct err *e)
{
    return err_set(e, ERR_SYNTAX,
        "the workbook is damaged: cell %zu of row %ju stands twice with different values",
        column + 1, (uintmax_t)r->row);
}

static int
on_start(void *context, const char *name, const char **attributes, struct err *e)
{
    struct sheet_reader *r = context;

    r->aside += is_aside(name);
    if (r->aside > 0) {
        r->is_text = r->is_formula = false;
        return 0;
    }
    if (strcmp(name, "row") == 0)
        return begin_row(r, attributes, e);
    if (!r->is_row)
        return 0;
    if (strcmp(name, "c") == 0)
        return begin_cell(r, attributes, e);
    if (r->is_cell && strcmp(name, "v") == 0 && r->record.trouble == RECORD_FINE &&
        r->text.n > r->cells.at[r->cells.n - 1].from)
        return value_twice(r, r->cells.at[r->cells.n - 1].column, e);
    if (strcmp(name, "rPh") == 0)
        r->phonetic++;
    r->is_formula = r->is_cell && strcmp(name, "f") == 0;
    if (r->is_formula)
        buf_add_char(&r->formula, '=');
    /* <v> of a value, <t> of an inline string. */
    r->is_text = r->is_cell && r->phonetic == 0 &&
        (strcmp(name, "v") == 0 || strcmp(name, "t") == 0);
    return 0;
}

static int
on_text(void *context, struct sv text, struct err *e)
{
    struct sheet_reader *r = context;

    if (r->record.trouble != RECORD_FINE)
        return 0;
    if (r->is_formula)
        buf_add(&r->formula, text);
    if (!r->is_text)
        return r->formula.failed ? buf_ok(&r->formula, e) : 0;
    buf_add(&r->text, text);
    check_length(r, r->text.n - r->cells.at[r->cells.n - 1].from, r->text.n);
    return r->text.failed ? buf_ok(&r->text, e) : 0;
}

/* The number ${value} of a cell with the format of a date. */
static void
end_date(struct sheet_reader *r, const struct cell *cell, struct sv value)
{
    struct buf date;

    buf_init(&date, 64);
    if (xlsx_date_text(&date, sv_trim(value), r->format, r->book->is_1904)) {
        buf_cut(&r->text, cell->from);
        buf_add(&r->text, buf_sv(&date));
    }
    r->text.failed = r->text.failed || date.failed;
    buf_release(&date);
}

/* A number, with the sign of money that is shown beside it: a bill may be in another currency. */
static void
end_number(struct sheet_reader *r, const struct cell *cell)
{
    struct buf number;

    if (xlsx_round_digits(&r->text, cell->from))
        r->record.notes |= RECORD_DIGITS_ROUNDED;
    if (!r->sign || r->sign->text[0] == '\0')
        return;
    buf_init(&number, r->limits->field);
    buf_add(&number, sv_trim(sv_part(buf_sv(&r->text), cell->from, r->text.n)));
    buf_cut(&r->text, cell->from);
    if (!r->sign->is_behind)
        buf_add_text(&r->text, r->sign->text);
    buf_add(&r->text, buf_sv(&number));
    if (r->sign->is_behind)
        buf_add_text(&r->text, r->sign->text);
    r->text.failed = r->text.failed || number.failed;
    buf_release(&number);
}

/* Make the cell's text of what stood in the file. */
static int
end_cell(struct sheet_reader *r, struct err *e)
{
    struct cell *cell = &r->cells.at[r->cells.n - 1];
    struct sv value = sv_part(buf_sv(&r->text), cell->from, r->text.n);
    uint64_t index;

    if (value.n > 0 && r->type == CELL_SHARED) {
        if (!read_count(sv_trim(value), r->book->strings->ends.n, &index) ||
            index == r->book->strings->ends.n)
            return err_set(e, ERR_SYNTAX, "the workbook is damaged: row %ju needs its text %.*s, "
                "but there are %zu", (uintmax_t)r->row, SV_ARG(sv_trim(value)),
                r->book->strings->ends.n);
        buf_cut(&r->text, cell->from);
        cell->is_shared = true;
        cell->from = (size_t)index;
    } else if (value.n > 0 && r->type == CELL_BOOLEAN) {
        bool is_true = sv_is(sv_trim(value), SV("1"));

        buf_cut(&r->text, cell->from);
        buf_add_text(&r->text, is_true ? "TRUE" : "FALSE");
    } else if (value.n > 0 && r->type == CELL_NUMBER && r->format != 0) {
        end_date(r, cell, value);
    } else if (value.n == 0 && r->type == CELL_NUMBER) {
        /* A formula that no program has computed is no empty cell. */
        buf_add(&r->text, buf_sv(&r->formula));
    } else if (r->type == CELL_NUMBER) {
        end_number(r, cell);
    } else if (r->type == CELL_TEXT) {
        xlsx_unescape(&r->text, cell->from);
    }
    if (!cell->is_shared)
        cell->n = r->text.n - cell->from;
    return r->text.failed ? buf_ok(&r->text, e) : 0;
}

static struct sv
cell_text(const struct sheet_reader *r, const struct cell *cell, unsigned *notes)
{
    struct sv s = cell->is_shared ? xlsx_strings_get(r->book->strings, cell->from) :
        sv_part(buf_sv(&r->text), cell->from, cell->from + cell->n);

    if (sv_starts(s, SV("\xEF\xBB\xBF")))
        *notes |= RECORD_BOM_DROPPED;
    return sv_trim(s);
}

/* The row has ${n} cells, of which some may not be in the file. */
static int
count_empty(struct sheet_reader *r, size_t n, struct err *e)
{
    uint64_t most = (uint64_t)r->limits->columns * XLSX_EMPTY_ROWS_MAX;

    r->empty += n > r->cells.n ? n - r->cells.n : 0;
    return r->empty <= most ? 0 : err_set(e, ERR_LIMIT, "the rows of the sheet have more than %ju "
        "empty cells before others; --limit columns=N allows more", (uintmax_t)most);
}

/* Put the cells at their columns; ${*n}: those of the row itself. */
static int
place_cells(struct sheet_reader *r, size_t *n, struct err *e)
{
    size_t bytes = 0, room;

    *n = 0;
    for (size_t i = 0; i < r->cells.n; i++)
        if (r->cells.at[i].column >= *n)
            *n = r->cells.at[i].column + 1;
    room = *n > r->widest ? *n : r->widest;
    r->views.n = 0;
    if (count_empty(r, *n, e) || vec_grow(&r->views, room, SIZE_MAX / sizeof(*r->views.at), e))
        return -1;
    for (; r->views.n < room; r->views.n++)
        r->views.at[r->views.n] = SV_EMPTY;
    for (size_t i = 0; i < r->cells.n; i++) {
        struct sv text = cell_text(r, &r->cells.at[i], &r->record.notes);
        struct sv *view = &r->views.at[r->cells.at[i].column];

        if (view->n > 0 && !sv_is(*view, text) && r->record.trouble == RECORD_FINE)
            return value_twice(r, r->cells.at[i].column, e);
        *view = text;
        bytes += text.n;
        check_length(r, text.n, bytes);
    }
    return 0;
}

static int
end_row(struct sheet_reader *r, struct err *e)
{
    size_t n;

    r->is_row = false;
    if (place_cells(r, &n, e))
        return -1;
    for (size_t i = 0; i < n && r->raw.n < XLSX_RAW_MAX; i++) {
        if (i > 0)
            buf_add_char(&r->raw, ',');
        record_csv_cell(&r->raw, sv_head(r->views.at[i], XLSX_RAW_MAX));
    }
    if (buf_ok(&r->raw, e))
        return -1;
    r->record.raw = sv_head(buf_sv(&r->raw), XLSX_RAW_MAX);
    if (r->record.trouble == RECORD_FINE && n > 0) {
        r->record.cells = r->views.at;
        r->record.n = r->views.n;
    }
    if (n > r->widest)
        r->widest = n < XLSX_FILL_MAX ? n : XLSX_FILL_MAX;
    return r->visit(r->context, &r->record, e);
}

static int
on_end(void *context, const char *name, struct err *e)
{
    struct sheet_reader *r = context;

    r->is_text = r->is_formula = false;
    if (r->aside > 0) {
        r->aside -= is_aside(name);
        return 0;
    }
    if (!r->is_row)
        return 0;
    if (strcmp(name, "rPh") == 0 && r->phonetic > 0)
        r->phonetic--;
    if (strcmp(name, "c") == 0 && r->is_cell) {
        r->is_cell = false;
        return r->record.trouble == RECORD_FINE ? end_cell(r, e) : 0;
    }
    return strcmp(name, "row") == 0 ? end_row(r, e) : 0;
}

int
xlsx_sheet_read(struct source *part, const struct xlsx_book *book,
    const struct record_limits *limits, record_visit *visit, void *context, struct err *e)
{
    static const struct xml_handlers handlers = {
        .start = on_start,
        .end = on_end,
        .text = on_text,
    };
    struct sheet_reader r = {
        .book = book,
        .limits = limits,
        .visit = visit,
        .context = context,
    };
    int result;

    buf_init(&r.text, SIZE_MAX - 1);
    buf_init(&r.raw, SIZE_MAX - 1);
    buf_init(&r.formula, limits->field);
    result = xml_read(part, &handlers, &r, e);
    buf_release(&r.text);
    buf_release(&r.raw);
    buf_release(&r.formula);
    vec_release(&r.cells);
    vec_release(&r.views);
    return result;
}
