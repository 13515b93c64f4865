/*
 * payments_match.c - recharges by order number, alone and added up, by minutes, by day; months by
 * amount.
 *
 * In each round all pairs that are possible are sorted by how near they are in time, and taken from
 * the nearest on: the order of the files plays no part. Where another pair of the payment would
 * have done as well, it is marked.
 */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "recon/days.h"
#include "recon/fold.h"
#include "recon/payments_match.h"
#include "recon/payments_work.h"

#define MINUTES_MAX (10 * TIME_MINUTE)
#define DAYS_MAX 62

enum round { BY_ORDER, BY_MINUTES, BY_DAY };

static int
compare_candidates(const void *x, const void *y)
{
    const struct payment *a = ((const struct candidate *)x)->payment;
    const struct payment *b = ((const struct candidate *)y)->payment;
    int order = (a->time > b->time) - (a->time < b->time);

    if (order == 0)
        order = money_compare(a->amount, b->amount);
    if (order == 0)
        order = strcmp(a->order_id, b->order_id);
    if (order == 0)
        order = strcmp(a->trade_id, b->trade_id);
    if (order == 0)
        order = strcmp(a->payee, b->payee);
    if (order == 0)
        order = (a->input > b->input) - (a->input < b->input);
    return order != 0 ? order : (a->line > b->line) - (a->line < b->line);
}

static int
find_candidates(struct payments_work *w, const struct payments *payments, struct err *e)
{
    const struct recon *r = w->r;

    for (size_t i = 0; i < payments->list.n; i++) {
        const struct payment *p = &payments->list.at[i];
        struct candidate c = { .payment = p, .recharge = -1, .month = -1, .solutions = 1 };
        const char *payee = fold_name(&w->arena, p->payee);

        c.pool = arena_array(&w->arena, r->platforms.n + 1, sizeof(*c.pool));
        if (!payee || !c.pool)
            return err_nomem(e);
        if (p->amount.units <= 0)
            continue;
        for (size_t k = 0; k < r->platforms.n; k++) {
            const struct recon_platform *platform = &r->platforms.at[k];

            c.pool[k] = payee[0] &&
                fold_is_one_of(payee, (const char *const *)platform->payees);
            c.is_of_review |= c.pool[k] && (platform->has_lines || platform->has_entry);
        }
        if (vec_grow(&w->candidates, 1, SIZE_MAX, e))
            return -1;
        w->candidates.at[w->candidates.n++] = c;
    }
    if (w->candidates.n > 1)
        qsort(w->candidates.at, w->candidates.n, sizeof(*w->candidates.at),
            compare_candidates);
    return 0;
}

static bool
is_named(const char *id, const struct payment *p)
{
    return id[0] && (strcmp(id, p->order_id) == 0 || strcmp(id, p->trade_id) == 0);
}

bool
payments_name(const struct payment *p, const struct recharge *one)
{
    return is_named(one->order_id, p) || is_named(one->line_id, p);
}

