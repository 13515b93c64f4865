/*
 * months.c - grouping claims by month.
 */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "ledger/currency.h"
#include "recon/months.h"

/* A claim where the grouping wants it: by platform, currency, month, then account, then order. */
struct placed {
    const struct claim *claim;
    uint32_t index;
};

static int
compare_month(const struct claim *a, const struct claim *b)
{
    int order = (a->platform_index > b->platform_index) - (a->platform_index < b->platform_index);

    if (order == 0)
        order = strcmp(a->currency, b->currency);
    if (order == 0)
        order = (a->month > b->month) - (a->month < b->month);
    return order;
}

static int
compare_placed(const void *x, const void *y)
{
    const struct placed *a = x, *b = y;
    int order = compare_month(a->claim, b->claim);

    if (order == 0)
        order = strcmp(a->claim->account, b->claim->account);
    return order != 0 ? order : (a->index > b->index) - (a->index < b->index);
}

static int
compare_index(const void *x, const void *y)
{
    const uint32_t *a = x, *b = y;

    return (*a > *b) - (*a < *b);
}

/* Make one month of ${list}. */
static int
add(struct months *m, const struct placed *list, size_t n, bool is_one_account, struct err *e)
{
    uint32_t *claims = arena_array(&m->arena, n, sizeof(*claims));
    struct month month = { .claims = claims, .account = is_one_account ? list->claim->account :
        NULL, .currency = list->claim->currency, .platform = list->claim->platform_index,
        .month = list->claim->month };
    struct money exact = MONEY_ZERO;

    if (!claims)
        return err_nomem(e);
    for (size_t i = 0; i < n; i++) {
        const struct claim *c = list[i].claim;

        if (c->amount.units < 0) {
            if (money_add(&month.credits, c->amount, e))
                return -1;
            continue;
        }
        if (money_add(&exact, c->exact, e) || money_add(&month.amount, c->amount, e))
            return -1;
        if (c->amount.units > 0)
            claims[month.n++] = list[i].index;
    }
    if (month.n == 0)
        return 0;
    if (!is_one_account)
        qsort(claims, month.n, sizeof(*claims), compare_index);
    month.rounded = money_round(exact, currency_decimals(sv_of(month.currency)));
    if (vec_grow(&m->list, 1, LEDGER_LINES_MAX, e))
        return -1;
    m->list.at[m->list.n++] = month;
    return 0;
}

/* The accounts of one month of one platform, and all of them together. */
static int
add_all(struct months *m, const struct placed *list, size_t n, struct err *e)
{
    size_t accounts = 0;

    for (size_t from = 0, to; from < n; from = to) {
        size_t before = m->list.n;

        for (to = from + 1; to < n &&
            strcmp(list[to].claim->account, list[from].claim->account) == 0; to++)
            continue;
        if (add(m, list + from, to - from, true, e))
            return -1;
        accounts += m->list.n - before;
    }
    return accounts > 1 ? add(m, list, n, false, e) : 0;
}

static int
compare_months(const void *x, const void *y)
{
    const struct month *a = x, *b = y;
    int order = (a->claims[0] > b->claims[0]) - (a->claims[0] < b->claims[0]);

    /* The month of one account before that of all. */
    return order != 0 ? order : (a->account == NULL) - (b->account == NULL);
}

int
months_find(struct months *m, const struct recon *r, struct err *e)
{
    struct placed *list = calloc(r->claims.n + 1, sizeof(*list));
    size_t n = 0;
    int result = -1;

    *m = (struct months){ .arena = ARENA_INIT };
    if (!list)
        return err_nomem(e);
    for (size_t i = 0; i < r->claims.n; i++)
        if (r->claims.at[i].month != TIME_NONE)
            list[n++] = (struct placed){ &r->claims.at[i], (uint32_t)i };
    if (n > 1)
        qsort(list, n, sizeof(*list), compare_placed);
    for (size_t from = 0, to; from < n; from = to) {
        for (to = from + 1; to < n && compare_month(list[from].claim, list[to].claim) == 0; to++)
            continue;
        if (add_all(m, list + from, to - from, e))
            goto done;
    }
    if (m->list.n > 1)
        qsort(m->list.at, m->list.n, sizeof(*m->list.at), compare_months);
    result = 0;
done:
    free(list);
    return result;
}

void
months_release(struct months *m)
{
    vec_release(&m->list);
    arena_release(&m->arena);
}
