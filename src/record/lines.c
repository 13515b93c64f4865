/*
 * lines.c - the physical lines of a text, with a way back to an earlier one.
 *
 * mark <= next <= to <= room, and next <= feed <= to. The position of the next LF is remembered, so
 * that a text whose lines end with CR alone is not searched to its end for each of them.
 */
#include "record/lines.h"

void
lines_init(struct lines *l, struct text *t, size_t max)
{
    *l = (struct lines){ .max = max };
    window_init(&l->window, t);
}

void
lines_release(struct lines *l)
{
    window_release(&l->window);
    *l = (struct lines){ 0 };
}

void
lines_mark(struct lines *l)
{
    l->window.mark = l->next;
}

struct sv
lines_taken(const struct lines *l)
{
    return (struct sv){ l->window.bytes + l->window.mark, l->next - l->window.mark };
}

struct sv
lines_peek(const struct lines *l)
{
    /* Before anything was read there is nothing to point into. */
    if (!l->window.bytes)
        return SV_EMPTY;
    return (struct sv){ l->window.bytes + l->next, l->window.to - l->next };
}

void
lines_back(struct lines *l, size_t offset)
{
    l->next = l->window.mark + offset;
    l->feed = l->next;
    l->has_feed = false;
}

static int
fill(struct lines *l, struct err *e)
{
    size_t shift;

    if (window_fill(&l->window, &shift, e))
        return -1;
    l->next -= shift;
    l->feed -= shift;
    return 0;
}

/*
 * Find the end of the next line: its offset, and its length in ${*end_length}. False where more
 * bytes are needed to tell.
 */
static bool
find_end(struct lines *l, size_t *end, size_t *end_length)
{
    const char *found, *p = l->window.bytes;
    size_t at;

    if (!l->has_feed && l->feed < l->window.to) {
        found = memchr(p + l->feed, '\n', l->window.to - l->feed);
        l->has_feed = found != NULL;
        l->feed = found ? (size_t)(found - p) : l->window.to;
    }
    found = l->feed > l->next ? memchr(p + l->next, '\r', l->feed - l->next) : NULL;
    at = found ? (size_t)(found - p) : l->feed;
    *end = at;
    *end_length = 1;
    if (!found)
        return l->has_feed;

    /* A CR alone, before a LF, or twice before a LF. */
    if (at + 1 < l->window.to && p[at + 1] == '\n')
        *end_length = 2;
    else if (at + 2 < l->window.to && p[at + 1] == '\r' && p[at + 2] == '\n')
        *end_length = 3;
    else
        return at + 2 < l->window.to || (at + 1 < l->window.to && p[at + 1] != '\r');
    return true;
}

/* Find the end of the next line, reading on as far as needed; too long is not an end. */
static int
seek_end(struct lines *l, bool *is_too_long, size_t *end, size_t *end_length, struct err *e)
{
    bool is_certain;

    while (!(is_certain = find_end(l, end, end_length))) {
        if (*end - l->window.mark > l->max || l->window.is_end)
            break;
        if (fill(l, e))
            return -1;
    }
    /* Where the text ends, a CR stands alone, and the last line needs no end. */
    if (!is_certain && *end == l->window.to)
        *end_length = 0;
    *is_too_long = *end - l->window.mark > l->max;
    return 0;
}

static void
take(struct lines *l, size_t end, size_t end_length)
{
    l->next = end + end_length;
    if (l->feed < l->next) {
        l->feed = l->next;
        l->has_feed = false;
    }
}

int
lines_next(struct lines *l, enum lines_found *found, struct line *line, struct err *e)
{
    size_t end, end_length;
    bool is_too_long;

    if (seek_end(l, &is_too_long, &end, &end_length, e))
        return -1;
    *found = is_too_long ? LINES_TOO_LONG : LINES_LINE;
    if (!is_too_long && l->next == l->window.to)
        *found = LINES_END;
    if (*found != LINES_LINE)
        return 0;
    *line = (struct line){ { l->window.bytes + l->next, end - l->next }, end_length };
    take(l, end, end_length);
    return 0;
}

void
lines_take(struct lines *l, size_t n)
{
    take(l, l->next, n);
}

int
lines_more(struct lines *l, struct err *e)
{
    if (l->window.is_end)
        return 0;
    return fill(l, e) ? -1 : !l->window.is_end;
}

int
lines_skip(struct lines *l, struct err *e)
{
    size_t end, end_length;

    for (;;) {
        bool is_certain = find_end(l, &end, &end_length);

        if (is_certain || l->window.is_end)
            break;
        /* Forget all but a CR that may be the first byte of a line end. */
        l->window.mark = l->next = end;
        if (fill(l, e))
            return -1;
    }
    take(l, end, end == l->window.to ? 0 : end_length);
    lines_mark(l);
    return 0;
}
