/*
 * command_rules.c - the rules, their thresholds, what each needs and how a leak is computed.
 */
#include <string.h>
#include <unistd.h>

#include "app/command.h"
#include "app/opening.h"
#include "app/output.h"
#include "base/buf.h"
#include "parsers/names.h"

#define TEXT_MAX ((size_t)1 << 20)
#define RULES_MAX 256

/* Columns before the text of a page. */
#define INDENT 4

static const char *
kind_word(enum setting_kind kind)
{
    static const char *const words[] = {
        [SETTING_DURATION] = N_("duration"),
        [SETTING_PERCENT] = N_("percent"),
        [SETTING_AMOUNT] = N_("amount"),
        [SETTING_NUMBER] = N_("number"),
    };

    return words[kind];
}

static void
add_padded(struct buf *out, const char *text, size_t width)
{
    size_t w = sv_width(sv_of(text));

    buf_add_text(out, text);
    do
        buf_add_char(out, ' ');
    while (++w < width);
}

/* The value that a setting has in this run, as the config would write it. */
static void
add_value(struct buf *out, const struct setting *setting, const struct setting_value *value)
{
    static const struct { int64_t length; char unit; } units[] = {
        { TIME_DAY, 'd' }, { TIME_HOUR, 'h' }, { TIME_MINUTE, 'm' }, { TIME_SECOND, 's' },
    };
    char text[MONEY_TEXT_MAX];
    size_t i = 0;

    if (setting->kind != SETTING_DURATION) {
        buf_add_text(out, money_format(text, value->number));
        return;
    }
    while (units[i].length > TIME_SECOND && value->duration % units[i].length != 0)
        i++;
    buf_addf(out, "%lld%c", (long long)(value->duration / units[i].length), units[i].unit);
}

static void
list_text(const struct rulebook *b, enum lang lang, struct buf *out)
{
    for (size_t i = 0; i < rule_count(); i++) {
        buf_addf(out, "%2d  ", rule_at(i)->order);
        add_padded(out, rule_at(i)->id, 24);
        buf_add_text(out, lang_text(lang, rule_at(i)->title));
        if (!b->settings[i].is_enabled)
            buf_addf(out, " (%s)", lang_text(lang, N_("disabled")));
        buf_add_char(out, '\n');
    }
    buf_addf(out, "%2zu  ", rule_count() + 1);
    add_padded(out, "custom:*", 24);
    buf_addf(out, "%s\n",
        lang_text(lang, N_("Rules of your own, in the config: see docs/RULES.md")));
    for (size_t i = 0; i < b->custom.n; i++)
        buf_addf(out, "    %s\n", b->custom.at[i].id);
}

static void
add_section(struct buf *out, enum lang lang, const char *title, const char *text)
{
    buf_addf(out, "\n%s\n", lang_text(lang, title));
    buf_add_wrapped(out, sv_of(lang_text(lang, text)), INDENT, output_width());
}

/* "    above                 0.5     how far ... (percent; default 0.5)" */
static void
add_setting(struct buf *out, enum lang lang, const struct setting *setting,
    const struct setting_value *value)
{
    struct buf text;

    buf_init(&text, MONEY_TEXT_MAX + 8);
    add_value(&text, setting, value);
    buf_addf(out, "%*s", INDENT, "");
    add_padded(out, setting->name, 22);
    add_padded(out, text.p ? text.p : "", 8);
    buf_addf(out, "%s (%s; %s %s)\n", lang_text(lang, setting->help),
        lang_text(lang, kind_word(setting->kind)), lang_text(lang, N_("default")),
        setting->fallback);
    buf_release(&text);
}

static void
show_text(const struct rule *rule, const struct rule_settings *s, enum lang lang, struct buf *out)
{
    buf_addf(out, "%s\n%s\n", rule->id, lang_text(lang, rule->title));
    add_section(out, lang, N_("What it finds"), rule->finds);
    add_section(out, lang, N_("What it needs"), rule->needs);
    add_section(out, lang, N_("How the leak is computed"), rule->formula);
    add_section(out, lang, N_("Example"), rule->example);
    add_section(out, lang, N_("What to do"), rule->advice);
    buf_addf(out, "\n%s\n%*s", lang_text(lang, N_("Settings (in the config, under \"rules\")")),
        INDENT, "");
    add_padded(out, "enabled", 22);
    add_padded(out, s->is_enabled ? "true" : "false", 8);
    buf_addf(out, "%s\n", lang_text(lang, N_("false turns the rule off")));
    for (unsigned i = 0; rule->settings[i].name; i++)
        add_setting(out, lang, &rule->settings[i], &s->values[i]);
}

static void
add_member(struct buf *out, const char *name, const char *text)
{
    buf_addf(out, ", \"%s\": ", name);
    buf_add_json(out, sv_of(text));
}

