/*
 * leak.c - from claims to nets: the same money is never counted twice.
 *
 * The claims of one line are taken together. What each owns is known for all lines of an instance
 * (leak_owned.h), or else the line's card-time is walked through card by card (cards that no claim
 * names alike are walked once), and in each stretch the claims take their weight of what is free,
 * in order of precedence.
 */
#include <stdlib.h>

#include "audit/leak.h"
#include "audit/leak_owned.h"
#include "audit/leak_refund.h"
#include "base/vec.h"

#define CLAIMS_MAX UINT32_MAX

void
claims_init(struct claims *c)
{
    *c = (struct claims){ .list = { NULL, 0, 0 } };
}

void
claims_release(struct claims *c)
{
    vec_release(&c->list);
}

int
claims_add(struct claims *c, const struct claim *claim, struct err *e)
{
    if (vec_grow(&c->list, 1, CLAIMS_MAX, e))
        return -1;
    c->list.at[c->list.n++] = *claim;
    return 0;
}

int
claims_move(struct claims *into, struct claims *from, struct err *e)
{
    if (into->list.n == 0) {
        claims_release(into);
        *into = *from;
        claims_init(from);
        return 0;
    }
    if (vec_grow(&into->list, from->list.n, CLAIMS_MAX, e))
        return -1;
    for (size_t i = 0; i < from->list.n; i++)
        into->list.at[into->list.n++] = from->list.at[i];
    claims_release(from);
    return 0;
}

uint32_t
leak_cards(const struct timeline *t, uint32_t line)
{
    uint32_t cards = 1;

    if (ledger_word(&t->ledger->lines.at[line], WORD_CATEGORY) == CATEGORY_GPU)
        cards = timeline_cards(t, line);
    return cards > 0 ? cards : 1;
}

/* A sum of card-time, whole milliseconds apart from those with a weight. */
struct time_sum {
    money_uint whole;
    struct fraction weighted;
};

static void
add_time(struct time_sum *sum, int64_t length, uint32_t cards, struct fraction weight)
{
    money_uint time = (money_uint)length * cards;

    if (fraction_is_one(weight))
        sum->whole += time;
    else
        sum->weighted = fraction_add(sum->weighted, fraction_times(weight, time));
}

static struct fraction
share_of(const struct time_sum *sum, struct span period, uint32_t cards)
{
    money_uint all = (money_uint)(period.to - period.from) * cards;
    struct fraction share =
        fraction_add(fraction_of(sum->whole, all), fraction_over(sum->weighted, all));

    return fraction_least(share, FRACTION_ONE);
}

/* True where ${s} is of a card that a line of ${cards} has, or of all. */
static bool
is_on_cards(const struct strip *s, uint32_t cards)
{
    return s->card == CARD_ALL || s->card < cards;
}

struct fraction
leak_share(const struct claimed_time *time, struct span period, uint32_t cards)
{
    struct time_sum sum = { 0, FRACTION_ZERO };

    if (time->n == 0)
        return time->weight;
    for (size_t i = 0; i < time->n; i++) {
        const struct strip *s = &time->strips[i];
        uint32_t alike = s->card == CARD_ALL ? cards : 1;

        if (!is_on_cards(s, cards))
            continue;
        if (time->within)
            sum.whole += (money_uint)strip_common(s, time->within, period) * alike;
        else if (!s->weights)
            sum.whole += (money_uint)strip_covered(s, period) * alike;
        else
            sum.weighted =
                fraction_add(sum.weighted, fraction_times(strip_weighed(s, period), alike));
    }
    return fraction_product(share_of(&sum, period, cards), time->weight);
}

/* Where a stretch of claim ${claim} begins or ends. */
struct edge {
    int64_t at;
    uint32_t claim;
    bool is_begin;
    struct fraction weight;
};

struct timed {
    const struct claimed_time *time;
    struct time_sum owned;
    struct fraction weight; /* of it at the moment; 0: it does not claim it */
};

/* The claims by time of the line that is netted; what it takes is kept for the next line. */
struct sweep {
    const struct timeline *timeline;
    struct owned_times owned;
    struct span period;
    uint32_t cards;
    struct { struct timed *at; size_t n, room; } claims; /* in order of precedence */
    struct { struct edge *at; size_t n, room; } edges; /* of one card */
    struct { uint32_t *at; size_t n, room; } cards_named;
};

static int
compare_edges(const void *left, const void *right)
{
    const struct edge *a = left, *b = right;

    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    if (a->claim != b->claim)
        return a->claim < b->claim ? -1 : 1;
    /* What ends is gone before what begins at the same moment. */
    return (int)a->is_begin - (int)b->is_begin;
}

static int
compare_cards(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;

    return (a > b) - (a < b);
}

