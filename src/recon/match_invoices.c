/*
 * match_invoices.c - step 5: several invoices of one seller for one claim or month.
 *
 * Of all that is possible the best is taken: fewest claims, fewest invoices, the earliest target,
 * the earliest invoices. Then everything is looked at anew with what is left.
 */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "recon/fold.h"
#include "recon/matching.h"

/* A claim, or an untouched month of several, with what is open of it. */
struct target {
    const uint32_t *claims;
    size_t n;
    struct money amount;
};

/* The invoices of one seller and currency that are left, in their order. */
struct group {
    const char *seller;
    struct { uint32_t *at; size_t n, room; } invoices;
};

struct solution {
    const struct target *target; /* NULL: none */
    size_t group;
    struct { uint32_t *at; size_t n, room; } invoices;
};

struct work {
    struct matching *m;
    struct arena arena;
    struct { struct target *at; size_t n, room; } targets; /* fewest claims first, then earliest */
    struct { struct group *at; size_t n, room; } groups;
    struct solution best;
    const bool *without; /* invoices to leave out, by index; NULL: none */
};

static int
compare_targets(const void *x, const void *y)
{
    const struct target *a = x, *b = y;
    int order = (a->n > b->n) - (a->n < b->n);

    return order != 0 ? order : (a->claims[0] > b->claims[0]) - (a->claims[0] < b->claims[0]);
}

static int
add_target(struct work *w, const uint32_t *claims, size_t n, struct money amount, struct err *e)
{
    if (vec_grow(&w->targets, 1, SIZE_MAX, e))
        return -1;
    w->targets.at[w->targets.n++] = (struct target){ claims, n, amount };
    return 0;
}

static int
find_targets(struct work *w, struct err *e)
{
    const struct recon *r = w->m->r;
    uint32_t *numbers = arena_array(&w->arena, r->claims.n + 1, sizeof(*numbers));

    if (!numbers)
        return err_nomem(e);
    for (size_t i = 0; i < r->claims.n; i++) {
        struct money open = matching_open(&r->claims.at[i]);

        numbers[i] = (uint32_t)i;
        if (open.units > 0 && add_target(w, &numbers[i], 1, open, e))
            return -1;
    }
    for (size_t i = 0; i < w->m->months.list.n; i++) {
        const struct month *month = &w->m->months.list.at[i];

        if (month->n > 1 && add_target(w, month->claims, month->n, month->amount, e))
            return -1;
    }
    if (w->targets.n > 1)
        qsort(w->targets.at, w->targets.n, sizeof(*w->targets.at), compare_targets);
    return 0;
}

static int
find_groups(struct work *w, struct err *e)
{
    const struct recon *r = w->m->r;

    for (size_t i = 0; i < r->invoices.n; i++) {
        const struct recon_invoice *v = &r->invoices.at[i];
        const char *seller;
        size_t g = 0;

        if (!matching_is_left(w->m, (uint32_t)i))
            continue;
        seller = fold_name(&w->arena, v->invoice->seller);
        if (!seller)
            return err_nomem(e);
        while (g < w->groups.n && (strcmp(w->groups.at[g].seller, seller) != 0 ||
            strcmp(r->invoices.at[w->groups.at[g].invoices.at[0]].invoice->currency,
                v->invoice->currency) != 0))
            g++;
        if (g == w->groups.n) {
            if (vec_grow(&w->groups, 1, SIZE_MAX, e))
                return -1;
            w->groups.at[w->groups.n++] = (struct group){ .seller = seller };
        }
        if (vec_grow(&w->groups.at[g].invoices, 1, SIZE_MAX, e))
            return -1;
        w->groups.at[g].invoices.at[w->groups.at[g].invoices.n++] = (uint32_t)i;
    }
    return 0;
}

/* All claims of ${t} are as they were when it was found, and open to the invoice. */
static bool
is_open_to(const struct work *w, const struct target *t, uint32_t invoice)
{
    const struct recon *r = w->m->r;

    for (size_t i = 0; i < t->n; i++)
        if (!matching_may_cover(w->m, invoice, t->claims[i]) ||
            (t->n > 1 && matching_is_touched(&r->claims.at[t->claims[i]])))
            return false;
    return t->n > 1 ||
        money_compare(matching_open(&r->claims.at[t->claims[0]]), t->amount) == 0;
}

/* Gather the invoices of ${g} that may be part of ${t}; false where they cannot make it. */
static int
gather(struct work *w, const struct group *g, const struct target *t, uint64_t *amount,
    bool *is_possible, struct err *e)
{
    struct matching *m = w->m;
    const char *currency = m->r->claims.at[t->claims[0]].currency;
    uint64_t total = 0;

    m->claims.n = m->amounts.n = 0;
    *is_possible = false;
    if (!matching_minor(t->amount, currency, amount))
        return 0;
    for (size_t i = 0; i < g->invoices.n; i++) {
        uint32_t invoice = g->invoices.at[i];
        const struct recon_invoice *v = &m->r->invoices.at[invoice];
        uint64_t minor;

        if (!matching_is_left(m, invoice) || (w->without && w->without[invoice]) ||
            !matching_minor(v->need, currency, &minor) || minor >= *amount ||
            !is_open_to(w, t, invoice))
            continue;
        if (matching_add(m, invoice, minor, e))
            return -1;
        total = total > UINT64_MAX / 2 ? total : total + minor;
    }
    *is_possible = m->claims.n > 1 && total >= *amount;
    return 0;
}

