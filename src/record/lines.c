/*
 * lines.c - the physical lines of a text, with a way back to an earlier one.
 *
 * mark <= next <= to <= room, and next <= feed <= to. The position of the next LF is remembered, so
 * that a text whose lines end with CR alone is not searched to its end for each of them.
 */
#include <stdlib.h>

#include "record/lines.h"

void
lines_init(struct lines *l, struct text *t, size_t max)
{
    *l = (struct lines){ .text = t, .max = max };
}

void
lines_release(struct lines *l)
{
    free(l->bytes);
    *l = (struct lines){ 0 };
}

void
lines_mark(struct lines *l)
{
    l->mark = l->next;
}

struct sv
lines_taken(const struct lines *l)
{
    return (struct sv){ l->bytes + l->mark, l->next - l->mark };
}

struct sv
lines_peek(const struct lines *l)
{
    return (struct sv){ l->bytes + l->next, l->to - l->next };
}

void
lines_back(struct lines *l, size_t offset)
{
    l->next = l->mark + offset;
    l->feed = l->next;
    l->has_feed = false;
}

/* Make room for ${more} bytes, moving what is kept to the front. */
static int
make_room(struct lines *l, size_t more, struct err *e)
{
    size_t kept = l->to - l->mark, room = l->room;
    char *bytes;

    if (l->mark > 0 && kept > 0)
        memmove(l->bytes, l->bytes + l->mark, kept);
    l->next -= l->mark;
    l->feed -= l->mark;
    l->to = kept;
    l->mark = 0;
    if (room - kept >= more)
        return 0;
    room = kept + more > room * 2 ? kept + more : room * 2;
    bytes = realloc(l->bytes, room);
    if (!bytes)
        return err_nomem(e);
    l->bytes = bytes;
    l->room = room;
    return 0;
}

static int
fill(struct lines *l, struct err *e)
{
    struct sv chunk;
    int more = text_next(l->text, &chunk, e);

    if (more < 0)
        return -1;
    if (more == 0) {
        l->is_end = true;
        return 0;
    }
    if (make_room(l, chunk.n, e))
        return -1;
    memcpy(l->bytes + l->to, chunk.p, chunk.n);
    l->to += chunk.n;
    return 0;
}

/*
 * Find the end of the next line: its offset, and its length in ${*end_length}. False where more
 * bytes are needed to tell.
 */
static bool
find_end(struct lines *l, size_t *end, size_t *end_length)
{
    const char *found, *p = l->bytes;
    size_t at;

    if (!l->has_feed && l->feed < l->to) {
        found = memchr(p + l->feed, '\n', l->to - l->feed);
        l->has_feed = found != NULL;
        l->feed = found ? (size_t)(found - p) : l->to;
    }
    found = l->feed > l->next ? memchr(p + l->next, '\r', l->feed - l->next) : NULL;
    at = found ? (size_t)(found - p) : l->feed;
    *end = at;
    *end_length = 1;
    if (!found)
        return l->has_feed;

    /* A CR alone, before a LF, or twice before a LF. */
    if (at + 1 < l->to && p[at + 1] == '\n')
        *end_length = 2;
    else if (at + 2 < l->to && p[at + 1] == '\r' && p[at + 2] == '\n')
        *end_length = 3;
    else
        return at + 2 < l->to || (at + 1 < l->to && p[at + 1] != '\r');
    return true;
}

/* Find the end of the next line, reading on as far as needed; too long is not an end. */
static int
seek_end(struct lines *l, bool *is_too_long, size_t *end, size_t *end_length, struct err *e)
{
    bool is_certain;

    while (!(is_certain = find_end(l, end, end_length))) {
        if (*end - l->mark > l->max || l->is_end)
            break;
        if (fill(l, e))
            return -1;
    }
    /* Where the text ends, a CR stands alone, and the last line needs no end. */
    if (!is_certain && *end == l->to)
        *end_length = 0;
    *is_too_long = *end - l->mark > l->max;
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
    if (!is_too_long && l->next == l->to)
        *found = LINES_END;
    if (*found != LINES_LINE)
        return 0;
    *line = (struct line){ { l->bytes + l->next, end - l->next }, end_length };
    take(l, end, end_length);
    return 0;
}

int
lines_skip(struct lines *l, struct err *e)
{
    size_t end, end_length;

    for (;;) {
        bool is_certain = find_end(l, &end, &end_length);

        if (is_certain || l->is_end)
            break;
        /* Forget all but a CR that may be the first byte of a line end. */
        l->mark = l->next = end;
        if (fill(l, e))
            return -1;
    }
    take(l, end, end == l->to ? 0 : end_length);
    lines_mark(l);
    return 0;
}
