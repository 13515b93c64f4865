/*
 * match_reference.c - step 1: the claims whose order ids the invoice names.
 */
#include <stdlib.h>

#include "recon/matching.h"

struct named {
    struct matching *m;
    uint32_t invoice;
};

static int
found(void *context, uint32_t claim, struct err *e)
{
    struct named *n = context;

    return matching_may_cover(n->m, n->invoice, claim) ? matching_add(n->m, claim, 0, e) : 0;
}

static int
compare(const void *x, const void *y)
{
    const uint32_t *a = x, *b = y;

    return (*a > *b) - (*a < *b);
}

int
match_reference(struct matching *m, uint32_t invoice, struct err *e)
{
    const struct invoice *one = m->r->invoices.at[invoice].invoice;
    struct named n = { m, invoice };

    m->claims.n = m->amounts.n = 0;
    if (references_find(&m->references, one->remark, found, &n, e) ||
        references_find(&m->references, one->references, found, &n, e))
        return -1;
    for (size_t i = 0; i < one->lines.n; i++)
        if (references_find(&m->references, one->lines.at[i].item, found, &n, e))
            return -1;
    if (m->claims.n == 0)
        return 0;
    /* A claim that is named twice has nothing open the second time. */
    qsort(m->claims.at, m->claims.n, sizeof(*m->claims.at), compare);
    if (matching_cover_running(m, invoice, m->claims.at, m->claims.n, e))
        return -1;
    matching_note(m, invoice, 1, 1);
    return 0;
}
