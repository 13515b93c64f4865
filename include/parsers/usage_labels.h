/*
 * usage_labels.h - the labels of a Prometheus series: which GPU, and on what.
 */
#ifndef PARSERS_USAGE_LABELS_H
#define PARSERS_USAGE_LABELS_H

#include "base/buf.h"

struct usage_labels {
    struct buf host;     /* all that may name the instance, parted by blanks */
    struct buf gpu;
    struct buf part;     /* of the GPU, under MIG; "" if it is whole */
    unsigned gpu_rank;
};

void usage_labels_init(struct usage_labels *l);
void usage_labels_release(struct usage_labels *l);
void usage_labels_reset(struct usage_labels *l);

/* Take the label ${name}, whose case differs between exporters. */
void usage_labels_add(struct usage_labels *l, struct sv name, struct sv value);

/* The GPU; "0" where no label names it. Call once, after the last label. */
struct sv usage_labels_gpu(struct usage_labels *l);

#endif
