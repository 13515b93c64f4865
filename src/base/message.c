/*
 * message.c - one sentence for the user, kept apart from its language.
 *
 * The arguments stand in m->args one behind the other, each with its NUL; what is behind the last
 * one is zero, so reading an argument that is not there gives "".
 */
#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

#include "base/message.h"
#include "base/sv.h"

/* Room that is kept for each later argument: any integer fits. */
#define ARG_RESERVE 24

/* Least room for a pair: its marks, a byte and the NUL. */
#define PAIR_ROOM 4

enum size {
    SIZE_INT,
    SIZE_LONG,
    SIZE_LONG_LONG,
    SIZE_SIZE,
    SIZE_MAXIMUM,
};

/* One conversion: %[N$][.*[N$]][l|ll|z|j](s|d|i|u|c). */
struct spec {
    size_t length;   /* bytes behind the % */
    size_t position; /* the N, counted from 1; 0: the next argument */
    bool has_star;
    enum size size;
    char conversion;
};

/* Where message_text() writes to; bytes for which there is no room are dropped. */
struct out {
    enum lang lang;
    char *p;
    size_t n, room;
    bool is_cut;
};

/* Read "N$" at ${p}: its length, or 0 where there is none. */
static size_t
read_position(const char *p, size_t *position)
{
    size_t n = 0, value = 0;

    while (p[n] >= '0' && p[n] <= '9' && n < 3)
        value = value * 10 + (size_t)(p[n++] - '0');
    if (n == 0 || p[n] != '$')
        return 0;
    *position = value;
    return n + 1;
}

static size_t
read_size(const char *p, enum size *size)
{
    *size = SIZE_INT;
    if (p[0] == 'l' && p[1] == 'l') {
        *size = SIZE_LONG_LONG;
        return 2;
    }
    if (p[0] == 'l')
        *size = SIZE_LONG;
    else if (p[0] == 'z')
        *size = SIZE_SIZE;
    else if (p[0] == 'j')
        *size = SIZE_MAXIMUM;
    return *size == SIZE_INT ? 0 : 1;
}

/* Read the conversion behind a % at ${p}. False where it is none of those that messages may use. */
static bool
read_spec(const char *p, struct spec *spec)
{
    const char *start = p;
    size_t ignored;

    *spec = (struct spec){ 0 };
    p += read_position(p, &spec->position);
    if (p[0] == '.' && p[1] == '*') {
        spec->has_star = true;
        p += 2;
        p += read_position(p, &ignored);
    }
    p += read_size(p, &spec->size);
    if (*p == '\0' || !strchr("sdiuc", *p))
        return false;
    if (spec->has_star && *p != 's')
        return false;
    spec->conversion = *p++;
    spec->length = (size_t)(p - start);
    return true;
}

/* Move ${*p} behind the next conversion of the format. False at the end of the format. */
static bool
next_spec(const char **p, struct spec *spec)
{
    while ((*p = strchr(*p, '%')) != NULL) {
        ++*p;
        if (**p == '%') {
            ++*p;
            continue;
        }
        if (!read_spec(*p, spec)) {
            assert(false && "a conversion that messages may use");
            return false;
        }
        *p += spec->length;
        return true;
    }
    return false;
}

static intmax_t
take_signed(enum size size, va_list *ap)
{
    switch (size) {
    case SIZE_INT:
        break;
    case SIZE_LONG:
        return va_arg(*ap, long);
    case SIZE_LONG_LONG:
        return va_arg(*ap, long long);
    case SIZE_SIZE:
        return va_arg(*ap, ssize_t);
    case SIZE_MAXIMUM:
        return va_arg(*ap, intmax_t);
    }
    return va_arg(*ap, int);
}

static uintmax_t
take_unsigned(enum size size, va_list *ap)
{
    switch (size) {
    case SIZE_INT:
        break;
    case SIZE_LONG:
        return va_arg(*ap, unsigned long);
    case SIZE_LONG_LONG:
        return va_arg(*ap, unsigned long long);
    case SIZE_SIZE:
        return va_arg(*ap, size_t);
    case SIZE_MAXIMUM:
        return va_arg(*ap, uintmax_t);
    }
    return va_arg(*ap, unsigned);
}

/* The string argument of ${spec}: never read beyond its length, where one is given. */
static struct sv
take_string(const struct spec *spec, va_list *ap)
{
    int most = spec->has_star ? va_arg(*ap, int) : -1;
    const char *text = va_arg(*ap, const char *);
    const char *end;

    if (!text)
        return SV("");
    if (most < 0)
        return sv_of(text);
    end = memchr(text, '\0', (size_t)most);
    return (struct sv){ text, end ? (size_t)(end - text) : (size_t)most };
}

