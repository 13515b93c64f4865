/*
 * match_claim.c - step 2: one claim whose open amount is the invoice's.
 */
#include "recon/nearest.h"

void
nearest_consider(struct nearest *best, const struct matching *m, uint32_t invoice,
    const struct claim *first, size_t index)
{
    int64_t days;
    bool is_known = matching_days_before(m, invoice, first, &days);
    bool is_before = !is_known || days >= 0, is_better;

    if (is_before)
        best->before++;
    else
        best->after++;
    if (!best->has_any || is_before != best->is_before)
        is_better = !best->has_any || is_before;
    else
        is_better = is_before ? first->from > best->from : first->from < best->from;
    if (!is_better)
        return;
    best->has_any = true;
    best->is_before = is_before;
    best->from = first->from;
    best->index = index;
}

uint64_t
nearest_count(const struct nearest *best)
{
    return best->is_before ? best->before : best->after;
}

int
match_claim(struct matching *m, uint32_t invoice, struct err *e)
{
    const struct recon *r = m->r;
    struct money need = r->invoices.at[invoice].need;
    struct nearest best = NEAREST_INIT;

    for (size_t i = 0; i < r->claims.n; i++)
        if (money_compare(matching_open(&r->claims.at[i]), need) == 0 &&
            matching_may_cover(m, invoice, (uint32_t)i))
            nearest_consider(&best, m, invoice, &r->claims.at[i], i);
    if (!best.has_any)
        return 0;
    if (matching_cover(m, invoice, (uint32_t)best.index, need, e))
        return -1;
    matching_note(m, invoice, 2, nearest_count(&best));
    return 0;
}
