/*
 * rule_spend_jump.c - what cost much more than in the month before.
 *
 * Only for a review of one whole month: the sum of several has no month before to stand beside. The
 * month before comes from an earlier review, else from the ledger itself, platform by platform,
 * where its lines cover that month: some lie in its first day and some in its last week. Half a
 * month, or one of which an export is missing, would look like a jump.
 *
 * Texts of review and ledger are interned and compared by pointer.
 */
#include <stdio.h>

#include "audit/audit.h"
#include "audit/finding.h"
#include "base/map.h"
#include "ledger/line_fact.h"

/* Lines in the last so many days of a month show that its bills go to its end. */
#define LAST_DAYS 7

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

/* What the ledger knows of a platform in the month before. */
struct reach {
    bool at_start, at_end;
};

/* One row of spend: what it was before, and its finding where it jumped. */
struct kind {
    const char *platform, *currency;
    uint64_t category;
};

struct sum {
    struct money before;
    struct finding *found;
};

struct jump_check {
    const struct audit *a;
    const struct rule_settings *s;
    struct findings *f;
    struct span before;
    struct arena arena;
    struct map reaches; /* platform -> struct reach */
    struct map sums;    /* struct kind -> struct sum */
    bool has_found;     /* some of them */
};

static struct kind
kind_of(const struct ledger_line *line)
{
    return (struct kind){ ledger_text(line, TEXT_PLATFORM),
        ledger_text(line, TEXT_BILLING_CURRENCY), ledger_word(line, WORD_CATEGORY) };
}

/* The value of ${size} bytes at ${key}, made of zeros where there is none. NULL: ERR_NOMEM. */
static void *
value_at(struct jump_check *c, struct map *m, struct sv key, size_t size, struct err *e)
{
    struct map_entry *entry = map_get(m, key);
    void *made;

    if (entry)
        return entry->value.pointer;
    made = arena_alloc(&c->arena, size);
    key = arena_sv(&c->arena, key);
    entry = made && key.p ? map_put(m, key, NULL) : NULL;
    if (!entry)
        return err_nomem(e), NULL;
    entry->value.pointer = memset(made, 0, size);
    return made;
}

static struct sum *
sum_of(struct jump_check *c, const struct kind *kind, struct err *e)
{
    return value_at(c, &c->sums, (struct sv){ (const char *)kind, sizeof(*kind) },
        sizeof(struct sum), e);
}

static struct reach *
reach_of(struct jump_check *c, const char *platform, struct err *e)
{
    return value_at(c, &c->reaches, (struct sv){ (const char *)&platform, sizeof(platform) },
        sizeof(struct reach), e);
}

