/*
 * fuzz_format.c - bill formats: a document is refused with path and message, or it is a format that
 * its own samples can be run on.
 */
#include <stdlib.h>

#include "base/buf.h"
#include "fuzz.h"
#include "parsers/format.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct err e = ERR_INIT;
    struct format *f = format_load("fuzz.json", (struct sv){ (const char *)data, size }, &e);

    if (!f) {
        if (e.code == ERR_NONE || !sv_is(sv_of(e.path), SV("fuzz.json")) || !e.message.format)
            abort();
        return 0;
    }
    if (!f->id[0] || f->columns.n == 0 || !f->lists[0])
        abort();

    struct buf report;

    buf_init(&report, 1u << 20);
    e = (struct err)ERR_INIT;
    if (format_check(f, &report, &e) != 0 && e.code == ERR_NONE)
        abort();
    buf_release(&report);
    format_free(f);
    return 0;
}
