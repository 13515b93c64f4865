/*
 * config_platforms.c - platforms that the config names and nobody knows.
 *
 * A bill may name any platform, so that a name is wrong only beside the bills: it cannot be refused
 * when the config is read.
 */
#include "base/map.h"
#include "base/vec.h"
#include "ledger/line_field.h"
#include "parsers/names.h"
#include "record/json.h"
#include "recon/config_platforms.h"

struct work {
    struct recon *r;
    const struct config *config;
    struct { const char **at; size_t n, room; } known; /* NULL-ended */
    struct map seen;                                   /* of lines, as they are written */
    int field;                                         /* x_Platform */
};

static bool
is_known(const struct work *w, const char *name)
{
    for (size_t i = 0; w->known.at[i]; i++)
        if (sv_is_folded(sv_of(w->known.at[i]), sv_trim(sv_of(name))))
            return true;
    return false;
}

/* A name that is there twice, in another case, does no harm. */
static int
add(struct work *w, const char *name, struct err *e)
{
    if (vec_grow(&w->known, 2, LEDGER_LINES_MAX, e))
        return -1;
    if (name)
        w->known.at[w->known.n++] = name;
    w->known.at[w->known.n] = NULL;
    return 0;
}

/* The platforms of formats and of lines. */
static int
find_known(struct work *w, const struct ledger *l, const struct formats *formats, struct err *e)
{
    const char *last = NULL;

    if (add(w, NULL, e))
        return -1;
    for (size_t i = 0; i < formats->list.n; i++)
        if (formats->list.at[i]->platform[0] && add(w, formats->list.at[i]->platform, e))
            return -1;
    for (size_t i = 0; i < l->lines.n; i++) {
        const char *name = ledger_text(&l->lines.at[i], TEXT_PLATFORM);
        bool is_new = false;

        if (name != last && name[0] && !map_put(&w->seen, sv_of(name), &is_new))
            return err_nomem(e);
        if (is_new && add(w, name, e))
            return -1;
        last = name;
    }
    return 0;
}

/* Warn of ${name}, which stands in line ${line} of the config, unless it is known. */
static int
check_name(struct work *w, unsigned long long line, const char *name, struct err *e)
{
    const struct config *c = w->config;
    const char *nearest = name_nearest(sv_trim(sv_of(name)), w->known.at);
    struct warning *warning;

    if (is_known(w, name))
        return 0;
    if (vec_grow(&w->r->warnings, 1, SIZE_MAX, e))
        return -1;
    warning = &w->r->warnings.at[w->r->warnings.n++];
    *warning = (struct warning){ .code = "unknown-platform" };
    if (nearest)
        message_set_whole(&warning->message,
            N_("%s:%llu: no bill and no format is of a platform '%s'; did you mean '%s'?"),
            c->path, line, name, nearest);
    else
        message_set_whole(&warning->message,
            N_("%s:%llu: no bill and no format is of a platform '%s'"), c->path, line, name);
    return 0;
}

/* As check_name() for what stands at ${item}. */
static int
check(struct work *w, const cJSON *item, const char *name, struct err *e)
{
    const struct config *c = w->config;

    return check_name(w, record_json_line((struct sv){ c->text, c->text_length }, c->json, item),
        name, e);
}

/* Prices and waivers of a platform that nobody knows are never looked at. */
static int
check_rows(struct work *w, struct err *e)
{
    const struct config *c = w->config;

    for (size_t i = 0; i < c->prices.n; i++)
        if (check_name(w, c->prices.at[i].line, c->prices.at[i].platform, e))
            return -1;
    for (size_t i = 0; i < c->waivers.n; i++)
        if (c->waivers.at[i].platform[0] &&
            check_name(w, c->waivers.at[i].line, c->waivers.at[i].platform, e))
            return -1;
    return 0;
}

/* All platforms that are asked for in the condition ${json}, at any depth. */
static int
check_condition(struct work *w, const cJSON *json, struct err *e)
{
    const cJSON *field = cJSON_GetObjectItemCaseSensitive(json, "field"), *item;
    bool is_platform = cJSON_IsString(field) &&
        line_field_find(sv_of(field->valuestring)) == w->field;

    cJSON_ArrayForEach(item, json)
    {
        if (is_platform && cJSON_IsString(item) && sv_is(sv_of(item->string), SV("is"))) {
            if (item->valuestring[0] && check(w, item, item->valuestring, e))
                return -1;
        } else if (is_platform && cJSON_IsArray(item)) {
            const cJSON *one;

            cJSON_ArrayForEach(one, item)
            {
                if (cJSON_IsString(one) && one->valuestring[0] &&
                    check(w, one, one->valuestring, e))
                    return -1;
            }
        } else if (check_condition(w, item, e)) {
            return -1;
        }
    }
    return 0;
}

int
config_platforms_warn(struct recon *r, const struct ledger *l, const struct formats *formats,
    const struct config *config, struct err *e)
{
    struct work w = { .r = r, .config = config };
    const cJSON *item;
    int result = -1;

    if (!config || l->lines.n == 0)
        return 0;
    w.field = line_field_find(SV("x_Platform"));
    if (find_known(&w, l, formats, e))
        goto done;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(config->json, "invoice"))
    {
        if (check(&w, item, item->string, e))
            goto done;
    }
    cJSON_ArrayForEach(item, config->custom_rules)
    {
        if (check_condition(&w, cJSON_GetObjectItemCaseSensitive(item, "where"), e))
            goto done;
    }
    if (check_rows(&w, e))
        goto done;
    result = 0;
done:
    vec_release(&w.known);
    map_release(&w.seen);
    return result;
}
