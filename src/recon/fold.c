/*
 * fold.c - Unicode's NFKC by utf8proc, and what names and ids need beyond it.
 */
#include <stdlib.h>

#include <utf8proc.h>

#include "recon/fold.h"

const char *
fold_text(struct arena *a, const char *text)
{
    utf8proc_uint8_t *folded = NULL;
    const char *copy;
    utf8proc_ssize_t n = utf8proc_map((const utf8proc_uint8_t *)text, 0, &folded,
        UTF8PROC_NULLTERM | UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT);

    if (n == UTF8PROC_ERROR_NOMEM)
        return NULL;
    copy = arena_text(a, n < 0 ? sv_of(text) : (struct sv){ (const char *)folded, (size_t)n });
    free(folded);
    return copy;
}

/* NFKC has already made ordinary spaces of most others. */
static bool
is_blank(unsigned code)
{
    return code <= ' ' || code == 0x7F || code == 0xAD || code == 0x180E ||
        (code >= 0x2000 && code <= 0x200F) || code == 0x2028 || code == 0x2029 ||
        code == 0x202F || code == 0x205F || code == 0x2060 || code == 0x3000 || code == 0xFEFF;
}

const char *
fold_name(struct arena *a, const char *text)
{
    const char *folded = fold_text(a, text);
    struct sv rest = sv_of(folded);
    char *out = folded ? arena_text(a, rest) : NULL;
    size_t n = 0;

    if (!out)
        return NULL;
    while (rest.n > 0) {
        unsigned code;
        size_t length = sv_utf8(rest, &code);

        if (length == 0) {
            out[n++] = rest.p[0];
            length = 1;
        } else if (!is_blank(code)) {
            memcpy(out + n, rest.p, length);
            n += length;
        }
        rest = sv_part(rest, length, rest.n);
    }
    out[n] = '\0';
    return out;
}

const char *
fold_id(struct arena *a, const char *text)
{
    const char *folded = fold_name(a, text);
    char *out = folded ? arena_text(a, sv_of(folded)) : NULL;

    for (char *p = out; p && *p; p++)
        if (*p >= 'a' && *p <= 'z')
            *p = (char)(*p - ('a' - 'A'));
    return out;
}

const char **
fold_names(struct arena *a, const char *const *names)
{
    const char **out;
    size_t n = 0;

    while (names && names[n])
        n++;
    out = arena_array(a, n + 1, sizeof(*out));
    if (!out)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        out[i] = fold_name(a, names[i]);
        if (!out[i])
            return NULL;
    }
    return out;
}

bool
fold_is_one_of(const char *name, const char *const *folded)
{
    for (; folded && *folded; folded++)
        if (strcmp(*folded, name) == 0)
            return true;
    return false;
}
