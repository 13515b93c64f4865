/*
 * csv_cell.c - CSV without a parser: the sep= directive, and cells as they are written.
 */
#include <limits.h>

#include "base/buf.h"
#include "record/csv.h"

static bool
is_letter_or_digit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* A visible ASCII character that is no letter, digit or quote, or TAB. */
static bool
is_delimiter(char c)
{
    return c == '\t' || (c > ' ' && c < 0x7F && c != '"' && !is_letter_or_digit(c));
}

char
record_csv_directive(struct sv head)
{
    size_t length = SV("sep=X").n;
    bool is_quoted = sv_starts(head, SV("\""));
    struct sv behind;

    if (is_quoted)
        head = sv_part(head, 1, head.n);
    if (!sv_is_folded(sv_part(head, 0, length - 1), SV("sep=")) || head.n < length ||
        !is_delimiter(head.p[length - 1]))
        return 0;
    behind = sv_part(head, length, head.n);
    if (is_quoted && !sv_starts(behind, SV("\"")))
        return 0;
    behind = sv_part(behind, is_quoted, behind.n);
    return behind.n == 0 || behind.p[0] == '\r' || behind.p[0] == '\n' ? head.p[length - 1] : 0;
}

/* What a byte means for a cell that holds it. */
enum {
    QUOTES = 1, /* the cell must be quoted */
    SPLITS = 2, /* a spreadsheet that takes another separator, or no quotes, has a new cell there */
};

/* All that the bytes of ${cell} mean. */
static unsigned
meaning_of(struct sv cell)
{
    static const unsigned char meanings[UCHAR_MAX + 1] = {
        [','] = QUOTES, ['"'] = QUOTES, ['\r'] = QUOTES | SPLITS, ['\n'] = QUOTES | SPLITS,
        [';'] = SPLITS, ['\t'] = SPLITS,
    };
    unsigned all = 0;

    for (size_t i = 0; i < cell.n; i++)
        all |= meanings[(unsigned char)cell.p[i]];
    return all;
}

static bool
is_split(char c)
{
    return c == ';' || c == '\t' || c == '\r' || c == '\n';
}

/* Blanks, marks that are not seen, and quotes: all that a spreadsheet may drop before a formula. */
static bool
is_dropped(unsigned code)
{
    return code <= ' ' || code == '"' || (code >= 0x7F && code <= 0xA0) || code == 0xAD ||
        code == 0x061C || code == 0x1680 || code == 0x180E || (code >= 0x2000 && code <= 0x200F) ||
        (code >= 0x2028 && code <= 0x202F) || (code >= 0x205F && code <= 0x2069) ||
        code == 0x3000 || code == 0xFEFF;
}

/* Whether ${cell} begins as a formula does, behind what is dropped; also in full-width forms. */
static bool
begins_formula(struct sv cell)
{
    unsigned code = 0;
    size_t length;

    do {
        length = sv_utf8(cell, &code);
        if (length == 0)
            return false;
        cell = sv_part(cell, length, cell.n);
    } while (is_dropped(code));
    if (code >= 0xFF00 && code <= 0xFF5E)
        code -= 0xFF00 - ' ';
    return code == '=' || code == '+' || code == '-' || code == '@';
}

/* Whether what stands up to the next split is an amount with its sign: no harm is in it. */
static bool
is_amount(struct sv cell)
{
    size_t i = 1;

    while (i < cell.n && ((cell.p[i] >= '0' && cell.p[i] <= '9') || cell.p[i] == '.'))
        i++;
    return cell.n > 0 && (cell.p[0] == '-' || cell.p[0] == '+') &&
        (i == cell.n || is_split(cell.p[i]));
}

/* The bytes of ${cell} up to where an apostrophe is due behind a split, or all. */
static size_t
find_guard(struct sv cell)
{
    for (size_t i = 0; i < cell.n; i++) {
        struct sv rest = sv_part(cell, i + 1, cell.n);

        if (is_split(cell.p[i]) && rest.n > 0 && !is_split(rest.p[0]) && begins_formula(rest) &&
            !is_amount(rest))
            return i + 1;
    }
    return cell.n;
}

static void
add_quoted(struct buf *out, struct sv cell)
{
    while (cell.n > 0) {
        const char *quote = memchr(cell.p, '"', cell.n);
        size_t n = quote ? (size_t)(quote - cell.p) + 1 : cell.n;

        buf_add(out, sv_part(cell, 0, n));
        if (quote)
            buf_add_char(out, '"');
        cell = sv_part(cell, n, cell.n);
    }
}

/* ${cell}, with an apostrophe before each part of it that is taken for a formula. */
static void
add_guarded(struct buf *out, struct sv cell, bool is_quoted)
{
    if (cell.p[0] == '\t' || cell.p[0] == '\r' || begins_formula(cell))
        buf_add_char(out, '\'');
    while (cell.n > 0) {
        size_t n = find_guard(cell);
        struct sv part = sv_part(cell, 0, n);

        if (is_quoted)
            add_quoted(out, part);
        else
            buf_add(out, part);
        cell = sv_part(cell, n, cell.n);
        if (cell.n > 0)
            buf_add_char(out, '\'');
    }
}

void
record_csv_cell(struct buf *out, struct sv cell)
{
    if (!(meaning_of(cell) & QUOTES)) {
        buf_add(out, cell);
        return;
    }
    buf_add_char(out, '"');
    add_quoted(out, cell);
    buf_add_char(out, '"');
}

void
record_csv_text_cell(struct buf *out, struct sv cell)
{
    unsigned meaning = meaning_of(cell);
    bool is_quoted = (meaning & QUOTES) != 0;

    if (cell.n == 0 || (!is_quoted && !(meaning & SPLITS) && is_letter_or_digit(cell.p[0]))) {
        buf_add(out, cell);
        return;
    }
    if (is_quoted)
        buf_add_char(out, '"');
    add_guarded(out, cell, is_quoted);
    if (is_quoted)
        buf_add_char(out, '"');
}
