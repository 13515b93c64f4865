/*
 * payment.c - lists of payments, whose texts are in the arena of their list.
 */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "ledger/payment.h"

#define PAYMENTS_MAX ((size_t)1 << 26)

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
}

int
payments_add(struct payments *p, const struct payment *one, struct err *e)
{
    struct payment copy = *one;
    const char **texts[] = { &copy.channel, &copy.payee, &copy.currency, &copy.order_id,
        &copy.trade_id, &copy.status, &copy.note };

    if (vec_grow_named(&p->list, 1, PAYMENTS_MAX, N_("payments"), e))
        return -1;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        *texts[i] = *texts[i] && **texts[i] ? arena_text(&p->arena, sv_of(*texts[i])) : "";
        if (!*texts[i])
            return err_nomem(e);
    }
    p->list.at[p->list.n++] = copy;
    return 0;
}

int
payments_merge(struct payments *into, struct payments *from, uint32_t input_shift,
    struct err *e)
{
    if (vec_grow_named(&into->list, from->list.n, PAYMENTS_MAX, N_("payments"), e))
        return -1;
    for (size_t i = 0; i < from->list.n; i++) {
        into->list.at[into->list.n] = from->list.at[i];
        into->list.at[into->list.n++].input += input_shift;
    }
    arena_merge(&into->arena, &from->arena);
    vec_release(&from->list);
    return 0;
}

static int
compare(const void *x, const void *y)
{
    const struct payment *a = x, *b = y;

    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    if (money_is_negative(a->amount) != money_is_negative(b->amount))
        return money_is_negative(a->amount) ? 1 : -1;
    if (a->input != b->input)
        return a->input < b->input ? -1 : 1;
    return (a->line > b->line) - (a->line < b->line);
}

void
payments_sort(struct payments *p)
{
    if (p->list.n > 1)
        qsort(p->list.at, p->list.n, sizeof(*p->list.at), compare);
}
