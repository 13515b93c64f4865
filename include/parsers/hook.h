/*
 * hook.h - code for what a format's data cannot say. One file each: parsers/hooks/hook_<name>.c.
 */
#ifndef PARSERS_HOOK_H
#define PARSERS_HOOK_H

#include "base/buf.h"
#include "ledger/ledger.h"

struct format;

struct hook {
    const char *name;
    /* The verb `hook`: make ${out} of ${in}. 1: a value; 0: no value; -1: ${e}. NULL if none. */
    int (*text)(struct sv in, struct buf *out, struct err *e);
    /*
     * After all records of one input were read: look at its lines together and change them with
     * ledger_change(). ${l} holds that one input, index 0. -1: ${e}. NULL if none.
     */
    int (*input)(const struct format *f, struct ledger *l, struct err *e);
};

/* Generated: all hooks, NULL-ended. */
extern const struct hook *const hook_table[];

/* The hook called ${name}, or NULL. */
const struct hook *hook_find(struct sv name);

#endif