/* Give a stretch of ${length} on ${cards} cards to those that claim it. */
static void
take(struct sweep *s, int64_t length, uint32_t cards)
{
    struct fraction left = FRACTION_ONE;

    for (size_t k = 0; k < s->claims.n && !fraction_is_zero(left); k++) {
        struct fraction taken = fraction_least(s->claims.at[k].weight, left);

        if (fraction_is_zero(taken))
            continue;
        add_time(&s->claims.at[k].owned, length, cards, taken);
        left = fraction_sub(left, taken);
    }
}

static int
add_edges(struct sweep *s, size_t claim, struct span part, struct fraction weight, struct err *e)
{
    if (part.from >= part.to || fraction_is_zero(weight))
        return 0;
    if (vec_grow(&s->edges, 2, UINT32_MAX, e))
        return -1;
    s->edges.at[s->edges.n++] = (struct edge){ part.from, (uint32_t)claim, true, weight };
    s->edges.at[s->edges.n++] = (struct edge){ part.to, (uint32_t)claim, false, weight };
    return 0;
}

/* Where what ${strip} has in the period, of claim ${claim}, begins and ends. */
static int
add_strip(struct sweep *s, size_t claim, const struct strip *strip, struct err *e)
{
    const struct claimed_time *time = s->claims.at[claim].time;
    size_t first, end;

    strip_find(strip, s->period, &first, &end);
    for (size_t i = first; i < end; i++) {
        struct fraction weight = fraction_product(strip_weight(strip, i), time->weight);
        struct span part = strip_part(strip, i, s->period);
        size_t k, last;

        if (!time->within) {
            if (add_edges(s, claim, part, weight, e))
                return -1;
            continue;
        }
        strip_find(time->within, part, &k, &last);
        for (; k < last; k++)
            if (add_edges(s, claim, strip_part(time->within, k, part), weight, e))
                return -1;
    }
    return 0;
}

/* Walk along the time of one card, which stands for ${cards} alike. */
static int
walk(struct sweep *s, uint32_t card, uint32_t cards, struct err *e)
{
    const struct edge *edges;

    s->edges.n = 0;
    for (size_t k = 0; k < s->claims.n; k++) {
        const struct claimed_time *time = s->claims.at[k].time;

        s->claims.at[k].weight = FRACTION_ZERO;
        if (time->n == 0 && add_edges(s, k, s->period, time->weight, e))
            return -1;
        for (size_t i = 0; i < time->n; i++)
            if ((time->strips[i].card == CARD_ALL || time->strips[i].card == card) &&
                add_strip(s, k, &time->strips[i], e))
                return -1;
    }
    edges = s->edges.at;
    if (s->edges.n > 0)
        qsort(s->edges.at, s->edges.n, sizeof(*s->edges.at), compare_edges);
    for (size_t i = 0; i < s->edges.n; i++) {
        if (i > 0 && edges[i - 1].at < edges[i].at)
            take(s, edges[i].at - edges[i - 1].at, cards);
        s->claims.at[edges[i].claim].weight = edges[i].is_begin ? edges[i].weight : FRACTION_ZERO;
    }
    return 0;
}

/* Walk along each card that a claim names by itself, and once along all others. */
static int
walk_cards(struct sweep *s, struct err *e)
{
    uint32_t apart = 0;

    s->cards_named.n = 0;
    for (size_t k = 0; k < s->claims.n; k++) {
        const struct claimed_time *time = s->claims.at[k].time;

        if (vec_grow(&s->cards_named, time->n, UINT32_MAX, e))
            return -1;
        for (size_t i = 0; i < time->n; i++)
            if (time->strips[i].card != CARD_ALL && time->strips[i].card < s->cards)
                s->cards_named.at[s->cards_named.n++] = time->strips[i].card;
    }
    if (s->cards_named.n > 0)
        qsort(s->cards_named.at, s->cards_named.n, sizeof(*s->cards_named.at), compare_cards);
    for (size_t i = 0; i < s->cards_named.n; i++) {
        if (i > 0 && s->cards_named.at[i] == s->cards_named.at[i - 1])
            continue;
        if (walk(s, s->cards_named.at[i], 1, e))
            return -1;
        apart++;
    }
    return apart < s->cards ? walk(s, CARD_ALL, s->cards - apart, e) : 0;
}

/* What each of the claims by time of ${line} owns, if that is known for its instance. */
static int
part_by_instance(struct sweep *s, uint32_t line, bool *is_done, struct err *e)
{
    const struct claimed_time *times[OWNED_CLAIMS_MAX];
    money_uint owned[OWNED_CLAIMS_MAX];

    *is_done = s->claims.n <= OWNED_CLAIMS_MAX;
    if (!*is_done)
        return 0;
    for (size_t k = 0; k < s->claims.n; k++)
        times[k] = s->claims.at[k].time;
    if (owned_times_find(&s->owned, line, times, s->claims.n, s->period, s->cards, owned,
            is_done, e))
        return -1;
    for (size_t k = 0; k < s->claims.n && *is_done; k++)
        s->claims.at[k].owned.whole = owned[k];
    return 0;
}

