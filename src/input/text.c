/*
 * text.c - a source as a stream of UTF-8.
 *
 * `in` holds bytes of the source: those before in_from have been handed out or converted, those
 * from in_from to in_to have not. UTF-8 is handed out of `in` itself; other charsets go through
 * iconv into `out`, or to where the caller wants them. Of GB18030, once there is much of it, iconv
 * gets what no table has; the text is the same.
 */
#include <assert.h>
#include <errno.h>
#include <iconv.h>
#include <stdlib.h>

#include "input/gb18030.h"
#include "input/text.h"

/* Longest character in any of the charsets. */
#define CHARACTER_MAX 4

/* Least bytes of a chunk that is not asked for by its size. */
#define CHUNK_LEAST 4096

/* So many bytes of GB18030 at once are worth a table. */
#define WORTH_TABLE ((size_t)128 << 10)

/* What iconv gets of them where the table ends: such characters rarely stand alone. */
#define ICONV_PIECE ((size_t)64)

/* What a bad byte is converted to. */
#define BAD_BYTE '\xFF'

struct text {
    struct source *source;
    struct charset_found found;
    size_t chunk;
    uint64_t start, end; /* in the source: what is read of it */
    uint64_t offset;     /* in the source, behind in_to */
    char *in;
    size_t in_from, in_to;
    bool has_iconv;
    iconv_t iconv;
    struct gb18030 *gb18030; /* or NULL */
    char *out;
};

static int
open_iconv(struct text *t, struct err *e)
{
    const char *name = charset_name(t->found.charset);

    t->iconv = iconv_open("UTF-8", name);
    if (t->iconv == (iconv_t)-1)
        return err_set(e, ERR_ENCODING, "this system's iconv cannot convert from %s; "
            "save the file as UTF-8", name);
    t->has_iconv = true;
    t->out = malloc(t->chunk);
    return t->out ? 0 : err_nomem(e);
}

/* Read bytes ${start} to ${end} of ${s} in chunks. */
static struct text *
new_text(struct source *s, const struct charset_found *found, size_t chunk, uint64_t start,
    uint64_t end, struct err *e)
{
    struct text *t = calloc(1, sizeof(*t));

    assert(chunk >= CHARACTER_MAX && chunk <= TEXT_CHUNK_MAX);
    if (!t)
        goto fail_nomem;
    t->source = s;
    t->found = *found;
    t->chunk = chunk;
    t->start = t->offset = start;
    t->end = end;
    t->in = malloc(chunk);
    if (!t->in)
        goto fail_nomem;
    if (found->charset != CHARSET_UTF8 && open_iconv(t, e)) {
        text_free(t);
        return NULL;
    }
    return t;

fail_nomem:
    text_free(t);
    err_nomem(e);
    return NULL;
}

struct text *
text_new_chunked(struct source *s, const struct charset_found *found, size_t chunk, struct err *e)
{
    return new_text(s, found, chunk, found->bom, source_size(s), e);
}

/* Small texts, of which an archive may hold thousands, take little memory. */
static size_t
chunk_for(uint64_t bytes)
{
    return bytes < CHUNK_LEAST ? CHUNK_LEAST
        : bytes < TEXT_CHUNK_MAX ? (size_t)bytes : TEXT_CHUNK_MAX;
}

struct text *
text_new(struct source *s, const struct charset_found *found, struct err *e)
{
    return text_new_chunked(s, found, chunk_for(source_size(s)), e);
}

struct text *
text_new_part(struct source *s, const struct charset_found *found, uint64_t from, uint64_t to,
    struct err *e)
{
    return new_text(s, found, chunk_for(to > from ? to - from : 0),
        from > 0 ? from : found->bom, to, e);
}

void
text_set_part(struct text *t, uint64_t from, uint64_t to)
{
    t->start = from > 0 ? from : t->found.bom;
    t->end = to;
    text_rewind(t);
}

void
text_free(struct text *t)
{
    if (!t)
        return;
    if (t->has_iconv)
        (void)iconv_close(t->iconv);
    gb18030_free(t->gb18030);
    free(t->in);
    free(t->out);
    free(t);
}

const struct record_limits *
text_limits(const struct text *t)
{
    return source_limits(t->source);
}

bool
text_has_bad_bytes(const struct text *t)
{
    return t->found.has_bad_bytes;
}

enum charset
text_charset(const struct text *t)
{
    return t->found.charset;
}

uint64_t
text_position(const struct text *t)
{
    return t->offset - (t->in_to - t->in_from);
}

void
text_rewind(struct text *t)
{
    t->offset = t->start;
    t->in_from = t->in_to = 0;
    if (t->has_iconv)
        (void)iconv(t->iconv, NULL, NULL, NULL, NULL);
}

/* Move what is left in `in` to its front and fill up. ${*is_end}: the source has no more. */
static int
fill(struct text *t, bool *is_end, struct err *e)
{
    size_t left = t->in_to - t->in_from, room = t->chunk - left, got;
    uint64_t ahead = t->end > t->offset ? t->end - t->offset : 0;

    memmove(t->in, t->in + t->in_from, left);
    t->in_from = 0;
    t->in_to = left;
    if (source_read(t->source, t->in + left, room < ahead ? room : (size_t)ahead, t->offset, &got,
            e))
        return -1;
    t->in_to += got;
    t->offset += got;
    /* Where `in` was full, nothing could be read. */
    *is_end = (got == 0 && left < t->chunk) || t->offset >= t->end;
    return 0;
}

