/*
 * json_text.c - what stands at a path of a JSON tree, as text.
 */
#include "base/buf.h"
#include "record/json.h"
#include "record/json_tree.h"

const cJSON *
json_tree_child(const cJSON *object, struct sv key)
{
    const cJSON *child = object->child;
    size_t index = 0;

    if (cJSON_IsObject(object)) {
        while (child && !sv_is(sv_of(child->string), key))
            child = child->next;
        return child;
    }
    if (!cJSON_IsArray(object) || key.n == 0 || key.n > 9)
        return NULL;
    for (size_t i = 0; i < key.n; i++) {
        if (key.p[i] < '0' || key.p[i] > '9')
            return NULL;
        index = index * 10 + (size_t)(key.p[i] - '0');
    }
    while (child && index-- > 0)
        child = child->next;
    return child;
}

static void
print(struct buf *out, const cJSON *item)
{
    bool is_object = cJSON_IsObject(item);

    if (!is_object && !cJSON_IsArray(item)) {
        if (cJSON_IsString(item))
            buf_add_json(out, sv_of(item->valuestring));
        else if (cJSON_IsNumber(item))
            buf_add_text(out, item->valuestring);
        else
            buf_add_text(out, cJSON_IsNull(item) ? "null" : cJSON_IsTrue(item) ? "true" : "false");
        return;
    }
    buf_add_char(out, is_object ? '{' : '[');
    for (const cJSON *child = item->child; child; child = child->next) {
        if (child != item->child)
            buf_add_char(out, ',');
        if (is_object) {
            buf_add_json(out, sv_of(child->string));
            buf_add_char(out, ':');
        }
        print(out, child);
    }
    buf_add_char(out, is_object ? '}' : ']');
}

bool
record_json_text(const cJSON *object, struct sv path, struct buf *scratch, struct sv *out)
{
    struct sv key;

    while (object && sv_cut(&path, '.', &key))
        object = json_tree_child(object, key);
    if (!object || cJSON_IsNull(object))
        return false;
    if (cJSON_IsString(object) || cJSON_IsNumber(object)) {
        *out = sv_of(object->valuestring);
    } else if (cJSON_IsBool(object)) {
        *out = cJSON_IsTrue(object) ? SV("true") : SV("false");
    } else {
        if (!scratch)
            return false;
        buf_reset(scratch);
        print(scratch, object);
        *out = buf_sv(scratch);
        return !scratch->failed;
    }
    return true;
}

bool
record_envelope_text(const struct record_envelope *v, struct sv path, struct buf *scratch,
    struct sv *out)
{
    /* With the path of an outer list in front. */
    for (size_t i = v->outer_n; i-- > 0;) {
        struct sv rest = sv_part(path, v->outer_path[i].n, path.n);

        if (sv_starts(path, v->outer_path[i]) && sv_starts(rest, SV(".")) &&
            record_json_text(v->outer[i], sv_part(rest, 1, rest.n), scratch, out))
            return true;
    }
    if (v->root && record_json_text(v->root, path, scratch, out))
        return true;
    for (size_t i = v->outer_n; i-- > 0;)
        if (record_json_text(v->outer[i], path, scratch, out))
            return true;
    return false;
}
