/*
 * gcp_credits.c - the kinds of Google Cloud's credits, shared by the two hooks that part them.
 */
#include "base/sv.h"
#include "parsers/gcp_credits.h"
#include "record/json.h"

bool
gcp_credit_is_discount(const cJSON *credit)
{
    static const char *const kinds[] = { "COMMITTED_USAGE_DISCOUNT",
        "COMMITTED_USAGE_DISCOUNT_DOLLAR_BASE", "FEE_UTILIZATION_OFFSET", "DISCOUNT",
        "SUSTAINED_USAGE_DISCOUNT", "RESELLER_MARGIN" };
    struct sv kind;

    if (!record_json_text(credit, SV("type"), NULL, &kind))
        return false;
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (sv_is_folded(kind, sv_of(kinds[i])))
            return true;
    return false;
}
