/*
 * one_format.h - bytes read with a format that is known alone, as a user's that is tried.
 */
#ifndef TESTS_FUZZ_ONE_FORMAT_H
#define TESTS_FUZZ_ONE_FORMAT_H

#include "reading.h"

/* Read ${bytes} with the format ${document}, if it is one, and with recipes and without. */
static inline void
read_with(struct sv document, struct sv bytes)
{
    struct err e = ERR_INIT;
    struct format *f = format_load("own.json", document, &e);
    const struct formats formats = { .list = { &f, 1, 1 } };
    struct import_options options = { .formats = &formats, .forced = f, .zone_minutes = 480,
        .jobs = 1 };
    struct buf quick, slow;

    if (!f) {
        reading_require(sv_is(sv_of(e.path), SV("own.json")));
        check_message(&e.message);
        return;
    }
    buf_init(&quick, READING_TEXT_MAX);
    buf_init(&slow, READING_TEXT_MAX);
    read_as_text(&quick, source_of_memory(bytes), &options, NULL);
    options.is_each_made_anew = true;
    read_as_text(&slow, source_of_memory(bytes), &options, NULL);
    reading_require(sv_is(buf_sv(&quick), buf_sv(&slow)));
    buf_release(&quick);
    buf_release(&slow);
    format_free(f);
}

#endif
