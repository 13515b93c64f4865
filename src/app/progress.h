/*
 * progress.h - a bar on standard error while files are read.
 */
#ifndef APP_PROGRESS_H
#define APP_PROGRESS_H

#include <stdatomic.h>

#include "app/options.h"

struct progress {
    bool is_shown;
    unsigned lang;
    atomic_llong next; /* monotonic milliseconds before which nothing is drawn */
    atomic_bool is_drawn;
};

/* Shown with --progress always, or auto on a terminal without --quiet. */
void progress_init(struct progress *p, const struct options *o);

/* An import_progress; ${context} is the struct progress. Draws at most ten times a second. */
void progress_step(void *context, uint64_t done, uint64_t total);

/* Remove the bar. */
void progress_end(struct progress *p);

#endif
