/*
 * window.c - the part of a text that is looked at. mark <= to <= room.
 */
#include <stdlib.h>

#include "record/window.h"

void
window_init(struct window *w, struct text *t)
{
    *w = (struct window){ .text = t };
}

void
window_init_whole(struct window *w, struct sv s)
{
    /* Nothing is written to the bytes where there is no text to fill from. */
    *w = (struct window){ .bytes = (char *)(uintptr_t)s.p, .to = s.n, .is_end = true };
}

void
window_release(struct window *w)
{
    if (w->text)
        free(w->bytes);
    *w = (struct window){ 0 };
}

/* Make room for ${more} bytes, moving what is kept to the front. */
static int
make_room(struct window *w, size_t more, struct err *e)
{
    size_t kept = w->to - w->mark, room = w->room;
    char *bytes;

    if (w->mark > 0 && kept > 0)
        memmove(w->bytes, w->bytes + w->mark, kept);
    w->to = kept;
    w->mark = 0;
    if (room - kept >= more)
        return 0;
    room = kept + more > room * 2 ? kept + more : room * 2;
    bytes = realloc(w->bytes, room);
    if (!bytes)
        return err_nomem(e);
    w->bytes = bytes;
    w->room = room;
    return 0;
}

int
window_fill(struct window *w, size_t *shift, struct err *e)
{
    size_t n;
    int more;

    *shift = 0;
    if (!w->text)
        return 0;
    *shift = w->mark;
    if (make_room(w, text_chunk(w->text), e))
        return -1;
    more = text_read(w->text, w->bytes + w->to, &n, e);
    if (more < 0)
        return -1;
    w->to += n;
    w->is_end = more == 0;
    return 0;
}
