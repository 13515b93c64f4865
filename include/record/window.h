/*
 * window.h - the part of a text that is looked at: bytes in one piece, growing at their end.
 */
#ifndef RECORD_WINDOW_H
#define RECORD_WINDOW_H

#include <stdbool.h>

#include "base/err.h"
#include "input/text.h"

struct window {
    struct text *text; /* NULL where all the bytes are there, and somebody else's */
    char *bytes;
    size_t room;
    size_t mark;       /* what is before it may be forgotten */
    size_t to;         /* end of the bytes */
    bool is_end;       /* the text has no more */
};

/* Look at ${t} (borrowed) from where it is. Allocates nothing. */
void window_init(struct window *w, struct text *t);

/* Look at ${s} (borrowed) alone. */
void window_init_whole(struct window *w, struct sv s);

void window_release(struct window *w);

/*
 * Append the text's next piece, or set `is_end` where there is none. The bytes before the mark are
 * dropped: all offsets, also mark and to, become smaller by ${*shift}. -1: ERR_IO, ERR_NOMEM,
 * ERR_ENCODING.
 */
int window_fill(struct window *w, size_t *shift, struct err *e);

#endif
