/*
 * engine_sql.c - the rules as one script for an engine.
 *
 * First what rules share (src/audit/sql/1* to 4*), then each rule by its template, in order of
 * precedence, then what is made of all of them: claims, nets, findings; spend and its checks.
 */
#include <string.h>

#include "audit/engine_values.h"
#include "base/embedded.h"

#define NAME_MAX_LENGTH 96

/* Rules whose claims need more than pieces of time. */
#define STOPPED_RULE "compute-while-stopped"
#define COPIES_RULE "duplicate-instance"
#define CHEAP_RULE "could-have-been-cpu"

/* Of a rule whose claims of one line have an order. */
#define ORDINAL SV(" AS ordinal")

/* Generated: src/audit/sql/ and the templates of rules, by name. */
extern const struct embedded embedded_steps[], embedded_rule_sql[];

struct script {
    const struct engine_sql *in;
    const struct rule *rule; /* whose template is written, or NULL */
};

static const struct embedded *
template_of(const struct rule *rule)
{
    char name[NAME_MAX_LENGTH] = "rule_";
    size_t n = strlen(name);

    for (const char *p = rule->id; *p && n + 5 < sizeof(name); p++)
        name[n++] = *p == '-' ? '_' : *p;
    memcpy(name + n, ".sql", 5);
    for (const struct embedded *t = embedded_rule_sql; t->name; t++)
        if (strcmp(t->name, name) == 0)
            return t;
    return NULL;
}

static bool
is_enabled(const struct engine_sql *in, const struct rule *rule)
{
    return in->rulebook->settings[rule_rank(rule)].is_enabled;
}

static struct sv
text_of(const struct embedded *file)
{
    return (struct sv){ (const char *)file->bytes, file->length };
}

static bool
has_text(const struct rule *rule, struct sv text)
{
    return sv_find(text_of(template_of(rule)), text, 0) != (size_t)-1;
}

const char *
engine_sql_lacks(const char *id)
{
    static const struct { const char *id, *why; } lacking[] = {
        { "balance-gap", N_("the rows of a statement are walked one after the other, which is done "
            "where the statement is read") },
    };

    for (size_t i = 0; i < sizeof(lacking) / sizeof(lacking[0]); i++)
        if (strcmp(id, lacking[i].id) == 0)
            return lacking[i].why;
    return NULL;
}

bool
engine_sql_claims_twice(const struct rule *rule)
{
    return has_text(rule, ORDINAL);
}

/* "gb_rule_stopped_storage" */
static void
add_table_name(struct buf *out, const char *prefix, const struct rule *rule)
{
    buf_add_text(out, prefix);
    for (const char *p = rule->id; *p; p++)
        buf_add_char(out, *p == '-' ? '_' : *p);
}

static void
add_make(struct macro_writer *w, struct buf *out, const char *prefix, const struct rule *rule)
{
    struct err ignored = ERR_INIT;
    struct macro_writer inner = { .engine = w->engine };
    struct buf text;

    buf_init(&text, 4 * NAME_MAX_LENGTH);
    buf_add_text(&text, "{{make|");
    add_table_name(&text, prefix, rule);
    buf_add_text(&text, "}}");
    if (macro_expand(&inner, buf_sv(&text), out, &ignored) < 0)
        out->failed = true;
    buf_release(&text);
}

/* The value of setting ${name} of ${rule}; false where it has none of that name. */
static bool
add_setting(const struct engine_sql *in, const struct rule *rule, struct sv name, struct buf *out)
{
    const struct rule_settings *s = &in->rulebook->settings[rule_rank(rule)];

    for (unsigned i = 0; rule->settings[i].name; i++) {
        if (!sv_is(name, sv_of(rule->settings[i].name)))
            continue;
        if (rule->settings[i].kind == SETTING_DURATION)
            buf_addf(out, "%lld", (long long)setting_duration(s, i));
        else
            engine_add_wide(out, in->engine, setting_number(s, i));
        return true;
    }
    return false;
}

