/*
 * import_reader.c - one thing to be read: what it is, its records, and its sum.
 *
 * The SHA-256 of a large file takes about as long as reading its records does. Whoever has time
 * takes it meanwhile, on a pass of its own over the file in the page cache; where there is nobody,
 * it is taken of what detection reads to find the charset.
 */
#include <stdatomic.h>

#include "input/text.h"
#include "parsers/reader.h"

/* What is smaller is not worth to be handed to another thread. */
#define BESIDE_LEAST ((uint64_t)1 << 20)

void
reader_take(struct reader *r, const struct content_item *item)
{
    r->source = item->source;
    r->workbook = item->workbook;
    r->sheet = item->sheet;
    if (item->workbook) {
        r->input->bytes = item->bytes;
        memcpy(r->input->sha256, item->sha256, sizeof(r->input->sha256));
    }
    if (item->trailing > 0)
        input_warn(r->input, "trailing-bytes", 0,
            "the archive also holds %ju bytes that belong to no file in it; they are not read",
            (uintmax_t)item->trailing);
}

/* Find out what is to be read, and its sum where ${is_summed}; what cannot be recognised has one
 * all the same. */
static int
reader_detect(struct reader *r, struct detection *found, bool is_summed, struct err *e)
{
    const struct import_options *o = r->options;
    struct err failure = ERR_INIT;
    int result;

    if (r->workbook)
        return detect_sheet(found, r->workbook, r->sheet, o->formats, o->forced, r->input, e);
    if (is_summed && source_sum_along(r->source, e))
        return -1;
    result = detect(found, r->source, o->formats, o->forced, o->usage_columns, r->input, e);
    if (is_summed && source_sha256(r->source, r->input->sha256, &failure)) {
        *e = failure;
        return -1;
    }
    return result;
}

/* The sum of a source, which is taken once. */
struct summing {
    struct source *source;
    atomic_flag is_begun;
    char sum[SHA256_TEXT_MAX];
    int result;
    struct err failure;
};

static void
take_sum(void *context)
{
    struct summing *s = context;

    if (!atomic_flag_test_and_set(&s->is_begun))
        s->result = source_sha256(s->source, s->sum, &s->failure);
}

/* Detect and read, and take the sum of the source where ${is_summed}. */
static int
read_content(struct reader *r, struct detection *found, bool is_summed, struct err *e)
{
    struct err failure = ERR_INIT;
    int result;

    result = reader_detect(r, found, is_summed, &failure);
    if (result ? failure.code == ERR_SYNTAX : found->format && found->format->named_by) {
        int read = reader_read_list(r, e);

        if (read != 0) {
            found->format = NULL;
            return read > 0 ? 0 : -1;
        }
    }
    if (result) {
        *e = failure;
        return -1;
    }
    if (r->input->kind == INPUT_CONFIG)
        return 0;
    if (!found->format && !found->usage) {
        result = reader_read_invoices(r, e);
        if (result == 0)
            return err_set_message(e, ERR_UNKNOWN, &found->why);
        return result > 0 ? 0 : -1;
    }
    r->found = found;
    if (!r->workbook && reader_open(r, e))
        return -1;
    return found->usage ? usage_run(r, e) : reader_run(r, e);
}

/* As read_content(), while another thread, if one has time, takes the sum. */
static int
read_and_sum(struct reader *r, struct detection *found, struct err *e)
{
    struct summing sum = { .source = r->source, .is_begun = ATOMIC_FLAG_INIT };
    struct crew_offer offer = { .help = take_sum, .context = &sum };
    struct err failure = ERR_INIT;
    int result;

    crew_offer(r->crew, &offer);
    result = read_content(r, found, false, &failure);
    crew_withdraw(r->crew, &offer);
    take_sum(&sum);
    if (sum.result) {
        *e = sum.failure;
        return -1;
    }
    /* What cannot be recognised has a sum all the same. */
    memcpy(r->input->sha256, sum.sum, sizeof(r->input->sha256));
    if (result)
        *e = failure;
    return result;
}

int
reader_read(struct reader *r, struct detection *found, struct err *e)
{
    *found = (struct detection){ .arena = ARENA_INIT };
    if (r->workbook)
        return read_content(r, found, false, e);
    r->input->bytes = source_size(r->source);
    if (r->crew && crew_others(r->crew) > 0 && r->input->bytes >= BESIDE_LEAST &&
        source_is_shared(r->source))
        return read_and_sum(r, found, e);
    return read_content(r, found, true, e);
}

void
reader_forget(struct reader *r)
{
    struct input *input = r->input;

    r->ledger->lines.n = 0;
    r->observations->states.n = 0;
    r->observations->samples.n = 0;
    r->observations->payments.list.n = 0;
    if (r->invoices) {
        invoices_release(r->invoices);
        invoices_init(r->invoices);
    }
    input->records = input->lines = input->rejected = 0;
    memset(input->skipped, 0, sizeof(input->skipped));
    input->rejections.n = 0;
    input->declared.n = 0;
}
