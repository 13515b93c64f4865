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
    const struct recon_invoice *v = &r->invoices.at[invoice];
    const struct open_wish wish = { .amount = v->need, .currency = v->invoice->currency,
        .pool = v->pool, .day = v->day, .days_after = DAYS_AFTER_MAX, .most = SOLUTIONS_MAX };
    struct money need = v->need;
    struct nearest best = NEAREST_INIT;

    if (open_claims_find(&m->open, r, &wish, e))
        return -1;
    for (size_t i = 0; i < m->open.found.n; i++) {
        uint32_t claim = m->open.found.at[i];

        nearest_consider(&best, m, invoice, &r->claims.at[claim], claim);
    }
    if (!best.has_any)
        return 0;
    open_claims_close(&m->open, (uint32_t)best.index);
    if (matching_cover(m, invoice, (uint32_t)best.index, need, e))
        return -1;
    matching_note(m, invoice, 2, nearest_count(&best));
    return 0;
}