/* {{other_setting|RULE|NAME}}: a duration; of a rule that is off longer than anything. */
static bool
add_other_setting(const struct engine_sql *in, struct sv id, struct sv name, struct buf *out)
{
    for (size_t i = 0; i < rule_count(); i++) {
        if (!sv_is(id, sv_of(rule_at(i)->id)))
            continue;
        if (is_enabled(in, rule_at(i)))
            return add_setting(in, rule_at(i), name, out);
        buf_add_text(out, "9000000000000000");
        return true;
    }
    return false;
}

/* What a GPU that is idle is, is said by the settings of this rule, whether it is on or not. */
static bool
add_idle(const struct engine_sql *in, bool is_below, struct buf *out)
{
    const struct rule *rule = rule_find("idle-gpu");
    const struct rule_settings *s = &in->rulebook->settings[rule_rank(rule)];

    for (unsigned i = 0; rule->settings[i].name; i++)
        if (is_below && strcmp(rule->settings[i].name, "utilisation_below") == 0)
            buf_addf(out, "%lld",
                (long long)(setting_number(s, i).units * 100 / money_of(1).units));
        else if (!is_below && strcmp(rule->settings[i].name, "stretch") == 0)
            buf_addf(out, "%lld", (long long)setting_duration(s, i));
    return true;
}

/* Whether a time of the lines decides the period; else it is as asked for. */
static bool
add_period(struct macro_writer *w, const struct engine_sql *in, struct buf *out)
{
    long long zone = in->period.zone_minutes * (long long)TIME_MINUTE;
    struct macro_writer inner = { .engine = w->engine };
    struct err ignored = ERR_INIT;
    struct buf text;

    buf_init(&text, 1 << 12);
    if (in->period.from != in->period.to)
        buf_addf(&text, "SELECT {{bigint|%lld}} AS period_from, {{bigint|%lld}} AS period_to,\n"
            "    {{bigint|%lld}} AS zone_ms", (long long)in->period.from,
            (long long)in->period.to, zone);
    else
        buf_addf(&text, "SELECT {{month_start|{{month|lowest + %lld}}}} - %lld AS period_from,\n"
            "    {{month_start|{{month|highest + %lld}} + 1}} - %lld AS period_to,\n"
            "    {{bigint|%lld}} AS zone_ms\n"
            "FROM (SELECT min(coalesce(start_ms, billing_ms)) AS lowest,\n"
            "        max(coalesce(start_ms, billing_ms)) AS highest FROM gb_line) reach",
            zone, zone, zone, zone, zone);
    if (macro_expand(&inner, buf_sv(&text), out, &ignored) < 0)
        out->failed = true;
    buf_release(&text);
    return true;
}

/* One SELECT over the tables that start with ${prefix} of all rules that are written. */
static bool
add_union(const struct engine_sql *in, const char *prefix, const char *columns, bool only_pieces,
    struct buf *out)
{
    bool is_first = true;

    for (size_t i = 0; i < rule_count(); i++) {
        const struct rule *rule = rule_at(i);

        if (!template_of(rule) || !is_enabled(in, rule) ||
            (only_pieces && !has_text(rule, SV("{{pieces}}"))))
            continue;
        buf_addf(out, "%sSELECT %zu AS precedence, '%s' AS rule, %s",
            is_first ? "" : "\nUNION ALL ", i, rule->id, columns);
        if (!only_pieces)
            buf_add_text(out,
                has_text(rule, ORDINAL) ? ", ordinal" : ", 0 AS ordinal");
        buf_add_text(out, " FROM ");
        add_table_name(out, prefix, rule);
        is_first = false;
    }
    return true;
}

/* {{if_...|A|B}}: A where the rules that are meant are on or written, else B. */
static bool
add_choice(const struct engine_sql *in, struct sv name, const struct sv *given, struct buf *out)
{
    bool has_stopped = is_enabled(in, rule_find(STOPPED_RULE));
    bool has_copies = is_enabled(in, rule_find(COPIES_RULE));
    const struct { const char *name; bool is_on; } choices[] = {
        { "if_stopped", has_stopped },
        { "if_copies", has_copies },
        { "if_partly", has_stopped && has_copies },
        { "if_cheap", is_enabled(in, rule_find(CHEAP_RULE)) },
        { "if_findings", (in->parts & SQL_RULES) != 0 },
    };

    for (size_t i = 0; i < sizeof(choices) / sizeof(choices[0]); i++)
        if (sv_is(name, sv_of(choices[i].name)))
            return buf_add(out, given[choices[i].is_on ? 0 : 1]), true;
    return false;
}

