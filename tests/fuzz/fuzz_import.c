/*
 * fuzz_import.c - any bytes, read with all formats: no record disappears, nothing is refused
 * without a reason, and a file that fails leaves nothing behind.
 */
#include "fuzz.h"
#include "reading.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct import_options options = {
        .formats = all_formats(), .zone_minutes = 480, .jobs = 1,
    };
    struct reading r;

    reading_make(&r, source_of_memory((struct sv){ (const char *)data, size }), &options, NULL);
    reading_check(&r);
    reading_release(&r);
    return 0;
}
