/*
 * hook.c - hooks by name.
 */
#include "parsers/hook.h"

const struct hook *
hook_find(struct sv name)
{
    for (const struct hook *const *h = hook_table; *h; h++)
        if (sv_is(sv_of((*h)->name), name))
            return *h;
    return NULL;
}
