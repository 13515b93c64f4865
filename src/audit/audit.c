/*
 * audit.c - all rules over one ledger, in order of precedence.
 */
#include "audit/audit_parts.h"
#include "base/memory.h"
#include "base/vec.h"
#include "ledger/line_fact.h"

/* The settings of this rule say what an idle GPU is. */
#define IDLE_RULE "idle-gpu"

const struct format *
audit_format(const struct audit *a, uint32_t line)
{
    return a->formats[audit_line(a, line)->input];
}

const struct config_instance *
audit_instance(const struct audit *a, const char *platform, const char *instance)
{
    const struct config *c = a->in.config;

    for (size_t i = 0; c && i < c->instances.n; i++)
        if (sv_is(sv_of(c->instances.at[i].platform), sv_of(platform)) &&
            sv_is(sv_of(c->instances.at[i].instance), sv_of(instance)))
            return &c->instances.at[i];
    return NULL;
}

const struct rule_settings *
audit_settings(const struct audit *a, const char *rule)
{
    const struct rule *known = rule_find(rule);

    return known ? &a->in.rulebook->settings[rule_rank(known)] : NULL;
}

static int
find_formats(struct audit *a, struct err *e)
{
    const struct ledger *l = a->in.ledger;
    const struct format **formats =
        arena_array(&a->arena, l->inputs.n + 1, sizeof(*formats));

    if (!formats)
        return err_nomem(e);
    for (size_t i = 0; i < l->inputs.n; i++) {
        const char *id = l->inputs.at[i]->format;

        formats[i] = a->in.formats && id ? formats_find(a->in.formats, sv_of(id)) : NULL;
    }
    a->formats = formats;
    return 0;
}

static int
find_judged(struct audit *a, struct err *e)
{
    const struct ledger *l = a->in.ledger;
    uint32_t *judged;
    size_t n = 0;

    for (size_t i = 0; i < l->lines.n; i++)
        n += audit_is_judged(a, &l->lines.at[i]);
    judged = arena_array(&a->arena, n + 1, sizeof(*judged));
    if (!judged)
        return err_nomem(e);
    for (size_t i = 0; i < l->lines.n; i++)
        if (audit_is_judged(a, &l->lines.at[i]))
            judged[a->judged_count++] = (uint32_t)i;
    a->judged = judged;
    return 0;
}

/* What the rule of idle GPUs is set to; the design's own where there is no such rule. */
static struct timeline_options
find_options(const struct audit *a)
{
    struct timeline_options o = TIMELINE_OPTIONS;
    const struct rule *rule = rule_find(IDLE_RULE);
    const struct rule_settings *s = audit_settings(a, IDLE_RULE);

    for (unsigned i = 0; rule && rule->settings[i].name; i++) {
        if (strcmp(rule->settings[i].name, "stretch") == 0)
            o.idle_stretch = setting_duration(s, i);
        else if (strcmp(rule->settings[i].name, "utilisation_below") == 0)
            o.idle_below =
                (int32_t)(setting_number(s, i).units * 100 / money_of(1).units);
    }
    return o;
}

static int
check_rules(struct audit *a, struct findings *f, struct err *e)
{
    for (size_t i = 0; i < f->rule_total; i++) {
        const struct rule_settings *s = &a->in.rulebook->settings[i];

        f->rule = rule_at(i);
        f->rule_id = f->rule->id;
        f->order = (unsigned)i;
        if (s->is_enabled && (f->rule->check(a, s, f, e) || memory_check(a->in.memory_limit, e)))
            return -1;
    }
    return audit_check_custom(f, e) || memory_check(a->in.memory_limit, e) ? -1 : 0;
}

/* One warning for each input whose columns were guessed. */
static int
warn_guessed(struct audit *a, struct findings *f, struct err *e)
{
    bool *is_told = arena_array(&a->arena, a->in.ledger->inputs.n + 1, sizeof(*is_told));

    if (!is_told)
        return err_nomem(e);
    for (size_t i = 0; i < a->judged_count; i++) {
        const struct ledger_line *line = audit_line(a, a->judged[i]);

        if (!(line->changes & CHANGE_GUESSED) || is_told[line->input])
            continue;
        is_told[line->input] = true;
        finding_warn(f, a->judged[i], "guessed-columns", "its format is a draft that nobody has "
            "checked, so no finding about it is certain; take \"x_Changes\" out of the format once "
            "its answers are right");
    }
    return 0;
}

