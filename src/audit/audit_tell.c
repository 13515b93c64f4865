/*
 * audit_tell.c - what the core itself says: of findings that are merged, of custom rules, or of an
 * engine, which hands back no facts.
 */
#include "audit/audit_parts.h"

static void
tell_merged(const struct audit *a, struct finding *f)
{
    char platform[FORMATS_PLATFORM_MAX];
    char leak[FINDING_TEXT_MAX], billed[FINDING_TEXT_MAX];

    message_set_whole(&f->message,
        "%zu leaks of less than 0.01 each on %s: %s of %s billed.", f->merged,
        formats_platform_words(platform, a->in.formats, f->platform),
        finding_money_text(leak, f->leak, f->currency),
        finding_money_text(billed, f->billed, f->currency));
    if (f->of)
        f->advice = (struct message){ .format = f->of->advice };
}

static void
tell_given(struct finding *f)
{
    char leak[FINDING_TEXT_MAX], billed[FINDING_TEXT_MAX];

    (void)finding_money_text(leak, f->leak, f->currency);
    (void)finding_money_text(billed, f->billed, f->currency);
    if (f->lines.n == 1)
        message_set_whole(&f->message, "An engine found this in a charge of %s: %s of %s billed.",
            f->name, leak, billed);
    else
        message_set_whole(&f->message,
            "An engine found this in %zu charges of %s: %s of %s billed.", f->lines.n, f->name,
            leak, billed);
    f->advice = (struct message){ .format = f->of->advice };
}

static void
tell_custom(const struct audit *a, const struct custom_rule *custom, struct finding *f)
{
    char platform[FORMATS_PLATFORM_MAX];
    const char *what = f->name[0] ? f->name
        : formats_platform_words(platform, a->in.formats, f->platform);
    char leak[FINDING_TEXT_MAX], billed[FINDING_TEXT_MAX];

    (void)finding_money_text(leak, f->leak, f->currency);
    (void)finding_money_text(billed, f->billed, f->currency);
    f->said_en = custom->message_en;
    f->said_zh = custom->message_zh;
    if (f->lines.n == 1)
        message_set_whole(&f->message, "Your rule %s holds for a charge of %s: %s of %s billed.",
            f->rule, what, leak, billed);
    else
        message_set_whole(&f->message, "Your rule %s holds for %zu charges of %s: %s of %s billed.",
            f->rule, f->lines.n, what, leak, billed);
}

void
audit_tell(const struct audit *a, struct finding *f)
{
    if (f->merged > 0)
        tell_merged(a, f);
    else if (a->is_given)
        tell_given(f);
    else
        tell_custom(a, &a->in.rulebook->custom.at[f->order - rule_count()], f);
}
