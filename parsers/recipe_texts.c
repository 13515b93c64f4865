/*
 * recipe_texts.c - texts of a record that are kept to see whether they come again.
 */
#include "parsers/recipe.h"

/* Longest text of those that are kept, whose length stands in a byte. */
#define TEXT_MAX 255

/* Bytes for longer texts behind those that are kept first. */
#define SPARE 16

bool
recipe_texts_are(const struct recipe_texts *kept, const struct sv *texts, const size_t *at,
    size_t n)
{
    const char *p = kept->at;

    if (!p)
        return false;
    for (const size_t *end = at + n; at < end; at++) {
        struct sv text = texts[*at];

        if ((unsigned char)*p != text.n || !recipe_bytes_are(p + 1, text.p, text.n))
            return false;
        p += 1 + text.n;
    }
    return true;
}

void
recipe_texts_keep(struct recipe_texts *kept, struct arena *arena, const struct sv *texts,
    const size_t *at, size_t n)
{
    size_t bytes = n;
    char *to;

    for (size_t i = 0; i < n; i++) {
        bytes += texts[at[i]].n;
        if (texts[at[i]].n > TEXT_MAX) {
            kept->at = NULL;
            kept->room = 0;
            return;
        }
    }
    if (!kept->at || bytes > kept->room) {
        kept->room = bytes + SPARE;
        kept->at = arena_alloc(arena, kept->room);
        if (!kept->at)
            return;
    }
    to = kept->at;
    for (size_t i = 0; i < n; i++) {
        struct sv text = texts[at[i]];

        *to++ = (char)text.n;
        if (text.n > 0)
            memcpy(to, text.p, text.n);
        to += text.n;
    }
}
