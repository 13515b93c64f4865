/*
 * audit_sum.c - sums by currency and rule.
 */
#include <stdlib.h>

#include "audit/audit_parts.h"
#include "base/vec.h"

#define ROWS_MAX UINT32_MAX
#define SHARE_DECIMALS 4

static int
find_leaks(struct audit *a, struct err *e)
{
    const struct review *r = a->in.review;

    /* Totals are sorted by currency. */
    if (vec_grow(&a->leaks, r->totals.n, ROWS_MAX, e))
        return -1;
    for (size_t i = 0; i < r->totals.n; i++)
        a->leaks.at[a->leaks.n++] = (struct audit_leak){ .currency = r->totals.at[i].currency };
    return 0;
}

static int
add_leak(struct audit *a, const struct finding *f, struct err *e)
{
    for (size_t i = 0; i < a->leaks.n; i++)
        if (strcmp(a->leaks.at[i].currency, f->currency) == 0)
            return money_add(&a->leaks.at[i].gross, f->leak, e) ||
                money_add(&a->leaks.at[i].net, f->net, e) ? -1 : 0;
    return err_set(e, ERR_BUG, "a finding is in a currency that has no total");
}

static int
add_rule_leak(struct audit *a, const struct finding *f, struct err *e)
{
    struct audit_rule_leak *row = NULL;

    for (size_t i = 0; i < a->rule_leaks.n && !row; i++)
        if (strcmp(a->rule_leaks.at[i].rule, f->rule) == 0 &&
            strcmp(a->rule_leaks.at[i].currency, f->currency) == 0)
            row = &a->rule_leaks.at[i];
    if (!row) {
        if (vec_grow(&a->rule_leaks, 1, ROWS_MAX, e))
            return -1;
        row = &a->rule_leaks.at[a->rule_leaks.n++];
        *row = (struct audit_rule_leak){ .rule = f->rule, .currency = f->currency };
    }
    row->findings++;
    return money_add(&row->gross, f->leak, e) || money_add(&row->net, f->net, e) ? -1 : 0;
}

static int
compare_rule_leaks(const void *left, const void *right)
{
    const struct audit_rule_leak *a = left, *b = right;
    int order = strcmp(a->rule, b->rule);

    return order ? order : strcmp(a->currency, b->currency);
}

int
audit_sum(struct audit *a, struct err *e)
{
    if (find_leaks(a, e))
        return -1;
    for (size_t i = 0; i < a->findings.n; i++)
        if (!a->findings.at[i]->is_waived &&
            (add_leak(a, a->findings.at[i], e) || add_rule_leak(a, a->findings.at[i], e)))
            return -1;
    for (size_t i = 0; i < a->leaks.n; i++) {
        struct money billed = a->in.review->totals.at[i].billed;

        if (money_compare(billed, MONEY_ZERO) > 0 &&
            money_share(&a->leaks.at[i].share, money_of(1), a->leaks.at[i].net.units,
                billed.units, SHARE_DECIMALS, e))
            return -1;
    }
    if (a->rule_leaks.n > 0)
        qsort(a->rule_leaks.at, a->rule_leaks.n, sizeof(*a->rule_leaks.at), compare_rule_leaks);
    return 0;
}
