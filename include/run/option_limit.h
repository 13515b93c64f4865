/*
 * option_limit.h - the values of --limit and --memory.
 */
#ifndef RUN_OPTION_LIMIT_H
#define RUN_OPTION_LIMIT_H

#include <stddef.h>

#include "base/err.h"
#include "input/limits.h"

/*
 * Set one of ${l} as ${value} says: NAME=N, N a whole number from 1 up, with K, M, G behind it
 * where it is one of bytes (of 1024). -1: ERR_USAGE naming the names that there are, or the highest
 * number.
 */
int option_limit_set(struct limits *l, const char *value, struct err *e);

/* The NAMEs in turn, from 0; NULL behind the last. */
const char *option_limit_name(size_t i);

/* A number of bytes as ${option} takes it: 67108864, 64M or 64MiB. -1: ERR_USAGE. */
int option_size_set(uint64_t *out, const char *option, const char *value, struct err *e);

#endif