static bool
is_key(struct sv text)
{
    return text.n > 0 && text.p[0] == MESSAGE_KEY[0];
}

/* Where the second text of a pair begins, at its mark; 0 where ${text} is no pair. */
static size_t
second_of_pair(struct sv text)
{
    size_t at = text.n > 0 && text.p[0] == MESSAGE_PAIR[0]
        ? sv_find(text, SV(MESSAGE_PAIR), 1) : (size_t)-1;

    return at == (size_t)-1 ? 0 : at;
}

/* Both texts escaped, with their marks; where there is no room for both, each gets its half. */
static size_t
take_pair(char *out, size_t room, struct sv text, size_t second)
{
    size_t first_room = text.n < room ? room - 2 : (room - 1) / 2, n;

    out[0] = MESSAGE_PAIR[0];
    n = 1 + sv_escape(out + 1, first_room, SIZE_MAX, sv_part(text, 1, second));
    out[n++] = MESSAGE_PAIR[0];
    return n + sv_escape(out + n, room - n, SIZE_MAX, sv_part(text, second + 1, text.n));
}

/* Write the next argument as text into ${out} of ${room} bytes. Returns its length. */
static size_t
take_argument(char *out, size_t room, size_t quote_max, const struct spec *spec, va_list *ap)
{
    char digits[ARG_RESERVE], c;
    struct sv text;

    switch (spec->conversion) {
    case 's':
        text = take_string(spec, ap);
        if (second_of_pair(text) > 0 && room >= PAIR_ROOM)
            return take_pair(out, room, text, second_of_pair(text));
        if (!is_key(text) || room < 2)
            return sv_escape(out, room, quote_max, text);
        out[0] = MESSAGE_KEY[0];
        return 1 + sv_escape(out + 1, room - 1, SIZE_MAX, sv_part(text, 1, text.n));
    case 'c':
        c = (char)va_arg(*ap, int);
        return sv_escape(out, room, quote_max, (struct sv){ &c, 1 });
    case 'u':
        (void)snprintf(digits, sizeof(digits), "%ju", take_unsigned(spec->size, ap));
        break;
    default:
        (void)snprintf(digits, sizeof(digits), "%jd", take_signed(spec->size, ap));
        break;
    }
    return sv_escape(out, room, SIZE_MAX, sv_of(digits));
}

static void
set(struct message *m, const char *format, size_t quote_max, va_list *ap)
{
    const char *p = format;
    size_t later = 0, used = 0;
    struct spec spec;

    *m = (struct message){ .format = format };
    while (next_spec(&p, &spec))
        later++;

    /* A long argument leaves room for those behind it, so that none is lost whole. */
    for (p = format; used < sizeof(m->args) && next_spec(&p, &spec);) {
        size_t room = sizeof(m->args) - used, reserve = --later * ARG_RESERVE;

        if (room > reserve)
            room -= reserve;
        used += take_argument(m->args + used, room, quote_max, &spec, ap) + 1;
    }
}

void
message_setv(struct message *m, const char *format, va_list ap)
{
    va_list copy;

    va_copy(copy, ap);
    set(m, format, MESSAGE_QUOTE_MAX, &copy);
    va_end(copy);
}

void
message_set_wholev(struct message *m, const char *format, va_list ap)
{
    va_list copy;

    va_copy(copy, ap);
    set(m, format, SIZE_MAX, &copy);
    va_end(copy);
}

void
message_set(struct message *m, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    message_setv(m, format, ap);
    va_end(ap);
}

void
message_set_whole(struct message *m, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    message_set_wholev(m, format, ap);
    va_end(ap);
}

static void
put(struct out *out, struct sv s)
{
    struct sv head = out->is_cut ? SV_EMPTY : sv_head(s, out->room - out->n);

    if (head.n > 0)
        memcpy(out->p + out->n, head.p, head.n);
    out->n += head.n;
    out->is_cut = out->is_cut || head.n < s.n;
}

/* Argument ${index}, counted from 0. */
static struct sv
argument(const struct message *m, size_t index)
{
    const char *p = m->args, *end = m->args + sizeof(m->args);

    for (; index > 0 && p < end; index--)
        p += strlen(p) + 1;
    return p < end ? sv_of(p) : SV("");
}

static void
put_argument(struct out *out, const struct message *m, size_t index)
{
    struct sv text = argument(m, index);
    size_t second = second_of_pair(text);

    if (second > 0)
        put(out, out->lang == LANG_ZH ? sv_part(text, second + 1, text.n)
            : sv_part(text, 1, second));
    else
        put(out, is_key(text) ? sv_of(lang_text(out->lang, text.p + 1)) : text);
}

