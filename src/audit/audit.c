/*
 * audit.c - all rules over one ledger, in order of precedence.
 */
#include <stdatomic.h>
#include <stdlib.h>

#include "audit/audit_parts.h"
#include "base/memory.h"
#include "base/pool.h"
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
add_line(struct audit_lines *lines, size_t line, struct err *e)
{
    if (vec_grow(lines, 1, LEDGER_LINES_MAX, e))
        return -1;
    lines->at[lines->n++] = (uint32_t)line;
    return 0;
}

/* Part the lines once: most rules are about a few of them. */
static int
find_lines(struct audit *a, struct err *e)
{
    const struct ledger *l = a->in.ledger;

    a->judged = calloc(l->lines.n / 64 + 1, sizeof(*a->judged));
    if (!a->judged)
        return err_nomem(e);
    for (size_t i = 0; i < l->lines.n; i++) {
        const struct ledger_line *line = &l->lines.at[i];
        unsigned category = ledger_word(line, WORD_CATEGORY);

        ledger_ahead(l, i);
        if (category == CATEGORY_GPU && add_line(&a->of_gpus, i, e))
            return -1;
        if (!audit_is_judged(a, line))
            continue;
        a->judged[i / 64] |= UINT64_C(1) << i % 64;
        if (add_line(&a->judged_of[category], i, e) ||
            (line->changes & CHANGE_GUESSED && add_line(&a->guessed, i, e)))
            return -1;
    }
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

/* What one rule, the ${n}-th of all and the custom ones, found. */
struct checked {
    struct findings findings;
    int result;
    struct err e;
};

/* Behind the rules there is one piece more: what GPUs did needs nothing of what they find. */
struct checking {
    struct audit *a;
    struct checked *of;
    size_t rules;
    atomic_bool has_failed;
};

static int
check_rule(const struct audit *a, struct findings *f, size_t i, struct err *e)
{
    const struct rule_settings *s;

    if (i >= f->rule_total)
        return audit_check_custom(f, i - f->rule_total, e);
    s = &a->in.rulebook->settings[i];
    f->rule = rule_at(i);
    f->rule_id = f->rule->id;
    f->order = (unsigned)i;
    return s->is_enabled ? f->rule->check(a, s, f, e) : 0;
}

static void
check_piece(void *context, size_t index)
{
    struct checking *c = context;
    struct checked *at = &c->of[index];

    /* All rules before one that fails have begun, so that the same failure is told each time. */
    if (atomic_load(&c->has_failed))
        return;
    at->result = index == c->rules ? gpu_use_find(c->a, &at->e) :
        check_rule(c->a, &at->findings, index, &at->e);
    findings_close(&at->findings);
    if (at->result == 0)
        at->result = memory_check(c->a->in.memory_limit, &at->e);
    if (at->result < 0)
        atomic_store(&c->has_failed, true);
}

/* Let all rules check, beside each other and the sums of GPU time, and join what they found. */
static int
check_rules(struct audit *a, struct findings *f, struct err *e)
{
    size_t rules = f->rule_total + a->in.rulebook->custom.n, n = rules + 1;
    struct checking c = { .a = a, .of = calloc(n, sizeof(*c.of)), .rules = rules };
    int result;

    if (!c.of)
        return err_nomem(e);
    for (size_t i = 0; i < n; i++)
        findings_init(&c.of[i].findings, a);
    result = pool_run(a->in.jobs, n, check_piece, &c, e);
    for (size_t i = 0; i < n; i++) {
        if (result == 0 && c.of[i].result < 0)
            *e = c.of[i].e;
        if (result == 0)
            result = c.of[i].result < 0 ? -1 : findings_join(f, &c.of[i].findings, e);
        findings_release(&c.of[i].findings);
    }
    free(c.of);
    return result;
}

/* One warning for each input whose columns were guessed. */
static int
warn_guessed(const struct audit *a, struct err *e)
{
    const struct ledger *l = a->in.ledger;
    bool *is_told = calloc(l->inputs.n + 1, sizeof(*is_told));

    if (!is_told)
        return err_nomem(e);
    for (size_t i = 0; i < a->guessed.n; i++) {
        const struct ledger_line *line = audit_line(a, a->guessed.at[i]);

        if (!is_told[line->input])
            input_warn(ledger_input(l, line), "guessed-columns", line->source_line, "its format is "
                "a draft that nobody has checked, so no finding about it is certain; take "
                "\"x_Changes\" out of the format once its answers are right");
        is_told[line->input] = true;
    }
    free(is_told);
    return 0;
}

/* What was found in the end is the audit's. Returns ${result}. */
static int
end(struct audit *a, struct findings *f, int result)
{
    arena_merge(&a->arena, &f->arena);
    arena_merge(&a->arena, &f->strings.arena);
    findings_release(f);
    return result;
}

int
audit_begin(struct audit *a, const struct audit_input *in, const struct period *period,
    struct err *e)
{
    struct timeline_options options;

    *a = (struct audit){ .in = *in, .period = *period };
    options = find_options(a);
    return timeline_build(&a->timeline, in->ledger, in->observations, &options, e) ||
        find_formats(a, e) || find_lines(a, e) ? -1 : 0;
}

int
audit_judge(struct audit *a, struct err *e)
{
    struct findings f;
    int result = -1;

    findings_init(&f, a);
    if (check_rules(a, &f, e) == 0 && warn_guessed(a, e) == 0 && audit_net(a, &f, e) == 0 &&
        audit_close_findings(a, &f, e) == 0 && audit_sum(a, e) == 0 &&
        audit_list_unknown(a, &f, e) == 0)
        result = 0;
    return end(a, &f, result);
}

int
audit_run(struct audit *a, const struct audit_input *in, struct err *e)
{
    return audit_begin(a, in, &in->review->period, e) || audit_judge(a, e) ? -1 : 0;
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
    if (result == 0 && (audit_close_findings(a, &f, e) || audit_sum(a, e)))
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
    free(a->judged);
    vec_release(&a->guessed);
    vec_release(&a->of_gpus);
    for (size_t i = 0; i < CATEGORY_COUNT; i++)
        vec_release(&a->judged_of[i]);
    timeline_release(&a->timeline);
    arena_release(&a->arena);
    *a = (struct audit){ .is_given = false };
}
