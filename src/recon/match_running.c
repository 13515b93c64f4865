/*
 * match_running.c - step 6: the oldest open claims, until the invoice is used up.
 */
#include "recon/matching.h"

int
match_running(struct matching *m, uint32_t invoice, struct err *e)
{
    struct recon_invoice *v = &m->r->invoices.at[invoice];

    m->claims.n = m->amounts.n = 0;
    for (size_t i = 0; i < m->r->claims.n; i++)
        if (matching_may_cover(m, invoice, (uint32_t)i) &&
            matching_add(m, (uint32_t)i, 0, e))
            return -1;
    if (m->claims.n == 0)
        return 0;
    if (matching_cover_running(m, invoice, m->claims.at, m->claims.n, e))
        return -1;
    v->detail = "running-total";
    matching_note(m, invoice, 6, 1);
    return 0;
}
