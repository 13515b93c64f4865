/*
 * buf_wrap.c - text in lines of a given width.
 */
#include "base/buf.h"

/* Marks that stand at no line's start: , . : ; ! ? and closing brackets and quotes, full-width. */
static bool
is_closing(unsigned code)
{
    static const unsigned marks[] = { 0x3001, 0x3002, 0xFF0C, 0xFF1A, 0xFF1B, 0xFF01, 0xFF1F,
        0xFF09, 0x300B, 0x300D, 0x201D };

    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
        if (marks[i] == code)
            return true;
    return false;
}

/* True where ${rest} begins with a figure or an option: it stays with the word before it, so that
 * "CNY 27.22" and "shutdown -h +120" are on one line. */
static bool
clings(struct sv rest)
{
    size_t i = 0;

    while (i < rest.n && i < 2 && (rest.p[i] == '-' || rest.p[i] == '+'))
        i++;
    return i < rest.n && ((rest.p[i] >= '0' && rest.p[i] <= '9') ||
        (i > 0 && rest.p[i] >= 'a' && rest.p[i] <= 'z'));
}

/* Bytes of ${text} for one line of ${width} columns: up to a blank or wide character, if any. */
static size_t
fitting(struct sv text, size_t width)
{
    size_t at = 0, columns = 0, end = 0;
    bool was_wide = false;

    while (at < text.n) {
        unsigned code = 0;
        size_t n = sv_utf8(sv_part(text, at, text.n), &code);
        size_t wide = sv_width(sv_part(text, at, at + (n ? n : 1)));

        if ((was_wide || wide > 1) && !is_closing(code) && code != ' ')
            end = at;
        if (columns + wide > width)
            return end > 0 ? end : at > 0 ? at : n ? n : 1;
        if (code == ' ' && !clings(sv_part(text, at + 1, text.n)))
            end = at + 1;
        was_wide = wide > 1;
        columns += wide;
        at += n ? n : 1;
    }
    return at;
}

void
buf_add_wrapped(struct buf *b, struct sv s, size_t indent, size_t width)
{
    while (s.n > 0) {
        size_t n = fitting(s, width > indent ? width - indent : 1);

        buf_addf(b, "%*s", (int)indent, "");
        buf_add(b, sv_trim(sv_part(s, 0, n)));
        buf_add_char(b, '\n');
        s = sv_part(s, n, s.n);
    }
}
