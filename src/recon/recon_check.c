/*
 * recon_check.c - the laws of a reconciliation, summed anew; and its words.
 */
#include <string.h>

#include "recon/differences.h"

const char *
claim_status_word(enum claim_status s)
{
    static const char *const words[] = { [CLAIM_UNCOVERED] = "uncovered",
        [CLAIM_PARTLY_COVERED] = "partly-covered", [CLAIM_COVERED] = "covered",
        [CLAIM_CREDIT] = "credit" };

    return words[s];
}

const char *
matched_word(enum matched m)
{
    static const char *const words[] = { [MATCHED] = "matched",
        [PARTLY_MATCHED] = "partly-matched", [UNMATCHED] = "unmatched",
        [MATCH_INVALID] = "invalid", [MATCH_OTHER_PERIOD] = "other-period" };

    return words[m];
}

const char *
basis_word(enum invoice_basis b)
{
    static const char *const words[] = { [BASIS_UNKNOWN] = "unknown",
        [BASIS_CONSUMPTION] = "consumption", [BASIS_RECHARGE] = "recharge" };

    return words[b];
}

static int
broken(const char *law, const char *currency, struct err *e)
{
    return err_set(e, ERR_BUG, N_("internal check of the reconciliation failed: %s (%s)"), law,
        currency);
}

/* The sums of one currency from claims, invoices and differences. */
static int
sum_up(const struct recon *r, const char *currency, struct recon_total *t,
    struct money *explained, struct err *e)
{
    for (size_t i = 0; i < r->claims.n; i++)
        if (!r->claims.at[i].is_outside && strcmp(r->claims.at[i].currency, currency) == 0 &&
            money_add(&t->claimable, r->claims.at[i].amount, e))
            return -1;
    for (size_t i = 0; i < r->invoices.n; i++) {
        const struct recon_invoice *v = &r->invoices.at[i];

        if (strcmp(v->invoice->currency, currency) != 0)
            continue;
        if (!invoice_counts(v) && v->covers.n > 0)
            return broken("what does not count covers nothing", currency, e);
        if (!invoice_counts(v))
            continue;
        if (money_add(&t->invoiced, v->rest, e))
            return -1;
        for (size_t k = 0; k < v->covers.n; k++)
            if (money_add(&t->covered, v->covers.at[k].amount, e))
                return -1;
    }
    for (size_t i = 0; i < r->differences.n; i++)
        if (strcmp(r->differences.at[i].kind, "voucher") != 0 &&
            strcmp(r->differences.at[i].currency, currency) == 0 &&
            money_add(explained, r->differences.at[i].amount, e))
            return -1;
    return 0;
}

static int
check_total(const struct recon *r, const struct recon_total *t, struct err *e)
{
    struct recon_total anew = { .currency = t->currency };
    struct money explained = MONEY_ZERO, rest = t->claimable;

    if (sum_up(r, t->currency, &anew, &explained, e) || money_sub(&rest, t->invoiced, e))
        return -1;
    if (money_compare(anew.claimable, t->claimable) != 0)
        return broken("claimable is the sum of the claims", t->currency, e);
    if (money_compare(anew.invoiced, t->invoiced) != 0)
        return broken("invoiced is the sum of the invoices", t->currency, e);
    if (money_compare(anew.covered, t->covered) != 0)
        return broken("covered is the sum of the covers", t->currency, e);
    if (t->uncovered.units != t->claimable.units - t->covered.units)
        return broken("uncovered is claimable - covered", t->currency, e);
    if (t->without_charges.units != t->invoiced.units - t->covered.units)
        return broken("without charges is invoiced - covered", t->currency, e);
    if (money_compare(explained, rest) != 0)
        return broken("differences sum to claimable - invoiced", t->currency, e);
    return 0;
}

/* No claim is covered beyond its amount but by a rounded sum. */
static int
check_claims(const struct recon *r, struct err *e)
{
    for (size_t i = 0; i < r->claims.n; i++) {
        const struct claim *c = &r->claims.at[i];

        if (c->covered.units != 0 && !c->is_rounded &&
            (c->covered.units < 0 || money_compare(c->covered, c->amount) > 0))
            return broken("no claim is covered beyond its amount", c->currency, e);
    }
    return 0;
}

int
recon_check(const struct recon *r, struct err *e)
{
    for (size_t i = 0; i < r->totals.n; i++)
        if (check_total(r, &r->totals.at[i], e))
            return -1;
    return check_claims(r, e);
}
