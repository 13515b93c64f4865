/*
 * rows_cells.c - the cells of a list of invoices.
 */
#include "parsers/invoice_rows.h"
#include "parsers/names.h"

/* Decimals of an amount in a sheet beyond which there is only what binary numbers add. */
#define SHEET_DECIMALS 8

struct sv
rows_cell(const struct record *r, size_t column)
{
    return column < r->n ? r->cells[column] : SV_EMPTY;
}

/* True where most cells that hold something are headings of the list. */
static bool
repeats_headings(const struct invoice_rows *rows, const struct record *r)
{
    size_t filled = 0, known = 0;
    struct arena arena = ARENA_INIT;

    for (size_t i = 0; i < r->n && i < rows->n; i++) {
        if (r->cells[i].n == 0 || r->cells[i].n > 200)
            continue;
        filled++;
        known += sv_is(rows_fold(&arena, r->cells[i]), rows->headings[i]);
    }
    arena_release(&arena);
    return filled > 0 && known * 2 > filled;
}

static bool
is_total(const struct record *r)
{
    static const struct sv words[] = { { "合计", 6 }, { "总计", 6 }, { "合 计", 7 }, { "Total", 5 } };

    for (size_t i = 0; i < r->n; i++) {
        struct sv cell = sv_trim(r->cells[i]);

        if (cell.n == 0)
            continue;
        for (size_t k = 0; k < sizeof(words) / sizeof(words[0]); k++)
            if (sv_is_folded(cell, words[k]))
                return true;
        return false;
    }
    return false;
}

int
rows_pass(const struct invoice_rows *rows, const struct record *r, struct input *in,
    struct err *e)
{
    static const enum reject reasons[] = { [RECORD_FINE] = REJECT_BAD_QUOTE,
        [RECORD_BAD_QUOTE] = REJECT_BAD_QUOTE, [RECORD_BAD_ENCODING] = REJECT_BAD_ENCODING,
        [RECORD_TOO_LONG] = REJECT_TOO_LONG, [RECORD_BAD_JSON] = REJECT_BAD_JSON };

    if (r->trouble != RECORD_FINE) {
        if (input_reject(in, r->line, reasons[r->trouble], SV_EMPTY, r->raw, &r->why, e))
            return -1;
        return 1;
    }
    if (record_is_blank(r))
        input_skip(in, SKIP_BLANK);
    else if (is_total(r))
        input_skip(in, SKIP_TOTAL_ROW);
    else if (repeats_headings(rows, r))
        input_skip(in, SKIP_REPEATED_HEADER);
    else
        return 0;
    return 1;
}

static bool
is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* "2.6322E+19" */
static bool
is_exponent(struct sv s)
{
    size_t i = 0, digits;

    while (i < s.n && (is_digit(s.p[i]) || s.p[i] == '.'))
        i++;
    if (i == 0 || i >= s.n || (s.p[i] != 'E' && s.p[i] != 'e'))
        return false;
    if (++i < s.n && s.p[i] == '+')
        i++;
    for (digits = 0; i < s.n && is_digit(s.p[i]); i++)
        digits++;
    return digits > 0 && i == s.n;
}

static bool
ends_in_zeros(struct sv s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!is_digit(s.p[i]))
            return false;
    return s.n >= 20 && sv_ends(s, SV("00000"));
}

struct sv
rows_id(struct draft *d, const char *name, struct sv cell)
{
    struct sv s = sv_trim(cell);

    if (s.n > 3 && sv_starts(s, SV("=\"")) && s.p[s.n - 1] == '"')
        s = sv_part(s, 2, s.n - 1);
    else if (s.n > 0 && (s.p[0] == '\'' || s.p[0] == '`'))
        s = sv_part(s, 1, s.n);
    s = sv_trim(s);
    if (!is_exponent(s) && !ends_in_zeros(s))
        return s;
    draft_trouble(d, name, s);
    return SV_EMPTY;
}

void
rows_amount(const struct invoice_rows *rows, struct draft *d, struct money *field, bool *has,
    const char *name, struct sv cell)
{
    draft_amount(d, field, has, name, cell);
    if (rows->workbook && *has)
        *field = money_round(*field, SHEET_DECIMALS);
}

void
rows_tax(const struct invoice_rows *rows, struct draft *d, struct money *field, bool *has,
    const char *name, struct sv cell)
{
    draft_tax(d, field, has, name, cell);
    if (rows->workbook && *has)
        *field = money_round(*field, SHEET_DECIMALS);
}
