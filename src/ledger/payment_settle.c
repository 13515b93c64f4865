/*
 * payment_settle.c - what statements show twice, and what was given back.
 */
#include "base/map.h"
#include "base/vec.h"
#include "ledger/payment.h"

#define DAY ((int64_t)86400)

struct settling {
    struct payments *p;
    struct { struct money *at; size_t n, room; } most; /* what is left of each at most */
    size_t n; /* payments that stay */
};

static bool
is_same(const char *a, const char *b)
{
    return sv_is(sv_of(a), sv_of(b));
}

/* The same refund in two statements. */
static bool
is_refund_repeated(const struct payment *a, const struct payment *b)
{
    return a->input != b->input && a->time == b->time && a->trade_id[0] &&
        is_same(a->trade_id, b->trade_id) && is_same(a->channel, b->channel) &&
        is_same(a->status, b->status) && money_compare(a->amount, b->amount) == 0;
}

static bool
is_refund_known(const struct settling *s, const struct payment *one)
{
    const struct payments *p = s->p;

    for (size_t k = s->n; k > 0 && p->list.at[k - 1].time == one->time; k--)
        if (is_refund_repeated(&p->list.at[k - 1], one))
            return true;
    return false;
}

/*
 * One trade in two statements. Its time may be that of the order here and that of the payment
 * there; rows of one file are never the same, since a statement shows each once.
 */
static bool
is_same_trade(const struct payment *a, const struct payment *b)
{
    return a->input != b->input && b->time - a->time <= DAY &&
        is_same(a->channel, b->channel) && is_same(a->currency, b->currency);
}

/*
 * A later statement, or one of another form, has what was given back in the row of the payment: the
 * larger amount is what was paid, the smaller what is left of it at most.
 */
static void
join(struct settling *s, size_t kept, const struct payment *other)
{
    struct payment *one = &s->p->list.at[kept];

    if (money_compare(other->amount, s->most.at[kept]) < 0)
        s->most.at[kept] = other->amount;
    if (money_compare(other->amount, one->amount) > 0)
        one->amount = other->amount;
}

static int
drop_repeated(struct settling *s, struct err *e)
{
    struct payments *p = s->p;
    struct map trades = MAP_INIT;
    int result = -1;

    for (size_t i = 0; i < p->list.n; i++) {
        const struct payment *one = &p->list.at[i];
        bool is_new = true;

        if (money_is_negative(one->amount)) {
            if (is_refund_known(s, one))
                continue;
        } else if (one->trade_id[0]) {
            struct map_entry *entry = map_put(&trades, sv_of(one->trade_id), &is_new);

            if (!entry) {
                err_nomem(e);
                goto done;
            }
            if (!is_new && is_same_trade(&p->list.at[entry->value.number], one)) {
                join(s, (size_t)entry->value.number, one);
                continue;
            }
            entry->value.number = s->n;
        }
        s->most.at[s->n] = one->amount;
        p->list.at[s->n++] = *one;
    }
    p->list.n = s->n;
    result = 0;
done:
    map_release(&trades);
    return result;
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
    struct payment *paid = find_paid(p, ids, refund->channel, refund->trade_id);
    struct err ignored = ERR_INIT;

    /* An order may be paid by several trades, of which the refund names one. */
    if (!paid)
        paid = find_paid(p, ids, refund->channel, refund->order_id);
    if (!paid || money_add(&paid->amount, refund->amount, &ignored))
        return;
    if (money_is_negative(paid->amount))
        paid->amount = MONEY_ZERO;
}

int
payments_settle(struct payments *p, struct err *e)
{
    struct settling s = { .p = p };
    struct map ids = MAP_INIT;
    size_t n = 0;
    int result = -1;

    if (vec_grow(&s.most, p->list.n, SIZE_MAX, e) || drop_repeated(&s, e))
        goto done;
    for (size_t i = 0; i < p->list.n; i++) {
        const struct payment *one = &p->list.at[i];

        if (money_is_negative(one->amount))
            take_off(p, &ids, one);
        else if (note_id(&ids, one->order_id, i, e) || note_id(&ids, one->trade_id, i, e))
            goto done;
    }
    for (size_t i = 0; i < p->list.n; i++) {
        struct payment one = p->list.at[i];

        if (money_compare(s.most.at[i], one.amount) < 0)
            one.amount = s.most.at[i];
        if (!money_is_negative(one.amount) && !money_is_zero(one.amount))
            p->list.at[n++] = one;
    }
    p->list.n = n;
    result = 0;
done:
    map_release(&ids);
    vec_release(&s.most);
    return result;
}
