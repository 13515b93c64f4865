/*
 * gpu_types.h - GPU model and number of cards by instance type or spec text.
 *
 * One table, parsers/gpu_types.json, each row with its source.
 */
#ifndef PARSERS_GPU_TYPES_H
#define PARSERS_GPU_TYPES_H

#include "base/err.h"
#include "base/sv.h"

struct gpu_types;

struct gpu_type {
    const char *model; /* normalised: "RTX 4090", "A100 80GB"; borrowed from the table */
    unsigned count;    /* cards; 0 if the text does not tell */
};

/* Load the embedded table. NULL: ${e}. Free with gpu_types_free(). Thread-safe. */
struct gpu_types *gpu_types_load(struct err *e);
void gpu_types_free(struct gpu_types *t);

/*
 * Find what ${text} (an instance type, a spec text: "ecs.gn7i-c8g1.2xlarge", "RTX 4090 * 2卡") says
 * of GPUs on ${platform} ("" for any). False if nothing.
 */
bool gpu_types_find(const struct gpu_types *t, const char *platform, struct sv text,
    struct gpu_type *out);

#endif
