/*
 * config.c - gpubill.json: what the user knows and no bill says.
 *
 * The texts of a config are those of its JSON tree, which lives as long as it does.
 */
#include <stdlib.h>

#include "base/file.h"
#include "base/map.h"
#include "base/vec.h"
#include "parsers/config_reader.h"
#include "parsers/own_document.h"
#include "record/json.h"

/* Most days that invoice_rules.deadline_days may ask for. */
#define DEADLINE_MAX 36500

/* What matching.max_states may ask for: beyond that no machine has the memory. */
#define MAX_STATES_MAX 1000000000

struct section {
    const char *key;
    int (*read)(struct config_reader *r, const cJSON *value);
};

static int
read_timezone(struct config_reader *r, const cJSON *value)
{
    struct err ignored;
    struct config *c = r->config;

    if (!cJSON_IsString(value) ||
        time_parse_zone(&c->zone_minutes, sv_of(value->valuestring), &ignored))
        return json_expected(&r->origin, value, "an offset like \"+08:00\"", r->e);
    c->has_timezone = true;
    return 0;
}

static int
read_buyer(struct config_reader *r, const cJSON *value)
{
    static const char *const keys[] = { "name", "tax_id", NULL };

    if (json_check_keys(&r->origin, value, keys, r->e) ||
        json_get_texts(&r->origin, value, "name", &r->config->arena, &r->config->buyer_names,
            r->e))
        return -1;
    return config_text(r, value, "tax_id", false, &r->config->buyer_tax_id);
}

static int
read_invoice_rules(struct config_reader *r, const cJSON *value)
{
    static const char *const keys[] = { "deadline_days", "items", NULL };
    struct config *c = r->config;

    if (json_check_keys(&r->origin, value, keys, r->e) ||
        config_count(r, value, "deadline_days", DEADLINE_MAX, &c->deadline_days))
        return -1;
    return json_get_texts(&r->origin, value, "items", &c->arena, &c->invoice_items, r->e);
}

static int
read_matching(struct config_reader *r, const cJSON *value)
{
    static const char *const keys[] = { "max_states", NULL };

    if (json_check_keys(&r->origin, value, keys, r->e))
        return -1;
    return config_count(r, value, "max_states", MAX_STATES_MAX, &r->config->max_states);
}

static int
read_rules(struct config_reader *r, const cJSON *value)
{
    if (config_check_object(r, value))
        return -1;
    for (const cJSON *item = value->child; item; item = item->next)
        if (config_check_object(r, item))
            return -1;
    r->config->rules = value;
    return 0;
}

static int
read_custom_rules(struct config_reader *r, const cJSON *value)
{
    if (config_check_list(r, value))
        return -1;
    for (const cJSON *item = value->child; item; item = item->next)
        if (config_check_object(r, item))
            return -1;
    r->config->custom_rules = value;
    return 0;
}

static const struct section sections[] = {
    { "timezone", read_timezone },
    { "buyer", read_buyer },
    { "projects", config_read_projects },
    { "instances", config_read_instances },
    { "price_book", config_read_prices },
    { "invoice", config_read_invoices },
    { "invoice_rules", read_invoice_rules },
    { "rules", read_rules },
    { "custom_rules", read_custom_rules },
    { "waivers", config_read_waivers },
    { "fx", config_read_rates },
    { "matching", read_matching },
};
#define SECTION_COUNT (sizeof(sections) / sizeof(sections[0]))

/* Whether a key of ${object} stands twice in it: 1 with ${*doubled}, 0, or -1. */
static int
find_doubled(struct config_reader *r, const cJSON *object, const cJSON **doubled)
{
    struct map keys = MAP_INIT;
    int found = 0;

    for (const cJSON *item = object->child; item && found == 0; item = item->next) {
        bool is_new;

        if (!map_put(&keys, sv_of(item->string), &is_new))
            found = err_nomem(r->e);
        else if (!is_new)
            found = 1;
        *doubled = item;
    }
    map_release(&keys);
    return found;
}

