/*
 * fuzz_import.c - any bytes, read with all formats: no record disappears, nothing is refused
 * without a reason, and a file that fails leaves nothing behind.
 */
#include <stdlib.h>

#include "fuzz.h"
#include "parsers/reader.h"
#include "parsers/usage.h"

/* All formats, loaded once; libFuzzer calls the target millions of times. */
static const struct formats *
all_formats(void)
{
    static struct formats formats;
    struct err e = ERR_INIT;

    if (formats.list.n == 0 && formats_load(&formats, NULL, &e))
        abort();
    return &formats;
}

static void
check(const struct reader *r, int result, const struct err *e)
{
    const struct input *in = r->input;
    char text[MESSAGE_TEXT_MAX];
    uint64_t observations = r->observations->states.n + r->observations->samples.n;

    if (!input_is_closed(in) || in->lines != r->ledger->lines.n ||
        in->rejections.n != in->rejected)
        abort();
    /* A record of a log that a reader reads may tell of several cards, or of none. */
    if (!usage_find(sv_of(in->format)) && in->skipped[SKIP_OBSERVATION] != observations)
        abort();
    for (size_t i = 0; i < in->rejections.n; i++) {
        const struct rejection *j = &in->rejections.at[i];

        if (j->line == 0 || j->reason >= REJECT_COUNT ||
            message_text(&j->message, LANG_EN, text, sizeof(text))[0] == '\0' ||
            message_text(&j->message, LANG_ZH, text, sizeof(text))[0] == '\0')
            abort();
    }
    for (size_t i = 0; i < r->ledger->lines.n; i++)
        if (r->ledger->lines.at[i].source_line == 0 ||
            ledger_text(&r->ledger->lines.at[i], TEXT_BILLING_CURRENCY)[0] == '\0')
            abort();
    if (result != 0 && (in->records != 0 || e->code == ERR_NONE || !e->message.format))
        abort();
    if (result == 0 && in->format[0] == '\0')
        abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct import_options options = {
        .formats = all_formats(), .zone_minutes = 480, .jobs = 1,
    };
    struct detection found;
    struct ledger ledger;
    struct observations observations;
    struct err e = ERR_INIT;
    struct reader r = {
        .options = &options,
        .source = source_of_memory((struct sv){ (const char *)data, size }),
        .input = input_new(SV("fuzz"), true),
        .ledger = &ledger,
        .observations = &observations,
    };
    uint32_t ignored;
    int result;

    ledger_init(&ledger);
    observations_init(&observations);
    if (!r.source || !r.input || ledger_add_input(&ledger, r.input, &ignored, &e))
        abort();
    result = reader_read(&r, &found, &e);
    if (result)
        reader_forget(&r);
    check(&r, result, &e);
    reader_release(&r);
    detection_release(&found);
    observations_release(&observations);
    ledger_release(&ledger);
    return 0;
}
