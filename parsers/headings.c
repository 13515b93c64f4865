/*
 * headings.c - the dictionary of headings, and how well a heading fits what it may mean.
 */
#include <cjson/cJSON.h>
#include <stdlib.h>

#include "base/embedded.h"
#include "parsers/headings.h"
#include "parsers/json_check.h"
#include "parsers/names.h"
#include "record/json.h"

extern const struct embedded embedded_parser_data[];

/* Fits: that of a name, above that of any part. */
#define FIT_NAME 100u
#define FIT_FIRST_NAME 1000u

/* Steps of a key's path that are looked at, from its end. */
#define PATH_STEPS 3

static const char *const role_words[] = {
    [ROLE_START] = "start", [ROLE_END] = "end", [ROLE_TIME] = "time", [ROLE_CLOCK] = "clock",
    [ROLE_PAYABLE] = "payable", [ROLE_CHARGED] = "charged", [ROLE_PAID] = "paid",
    [ROLE_AMOUNT] = "amount", [ROLE_INCOME] = "income", [ROLE_FEE] = "fee", [ROLE_TOTAL] = "total",
    [ROLE_VOUCHER] = "voucher", [ROLE_LIST_COST] = "list_cost", [ROLE_DISCOUNT] = "discount",
    [ROLE_PRICE] = "price", [ROLE_BALANCE] = "balance", [ROLE_CURRENCY] = "currency",
    [ROLE_DIRECTION] = "direction", [ROLE_TYPE] = "type", [ROLE_STATUS] = "status",
    [ROLE_MODE] = "mode", [ROLE_CHANNEL] = "channel", [ROLE_INSTANCE] = "instance",
    [ROLE_RESOURCE] = "resource", [ROLE_NAME] = "name", [ROLE_GPU] = "gpu", [ROLE_CARDS] = "cards",
    [ROLE_SPEC] = "spec", [ROLE_ITEM] = "item", [ROLE_KIND] = "kind", [ROLE_PRODUCT] = "product",
    [ROLE_DURATION] = "duration", [ROLE_BILLED_TIME] = "billed_time", [ROLE_QUANTITY] = "quantity",
    [ROLE_UNIT] = "unit", [ROLE_REGION] = "region", [ROLE_ZONE] = "zone", [ROLE_USER] = "user",
    [ROLE_SERIAL] = "serial", [ROLE_ORDER] = "order", [ROLE_BILL] = "bill",
    [ROLE_REMARK] = "remark", [ROLE_COUNT] = NULL,
};

struct role {
    struct sv *names, *parts; /* folded; ended by an empty one */
};

struct headings {
    struct arena arena;
    struct role roles[ROLE_COUNT];
};

const char *
heading_role_word(enum heading_role role)
{
    return role_words[role];
}

static int
read_words(struct headings *h, const struct json_origin *origin, const cJSON *item,
    const char *key, struct sv **out, struct err *e)
{
    const char **texts;
    size_t n = 0;

    if (json_get_texts(origin, item, key, &h->arena, &texts, e))
        return -1;
    while (texts[n])
        n++;
    *out = arena_array(&h->arena, n + 1, sizeof(**out));
    if (!*out)
        return err_nomem(e);
    for (size_t i = 0; i < n; i++) {
        /* What is in brackets tells a unit, which each heading has its own way to write. */
        (*out)[i] = name_fold(&h->arena, sv_of(texts[i]), NULL);
        if (!(*out)[i].p)
            return err_nomem(e);
    }
    return 0;
}

static int
read_dictionary(struct headings *h, const struct embedded *file, struct err *e)
{
    static const char *const top[] = { "headings", NULL };
    static const char *const known[] = { "role", "names", "parts", NULL };
    struct json_origin origin = { file->name, { (const char *)file->bytes, file->length }, NULL };
    cJSON *json = record_json_parse(origin.text, e);
    const cJSON *item;
    int role, result = -1;

    if (!json)
        return err_at(e, file->name, e->line);
    origin.root = json;
    if (json_check_keys(&origin, json, top, e))
        goto done;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, "headings")) {
        if (json_check_keys(&origin, item, known, e) ||
            json_get_word(&origin, item, "role", role_words, -1, &role, e) ||
            read_words(h, &origin, item, "names", &h->roles[role].names, e) ||
            read_words(h, &origin, item, "parts", &h->roles[role].parts, e))
            goto done;
    }
    result = 0;
done:
    cJSON_Delete(json);
    return result;
}

struct headings *
headings_load(struct err *e)
{
    struct headings *h = calloc(1, sizeof(*h));

    if (!h) {
        err_nomem(e);
        return NULL;
    }
    for (const struct embedded *f = embedded_parser_data; f->name; f++)
        if (sv_is(sv_of(f->name), SV("headings.json")) && read_dictionary(h, f, e)) {
            headings_free(h);
            return NULL;
        }
    return h;
}

void
headings_free(struct headings *h)
{
    if (!h)
        return;
    arena_release(&h->arena);
    free(h);
}

/* How well the folded name ${folded} fits. */
static unsigned
fit(const struct role *role, struct sv folded)
{
    unsigned best = 0, rank = 0;

    for (const struct sv *name = role->names; name && name->n > 0; name++, rank++)
        if (sv_is(*name, folded))
            return FIT_FIRST_NAME - (rank < FIT_FIRST_NAME - FIT_NAME ? rank : 0);
    for (const struct sv *part = role->parts; part && part->n > 0; part++)
        if (part->n > best && part->n < FIT_NAME && sv_find(folded, *part, 0) != (size_t)-1)
            best = (unsigned)part->n;
    return best;
}

unsigned
headings_fit(const struct headings *h, enum heading_role role, struct sv name,
    struct arena *scratch)
{
    const struct role *r = &h->roles[role];
    unsigned best = fit(r, name_fold(scratch, name, NULL));
    size_t from = name.n, step = 0;

    /* "order.id" is an order's id, "data.list.fee" and "账单信息/费用" are fees. */
    while (from > 0 && step < PATH_STEPS) {
        char *copy;
        unsigned found;

        from--;
        if (from > 0 && name.p[from - 1] != '.' && name.p[from - 1] != '/')
            continue;
        step++;
        copy = arena_text(scratch, sv_part(name, from, name.n));
        for (char *p = copy; p && *p; p++)
            *p = *p == '.' ? ' ' : *p;
        found = fit(r, name_fold(scratch, sv_of(copy), NULL));
        best = found > best ? found : best;
    }
    return best;
}
