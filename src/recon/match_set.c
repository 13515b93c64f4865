/*
 * match_set.c - step 4: several claims that add up to the invoice.
 */
#include "recon/matching.h"

/* Claims that begin more days before the invoice are out. */
#define DAYS_BEFORE_MAX 366

/* The claims that may be part of the set, in claim order. */
static int
gather(struct matching *m, uint32_t invoice, struct err *e)
{
    const struct recon *r = m->r;

    m->claims.n = m->amounts.n = 0;
    for (size_t i = 0; i < r->claims.n; i++) {
        const struct claim *c = &r->claims.at[i];
        int64_t days;
        uint64_t minor;

        if (!matching_may_cover(m, invoice, (uint32_t)i) ||
            !matching_days_before(m, invoice, c, &days) || days < 0 || days > DAYS_BEFORE_MAX)
            continue;
        /* What is open of a claim that was covered in part may be no whole number of minor units;
         * it then is part of no set. */
        if (!matching_minor(matching_open(c), c->currency, &minor))
            minor = 0;
        if (matching_add(m, (uint32_t)i, minor, e))
            return -1;
    }
    return 0;
}

/* The shortest run of neighbours, the earliest of these; returns how many runs there are. */
static uint64_t
find_run(const struct matching *m, uint64_t target, size_t *first, size_t *length)
{
    const uint64_t *amounts = m->amounts.at;
    uint64_t sum = 0, found = 0;
    size_t from = 0;

    *length = 0;
    for (size_t to = 0; to < m->claims.n; to++) {
        if (amounts[to] == 0) {
            from = to + 1;
            sum = 0;
            continue;
        }
        sum += amounts[to];
        while (sum > target)
            sum -= amounts[from++];
        if (sum != target)
            continue;
        found++;
        if (*length == 0 || to + 1 - from < *length) {
            *first = from;
            *length = to + 1 - from;
        }
    }
    return found;
}

static int
cover(struct matching *m, uint32_t invoice, size_t index, struct err *e)
{
    const struct claim *c = &m->r->claims.at[m->claims.at[index]];

    return matching_cover(m, invoice, m->claims.at[index], matching_open(c), e);
}

int
match_set(struct matching *m, uint32_t invoice, struct err *e)
{
    const struct recon_invoice *v = &m->r->invoices.at[invoice];
    struct subset *s = &m->subset;
    uint64_t target, runs;
    size_t first = 0, length = 0;

    if (!matching_minor(v->need, v->invoice->currency, &target))
        return 0;
    if (gather(m, invoice, e))
        return -1;
    matching_spend(m, m->r->claims.n);
    runs = find_run(m, target, &first, &length);
    if (runs > 0) {
        for (size_t i = first; i < first + length; i++)
            if (cover(m, invoice, i, e))
                return -1;
        matching_note(m, invoice, 4, runs);
        return 0;
    }
    if (matching_search(m, target, e))
        return -1;
    if (s->gave_up)
        return matching_gave_up(m, invoice, e);
    if (s->n == 0)
        return 0;
    for (size_t i = 0; i < s->n; i++)
        if (cover(m, invoice, s->chosen[i], e))
            return -1;
    matching_note(m, invoice, 4, s->solutions);
    return 0;
}
