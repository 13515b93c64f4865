/*
 * gpu_types.c - the table of GPU models by instance type and spec text.
 *
 * A row's pattern is compiled when a text is first held against it, and a text is held against
 * those patterns alone whose literal it holds. What is compiled is a cache, which threads share: of
 * two that compile the same pattern, one keeps it.
 */
#include <stdatomic.h>
#include <stdlib.h>

#include "base/buf.h"
#include "parsers/gpu_types.h"
#include "parsers/outline.h"
#include "parsers/pattern.h"

/* Longest pattern of a row, which the build has seen already. */
#define PATTERN_MAX 65536

/* Longest text that is compared with literals. */
#define LOWERED_MAX 256

struct gpu_types {
    size_t n;
    _Atomic(struct pattern *) patterns[]; /* by row; NULL: not compiled yet */
};

/* The pattern of row ${i}, which ignores case; NULL without memory. */
static const struct pattern *
pattern_of(struct gpu_types *t, size_t i)
{
    struct pattern *made, *kept = atomic_load(&t->patterns[i]);
    struct err ignored = ERR_INIT;
    struct buf text;

    if (kept)
        return kept;
    buf_init(&text, PATTERN_MAX);
    buf_addf(&text, "(?i)%s", gpu_type_rows[i].pattern);
    made = buf_ok(&text, &ignored) == 0 ? pattern_new(buf_sv(&text), &ignored) : NULL;
    buf_release(&text);
    if (!made || atomic_compare_exchange_strong(&t->patterns[i], &kept, made))
        return made;
    pattern_free(made);
    return kept;
}

struct gpu_types *
gpu_types_load(struct err *e)
{
    struct gpu_types *t;
    size_t n = 0;

    while (gpu_type_rows[n].model)
        n++;
    t = calloc(1, sizeof(*t) + n * sizeof(t->patterns[0]));
    if (!t) {
        err_nomem(e);
        return NULL;
    }
    t->n = n;
    for (size_t i = 0; i < n; i++)
        atomic_init(&t->patterns[i], NULL);
    return t;
}

void
gpu_types_free(struct gpu_types *t)
{
    for (size_t i = 0; t && i < t->n; i++)
        pattern_free(atomic_load(&t->patterns[i]));
    free(t);
}

/* The number of cards in ${text}, which may be written in full-width digits or not be one. */
static unsigned
cards(struct sv text)
{
    unsigned n = 0;

    if (text.n == 0 || text.n > 4)
        return 0;
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] < '0' || text.p[i] > '9')
            return 0;
        n = n * 10 + (unsigned)(text.p[i] - '0');
    }
    return n <= GPU_TYPE_CARDS_MAX ? n : 0;
}

/* A text in lower case, where that may be compared with literals. */
struct lowered {
    char at[LOWERED_MAX];
    size_t n; /* 0: it may not */
};

static void
lower(struct lowered *out, struct sv text)
{
    out->n = 0;
    if (text.n > LOWERED_MAX)
        return;
    for (size_t i = 0; i < text.n; i++) {
        unsigned char c = (unsigned char)text.p[i];

        /* U+017F and U+212A, whose lower case is ASCII, begin with these. */
        if (c == 0xC5 || c == 0xE2)
            return;
        out->at[i] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : (char)c;
    }
    out->n = text.n;
}

static bool
may_match(const struct gpu_type_row *r, const struct lowered *text)
{
    return text->n == 0 ||
        sv_find((struct sv){ text->at, text->n }, sv_of(r->literal), 0) != (size_t)-1;
}

bool
gpu_types_find(const struct gpu_types *t, const char *platform, struct sv text,
    struct gpu_type *out)
{
    struct err ignored = ERR_INIT;
    struct lowered lowered;

    if (text.n == 0)
        return false;
    lower(&lowered, text);
    for (size_t i = 0; i < t->n; i++) {
        const struct gpu_type_row *r = &gpu_type_rows[i];
        struct sv groups[GPU_TYPE_GROUPS_MAX];
        const struct pattern *p;

        if ((r->platform[0] && !sv_is(sv_of(r->platform), sv_of(platform))) ||
            !may_match(r, &lowered))
            continue;
        p = pattern_of((struct gpu_types *)t, i);
        if (!p || pattern_match(p, text, 0, groups, r->count_group + 1, &ignored) <= 0)
            continue;
        out->model = r->model;
        out->count = r->count_group > 0 && groups[r->count_group].p ?
            cards(groups[r->count_group]) : r->count;
        return true;
    }
    return false;
}
