/*
 * hook_gcp_credits.c - the credits of a Google Cloud row that are lines of their own, as JSON.
 *
 * All but those that belong to the price of the row (hook_gcp_discounts.c): promotions, free tiers
 * and kinds that are not known. A discount whose amount cannot be read stays in the list too: its
 * line is then rejected instead of its money being lost.
 */
#include "parsers/gcp_credits.h"
#include "parsers/hook.h"
#include "record/json.h"

static bool
has_amount(const cJSON *credit)
{
    struct err ignored = ERR_INIT;
    struct money amount;
    struct sv text;

    return record_json_text(credit, SV("amount"), NULL, &text) &&
        money_parse(&amount, text, &ignored) == 0;
}

static int
credits_of(struct sv in, struct buf *out, struct err *e)
{
    struct err trial = ERR_INIT;
    cJSON *list = record_json_parse(in, &trial), *next;
    struct sv text;

    if (!list && trial.code == ERR_NOMEM)
        return err_nomem(e);
    if (!list) {
        buf_add(out, in);
        return buf_ok(out, e) ? -1 : in.n > 0;
    }
    for (cJSON *credit = list->child; credit; credit = next) {
        next = credit->next;
        if (gcp_credit_is_discount(credit) && has_amount(credit))
            cJSON_Delete(cJSON_DetachItemViaPointer(list, credit));
    }
    if (list->child && record_json_text(list, SV_EMPTY, out, &text) && text.p != out->p)
        buf_add(out, text);
    cJSON_Delete(list);
    return buf_ok(out, e) ? -1 : out->n > 0;
}

const struct hook hook_gcp_credits = {
    .name = "gcp_credits",
    .text = credits_of,
};