/* What each of the claims by time of ${line} owns, where several may meet. */
static int
part_time(struct sweep *s, uint32_t line, struct err *e)
{
    const struct claimed_time *first = s->claims.at[0].time;
    bool is_done;

    (void)line_period(&s->timeline->ledger->lines.at[line], &s->period);
    s->cards = leak_cards(s->timeline, line);
    /* The first owns all that it claims; where that is all there is, nothing is left to part. */
    if (first->n == 0 && fraction_is_one(first->weight)) {
        add_time(&s->claims.at[0].owned, s->period.to - s->period.from, s->cards, FRACTION_ONE);
        return 0;
    }
    if (part_by_instance(s, line, &is_done, e))
        return -1;
    return is_done ? 0 : walk_cards(s, e);
}

/* Nets of the ${n} claims of one line. */
static int
net_line(struct claims *c, struct sweep *s, const size_t *of, size_t n, struct money left,
    struct err *e)
{
    uint32_t index = c->list.at[of[0]].line;
    struct money billed = ledger_billed(&s->timeline->ledger->lines.at[index]);
    size_t next = 0;

    if (vec_grow(&s->claims, n, CLAIMS_MAX, e))
        return -1;
    s->claims.n = 0;
    for (size_t k = 0; k < n; k++)
        if (c->list.at[of[k]].time)
            s->claims.at[s->claims.n++] = (struct timed){ c->list.at[of[k]].time,
                { 0, FRACTION_ZERO }, FRACTION_ZERO };
    if (s->claims.n > 1 && part_time(s, index, e))
        return -1;
    for (size_t k = 0; k < n; k++) {
        struct claim *claim = &c->list.at[of[k]];

        claim->net = claim->leak;
        if (claim->time && s->claims.n > 1) {
            struct money owned = fraction_share(billed,
                share_of(&s->claims.at[next++].owned, s->period, s->cards));

            if (money_compare(owned, claim->net) < 0)
                claim->net = owned;
        }
        if (money_compare(left, claim->net) < 0)
            claim->net = left;
        left.units -= claim->net.units;
    }
    return 0;
}

/* Indexes of all claims, line by line, each in order of precedence: sorted by counting. */
static size_t *
sort_by_line(const struct claims *c, size_t lines, struct arena *arena)
{
    size_t *sorted = arena_array(arena, c->list.n + 1, sizeof(*sorted));
    uint32_t *first = arena_array(arena, lines + 1, sizeof(*first));

    if (!sorted || !first)
        return NULL;
    for (size_t i = 0; i < c->list.n; i++)
        first[c->list.at[i].line + 1]++;
    for (size_t i = 0; i < lines; i++)
        first[i + 1] += first[i];
    for (size_t i = 0; i < c->list.n; i++)
        sorted[first[c->list.at[i].line]++] = i;
    return sorted;
}

int
claims_net(struct claims *c, const struct timeline *t, struct err *e)
{
    struct arena arena = ARENA_INIT;
    size_t *sorted = sort_by_line(c, t->ledger->lines.n, &arena), n = 0;
    struct leaking *lines = arena_array(&arena, c->list.n + 1, sizeof(*lines));
    struct sweep s = { .timeline = t };
    int result = -1;

    owned_times_init(&s.owned, t);
    if (!sorted || !lines) {
        (void)err_nomem(e);
        goto release;
    }
    for (size_t i = 0; i < c->list.n; i++) {
        const struct claim *claim = &c->list.at[sorted[i]];

        if (n == 0 || lines[n - 1].line != claim->line)
            lines[n++] = (struct leaking){ claim->line, MONEY_ZERO,
                ledger_billed(&t->ledger->lines.at[claim->line]) };
        if (money_add(&lines[n - 1].gross, claim->leak, e))
            goto release;
    }
    if (leak_take_refunds(lines, n, t->ledger, e))
        goto release;
    for (size_t i = 0, end, k = 0; i < c->list.n; i = end, k++) {
        for (end = i + 1; end < c->list.n && c->list.at[sorted[end]].line == lines[k].line;)
            end++;
        if (net_line(c, &s, sorted + i, end - i, lines[k].left, e))
            goto release;
    }
    result = 0;
release:
    owned_times_release(&s.owned);
    vec_release(&s.claims);
    vec_release(&s.edges);
    vec_release(&s.cards_named);
    arena_release(&arena);
    return result;
}
