/*
 * finding_spread.c - a leak that is known of several lines together.
 */
#include "audit/findings.h"

int
finding_claim_spread(struct findings *f, struct finding *to, const uint32_t *lines, size_t n,
    struct money leak, struct err *e)
{
    struct money total = MONEY_ZERO, rest = money_round(leak, 9);

    leak = rest;
    for (size_t i = 0; i < n; i++)
        if (money_add(&total, ledger_billed(audit_line(f->audit, lines[i])), e))
            return -1;
    for (size_t i = 0; i < n; i++) {
        struct money billed = ledger_billed(audit_line(f->audit, lines[i])), part = rest;

        if (i + 1 < n && money_share(&part, leak, billed.units, total.units, 9, e))
            return -1;
        if (money_compare(part, rest) > 0)
            part = rest;
        if (finding_claim_amount(f, to, lines[i], part, e) || money_sub(&rest, part, e))
            return -1;
    }
    return 0;
}
