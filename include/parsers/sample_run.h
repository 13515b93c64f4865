/*
 * sample_run.h - what one sample of a format becomes.
 */
#ifndef PARSERS_SAMPLE_RUN_H
#define PARSERS_SAMPLE_RUN_H

#include "base/buf.h"
#include "ledger/ledger.h"
#include "ledger/observation.h"
#include "parsers/format.h"

struct sample_run {
    struct arena arena;   /* texts of observations */
    struct ledger ledger; /* the one input and its lines */
    struct input *input;  /* owned by the ledger */
    struct { struct observation *at; size_t n, room; } observations;
};

/*
 * Read ${sample} (an element of the format's samples) with ${f}, the input hook included. ${out} is
 * released by sample_run_release() in every case. -1: ${e} says why it cannot be read at all.
 */
int sample_run(struct sample_run *out, const struct format *f, const cJSON *sample,
    struct err *e);
void sample_run_release(struct sample_run *s);

/* The text of field ${field} of ${o} into ${out}; false where it has no value. ${scratch} holds
 * text that is made. */
bool observation_text(const struct observation *o, enum observation_field field,
    struct buf *scratch, struct sv *out);

/* The name of an observation's field; a literal. */
const char *observation_name(enum observation_field field);

#endif
