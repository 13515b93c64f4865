/*
 * sheet.c - one sheet of a workbook: cells, rows and the sums below them.
 *
 * Widths and hidden columns are set when the sheet ends, by what stood in it. Formulas are made of
 * the program's own words and of places alone; the currency by which they sum stands in a cell.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/vec.h"
#include "ledger/currency.h"
#include "ledger/timestamp.h"
#include "reports/book_inside.h"
#include "reports/book_number.h"

#define TEXT_BYTES_MAX 32000 /* Excel takes 32,767 characters */
#define TITLE_HEIGHT 24 /* points */
#define WIDTH_MIN 6
#define WIDTH_MAX 46
#define WIDTH_LONG 64
#define CURRENCIES_MAX 65536
#define PLACE_MAX 160
#define FORMULA_MAX 1024

void
sheet_free(struct sheet *s)
{
    vec_release(&s->sums);
    buf_release(&s->exact);
    free(s);
}

/* Excel reads _x0041_ in a text as the character 0041. */
static bool
is_escape(struct sv s)
{
    if (s.n < 7 || s.p[0] != '_' || s.p[1] != 'x' || s.p[6] != '_')
        return false;
    for (size_t i = 2; i < 6; i++)
        if (!isxdigit((unsigned char)s.p[i]))
            return false;
    return true;
}

/* ${text} as it may stand in a cell, until the next cell. */
static const char *
shown(struct book *b, const char *text)
{
    struct sv rest = sv_head(sv_of(text), TEXT_BYTES_MAX);
    bool is_cut = rest.n < strlen(text);
    char piece[SV_ESCAPED_MAX];
    size_t n;

    buf_reset(&b->text);
    while (true) {
        if (is_escape(rest))
            buf_add_text(&b->text, "_x005F");
        n = sv_escape_next(&rest, piece);
        if (n == 0)
            break;
        buf_add(&b->text, (struct sv){ piece, n });
    }
    if (is_cut)
        buf_add_text(&b->text, "…");
    if (b->text.failed)
        book_note(b, LXW_ERROR_MEMORY_MALLOC_FAILED);
    return b->text.n > 0 ? b->text.p : "";
}

/* The place of the next cell of a row; its column gets at least ${width}. */
static lxw_col_t
take_column(struct sheet *s, size_t width)
{
    if (s->columns[s->column].width < width)
        s->columns[s->column].width = width;
    return (lxw_col_t)s->column++;
}

/* Take the ${result} of writing into ${column} of the row at hand. Where memory is out the library
 * says that all is well, and a cell, or its text, is missing. */
static void
note_cell(struct sheet *s, size_t column, lxw_error result)
{
    const struct lxw_cell *cell = s->page->array[column];

    book_note(s->book, result);
    if (!cell ||
        (!cell->u.string && (cell->type == INLINE_STRING_CELL || cell->type == FORMULA_CELL)))
        book_note(s->book, LXW_ERROR_MEMORY_MALLOC_FAILED);
}

static void
put_text(struct sheet *s, uint32_t row, size_t column, const char *text, enum look look)
{
    if (text[0] != '\0')
        note_cell(s, column, worksheet_write_string(s->page, row, (lxw_col_t)column,
            shown(s->book, text), s->book->looks[look]));
}

void
sheet_failed(struct sheet *s, const struct err *e)
{
    if (s && s->book->err.code == ERR_NONE)
        s->book->err = *e;
}

void
sheet_made_of(struct sheet *s, const struct buf *text)
{
    if (s && text->failed && !text->full)
        book_note(s->book, LXW_ERROR_MEMORY_MALLOC_FAILED);
}

/* As note_cell() of the cell that was written last. */
static void
note_last(struct sheet *s, lxw_error result)
{
    note_cell(s, s->column - 1, result);
}

void
sheet_title(struct sheet *s, const char *text)
{
    if (!s)
        return;
    book_note(s->book, worksheet_set_row(s->page, s->row, TITLE_HEIGHT, NULL));
    put_text(s, s->row++, 0, text, LOOK_TITLE);
}

void
sheet_line(struct sheet *s, const char *text)
{
    if (s && text)
        put_text(s, s->row, 0, text, LOOK_TEXT);
    if (s)
        s->row++;
}

void
sheet_column(struct sheet *s, const char *key, const char *title, enum sheet_kind kind)
{
    if (s && s->n < SHEET_COLUMNS_MAX - 1)
        s->columns[s->n++] =
            (struct sheet_column){ key, title, kind, sv_width(sv_of(title)) + 3 };
}

void
sheet_sum_by(struct sheet *s, size_t column)
{
    if (s)
        s->currency_column = column;
}

void
sheet_sum_only(struct sheet *s, size_t column, const char *text)
{
    if (!s)
        return;
    s->only_column = column;
    s->only = text;
}

