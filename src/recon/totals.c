/*
 * totals.c - the sums of each currency.
 */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "recon/differences.h"

#define CURRENCIES_MAX 1000

static struct recon_total *
total_of(struct recon *r, const char *currency, struct err *e)
{
    for (size_t i = 0; i < r->totals.n; i++)
        if (strcmp(r->totals.at[i].currency, currency) == 0)
            return &r->totals.at[i];
    if (vec_grow_named(&r->totals, 1, CURRENCIES_MAX, N_("currencies"), e))
        return NULL;
    r->totals.at[r->totals.n] = (struct recon_total){ .currency = currency };
    return &r->totals.at[r->totals.n++];
}

bool
invoice_counts(const struct recon_invoice *v)
{
    return v->has_rest && v->status != MATCH_INVALID && v->status != MATCH_OTHER_PERIOD;
}

static int
add_vouchers(struct recon *r, const struct ledger *l, struct err *e)
{
    struct recon_total *t;
    struct money voucher;

    for (size_t i = 0; i < l->lines.n; i++) {
        const struct ledger_line *line = &l->lines.at[i];

        ledger_ahead(l, i);
        if (line->fate != FATE_COUNTED || !ledger_is_spend(line) ||
            !ledger_money(line, MONEY_VOUCHER, &voucher) || money_is_zero(voucher))
            continue;
        t = total_of(r, ledger_text(line, TEXT_BILLING_CURRENCY), e);
        if (!t || money_add(&t->voucher, voucher, e))
            return -1;
    }
    return 0;
}

static int
compare(const void *x, const void *y)
{
    return strcmp(((const struct recon_total *)x)->currency,
        ((const struct recon_total *)y)->currency);
}

int
totals_sum(struct recon *r, const struct ledger *l, struct err *e)
{
    struct recon_total *t;

    for (size_t i = 0; i < r->claims.n; i++) {
        const struct claim *c = &r->claims.at[i];

        if (c->is_outside)
            continue;
        t = total_of(r, c->currency, e);
        if (!t || money_add(&t->claimable, c->amount, e))
            return -1;
    }
    for (size_t i = 0; i < r->invoices.n; i++) {
        const struct recon_invoice *v = &r->invoices.at[i];

        if (!invoice_counts(v))
            continue;
        t = total_of(r, v->invoice->currency, e);
        if (!t || money_add(&t->invoiced, v->rest, e))
            return -1;
        for (size_t k = 0; k < v->covers.n; k++)
            if (money_add(&t->covered, v->covers.at[k].amount, e))
                return -1;
    }
    if (add_vouchers(r, l, e))
        return -1;
    for (size_t i = 0; i < r->totals.n; i++) {
        t = &r->totals.at[i];
        t->uncovered = t->claimable;
        t->without_charges = t->invoiced;
        if (money_sub(&t->uncovered, t->covered, e) ||
            money_sub(&t->without_charges, t->covered, e))
            return -1;
    }
    if (r->totals.n > 1)
        qsort(r->totals.at, r->totals.n, sizeof(*r->totals.at), compare);
    return 0;
}