static uint64_t
distance(int64_t a, int64_t b)
{
    return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

static bool
is_possible(const struct payments_work *w, const struct recharge *one, const struct candidate *c,
    enum round round)
{
    const struct payment *p = c->payment;
    int zone = w->r->period.zone_minutes;

    if (money_compare(one->amount, p->amount) != 0 || strcmp(one->currency, p->currency) != 0)
        return false;
    if (round == BY_ORDER)
        return payments_name(p, one);
    if (!c->pool[one->platform_index] || one->time == TIME_NONE || p->time == TIME_NONE)
        return false;
    if (round == BY_MINUTES)
        return distance(one->time, p->time) <= (uint64_t)MINUTES_MAX;
    return days_of(one->time, zone) == days_of(p->time, zone);
}

static int
compare_pairs(const void *x, const void *y)
{
    const struct pair *a = x, *b = y;

    if (a->distance != b->distance)
        return a->distance < b->distance ? -1 : 1;
    if (a->target != b->target)
        return a->target < b->target ? -1 : 1;
    return (a->candidate > b->candidate) - (a->candidate < b->candidate);
}

static int
add_pair(struct payments_work *w, uint64_t apart, size_t target, size_t candidate, struct err *e)
{
    if (vec_grow(&w->pairs, 1, SIZE_MAX, e))
        return -1;
    w->pairs.at[w->pairs.n++] =
        (struct pair){ apart, (uint32_t)target, (uint32_t)candidate };
    return 0;
}

static void
sort_pairs(struct payments_work *w)
{
    if (w->pairs.n > 1)
        qsort(w->pairs.at, w->pairs.n, sizeof(*w->pairs.at), compare_pairs);
}

/* Of the sorted pairs, how many of the payment of pair ${taken} are as near as that one. */
static unsigned
count_equal(const struct payments_work *w, size_t taken)
{
    const struct pair *pair = &w->pairs.at[taken];
    unsigned n = 1;

    for (size_t i = taken; i > 0 && w->pairs.at[i - 1].distance == pair->distance; i--)
        n += w->pairs.at[i - 1].candidate == pair->candidate;
    for (size_t i = taken + 1; i < w->pairs.n && w->pairs.at[i].distance == pair->distance; i++)
        n += w->pairs.at[i].candidate == pair->candidate;
    return n;
}

static int
match_recharges(struct payments_work *w, enum round round, struct err *e)
{
    struct recon *r = w->r;

    w->pairs.n = 0;
    for (size_t i = 0; i < r->recharges.n; i++) {
        if (w->paid_by[i] >= 0)
            continue;
        for (size_t k = 0; k < w->candidates.n; k++)
            if (w->candidates.at[k].recharge < 0 &&
                is_possible(w, &r->recharges.at[i], &w->candidates.at[k], round) &&
                add_pair(w, distance(r->recharges.at[i].time, w->candidates.at[k].payment->time),
                    i, k, e))
                return -1;
    }
    sort_pairs(w);
    for (size_t i = 0; i < w->pairs.n; i++) {
        const struct pair *pair = &w->pairs.at[i];
        struct candidate *c = &w->candidates.at[pair->candidate];

        if (w->paid_by[pair->target] >= 0 || c->recharge >= 0)
            continue;
        w->paid_by[pair->target] = pair->candidate;
        c->recharge = pair->target;
        c->solutions = count_equal(w, i);
    }
    return 0;
}

/* What the bill of the month asked for: its charges less the credits of the same month. */
static bool
is_amount(const struct month *month, struct money paid)
{
    return paid.units == month->amount.units + month->credits.units ||
        paid.units == month->rounded.units + month->credits.units;
}

static bool
is_paid(const struct payments_work *w, const struct month *month)
{
    for (size_t k = 0; k < month->n; k++)
        if (w->claim_is_paid[month->claims[k]])
            return true;
    return false;
}

static bool
share_claims(const struct month *a, const struct month *b)
{
    for (size_t i = 0; i < a->n; i++)
        for (size_t k = 0; k < b->n; k++)
            if (a->claims[i] == b->claims[k])
                return true;
    return false;
}

/* Another month is as good for a payment where it is as near, or where nothing else pays it. */
static void
count_months(struct payments_work *w)
{
    for (size_t i = 0; i < w->pairs.n; i++) {
        struct candidate *c = &w->candidates.at[w->pairs.at[i].candidate];
        const struct month *other = &w->months.list.at[w->pairs.at[i].target], *taken;

        if (c->month < 0 || c->month == w->pairs.at[i].target)
            continue;
        taken = &w->months.list.at[c->month];
        if (!share_claims(taken, other) && (other->month == taken->month || !is_paid(w, other)))
            c->solutions++;
    }
}

static int
match_months(struct payments_work *w, struct err *e)
{
    struct recon *r = w->r;
    int zone = r->period.zone_minutes;

    w->pairs.n = 0;
    for (size_t i = 0; i < w->months.list.n; i++) {
        const struct month *month = &w->months.list.at[i];
        int64_t end = time_next_month(month->month, zone);

        if (r->platforms.at[month->platform].has_recharges ||
            r->platforms.at[month->platform].basis == BASIS_RECHARGE)
            continue;
        for (size_t k = 0; k < w->candidates.n; k++) {
            const struct candidate *c = &w->candidates.at[k];

            if (c->recharge >= 0 || !c->pool[month->platform] || c->payment->time < end ||
                c->payment->time - end > DAYS_MAX * TIME_DAY ||
                strcmp(month->currency, c->payment->currency) != 0 ||
                !is_amount(month, c->payment->amount))
                continue;
            if (add_pair(w, distance(c->payment->time, end), i, k, e))
                return -1;
        }
    }
    sort_pairs(w);
    for (size_t i = 0; i < w->pairs.n; i++) {
        const struct month *month = &w->months.list.at[w->pairs.at[i].target];
        struct candidate *c = &w->candidates.at[w->pairs.at[i].candidate];

        /* A month of one account and that of all accounts share claims: each is paid once. */
        if (c->month >= 0 || is_paid(w, month))
            continue;
        for (size_t k = 0; k < month->n; k++)
            w->claim_is_paid[month->claims[k]] = true;
        c->month = w->pairs.at[i].target;
    }
    count_months(w);
    return 0;
}

int
payments_match(struct recon *r, const struct payments *payments, struct err *e)
{
    struct payments_work w = { .r = r };
    int result = -1;

    w.claim_is_paid = arena_array(&w.arena, r->claims.n + 1, sizeof(*w.claim_is_paid));
    w.paid_by = arena_array(&w.arena, r->recharges.n + 1, sizeof(*w.paid_by));
    if (!w.claim_is_paid || !w.paid_by) {
        (void)err_nomem(e);
        goto done;
    }
    for (size_t i = 0; i < r->recharges.n; i++)
        w.paid_by[i] = -1;
    if (months_find(&w.months, r, e) || find_candidates(&w, payments, e) ||
        match_recharges(&w, BY_ORDER, e) || payments_match_sums(&w, e) ||
        match_recharges(&w, BY_MINUTES, e) || match_recharges(&w, BY_DAY, e) ||
        match_months(&w, e) || payments_report(&w, e))
        goto done;
    result = 0;
done:
    months_release(&w.months);
    vec_release(&w.candidates);
    vec_release(&w.pairs);
    arena_release(&w.arena);
    return result;
}
