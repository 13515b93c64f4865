/*
 * hook_tag_list.c - a list of tags as the JSON object that the ledger keeps.
 *
 *     [{"TagKey":"team","TagValue":"vision"}]        {"team":"vision"}
 *     [{"key":"gpu"}]                                {"gpu":true}
 *
 * A tag without a value is true, as FOCUS asks. What is a JSON object already stays as it is; what
 * is no JSON is no tags.
 */
#include "parsers/hook.h"
#include "record/json.h"

/* The text of the first of ${keys} that ${tag} has. */
static bool
find_text(const cJSON *tag, const char *const *keys, struct sv *out)
{
    for (; *keys; keys++)
        if (record_json_text(tag, sv_of(*keys), NULL, out) && out->n > 0)
            return true;
    return false;
}

static void
add_tags(struct buf *out, const cJSON *list)
{
    static const char *const keys[] = { "TagKey", "tagKey", "Key", "key", "name", NULL };
    static const char *const values[] = { "TagValue", "tagValue", "Value", "value", NULL };

    for (const cJSON *tag = list->child; tag; tag = tag->next) {
        struct sv key, value;

        if (!find_text(tag, keys, &key))
            continue;
        buf_add_char(out, out->n > 0 ? ',' : '{');
        buf_add_json(out, key);
        buf_add_char(out, ':');
        if (find_text(tag, values, &value))
            buf_add_json(out, value);
        else
            buf_add_text(out, "true");
    }
    if (out->n > 0)
        buf_add_char(out, '}');
}

static int
tags_of(struct sv in, struct buf *out, struct err *e)
{
    struct err bad = ERR_INIT;
    cJSON *json;

    in = sv_trim(in);
    if (in.n == 0 || (in.p[0] != '{' && in.p[0] != '['))
        return 0;
    json = record_json_parse(in, &bad);
    if (!json) {
        if (bad.code != ERR_NOMEM)
            return 0;
        *e = bad;
        return -1;
    }
    if (cJSON_IsArray(json))
        add_tags(out, json);
    else if (json->child)
        buf_add(out, in);
    cJSON_Delete(json);
    if (buf_ok(out, e))
        return -1;
    return out->n > 0;
}

const struct hook hook_tag_list = {
    .name = "tag_list",
    .text = tags_of,
};