/* Add up the month before, from the ledger. */
static int
sum_before(struct jump_check *c, struct err *e)
{
    const struct ledger *l = c->a->in.ledger;

    for (size_t i = 0; i < l->lines.n; i++) {
        const struct ledger_line *line = &l->lines.at[i];
        struct kind kind;
        int64_t end = line->end == TIME_NONE ? line->start : line->end;
        struct reach *reach;
        struct sum *sum;

        ledger_ahead(l, i);
        if (!line_is_known(line) || !ledger_is_spend(line) || line->start == TIME_NONE ||
            line->start >= c->before.to || end < c->before.from)
            continue;
        kind = kind_of(line);
        reach = reach_of(c, kind.platform, e);
        if (!reach)
            return -1;
        reach->at_start |= line->start < c->before.from + TIME_DAY;
        reach->at_end |= end >= c->before.to - LAST_DAYS * TIME_DAY;
        if (line->start < c->before.from)
            continue;
        sum = sum_of(c, &kind, e);
        if (!sum || money_add(&sum->before, ledger_billed(line), e))
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

/* A finding for ${now}, if it is known to have jumped. */
static int
check_spend(struct jump_check *c, const struct review_spend *now, struct err *e)
{
    struct kind kind = { now->platform, now->currency, now->category };
    struct finding_group group = { .certainty = POSSIBLE, .platform = now->platform,
        .currency = now->currency, .key = words_category.words[now->category] };
    struct reach *reach = reach_of(c, now->platform, e);
    struct sum *sum = sum_of(c, &kind, e);
    bool is_told;

    if (!sum || !reach)
        return -1;
    if (!spend_of_review(c->a, c->before, now, &sum->before) &&
        (!reach->at_start || !reach->at_end))
        return 0;
    if (is_jump(c->s, sum->before, now->billed, &is_told, e))
        return -1;
    if (!is_told)
        return 0;
    sum->found = finding_of_group(c->f, &group, e);
    c->has_found = true;
    return !sum->found || finding_set_amount(c->f, sum->found, "before", sum->before, e) ||
        finding_set_amount(c->f, sum->found, "now", now->billed, e) ||
        finding_set_text(c->f, sum->found, "category", group.key, e) ? -1 : 0;
}

static int
check_all(struct jump_check *c, struct err *e)
{
    const struct audit *a = c->a;
    uint32_t line;

    if (sum_before(c, e))
        return -1;
    for (size_t i = 0; i < a->in.review->spend.n; i++)
        if (check_spend(c, &a->in.review->spend.at[i], e))
            return -1;
    for (size_t i = 0; c->has_found && audit_next(a, &i, &line);) {
        struct kind kind = kind_of(audit_line(a, line));
        struct sum *sum = sum_of(c, &kind, e);

        if (!sum || (sum->found && finding_mention(c->f, sum->found, line, e)))
            return -1;
    }
    return 0;
}

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    struct jump_check c = { .a = a, .s = s, .f = f };
    int result;

    if (!month_before(&a->period, &c.before))
        return 0;
    result = check_all(&c, e);
    map_release(&c.reaches);
    map_release(&c.sums);
    arena_release(&c.arena);
    return result;
}

static void
tell(const struct audit *a, const struct finding *f, struct message *message,
    struct message *advice)
{
    struct money before = finding_fact(f, "before").amount, now = finding_fact(f, "now").amount;
    struct money growth = now;
    char text_now[FINDING_TEXT_MAX], text_before[FINDING_TEXT_MAX], more[FINDING_TEXT_MAX];
    char category[FINDING_TEXT_MAX], platform[FORMATS_PLATFORM_MAX];
    struct err ignored = ERR_INIT;

    (void)snprintf(category, sizeof(category), MESSAGE_KEY "%s", finding_fact(f, "category").text);
    (void)money_sub(&growth, before, &ignored);
    message_set_whole(message, N_("%s (%s) cost %s, after %s in the month before: %s more."),
        formats_platform_words(platform, a->in.formats, f->platform), category,
        finding_money_text(text_now, now, f->currency),
        finding_money_text(text_before, before, f->currency),
        finding_money_text(more, growth, f->currency));
    message_set(advice, N_("See which resources are new and whether they are still needed."));
}

static const char *
platform_key(const struct ledger_line *line)
{
    return words_category.words[ledger_word(line, WORD_CATEGORY)];
}

const struct rule rule_spend_jump = {
    .id = "spend-jump",
    .title = N_("Much more than last month"),
    .order = 21,
    .is_never_merged = true,
    .finds = N_("Categories of a platform that cost much more than in the month before. A hint "
        "only: no leak is counted."),
    .needs = N_("A review of one whole month, and the month before: an earlier review.json "
        "(--previous), a ledger that is kept (--ledger-db), or bills of the platform with charges "
        "in its first day and its last week."),
    .formula = N_("More than 10, and more than 20 %, above the month before, in one currency; from "
        "nothing too."),
    .working = N_("{now} this month, {before} in the month before"),
    .example = N_("Traffic of a platform: 3.10 in February, 18.40 in March. 15.30 more is above 10 "
        "and above 0.62 (20 %)."),
    .advice = N_("See which resources are new and whether they are still needed."),
    .settings = settings,
    .check = check,
    .platform_key = platform_key,
    .tell = tell,
};
