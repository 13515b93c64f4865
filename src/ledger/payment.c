/*
 * payment.c - payments, with their texts in one arena.
 */
#include <stdlib.h>

#include "base/map.h"
#include "base/vec.h"
#include "ledger/payment.h"

/* As many payments as a statement can hold. */
#define PAYMENTS_MAX UINT32_MAX

void
payments_init(struct payments *p)
{
    *p = (struct payments){ .arena = ARENA_INIT };
}

void
payments_release(struct payments *p)
{
    vec_release(&p->list);
    arena_release(&p->arena);
    payments_init(p);
}

/* Replace ${*text} by a copy in ${arena}. */
static int
own(struct arena *arena, const char **text, struct err *e)
{
    *text = arena_text(arena, sv_of(*text ? *text : ""));
    return *text ? 0 : err_nomem(e);
}

int
payments_add(struct payments *p, const struct payment *one, struct err *e)
{
    struct payment copy = *one;
    const char **texts[] = { &copy.channel, &copy.payee, &copy.currency, &copy.order_id,
        &copy.trade_id, &copy.status, &copy.note };

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        if (own(&p->arena, texts[i], e))
            return -1;
    if (vec_grow(&p->list, 1, PAYMENTS_MAX, e))
        return -1;
    p->list.at[p->list.n++] = copy;
    return 0;
}

int
payments_merge(struct payments *into, struct payments *from, uint32_t input_shift,
    struct err *e)
{
    for (size_t i = 0; i < from->list.n; i++) {
        struct payment one = from->list.at[i];

        one.input += input_shift;
        if (payments_add(into, &one, e))
            return -1;
    }
    payments_release(from);
    return 0;
}

static int
compare_payments(const void *left, const void *right)
{
    const struct payment *a = left, *b = right;

    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    if (a->input != b->input)
        return a->input < b->input ? -1 : 1;
    return (a->line > b->line) - (a->line < b->line);
}

void
payments_sort(struct payments *p)
{
    if (p->list.n > 0)
        qsort(p->list.at, p->list.n, sizeof(*p->list.at), compare_payments);
}

static bool
is_same(const char *a, const char *b)
{
    return sv_is(sv_of(a), sv_of(b));
}

/* The same row of two statements. */
static bool
is_repeated(const struct payment *a, const struct payment *b)
{
    return a->time == b->time && a->trade_id[0] && is_same(a->trade_id, b->trade_id) &&
        is_same(a->channel, b->channel) && is_same(a->status, b->status) &&
        money_compare(a->amount, b->amount) == 0;
}

static void
drop_repeated(struct payments *p)
{
    size_t n = 0;

    for (size_t i = 0; i < p->list.n; i++) {
        bool is_known = false;

        /* Rows of one file are never the same: a statement shows each once. */
        for (size_t k = n; !is_known && k > 0; k--) {
            if (p->list.at[k - 1].time != p->list.at[i].time)
                break;
            is_known = p->list.at[k - 1].input != p->list.at[i].input &&
                is_repeated(&p->list.at[k - 1], &p->list.at[i]);
        }
        if (!is_known)
            p->list.at[n++] = p->list.at[i];
    }
    p->list.n = n;
}

/* Let ${id} mean payment ${index}. */
static int
note_id(struct map *ids, const char *id, size_t index, struct err *e)
{
    struct map_entry *entry;

    if (!id[0])
        return 0;
    entry = map_put(ids, sv_of(id), NULL);
    if (!entry)
        return err_nomem(e);
    entry->value.number = index;
    return 0;
}

/* The payment of ${channel} that ${id}, or what stands before a '_' in it, means, or NULL. */
static struct payment *
find_paid(struct payments *p, const struct map *ids, const char *channel, const char *id)
{
    struct sv key = sv_of(id);

    while (key.n > 0) {
        const struct map_entry *entry = map_get(ids, key);

        if (entry && is_same(p->list.at[entry->value.number].channel, channel))
            return &p->list.at[entry->value.number];
        while (key.n > 0 && key.p[key.n - 1] != '_')
            key.n--;
        key.n -= key.n > 0;
    }
    return NULL;
}

static void
take_off(struct payments *p, const struct map *ids, const struct payment *refund)
{
    struct payment *paid = find_paid(p, ids, refund->channel, refund->order_id);
    struct err ignored = ERR_INIT;

    if (!paid)
        paid = find_paid(p, ids, refund->channel, refund->trade_id);
    if (!paid || money_add(&paid->amount, refund->amount, &ignored))
        return;
    if (money_is_negative(paid->amount))
        paid->amount = MONEY_ZERO;
}

int
payments_settle(struct payments *p, struct err *e)
{
    struct map ids = MAP_INIT;
    size_t n = 0;
    int result = -1;

    drop_repeated(p);
    for (size_t i = 0; i < p->list.n; i++) {
        const struct payment *one = &p->list.at[i];

        if (money_is_negative(one->amount))
            take_off(p, &ids, one);
        else if (note_id(&ids, one->order_id, i, e) || note_id(&ids, one->trade_id, i, e))
            goto done;
    }
    for (size_t i = 0; i < p->list.n; i++)
        if (!money_is_negative(p->list.at[i].amount) && !money_is_zero(p->list.at[i].amount))
            p->list.at[n++] = p->list.at[i];
    p->list.n = n;
    result = 0;
done:
    map_release(&ids);
    return result;
}
