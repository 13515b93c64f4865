/*
 * chart_svg.c - gnuplot's SVG, made fit to stand inside a page.
 *
 * Several charts stand in one page, where an id must be there once; a title that says "Gnuplot"
 * would be shown by browsers.
 */
#include "reports/chart_svg.h"
#include "reports/html.h"

/* Offset behind the next ${text} at or after ${from}, or svg.n. */
static size_t
behind(struct sv svg, struct sv text, size_t from)
{
    size_t at = sv_find(svg, text, from);

    return at == (size_t)-1 ? svg.n : at + text.n;
}

/* Where the part ends that begins at ${at} and is to be left out; ${at} where none does. */
static size_t
end_of_dropped(struct sv svg, size_t at)
{
    struct sv rest = sv_part(svg, at, svg.n);

    if (sv_starts(rest, SV("<title>")))
        return behind(svg, SV("</title>\n"), at);
    if (sv_starts(rest, SV("<desc>")))
        return behind(svg, SV("</desc>\n"), at);
    if (sv_starts(rest, SV("<defs>")))
        return behind(svg, SV("</defs>\n"), at);
    if (sv_starts(rest, SV(" id=\"")))
        return behind(svg, SV("\""), at + 5);
    if (sv_starts(rest, SV(" xmlns:xlink=\"")))
        return behind(svg, SV("\""), at + 14);
    return at;
}

bool
chart_svg_clean(struct buf *out, struct sv svg, const char *title)
{
    size_t at = sv_find(svg, SV("<svg"), 0), end;
    bool is_titled = false;

    if (at == (size_t)-1 || sv_find(svg, SV("</svg>"), at) == (size_t)-1)
        return false;
    buf_add_text(out, "<svg role=\"img\"");
    at += 4;
    while (at < svg.n) {
        char c = svg.p[at];

        /* Only these begin something to be left out. */
        end = c == '<' || c == ' ' ? end_of_dropped(svg, at) : at;
        if (end == at) {
            buf_add_char(out, c);
            at++;
            continue;
        }
        if (!is_titled && sv_starts(sv_part(svg, at, svg.n), SV("<title>"))) {
            buf_add_text(out, "<title>");
            html_text(out, title);
            buf_add_text(out, "</title>\n");
            is_titled = true;
        }
        at = end;
    }
    return true;
}
