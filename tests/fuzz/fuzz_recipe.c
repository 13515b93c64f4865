/*
 * fuzz_recipe.c - rows made by what they have in common with earlier ones are those that are made
 * the long way, whatever the bytes.
 */
#include "fuzz.h"
#include "reading.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct import_options options = { .formats = all_formats(), .zone_minutes = 480, .jobs = 1 };
    struct sv bytes = { (const char *)data, size };
    struct buf quick, slow;

    buf_init(&quick, READING_TEXT_MAX);
    buf_init(&slow, READING_TEXT_MAX);
    read_as_text(&quick, source_of_memory(bytes), &options, NULL);
    options.is_each_made_anew = true;
    read_as_text(&slow, source_of_memory(bytes), &options, NULL);
    if (!sv_is(buf_sv(&quick), buf_sv(&slow)))
        abort();
    buf_release(&quick);
    buf_release(&slow);
    return 0;
}
