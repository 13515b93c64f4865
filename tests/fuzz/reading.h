/*
 * reading.h - bytes read as one file in memory, and what holds of every such reading.
 */
#ifndef TESTS_FUZZ_READING_H
#define TESTS_FUZZ_READING_H

#include <stdlib.h>

#include "../unit/parsers/import_text.h"
#include "parsers/import.h"
#include "parsers/reader.h"
#include "parsers/usage.h"

/* Most bytes of a reading as text. */
#define READING_TEXT_MAX ((size_t)1 << 30)

struct reading {
    struct ledger ledger;
    struct observations observations;
    struct detection found;
    struct input *input; /* of the ledger */
    struct err e;
    int result;          /* of reader_read() */
};

static inline void
reading_require(bool is_so)
{
    if (!is_so)
        abort();
}

/* All formats, loaded once; libFuzzer calls a target millions of times. */
static inline const struct formats *
all_formats(void)
{
    static struct formats formats;
    struct err e = ERR_INIT;

    reading_require(formats.list.n > 0 || formats_load(&formats, NULL, &e) == 0);
    return &formats;
}

/* Read ${source}, which is taken over. ${crew} may be NULL. */
static inline void
reading_make(struct reading *r, struct source *source, const struct import_options *options,
    struct crew *crew)
{
    struct reader reader = { .options = options, .source = source, .ledger = &r->ledger,
        .observations = &r->observations, .crew = crew };
    uint32_t ignored;

    r->e = (struct err)ERR_INIT;
    ledger_init(&r->ledger);
    observations_init(&r->observations);
    r->input = reader.input = input_new(SV("fuzz"), true);
    reading_require(source && r->input && !ledger_add_input(&r->ledger, r->input, &ignored, &r->e));
    r->result = reader_read(&reader, &r->found, &r->e);
    if (r->result)
        reader_forget(&reader);
    reader_release(&reader);
}

static inline void
reading_release(struct reading *r)
{
    detection_release(&r->found);
    observations_release(&r->observations);
    ledger_release(&r->ledger);
}

/* ${m} says something in each language, and in Chinese not what it says in English. */
static inline void
check_message(const struct message *m)
{
    char en[MESSAGE_TEXT_MAX], zh[MESSAGE_TEXT_MAX];

    reading_require(m->format != NULL);
    reading_require(message_text(m, LANG_EN, en, sizeof(en))[0] != '\0');
    reading_require(message_text(m, LANG_ZH, zh, sizeof(zh))[0] != '\0');
    reading_require(strcmp(en, zh) != 0);
}

/* No record of ${in} is gone, and each that was refused has a place and a reason. */
static inline void
check_input(const struct input *in)
{
    struct message why;

    reading_require(input_is_closed(in) && in->rejections.n == in->rejected);
    for (size_t i = 0; i < in->rejections.n; i++) {
        const struct rejection *j = &in->rejections.at[i];

        reading_require(j->line > 0 && j->reason < REJECT_COUNT && j->column != NULL);
        message_unfold(&why, j->why);
        check_message(&why);
    }
    for (size_t i = 0; i < in->warnings.n; i++)
        check_message(&in->warnings.at[i].message);
    for (size_t i = 0; i < in->evidence.n; i++)
        check_message(&in->evidence.at[i]);
}

static inline void
reading_check(const struct reading *r)
{
    const struct input *in = r->input;
    const struct observations *o = &r->observations;

    check_input(in);
    reading_require(in->lines == r->ledger.lines.n);
    /* A record of a log that a reader reads may tell of several cards, or of none. */
    reading_require(usage_find(sv_of(in->format)) || in->skipped[SKIP_OBSERVATION] ==
        o->states.n + o->samples.n + o->payments.list.n);
    for (size_t i = 0; i < r->ledger.lines.n; i++) {
        const struct ledger_line *line = &r->ledger.lines.at[i];

        reading_require(line->source_line > 0);
        reading_require(ledger_text(line, TEXT_BILLING_CURRENCY)[0] != '\0');
    }
    for (size_t i = 0; i < o->payments.list.n; i++) {
        const struct payment *p = &o->payments.list.at[i];

        reading_require(p->time != TIME_NONE && p->line > 0 && p->currency[0] != '\0');
    }
    /* A file that fails leaves nothing behind. */
    if (r->result)
        reading_require(in->records == 0 && r->e.code != ERR_NONE && r->e.message.format);
    else
        reading_require(in->format[0] != '\0' || in->kind == INPUT_CONFIG);
}

/* All that came of a reading, for comparing, behind what ${out} has. */
static inline void
reading_text(struct buf *out, const struct reading *r)
{
    char text[ERR_TEXT_MAX];
    const struct observations *o = &r->observations;

    buf_addf(out, "%d %s\n", r->result, r->result ? err_text(&r->e, LANG_EN, text, sizeof(text))
        : "");
    add_ledger_text(out, &r->ledger);
    buf_addf(out, "%zu %zu %zu\n", o->states.n, o->samples.n, o->payments.list.n);
    reading_require(!out->failed);
}

/* Read ${source} and append all that comes of it to ${out}. */
static inline void
read_as_text(struct buf *out, struct source *source, const struct import_options *options,
    struct crew *crew)
{
    struct reading r;

    reading_make(&r, source, options, crew);
    reading_check(&r);
    reading_text(out, &r);
    reading_release(&r);
}

/* Import what ${path} names, a file or a folder, into ${im}, which is to be released. */
static inline void
import_path(struct import *im, const char *path)
{
    const struct import_options options = {
        .formats = all_formats(), .zone_minutes = 480, .jobs = 1,
    };
    struct walk w;
    struct err e = ERR_INIT;

    walk_init(&w);
    import_init(im);
    reading_require(walk_add(&w, path, &e) == 0);
    walk_finish(&w);
    reading_require(import_all(im, &w, &options, &e) == 0);
    walk_release(&w);
}

#endif
