/*
 * pool.h - a few threads for independent pieces of work.
 */
#ifndef BASE_POOL_H
#define BASE_POOL_H

#include <stddef.h>

#include "base/err.h"

/* Most threads that work at a time; more jobs are taken as this many. */
#define POOL_JOBS_MAX 256

/* Work on piece ${index}; ${context} is shared. Must not fail: results, also bad ones, are kept. */
typedef void pool_work(void *context, size_t index);

/*
 * Call ${work} once for each index below ${count} on at most ${jobs} threads (0 is taken as 1),
 * handing out indexes in order, and return when all are done. The caller's own thread is one of
 * them; threads that cannot be started are done without, so this does not fail for lack of any.
 * The others receive no signals. -1 (ERR_IO) only if the process's signal mask cannot be set; then
 * nothing was worked on.
 */
int pool_run(size_t jobs, size_t count, pool_work *work, void *context, struct err *e);

/* Processors that this process may use, at least 1. */
size_t pool_processors(void);

#endif
