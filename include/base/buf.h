/*
 * buf.h - growing text.
 *
 * A failed append sets `failed` and later appends do nothing, so a long text can be composed
 * without a check per piece: ask buf_ok() once at the end.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/sv.h"

struct buf {
    char *p;     /* NUL-ended whenever n > 0 or p != NULL */
    size_t n;    /* bytes without the NUL */
    size_t room; /* bytes allocated */
    size_t max;  /* most bytes it may hold, without the NUL */
    bool failed; /* out of memory, or max was reached */
    bool full;   /* failed because of max */
};

/* An empty text that may grow to ${max} bytes. Allocates nothing. */
void buf_init(struct buf *b, size_t max);

/* Free the text; ${b} is as after buf_init() with the same max. */
void buf_release(struct buf *b);

/* Empty the text and forget that it was too long, but not that memory was out: what was made of it
 * lacks something. The memory is kept. */
void buf_reset(struct buf *b);

void buf_add(struct buf *b, struct sv s);
void buf_add_text(struct buf *b, const char *text);
void buf_add_char(struct buf *b, char c);
void buf_addf(struct buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Append ${code} (a Unicode scalar value, else U+FFFD) as UTF-8. */
void buf_add_utf8(struct buf *b, unsigned code);

/* Append ${s} safe to show: see sv_escape_next(). Nothing is cut. */
void buf_add_escaped(struct buf *b, struct sv s);

/*
 * Append ${s} in lines of at most ${width} columns, each behind ${indent} blanks and with its line
 * end, broken at blanks where there are some; a line takes one character at least.
 */
void buf_add_wrapped(struct buf *b, struct sv s, size_t indent, size_t width);

/* Append ${s} as a JSON string with its quotes; bytes that are no UTF-8 become U+FFFD. */
void buf_add_json(struct buf *b, struct sv s);

/* Cut the text to its first ${n} bytes; a longer ${n} changes nothing. */
void buf_cut(struct buf *b, size_t n);

/* The text; valid until the next append. */
struct sv buf_sv(const struct buf *b);

/* ${b} fails too if memory was out for ${part}, of which something went into ${b}. */
void buf_fail_with(struct buf *b, const struct buf *part);

/* 0 if every append worked; else -1 and ${e} is ERR_NOMEM or ERR_LIMIT. */
int buf_ok(const struct buf *b, struct err *e);

#endif
