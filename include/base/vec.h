/*
 * vec.h - growing arrays of one type.
 *
 *     struct claim_vec { struct claim *at; size_t n, room; };
 *     if (vec_grow(&v, 1, CLAIMS_MAX, e)) ...
 *     v.at[v.n++] = claim;
 */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <stddef.h>
#include <stdlib.h> /* free(), for vec_release() */

#include "base/err.h"

/*
 * Make room in the vector ${v} (a pointer to a struct with `at`, `n` and `room`) for ${more}
 * elements, ${max} at most in all. 0, or -1 with ERR_NOMEM or ERR_LIMIT and ${v} left alone.
 */
#define vec_grow(v, more, max, e) vec_grow_named(v, more, max, NULL, e)

/* As vec_grow() where what is read can reach ${max}: of ${what}, a text of the catalogue
 * ("invoices"), the message says that there are too many. */
#define vec_grow_named(v, more, max, what, e)                                                      \
    vec_grow_bytes((void **)&(v)->at, &(v)->room, (v)->n, (more), (max), sizeof(*(v)->at),         \
        (what), (e))

/* Free the elements of ${v}; it is empty afterwards. */
#define vec_release(v) (free((v)->at), (v)->at = NULL, (v)->n = 0, (v)->room = 0)

/* The function behind vec_grow_named(). */
int vec_grow_bytes(void **at, size_t *room, size_t n, size_t more, size_t max, size_t size,
    const char *what, struct err *e);

#endif
