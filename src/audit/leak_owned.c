/*
 * leak_owned.c - what each of several claims by time owns, for all lines of an instance at once.
 *
 * Where all that is claimed counts in full, a claim owns what its strips hold and those of earlier
 * claims do not: strips again, card by card, of which each line that has claims of the same strips
 * takes its part. They are made where an instance has lines enough to be worth it, so that memory
 * grows with the lines.
 */
#include <stdlib.h>

#include "audit/leak_owned.h"

/* Stretches for each line of the instance, at most. */
#define STRETCHES_PER_LINE 8

struct owned {
    uint32_t *cards; /* those that some claim names, ascending */
    size_t n;
    struct strip *strips; /* by claim, then by card; the last of each claim is of all other cards */
};

void
owned_times_init(struct owned_times *o, const struct timeline *t)
{
    *o = (struct owned_times){ .timeline = t, .by_strips = MAP_INIT };
}

void
owned_times_release(struct owned_times *o)
{
    map_release(&o->by_strips);
    arena_release(&o->arena);
}

/* Whether all of ${time} counts in full; its stretches are added to ${*stretches}. */
static bool
counts_in_full(const struct claimed_time *time, size_t *stretches)
{
    bool is_plain = time->n > 0 && !time->within && fraction_is_one(time->weight);

    for (size_t i = 0; i < time->n && is_plain; i++) {
        is_plain = !time->strips[i].weights;
        *stretches += time->strips[i].spans.n;
    }
    return is_plain;
}

static int
compare_cards(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;

    return (a > b) - (a < b);
}

static int
find_cards(struct owned *of, const struct claimed_time *const *times, size_t n,
    struct arena *arena, struct err *e)
{
    size_t all = 0, named = 0;

    for (size_t k = 0; k < n; k++)
        all += times[k]->n;
    of->cards = arena_array(arena, all + 1, sizeof(*of->cards));
    if (!of->cards)
        return err_nomem(e);
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < times[k]->n; i++)
            if (times[k]->strips[i].card != CARD_ALL)
                of->cards[named++] = times[k]->strips[i].card;
    qsort(of->cards, named, sizeof(*of->cards), compare_cards);
    for (size_t i = 0; i < named; i++)
        if (i == 0 || of->cards[i] != of->cards[i - 1])
            of->cards[of->n++] = of->cards[i];
    return 0;
}

/* What ${time} claims on ${card}. */
static struct spans
claimed_on(const struct claimed_time *time, uint32_t card)
{
    for (size_t i = 0; i < time->n; i++)
        if (time->strips[i].card == CARD_ALL || time->strips[i].card == card)
            return time->strips[i].spans;
    return SPANS_EMPTY;
}

/* Part the time of ${card}, which is place ${place} of those of ${of}, among the claims. */
static int
part_card(struct owned *of, size_t place, uint32_t card, const struct claimed_time *const *times,
    size_t n, struct arena *arena, struct err *e)
{
    struct arena scratch = ARENA_INIT;
    struct spans taken = SPANS_EMPTY, own;
    int result = 0;

    for (size_t k = 0; k < n && result == 0; k++) {
        struct spans claimed = claimed_on(times[k], card);

        if (spans_subtract(&own, &claimed, &taken, arena, e) ||
            strip_make(&of->strips[k * (of->n + 1) + place], &own, NULL, card, arena, e) ||
            spans_union(&taken, &taken, &claimed, &scratch, e))
            result = -1;
    }
    arena_release(&scratch);
    return result;
}

static struct owned *
make(const struct claimed_time *const *times, size_t n, struct arena *arena, struct err *e)
{
    struct owned *of = arena_alloc(arena, sizeof(*of));

    if (!of)
        return err_nomem(e), NULL;
    if (find_cards(of, times, n, arena, e))
        return NULL;
    of->strips = arena_array(arena, n * (of->n + 1), sizeof(*of->strips));
    if (!of->strips)
        return err_nomem(e), NULL;
    for (size_t i = 0; i <= of->n; i++)
        if (part_card(of, i, i < of->n ? of->cards[i] : CARD_ALL, times, n, arena, e))
            return NULL;
    return of;
}

/* What the claims of the same strips own, made where nobody asked for it yet. */
static const struct owned *
find(struct owned_times *o, const struct claimed_time *const *times, size_t n, struct err *e)
{
    const struct strip *strips[OWNED_CLAIMS_MAX];
    struct sv key = { (const char *)strips, n * sizeof(strips[0]) };
    struct map_entry *entry;
    struct owned *made;

    for (size_t k = 0; k < n; k++)
        strips[k] = times[k]->strips;
    entry = map_get(&o->by_strips, key);
    if (entry)
        return entry->value.pointer;
    made = make(times, n, &o->arena, e);
    if (!made)
        return NULL;
    key = arena_sv(&o->arena, key);
    entry = key.p ? map_put(&o->by_strips, key, NULL) : NULL;
    if (!entry)
        return err_nomem(e), NULL;
    entry->value.pointer = made;
    return made;
}

int
owned_times_find(struct owned_times *o, uint32_t line, const struct claimed_time *const *times,
    size_t n, struct span period, uint32_t cards, money_uint *out, bool *is_found, struct err *e)
{
    const struct timeline_instance *i = timeline_of(o->timeline, line);
    const struct owned *of;
    size_t stretches = 0, named = 0;

    *is_found = i && n <= OWNED_CLAIMS_MAX;
    for (size_t k = 0; k < n && *is_found; k++)
        *is_found = counts_in_full(times[k], &stretches);
    *is_found = *is_found && stretches / STRETCHES_PER_LINE <= i->line_count;
    if (!*is_found)
        return 0;
    of = find(o, times, n, e);
    if (!of)
        return -1;
    while (named < of->n && of->cards[named] < cards)
        named++;
    for (size_t k = 0; k < n; k++) {
        const struct strip *strips = of->strips + k * (of->n + 1);

        money_uint sum = 0;

        for (size_t c = 0; c < named; c++)
            sum += (uint64_t)strip_covered(&strips[c], period);
        if (named < cards)
            sum += (money_uint)(uint64_t)strip_covered(&strips[of->n], period) * (cards - named);
        out[k] = sum;
    }
    return 0;
}
