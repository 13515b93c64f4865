/*
 * fuzz_stream.c - bytes that come a few at a time give what they give as a whole.
 *
 * The first byte says how many come at once, 1 to 7, and whether the stream is kept in memory; the
 * rest is the file.
 */
#include "fuzz.h"
#include "reading.h"

#define KEPT ((size_t)1 << 20)

struct trickle {
    struct sv bytes;
    size_t at, step;
};

static int
trickle_read(void *context, char *buffer, size_t room, size_t *got, struct err *e)
{
    struct trickle *t = context;
    struct sv piece = sv_part(t->bytes, t->at, t->at + (t->step < room ? t->step : room));

    (void)e;
    if (piece.n > 0)
        memcpy(buffer, piece.p, piece.n);
    t->at += piece.n;
    *got = piece.n;
    return 0;
}

static int
trickle_rewind(void *context, struct err *e)
{
    struct trickle *t = context;

    (void)e;
    t->at = 0;
    return 0;
}

static void
trickle_free(void *context)
{
    (void)context;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct source_reader reader = { trickle_read, trickle_rewind, trickle_free };
    const struct import_options options = {
        .formats = all_formats(), .zone_minutes = 480, .jobs = 1,
    };
    struct trickle t;
    struct source *source;
    struct err e = ERR_INIT;
    struct buf whole, pieces;

    if (size == 0)
        return 0;
    t = (struct trickle){ .bytes = { (const char *)data + 1, size - 1 }, .step = 1 + data[0] % 7 };
    buf_init(&whole, READING_TEXT_MAX);
    buf_init(&pieces, READING_TEXT_MAX);
    read_as_text(&whole, source_of_memory(t.bytes), &options, NULL);
    if (source_of_reader(&source, &reader, &t, data[0] < 128 ? 0 : KEPT, &e))
        abort();
    read_as_text(&pieces, source, &options, NULL);
    if (!sv_is(buf_sv(&whole), buf_sv(&pieces)))
        abort();
    buf_release(&whole);
    buf_release(&pieces);
    return 0;
}
