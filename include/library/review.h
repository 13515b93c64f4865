/*
 * review.h - a review of the library: what it is asked for, how far it is, and what it found.
 */
#ifndef LIBRARY_REVIEW_H
#define LIBRARY_REVIEW_H

#include <gpubill.h>

#include "base/arena.h"
#include "base/map.h"
#include "run/judging.h"
#include "run/reading.h"
#include "run/stopwatch.h"

enum review_stage {
    REVIEW_OPEN,   /* options and files are taken */
    REVIEW_FAILED, /* it has run, and has no results */
    REVIEW_DONE,
};

struct review_texts {
    const char **at;
    size_t n, room;
};

struct gpubill {
    enum review_stage stage;
    struct arena arena; /* of texts */
    struct run_options options;
    unsigned lang; /* enum lang */
    unsigned is_strict, is_forced;
    struct review_texts paths, usage, previous;
    struct { struct run_bytes *at; size_t n, room; } bytes;
    struct map names; /* of `bytes` */
    struct reading reading; /* from gpubill_run() on */
    struct judging judging;
    struct stopwatch stopwatch;
    struct results results;
    struct err err; /* of the last call that failed */
    char error[ERR_TEXT_MAX]; /* the same in words */
};

/* What ${review} found; NULL where it has not run to its end. */
const struct results *review_results(const struct gpubill *review);

/* Set one of the options of gpubill_set(). -1: ERR_USAGE, ERR_NOMEM. */
int review_set(struct gpubill *review, const char *name, const char *value, struct err *e);

/* Add a copy of ${text} to ${list} of ${review}. -1: ERR_NOMEM, ERR_LIMIT. */
int review_add_text(struct gpubill *review, struct review_texts *list, const char *text,
    struct err *e);

#endif
