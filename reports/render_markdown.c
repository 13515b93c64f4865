/*
 * render_markdown.c - a table as Markdown.
 *
 * What Markdown or HTML could take for markup in a text is escaped with a backslash; what no
 * backslash keeps from becoming a link is broken.
 */
#include <string.h>

#include "reports/cell.h"
#include "reports/markdown.h"
#include "reports/render.h"

#define CELL_BYTES_MAX ((size_t)1 << 22)

/* Breaks a word in two where Markdown is rendered, and is not seen there. */
#define BREAK "<!-- -->"

static bool
is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool
is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Whether ${rest} begins with the name of an emoji and its colon: "smile:", "100:". The numbers of
 * a time of day are none. */
static bool
is_emoji(struct sv rest)
{
    size_t n = 0, digits = 0;

    while (n < rest.n && (is_letter(rest.p[n]) || is_digit(rest.p[n]) ||
            strchr("_+-", rest.p[n]) != NULL) && rest.p[n] != '\0')
        digits += is_digit(rest.p[n++]);
    return n > 0 && n < rest.n && rest.p[n] == ':' && (digits < n || n > 2);
}

/*
 * Whether what is shown must be broken behind ${c}, which ${rest} follows: GitHub and others make
 * links of addresses, @names and numbers of issues, and pictures of :names:, even where a backslash
 * stands before them.
 */
static bool
is_live(char c, struct sv before, struct sv rest)
{
    switch (c) {
    case '@':
        return rest.n > 0 && (is_letter(rest.p[0]) || is_digit(rest.p[0]) || rest.p[0] == '_');
    case '#':
        return rest.n > 0 && is_digit(rest.p[0]);
    case ':':
        return sv_starts(rest, SV("//")) || is_emoji(rest);
    case '-':
        return before.n >= 2 && sv_is_folded(sv_part(before, before.n - 2, before.n), SV("gh")) &&
            rest.n > 0 && is_digit(rest.p[0]);
    case 'w':
    case 'W':
        return before.n >= 2 && sv_is_folded(sv_part(before, before.n - 2, before.n), SV("ww")) &&
            sv_starts(rest, SV("."));
    default:
        return false;
    }
}

void
markdown_text(struct buf *out, struct sv text)
{
    struct sv rest = text;

    while (rest.n > 0) {
        struct sv before = sv_part(text, 0, text.n - rest.n);
        char piece[SV_ESCAPED_MAX], first = rest.p[0];
        size_t n = sv_escape_next(&rest, piece);

        for (size_t i = 0; i < n; i++) {
            if (piece[i] != '\0' && strchr("\\`*_{}[]<>()#|!~&$", piece[i]))
                buf_add_char(out, '\\');
            buf_add_char(out, piece[i]);
        }
        if (is_live(first, before, rest))
            buf_add_text(out, BREAK);
    }
}

void
render_markdown_table(struct buf *out, const struct table *t, enum lang lang)
{
    render_markdown_rows(out, t, table_rows(t), lang);
}

void
render_markdown_rows(struct buf *out, const struct table *t, size_t rows, enum lang lang)
{
    struct buf cell;

    buf_init(&cell, CELL_BYTES_MAX);
    for (size_t c = 0; c < t->column_count; c++) {
        buf_add_text(out, "| ");
        markdown_text(out, sv_of(lang_text(lang, t->columns[c].title)));
        buf_add_char(out, ' ');
    }
    buf_add_text(out, "|\n");
    for (size_t c = 0; c < t->column_count; c++)
        buf_add_text(out, t->columns[c].is_right ? "|---:" : "|---");
    buf_add_text(out, "|\n");
    for (size_t row = 0; row < rows; row++) {
        for (size_t c = 0; c < t->column_count; c++) {
            buf_reset(&cell);
            cell_show(&cell, table_at(t, row, c), lang);
            buf_add_text(out, "| ");
            markdown_text(out, buf_sv(&cell));
            if (cell.n > 0)
                buf_add_char(out, ' ');
        }
        buf_add_text(out, "|\n");
    }
    if (t->note) {
        buf_add_char(out, '\n');
        markdown_text(out, sv_of(t->note));
        buf_add_char(out, '\n');
    }
    buf_fail_with(out, &cell);
    buf_release(&cell);
}
