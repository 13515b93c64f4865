/*
 * rulebook.c - settings of rules from the config, by the table of each rule.
 */
#include <stdarg.h>

#include "audit/rulebook.h"
#include "audit/rulebook_reader.h"
#include "base/vec.h"
#include "parsers/names.h"
#include "record/json.h"

#define SETTINGS_MAX 32
#define RULES_MAX 256

int
rulebook_fail(const struct json_origin *origin, const cJSON *item, struct err *e,
    const char *format, ...)
{
    struct message m;
    va_list ap;

    va_start(ap, format);
    message_setv(&m, format, ap);
    va_end(ap);
    (void)err_set_message(e, ERR_USAGE, &m);
    return json_place(origin, item, e);
}

static size_t
count_settings(const struct rule *rule)
{
    size_t n = 0;

    while (rule->settings[n].name)
        n++;
    return n;
}

/* A duration names its unit: "15m"; a bare number would leave it open. */
static bool
parse_duration(const char *text, int64_t *out)
{
    struct err ignored = ERR_INIT;
    bool has_unit = false;

    for (const char *p = text; *p; p++)
        if (*p == ':' || (*p != '.' && *p != ' ' && (*p < '0' || *p > '9')))
            has_unit = true;
    return has_unit && time_parse_duration(out, sv_of(text), 1, &ignored) == 0;
}

static bool
parse_number(const char *text, enum setting_kind kind, struct money *out)
{
    struct err ignored = ERR_INIT;

    return money_parse(out, sv_of(text), &ignored) == 0 && !money_is_negative(*out) &&
        (kind != SETTING_PERCENT || money_compare(*out, money_of(100)) <= 0);
}

static bool
parse_value(const struct setting *s, const char *text, struct setting_value *out)
{
    if (s->kind == SETTING_DURATION)
        return parse_duration(text, &out->duration);
    return parse_number(text, s->kind, &out->number);
}

static int
bad_value(const struct json_origin *origin, const cJSON *item, const struct setting *s,
    struct err *e)
{
    static const char *const expected[] = {
        [SETTING_DURATION] = N_("a duration in quotes, like \"15m\""),
        [SETTING_PERCENT] = N_("a percentage in quotes, like \"5\""),
        [SETTING_AMOUNT] = N_("an amount in quotes, like \"1.00\""),
        [SETTING_NUMBER] = N_("a number in quotes, like \"10\""),
    };

    return json_expected(origin, item, expected[s->kind], e);
}

/* "rule '...' has no setting '...'", with the nearest one. */
static int
unknown_setting(const struct json_origin *origin, const cJSON *item, const struct rule *rule,
    struct err *e)
{
    const char *known[SETTINGS_MAX + 2] = { "enabled" }, *nearest;

    for (size_t i = 0; i < SETTINGS_MAX && rule->settings[i].name; i++)
        known[i + 1] = rule->settings[i].name;
    nearest = name_nearest(sv_of(item->string), known);
    if (nearest)
        return rulebook_fail(origin, item, e,
            "rule '%s' has no setting '%s'; did you mean '%s'?", rule->id, item->string, nearest);
    return rulebook_fail(origin, item, e,
        "rule '%s' has no setting '%s'; 'gpubill rules %s' lists them", rule->id, item->string,
        rule->id);
}

static int
read_settings(struct rule_settings *out, struct setting_value *values, const struct rule *rule,
    const cJSON *object, const struct json_origin *origin, struct err *e)
{
    size_t n = count_settings(rule);

    if (json_get_bool(origin, object, "enabled", true, &out->is_enabled, e))
        return -1;
    for (const cJSON *item = object->child; item; item = item->next) {
        size_t i = 0;

        if (sv_is(sv_of(item->string), SV("enabled")))
            continue;
        while (i < n && !sv_is(sv_of(item->string), sv_of(rule->settings[i].name)))
            i++;
        if (i == n)
            return unknown_setting(origin, item, rule, e);
        if (!cJSON_IsString(item) ||
            !parse_value(&rule->settings[i], item->valuestring, &values[i]))
            return bad_value(origin, item, &rule->settings[i], e);
    }
    return 0;
}

