/*
 * intern.h - every different string once.
 *
 * Interned strings of one table are equal exactly when their pointers are. Not thread-safe.
 */
#ifndef BASE_INTERN_H
#define BASE_INTERN_H

#include "base/arena.h"
#include "base/map.h"

struct intern {
    struct arena arena;
    struct map map;
};

#define INTERN_INIT { ARENA_INIT, MAP_INIT }

/*
 * The interned, NUL-ended copy of ${s}, valid until intern_release(). The empty string is one
 * too. NULL when memory is out. ${s} may hold NUL bytes; the copy is then cut when read as a C
 * string, so callers reject NUL before.
 */
const char *intern_text(struct intern *t, struct sv s);

void intern_release(struct intern *t);

#endif
