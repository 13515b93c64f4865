/*
 * fuzz_parts.c - a file read in parts by several threads gives what one thread makes of it.
 *
 * The first byte says how large a part is, so that cuts fall everywhere; the rest is the file.
 */
#include "fuzz.h"
#include "reading.h"

#define THREADS 3

struct trial {
    struct import_options options;
    struct sv bytes;
    struct buf text;
};

static void
read_in_parts(void *context, size_t index, struct crew *crew)
{
    struct trial *t = context;

    (void)index;
    read_as_text(&t->text, source_of_memory(t->bytes), &t->options, crew);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct trial t = {
        .options = { .formats = all_formats(), .zone_minutes = 480, .jobs = THREADS },
    };
    struct err e = ERR_INIT;
    struct buf whole;

    if (size == 0)
        return 0;
    t.bytes = (struct sv){ (const char *)data + 1, size - 1 };
    t.options.part_bytes = 1 + (size_t)data[0] * 2;
    buf_init(&whole, READING_TEXT_MAX);
    buf_init(&t.text, READING_TEXT_MAX);
    read_as_text(&whole, source_of_memory(t.bytes), &t.options, NULL);
    if (crew_run(THREADS, 1, read_in_parts, &t, &e) || !sv_is(buf_sv(&whole), buf_sv(&t.text)))
        abort();
    buf_release(&whole);
    buf_release(&t.text);
    return 0;
}
