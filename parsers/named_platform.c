/*
 * named_platform.c - names of platforms in names of files.
 */
#include <string.h>

#include "parsers/named_platform.h"

/* Ids below this length are parts of other words: "vast", "aws". */
#define LONG_ENOUGH 5

static bool
is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static struct sv
last_part(struct sv path)
{
    size_t from = path.n;

    while (from > 0 && path.p[from - 1] != '/')
        from--;
    return sv_part(path, from, path.n);
}

static bool
names_id(struct sv name, struct sv id)
{
    for (size_t at = 0; id.n > 0 && at + id.n <= name.n; at++) {
        size_t end = at + id.n;

        if (sv_is_folded(sv_part(name, at, end), id) && (at == 0 || !is_letter(name.p[at - 1])) &&
            (id.n >= LONG_ENOUGH || end == name.n || !is_letter(name.p[end])))
            return true;
    }
    return false;
}

/* How long the name of ${f}'s platform is that stands in ${name}; 0 where none does. */
static size_t
length_in(const struct format *f, struct sv name)
{
    struct sv id = sv_of(f->platform), title = sv_of(f->platform_title.zh);

    if (names_id(name, id))
        return id.n;
    return title.n > 0 && !sv_is_folded(title, sv_of(f->platform_title.en)) &&
        sv_find(name, title, 0) != (size_t)-1 ? title.n : 0;
}

const struct format *
named_platform(const struct formats *formats, struct sv path)
{
    struct sv name = last_part(path);
    const struct format *best = NULL;
    size_t longest = 0;

    for (size_t i = 0; i < formats->list.n; i++) {
        size_t length = length_in(formats->list.at[i], name);

        if (length > longest) {
            longest = length;
            best = formats->list.at[i];
        }
    }
    return best;
}
