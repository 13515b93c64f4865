/*
 * err.h - why a function failed, and where in the user's input.
 *
 * Every function that can fail returns 0 or -1 and takes a struct err * as its last argument.
 *   - On success the object is left alone, so calls can be chained with ||.
 *   - Whoever detects the failure writes code and message, once.
 *   - Callers add the place with err_at() but never replace the message.
 *   - NULL in its place: the caller does not ask why, and spares an object of a few kilobytes.
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <stdint.h>

#include "base/message.h"

/* Longest path that is kept, with the NUL; a longer one is cut in front and starts with "...". */
#define ERR_PATH_MAX 1024

/* Longest line that err_text() writes, with the NUL. */
#define ERR_TEXT_MAX (ERR_PATH_MAX + MESSAGE_TEXT_MAX + 32)

enum err_code {
    ERR_NONE = 0,
    ERR_IO,       /* the system refused: open, read, write */
    ERR_GONE,     /* who read what is written has gone away: a closed pipe */
    ERR_ENCODING, /* bytes are not text in the expected charset */
    ERR_SYNTAX,   /* text does not follow the format */
    ERR_RANGE,    /* well-formed, but too large, too small or inexact */
    ERR_LIMIT,    /* a stated limit was reached */
    ERR_UNKNOWN,  /* nothing recognises the input */
    ERR_USAGE,    /* the user's command or config is wrong */
    ERR_BUG,      /* an internal check failed */
    ERR_NOMEM,
};

struct err {
    enum err_code code;
    char path[ERR_PATH_MAX]; /* the user's file, "" if unknown */
    uint64_t line;           /* 1-based, 0 if unknown */
    struct message message;  /* one line, no period at its end */
};

#define ERR_INIT { .code = ERR_NONE }

/*
 * Record a failure, the place of which is not known yet; conversions as message_set(). Always
 * returns -1: `return err_set(...)`.
 */
int err_set(struct err *e, enum err_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* As err_set() for string arguments that must be shown whole (see message_set_whole()). */
int err_set_whole(struct err *e, enum err_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* As err_set() for a message that is already made; ${m} is copied. Always returns -1. */
int err_set_message(struct err *e, enum err_code code, const struct message *m);

/* Out of memory, which every caller says in the same words. Always returns -1. */
int err_nomem(struct err *e);

/*
 * A system call failed: ${format} says what was being done, strerror(${errnum}) is added.
 * ${errnum} is the errno of that call. Always returns -1.
 */
int err_system(struct err *e, int errnum, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Add the place if no path is known yet; ${path} is copied. Always returns -1. */
int err_at(struct err *e, const char *path, uint64_t line);

/*
 * "PATH:LINE: message" in ${lang} into ${buf} of ${size} bytes; parts that are unknown are left
 * out. Control bytes of the path are escaped. Returns ${buf}. Cannot fail.
 */
const char *err_text(const struct err *e, enum lang lang, char *buf, size_t size);

#endif
