/*
 * html.c - texts in HTML: whatever they hold, they are shown and never run.
 */
#include "reports/html.h"

void
html_text(struct buf *out, const char *text)
{
    struct sv rest = sv_of(text);
    char piece[SV_ESCAPED_MAX];
    size_t n;

    while ((n = sv_escape_next(&rest, piece)) > 0) {
        switch (n == 1 ? piece[0] : '\0') {
        case '&':
            buf_add_text(out, "&amp;");
            break;
        case '<':
            buf_add_text(out, "&lt;");
            break;
        case '>':
            buf_add_text(out, "&gt;");
            break;
        case '"':
            buf_add_text(out, "&quot;");
            break;
        case '\'':
            buf_add_text(out, "&#39;");
            break;
        default:
            buf_add(out, (struct sv){ piece, n });
        }
    }
}
