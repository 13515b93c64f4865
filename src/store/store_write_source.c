/*
 * store_write_source.c - what was read of one source, into its tables.
 */
#include "store/store_source.h"

int
kept_writer_init(struct kept_writer *w, struct store *s, struct err *e)
{
    *w = (struct kept_writer){ .store = s };
    for (size_t i = 0; i < RAW_COUNT; i++)
        if (row_writer_init(&w->rows[i], &raw_tables[i], s, e))
            return -1;
    return s ? lines_prepare_write(w, e) : 0;
}

void
kept_writer_release(struct kept_writer *w)
{
    for (size_t i = 0; i < RAW_COUNT; i++)
        row_writer_release(&w->rows[i]);
    sql_release(&w->facets);
    sql_release(&w->lines);
    map_release(&w->facet_numbers);
    arena_release(&w->arena);
}

static int
write_rejections(struct kept_writer *w, int64_t id, const struct input *in, struct err *e)
{
    for (size_t i = 0; i < in->rejections.n; i++) {
        const struct rejection *r = &in->rejections.at[i];
        struct raw_rejection row = { .line = r->line, .reason = r->reason, .column = r->column,
            .raw = r->raw };

        message_unfold(&row.message, r->why);
        if (row_write(&w->rows[RAW_REJECTION], (const int64_t[]){ id, (int64_t)i }, &row, e))
            return -1;
    }
    return 0;
}

static int
write_input(struct kept_writer *w, int64_t id, const struct input *in, struct err *e)
{
    for (size_t i = 0; i < in->declared.n; i++) {
        const struct raw_sum sum = { "declared", in->declared.at[i].currency,
            in->declared.at[i].sum };

        if (row_write(&w->rows[RAW_SUM], &id, &sum, e))
            return -1;
    }
    if (write_rejections(w, id, in, e))
        return -1;
    for (size_t i = 0; i < in->warnings.n; i++) {
        const struct raw_warning warning = { in->warnings.at[i], false };

        if (row_write(&w->rows[RAW_WARNING], (const int64_t[]){ id, (int64_t)i }, &warning, e))
            return -1;
    }
    for (size_t i = 0; i < in->warning_counts.n; i++)
        if (row_write(&w->rows[RAW_WARNING_COUNT], (const int64_t[]){ id, (int64_t)i },
                &in->warning_counts.at[i], e))
            return -1;
    return 0;
}

static int
write_observations(struct kept_writer *w, int64_t id, const struct observations *o,
    uint32_t input, const struct kept_place *at, struct err *e)
{
    int64_t key[2] = { id, 0 };

    for (size_t i = at->state; i < o->states.n && o->states.at[i].input == input; i++, key[1]++)
        if (row_write(&w->rows[RAW_STATE], key, &o->states.at[i], e))
            return -1;
    key[1] = 0;
    for (size_t i = at->sample; i < o->samples.n && o->samples.at[i].input == input;
        i++, key[1]++)
        if (row_write(&w->rows[RAW_SAMPLE], key, &o->samples.at[i], e))
            return -1;
    key[1] = 0;
    for (size_t i = at->payment;
        i < o->payments.list.n && o->payments.list.at[i].input == input; i++, key[1]++)
        if (row_write(&w->rows[RAW_STATEMENT], key, &o->payments.list.at[i], e))
            return -1;
    return 0;
}

/* Whether the document ${one} is of ${in}. */
static bool
is_of_input(const struct invoice *one, const struct input *in)
{
    return one->files.n > 0 && strcmp(one->files.at[0], in->path) == 0 &&
        strcmp(one->file_sha256.at[0], in->sha256) == 0;
}

static int
write_documents(struct kept_writer *w, int64_t id, const struct invoices *v,
    const struct input *in, size_t first, struct err *e)
{
    int64_t key[3] = { id, 0, 0 };

    for (size_t i = first; i < v->list.n && is_of_input(&v->list.at[i], in); i++, key[1]++) {
        const struct invoice *one = &v->list.at[i];

        if (row_write(&w->rows[RAW_DOCUMENT], key, one, e))
            return -1;
        for (size_t k = 0; k < one->lines.n; k++) {
            key[2] = (int64_t)k;
            if (row_write(&w->rows[RAW_ITEM], key, &one->lines.at[k], e))
                return -1;
        }
    }
    return 0;
}

int
kept_write(struct kept_writer *w, int64_t id, const struct import *im, uint32_t input,
    const struct kept_place *at, uint64_t *digest, struct err *e)
{
    const struct input *in = im->ledger.inputs.at[input];

    for (size_t i = 0; i < RAW_COUNT; i++)
        w->rows[i].digest = 0;
    w->line_digest = 0;
    if (row_write(&w->rows[RAW_SOURCE], &id, in, e) || write_input(w, id, in, e) ||
        lines_write(w, id, &im->ledger, input, at->line, e) ||
        write_observations(w, id, &im->observations, input, at, e) ||
        write_documents(w, id, &im->invoices, in, at->document, e))
        return -1;
    *digest = w->line_digest;
    for (size_t i = 0; i < RAW_COUNT; i++)
        digest_number(digest, w->rows[i].digest);
    /* SQLite's integers have a sign. */
    *digest >>= 1;
    return 0;
}
