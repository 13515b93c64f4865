/*
 * import_cut.c - where a file can be cut into parts that are read alone.
 *
 * A cut is a good guess only: whether it was right shows when the part before it is read.
 */
#include "parsers/import_cut.h"
#include "record/csv.h"

/* Line ends that are tried. */
#define TRIES_MAX 200

/* Longest lead of an element. */
#define LEAD_MAX 256

/* The cells of the row that ${*rest} begins with, which is passed over; 0 where its end is not
 * there, or a quote stands where none belongs. */
static size_t
count_cells(struct sv *rest, char delimiter)
{
    bool is_quoted = false, was_quoted = false, is_begun = false;
    size_t cells = 1;

    for (size_t i = 0; i < rest->n; i++) {
        char c = rest->p[i];

        if (c == '"') {
            if (!is_quoted && is_begun && !was_quoted)
                return 0;
            /* The second one of two opens again what the first one closed. */
            is_quoted = !is_quoted;
            was_quoted = is_begun = true;
        } else if (!is_quoted && c == '\n') {
            *rest = sv_part(*rest, i + 1, rest->n);
            return cells;
        } else if (!is_quoted && c == delimiter) {
            cells++;
            was_quoted = is_begun = false;
        } else if (!is_quoted && was_quoted && c != '\r') {
            return 0;
        } else {
            is_begun = true;
        }
    }
    return 0;
}

/* Whether two rows of a table with ${cells} columns seem to stand at the beginning of ${text}. */
static bool
begins_with_rows(struct sv text, char delimiter, size_t cells)
{
    struct sv rest = text;
    size_t first, second;

    if (record_csv_directive(text) != 0)
        return false;
    first = count_cells(&rest, delimiter);
    second = first > 0 ? count_cells(&rest, delimiter) : 0;
    return first > 1 && first == second && first * 2 > cells;
}

/* Whether an object ends before the line end at ${at} of ${text}, and one begins behind it. */
static bool
is_between_objects(struct sv text, size_t at)
{
    struct sv before = sv_trim(sv_head(text, at));

    return at + 1 < text.n && text.p[at + 1] == '{' && before.n > 0 &&
        before.p[before.n - 1] == '}';
}

size_t
import_cut_lines(struct sv window, char delimiter, size_t cells)
{
    for (size_t at = 0, tries = 0; at < window.n && tries < TRIES_MAX; at++, tries++) {
        const char *feed = memchr(window.p + at, '\n', window.n - at);

        if (!feed)
            return 0;
        at = (size_t)(feed - window.p);
        if (delimiter ? begins_with_rows(sv_part(window, at + 1, window.n), delimiter, cells) :
            is_between_objects(window, at))
            return at + 1;
    }
    return 0;
}

static size_t
skip_blanks(struct sv text, size_t at)
{
    while (at < text.n && strchr(" \t\r\n", text.p[at]) && text.p[at] != '\0')
        at++;
    return at;
}

struct sv
import_cut_lead(struct sv head)
{
    static const struct sv bom = { "\xEF\xBB\xBF", 3 };
    size_t from = skip_blanks(head, sv_starts(head, bom) ? bom.n : 0), at;

    if (from >= head.n || head.p[from] != '[')
        return SV_EMPTY;
    from = skip_blanks(head, from + 1);
    if (from >= head.n || head.p[from] != '{')
        return SV_EMPTY;
    at = skip_blanks(head, from + 1);
    if (at >= head.n || head.p[at] != '"')
        return SV_EMPTY;
    at = sv_find(head, SV("\""), at + 1);
    return at == (size_t)-1 || at - from > LEAD_MAX ? SV_EMPTY : sv_part(head, from, at + 1);
}

size_t
import_cut_list(struct sv window, struct sv lead)
{
    size_t at = sv_find(window, lead, 0);

    for (; at != (size_t)-1; at = sv_find(window, lead, at + 1)) {
        struct sv before = sv_trim(sv_part(window, 0, at));
        size_t comma = before.n > 0 ? (size_t)(before.p - window.p) + before.n - 1 : 0;

        if (comma == 0 || window.p[comma] != ',')
            continue;
        before = sv_trim(sv_part(window, 0, comma));
        if (sv_ends(before, SV("}")))
            return comma + 1;
    }
    return 0;
}