/* The index of the argument that printf counts as ${position} in the English format. */
static size_t
index_of_position(const char *format, size_t position)
{
    size_t counted = 0, index = 0;
    struct spec spec;

    for (; next_spec(&format, &spec); index++) {
        counted += spec.has_star ? 2 : 1;
        if (counted >= position)
            break;
    }
    return index;
}

static void
put_format(struct out *out, const struct message *m, const char *format)
{
    size_t index = 0;
    struct spec spec;

    while (*format != '\0') {
        size_t plain = strcspn(format, "%");

        put(out, (struct sv){ format, plain });
        format += plain;
        if (format[0] == '\0')
            break;
        if (format[1] != '%' && read_spec(format + 1, &spec)) {
            if (spec.position > 0)
                put_argument(out, m, index_of_position(m->format, spec.position));
            else
                put_argument(out, m, index++);
            format += 1 + spec.length;
        } else {
            put(out, SV("%"));
            format += format[1] == '%' ? 2 : 1;
        }
    }
}

/* What the system said. The usual causes are here to be translated. */
static void
put_system(struct out *out, int errnum, enum lang lang)
{
    static const struct {
        int errnum;
        const char *text;
    } usual[] = {
        { EACCES, N_("Permission denied") },
        { EEXIST, N_("File exists") },
        { EISDIR, N_("Is a directory") },
        { EMFILE, N_("Too many open files") },
        { ENAMETOOLONG, N_("File name too long") },
        { ENOENT, N_("No such file or directory") },
        { ENOSPC, N_("No space left on device") },
        { ENOTDIR, N_("Not a directory") },
        { ENOTEMPTY, N_("Directory not empty") },
        { EPERM, N_("Operation not permitted") },
        { EPIPE, N_("Broken pipe") },
        { EROFS, N_("Read-only file system") },
    };
    char other[128];

    put(out, SV(": "));
    for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++) {
        if (usual[i].errnum == errnum) {
            put(out, sv_of(lang_text(lang, usual[i].text)));
            return;
        }
    }
    if (strerror_r(errnum, other, sizeof(other)) != 0)
        (void)snprintf(other, sizeof(other), "errno %d", errnum);
    put(out, sv_of(other));
}

const char *
message_text_as(const struct message *m, enum lang lang, const char *translation, char *buf,
    size_t size)
{
    struct out out = { .lang = lang, .p = buf, .room = size - 1 };

    if (size == 0)
        return buf;
    if (m->format)
        put_format(&out, m, translation);
    if (m->format && m->errnum != 0)
        put_system(&out, m->errnum, lang);
    buf[out.n] = '\0';
    return buf;
}

const char *
message_text(const struct message *m, enum lang lang, char *buf, size_t size)
{
    return message_text_as(m, lang, m->format ? lang_text(lang, m->format) : "", buf, size);
}

/* As take_argument() for ${text}, an argument as message_set() keeps it: a pair, or one text. */
static size_t
replace_argument(char *out, size_t room, struct sv text, message_replace *replace, void *context)
{
    char first[MESSAGE_ARGS_MAX];
    size_t second = second_of_pair(text), n;

    if (second == 0)
        return sv_escape(out, room, SIZE_MAX, sv_of(replace(context, text.p)));
    (void)sv_escape(first, sizeof(first), SIZE_MAX, sv_part(text, 1, second));
    n = sv_escape(out + 1, (room - 1) / 2, SIZE_MAX, sv_of(replace(context, first))) + 1;
    out[0] = MESSAGE_PAIR[0];
    out[n++] = MESSAGE_PAIR[0];
    return n + sv_escape(out + n, room - n, SIZE_MAX,
        sv_of(replace(context, text.p + second + 1)));
}

void
message_replace_texts(struct message *m, message_replace *replace, void *context)
{
    const struct message before = *m;
    const char *p = m->format;
    size_t later = 0, used = 0, index = 0;
    struct sv kept;
    struct spec spec;

    if (!p)
        return;
    memset(m->args, 0, sizeof(m->args));
    while (next_spec(&p, &spec))
        later++;
    for (p = m->format; used < sizeof(m->args) && next_spec(&p, &spec);) {
        size_t room = sizeof(m->args) - used, reserve = --later * ARG_RESERVE;
        struct sv text = argument(&before, index++);

        if (room > reserve)
            room -= reserve;
        if (spec.conversion == 's' && !is_key(text) && text.n > 0 && room >= PAIR_ROOM) {
            used += replace_argument(m->args + used, room, text, replace, context) + 1;
            continue;
        }
        kept = sv_head(text, room - 1);
        memcpy(m->args + used, kept.p, kept.n);
        used += kept.n + 1;
    }
}
