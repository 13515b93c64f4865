/*
 * json_check.c - typed access to documents that people write, with errors that help them.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "parsers/json_check.h"
#include "parsers/names.h"
#include "parsers/pattern.h"
#include "record/json.h"

/* Room for what was expected, in words. */
#define EXPECTED_MAX 100

/* Most bytes of a list of words in a message. */
#define WORDS_MAX 180

int
json_place(const struct json_origin *origin, const cJSON *item, struct err *e)
{
    return err_at(e, origin->path, record_json_line(origin->text, origin->root, item));
}

int
json_missing(const struct json_origin *origin, const cJSON *object, const char *key,
    struct err *e)
{
    err_set(e, ERR_SYNTAX, "'%s' is missing", key);
    return json_place(origin, object, e);
}

int
json_expected(const struct json_origin *origin, const cJSON *item, const char *what,
    struct err *e)
{
    char key[EXPECTED_MAX];

    (void)snprintf(key, sizeof(key), MESSAGE_KEY "%s", what);
    if (item->string)
        err_set(e, ERR_SYNTAX, "'%s' must be %s", item->string, key);
    else
        err_set(e, ERR_SYNTAX, "%s is expected here", key);
    return json_place(origin, item, e);
}

struct pattern *
json_pattern(const struct json_origin *origin, const cJSON *item, struct err *e)
{
    struct pattern *p;

    if (!cJSON_IsString(item)) {
        (void)json_expected(origin, item, "a pattern", e);
        return NULL;
    }
    p = pattern_new(sv_of(item->valuestring), e);
    if (p)
        pattern_place(p, origin->path);
    else
        (void)json_place(origin, item, e);
    return p;
}

static bool
is_known(const char *key, const char *const *known)
{
    for (; *known; known++)
        if (sv_is(sv_of(key), sv_of(*known)))
            return true;
    return false;
}

/* ${words} with commas between, as many as fit. */
static void
list_words(struct buf *out, const char *const *words)
{
    for (size_t i = 0; words[i]; i++) {
        if (out->n + strlen(words[i]) + sizeof(", ...") > WORDS_MAX) {
            buf_add_text(out, ", ...");
            return;
        }
        buf_addf(out, "%s%s", i > 0 ? ", " : "", words[i]);
    }
}

static int
unknown_key(const struct json_origin *origin, const cJSON *item, const char *const *known,
    struct err *e)
{
    const char *nearest = name_nearest(sv_of(item->string), known);
    struct buf all;

    buf_init(&all, WORDS_MAX);
    list_words(&all, known);
    if (nearest)
        err_set(e, ERR_SYNTAX, "unknown key '%s'; did you mean '%s'?", item->string, nearest);
    else
        err_set_whole(e, ERR_SYNTAX, "unknown key '%.*s'; known here: %s",
            SV_ARG(sv_head(sv_of(item->string), MESSAGE_QUOTE_MAX)), all.p ? all.p : "");
    buf_release(&all);
    return json_place(origin, item, e);
}

int
json_check_keys(const struct json_origin *origin, const cJSON *object,
    const char *const *known, struct err *e)
{
    const cJSON *item;

    if (!cJSON_IsObject(object))
        return json_expected(origin, object, "an object", e);
    cJSON_ArrayForEach(item, object)
        if (!is_known(item->string, known))
            return unknown_key(origin, item, known, e);
    return 0;
}

int
json_get_text(const struct json_origin *origin, const cJSON *object, const char *key,
    const char *fallback, const char **out, struct err *e)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);

    if (!item && !fallback)
        return json_missing(origin, object, key, e);
    if (item && !cJSON_IsString(item))
        return json_expected(origin, item, "a text", e);
    *out = item ? item->valuestring : fallback;
    return 0;
}

int
json_get_bool(const struct json_origin *origin, const cJSON *object, const char *key,
    bool fallback, bool *out, struct err *e)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);

    if (item && !cJSON_IsBool(item))
        return json_expected(origin, item, "true or false", e);
    *out = item ? cJSON_IsTrue(item) : fallback;
    return 0;
}

int
json_get_number(const struct json_origin *origin, const cJSON *object, const char *key,
    unsigned fallback, unsigned max, unsigned *out, struct err *e)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);

    if (!item) {
        *out = fallback;
        return 0;
    }
    if (!cJSON_IsNumber(item) || item->valueint < 0 || (unsigned)item->valueint > max ||
        item->valuedouble > item->valueint)
        return json_expected(origin, item, "a whole number", e);
    *out = (unsigned)item->valueint;
    return 0;
}

int
json_get_texts(const struct json_origin *origin, const cJSON *object, const char *key,
    struct arena *arena, const char ***out, struct err *e)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(object, key), *item;
    size_t n = 0, count = cJSON_IsArray(list) ? (size_t)cJSON_GetArraySize(list) : 1;
    const char **texts;

    if (list && !cJSON_IsArray(list) && !cJSON_IsString(list))
        return json_expected(origin, list, "a list of texts", e);
    texts = arena_array(arena, count + 2, sizeof(*texts));
    if (!texts)
        return err_nomem(e);
    if (cJSON_IsString(list))
        texts[n++] = list->valuestring;
    else
        cJSON_ArrayForEach(item, list) {
            if (!cJSON_IsString(item))
                return json_expected(origin, list, "a list of texts", e);
            texts[n++] = item->valuestring;
        }
    *out = texts;
    return 0;
}

int
json_get_word(const struct json_origin *origin, const cJSON *object, const char *key,
    const char *const *words, int fallback, int *out, struct err *e)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    struct buf all;

    if (!item && fallback < 0)
        return json_missing(origin, object, key, e);
    if (!item) {
        *out = fallback;
        return 0;
    }
    if (cJSON_IsString(item))
        for (int i = 0; words[i]; i++)
            if (sv_is(sv_of(item->valuestring), sv_of(words[i]))) {
                *out = i;
                return 0;
            }
    buf_init(&all, WORDS_MAX);
    list_words(&all, words);
    err_set_whole(e, ERR_SYNTAX, "'%s' must be one of: %s", key, all.p ? all.p : "");
    buf_release(&all);
    return json_place(origin, item, e);
}
