/*
 * match_month.c - step 3: one month of one account, or of all accounts of a platform.
 *
 * Platforms round once a month or once a charge. Both sums are tried; where the invoice has the
 * rounded sum, the month's last claim takes the difference.
 */
#include "recon/nearest.h"

static bool
is_untouched(const struct matching *m, uint32_t invoice, const struct month *month)
{
    for (size_t i = 0; i < month->n; i++)
        if (matching_is_touched(&m->r->claims.at[month->claims[i]]) ||
            !matching_may_cover(m, invoice, month->claims[i]))
            return false;
    return true;
}

/* The invoice has the rounded sum, and the last claim is larger than the difference. */
static bool
is_rounded(const struct matching *m, const struct month *month, struct money need)
{
    const struct claim *last = &m->r->claims.at[month->claims[month->n - 1]];
    money_int difference = need.units - month->amount.units;

    return money_compare(month->rounded, need) == 0 &&
        (difference < 0 ? -difference : difference) < last->amount.units;
}

static int
cover(struct matching *m, uint32_t invoice, const struct month *month, struct err *e)
{
    struct recon_invoice *v = &m->r->invoices.at[invoice];
    struct money difference = { v->need.units - month->amount.units };

    for (size_t i = 0; i < month->n; i++) {
        struct claim *c = &m->r->claims.at[month->claims[i]];
        struct money part = c->amount;

        if (i + 1 == month->n && difference.units != 0) {
            part.units += difference.units;
            c->is_rounded = true;
            v->detail = "rounded-sum";
        }
        if (matching_cover(m, invoice, month->claims[i], part, e))
            return -1;
    }
    return 0;
}

int
match_month(struct matching *m, uint32_t invoice, struct err *e)
{
    struct money need = m->r->invoices.at[invoice].need;
    struct nearest best = NEAREST_INIT;

    /* Exact sums first: of two months that begin together the first that comes is taken. */
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < m->months.list.n; i++) {
            const struct month *month = &m->months.list.at[i];
            bool is_exact = money_compare(month->amount, need) == 0;

            if ((pass == 0) == is_exact && (is_exact || is_rounded(m, month, need)) &&
                is_untouched(m, invoice, month))
                nearest_consider(&best, m, invoice, &m->r->claims.at[month->claims[0]], i);
        }
    if (!best.has_any)
        return 0;
    if (cover(m, invoice, &m->months.list.at[best.index], e))
        return -1;
    matching_note(m, invoice, 3, nearest_count(&best));
    return 0;
}
