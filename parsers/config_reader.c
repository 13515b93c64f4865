/*
 * config_reader.c - values that only configs have: amounts, dates, counts.
 */
#include <stdarg.h>

#include "parsers/config_reader.h"
#include "record/json.h"

uint64_t
config_line(const struct config_reader *r, const cJSON *item)
{
    return record_json_line(r->origin.text, r->origin.root, item);
}

int
config_fail(struct config_reader *r, const cJSON *item, const char *format, ...)
{
    struct message m;
    va_list ap;

    va_start(ap, format);
    message_setv(&m, format, ap);
    va_end(ap);
    (void)err_set_message(r->e, ERR_USAGE, &m);
    return json_place(&r->origin, item, r->e);
}

int
config_check_list(struct config_reader *r, const cJSON *list)
{
    return cJSON_IsArray(list) ? 0 : json_expected(&r->origin, list, "a list", r->e);
}

int
config_check_object(struct config_reader *r, const cJSON *object)
{
    return cJSON_IsObject(object) ? 0 : json_expected(&r->origin, object, "an object", r->e);
}

int
config_text(struct config_reader *r, const cJSON *object, const char *key, bool is_required,
    const char **out)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);

    if (!item)
        return is_required ? json_missing(&r->origin, object, key, r->e) : 0;
    if (!cJSON_IsString(item) || sv_trim(sv_of(item->valuestring)).n == 0)
        return json_expected(&r->origin, item, "a text that is not empty", r->e);
    *out = item->valuestring;
    return 0;
}

const char *
config_lower(struct config_reader *r, const char *text)
{
    char *lower = arena_text(&r->config->arena, sv_of(text));

    if (!lower)
        (void)err_nomem(r->e);
    for (char *c = lower; c && *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c - 'A' + 'a');
    return lower;
}

int
config_platform(struct config_reader *r, const cJSON *object, bool is_required, const char **out)
{
    const char *written = NULL;

    if (config_text(r, object, "platform", is_required, &written))
        return -1;
    if (written)
        *out = config_lower(r, written);
    return *out ? 0 : -1;
}

int
config_amount(struct config_reader *r, const cJSON *object, const char *key, struct money *out)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    struct err ignored;
    struct money value;

    if (!item)
        return json_missing(&r->origin, object, key, r->e);
    if (!cJSON_IsString(item) || money_parse(&value, sv_of(item->valuestring), &ignored) ||
        money_is_negative(value))
        return json_expected(&r->origin, item, "an amount in quotes, like \"1.88\"", r->e);
    *out = value;
    return 0;
}

int
config_date(struct config_reader *r, const cJSON *object, const char *key, int64_t *out)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    struct err ignored;
    struct time_text time;

    if (!item)
        return 0;
    if (!cJSON_IsString(item) ||
        time_parse(&time, sv_of(item->valuestring), DATE_YEAR_FIRST, 0, false, &ignored) ||
        !time.is_date || time.is_month || time.has_offset)
        return json_expected(&r->origin, item, "a date like \"2026-03-31\"", r->e);
    *out = time.at;
    return 0;
}

int
config_count(struct config_reader *r, const cJSON *object, const char *key, unsigned max,
    unsigned *out)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    struct err ignored = ERR_INIT;
    unsigned value;

    if (!item)
        return 0;
    if (json_get_number(&r->origin, object, key, 0, max, &value, &ignored) || value == 0)
        return config_fail(r, item, "'%s' must be a whole number from 1 to %u", key, max);
    *out = value;
    return 0;
}
