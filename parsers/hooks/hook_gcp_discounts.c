/*
 * hook_gcp_discounts.c - what Google Cloud's credits take off the price of a row.
 *
 * Given the list of credits as JSON: the exact sum of the amounts (negative) of those that belong
 * to the price. The others are credits of their own, which hook_gcp_credits.c gives.
 */
#include "parsers/gcp_credits.h"
#include "parsers/hook.h"
#include "record/json.h"

static int
discounts_of(struct sv in, struct buf *out, struct err *e)
{
    struct err trial = ERR_INIT;
    struct money sum = MONEY_ZERO;
    cJSON *list = record_json_parse(in, &trial);
    bool has_any = false;
    char text[MONEY_TEXT_MAX];

    if (!list)
        return trial.code == ERR_NOMEM ? err_nomem(e) : 0;
    for (const cJSON *credit = list->child; credit; credit = credit->next) {
        struct money amount;
        struct sv written;

        if (!gcp_credit_is_discount(credit) ||
            !record_json_text(credit, SV("amount"), NULL, &written) ||
            money_parse(&amount, written, &trial) || money_add(&sum, amount, &trial))
            continue;
        has_any = true;
    }
    cJSON_Delete(list);
    if (!has_any)
        return 0;
    buf_add_text(out, money_format(text, sum));
    return buf_ok(out, e) ? -1 : 1;
}

const struct hook hook_gcp_discounts = {
    .name = "gcp_discounts",
    .text = discounts_of,
};
