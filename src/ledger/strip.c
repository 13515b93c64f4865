/*
 * strip.c - stretches of time of which many lines take a part each.
 *
 * Sums up to each stretch: what lies in a window is the difference of two of them, less what the
 * window cuts off the first and the last.
 */
#include "ledger/strip.h"

int
strip_make(struct strip *out, const struct spans *s, const struct fraction *weights, uint32_t card,
    struct arena *arena, struct err *e)
{
    uint64_t *lengths = arena_array(arena, s->n + 1, sizeof(*lengths));
    struct fraction *weighed = weights ? arena_array(arena, s->n + 1, sizeof(*weighed)) : NULL;

    if (!lengths || (weights && !weighed))
        return err_nomem(e);
    if (weights)
        weighed[0] = FRACTION_ZERO;
    for (size_t i = 0; i < s->n; i++) {
        uint64_t length = (uint64_t)s->at[i].to - (uint64_t)s->at[i].from;

        lengths[i + 1] = lengths[i] + length;
        if (weights)
            weighed[i + 1] = fraction_add(weighed[i], fraction_times(weights[i], length));
    }
    *out = (struct strip){ .spans = *s, .lengths = lengths, .weights = weights,
        .weighed = weighed, .card = card };
    return 0;
}

void
strip_find(const struct strip *s, struct span window, size_t *first, size_t *end)
{
    size_t low = spans_after(&s->spans, window.from), high = s->spans.n;

    *first = low;
    /* Nearly always the window holds a few spans. */
    for (size_t step = 1; low + step < high; step *= 2) {
        if (s->spans.at[low + step].from >= window.to) {
            high = low + step;
            break;
        }
        low += step;
    }
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (s->spans.at[middle].from < window.to)
            low = middle + 1;
        else
            high = middle;
    }
    *end = low;
}

struct span
strip_part(const struct strip *s, size_t i, struct span window)
{
    struct span part = s->spans.at[i];

    if (part.from < window.from)
        part.from = window.from;
    if (part.to > window.to)
        part.to = window.to;
    return part;
}

struct fraction
strip_weight(const struct strip *s, size_t i)
{
    return s->weights ? s->weights[i] : FRACTION_ONE;
}

/* How long the spans from ${first} up to ${end}, at least one, are within ${window}. */
static int64_t
length_between(const struct strip *s, size_t first, size_t end, struct span window)
{
    struct span edges = { s->spans.at[first].from, s->spans.at[end - 1].to };
    uint64_t length = s->lengths[end] - s->lengths[first];

    if (edges.from < window.from)
        length -= (uint64_t)window.from - (uint64_t)edges.from;
    if (edges.to > window.to)
        length -= (uint64_t)edges.to - (uint64_t)window.to;
    return (int64_t)length;
}

int64_t
strip_covered(const struct strip *s, struct span window)
{
    size_t first, end;

    if (s->spans.n == 0 || window.from >= window.to)
        return 0;
    strip_find(s, window, &first, &end);
    return first < end ? length_between(s, first, end, window) : 0;
}

struct fraction
strip_weighed(const struct strip *s, struct span window)
{
    struct fraction sum;
    size_t first, end;

    if (!s->weights)
        return fraction_of((money_uint)strip_covered(s, window), 1);
    strip_find(s, window, &first, &end);
    if (first == end)
        return FRACTION_ZERO;
    sum = FRACTION_ZERO;
    /* The first and the last one may be cut; those between are whole. */
    if (end - first > 2)
        sum = fraction_sub(s->weighed[end - 1], s->weighed[first + 1]);
    for (size_t i = first; i < end; i += end - first > 1 ? end - 1 - first : 1) {
        struct span part = strip_part(s, i, window);

        sum = fraction_add(sum, fraction_times(s->weights[i], (money_uint)(part.to - part.from)));
    }
    return sum;
}

int64_t
strip_common(const struct strip *a, const struct strip *b, struct span window)
{
    size_t first, end, other_first, other_end;
    int64_t common = 0;

    strip_find(a, window, &first, &end);
    strip_find(b, window, &other_first, &other_end);
    if (other_end - other_first < end - first)
        return strip_common(b, a, window);
    for (size_t i = first; i < end; i++)
        common += strip_covered(b, strip_part(a, i, window));
    return common;
}