static void
add_json(const struct rule *rule, const struct rule_settings *s, enum lang lang, struct buf *out)
{
    buf_add_text(out, "{\"id\": ");
    buf_add_json(out, sv_of(rule->id));
    buf_addf(out, ", \"order\": %d, \"enabled\": %s", rule->order,
        s->is_enabled ? "true" : "false");
    add_member(out, "title", lang_text(lang, rule->title));
    add_member(out, "finds", lang_text(lang, rule->finds));
    add_member(out, "needs", lang_text(lang, rule->needs));
    add_member(out, "formula", lang_text(lang, rule->formula));
    add_member(out, "example", lang_text(lang, rule->example));
    add_member(out, "advice", lang_text(lang, rule->advice));
    buf_add_text(out, ", \"settings\": [");
    for (unsigned i = 0; rule->settings[i].name; i++) {
        const struct setting *setting = &rule->settings[i];
        struct buf value;

        buf_init(&value, MONEY_TEXT_MAX + 8);
        add_value(&value, setting, &s->values[i]);
        buf_addf(out, "%s{\"name\": ", i > 0 ? ", " : "");
        buf_add_json(out, sv_of(setting->name));
        add_member(out, "kind", kind_word(setting->kind));
        add_member(out, "default", setting->fallback);
        add_member(out, "value", value.p ? value.p : "");
        add_member(out, "help", lang_text(lang, setting->help));
        buf_add_char(out, '}');
        buf_release(&value);
    }
    buf_add_text(out, "]}");
}

static void
list_json(const struct rulebook *b, enum lang lang, struct buf *out)
{
    buf_add_char(out, '[');
    for (size_t i = 0; i < rule_count(); i++) {
        buf_add_text(out, i > 0 ? ",\n " : "\n ");
        add_json(rule_at(i), &b->settings[i], lang, out);
    }
    buf_add_text(out, "\n]\n");
}

static int
unknown_rule(const struct options *o, const char *id)
{
    const char *known[RULES_MAX + 1] = { NULL }, *nearest;
    struct err e = ERR_INIT;

    for (size_t i = 0; i < RULES_MAX && rule_table[i]; i++)
        known[i] = rule_table[i]->id;
    nearest = name_nearest(sv_of(id), known);
    if (nearest)
        err_set(&e, ERR_USAGE, N_("no rule is called '%s'; did you mean '%s'?"), id, nearest);
    else if (access(id, F_OK) == 0)
        err_set(&e, ERR_USAGE,
            N_("no rule is called '%s'; to judge bills by all rules: gpubill review %s"), id, id);
    else
        err_set(&e, ERR_USAGE, N_("no rule is called '%s'; 'gpubill rules' lists them"), id);
    output_error(o, &e);
    return EXIT_USAGE;
}

/* A rule of the config; false where none is called ${id}. */
static bool
show_custom(const struct rulebook *b, const char *id, enum lang lang, struct buf *out)
{
    for (size_t i = 0; i < b->custom.n; i++) {
        const struct custom_rule *rule = &b->custom.at[i];
        const char *said = lang == LANG_ZH ? rule->message_zh : rule->message_en;

        if (strcmp(rule->id, id) != 0)
            continue;
        buf_addf(out, "%s (%s)\n", rule->id, lang_text(lang, certainty_word(rule->certainty)));
        if (*said)
            buf_add_wrapped(out, sv_of(said), INDENT, output_width());
        return true;
    }
    return false;
}

/* The rules that were asked for by name. */
static int
show(const struct rulebook *b, const struct options *o, struct buf *out)
{
    for (size_t k = 0; k < o->path_count; k++) {
        size_t i = 0;

        if (!o->is_json && show_custom(b, o->paths[k], (enum lang)o->lang, out))
            continue;

        while (i < rule_count() && strcmp(rule_at(i)->id, o->paths[k]) != 0)
            i++;
        if (i == rule_count())
            return unknown_rule(o, o->paths[k]);
        if (o->is_json) {
            add_json(rule_at(i), &b->settings[i], o->lang, out);
            buf_add_char(out, '\n');
        } else {
            buf_add_text(out, k > 0 ? "\n" : "");
            show_text(rule_at(i), &b->settings[i], o->lang, out);
        }
    }
    return EXIT_DONE;
}

static int
run_rules(const struct options *o)
{
    struct reading r;
    struct buf text;
    int code;

    buf_init(&text, TEXT_MAX);
    opening_init(&r, o);
    code = opening_config(&r, o);
    if (code == EXIT_DONE && o->path_count > 0)
        code = show(&r.rulebook, o, &text);
    else if (code == EXIT_DONE && o->is_json)
        list_json(&r.rulebook, o->lang, &text);
    else if (code == EXIT_DONE)
        list_text(&r.rulebook, o->lang, &text);
    if (code == EXIT_DONE)
        code = output_answer(o, &text, code);
    buf_release(&text);
    reading_release(&r);
    return code;
}

static const struct example examples[] = {
    { "idle-gpu", N_("one rule at length") },
    { "--json", N_("all rules, for programs") },
    { .arguments = NULL },
};

const struct command command_rules = {
    .name = "rules",
    .summary = N_("The rules, their thresholds, what each needs and how a leak is computed."),
    .usage = N_("[OPTION]... [ID]..."),
    .details = N_("Thresholds are changed, and rules switched off, in gpubill.json."),
    .examples = examples,
    .arguments = ARGUMENTS_RULES,
    .order = 5,
    .options = OPTIONS_JSON,
    .run = run_rules,
};