static bool
write_value(struct macro_writer *w, struct sv name, const struct sv *given, struct buf *out)
{
    const struct script *s = w->context;
    const struct engine_sql *in = s->in;
    if (s->rule && sv_is(name, SV("rule")))
        return add_make(w, out, "gb_rule_", s->rule), true;
    if (s->rule && sv_is(name, SV("pieces")))
        return add_make(w, out, "gb_piece_", s->rule), true;
    if (s->rule && sv_is(name, SV("setting")))
        return add_setting(in, s->rule, given[0], out);
    if (sv_is(name, SV("other_setting")))
        return add_other_setting(in, given[0], given[1], out);
    if (sv_is(name, SV("idle_below")) || sv_is(name, SV("idle_stretch")))
        return add_idle(in, sv_is(name, SV("idle_below")), out);
    if (sv_is(name, SV("period")))
        return add_period(w, in, out);
    if (sv_is(name, SV("formats")))
        return engine_add_formats(out, in->engine, in->formats), true;
    if (sv_is(name, SV("instances")))
        return engine_add_instances(out, in->engine, in->config), true;
    if (sv_is(name, SV("prices")))
        return engine_add_prices(out, in->engine, in->config, in->period.zone_minutes), true;
    if (sv_is(name, SV("claims")))
        return add_union(in, "gb_rule_", "line, certainty, by_time, leak", false, out);
    if (sv_is(name, SV("all_pieces")))
        return add_union(in, "gb_piece_", "line, card, s, e", true, out);
    if (sv_is(name, SV("stopped_place")))
        return buf_addf(out, "%zu", rule_rank(rule_find(STOPPED_RULE))), true;
    return add_choice(in, name, given, out);
}

/* The steps whose names lie from ${from} up to ${to}. */
static int
write_steps(struct macro_writer *w, const char *from, const char *to, struct buf *out,
    struct err *e)
{
    for (const struct embedded *step = embedded_steps; step->name; step++) {
        if (strcmp(step->name, from) < 0 || strcmp(step->name, to) >= 0)
            continue;
        buf_addf(out, "---- %s\n\n", step->name);
        if (macro_expand(w, text_of(step), out, e) < 0)
            return -1;
        buf_add_char(out, '\n');
    }
    return 0;
}

static int
write_rules(struct macro_writer *w, struct script *s, struct buf *out, struct err *e)
{
    for (size_t i = 0; i < rule_count(); i++) {
        const struct rule *rule = rule_at(i);
        const struct embedded *t = template_of(rule);
        const char *why = t ? "disabled" : engine_sql_lacks(rule->id);

        if (!t || !is_enabled(s->in, rule)) {
            buf_addf(out, "---- %s: %s\n\n", rule->id, why ? why : "not written in SQL yet");
            continue;
        }
        buf_addf(out, "---- %s\n\n", rule->id);
        s->rule = rule;
        if (macro_expand(w, text_of(t), out, e) < 0)
            return -1;
        s->rule = NULL;
        buf_add_char(out, '\n');
    }
    return 0;
}

int
engine_sql_write(struct buf *out, const struct engine_sql *in, struct err *e)
{
    struct script s = { in, NULL };
    struct macro_writer w = { .engine = in->engine, .value = write_value, .context = &s };

    if (macro_expand(&w, SV("{{prelude}}"), out, e) < 0 ||
        ((in->parts & SQL_DDL) && engine_write_tables(&w, out, e) < 0))
        return -1;
    if ((in->parts & (SQL_RULES | SQL_SPEND)) && write_steps(&w, "1", "2", out, e) < 0)
        return -1;
    if ((in->parts & SQL_RULES) && (write_steps(&w, "2", "8", out, e) < 0 ||
        write_rules(&w, &s, out, e) < 0 || write_steps(&w, "8", "9", out, e) < 0))
        return -1;
    if ((in->parts & SQL_SPEND) && write_steps(&w, "9", "A", out, e) < 0)
        return -1;
    return buf_ok(out, e);
}