/* No object in the tree below ${item} has a key twice. */
static int
check_doubled(struct config_reader *r, const cJSON *item)
{
    const cJSON *doubled = NULL;
    int found = 0;

    if (cJSON_IsObject(item))
        found = find_doubled(r, item, &doubled);
    if (found > 0)
        return config_fail(r, doubled, "key '%s' stands twice; keep one of them",
            doubled->string);
    for (const cJSON *child = item->child; child && found == 0; child = child->next)
        found = check_doubled(r, child);
    return found;
}

static int
read_sections(struct config_reader *r)
{
    const char *keys[SECTION_COUNT + 1] = { NULL };
    const cJSON *root = r->config->json;

    for (size_t i = 0; i < SECTION_COUNT; i++)
        keys[i] = sections[i].key;
    if (check_doubled(r, root) || json_check_keys(&r->origin, root, keys, r->e))
        return -1;
    for (size_t i = 0; i < SECTION_COUNT; i++) {
        const cJSON *value = cJSON_GetObjectItemCaseSensitive(root, sections[i].key);

        if (value && sections[i].read(r, value))
            return -1;
    }
    return 0;
}

/* A config in which nothing is said yet, with copies of ${path} and ${text}. */
static struct config *
config_new(const char *path, struct sv text, struct err *e)
{
    struct config *c = calloc(1, sizeof(*c));

    if (!c) {
        (void)err_nomem(e);
        return NULL;
    }
    c->path = arena_text(&c->arena, sv_of(path));
    c->text = arena_text(&c->arena, text);
    c->buyer_names = c->invoice_items = arena_array(&c->arena, 1, sizeof(*c->buyer_names));
    if (!c->path || !c->text || !c->buyer_names) {
        (void)err_nomem(e);
        config_free(c);
        return NULL;
    }
    c->text_length = text.n;
    c->buyer_tax_id = "";
    c->deadline_days = CONFIG_DEADLINE_DAYS;
    c->max_states = CONFIG_MAX_STATES;
    return c;
}

struct config *
config_parse(const char *path, struct sv text, struct err *e)
{
    struct config *c = config_new(path, text, e);
    struct config_reader r = { .config = c, .e = e };

    if (!c)
        return NULL;
    r.origin = (struct json_origin){ c->path, { c->text, c->text_length }, NULL };
    if (own_document_check(OWN_CONFIG, r.origin.text, e)) {
        (void)err_at(e, path, 0);
        goto fail;
    }
    c->json = record_json_parse(r.origin.text, e);
    if (!c->json) {
        (void)err_at(e, path, e->line);
        goto fail;
    }
    r.origin.root = c->json;
    if (read_sections(&r))
        goto fail;
    return c;

fail:
    config_free(c);
    return NULL;
}

struct config *
config_load(const char *path, struct err *e)
{
    struct config *c = NULL;
    struct buf text;
    struct sv document;

    buf_init(&text, CONFIG_MAX);
    if (file_read(&text, path, e) == 0) {
        /* Editors on Windows put a byte order mark in front. */
        document = buf_sv(&text);
        if (sv_starts(document, SV("\xEF\xBB\xBF")))
            document = sv_part(document, 3, document.n);
        c = config_parse(path, document, e);
    }
    buf_release(&text);
    return c;
}

void
config_free(struct config *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->projects.n; i++)
        condition_release(c->projects.at[i].where);
    vec_release(&c->projects);
    vec_release(&c->instances);
    vec_release(&c->prices);
    vec_release(&c->invoices);
    vec_release(&c->waivers);
    vec_release(&c->rates);
    cJSON_Delete(c->json);
    arena_release(&c->arena);
    free(c);
}

int64_t
config_day(int64_t day, int zone_minutes)
{
    return day == TIME_NONE ? TIME_NONE : day - zone_minutes * TIME_MINUTE;
}

int
config_project(const struct config *c, const struct line_subject *subject, struct buf *scratch,
    const char **name, struct err *e)
{
    /* The callback takes a context that it could change; ours does not. */
    struct line_subject context = *subject;

    *name = NULL;
    for (size_t i = 0; c && i < c->projects.n; i++) {
        const struct config_project *project = &c->projects.at[i];
        int holds = project->where
            ? condition_holds(project->where, line_field_value, &context, scratch, e) : 0;

        if (holds < 0)
            return err_at(e, c->path, project->line);
        if (holds > 0) {
            *name = project->name;
            return 0;
        }
    }
    return 0;
}
