/*
 * audit_tell.c - what the core itself says: of merged findings, and of those of custom rules.
 */
#include "audit/audit_parts.h"

static void
tell_merged(struct finding *f)
{
    char leak[FINDING_TEXT_MAX], billed[FINDING_TEXT_MAX];

    message_set_whole(&f->message,
        "%zu leaks of less than 0.01 each on %s: %s of %s billed.", f->merged, f->platform,
        finding_money_text(leak, f->leak, f->currency),
        finding_money_text(billed, f->billed, f->currency));
    if (f->of)
        f->advice = (struct message){ .format = f->of->advice };
}

void
audit_tell(const struct audit *a, struct finding *f)
{
    char leak[FINDING_TEXT_MAX], billed[FINDING_TEXT_MAX];
    const struct custom_rule *custom;

    if (f->merged > 0) {
        tell_merged(f);
        return;
    }
    custom = &a->in.rulebook->custom.at[f->order - rule_count()];
    f->said_en = custom->message_en;
    f->said_zh = custom->message_zh;
    message_set_whole(&f->message, "Your rule %s holds for %zu charges of %s: %s of %s billed.",
        f->rule, f->lines.n, f->name[0] ? f->name : f->platform,
        finding_money_text(leak, f->leak, f->currency),
        finding_money_text(billed, f->billed, f->currency));
}
