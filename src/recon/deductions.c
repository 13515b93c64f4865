/*
 * deductions.c - what goes back, newest claim first.
 *
 * Claims of one account, and of one order, are chained from the newest to the oldest, so that a
 * deduction looks only at those that it may lower.
 */
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "recon/deductions.h"

#define NONE UINT32_MAX

/* Whose claims a chain holds; pointers are interned, order_id is NULL for a whole account. */
struct chain_key {
    const char *account, *currency, *order_id;
    uint64_t platform;
};

struct chains {
    struct map newest; /* struct chain_key -> index of the newest claim */
    uint32_t *older, *older_of_order; /* by claim */
    struct chain_key *keys;
};

static void
chains_release(struct chains *c)
{
    map_release(&c->newest);
    free(c->older);
    free(c->older_of_order);
    free(c->keys);
}

static int
chain(struct chains *c, struct chain_key *key, uint32_t *older, uint32_t index, struct err *e)
{
    bool is_new;
    struct map_entry *entry = map_put(&c->newest,
        (struct sv){ (const char *)key, sizeof(*key) }, &is_new);

    if (!entry)
        return err_nomem(e);
    older[index] = is_new ? NONE : (uint32_t)entry->value.number;
    entry->value.number = index;
    return 0;
}

static int
build(struct chains *c, const struct recon *r, struct err *e)
{
    size_t n = r->claims.n;

    c->older = calloc(n + 1, sizeof(*c->older));
    c->older_of_order = calloc(n + 1, sizeof(*c->older_of_order));
    c->keys = calloc(2 * n + 1, sizeof(*c->keys));
    if (!c->older || !c->older_of_order || !c->keys)
        return err_nomem(e);
    for (size_t i = 0; i < n; i++) {
        const struct claim *one = &r->claims.at[i];
        struct chain_key *key = &c->keys[2 * i];

        *key = (struct chain_key){ one->account, one->currency, NULL, one->platform_index };
        key[1] = (struct chain_key){ one->account, one->currency, one->order_id,
            one->platform_index };
        if (chain(c, key, c->older, (uint32_t)i, e) ||
            chain(c, key + 1, c->older_of_order, (uint32_t)i, e))
            return -1;
    }
    return 0;
}

int
claim_add_line(struct claim *c, uint32_t line, struct err *e)
{
    if (vec_grow(&c->lines, 1, LEDGER_LINES_MAX, e))
        return -1;
    c->lines.at[c->lines.n++] = line;
    return 0;
}

static int
take_off(struct deduction *d, struct claim *c, struct err *e)
{
    struct money part = money_compare(d->left, c->exact) < 0 ? d->left : c->exact;

    if (money_sub(&c->exact, part, e) || money_sub(&d->left, part, e))
        return -1;
    return claim_add_line(c, d->line, e);
}

/* Go down one chain; ${is_before}: only claims that had begun at the time of the deduction. Bills
 * by the month or the day state one start for what was charged and what was given back. */
static int
go_down(const struct chains *c, struct recon *r, struct deduction *d, const char *order_id,
    uint32_t *older, bool is_before, struct err *e)
{
    const struct chain_key key = { d->account, d->currency, order_id, d->platform };
    struct map_entry *entry = map_get(&c->newest,
        (struct sv){ (const char *)&key, sizeof(key) });
    uint32_t next = entry ? (uint32_t)entry->value.number : NONE;

    for (uint32_t i = next; i != NONE && d->left.units > 0; i = next) {
        struct claim *claim = &r->claims.at[i];

        next = older[i];
        /* Claims of which nothing is left are not looked at again. */
        while (next != NONE && r->claims.at[next].exact.units <= 0)
            next = older[next];
        older[i] = next;
        if (claim->exact.units <= 0 ||
            (is_before && d->time != TIME_NONE && claim->from > d->time))
            continue;
        if (take_off(d, claim, e))
            return -1;
    }
    return 0;
}

static int
compare(const void *x, const void *y)
{
    const struct deduction *a = x, *b = y;
    int order = (a->time > b->time) - (a->time < b->time);

    if (order == 0)
        order = strcmp(a->order_id, b->order_id);
    if (order == 0)
        order = money_compare(a->left, b->left);
    return order != 0 ? order : (a->line > b->line) - (a->line < b->line);
}

int
deductions_take(struct deductions *d, struct recon *r, struct err *e)
{
    struct chains c = { .newest = MAP_INIT };
    int result = -1;

    if (d->list.n == 0)
        return 0;
    qsort(d->list.at, d->list.n, sizeof(*d->list.at), compare);
    if (build(&c, r, e))
        goto done;
    for (size_t i = 0; i < d->list.n; i++) {
        struct deduction *one = &d->list.at[i];

        if (one->order_id[0] &&
            go_down(&c, r, one, one->order_id, c.older_of_order, false, e))
            goto done;
        if (go_down(&c, r, one, NULL, c.older, true, e))
            goto done;
    }
    result = 0;
done:
    chains_release(&c);
    return result;
}
