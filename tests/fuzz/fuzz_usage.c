/*
 * fuzz_usage.c - any bytes as each kind of log: no record disappears, no sample is beyond what its
 * quantity can be, and finding its instance ends.
 *
 * Readers are called directly, whether or not they recognise the bytes.
 */
#include <stdlib.h>

#include "fuzz.h"
#include "parsers/usage.h"
#include "parsers/usage_owner.h"

static void
check_input(const struct input *in, int result, const struct err *e)
{
    char text[MESSAGE_TEXT_MAX];
    struct message why;

    if (!input_is_closed(in) || in->lines != 0 || in->rejections.n != in->rejected)
        abort();
    if (result && (e->code == ERR_NONE || !e->message.format))
        abort();
    for (size_t i = 0; i < in->rejections.n; i++) {
        message_unfold(&why, in->rejections.at[i].why);
        if (in->rejections.at[i].line == 0 || in->rejections.at[i].reason >= REJECT_COUNT ||
            message_text(&why, LANG_ZH, text, sizeof(text))[0] == '\0')
            abort();
    }
}

static void
check_observations(const struct observations *o)
{
    for (size_t i = 0; i < o->samples.n; i++) {
        const struct usage_sample *s = &o->samples.at[i];

        if (s->time == TIME_NONE || s->line == 0 || s->gpu[0] == '\0' || s->utilisation < -1 ||
            s->utilisation > 10000 || (s->until != TIME_NONE && s->until < s->time))
            abort();
    }
    for (size_t i = 0; i < o->states.n; i++) {
        const struct state_entry *s = &o->states.at[i];

        if (s->from == TIME_NONE || s->instance[0] == '\0' || s->state == STATE_NONE ||
            (s->to != TIME_NONE && s->to <= s->from))
            abort();
    }
}

static void
read_as(const struct usage_reader *reader, struct source *source,
    const struct charset_found *charset)
{
    struct ledger ledger;
    struct observations o;
    struct input *input = input_new(SV("i-1/gpu_gpu_usedutilization.log"), true);
    struct usage_sink sink = { .input = input, .observations = &o, .zone_minutes = 480,
        .columns = "timestamp,index,utilization.gpu" };
    struct err e = ERR_INIT;
    struct text *t = text_new(source, charset, &e);
    uint32_t ignored;
    int result;

    ledger_init(&ledger);
    observations_init(&o);
    if (!input || !t || ledger_add_input(&ledger, input, &ignored, &e))
        abort();
    result = reader->read(&sink, t, &e);
    check_input(input, result, &e);
    check_observations(&o);
    if (usage_owner_find(&ledger, &o, NULL, NULL, 0, &e))
        abort();
    text_free(t);
    observations_release(&o);
    ledger_release(&ledger);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct source *source = source_of_memory((struct sv){ (const char *)data, size });
    struct charset_found charset;
    struct err e = ERR_INIT;

    if (!source)
        abort();
    for (size_t i = 0; charset_find(&charset, source, &e) == 0 && usage_table[i]; i++) {
        const struct usage_head head = { { (const char *)data, size },
            size > 0 && (data[0] == '{' || data[0] == '['), "timestamp,index,utilization.gpu" };
        int sure = usage_table[i]->recognise(&head);

        if (sure < 0 || sure > USAGE_CERTAIN)
            abort();
        read_as(usage_table[i], source, &charset);
    }
    source_free(source);
    return 0;
}
