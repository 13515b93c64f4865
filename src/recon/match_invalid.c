/*
 * match_invalid.c - which invoices that do not count are for charges that are still open.
 *
 * Whoever has an invoice issued anew wants to know what it will cover. So those that fail by what
 * can be mended go through the exact steps once more, on a copy in which they are valid; nothing
 * else of the reconciliation changes.
 */
#include <stdlib.h>

#include "base/vec.h"
#include "recon/checks.h"
#include "recon/matching.h"

/* It fails by what a new invoice, or a look at the original, mends; and was not used before. */
static bool
is_mendable(const struct recon_invoice *v)
{
    return v->status == MATCH_INVALID && v->has_rest && v->is_blue && v->earlier.n == 0 &&
        check_is_ok(v, CHECK_UNREADABLE) && check_is_ok(v, CHECK_RED_LETTER);
}

/* A copy of ${r} with what steps look at; the lists of an invoice are its own. */
static int
copy(struct recon *to, const struct recon *r, struct err *e)
{
    *to = (struct recon){ .arena = ARENA_INIT, .period = r->period };
    to->platforms.at = r->platforms.at;
    to->platforms.n = r->platforms.n;
    if (vec_grow(&to->claims, r->claims.n, SIZE_MAX, e) ||
        vec_grow(&to->invoices, r->invoices.n, SIZE_MAX, e))
        return -1;
    for (size_t i = 0; i < r->claims.n; i++)
        to->claims.at[to->claims.n++] = r->claims.at[i];
    for (size_t i = 0; i < r->invoices.n; i++) {
        struct recon_invoice v = r->invoices.at[i];

        v.status = is_mendable(&v) ? UNMATCHED : MATCH_INVALID;
        v.used = MONEY_ZERO;
        v.step = 0;
        memset(&v.covers, 0, sizeof(v.covers));
        to->invoices.at[to->invoices.n++] = v;
    }
    return 0;
}

static void
release_copy(struct recon *copied)
{
    for (size_t i = 0; i < copied->invoices.n; i++)
        vec_release(&copied->invoices.at[i].covers);
    vec_release(&copied->invoices);
    vec_release(&copied->claims);
    vec_release(&copied->warnings);
    arena_release(&copied->arena);
}

int
matching_run_invalid(struct recon *r, uint64_t max_states, struct err *e)
{
    struct recon copied;
    size_t mendable = 0;
    int result = -1;

    for (size_t i = 0; i < r->claims.n; i++)
        r->claims.at[i].invalid_cover = 0;
    for (size_t i = 0; i < r->invoices.n; i++)
        mendable += is_mendable(&r->invoices.at[i]);
    if (mendable == 0)
        return 0;
    if (copy(&copied, r, e) || matching_run_exact(&copied, max_states, e))
        goto done;
    for (size_t i = 0; i < copied.invoices.n; i++)
        for (size_t k = 0; k < copied.invoices.at[i].covers.n; k++)
            r->claims.at[copied.invoices.at[i].covers.at[k].claim].invalid_cover =
                (uint32_t)i + 1;
    result = 0;
done:
    release_copy(&copied);
    return result;
}
