/*
 * payment_settle.c - what statements show twice, and what was given back.
 */
#include "base/map.h"
#include "ledger/payment.h"

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