/* What failed is not in the audit's own list yet. Returns ${result}. */
static int
end(struct audit *a, struct findings *f, int result)
{
    for (size_t i = 0; result < 0 && i < f->list.n; i++) {
        vec_release(&f->list.at[i]->lines);
        vec_release(&f->list.at[i]->facts);
    }
    if (result < 0)
        vec_release(&a->findings);
    arena_merge(&a->arena, &f->strings.arena);
    findings_release(f);
    return result;
}

int
audit_run(struct audit *a, const struct audit_input *in, struct err *e)
{
    struct timeline_options options;
    struct findings f;
    int result = -1;

    *a = (struct audit){ .in = *in, .period = in->review->period };
    findings_init(&f, a);
    options = find_options(a);
    if (timeline_build(&a->timeline, in->ledger, in->observations, &options, e) == 0 &&
        find_formats(a, e) == 0 && find_judged(a, e) == 0 && check_rules(a, &f, e) == 0 &&
        warn_guessed(a, &f, e) == 0 &&
        audit_net(a, &f, e) == 0 && audit_close_findings(a, &f, e) == 0 &&
        audit_sum(a, &f, e) == 0 && gpu_use_find(a, e) == 0)
        result = 0;
    return end(a, &f, result);
}

static int
take(struct findings *f, const struct given_leak *leak, struct err *e)
{
    const struct ledger_line *at = audit_line(f->audit, leak->line);
    struct finding_group group = { .certainty = leak->certainty,
        .platform = ledger_text(at, TEXT_PLATFORM),
        .currency = ledger_text(at, TEXT_BILLING_CURRENCY) };
    const struct config_instance *known =
        audit_instance(f->audit, group.platform, ledger_text(at, TEXT_INSTANCE_ID));
    struct finding *found;

    if (leak->rule->platform_key) {
        group.key = leak->rule->platform_key(at);
        known = NULL;
    } else {
        group.account = ledger_text(at, TEXT_BILLING_ACCOUNT_ID);
        group.resource = line_resource(at);
    }
    f->rule = leak->rule;
    f->rule_id = leak->rule->id;
    f->order = (unsigned)rule_rank(leak->rule);
    found = finding_of_group(f, &group, e);
    if (!found)
        return -1;
    if (known && known->name[0])
        found->name = known->name;
    return finding_give(f, found, leak->line, leak->leak, leak->net, e);
}

int
audit_take(struct audit *a, const struct audit_input *in, const struct given_leak *leaks,
    size_t n, struct err *e)
{
    struct findings f;
    struct gpu_use *uses;
    int result = 0;

    *a = (struct audit){ .in = *in, .period = in->review->period, .is_given = true };
    findings_init(&f, a);
    uses = arena_array(&a->arena, in->review->resources.n + 1, sizeof(*uses));
    a->gpu_use = uses;
    if (!uses)
        result = err_nomem(e);
    for (size_t i = 0; i < n && result == 0; i++)
        result = take(&f, &leaks[i], e);
    if (result == 0 && (audit_close_findings(a, &f, e) || audit_sum(a, &f, e)))
        result = -1;
    return end(a, &f, result);
}

void
audit_release(struct audit *a)
{
    for (size_t i = 0; i < a->findings.n; i++) {
        vec_release(&a->findings.at[i]->lines);
        vec_release(&a->findings.at[i]->facts);
    }
    vec_release(&a->findings);
    vec_release(&a->leaks);
    vec_release(&a->rule_leaks);
    vec_release(&a->unknown);
    vec_release(&a->warnings);
    timeline_release(&a->timeline);
    arena_release(&a->arena);
    *a = (struct audit){ .judged = NULL };
}
