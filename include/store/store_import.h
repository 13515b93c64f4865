/*
 * store_import.h - an import together with all that is kept of earlier ones.
 *
 * store_take() makes of the files of a run and of what the store holds one import, as if all had
 * been read now; it is then settled as every import is, and store_settle() keeps the result. Which
 * of two equal or contradicting rows counts is therefore decided by the files alone, never by the
 * order in which they were given.
 */
#ifndef STORE_STORE_IMPORT_H
#define STORE_STORE_IMPORT_H

#include "store/store_source.h"

/* What the store has of an input. */
struct held {
    int64_t id;        /* 0: nothing (it could not be read, or is a copy of another one) */
    bool is_new;       /* its rows were written by this run */
    size_t first, n;   /* its lines in the ledger */
    size_t warnings;   /* how many of its warnings are of reading it */
    size_t settled;    /* and how many in all are of reading and settling */
    struct kept_fates fates; /* as they were kept; none where it is new */
};

/* A warning of an earlier file that it did not have before. */
struct held_news {
    const struct input *input;
    const struct warning *warning;
};

struct holding {
    struct arena arena;
    struct held *at; /* by input of the ledger */
    size_t n;
    bool *has_project; /* per line: the bill itself says one */
    /* Sources of this run: new ones; those that are read otherwise than before; those that were
     * there; of these, those that are called by another path now. */
    size_t taken, changed, known, renamed;
    uint64_t lines_taken, lines_counted; /* of the new ones */
    struct { struct held_news *at; size_t n, room; } news;
};

void holding_release(struct holding *h);

/*
 * Write what is new of ${im} into ${s} (begun), and add to it all else that ${s} holds, in the
 * order of paths; files of one path are in that of the latest charge in them, then of their number
 * of records, then of their SHA-256. A file that was read before under another path is called by
 * the first of the two, bytewise. -1: ERR_IO, ERR_NOMEM, ERR_LIMIT, with ${im} in a state that can
 * only be released. holding_release() in every case.
 */
int store_take(struct store *s, struct import *im, struct holding *h, struct err *e);

/* Note that ${im} is settled: what is said from now on is of a report. */
void store_note_settled(const struct import *im, struct holding *h);

/* Keep what settling decided: of lines, sums and warnings. -1: ERR_IO, ERR_NOMEM. */
int store_settle(struct store *s, const struct import *im, struct holding *h, struct err *e);

/* Whether nothing came that the store had not: no file, and none that is read otherwise. */
bool holding_is_unchanged(const struct holding *h);

/* Parts of store_take(): the rows of logs and statements by input; the inputs in their order, and
 * all that counts by them. -1: ERR_NOMEM. */
int store_group_rows(struct import *im, struct err *e);
int store_sort_inputs(struct import *im, struct holding *h, struct err *e);

#endif
