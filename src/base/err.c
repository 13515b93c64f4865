/*
 * err.c - why a function failed, and where in the user's input.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/err.h"
#include "base/sv.h"

/* A new failure: the place of an earlier one must not stick to it. False where nobody asks. */
static bool
start(struct err *e, enum err_code code)
{
    if (!e)
        return false;
    e->code = code;
    e->path[0] = '\0';
    e->line = 0;
    return true;
}

int
err_set(struct err *e, enum err_code code, const char *format, ...)
{
    va_list ap;

    if (!start(e, code))
        return -1;
    va_start(ap, format);
    message_setv(&e->message, format, ap);
    va_end(ap);
    return -1;
}

int
err_set_whole(struct err *e, enum err_code code, const char *format, ...)
{
    va_list ap;

    if (!start(e, code))
        return -1;
    va_start(ap, format);
    message_set_wholev(&e->message, format, ap);
    va_end(ap);
    return -1;
}

int
err_set_message(struct err *e, enum err_code code, const struct message *m)
{
    if (!start(e, code))
        return -1;
    e->message = *m;
    return -1;
}

int
err_nomem(struct err *e)
{
    return err_set(e, ERR_NOMEM, "out of memory");
}

int
err_system(struct err *e, int errnum, const char *format, ...)
{
    va_list ap;

    if (!start(e, ERR_IO))
        return -1;
    va_start(ap, format);
    message_setv(&e->message, format, ap);
    va_end(ap);
    e->message.errnum = errnum;
    return -1;
}

int
err_at(struct err *e, const char *path, uint64_t line)
{
    static const char dots[] = "...";
    struct sv s = sv_of(path);
    char *out = e->path;

    if (!e || e->path[0] != '\0')
        return -1;
    e->line = line;

    /* Of a path that is too long the end says more than the start. */
    if (s.n >= sizeof(e->path)) {
        s = sv_part(s, s.n - (sizeof(e->path) - sizeof(dots)), s.n);
        while (s.n > 0 && ((unsigned char)s.p[0] & 0xC0) == 0x80)
            s = sv_part(s, 1, s.n);
        memcpy(out, dots, sizeof(dots) - 1);
        out += sizeof(dots) - 1;
    }
    if (s.n > 0)
        memcpy(out, s.p, s.n);
    out[s.n] = '\0';
    return -1;
}

/* Write "PATH:LINE: ", or as much of it as is known, into ${out}. */
static void
place_text(const struct err *e, enum lang lang, char *out, size_t size)
{
    char path[ERR_PATH_MAX + 4];
    struct message m;

    (void)sv_escape(path, sizeof(path), ERR_PATH_MAX, sv_of(e->path));
    if (path[0] != '\0' && e->line > 0) {
        (void)snprintf(out, size, "%s:%ju: ", path, (uintmax_t)e->line);
    } else if (path[0] != '\0') {
        (void)snprintf(out, size, "%s: ", path);
    } else if (e->line > 0) {
        message_set(&m, "line %ju: ", (uintmax_t)e->line);
        (void)message_text(&m, lang, out, size);
    } else {
        out[0] = '\0';
    }
}

const char *
err_text(const struct err *e, enum lang lang, char *buf, size_t size)
{
    char place[ERR_PATH_MAX + 32], text[MESSAGE_TEXT_MAX], whole[sizeof(place) + sizeof(text)];
    struct sv head;

    if (size == 0)
        return buf;
    place_text(e, lang, place, sizeof(place));
    (void)message_text(&e->message, lang, text, sizeof(text));
    (void)snprintf(whole, sizeof(whole), "%s%s", place, text);
    head = sv_head(sv_of(whole), size - 1);
    memcpy(buf, head.p, head.n);
    buf[head.n] = '\0';
    return buf;
}
