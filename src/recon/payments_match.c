/*
 * payments_match.c - recharges by order number, then by minutes, then by day; months by amount.
 *
 * In each round all pairs that are possible are sorted by how near they are in time, and taken from
 * the nearest on: the order of the files plays no part.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "recon/days.h"
#include "recon/fold.h"
#include "recon/months.h"
#include "recon/payments_match.h"

#define MINUTES_MAX (10 * TIME_MINUTE)
#define DAYS_MAX 62

/* A payment that may concern the review. */
struct candidate {
    const struct payment *payment;
    bool *pool;           /* by platform: the payee is one of its payees */
    bool is_of_review;    /* some platform of the review is among them, or it names an order */
    int64_t recharge;     /* index, -1: none */
    int64_t month;
};

struct pair {
    uint64_t distance;
    uint32_t target, candidate;
};

struct work {
    struct recon *r;
    struct arena arena;
    struct months months;
    bool *month_is_paid;
    struct { struct candidate *at; size_t n, room; } candidates; /* by time, then content */
    struct { struct pair *at; size_t n, room; } pairs;
};

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
find_candidates(struct work *w, const struct payments *payments, struct err *e)
{
    const struct recon *r = w->r;

    for (size_t i = 0; i < payments->list.n; i++) {
        const struct payment *p = &payments->list.at[i];
        struct candidate c = { .payment = p, .recharge = -1, .month = -1 };
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

static uint64_t
distance(int64_t a, int64_t b)
{
    return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

static bool
is_possible(const struct work *w, const struct recharge *one, const struct candidate *c,
    enum round round)
{
    const struct payment *p = c->payment;
    int zone = w->r->period.zone_minutes;

    if (money_compare(one->amount, p->amount) != 0 || strcmp(one->currency, p->currency) != 0)
        return false;
    if (round == BY_ORDER)
        return is_named(one->order_id, p) || is_named(one->line_id, p);
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
add_pair(struct work *w, uint64_t apart, size_t target, size_t candidate, struct err *e)
{
    if (vec_grow(&w->pairs, 1, SIZE_MAX, e))
        return -1;
    w->pairs.at[w->pairs.n++] =
        (struct pair){ apart, (uint32_t)target, (uint32_t)candidate };
    return 0;
}

static void
sort_pairs(struct work *w)
{
    if (w->pairs.n > 1)
        qsort(w->pairs.at, w->pairs.n, sizeof(*w->pairs.at), compare_pairs);
}

static int
match_recharges(struct work *w, enum round round, struct err *e)
{
    struct recon *r = w->r;

    w->pairs.n = 0;
    for (size_t i = 0; i < r->recharges.n; i++) {
        if (r->recharges.at[i].payment >= 0)
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
        struct recharge *one = &r->recharges.at[w->pairs.at[i].target];
        struct candidate *c = &w->candidates.at[w->pairs.at[i].candidate];

        if (one->payment >= 0 || c->recharge >= 0)
            continue;
        one->payment = w->pairs.at[i].candidate;
        c->recharge = w->pairs.at[i].target;
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

static int
match_months(struct work *w, struct err *e)
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
        bool is_paid = c->month >= 0;

        /* A month of one account and that of all accounts share claims: each is paid once. */
        for (size_t k = 0; k < month->n; k++)
            is_paid |= w->month_is_paid[month->claims[k]];
        if (is_paid)
            continue;
        for (size_t k = 0; k < month->n; k++)
            w->month_is_paid[month->claims[k]] = true;
        c->month = w->pairs.at[i].target;
    }
    return 0;
}

/* A recharge's order is named, though the amount is another one. */
static bool
names_recharge(const struct recon *r, const struct payment *p)
{
    if (!p->order_id[0] && !p->trade_id[0])
        return false;
    for (size_t i = 0; i < r->recharges.n; i++)
        if (is_named(r->recharges.at[i].order_id, p) ||
            is_named(r->recharges.at[i].line_id, p))
            return true;
    return false;
}

/* Whether the candidate concerns the review; what it was matched to may lie outside the period. */
static bool
is_reported(const struct work *w, const struct candidate *c)
{
    const struct recon *r = w->r;

    if (c->recharge >= 0)
        return !r->recharges.at[c->recharge].is_outside;
    if (c->month < 0)
        return c->is_of_review || names_recharge(r, c->payment);
    for (size_t i = 0; i < w->months.list.at[c->month].n; i++)
        if (!r->claims.at[w->months.list.at[c->month].claims[i]].is_outside)
            return true;
    return false;
}

static int
link_claim(struct recon *r, struct recon_payment *p, uint32_t claim, struct err *e)
{
    struct claim *c = &r->claims.at[claim];

    if (c->is_outside)
        return 0;
    if (vec_grow(&p->claims, 1, SIZE_MAX, e) || vec_grow(&c->payments, 1, SIZE_MAX, e))
        return -1;
    p->claims.at[p->claims.n++] = claim;
    c->payments.at[c->payments.n++] = (uint32_t)(p - r->payments.at);
    return 0;
}

static int
report(struct work *w, const struct candidate *c, struct err *e)
{
    struct recon *r = w->r;
    struct recon_payment *p;

    if (vec_grow(&r->payments, 1, SIZE_MAX, e))
        return -1;
    p = &r->payments.at[r->payments.n++];
    *p = (struct recon_payment){ .payment = c->payment,
        .is_matched = c->recharge >= 0 || c->month >= 0 };
    (void)snprintf(p->id, sizeof(p->id), "P%03zu", r->payments.n);
    if (c->recharge >= 0) {
        struct recharge *one = &r->recharges.at[c->recharge];

        one->payment = (int64_t)r->payments.n - 1;
        if (vec_grow(&p->recharges, 1, SIZE_MAX, e))
            return -1;
        p->recharges.at[p->recharges.n++] = (uint32_t)c->recharge;
        if (one->claim >= 0 && link_claim(r, p, (uint32_t)one->claim, e))
            return -1;
    }
    for (size_t i = 0; c->month >= 0 && i < w->months.list.at[c->month].n; i++)
        if (link_claim(r, p, w->months.list.at[c->month].claims[i], e))
            return -1;
    return 0;
}

static int
report_all(struct work *w, struct err *e)
{
    for (size_t i = 0; i < w->candidates.n; i++)
        if (is_reported(w, &w->candidates.at[i]) && report(w, &w->candidates.at[i], e))
            return -1;
    return 0;
}

int
payments_match(struct recon *r, const struct payments *payments, struct err *e)
{
    struct work w = { .r = r };
    int result = -1;

    w.month_is_paid = calloc(r->claims.n + 1, sizeof(*w.month_is_paid));
    if (!w.month_is_paid)
        return err_nomem(e);
    if (months_find(&w.months, r, e) || find_candidates(&w, payments, e))
        goto done;
    for (enum round round = BY_ORDER; round <= BY_DAY; round++)
        if (match_recharges(&w, round, e))
            goto done;
    if (match_months(&w, e) || report_all(&w, e))
        goto done;
    /* What is left of the numbers of candidates stands for recharges outside the period. */
    for (size_t i = 0; i < r->recharges.n; i++)
        if (r->recharges.at[i].is_outside)
            r->recharges.at[i].payment = -1;
    result = 0;
done:
    months_release(&w.months);
    vec_release(&w.candidates);
    vec_release(&w.pairs);
    arena_release(&w.arena);
    free(w.month_is_paid);
    return result;
}
