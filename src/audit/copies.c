/*
 * copies.c - lines that charge what an earlier line has charged.
 *
 * Nearly every charge is the only one of its key. It costs 8 bytes in a table of slots with linear
 * probing, at most half full; its key is made anew where another line may have the same.
 */
#include <stdlib.h>

#include "audit/copies.h"
#include "base/vec.h"
#include "ledger/line_fact.h"

/* Slots of the table when it begins. */
#define FIRSTS_LEAST ((size_t)1024)

/* What two lines of one charge have in common; texts are interned. It is compared as bytes. */
struct same_key {
    const char *platform, *account, *instance, *resource, *item, *currency;
    int64_t start, end;
    money_int quantity, billed;
    uint64_t category, padding;
};

/* A slot: the first line of some key. */
struct first {
    uint32_t hash; /* of its key, in part */
    uint32_t line; /* index + 1; 0: the slot is free */
};

void
copies_release(struct copies *c)
{
    vec_release(&c->firsts);
    vec_release(&c->list);
}

static struct same_key
same_key_of(const struct ledger_line *line)
{
    struct money quantity;

    (void)ledger_money(line, MONEY_PRICING_QUANTITY, &quantity);
    return (struct same_key){ .platform = ledger_text(line, TEXT_PLATFORM),
        .account = ledger_text(line, TEXT_BILLING_ACCOUNT_ID),
        .instance = ledger_text(line, TEXT_INSTANCE_ID),
        .resource = ledger_text(line, TEXT_RESOURCE_ID), .item = line_item(line),
        .currency = ledger_text(line, TEXT_BILLING_CURRENCY), .start = line->start,
        .end = line->end, .quantity = quantity.units, .billed = ledger_billed(line).units,
        .category = ledger_word(line, WORD_CATEGORY) };
}

/* The slot of the line of ${key} and ${hash}, or the free one where it belongs; there is one. */
static struct first *
find_first(const struct copies *c, const struct same_key *key, uint32_t hash)
{
    size_t i = hash & (c->firsts.room - 1);

    for (; c->firsts.at[i].line; i = (i + 1) & (c->firsts.room - 1)) {
        struct same_key other;

        if (c->firsts.at[i].hash != hash)
            continue;
        other = same_key_of(&c->ledger->lines.at[c->firsts.at[i].line - 1]);
        if (memcmp(&other, key, sizeof(other)) == 0)
            break;
    }
    return &c->firsts.at[i];
}

/* Keep the slots at most half full with one more line. */
static int
grow_firsts(struct copies *c, struct err *e)
{
    size_t room = c->firsts.room ? 2 * c->firsts.room : FIRSTS_LEAST;
    struct first *at;

    if (c->firsts.n < c->firsts.room / 2)
        return 0;
    at = calloc(room, sizeof(*at));
    if (!at)
        return err_nomem(e);
    for (size_t i = 0; i < c->firsts.room; i++) {
        size_t k = c->firsts.at[i].hash & (room - 1);

        if (!c->firsts.at[i].line)
            continue;
        while (at[k].line)
            k = (k + 1) & (room - 1);
        at[k] = c->firsts.at[i];
    }
    free(c->firsts.at);
    c->firsts.at = at;
    c->firsts.room = room;
    return 0;
}

int
copies_add(struct copies *c, uint32_t index, struct err *e)
{
    struct same_key key = same_key_of(&c->ledger->lines.at[index]);
    uint32_t hash = (uint32_t)map_hash((struct sv){ (const char *)&key, sizeof(key) });
    struct first *first;

    if (grow_firsts(c, e))
        return -1;
    first = find_first(c, &key, hash);
    if (!first->line) {
        *first = (struct first){ hash, index + 1 };
        c->firsts.n++;
        return 0;
    }
    if (vec_grow(&c->list, 1, UINT32_MAX, e))
        return -1;
    c->list.at[c->list.n++] = (struct copy){ first->line - 1, index };
    return 0;
}

static int
compare_copies(const void *left, const void *right)
{
    const struct copy *a = left, *b = right;

    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    return (a->line > b->line) - (a->line < b->line);
}

void
copies_sort(struct copies *c)
{
    if (c->list.n > 0)
        qsort(c->list.at, c->list.n, sizeof(*c->list.at), compare_copies);
}
