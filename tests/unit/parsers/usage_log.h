/*
 * usage_log.h - a utilisation or state log read from memory, and what came of it, for tests.
 *
 *     nvidia-smi: 2 records, 1 rejected
 *     2 2026-07-03T14:11:09.763Z [host] GPU-0 100 32362/143771 627400
 *     3 bad-time
 *
 * A sample is its line, time, the instance in brackets, the GPU, utilisation in percent, memory
 * used and total in MiB, power in mW; - is no value. A rejection is its line and reason.
 */
#ifndef TESTS_USAGE_LOG_H
#define TESTS_USAGE_LOG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "parsers/reader.h"
#include "parsers/usage.h"

struct log_result {
    struct ledger ledger;
    struct observations observations;
    struct input *input;
    struct buf text;
    struct err e;
};

static inline void
add_number(struct buf *out, int64_t n, int decimals, char end)
{
    if (n < 0)
        buf_add_char(out, '-');
    else if (decimals == 0)
        buf_addf(out, "%lld", (long long)n);
    else if (n % 100 == 0)
        buf_addf(out, "%lld", (long long)(n / 100));
    else
        buf_addf(out, "%lld.%02lld", (long long)(n / 100), (long long)(n % 100));
    if (end)
        buf_add_char(out, end);
}

static inline void
add_result(struct log_result *r)
{
    struct buf *out = &r->text;
    char time[TIME_TEXT_MAX];

    buf_addf(out, "%s: %llu records", r->input->format, (unsigned long long)r->input->records);
    for (enum skip s = SKIP_BLANK; s < SKIP_OBSERVATION; s++)
        if (r->input->skipped[s] > 0)
            buf_addf(out, ", %llu %s", (unsigned long long)r->input->skipped[s], skip_word(s));
    if (r->input->rejected > 0)
        buf_addf(out, ", %llu rejected", (unsigned long long)r->input->rejected);
    buf_add_char(out, '\n');
    for (size_t i = 0; i < r->observations.samples.n; i++) {
        const struct usage_sample *s = &r->observations.samples.at[i];

        buf_addf(out, "%llu %s", (unsigned long long)s->line, time_format(time, s->time));
        if (s->until != TIME_NONE)
            buf_addf(out, "..%s", time_format(time, s->until));
        buf_addf(out, " [%s] %s ", s->instance, s->gpu);
        add_number(out, s->utilisation, 2, ' ');
        add_number(out, s->memory_used, 0, '/');
        add_number(out, s->memory_total, 0, ' ');
        add_number(out, s->power, 0, '\n');
    }
    for (size_t i = 0; i < r->observations.states.n; i++) {
        const struct state_entry *s = &r->observations.states.at[i];

        buf_addf(out, "%llu %s %s %s %s", (unsigned long long)s->line, s->platform, s->instance,
            words_state.words[s->state], time_format(time, s->from));
        buf_addf(out, " %s\n", s->to == TIME_NONE ? "on" : time_format(time, s->to));
    }
    for (size_t i = 0; i < r->input->rejections.n; i++)
        buf_addf(out, "%llu %s\n", (unsigned long long)r->input->rejections.at[i].line,
            reject_word(r->input->rejections.at[i].reason));
}

/* Read ${text} as the file ${path}. Returns what reader_read() did. */
static inline int
read_log_named(struct log_result *r, const char *path, const char *columns, const char *text)
{
    static const struct formats none;
    struct import_options options = { .formats = &none, .zone_minutes = 480, .jobs = 1,
        .usage_columns = columns };
    struct reader reader = { .options = &options, .arena = ARENA_INIT };
    struct detection found;
    uint32_t ignored;
    int result;

    *r = (struct log_result){ .e = ERR_INIT };
    ledger_init(&r->ledger);
    observations_init(&r->observations);
    buf_init(&r->text, SIZE_MAX - 1);
    r->input = input_new(sv_of(path), true);
    assert_non_null(r->input);
    assert_int_equal(ledger_add_input(&r->ledger, r->input, &ignored, &r->e), 0);
    reader.source = source_of_memory(sv_of(text));
    reader.input = r->input;
    reader.ledger = &r->ledger;
    reader.observations = &r->observations;
    result = reader_read(&reader, &found, &r->e);
    assert_true(input_is_closed(r->input));
    reader_release(&reader);
    detection_release(&found);
    add_result(r);
    return result;
}

static inline void
log_release(struct log_result *r)
{
    buf_release(&r->text);
    observations_release(&r->observations);
    ledger_release(&r->ledger);
}

/* The log ${text} is read as ${want}. */
#define assert_log(text, want) check_log("log", NULL, (text), (want), __FILE__, __LINE__)

static inline void
check_log(const char *path, const char *columns, const char *text, const char *want,
    const char *file, int line)
{
    struct log_result r;
    int result = read_log_named(&r, path, columns, text);
    bool same = result == 0 && sv_is(buf_sv(&r.text), sv_of(want));

    if (!same)
        print_error("got:\n%s%s\nwant:\n%s", r.text.p,
            result ? message_text(&r.e.message, LANG_EN, (char[MESSAGE_TEXT_MAX]){ 0 },
                MESSAGE_TEXT_MAX) : "", want);
    log_release(&r);
    if (!same)
        _fail(file, line);
}

/* No reader takes ${text}. */
static inline void
assert_no_log(const char *text)
{
    struct log_result r;

    assert_int_equal(read_log_named(&r, "log", NULL, text), -1);
    assert_int_equal(r.e.code, ERR_UNKNOWN);
    log_release(&r);
}

static inline bool
log_has_warning(const struct log_result *r, const char *code)
{
    for (size_t i = 0; i < r->input->warnings.n; i++)
        if (strcmp(r->input->warnings.at[i].code, code) == 0)
            return true;
    return false;
}

#endif
