/*
 * rule_spend_jump.c - what cost much more than in the month before.
 *
 * Only for a review of one whole month. The month before comes from an earlier review, else from
 * the ledger itself, platform by platform, where its lines reach back to that month's first day.
 * Texts of review and ledger are interned and compared by pointer.
 */
#include "audit/audit.h"
#include "audit/finding.h"
#include "ledger/line_fact.h"

enum { SHARE, LEAST };

static const struct setting settings[] = {
    [SHARE] = { "share", SETTING_PERCENT, "20", N_("growth that is told, in percent") },
    [LEAST] = { "least", SETTING_AMOUNT, "10", N_("growth that is told, in money") },
    { .name = NULL },
};

/* True where the period is one calendar month; the one before goes into ${*before}. */
static bool
month_before(const struct period *p, struct span *before)
{
    int64_t from = time_month_start(p->from, p->zone_minutes);

    if (p->from != from || p->to != time_next_month(from, p->zone_minutes))
        return false;
    *before = (struct span){ time_month_start(from - 1, p->zone_minutes), from };
    return true;
}

/* From an earlier review: false where it is none of that month. */
static bool
spend_of_review(const struct audit *a, struct span before, const struct review_spend *now,
    struct money *out)
{
    const struct previous *p = a->in.previous;

    if (!p || p->period.from != before.from || p->period.to != before.to)
        return false;
    *out = MONEY_ZERO;
    for (size_t i = 0; i < p->n; i++)
        if (p->spend[i].category == now->category &&
            strcmp(p->spend[i].platform, now->platform) == 0 &&
            strcmp(p->spend[i].currency, now->currency) == 0)
            *out = p->spend[i].billed;
    return true;
}

/* From the ledger: ${*is_covered} tells whether the platform's lines reach back that far. */
static int
spend_of_ledger(const struct audit *a, struct span before, const struct review_spend *now,
    struct money *out, bool *is_covered, struct err *e)
{
    const struct ledger *l = a->in.ledger;

    *out = MONEY_ZERO;
    *is_covered = false;
    for (size_t i = 0; i < l->lines.n; i++) {
        const struct ledger_line *line = &l->lines.at[i];

        if (!line_is_known(line) || !ledger_is_spend(line) || line->start == TIME_NONE ||
            ledger_text(line, TEXT_PLATFORM) != now->platform)
            continue;
        if (line->start < before.from + TIME_DAY)
            *is_covered = true;
        if (line->start >= before.from && line->start < before.to &&
            ledger_word(line, WORD_CATEGORY) == (unsigned)now->category &&
            ledger_text(line, TEXT_BILLING_CURRENCY) == now->currency &&
            money_add(out, line->billed, e))
            return -1;
    }
    return 0;
}

/* More than the share and more than the amount up. */
static int
is_jump(const struct rule_settings *s, struct money before, struct money now, bool *out,
    struct err *e)
{
    struct money growth = now, bound;

    if (money_sub(&growth, before, e) ||
        money_share(&bound, before, setting_number(s, SHARE).units, money_of(100).units, 18, e))
        return -1;
    *out = money_compare(growth, setting_number(s, LEAST)) > 0 && money_compare(growth, bound) > 0;
    return 0;
}

static int
tell_of(const struct audit *a, const struct review_spend *now, struct money before,
    struct findings *f, struct err *e)
{
    struct finding_group group = { .certainty = POSSIBLE, .platform = now->platform,
        .currency = now->currency, .key = words_category.words[now->category] };
    struct finding *found = finding_of_group(f, &group, e);

    if (!found || finding_set_amount(f, found, "before", before, e) ||
        finding_set_amount(f, found, "now", now->billed, e) ||
        finding_set_text(f, found, "category", group.key, e))
        return -1;
    for (size_t i = 0; i < a->judged_count; i++) {
        const struct ledger_line *line = audit_line(a, a->judged[i]);

        if (ledger_word(line, WORD_CATEGORY) == (unsigned)now->category &&
            ledger_text(line, TEXT_PLATFORM) == now->platform &&
            ledger_text(line, TEXT_BILLING_CURRENCY) == now->currency &&
            finding_mention(f, found, a->judged[i], e))
            return -1;
    }
    return 0;
}

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    struct span before;

    if (!month_before(&a->period, &before))
        return 0;
    for (size_t i = 0; i < a->in.review->spend.n; i++) {
        const struct review_spend *now = &a->in.review->spend.at[i];
        struct money then;
        bool is_known = spend_of_review(a, before, now, &then), is_told = false;

        /* What did not cost enough to jump needs no look at the month before. */
        if (money_compare(now->billed, setting_number(s, LEAST)) <= 0)
            continue;
        if (!is_known && spend_of_ledger(a, before, now, &then, &is_known, e))
            return -1;
        if (!is_known)
            continue;
        if (is_jump(s, then, now->billed, &is_told, e) ||
            (is_told && tell_of(a, now, then, f, e)))
            return -1;
    }
    return 0;
}

static void
tell(const struct audit *a, const struct finding *f, struct message *message,
    struct message *advice)
{
    char now[FINDING_TEXT_MAX], before[FINDING_TEXT_MAX];

    (void)a;
    message_set_whole(message, N_("%s (%s) cost %s, after %s in the month before."), f->platform,
        finding_fact(f, "category").text,
        finding_money_text(now, finding_fact(f, "now").amount, f->currency),
        finding_money_text(before, finding_fact(f, "before").amount, f->currency));
    message_set(advice, N_("See which resources are new and whether they are still needed."));
}

const struct rule rule_spend_jump = {
    .id = "spend-jump",
    .title = N_("Much more than last month"),
    .order = 21,
    .is_never_merged = true,
    .finds = N_("Categories of a platform that cost much more than in the month before. No leak is "
        "counted."),
    .needs = N_("A review of one whole month, and the month before: an earlier review.json "
        "(--previous), or bills that reach back to its first day."),
    .formula = N_("More than a fifth and more than 10 up; from nothing too."),
    .working = N_("{now} this month, {before} in the month before"),
    .example = N_("Traffic of a platform: 3.10 in February, 18.40 in March: 15.30 up."),
    .advice = N_("See which resources are new and whether they are still needed."),
    .settings = settings,
    .check = check,
    .tell = tell,
};
