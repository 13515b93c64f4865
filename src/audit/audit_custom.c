/*
 * audit_custom.c - the rules that the config makes of conditions.
 */
#include "audit/audit_parts.h"

#define TEXT_MAX ((size_t)1 << 20)
#define SEPARATOR '\x1f'

struct custom_check {
    struct findings *f;
    const struct custom_rule *rule;
    struct buf scratch, key;
};

/* The fields by which ${subject} is grouped, as one text. */
static int
make_key(struct custom_check *c, const struct line_subject *subject, struct err *e)
{
    buf_reset(&c->key);
    for (const int *field = c->rule->group_by; *field >= 0; field++) {
        struct sv value = SV_EMPTY;

        if (line_field_text(subject, *field, &c->scratch, &value))
            buf_add(&c->key, value);
        buf_add_char(&c->key, SEPARATOR);
    }
    return buf_ok(&c->key, e);
}

/* What the findings of a rule grouped by ${field} are about, "" where it is no single thing. */
static const char *
resource_by(const struct ledger_line *line, int field)
{
    if (field == line_field_find(SV("resource")))
        return line_resource(line);
    if (field == line_field_find(SV("instance")))
        return ledger_text(line, TEXT_INSTANCE_ID);
    if (field == line_field_find(SV("ResourceId")))
        return ledger_text(line, TEXT_RESOURCE_ID);
    return "";
}

static int
add_line(struct custom_check *c, uint32_t line, const struct line_subject *subject, struct err *e)
{
    static const char none[] = "";
    struct finding_group group = { .certainty = c->rule->certainty,
        .platform = ledger_text(subject->line, TEXT_PLATFORM),
        .currency = ledger_text(subject->line, TEXT_BILLING_CURRENCY) };
    struct finding *found;

    if (make_key(c, subject, e))
        return -1;
    group.key = c->key.p ? c->key.p : none;
    for (const int *field = c->rule->group_by; *field >= 0; field++) {
        const char *resource = resource_by(subject->line, *field);

        if (resource[0]) {
            group.resource = resource;
            group.account = ledger_text(subject->line, TEXT_BILLING_ACCOUNT_ID);
        }
    }
    found = finding_of_group(c->f, &group, e);
    if (!found)
        return -1;
    if (c->rule->is_leak_zero)
        return finding_mention(c->f, found, line, e);
    if (fraction_is_one(c->rule->share))
        return finding_claim_amount(c->f, found, line, ledger_billed(subject->line), e);
    return finding_claim_amount(c->f, found, line,
        fraction_share(ledger_billed(subject->line), c->rule->share), e);
}

static int
check_rule(struct custom_check *c, struct err *e)
{
    const struct audit *a = c->f->audit;
    uint32_t line;

    for (size_t i = 0; audit_next(a, &i, &line);) {
        struct line_subject subject = { a->in.ledger, audit_line(a, line), a->period.zone_minutes };
        int holds = condition_holds(c->rule->where, line_field_value, &subject, &c->scratch, e);

        if (holds < 0 && e->code == ERR_LIMIT) {
            (void)err_set(e, ERR_USAGE,
                "custom rule '%s': a pattern takes too many steps or too much memory; make it "
                "simpler, or begin it with (*LIMIT_MATCH=N) to allow more steps", c->rule->id);
            return err_at(e, a->in.config->path, c->rule->line);
        }
        if (holds < 0 || (holds > 0 && add_line(c, line, &subject, e)))
            return -1;
    }
    return 0;
}

int
audit_check_custom(struct findings *f, size_t i, struct err *e)
{
    struct custom_check c = { .f = f, .rule = &f->audit->in.rulebook->custom.at[i] };
    int result;

    buf_init(&c.scratch, TEXT_MAX);
    buf_init(&c.key, TEXT_MAX);
    f->rule = NULL;
    f->rule_id = c.rule->id;
    f->order = (unsigned)(f->rule_total + i);
    result = check_rule(&c, e);
    buf_release(&c.scratch);
    buf_release(&c.key);
    return result;
}
