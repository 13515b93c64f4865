/*
 * unpack_gzip.c - gzip files, by zlib.
 *
 * libarchive tests neither checksum nor length of gzip data, so that damage would go unnoticed.
 * Bytes of `in` before in_from are used up; `offset` is where the packed source is read next. The
 * budget and the count of trailing bytes belong to the first pass alone.
 */
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "input/unpack.h"

#define BLOCK ((size_t)64 << 10)

/* For inflateInit2(): the largest window, and a gzip header is required. */
#define WINDOW_GZIP (15 + 16)

struct gunzip {
    struct source *packed;
    struct unpack_budget *budget; /* NULL once all has been accounted for */
    uint64_t offset;
    z_stream z;
    bool has_member; /* inside of one */
    bool is_end;
    uint64_t *trailing;
    size_t in_from, in_to;
    unsigned char in[BLOCK];
};

int
unpack_spend(struct unpack_budget *b, uint64_t n, struct err *e)
{
    uint64_t allowed;

    b->bytes += n;
    if (b->bytes > b->limits->bytes)
        return err_set(e, ERR_LIMIT, "it unpacks to more than %ju bytes; --limit unpacked=N "
            "allows more",
            (uintmax_t)b->limits->bytes);
    if (__builtin_mul_overflow(b->packed, b->limits->ratio, &allowed))
        allowed = UINT64_MAX;
    if (b->bytes > allowed && b->bytes > CONTAINER_RATIO_FROM)
        return err_set(e, ERR_LIMIT, "it unpacks to more than %ju times its size; --limit "
            "ratio=N allows more", (uintmax_t)b->limits->ratio);
    return 0;
}

/* Have at least ${n} bytes in `in`, unless the source has no more. */
static int
fill(struct gunzip *g, size_t n, struct err *e)
{
    size_t got;

    if (g->in_to - g->in_from >= n)
        return 0;
    memmove(g->in, g->in + g->in_from, g->in_to - g->in_from);
    g->in_to -= g->in_from;
    g->in_from = 0;
    if (source_read(g->packed, g->in + g->in_to, BLOCK - g->in_to, g->offset, &got, e))
        return -1;
    g->in_to += got;
    g->offset += got;
    return 0;
}

/* ${e}: the data is damaged where it is read next. */
static int
damaged(const struct gunzip *g, struct err *e)
{
    return err_set(e, ERR_SYNTAX, "the gzip data is damaged near byte %ju; fetch the file again",
        (uintmax_t)(g->offset - (g->in_to - g->in_from)));
}

/* Whether the ${n} bytes that end with ${last} three end as a member begins (RFC 1952, 2.3.1); the
 * first byte of all may be damaged. */
static bool
is_member(uint32_t last, uint64_t n)
{
    return n == 3 ? (last & 0xFFFF) == 0x8B08 : (last & 0xFFFFFF) == 0x1F8B08;
}

/* What stands behind the last member is padding if it is zero, else it is counted. A member behind
 * it would be lost: that is damage. */
static int
pass_trailing(struct gunzip *g, struct err *e)
{
    uint64_t n = 0;
    uint32_t last = 0;
    bool is_zero = true;

    do {
        for (; g->in_from < g->in_to; g->in_from++) {
            is_zero = is_zero && g->in[g->in_from] == 0;
            last = last << 8 | g->in[g->in_from];
            if (is_member(last, ++n))
                return damaged(g, e);
        }
        if (fill(g, 1, e))
            return -1;
    } while (g->in_to > g->in_from);
    if (g->budget)
        *g->trailing = is_zero ? 0 : n;
    g->is_end = true;
    return 0;
}

/* Between members: begin the next one, or find that there is none. */
static int
begin_member(struct gunzip *g, struct err *e)
{
    if (fill(g, 1, e))
        return -1;
    if (g->in_from == g->in_to || g->in[g->in_from] != 0x1F)
        return pass_trailing(g, e);
    if (inflateReset(&g->z) != Z_OK)
        return err_set(e, ERR_BUG, "the gzip decompressor cannot begin");
    g->has_member = true;
    return 0;
}

/* Decompress some into ${buffer}, which may turn out to be none. */
static int
inflate_some(struct gunzip *g, char *buffer, size_t room, size_t *got, struct err *e)
{
    uInt before = room > BLOCK ? (uInt)BLOCK : (uInt)room;
    int result;

    if (fill(g, 1, e))
        return -1;
    if (g->in_to == g->in_from)
        return err_set(e, ERR_SYNTAX, "the gzip data is cut off at byte %ju; fetch the file again",
            (uintmax_t)g->offset);
    g->z.next_in = g->in + g->in_from;
    g->z.avail_in = (uInt)(g->in_to - g->in_from);
    g->z.next_out = (unsigned char *)buffer;
    g->z.avail_out = before;
    result = inflate(&g->z, Z_NO_FLUSH);
    g->in_from = g->in_to - g->z.avail_in;
    *got = before - g->z.avail_out;
    if (result == Z_STREAM_END)
        g->has_member = false;
    else if (result == Z_MEM_ERROR)
        return err_nomem(e);
    else if (result != Z_OK)
        return damaged(g, e);
    return 0;
}

static int
gunzip_read(void *context, char *buffer, size_t room, size_t *got, struct err *e)
{
    struct gunzip *g = context;

    *got = 0;
    while (*got == 0 && !g->is_end) {
        if (g->has_member ? inflate_some(g, buffer, room, got, e) : begin_member(g, e))
            return -1;
    }
    if (!g->budget)
        return 0;
    /* Of a flow there is known what has come of it. */
    if (source_size(g->packed) == SOURCE_ENDLESS)
        g->budget->packed = g->offset;
    return unpack_spend(g->budget, *got, e);
}

static int
gunzip_rewind(void *context, struct err *e)
{
    struct gunzip *g = context;

    (void)e;
    g->budget = NULL;
    g->offset = 0;
    g->in_from = g->in_to = 0;
    g->has_member = g->is_end = false;
    return 0;
}

static void
gunzip_free(void *context)
{
    struct gunzip *g = context;

    (void)inflateEnd(&g->z);
    free(g);
}

static const struct source_reader gunzip_reader = {
    .read = gunzip_read,
    .rewind = gunzip_rewind,
    .free = gunzip_free,
};

static struct gunzip *
gunzip_new(struct source *packed, struct unpack_budget *b, uint64_t *trailing, struct err *e)
{
    struct gunzip *g = calloc(1, sizeof(*g));

    if (g) {
        g->packed = packed;
        g->budget = b;
        g->trailing = trailing;
        if (inflateInit2(&g->z, WINDOW_GZIP) == Z_OK)
            return g;
    }
    free(g);
    (void)err_nomem(e);
    return NULL;
}

int
unpack_gzip(struct source **out, struct source *packed, struct unpack_budget *b,
    uint64_t *trailing, struct err *e)
{
    struct gunzip *g = gunzip_new(packed, b, trailing, e);

    return g ? source_of_reader(out, &gunzip_reader, g, UNPACK_MEMORY_MAX, e) : -1;
}

int
unpack_gzip_flow(struct source **out, struct source *packed, struct unpack_budget *b,
    uint64_t *trailing, struct err *e)
{
    struct gunzip *g = gunzip_new(packed, b, trailing, e);

    return g ? source_of_flow(out, &gunzip_reader, g, e) : -1;
}
