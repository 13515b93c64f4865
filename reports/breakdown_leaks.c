/*
 * breakdown_leaks.c - net leaks by rule, cut by how certain they are.
 */
#include <string.h>

#include "reports/breakdown_inside.h"
#include "reports/say.h"

int
filling_add_leaks(struct filling *f, struct err *e)
{
    const struct audit *a = f->r->audit;

    for (size_t i = 0; a && i < a->findings.n; i++) {
        const struct finding *found = a->findings.at[i];

        /* What leaks nothing, or nothing that another rule has not claimed, is no bar. */
        if (found->is_waived || money_is_zero(found->net) ||
            strcmp(found->currency, f->b->currency) != 0)
            continue;
        if (filling_add(f, found->rule, found->certainty, found->net, e))
            return -1;
    }
    return 0;
}

const char *
filling_rule_title(const struct results *r, const char *rule)
{
    for (size_t i = 0; r->audit && i < r->audit->findings.n; i++)
        if (strcmp(r->audit->findings.at[i]->rule, rule) == 0)
            return say_rule(r, r->audit->findings.at[i]);
    return rule;
}
