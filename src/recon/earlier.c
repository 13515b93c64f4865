/*
 * earlier.c - covers of earlier reviews, from their review.json.
 */
#include <stdio.h>
#include <string.h>

#include "base/vec.h"
#include "recon/earlier.h"

#define COVERS_MAX ((size_t)1 << 26)

void
earlier_init(struct earlier *v)
{
    *v = (struct earlier){ .arena = ARENA_INIT };
}

void
earlier_release(struct earlier *v)
{
    vec_release(&v->list);
    arena_release(&v->arena);
}

/* The text ${key} of ${object}, copied; "" where there is none. NULL: memory. */
static const char *
text_of(struct earlier *v, const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);

    return cJSON_IsString(item) ? arena_text(&v->arena, sv_of(item->valuestring)) : "";
}

/* The amount ${key} of ${object}; 0 where there is none. */
static struct money
money_of_key(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    struct money amount = MONEY_ZERO;
    struct err ignored = ERR_INIT;

    if (cJSON_IsString(item))
        (void)money_parse(&amount, sv_of(item->valuestring), &ignored);
    return amount;
}

static bool
is_recharge(const cJSON *claim)
{
    const cJSON *basis = cJSON_GetObjectItemCaseSensitive(claim, "basis");

    return cJSON_IsString(basis) && strcmp(basis->valuestring, "recharge") == 0;
}

/* A claim, or an element of `earlier`: both have platform, account, order_id and month. */
static int
add(struct earlier *v, const cJSON *invoice, const cJSON *claim, struct money amount,
    struct err *e)
{
    struct earlier_invoice one = {
        .number = text_of(v, invoice, "number"),
        .code = text_of(v, invoice, "code"),
        .seller = text_of(v, invoice, "seller"),
        .total = money_of_key(invoice, "total"),
        .cover = { .platform = text_of(v, claim, "platform"),
            .account = text_of(v, claim, "account"),
            .order_id = text_of(v, claim, "order_id") },
        .recharged = is_recharge(claim) ? text_of(v, claim, "from") : "",
        .amount = amount,
    };
    const char *month = text_of(v, claim, "month");

    if (!one.number || !one.code || !one.seller || !one.cover.platform || !one.cover.account ||
        !one.cover.order_id || !one.recharged || !month)
        return err_nomem(e);
    if (!month[0])
        month = text_of(v, claim, "from");
    if (!month)
        return err_nomem(e);
    (void)snprintf(one.cover.month, sizeof(one.cover.month), "%.7s", month);
    if (vec_grow(&v->list, 1, COVERS_MAX, e))
        return -1;
    v->list.at[v->list.n++] = one;
    return 0;
}

static const cJSON *
claim_called(const cJSON *claims, const char *id)
{
    const cJSON *claim;

    cJSON_ArrayForEach(claim, claims)
    {
        const cJSON *name = cJSON_GetObjectItemCaseSensitive(claim, "id");

        if (cJSON_IsString(name) && strcmp(name->valuestring, id) == 0)
            return claim;
    }
    return NULL;
}

static int
add_invoice(struct earlier *v, const cJSON *claims, const cJSON *invoice, struct err *e)
{
    const cJSON *item;

    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(invoice, "covers"))
    {
        const cJSON *id = cJSON_GetObjectItemCaseSensitive(item, "claim");
        const cJSON *claim = cJSON_IsString(id) ? claim_called(claims, id->valuestring) : NULL;

        if (!claim)
            return err_set(e, ERR_SYNTAX,
                N_("its reconciliation covers a claim that it does not list"));
        if (add(v, invoice, claim, money_of_key(item, "amount"), e))
            return -1;
    }
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(invoice, "earlier"))
    {
        if (add(v, invoice, item, MONEY_ZERO, e))
            return -1;
    }
    return 0;
}

int
earlier_add_review(struct earlier *v, const cJSON *review, struct err *e)
{
    const cJSON *own = cJSON_GetObjectItemCaseSensitive(review, "reconciliation");
    const cJSON *claims = cJSON_GetObjectItemCaseSensitive(own, "claims"), *invoice;

    if (!cJSON_IsObject(own))
        return err_set(e, ERR_SYNTAX, N_("this is no review.json: it has no reconciliation"));
    cJSON_ArrayForEach(invoice, cJSON_GetObjectItemCaseSensitive(own, "invoices"))
    {
        if (add_invoice(v, claims, invoice, e))
            return -1;
    }
    return 0;
}
