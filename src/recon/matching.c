/*
 * matching.c - the six steps in their order, and what they share.
 */
#include <string.h>

#include "base/vec.h"
#include "ledger/currency.h"
#include "recon/claims.h"
#include "recon/checks.h"
#include "recon/days.h"
#include "recon/matching.h"

/* Longest search for a whole number of minor units: 10^18 still fits. */
#define MINOR_MAX ((money_int)1000000000000000000)

static struct recon_invoice *
at(const struct matching *m, uint32_t invoice)
{
    return &m->r->invoices.at[invoice];
}

bool
matching_minor(struct money m, const char *currency, uint64_t *minor)
{
    money_int unit = 1;

    for (unsigned d = currency_decimals(sv_of(currency)); d < MONEY_DECIMALS; d++)
        unit *= 10;
    *minor = 0;
    if (m.units < 0 || m.units % unit != 0 || m.units / unit > MINOR_MAX)
        return false;
    *minor = (uint64_t)(m.units / unit);
    return true;
}

struct money
matching_open(const struct claim *c)
{
    struct money open = { c->amount.units - c->covered.units - c->held.units };

    return c->amount.units > 0 && open.units > 0 && !c->is_rounded ? open : MONEY_ZERO;
}

bool
matching_is_touched(const struct claim *c)
{
    return c->covered.units != 0 || c->held.units != 0;
}

bool
matching_is_left(const struct matching *m, uint32_t invoice)
{
    const struct recon_invoice *v = at(m, invoice);

    return v->status == UNMATCHED && v->step == 0 && v->has_rest && v->need.units > 0;
}

bool
matching_days_before(const struct matching *m, uint32_t invoice, const struct claim *c,
    int64_t *days)
{
    int64_t from = days_of(c->from, m->r->period.zone_minutes), day = at(m, invoice)->day;

    *days = 0;
    if (from == DAY_NONE || day == DAY_NONE)
        return false;
    *days = day - from;
    return true;
}

bool
matching_may_cover(const struct matching *m, uint32_t invoice, uint32_t claim)
{
    const struct recon_invoice *v = at(m, invoice);
    const struct claim *c = &m->r->claims.at[claim];
    int64_t days;

    if (!v->pool[c->platform_index] || matching_open(c).units == 0 ||
        strcmp(v->invoice->currency, c->currency) != 0)
        return false;
    return !matching_days_before(m, invoice, c, &days) || days >= -DAYS_AFTER_MAX;
}

int
matching_add(struct matching *m, uint32_t claim, uint64_t amount, struct err *e)
{
    if (vec_grow(&m->claims, 1, LEDGER_LINES_MAX, e) ||
        vec_grow(&m->amounts, 1, LEDGER_LINES_MAX, e))
        return -1;
    m->claims.at[m->claims.n++] = claim;
    m->amounts.at[m->amounts.n++] = amount;
    return 0;
}

void
matching_spend(struct matching *m, uint64_t n)
{
    m->states_left -= n < m->states_left ? n : m->states_left;
}

int
matching_search(struct matching *m, uint64_t target, struct err *e)
{
    m->subset.n = 0;
    m->subset.solutions = 0;
    m->subset.gave_up = m->states_left == 0;
    if (m->subset.gave_up)
        return 0;
    if (subset_find(&m->subset, m->amounts.at, m->amounts.n, target, m->max_states,
            SOLUTIONS_MAX, e))
        return -1;
    matching_spend(m, m->subset.states);
    return 0;
}

int
matching_cover(struct matching *m, uint32_t invoice, uint32_t claim, struct money amount,
    struct err *e)
{
    struct recon_invoice *v = at(m, invoice);
    struct claim *c = &m->r->claims.at[claim];

    if (vec_grow(&v->covers, 1, LEDGER_LINES_MAX, e) || money_add(&c->covered, amount, e) ||
        money_add(&v->used, amount, e))
        return -1;
    v->covers.at[v->covers.n++] = (struct cover){ claim, amount };
    return 0;
}

int
matching_cover_running(struct matching *m, uint32_t invoice, const uint32_t *claims, size_t n,
    struct err *e)
{
    struct money left = at(m, invoice)->need;

    for (size_t i = 0; i < n && left.units > 0; i++) {
        struct money part = matching_open(&m->r->claims.at[claims[i]]);

        if (part.units == 0)
            continue;
        if (money_compare(left, part) < 0)
            part = left;
        if (matching_cover(m, invoice, claims[i], part, e) || money_sub(&left, part, e))
            return -1;
    }
    return 0;
}

void
matching_note(struct matching *m, uint32_t invoice, unsigned step, uint64_t solutions)
{
    struct recon_invoice *v = at(m, invoice);

    v->step = step;
    v->solutions = solutions > SOLUTIONS_MAX ? SOLUTIONS_MAX : (unsigned)solutions;
    v->is_ambiguous = solutions > 1;
}

