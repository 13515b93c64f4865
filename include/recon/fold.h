/*
 * fold.h - names, ids and texts in a form in which equal ones are equal.
 */
#ifndef RECON_FOLD_H
#define RECON_FOLD_H

#include "base/arena.h"
#include "base/err.h"
#include "base/sv.h"

/* ${text} in NFKC (brackets and letters of full width become ASCII). What is no UTF-8 stays as it
 * is. NULL when memory is out. */
const char *fold_text(struct arena *a, const char *text);

/* The same without blanks of any kind: names of sellers, buyers and payees. */
const char *fold_name(struct arena *a, const char *text);

/* The same in capitals: tax ids. */
const char *fold_id(struct arena *a, const char *text);

/* The folded form of each of NULL-ended ${names} (NULL: none), NULL-ended. NULL: memory. */
const char **fold_names(struct arena *a, const char *const *names);

/* True where ${name}, folded, is one of NULL-ended ${folded}. */
bool fold_is_one_of(const char *name, const char *const *folded);

#endif
