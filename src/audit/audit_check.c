/*
 * audit_check.c - the law of leaks, from the findings anew.
 */
#include <stdlib.h>

#include "audit/audit.h"

/* The nets of each line, over all findings, in ${sums} (one per line). */
static int
sum_lines(const struct audit *a, struct money *sums, struct err *e)
{
    for (size_t i = 0; i < a->findings.n; i++) {
        const struct finding *f = a->findings.at[i];
        struct money leak = MONEY_ZERO, net = MONEY_ZERO;

        for (size_t k = 0; k < f->lines.n; k++) {
            const struct finding_line *at = &f->lines.at[k];

            if (money_is_negative(at->net) || money_compare(at->net, at->leak) > 0)
                return err_set(e, ERR_BUG, "finding %s: the net of a line is not within its leak",
                    f->id);
            if (money_add(&sums[at->line], at->net, e) || money_add(&leak, at->leak, e) ||
                money_add(&net, at->net, e))
                return -1;
        }
        if (money_compare(leak, f->leak) != 0 || money_compare(net, f->net) != 0)
            return err_set(e, ERR_BUG, "finding %s: its sums are not those of its lines", f->id);
    }
    return 0;
}

static int
check_leaks(const struct audit *a, struct err *e)
{
    for (size_t i = 0; i < a->leaks.n; i++) {
        struct money gross = MONEY_ZERO, net = MONEY_ZERO;

        for (size_t k = 0; k < a->rule_leaks.n; k++)
            if (strcmp(a->rule_leaks.at[k].currency, a->leaks.at[i].currency) == 0 &&
                (money_add(&gross, a->rule_leaks.at[k].gross, e) ||
                    money_add(&net, a->rule_leaks.at[k].net, e)))
                return -1;
        if (money_compare(gross, a->leaks.at[i].gross) != 0 ||
            money_compare(net, a->leaks.at[i].net) != 0)
            return err_set(e, ERR_BUG, "the leaks in %s are not the sum of those of the rules",
                a->leaks.at[i].currency);
    }
    return 0;
}

int
audit_check(const struct audit *a, struct err *e)
{
    const struct ledger *l = a->in.ledger;
    struct money *sums = calloc(l->lines.n + 1, sizeof(*sums));
    int result = -1;

    if (!sums)
        return err_nomem(e);
    if (sum_lines(a, sums, e) || check_leaks(a, e) || gpu_use_check(a, e))
        goto release;
    for (size_t i = 0; i < l->lines.n; i++) {
        if (money_is_zero(sums[i]) || money_compare(sums[i], ledger_billed(&l->lines.at[i])) <= 0)
            continue;
        (void)err_set(e, ERR_BUG, "the leaks of a charge come to more than it billed");
        (void)err_at(e, ledger_input(l, &l->lines.at[i])->path, l->lines.at[i].source_line);
        goto release;
    }
    result = 0;
release:
    free(sums);
    return result;
}
