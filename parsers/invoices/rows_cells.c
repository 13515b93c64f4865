/*
 * rows_cells.c - the cells of a list of invoices.
 */
#include "parsers/invoice_rows.h"
#include "parsers/names.h"

/* Decimals of an amount in a sheet beyond which there is only what binary numbers add. */
#define SHEET_DECIMALS 8

/* Digits of a number beyond which a sheet holds what it likes. */
#define SHEET_DIGITS 15

/* Numbers and codes of invoices have no fewer digits; a version such as 1.0 is none of them. */
#define SHORTEST_NUMBER 8

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

/* Digits that ${s} begins with. */
static size_t
digit_run(struct sv s)
{
    size_t n = 0;

    while (n < s.n && is_digit(s.p[n]))
        n++;
    return n;
}

/* What a spreadsheet keeps of a number is 15 digits, or what a binary number makes of them. */
static bool
is_lost(struct sv s, size_t digits, bool has_zeros)
{
    return is_exponent(s) || (has_zeros && digits > SHEET_DIGITS) ||
        (digits == s.n && digits >= 20 && sv_ends(s, SV("00000")));
}

/* ".0", ".00" */
static bool
is_zeros(struct sv s)
{
    size_t n = 1;

    while (n < s.n && s.p[n] == '0')
        n++;
    return s.n > 1 && s.p[0] == '.' && n == s.n;
}

struct sv
rows_id(struct draft *d, const char *name, struct sv cell)
{
    struct sv s = sv_trim(cell), id;
    size_t digits;
    bool has_zeros;

    if (s.n > 3 && sv_starts(s, SV("=\"")) && s.p[s.n - 1] == '"')
        s = sv_part(s, 2, s.n - 1);
    else if (s.n > 0 && (s.p[0] == '\'' || s.p[0] == '`'))
        s = sv_part(s, 1, s.n);
    s = sv_trim(s);
    id = sv_of(draft_id(d, s));
    digits = digit_run(id);
    has_zeros = is_zeros(sv_part(id, digits, id.n));
    if (is_lost(id, digits, has_zeros)) {
        draft_trouble(d, name, s);
        if (strcmp(name, "number") == 0)
            d->one.lost_number = draft_copy(d, s);
        return SV_EMPTY;
    }
    if (has_zeros && digits >= SHORTEST_NUMBER)
        return sv_part(id, 0, digits);
    return digits > 0 && digits == id.n ? id : s;
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
