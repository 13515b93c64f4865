/*
 * store.h - the ledger that --ledger-db keeps: an SQLite file with all sources, and what a review
 * of them finds.
 *
 * A store holds what was read of every source before it was settled, so that the result of an
 * import is that of one review of all files together, whatever their order. Everything between
 * store_begin() and store_commit() is one transaction: whatever ends the program in between, the
 * file is as before. Messages of failures carry the path of the store.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>

#include "base/err.h"

struct store;

/* "gpub": in the header of every store. */
#define STORE_APPLICATION_ID 0x67707562

/* How long another run is waited for, in milliseconds. */
#define STORE_WAIT 10000

/* Whether a store lies at ${path}, by its header; ${*is_kept} false: one of store_create(), which
 * no run has opened to add to it. */
bool store_is_at(const char *path, bool *is_kept);

/*
 * Open ${path}; where nothing is there, or an empty file, it is made. -1: ERR_IO where it is no
 * store, one of a newer gpubill, in use, or cannot be read; ERR_NOMEM.
 */
int store_open(struct store **out, const char *path, struct err *e);

/* As store_open() for a new file that nobody else sees yet: nothing is kept for going back. */
int store_create(struct store **out, const char *path, struct err *e);

/* Close; what was not committed is gone. NULL is fine. */
void store_close(struct store *s);

/* Begin to write, waiting STORE_WAIT for others. -1: ERR_IO. */
int store_begin(struct store *s, struct err *e);

/* Keep everything since store_begin(). -1: ERR_IO, and the file is as before. */
int store_commit(struct store *s, struct err *e);

/* Whether ${key} is among what the content was made with. -1: ERR_IO. */
int store_meta_has(struct store *s, const char *key, bool *has, struct err *e);

/* Whether ${key} has ${value} among what the content was made with; set it. -1: ERR_IO. */
int store_meta_is(struct store *s, const char *key, const char *value, bool *is, struct err *e);
int store_meta_set(struct store *s, const char *key, const char *value, struct err *e);

#endif
