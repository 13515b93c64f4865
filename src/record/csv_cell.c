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

static bool
needs_quotes(struct sv cell)
{
    static const bool is_special[UCHAR_MAX + 1] = {
        [','] = true, ['"'] = true, ['\r'] = true, ['\n'] = true,
    };

    for (size_t i = 0; i < cell.n; i++)
        if (is_special[(unsigned char)cell.p[i]])
            return true;
    return false;
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

void
record_csv_cell(struct buf *out, struct sv cell)
{
    if (!needs_quotes(cell)) {
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
    static const char formulas[] = { '=', '+', '-', '@', '\t', '\r' };

    if (cell.n == 0 || !memchr(formulas, cell.p[0], sizeof(formulas))) {
        record_csv_cell(out, cell);
        return;
    }
    if (!needs_quotes(cell)) {
        buf_add_char(out, '\'');
        buf_add(out, cell);
        return;
    }
    buf_add_text(out, "\"'");
    add_quoted(out, cell);
    buf_add_char(out, '"');
}
