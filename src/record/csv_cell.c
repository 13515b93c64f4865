/*
 * csv_cell.c - CSV without a parser: the sep= directive, and cells as they are written.
 */
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
    for (size_t i = 0; i < cell.n; i++)
        if (cell.p[i] == ',' || cell.p[i] == '"' || cell.p[i] == '\r' || cell.p[i] == '\n')
            return true;
    return false;
}

static void
add_quoted(struct buf *out, struct sv cell)
{
    for (size_t i = 0; i < cell.n; i++) {
        if (cell.p[i] == '"')
            buf_add_char(out, '"');
        buf_add_char(out, cell.p[i]);
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
    bool is_formula = cell.n > 0 && cell.p[0] != '\0' && strchr("=+-@\t\r", cell.p[0]) != NULL;

    if (!is_formula) {
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
