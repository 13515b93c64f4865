/*
 * buf.c - growing text.
 *
 * Once something was allocated, p[n] is NUL and room > n; a failed append changes nothing else.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"

#define ROOM_LEAST ((size_t)64)

void
buf_init(struct buf *b, size_t max)
{
    *b = (struct buf){ .max = max };
}

void
buf_release(struct buf *b)
{
    free(b->p);
    buf_init(b, b->max);
}

void
buf_reset(struct buf *b)
{
    buf_cut(b, 0);
    b->failed = b->failed && !b->full;
    b->full = false;
}

void
buf_cut(struct buf *b, size_t n)
{
    if (n >= b->n)
        return;
    b->n = n;
    b->p[n] = '\0';
}

/* Make room for ${more} bytes and the NUL. */
static bool
grow(struct buf *b, size_t more)
{
    size_t room;
    char *p;

    if (b->failed)
        return false;
    if (b->n > b->max || more > b->max - b->n || b->n + more == SIZE_MAX) {
        b->full = true;
        goto fail;
    }
    if (more < b->room - b->n)
        return true;

    /* Double, but never beyond what max can need. */
    room = b->room < ROOM_LEAST ? ROOM_LEAST : b->room;
    while (room <= b->n + more && room <= b->max / 2)
        room *= 2;
    if (room <= b->n + more)
        room = b->n + more + 1;
    p = realloc(b->p, room);
    if (!p)
        goto fail;
    b->p = p;
    b->room = room;
    b->p[b->n] = '\0';
    return true;

fail:
    b->failed = true;
    return false;
}

void
buf_add(struct buf *b, struct sv s)
{
    if (!grow(b, s.n) || s.n == 0)
        return;
    memcpy(b->p + b->n, s.p, s.n);
    b->n += s.n;
    b->p[b->n] = '\0';
}

void
buf_add_text(struct buf *b, const char *text)
{
    buf_add(b, sv_of(text));
}

void
buf_add_char(struct buf *b, char c)
{
    if (!grow(b, 1))
        return;
    b->p[b->n++] = c;
    b->p[b->n] = '\0';
}

void
buf_addf(struct buf *b, const char *format, ...)
{
    size_t room = b->room - b->n;
    va_list ap;
    int n;

    /* Most texts fit in the room that there is. */
    va_start(ap, format);
    n = vsnprintf(room > 0 ? b->p + b->n : NULL, room, format, ap);
    va_end(ap);
    if (n < 0)
        b->failed = true;
    if (n < 0 || !grow(b, (size_t)n)) {
        if (room > 0)
            b->p[b->n] = '\0';
        return;
    }
    if ((size_t)n >= room) {
        va_start(ap, format);
        (void)vsnprintf(b->p + b->n, (size_t)n + 1, format, ap);
        va_end(ap);
    }
    b->n += (size_t)n;
}

void
buf_add_utf8(struct buf *b, unsigned code)
{
    char c[4];
    size_t n = 0;

    if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        code = 0xFFFD;
    if (code < 0x80) {
        c[n++] = (char)code;
    } else if (code < 0x800) {
        c[n++] = (char)(0xC0 | code >> 6);
    } else if (code < 0x10000) {
        c[n++] = (char)(0xE0 | code >> 12);
        c[n++] = (char)(0x80 | (code >> 6 & 0x3F));
    } else {
        c[n++] = (char)(0xF0 | code >> 18);
        c[n++] = (char)(0x80 | (code >> 12 & 0x3F));
        c[n++] = (char)(0x80 | (code >> 6 & 0x3F));
    }
    if (code >= 0x80)
        c[n++] = (char)(0x80 | (code & 0x3F));
    buf_add(b, (struct sv){ c, n });
}

void
buf_add_escaped(struct buf *b, struct sv s)
{
    char piece[SV_ESCAPED_MAX];
    size_t n;

    while ((n = sv_escape_next(&s, piece)) > 0)
        buf_add(b, (struct sv){ piece, n });
}

/* The bytes at the start of ${s} that stand in a JSON string as they are. */
static size_t
plain_json(struct sv s)
{
    size_t i = 0;

    while (i < s.n) {
        unsigned code = (unsigned char)s.p[i];
        size_t length = code < 0x80 ? 1 : sv_utf8(sv_part(s, i, s.n), &code);

        if (length == 0 || code < 0x20 || code == '"' || code == '\\')
            break;
        i += length;
    }
    return i;
}

static void
add_json_special(struct buf *b, char c)
{
    static const char special[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    const char *found = c == '\0' ? NULL : strchr(special, c);

    if ((unsigned char)c >= 0x80) {
        buf_add_utf8(b, 0xFFFD);
    } else if (found) {
        buf_add_char(b, '\\');
        buf_add_char(b, letters[found - special]);
    } else {
        buf_addf(b, "\\u%04x", (unsigned)c);
    }
}

void
buf_add_json(struct buf *b, struct sv s)
{
    buf_add_char(b, '"');
    while (s.n > 0) {
        size_t plain = plain_json(s);

        buf_add(b, sv_part(s, 0, plain));
        if (plain < s.n)
            add_json_special(b, s.p[plain]);
        s = sv_part(s, plain + 1, s.n);
    }
    buf_add_char(b, '"');
}

struct sv
buf_sv(const struct buf *b)
{
    return b->p ? (struct sv){ b->p, b->n } : SV("");
}

void
buf_fail_with(struct buf *b, const struct buf *part)
{
    b->failed |= part->failed && !part->full;
}

int
buf_ok(const struct buf *b, struct err *e)
{
    if (!b->failed)
        return 0;
    if (b->full)
        return err_set(e, ERR_LIMIT, "the text is longer than the limit of %zu bytes", b->max);
    return err_nomem(e);
}