/* Bytes at the end of ${s} that may be the start of a longer UTF-8 character. */
static size_t
cut_character(struct sv s)
{
    for (size_t back = 1; back < CHARACTER_MAX && back <= s.n; back++) {
        unsigned char c = (unsigned char)s.p[s.n - back];
        size_t length = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : c >= 0xC0 ? 2 : 1;

        if ((c & 0xC0) == 0x80)
            continue;
        return length > back ? back : 0;
    }
    return 0;
}

static int
next_utf8(struct text *t, struct sv *chunk, struct err *e)
{
    bool is_end;

    if (fill(t, &is_end, e))
        return -1;
    *chunk = (struct sv){ t->in, t->in_to };
    if (!is_end)
        chunk->n -= cut_character(*chunk);
    t->in_from = chunk->n;
    return chunk->n > 0;
}

/* As next_utf8(), the bytes going straight to ${to}; what the piece would cut waits in `in`. */
static int
read_utf8(struct text *t, char *to, size_t *n, struct err *e)
{
    size_t left = t->in_to - t->in_from, room = t->chunk - left, got;
    uint64_t ahead = t->end > t->offset ? t->end - t->offset : 0;

    if (left > 0)
        memcpy(to, t->in + t->in_from, left);
    if (source_read(t->source, to + left, room < ahead ? room : (size_t)ahead, t->offset, &got, e))
        return -1;
    t->offset += got;
    *n = left + got;
    if (got > 0 && t->offset < t->end)
        *n -= cut_character((struct sv){ to, *n });
    t->in_from = 0;
    t->in_to = left + got - *n;
    memcpy(t->in, to + *n, t->in_to);
    return *n > 0;
}

static int
bad_bytes(const struct text *t, struct err *e)
{
    return err_set(e, ERR_ENCODING, "byte %ju is no valid %s", (uintmax_t)text_position(t),
        charset_name(t->found.charset));
}

/* Where a text is converted to: `used` of t->chunk bytes are. */
struct made {
    char *at;
    size_t used;
};

/* Let iconv convert ${n} bytes of `in` at most. Its errno, 0 for success. */
static int
convert_by_iconv(struct text *t, size_t n, struct made *out)
{
    char *from = t->in + t->in_from, *to = out->at + out->used;
    size_t from_left = n, to_left = t->chunk - out->used;
    int errnum = 0;

    if (iconv(t->iconv, &from, &from_left, &to, &to_left) == (size_t)-1)
        errnum = errno;
    t->in_from += n - from_left;
    out->used = t->chunk - to_left;
    return errnum;
}

/* As convert(), the table first. Where memory is out there is none, and iconv converts all. */
static int
convert_gb18030(struct text *t, struct made *out)
{
    for (;;) {
        struct sv ahead = { t->in + t->in_from, t->in_to - t->in_from };
        size_t made, left, n;
        int errnum;

        t->in_from += gb18030_convert(t->gb18030, ahead, out->at + out->used,
            t->chunk - out->used, &made);
        out->used += made;
        left = t->in_to - t->in_from;
        n = left < ICONV_PIECE ? left : ICONV_PIECE;
        errnum = convert_by_iconv(t, n, out);
        /* A piece may end inside of a character, which is none of the text's faults. */
        if (n == left || (errnum != 0 && errnum != EINVAL))
            return errnum;
    }
}

/* Convert what is in `in`. The errno of iconv(), 0 for success. */
static int
convert(struct text *t, struct made *out)
{
    size_t left = t->in_to - t->in_from;

    if (t->found.charset == CHARSET_GB18030 && !t->gb18030 && left >= WORTH_TABLE)
        t->gb18030 = gb18030_new(t->iconv);
    return t->gb18030 ? convert_gb18030(t, out) : convert_by_iconv(t, left, out);
}

/* Convert as convert() does, and bad bytes as well where they are known to be there. */
static int
convert_all(struct text *t, bool is_end, struct made *out)
{
    for (;;) {
        int errnum = convert(t, out);
        bool is_bad = errnum == EILSEQ || (errnum == EINVAL && is_end);

        if (!is_bad || !t->found.has_bad_bytes)
            return errnum;
        if (out->used == t->chunk)
            return E2BIG;
        out->at[out->used++] = BAD_BYTE;
        t->in_from++;
    }
}

/* The next piece of the text, converted, to ${to}; ${*n} are its bytes. */
static int
read_converted(struct text *t, char *to, size_t *n, struct err *e)
{
    struct made out = { .at = to };

    for (;;) {
        bool is_end = false;
        int errnum;

        if (fill(t, &is_end, e))
            return -1;
        if (t->in_to == 0)
            break;
        errnum = convert_all(t, is_end, &out);
        /* What was good before bad bytes is handed out first; the next call meets them again. */
        if (errnum == E2BIG || (errnum == EILSEQ && out.used > 0))
            break;
        if (errnum == EILSEQ || (errnum == EINVAL && is_end && out.used == 0))
            return bad_bytes(t, e);
        if (is_end)
            break;
    }
    *n = out.used;
    return out.used > 0;
}

size_t
text_chunk(const struct text *t)
{
    return t->chunk;
}

int
text_read(struct text *t, char *to, size_t *n, struct err *e)
{
    int more = t->has_iconv ? read_converted(t, to, n, e) : read_utf8(t, to, n, e);

    if (more <= 0)
        *n = 0;
    return more;
}

int
text_next(struct text *t, struct sv *chunk, struct err *e)
{
    if (!t->has_iconv)
        return next_utf8(t, chunk, e);
    chunk->p = t->out;
    return read_converted(t, t->out, &chunk->n, e);
}
