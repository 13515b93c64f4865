/*
 * store_group.c - the rows of logs and statements by the input that they stand in.
 *
 * An import has them by what they are about; inside an input they keep that order.
 */
#include <stdlib.h>

#include "store/store_import.h"

/* Elements of ${size} bytes, each of which has the index of its input at ${offset}. */
struct rows {
    void **at;
    size_t n, size, offset;
};

static uint32_t
input_of(const struct rows *r, size_t i)
{
    uint32_t input;

    memcpy(&input, (const char *)*r->at + i * r->size + r->offset, sizeof(input));
    return input;
}

static int
group(const struct rows *r, size_t inputs, struct err *e)
{
    size_t *next;
    char *grouped;

    if (r->n == 0)
        return 0;
    next = calloc(inputs + 1, sizeof(*next));
    grouped = malloc(r->n * r->size);
    if (!next || !grouped) {
        free(next);
        free(grouped);
        return err_nomem(e);
    }
    for (size_t i = 0; i < r->n; i++)
        next[input_of(r, i) + 1]++;
    for (size_t i = 1; i < inputs; i++)
        next[i] += next[i - 1];
    for (size_t i = 0; i < r->n; i++)
        memcpy(grouped + next[input_of(r, i)]++ * r->size, (const char *)*r->at + i * r->size,
            r->size);
    memcpy(*r->at, grouped, r->n * r->size);
    free(next);
    free(grouped);
    return 0;
}

int
store_group_rows(struct import *im, struct err *e)
{
    struct observations *o = &im->observations;
    const struct rows rows[] = {
        { (void **)&o->states.at, o->states.n, sizeof(*o->states.at),
            offsetof(struct state_entry, input) },
        { (void **)&o->samples.at, o->samples.n, sizeof(*o->samples.at),
            offsetof(struct usage_sample, input) },
        { (void **)&o->payments.list.at, o->payments.list.n, sizeof(*o->payments.list.at),
            offsetof(struct payment, input) },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (group(&rows[i], im->ledger.inputs.n, e))
            return -1;
    return 0;
}
