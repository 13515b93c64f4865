/*
 * payments_sums.c - payments in parts, and payments for several recharges, by their order numbers.
 *
 * Nothing is looked for: all that an order number joins must add up. Which of several sums was
 * meant, no statement tells, and a sum found by trying would be a guess.
 */
#include <string.h>

#include "recon/payments_work.h"

static bool
is_joined(const struct payments_work *w, size_t recharge, size_t candidate)
{
    const struct recharge *one = &w->r->recharges.at[recharge];
    const struct candidate *c = &w->candidates.at[candidate];

    return w->paid_by[recharge] < 0 && c->recharge < 0 &&
        strcmp(one->currency, c->payment->currency) == 0 && payments_name(c->payment, one);
}

/* What one payment or one recharge is joined with. */
struct joined {
    size_t *at, n;
    struct money sum;
    bool is_summed; /* false: beyond the limit of amounts */
};

static void
add(struct joined *j, size_t index, struct money amount)
{
    struct err ignored = ERR_INIT;

    j->at[j->n++] = index;
    j->is_summed = j->is_summed && money_add(&j->sum, amount, &ignored) == 0;
}

/* The open recharges that ${candidate} names. */
static void
find_recharges(const struct payments_work *w, size_t candidate, struct joined *j)
{
    j->n = 0;
    j->sum = MONEY_ZERO;
    j->is_summed = true;
    for (size_t i = 0; i < w->r->recharges.n; i++)
        if (is_joined(w, i, candidate))
            add(j, i, w->r->recharges.at[i].amount);
}

/* The open payments that name ${recharge}. */
static void
find_payments(const struct payments_work *w, size_t recharge, struct joined *j)
{
    j->n = 0;
    j->sum = MONEY_ZERO;
    j->is_summed = true;
    for (size_t k = 0; k < w->candidates.n; k++)
        if (is_joined(w, recharge, k))
            add(j, k, w->candidates.at[k].payment->amount);
}

static bool
makes(const struct joined *j, struct money amount)
{
    return j->n > 1 && j->is_summed && money_compare(j->sum, amount) == 0;
}

/* Take all payments of ${recharge} where they make it and are its alone. */
static void
take_payments(struct payments_work *w, size_t recharge, struct joined *parts, struct joined *back)
{
    find_payments(w, recharge, parts);
    if (!makes(parts, w->r->recharges.at[recharge].amount))
        return;
    for (size_t k = 0; k < parts->n; k++) {
        find_recharges(w, parts->at[k], back);
        if (back->n != 1)
            return;
    }
    w->paid_by[recharge] = (int64_t)parts->at[0];
    for (size_t k = 0; k < parts->n; k++)
        w->candidates.at[parts->at[k]].recharge = (int64_t)recharge;
}

/* Take all recharges of ${candidate} where they make it and are its alone. */
static void
take_recharges(struct payments_work *w, size_t candidate, struct joined *parts,
    struct joined *back)
{
    find_recharges(w, candidate, parts);
    if (!makes(parts, w->candidates.at[candidate].payment->amount))
        return;
    for (size_t i = 0; i < parts->n; i++) {
        find_payments(w, parts->at[i], back);
        if (back->n != 1)
            return;
    }
    w->candidates.at[candidate].recharge = (int64_t)parts->at[0];
    for (size_t i = 0; i < parts->n; i++)
        w->paid_by[parts->at[i]] = (int64_t)candidate;
}

int
payments_match_sums(struct payments_work *w, struct err *e)
{
    size_t most = w->r->recharges.n + w->candidates.n + 1;
    struct joined parts = { .at = arena_array(&w->arena, most, sizeof(*parts.at)) };
    struct joined back = { .at = arena_array(&w->arena, most, sizeof(*back.at)) };

    if (!parts.at || !back.at)
        return err_nomem(e);
    for (size_t i = 0; i < w->r->recharges.n; i++)
        take_payments(w, i, &parts, &back);
    for (size_t k = 0; k < w->candidates.n; k++)
        take_recharges(w, k, &parts, &back);
    return 0;
}