void
sheet_headings(struct sheet *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->n; i++) {
        bool is_text = s->columns[i].kind == SHEET_TEXT || s->columns[i].kind == SHEET_LONG;

        put_text(s, s->row, i, s->columns[i].title, is_text ? LOOK_HEADING : LOOK_HEADING_RIGHT);
    }
    put_text(s, s->row, s->n, lang_text(s->book->lang, N_("Exact, where a cell is not")),
        LOOK_HEADING);
    worksheet_freeze_panes(s->page, s->row + 1, 0);
    book_note(s->book, worksheet_repeat_rows(s->page, s->row, s->row));
    s->first = ++s->row;
    s->has_headings = true;
}

void
sheet_text(struct sheet *s, const char *text)
{
    bool is_long = s && s->columns[s->column].kind == SHEET_LONG;

    if (!s)
        return;
    put_text(s, s->row, s->column, text, is_long ? LOOK_LONG : LOOK_TEXT);
    (void)take_column(s, is_long ? WIDTH_LONG : sv_width(sv_of(text)));
}

/* Note ${m}, which no cell holds, for the last column. */
static void
keep_exact(struct sheet *s, struct money m)
{
    char text[MONEY_TEXT_MAX];

    buf_addf(&s->exact, "%s%s=%s", s->exact.n > 0 ? " " : "", s->columns[s->column].key,
        money_format(text, m));
}

static enum look
look_of(const char *currency)
{
    if (!currency)
        return LOOK_QUANTITY;
    return currency_decimals(sv_of(currency)) == 0 ? LOOK_AMOUNT_WHOLE : LOOK_AMOUNT;
}

void
sheet_money(struct sheet *s, struct money m, const char *currency)
{
    char text[MONEY_DISPLAY_MAX];
    bool is_exact;

    if (!s)
        return;
    if (s->columns[s->column].kind == SHEET_SUM)
        s->cells[s->column] = m;
    note_cell(s, s->column, worksheet_write_number(s->page, s->row, (lxw_col_t)s->column,
        book_number(m, &is_exact), s->book->looks[look_of(currency)]));
    if (!is_exact)
        keep_exact(s, m);
    (void)take_column(s, strlen(money_format_display(text, m, 2)) + 1);
}

void
sheet_count(struct sheet *s, uint64_t n)
{
    bool ignored;

    if (s)
        note_last(s, worksheet_write_number(s->page, s->row, take_column(s, 0),
            book_number(money_of((int64_t)n), &ignored), s->book->looks[LOOK_COUNT]));
}

void
sheet_share(struct sheet *s, struct money share)
{
    bool ignored;

    if (s)
        note_last(s, worksheet_write_number(s->page, s->row, take_column(s, 0),
            book_number(share, &ignored), s->book->looks[LOOK_SHARE]));
}

void
sheet_time(struct sheet *s, int64_t at, int zone_minutes)
{
    if (at == TIME_NONE)
        sheet_skip(s);
    else if (s)
        note_last(s, worksheet_write_number(s->page, s->row, take_column(s, 20),
            book_days(at, zone_minutes), s->book->looks[LOOK_TIME]));
}

void
sheet_skip(struct sheet *s)
{
    if (s)
        s->column++;
}

/* The sums of ${currency}, NULL when memory is out. */
static struct sheet_sum *
sum_of(struct sheet *s, const char *currency)
{
    for (size_t i = 0; i < s->sums.n; i++)
        if (strcmp(s->sums.at[i].currency, currency) == 0)
            return &s->sums.at[i];
    if (vec_grow_named(&s->sums, 1, CURRENCIES_MAX, N_("currencies"), &s->book->err))
        return NULL;
    s->sums.at[s->sums.n] = (struct sheet_sum){ .currency = currency };
    return &s->sums.at[s->sums.n++];
}

void
sheet_next(struct sheet *s, const char *currency)
{
    struct sheet_sum *sum;

    if (!s)
        return;
    sum = currency ? sum_of(s, currency) : NULL;
    for (size_t i = 0; i < s->n; i++) {
        if (sum && s->book->err.code == ERR_NONE)
            (void)money_add(&sum->of[i], s->cells[i], &s->book->err);
        s->cells[i] = MONEY_ZERO;
    }
    sheet_made_of(s, &s->exact);
    if (s->exact.n > 0) {
        put_text(s, s->row, s->n, s->exact.p, LOOK_TEXT);
        s->has_exact = true;
        buf_reset(&s->exact);
    }
    s->column = 0;
    s->row++;
}

bool
sheet_is_full(const struct sheet *s)
{
    return !s || s->row - s->first >= SHEET_ROWS_MAX;
}

size_t
sheet_rows(const struct sheet *s)
{
    return s ? s->row - s->first : 0;
}

/* "'Spend'!$F$2:$F$100", the rows of ${column}; without the sheet's name for a formula on it. */
static const char *
range_of(char out[PLACE_MAX], const struct sheet *s, size_t column, bool is_elsewhere)
{
    char range[LXW_MAX_CELL_RANGE_LENGTH];

    lxw_rowcol_to_range_abs(range, s->first, (lxw_col_t)column, s->last, (lxw_col_t)column);
    (void)snprintf(out, PLACE_MAX, is_elsewhere ? "'%s'!%s" : "%.0s%s", s->name, range);
    return out;
}

