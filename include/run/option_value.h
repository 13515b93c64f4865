/*
 * option_value.h - the values of options, from text. Messages name the option.
 */
#ifndef RUN_OPTION_VALUE_H
#define RUN_OPTION_VALUE_H

#include <stdint.h>

#include "base/err.h"
#include "base/sv.h"

/* The index of ${value} among ${words}, NULL-ended, into ${out}. -1: ERR_USAGE with the words. */
int option_word(unsigned *out, const char *option, const char *const *words, struct sv value,
    struct err *e);

/* A whole number from 1 to 4294967295. -1: ERR_USAGE. */
int option_count(uint64_t *out, const char *option, const char *value, struct err *e);

/* An offset such as +08:00, in minutes. -1: ERR_USAGE. */
int option_zone(int *minutes, const char *option, const char *value, struct err *e);

#endif
