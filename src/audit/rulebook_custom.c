/*
 * rulebook_custom.c - rules that the config makes of conditions.
 */
#include "audit/rulebook_reader.h"
#include "base/vec.h"
#include "record/json.h"

#define CUSTOM_MAX 1000
#define PREFIX "custom:"

/* The id: "custom:" and something, and no other rule's. */
static int
read_id(const struct rulebook *b, const cJSON *item, const struct json_origin *origin,
    const char **id, struct err *e)
{
    if (json_get_text(origin, item, "id", NULL, id, e))
        return -1;
    if (!sv_starts(sv_of(*id), SV(PREFIX)) || strlen(*id) == strlen(PREFIX))
        return rulebook_fail(origin, item, e,
            "the id '%s' of a custom rule must be custom: and a name, like custom:weekend", *id);
    for (size_t i = 0; i < b->custom.n; i++)
        if (strcmp(b->custom.at[i].id, *id) == 0)
            return rulebook_fail(origin, item, e, "there already is a rule '%s'", *id);
    return 0;
}

/* "billed", "0" or {"share": "0.5"}. */
static int
read_leak(const cJSON *item, const struct json_origin *origin, struct custom_rule *rule,
    struct err *e)
{
    static const char *const keys[] = { "share", NULL };
    const cJSON *leak = cJSON_GetObjectItemCaseSensitive(item, "leak");
    struct err ignored = ERR_INIT;
    const cJSON *part;
    struct money share;

    rule->share = FRACTION_ONE;
    if (!leak || (cJSON_IsString(leak) && strcmp(leak->valuestring, "billed") == 0))
        return 0;
    if (cJSON_IsString(leak) && strcmp(leak->valuestring, "0") == 0) {
        rule->is_leak_zero = true;
        return 0;
    }
    if (!cJSON_IsObject(leak))
        return json_expected(origin, leak, "\"billed\", \"0\" or {\"share\": \"0.5\"}", e);
    if (json_check_keys(origin, leak, keys, e))
        return -1;
    part = cJSON_GetObjectItemCaseSensitive(leak, "share");
    if (!part)
        return json_missing(origin, leak, "share", e);
    if (!cJSON_IsString(part) || money_parse(&share, sv_of(part->valuestring), &ignored) ||
        money_is_negative(share) || money_compare(share, money_of(1)) > 0)
        return json_expected(origin, part, "a share in quotes, from \"0\" to \"1\"", e);
    rule->share = fraction_of((money_uint)share.units, (money_uint)money_of(1).units);
    rule->is_leak_zero = money_is_zero(share);
    return 0;
}

static int
read_message(const cJSON *item, const struct json_origin *origin, struct custom_rule *rule,
    struct err *e)
{
    static const char *const keys[] = { "en", "zh", NULL };
    const cJSON *message = cJSON_GetObjectItemCaseSensitive(item, "message");

    rule->message_en = rule->message_zh = "";
    if (!message)
        return 0;
    if (json_check_keys(origin, message, keys, e) ||
        json_get_text(origin, message, "en", "", &rule->message_en, e))
        return -1;
    return json_get_text(origin, message, "zh", "", &rule->message_zh, e);
}

/* The fields by which findings are grouped; by resource where nothing is said. */
static int
read_groups(struct rulebook *b, const cJSON *item, const struct json_origin *origin,
    struct custom_rule *rule, struct err *e)
{
    const char **names;
    size_t n = 0;
    int *fields;

    if (json_get_texts(origin, item, "group_by", &b->arena, &names, e))
        return -1;
    if (!cJSON_GetObjectItemCaseSensitive(item, "group_by"))
        names[0] = "resource";
    while (names[n])
        n++;
    fields = arena_array(&b->arena, n + 1, sizeof(*fields));
    if (!fields)
        return err_nomem(e);
    for (size_t i = 0; i < n; i++) {
        fields[i] = line_field_find(sv_of(names[i]));
        if (fields[i] < 0)
            return rulebook_fail(origin, cJSON_GetObjectItemCaseSensitive(item, "group_by"), e,
                "'%s' is no field; use a column of the ledger, or a short name such as resource",
                names[i]);
    }
    fields[n] = -1;
    rule->group_by = fields;
    return 0;
}

static int
read_rule(struct rulebook *b, const cJSON *item, const struct json_origin *origin, struct err *e)
{
    static const char *const keys[] = { "id", "certainty", "where", "group_by", "leak", "message",
        NULL };
    static const char *const certainties[] = { "certain", "likely", "possible", NULL };
    const cJSON *where = cJSON_GetObjectItemCaseSensitive(item, "where");
    struct custom_rule rule = { .line = record_json_line(origin->text, origin->root, item) };
    int certainty;

    if (json_check_keys(origin, item, keys, e) || read_id(b, item, origin, &rule.id, e) ||
        json_get_word(origin, item, "certainty", certainties, POSSIBLE, &certainty, e) ||
        read_leak(item, origin, &rule, e) || read_message(item, origin, &rule, e) ||
        read_groups(b, item, origin, &rule, e))
        return -1;
    if (!where)
        return json_missing(origin, item, "where", e);
    if (vec_grow_named(&b->custom, 1, CUSTOM_MAX, N_("custom rules"), e))
        return -1;
    rule.certainty = (enum certainty)certainty;
    rule.where = condition_compile_line(&b->arena, where, origin, e);
    if (!rule.where)
        return -1;
    b->custom.at[b->custom.n++] = rule;
    return 0;
}

int
rulebook_read_custom(struct rulebook *b, const cJSON *list, const struct json_origin *origin,
    struct err *e)
{
    for (const cJSON *item = list ? list->child : NULL; item; item = item->next)
        if (read_rule(b, item, origin, e))
            return -1;
    return 0;
}