/* The formula that sums ${column} of ${s} in the currency of the cell ${currency}. */
static void
make_formula(char out[FORMULA_MAX], const struct sheet *s, size_t column, const char *currency,
    bool is_elsewhere)
{
    char range[PLACE_MAX], currencies[PLACE_MAX], picked[PLACE_MAX];

    (void)range_of(range, s, column, is_elsewhere);
    (void)range_of(currencies, s, s->currency_column, is_elsewhere);
    if (s->only)
        (void)snprintf(out, FORMULA_MAX, "=SUMIFS(%s,%s,%s,%s,\"%s\")", range, currencies,
            currency, range_of(picked, s, s->only_column, is_elsewhere), s->only);
    else
        (void)snprintf(out, FORMULA_MAX, "=SUMIF(%s,%s,%s)", currencies, currency, range);
}

/* The sum of ${column} at the row to be written; one of a single currency follows the filter. */
static void
put_sum(struct sheet *s, const struct sheet_sum *sum, size_t column)
{
    bool is_whole = look_of(sum->currency) == LOOK_AMOUNT_WHOLE, is_exact;
    char formula[FORMULA_MAX], cell[PLACE_MAX];

    if (s->sums.n == 1 && !s->only) {
        (void)snprintf(formula, sizeof(formula), "=SUBTOTAL(109,%s)",
            range_of(cell, s, column, false));
    } else {
        lxw_rowcol_to_cell(cell, s->row, (lxw_col_t)s->currency_column);
        make_formula(formula, s, column, cell, false);
    }
    note_cell(s, column, worksheet_write_formula_num(s->page, s->row, (lxw_col_t)column, formula,
        s->book->looks[is_whole ? LOOK_SUM_WHOLE : LOOK_SUM],
        book_number(sum->of[column], &is_exact)));
}

/* One row of sums for each currency, below a free row that keeps them out of the filter. */
static void
put_sums(struct sheet *s)
{
    s->row++;
    for (size_t k = 0; k < s->sums.n; k++, s->row++)
        for (size_t i = 0; i < s->n; i++) {
            if (i == s->currency_column)
                put_text(s, s->row, i, s->sums.at[k].currency, LOOK_SUM_TEXT);
            else if (i == 0)
                put_text(s, s->row, i, lang_text(s->book->lang, N_("Total")), LOOK_SUM_TEXT);
            else if (s->columns[i].kind == SHEET_SUM)
                put_sum(s, &s->sums.at[k], i);
        }
}

static void
set_widths(struct sheet *s)
{
    lxw_row_col_options hidden = { .hidden = LXW_TRUE };

    for (size_t i = 0; i < s->n; i++) {
        size_t width = s->columns[i].width, most =
            s->columns[i].kind == SHEET_LONG ? WIDTH_LONG : WIDTH_MAX;

        width = width < WIDTH_MIN ? WIDTH_MIN : width > most ? most : width;
        book_note(s->book, worksheet_set_column(s->page, (lxw_col_t)i, (lxw_col_t)i,
            (unsigned)width + 1, NULL));
    }
    book_note(s->book, worksheet_set_column_opt(s->page, (lxw_col_t)s->n, (lxw_col_t)s->n,
        WIDTH_MAX, NULL, s->has_exact ? NULL : &hidden));
}

void
sheet_end(struct sheet *s, const char *note)
{
    if (!s)
        return;
    s->last = s->row > s->first ? s->row - 1 : s->first;
    s->is_cut = note != NULL;
    if (s->has_headings)
        book_note(s->book, worksheet_autofilter(s->page, s->first - 1, 0, s->last,
            (lxw_col_t)(s->n - 1)));
    if (note) {
        s->row++;
        put_text(s, s->row++, 0, note, LOOK_SUM_TEXT);
    } else if (s->sums.n > 0) {
        put_sums(s);
    }
    set_widths(s);
}

void
sheet_sum_of(struct sheet *s, const struct sheet *of, size_t column, struct money sum,
    const char *currency)
{
    char formula[FORMULA_MAX], cell[PLACE_MAX], text[MONEY_DISPLAY_MAX];
    bool is_exact;

    if (!s)
        return;
    if (!of || of->is_cut || sheet_rows(of) == 0) {
        sheet_money(s, sum, currency);
        return;
    }
    lxw_rowcol_to_cell(cell, s->row, (lxw_col_t)s->currency_column);
    make_formula(formula, of, column, cell, true);
    note_cell(s, s->column, worksheet_write_formula_num(s->page, s->row, (lxw_col_t)s->column,
        formula, s->book->looks[look_of(currency)], book_number(sum, &is_exact)));
    if (!is_exact)
        keep_exact(s, sum);
    (void)take_column(s, strlen(money_format_display(text, sum, 2)) + 1);
}
