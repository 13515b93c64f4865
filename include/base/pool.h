/*
 * pool.h - a few threads for independent pieces of work.
 */
#ifndef BASE_POOL_H
#define BASE_POOL_H

#include <stddef.h>

#include "base/err.h"

/* Work on piece ${index}; ${context} is shared. Must not fail: results, also bad ones, are kept. */
typedef void pool_work(void *context, size_t index);

/*
 * Call ${work} once for each index below ${count} on at most ${jobs} threads (1: on the caller's
 * own), handing out indexes in order, and return when all are done. -1 (ERR_IO) only if not even
 * one thread could work; threads that cannot be started are done without.
 */
int pool_run(size_t jobs, size_t count, pool_work *work, void *context, struct err *e);

/* Processors that this process may use, at least 1. */
size_t pool_processors(void);

#endif