/* Search in ${g} for ${t}; the result is in m->subset, its indexes are of m->claims. */
static int
search(struct work *w, const struct group *g, const struct target *t, struct err *e)
{
    struct matching *m = w->m;
    uint64_t amount;
    bool is_possible;

    m->subset.n = 0;
    m->subset.solutions = 0;
    m->subset.gave_up = m->states_left == 0;
    if (m->subset.gave_up)
        return 0;
    if (gather(w, g, t, &amount, &is_possible, e))
        return -1;
    matching_spend(m, g->invoices.n);
    return is_possible ? matching_search(m, amount, e) : 0;
}

static int
keep(struct work *w, const struct target *t, size_t group, struct err *e)
{
    const struct matching *m = w->m;

    if (vec_grow(&w->best.invoices, m->subset.n, SIZE_MAX, e))
        return -1;
    w->best.target = t;
    w->best.group = group;
    w->best.invoices.n = m->subset.n;
    for (size_t i = 0; i < m->subset.n; i++)
        w->best.invoices.at[i] = m->claims.at[m->subset.chosen[i]];
    return 0;
}

/* The invoices of the last search come before those of the best solution. */
static bool
is_earlier(const struct work *w)
{
    const struct matching *m = w->m;

    for (size_t i = 0; i < m->subset.n; i++) {
        uint32_t a = m->claims.at[m->subset.chosen[i]], b = w->best.invoices.at[i];

        if (a != b)
            return a < b;
    }
    return false;
}

static int
find_best(struct work *w, struct err *e)
{
    w->best.target = NULL;
    for (size_t i = 0; i < w->targets.n; i++) {
        const struct target *t = &w->targets.at[i];

        /* Nothing that follows has fewer claims, and two invoices are the fewest. */
        if (w->best.target && (t->n > w->best.target->n ||
            (w->best.invoices.n == 2 && t != w->best.target)))
            return 0;
        for (size_t g = 0; g < w->groups.n; g++) {
            const struct subset *s = &w->m->subset;

            if (search(w, &w->groups.at[g], t, e))
                return -1;
            if (s->gave_up && matching_gave_up(w->m, w->groups.at[g].invoices.at[0], e))
                return -1;
            /* The best may be among those that nobody looked at. */
            if (w->m->states_left == 0) {
                w->best.target = NULL;
                return 0;
            }
            if (s->n < 2 || (w->best.target && (s->n > w->best.invoices.n ||
                (s->n == w->best.invoices.n && (w->best.target != t || !is_earlier(w))))))
                continue;
            if (keep(w, t, g, e))
                return -1;
        }
    }
    return 0;
}

static bool
shares_claim(const struct target *a, const struct target *b)
{
    for (size_t i = 0; i < a->n; i++)
        for (size_t k = 0; k < b->n; k++)
            if (a->claims[i] == b->claims[k])
                return true;
    return false;
}

/* How many solutions share a claim or an invoice with the best one. */
static int
count(struct work *w, uint64_t *solutions, struct err *e)
{
    const struct recon *r = w->m->r;
    bool *without = calloc(r->invoices.n + 1, sizeof(*without));
    int result = -1;

    *solutions = 0;
    if (!without)
        return err_nomem(e);
    for (size_t i = 0; i < w->best.invoices.n; i++)
        without[w->best.invoices.at[i]] = true;
    for (size_t i = 0; i < w->targets.n && *solutions < SOLUTIONS_MAX; i++)
        for (size_t g = 0; g < w->groups.n; g++) {
            const struct target *t = &w->targets.at[i];
            bool is_shared = shares_claim(t, w->best.target);
            uint64_t all;

            if (!is_shared && g != w->best.group)
                continue;
            if (search(w, &w->groups.at[g], t, e))
                goto done;
            all = w->m->subset.solutions;
            if (!is_shared && all > 0) {
                w->without = without;
                if (search(w, &w->groups.at[g], t, e))
                    goto done;
                all -= w->m->subset.solutions < all ? w->m->subset.solutions : all;
                w->without = NULL;
            }
            *solutions += all;
        }
    result = 0;
done:
    w->without = NULL;
    free(without);
    return result;
}

/* Spread the invoices of the best solution over its claims, both in order. */
static int
take_best(struct work *w, uint64_t solutions, struct err *e)
{
    struct matching *m = w->m;

    for (size_t i = 0; i < w->best.invoices.n; i++) {
        uint32_t invoice = w->best.invoices.at[i];

        if (matching_cover_running(m, invoice, w->best.target->claims, w->best.target->n, e))
            return -1;
        matching_note(m, invoice, 5, solutions);
    }
    return 0;
}

static void
work_release(struct work *w)
{
    for (size_t i = 0; i < w->groups.n; i++)
        vec_release(&w->groups.at[i].invoices);
    vec_release(&w->groups);
    vec_release(&w->targets);
    vec_release(&w->best.invoices);
    arena_release(&w->arena);
}

int
match_invoices(struct matching *m, struct err *e)
{
    struct work w = { .m = m };
    uint64_t solutions;
    int result = -1;

    if (find_groups(&w, e) || find_targets(&w, e))
        goto done;
    for (;;) {
        if (find_best(&w, e))
            goto done;
        if (!w.best.target)
            break;
        if (count(&w, &solutions, e))
            goto done;
        if (m->states_left == 0) {
            if (matching_gave_up(m, w.best.invoices.at[0], e))
                goto done;
            break;
        }
        if (take_best(&w, solutions, e))
            goto done;
    }
    result = 0;
done:
    work_release(&w);
    return result;
}
