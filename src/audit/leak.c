/*
 * leak.c - from claims to nets: the same money is never counted twice.
 *
 * The claims of one line are taken together. Its card-time is walked through card by card (cards
 * that no claim names alike are walked once), and in each stretch the claims take their weight of
 * what is free, in order of precedence.
 */
#include <stdlib.h>

#include "audit/leak.h"
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
    vec_release(&c->pieces);
}

int
claims_add(struct claims *c, const struct claim *claim, const struct time_piece *pieces, size_t n,
    struct err *e)
{
    struct claim added = *claim;

    if (vec_grow(&c->list, 1, CLAIMS_MAX, e) || vec_grow(&c->pieces, n, SIZE_MAX / 64, e))
        return -1;
    added.first = c->pieces.n;
    added.n = n;
    for (size_t i = 0; i < n; i++)
        c->pieces.at[c->pieces.n++] = pieces[i];
    c->list.at[c->list.n++] = added;
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

struct fraction
leak_share(const struct time_piece *pieces, size_t n, struct span period, uint32_t cards)
{
    struct time_sum sum = { 0, FRACTION_ZERO };

    for (size_t i = 0; i < n; i++)
        add_time(&sum, pieces[i].span.to - pieces[i].span.from,
            pieces[i].card == CARD_ALL ? cards : 1, pieces[i].weight);
    return share_of(&sum, period, cards);
}

/* Where a piece of claim ${claim} begins or ends. */
struct edge {
    int64_t at;
    uint32_t claim;
    bool is_begin;
    struct fraction weight;
};

/* The claims by time of one line. */
struct sweep {
    const struct claims *claims;
    const size_t *of; /* indexes into claims->list, in order of precedence */
    size_t n;
    struct time_sum *sums; /* what each owns */
    struct fraction *weights; /* of each at the moment; 0: it does not claim it */
    struct edge *edges;
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

    for (size_t k = 0; k < s->n && !fraction_is_zero(left); k++) {
        struct fraction taken = fraction_least(s->weights[k], left);

        if (fraction_is_zero(taken))
            continue;
        add_time(&s->sums[k], length, cards, taken);
        left = fraction_sub(left, taken);
    }
}

/* Walk along the time of one card, which stands for ${cards} alike. */
static void
walk(struct sweep *s, uint32_t card, uint32_t cards)
{
    size_t n = 0;

    for (size_t k = 0; k < s->n; k++) {
        const struct claim *claim = &s->claims->list.at[s->of[k]];

        s->weights[k] = FRACTION_ZERO;
        for (size_t i = 0; i < claim->n; i++) {
            const struct time_piece *p = &s->claims->pieces.at[claim->first + i];

            if (p->card != CARD_ALL && p->card != card)
                continue;
            s->edges[n++] = (struct edge){ p->span.from, (uint32_t)k, true, p->weight };
            s->edges[n++] = (struct edge){ p->span.to, (uint32_t)k, false, p->weight };
        }
    }
    if (n > 0)
        qsort(s->edges, n, sizeof(*s->edges), compare_edges);
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && s->edges[i - 1].at < s->edges[i].at)
            take(s, s->edges[i].at - s->edges[i - 1].at, cards);
        s->weights[s->edges[i].claim] =
            s->edges[i].is_begin ? s->edges[i].weight : FRACTION_ZERO;
    }
}

/* Walk along each card that a claim names by itself, and once along all others. */
static int
walk_cards(struct sweep *s, uint32_t cards, struct arena *arena, struct err *e)
{
    size_t pieces = 0, named = 0, apart = 0;
    uint32_t *names;

    for (size_t k = 0; k < s->n; k++)
        pieces += s->claims->list.at[s->of[k]].n;
    s->sums = arena_array(arena, s->n + 1, sizeof(*s->sums));
    s->weights = arena_array(arena, s->n + 1, sizeof(*s->weights));
    s->edges = arena_array(arena, 2 * pieces + 1, sizeof(*s->edges));
    names = arena_array(arena, pieces + 1, sizeof(*names));
    if (!s->sums || !s->weights || !s->edges || !names)
        return err_nomem(e);
    for (size_t k = 0; k < s->n; k++) {
        const struct claim *claim = &s->claims->list.at[s->of[k]];

        s->sums[k].weighted = FRACTION_ZERO;
        for (size_t i = 0; i < claim->n; i++)
            if (s->claims->pieces.at[claim->first + i].card != CARD_ALL)
                names[named++] = s->claims->pieces.at[claim->first + i].card;
    }
    if (named > 0)
        qsort(names, named, sizeof(*names), compare_cards);
    for (size_t i = 0; i < named; i++) {
        if (i > 0 && names[i] == names[i - 1])
            continue;
        walk(s, names[i], 1);
        apart++;
    }
    if (apart < cards)
        walk(s, CARD_ALL, cards - (uint32_t)apart);
    return 0;
}

/* Nets of the ${n} claims of one line. */
static int
net_line(struct claims *c, const size_t *of, size_t n, const struct timeline *t, struct money left,
    struct err *e)
{
    const struct ledger_line *line = &t->ledger->lines.at[c->list.at[of[0]].line];
    uint32_t cards = leak_cards(t, c->list.at[of[0]].line);
    struct arena arena = ARENA_INIT;
    size_t *timed = arena_array(&arena, n + 1, sizeof(*timed));
    struct sweep s = { .claims = c, .of = timed };
    struct span period = { 0, 1 };
    size_t next = 0;
    int result = -1;

    if (!timed) {
        (void)err_nomem(e);
        goto release;
    }
    (void)line_period(line, &period);
    for (size_t k = 0; k < n; k++)
        if (c->list.at[of[k]].is_by_time)
            timed[s.n++] = of[k];
    /* The first claim by time owns all that it claims. */
    if (s.n > 1 && walk_cards(&s, cards, &arena, e))
        goto release;
    for (size_t k = 0; k < n; k++) {
        struct claim *claim = &c->list.at[of[k]];

        claim->net = claim->leak;
        if (claim->is_by_time && s.n > 1) {
            struct money owned =
                fraction_share(line->billed, share_of(&s.sums[next++], period, cards));

            if (money_compare(owned, claim->net) < 0)
                claim->net = owned;
        }
        if (money_compare(left, claim->net) < 0)
            claim->net = left;
        left.units -= claim->net.units;
    }
    result = 0;
release:
    arena_release(&arena);
    return result;
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
    int result = -1;

    if (!sorted || !lines) {
        (void)err_nomem(e);
        goto release;
    }
    for (size_t i = 0; i < c->list.n; i++) {
        const struct claim *claim = &c->list.at[sorted[i]];

        if (n == 0 || lines[n - 1].line != claim->line)
            lines[n++] = (struct leaking){ claim->line, MONEY_ZERO,
                t->ledger->lines.at[claim->line].billed };
        if (money_add(&lines[n - 1].gross, claim->leak, e))
            goto release;
    }
    if (leak_take_refunds(lines, n, t->ledger, e))
        goto release;
    for (size_t i = 0, end, k = 0; i < c->list.n; i = end, k++) {
        for (end = i + 1; end < c->list.n && c->list.at[sorted[end]].line == lines[k].line;)
            end++;
        if (net_line(c, sorted + i, end - i, t, lines[k].left, e))
            goto release;
    }
    result = 0;
release:
    arena_release(&arena);
    return result;
}
