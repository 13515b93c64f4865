/*
 * option_word.h - the value of an option that is one of a few words.
 */
#ifndef RUN_OPTION_WORD_H
#define RUN_OPTION_WORD_H

#include "base/err.h"
#include "base/sv.h"

/* The index of ${value} among ${words}, NULL-ended, into ${out}. -1: ERR_USAGE, which names
 * ${option} and the words. */
int option_word(unsigned *out, const char *option, const char *const *words, struct sv value,
    struct err *e);

#endif