int
matching_gave_up(struct matching *m, uint32_t invoice, struct err *e)
{
    struct recon *r = m->r;

    if (m->gave_up[invoice])
        return 0;
    m->gave_up[invoice] = true;
    if (vec_grow(&r->warnings, 1, SIZE_MAX, e))
        return -1;
    r->warnings.at[r->warnings.n] = (struct warning){ .code = "matching-gave-up" };
    message_set(&r->warnings.at[r->warnings.n++].message,
        N_("too many charges could add up to invoice %s: none were tried beyond %llu sums "
        "(matching.max_states)"),
        at(m, invoice)->invoice->number, (unsigned long long)m->max_states);
    return 0;
}

/* Forget all covers; warnings of an earlier run go with them. */
static void
forget(struct recon *r)
{
    size_t kept = 0;

    for (size_t i = 0; i < r->claims.n; i++) {
        r->claims.at[i].covered = MONEY_ZERO;
        r->claims.at[i].is_rounded = false;
    }
    for (size_t i = 0; i < r->warnings.n; i++)
        if (strcmp(r->warnings.at[i].code, "matching-gave-up") != 0)
            r->warnings.at[kept++] = r->warnings.at[i];
    r->warnings.n = kept;
    for (size_t i = 0; i < r->invoices.n; i++) {
        struct recon_invoice *v = &r->invoices.at[i];

        v->covers.n = 0;
        v->used = MONEY_ZERO;
        v->detail = "";
        v->status = checks_are_valid(v) ? UNMATCHED : MATCH_INVALID;
        matching_note(&(struct matching){ .r = r }, (uint32_t)i, 0, 1);
    }
}

/* The net is compared where all bills of the seller's platforms are net of tax. */
static void
set_needs(struct recon *r)
{
    for (size_t i = 0; i < r->invoices.n; i++) {
        struct recon_invoice *v = &r->invoices.at[i];
        bool has_net = false, has_gross = false;

        for (size_t p = 0; p < r->platforms.n; p++) {
            has_net |= v->pool[p] && r->platforms.at[p].is_net;
            has_gross |= v->pool[p] && !r->platforms.at[p].is_net;
        }
        v->is_net = has_net && !has_gross;
        v->need = v->is_net ? v->net_rest : v->rest;
        if (!has_net && !has_gross)
            v->need = MONEY_ZERO;
    }
}

static int
each(struct matching *m, int (*step)(struct matching *m, uint32_t invoice, struct err *e),
    struct err *e)
{
    for (size_t i = 0; i < m->r->invoices.n; i++)
        if (matching_is_left(m, (uint32_t)i) && step(m, (uint32_t)i, e))
            return -1;
    return 0;
}

static void
set_status(struct recon *r)
{
    for (size_t i = 0; i < r->invoices.n; i++) {
        struct recon_invoice *v = &r->invoices.at[i];

        if (v->status == UNMATCHED && v->used.units > 0)
            v->status = money_compare(v->used, v->need) >= 0 ? MATCHED : PARTLY_MATCHED;
    }
    for (size_t i = 0; i < r->claims.n; i++)
        claim_settle(&r->claims.at[i]);
}

static int
run(struct recon *r, uint64_t max_states, bool only_exact, struct err *e)
{
    struct matching m = { .r = r, .max_states = max_states,
        .states_left = max_states > UINT64_MAX / SEARCHES_MAX ? UINT64_MAX :
            max_states * SEARCHES_MAX };
    int result = -1;

    set_needs(r);
    m.gave_up = arena_array(&r->arena, r->invoices.n + 1, sizeof(*m.gave_up));
    if (!m.gave_up)
        return err_nomem(e);
    if (months_find(&m.months, r, e) || references_build(&m.references, r, e))
        goto done;
    if (each(&m, match_reference, e) || open_claims_build(&m.open, r, e) ||
        each(&m, match_claim, e) || each(&m, match_month, e) ||
        each(&m, match_set, e))
        goto done;
    if (!only_exact && (match_invoices(&m, e) || each(&m, match_running, e)))
        goto done;
    set_status(r);
    result = 0;
done:
    months_release(&m.months);
    references_release(&m.references);
    open_claims_release(&m.open);
    subset_release(&m.subset);
    vec_release(&m.claims);
    vec_release(&m.amounts);
    return result;
}

int
matching_run(struct recon *r, uint64_t max_states, struct err *e)
{
    forget(r);
    return run(r, max_states, false, e);
}

int
matching_run_exact(struct recon *r, uint64_t max_states, struct err *e)
{
    return run(r, max_states, true, e);
}
