/*
 * span.c - stretches of time, and what is made of several: exact, in milliseconds.
 *
 * Sets are combined by one walk over both lists.
 */
#include <stdlib.h>

#include "ledger/span.h"

static int
compare_spans(const void *left, const void *right)
{
    const struct span *a = left, *b = right;

    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return (a->to > b->to) - (a->to < b->to);
}

struct spans
spans_join(struct span *at, size_t n)
{
    size_t kept = 0;

    if (n == 0)
        return SPANS_EMPTY;
    qsort(at, n, sizeof(*at), compare_spans);
    for (size_t i = 0; i < n; i++) {
        struct span s = at[i];

        if (s.from >= s.to)
            continue;
        if (kept == 0 || at[kept - 1].to < s.from)
            at[kept++] = s;
        else if (at[kept - 1].to < s.to)
            at[kept - 1].to = s.to;
    }
    return (struct spans){ at, kept };
}

int
spans_union(struct spans *out, const struct spans *a, const struct spans *b, struct arena *arena,
    struct err *e)
{
    struct span *all = arena_array(arena, a->n + b->n + 1, sizeof(*all));

    if (!all)
        return err_nomem(e);
    if (a->n > 0)
        memcpy(all, a->at, a->n * sizeof(*all));
    if (b->n > 0)
        memcpy(all + a->n, b->at, b->n * sizeof(*all));
    *out = spans_join(all, a->n + b->n);
    return 0;
}

int
spans_intersect(struct spans *out, const struct spans *a, const struct spans *b,
    struct arena *arena, struct err *e)
{
    struct span *common = arena_array(arena, a->n + b->n + 1, sizeof(*common));
    size_t n = 0, i = 0, k = 0;

    if (!common)
        return err_nomem(e);
    while (i < a->n && k < b->n) {
        int64_t from = a->at[i].from > b->at[k].from ? a->at[i].from : b->at[k].from;
        int64_t to = a->at[i].to < b->at[k].to ? a->at[i].to : b->at[k].to;

        if (from < to)
            common[n++] = (struct span){ from, to };
        if (a->at[i].to < b->at[k].to)
            i++;
        else
            k++;
    }
    *out = (struct spans){ common, n };
    return 0;
}

int
spans_subtract(struct spans *out, const struct spans *a, const struct spans *b,
    struct arena *arena, struct err *e)
{
    struct span *rest = arena_array(arena, a->n + b->n + 1, sizeof(*rest));
    size_t n = 0, k = 0;

    if (!rest)
        return err_nomem(e);
    for (size_t i = 0; i < a->n; i++) {
        int64_t from = a->at[i].from;

        while (k < b->n && b->at[k].to <= from)
            k++;
        for (size_t m = k; m < b->n && b->at[m].from < a->at[i].to; m++) {
            if (from < b->at[m].from)
                rest[n++] = (struct span){ from, b->at[m].from };
            if (from < b->at[m].to)
                from = b->at[m].to;
        }
        if (from < a->at[i].to)
            rest[n++] = (struct span){ from, a->at[i].to };
    }
    *out = (struct spans){ rest, n };
    return 0;
}

size_t
spans_after(const struct spans *s, int64_t at)
{
    size_t low = 0, high = s->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (s->at[middle].to <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int
spans_clip(struct spans *out, const struct spans *s, struct span window, struct arena *arena,
    struct err *e)
{
    size_t first = spans_after(s, window.from), end = first, n = 0;
    struct span *part;

    while (end < s->n && s->at[end].from < window.to)
        end++;
    part = arena_array(arena, end - first + 1, sizeof(*part));
    if (!part)
        return err_nomem(e);
    for (size_t i = first; i < end; i++) {
        struct span piece = s->at[i];

        if (piece.from < window.from)
            piece.from = window.from;
        if (piece.to > window.to)
            piece.to = window.to;
        if (piece.from < piece.to)
            part[n++] = piece;
    }
    *out = (struct spans){ part, n };
    return 0;
}

int64_t
spans_length(const struct spans *s)
{
    int64_t length = 0;

    for (size_t i = 0; i < s->n; i++)
        length += s->at[i].to - s->at[i].from;
    return length;
}

int64_t
spans_covered(const struct spans *s, struct span window)
{
    int64_t covered = 0;

    for (size_t i = spans_after(s, window.from); i < s->n && s->at[i].from < window.to; i++)
        covered += span_common(s->at[i], window);
    return covered;
}

bool
spans_hold(const struct spans *s, int64_t at)
{
    size_t i = spans_after(s, at);

    return i < s->n && s->at[i].from <= at;
}

int64_t
span_common(struct span a, struct span b)
{
    int64_t from = a.from > b.from ? a.from : b.from, to = a.to < b.to ? a.to : b.to;

    return from < to ? to - from : 0;
}