static int
unknown_rule(const struct json_origin *origin, const cJSON *item, const char *id, struct err *e)
{
    const char *known[RULES_MAX + 1] = { NULL }, *nearest;

    for (size_t i = 0; i < RULES_MAX && rule_table[i]; i++)
        known[i] = rule_table[i]->id;
    nearest = name_nearest(sv_of(id), known);
    if (nearest)
        return rulebook_fail(origin, item, e, "no rule is called '%s'; did you mean '%s'?", id,
            nearest);
    return rulebook_fail(origin, item, e,
        "no rule is called '%s'; 'gpubill rules' lists them", id);
}

/* The rules as they are without a config. */
static int
set_defaults(struct rulebook *b, struct setting_value **values, struct err *e)
{
    size_t rules = rule_count();

    b->settings = arena_array(&b->arena, rules + 1, sizeof(*b->settings));
    if (!b->settings)
        return err_nomem(e);
    for (size_t i = 0; i < rules; i++) {
        const struct rule *rule = rule_at(i);
        size_t n = count_settings(rule);

        values[i] = arena_array(&b->arena, n + 1, sizeof(*values[i]));
        if (!values[i])
            return err_nomem(e);
        for (size_t k = 0; k < n; k++)
            if (!parse_value(&rule->settings[k], rule->settings[k].fallback, &values[i][k]))
                return err_set(e, ERR_BUG, "the default of setting '%s' cannot be read",
                    rule->settings[k].name);
        b->settings[i] = (struct rule_settings){ true, values[i] };
    }
    return 0;
}

static int
read_rules(struct rulebook *b, struct setting_value **values, const cJSON *rules,
    const struct json_origin *origin, struct err *e)
{
    for (const cJSON *item = rules ? rules->child : NULL; item; item = item->next) {
        size_t i = 0, n = rule_count();

        while (i < n && strcmp(rule_at(i)->id, item->string) != 0)
            i++;
        if (i == n)
            return unknown_rule(origin, item, item->string, e);
        if (read_settings(&b->settings[i], values[i], rule_at(i), item, origin, e))
            return -1;
    }
    return 0;
}

/* Waivers name rules that there are. */
static int
check_waivers(const struct rulebook *b, const struct config *c, struct err *e)
{
    for (size_t i = 0; i < c->waivers.n; i++) {
        const struct config_waiver *w = &c->waivers.at[i];
        size_t k = 0;

        if (rule_find(w->rule))
            continue;
        while (k < b->custom.n && strcmp(b->custom.at[k].id, w->rule) != 0)
            k++;
        if (k == b->custom.n) {
            (void)err_set(e, ERR_USAGE, "no rule is called '%s'; 'gpubill rules' lists them",
                w->rule);
            return err_at(e, c->path, w->line);
        }
    }
    return 0;
}

int
rulebook_load(struct rulebook *b, const struct config *c, struct err *e)
{
    struct setting_value *values[RULES_MAX] = { NULL };
    struct json_origin origin;

    *b = (struct rulebook){ .settings = NULL };
    if (rule_count() > RULES_MAX)
        return err_set(e, ERR_BUG, "there are more rules than the rule book holds");
    if (set_defaults(b, values, e))
        return -1;
    if (!c)
        return 0;
    origin = (struct json_origin){ c->path, { c->text, c->text_length }, c->json };
    if (read_rules(b, values, c->rules, &origin, e) ||
        rulebook_read_custom(b, c->custom_rules, &origin, e))
        return -1;
    return check_waivers(b, c, e);
}

void
rulebook_release(struct rulebook *b)
{
    for (size_t i = 0; i < b->custom.n; i++)
        condition_release(b->custom.at[i].where);
    vec_release(&b->custom);
    arena_release(&b->arena);
    *b = (struct rulebook){ .settings = NULL };
}
