/*
 * open_claims.c - the claims of which an amount is open, by that amount.
 *
 * What is covered is passed over by ways that grow shorter each time they are gone, so that closing
 * and finding cost next to nothing, however many claims of a group are covered already.
 */
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "recon/days.h"
#include "recon/matching.h"

struct amount_key {
    money_int amount;
    char currency[16]; /* longer ones are no currencies */
    uint64_t platform, padding;
};

/* False where ${currency} is too long for any claim to have it. */
static bool
make_key(struct amount_key *key, struct money amount, const char *currency, size_t platform)
{
    size_t length = strlen(currency);

    memset(key, 0, sizeof(*key));
    key->amount = amount.units;
    key->platform = platform;
    if (length >= sizeof(key->currency))
        return false;
    memcpy(key->currency, currency, length);
    return true;
}

static struct open_group *
group_of(struct open_claims *o, const struct claim *c, struct err *e)
{
    struct amount_key key;
    struct sv bytes = { (const char *)&key, sizeof(key) };
    struct map_entry *entry;

    (void)make_key(&key, matching_open(c), c->currency, c->platform_index);
    entry = map_get(&o->by_amount, bytes);
    if (entry)
        return entry->value.pointer;
    bytes = arena_sv(&o->arena, bytes);
    entry = bytes.p ? map_put(&o->by_amount, bytes, NULL) : NULL;
    if (entry)
        entry->value.pointer = arena_alloc(&o->arena, sizeof(struct open_group));
    if (!entry || !entry->value.pointer)
        return err_nomem(e), NULL;
    return entry->value.pointer;
}

/* Put the claims of which something is open into their groups, in claim order. */
static int
fill(struct open_claims *o, const struct recon *r, struct err *e)
{
    for (size_t i = 0; i < r->claims.n; i++) {
        if (matching_open(&r->claims.at[i]).units == 0)
            continue;
        o->group[i] = group_of(o, &r->claims.at[i], e);
        if (!o->group[i])
            return -1;
        o->place[i] = (uint32_t)o->group[i]->n++;
    }
    for (size_t i = 0; i < r->claims.n; i++) {
        struct open_group *g = o->group[i];

        if (!g)
            continue;
        if (!g->claims) {
            g->claims = arena_array(&o->arena, g->n, sizeof(*g->claims));
            g->before = arena_array(&o->arena, g->n + 1, sizeof(*g->before));
            g->after = arena_array(&o->arena, g->n + 1, sizeof(*g->after));
            if (!g->claims || !g->before || !g->after)
                return err_nomem(e);
            g->after[g->n] = (uint32_t)g->n;
        }
        g->claims[o->place[i]] = (uint32_t)i;
        g->before[o->place[i] + 1] = o->place[i] + 1;
        g->after[o->place[i]] = o->place[i];
    }
    return 0;
}

int
open_claims_build(struct open_claims *o, const struct recon *r, struct err *e)
{
    *o = (struct open_claims){ .arena = ARENA_INIT };
    o->group = arena_array(&o->arena, r->claims.n + 1, sizeof(struct open_group *));
    o->place = arena_array(&o->arena, r->claims.n + 1, sizeof(*o->place));
    if (!o->group || !o->place)
        return err_nomem(e);
    return fill(o, r, e);
}

void
open_claims_release(struct open_claims *o)
{
    vec_release(&o->found);
    map_release(&o->by_amount);
    arena_release(&o->arena);
}

/* Where the way from ${at} ends; each step of it is made twice as long. */
static uint32_t
follow(uint32_t *ways, uint32_t at)
{
    while (ways[at] != at) {
        ways[at] = ways[ways[at]];
        at = ways[at];
    }
    return at;
}

void
open_claims_close(struct open_claims *o, uint32_t claim)
{
    struct open_group *g = o->group[claim];
    uint32_t place = o->place[claim];

    g->before[place + 1] = place;
    g->after[place] = place + 1;
}

static int
add(struct open_claims *o, uint32_t claim, struct err *e)
{
    if (vec_grow(&o->found, 1, LEDGER_LINES_MAX, e))
        return -1;
    o->found.at[o->found.n++] = claim;
    return 0;
}

/* The first place of ${g} whose claim begins after ${day}. */
static size_t
place_after(const struct open_group *g, const struct recon *r, int64_t day, int zone)
{
    size_t low = 0, high = g->n;

    while (low < high && day != DAY_NONE) {
        size_t middle = low + (high - low) / 2;

        /* No day at all is before each. */
        if (days_of(r->claims.at[g->claims[middle]].from, zone) <= day)
            low = middle + 1;
        else
            high = middle;
    }
    return high;
}

/* The first place of ${g} at which claims begin at ${from}. */
static size_t
place_of(const struct open_group *g, const struct recon *r, int64_t from)
{
    size_t low = 0, high = g->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (r->claims.at[g->claims[middle]].from < from)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int
find_in_group(struct open_claims *o, struct open_group *g, const struct recon *r,
    const struct open_wish *wish, struct err *e)
{
    int zone = r->period.zone_minutes;
    size_t split = place_after(g, r, wish->day, zone);
    uint32_t at = follow(g->before, (uint32_t)split), last = at;

    for (size_t n = 0; at > 0 && n < wish->most; n++, at = follow(g->before, at - 1)) {
        if (add(o, g->claims[at - 1], e))
            return -1;
        last = at;
    }
    if (at > 0) {
        /* Not all were taken: the first of those that begin with the nearest may be farther. */
        uint32_t nearest = follow(g->before, (uint32_t)split);
        uint32_t first = follow(g->after,
            (uint32_t)place_of(g, r, r->claims.at[g->claims[nearest - 1]].from));

        if (first + 1 < last && add(o, g->claims[first], e))
            return -1;
    }
    at = follow(g->after, (uint32_t)split);
    for (size_t n = 0; at < g->n && n < wish->most; n++, at = follow(g->after, at + 1)) {
        if (days_of(r->claims.at[g->claims[at]].from, zone) > wish->day + wish->days_after)
            break;
        if (add(o, g->claims[at], e))
            return -1;
    }
    return 0;
}

static int
compare_indexes(const void *x, const void *y)
{
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

    return (a > b) - (a < b);
}

int
open_claims_find(struct open_claims *o, const struct recon *r, const struct open_wish *wish,
    struct err *e)
{
    o->found.n = 0;
    for (size_t p = 0; p < r->platforms.n; p++) {
        struct amount_key key;
        struct map_entry *entry;

        if (!wish->pool[p] || !make_key(&key, wish->amount, wish->currency, p))
            continue;
        entry = map_get(&o->by_amount, (struct sv){ (const char *)&key, sizeof(key) });
        if (entry && find_in_group(o, entry->value.pointer, r, wish, e))
            return -1;
    }
    if (o->found.n > 1)
        qsort(o->found.at, o->found.n, sizeof(*o->found.at), compare_indexes);
    return 0;
}
