/*
 * payments_report.c - payments that concern the review, and what each of them pays.
 *
 * The rest of a private statement stays private: it is never listed.
 */
#include <stdio.h>

#include "base/vec.h"
#include "recon/payments_work.h"

/* A recharge's order is named, though the amount is another one. */
static bool
names_recharge(const struct recon *r, const struct payment *p)
{
    if (!p->order_id[0] && !p->trade_id[0])
        return false;
    for (size_t i = 0; i < r->recharges.n; i++)
        if (payments_name(p, &r->recharges.at[i]))
            return true;
    return false;
}

static bool
pays(const struct payments_work *w, size_t candidate, size_t recharge)
{
    return w->candidates.at[candidate].recharge == (int64_t)recharge ||
        w->paid_by[recharge] == (int64_t)candidate;
}

/* Whether the candidate concerns the review; what it was matched to may lie outside the period. */
static bool
is_reported(const struct payments_work *w, size_t candidate)
{
    const struct recon *r = w->r;
    const struct candidate *c = &w->candidates.at[candidate];

    if (c->recharge >= 0) {
        for (size_t i = 0; i < r->recharges.n; i++)
            if (!r->recharges.at[i].is_outside && pays(w, candidate, i))
                return true;
        return false;
    }
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
link_recharge(struct recon *r, struct recon_payment *p, uint32_t recharge, struct err *e)
{
    struct recharge *one = &r->recharges.at[recharge];

    if (one->is_outside)
        return 0;
    if (vec_grow(&p->recharges, 1, SIZE_MAX, e) || vec_grow(&one->payments, 1, SIZE_MAX, e))
        return -1;
    p->recharges.at[p->recharges.n++] = recharge;
    one->payments.at[one->payments.n++] = (uint32_t)(p - r->payments.at);
    return one->claim >= 0 ? link_claim(r, p, (uint32_t)one->claim, e) : 0;
}

static int
report(struct payments_work *w, size_t candidate, struct err *e)
{
    const struct candidate *c = &w->candidates.at[candidate];
    struct recon *r = w->r;
    struct recon_payment *p;

    if (vec_grow(&r->payments, 1, SIZE_MAX, e))
        return -1;
    p = &r->payments.at[r->payments.n++];
    *p = (struct recon_payment){ .payment = c->payment, .solutions = c->solutions,
        .is_matched = c->recharge >= 0 || c->month >= 0 };
    (void)snprintf(p->id, sizeof(p->id), "P%03zu", r->payments.n);
    for (size_t i = 0; c->recharge >= 0 && i < r->recharges.n; i++)
        if (pays(w, candidate, i) && link_recharge(r, p, (uint32_t)i, e))
            return -1;
    for (size_t i = 0; c->month >= 0 && i < w->months.list.at[c->month].n; i++)
        if (link_claim(r, p, w->months.list.at[c->month].claims[i], e))
            return -1;
    return 0;
}

int
payments_report(struct payments_work *w, struct err *e)
{
    for (size_t i = 0; i < w->candidates.n; i++)
        if (is_reported(w, i) && report(w, i, e))
            return -1;
    return 0;
}
