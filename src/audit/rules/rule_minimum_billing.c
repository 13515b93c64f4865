/*
 * rule_minimum_billing.c - time and amounts that were rounded up to the platform's unit.
 *
 * Lines are grouped by platform, currency and kind first: whether rounding is always up, which unit
 * it goes to, and whether it is worth a word can only be told of all of them. What a line used is
 * not worked out again for lines that repeat it.
 */
#include <stdlib.h>

#include "audit/audit.h"
#include "audit/unit_price.h"
#include "base/vec.h"

enum { LINES, LEAST };

static const struct setting settings[] = {
    [LINES] = { "lines", SETTING_NUMBER, "10", N_("how many lines it takes to infer a rule") },
    [LEAST] = { "least", SETTING_AMOUNT, "0.01", N_("smallest total that is reported") },
    { .name = NULL },
};

enum kind { KIND_TIME, KIND_AMOUNT };

static const char *const kind_words[] = { "time", "amount" };

/* Units of billing, the longest first. */
static const int64_t units[] = { 30 * TIME_DAY, TIME_DAY, TIME_HOUR, 30 * TIME_MINUTE,
    15 * TIME_MINUTE, 10 * TIME_MINUTE, 5 * TIME_MINUTE, TIME_MINUTE };

#define UNITS (sizeof(units) / sizeof(units[0]))

struct group_key {
    const char *platform, *currency;
    uint64_t kind;
};

struct rounded {
    uint32_t line;
    struct money leak;
};

/* Lines of one platform, currency and kind. */
struct group {
    struct group_key key;
    struct { struct rounded *at; size_t n, room; } lines; /* those that were rounded up */
    struct money spend, leak;                             /* of all lines, also the others */
    struct money used, billed;                            /* milliseconds */
    size_t count, sessions, down, at_minimum; /* sessions: those of them that are compute */
    bool is_used_odd[UNITS], is_billed_odd[UNITS]; /* some line is no multiple of the unit */
};

/* A line that says how long it was used, in milliseconds as money counts. */
struct use {
    const struct ledger_line *line; /* NULL: none yet */
    struct money billed, used, leak;
    bool is_known;     /* the bill says both times */
    bool is_by_period; /* of a line that repeats this one it may be another */
    /*
     * The bill states what was used in the unit of what was billed: then both count the same thing,
     * cards or not, and neither is a conversion that its decimals may have rounded.
     */
    bool is_one_unit;
};

struct minimum_check {
    const struct audit *a;
    struct findings *f;
    struct arena arena;
    struct map groups;
    struct use *uses;      /* by the number of the facets: of their last line */
    struct group *last[2]; /* by enum kind: lines mostly go to the group of the one before */
    struct money lines, least;
};

static struct group *
find_group(struct minimum_check *c, const struct ledger_line *line, enum kind kind, struct err *e)
{
    struct group_key key = { ledger_text(line, TEXT_PLATFORM),
        ledger_text(line, TEXT_BILLING_CURRENCY), kind };
    struct group *last = c->last[kind], *made;
    struct map_entry *entry;

    if (last && last->key.platform == key.platform && last->key.currency == key.currency)
        return last;
    entry = map_get(&c->groups, (struct sv){ (const char *)&key, sizeof(key) });
    if (entry)
        return c->last[kind] = entry->value.pointer;
    made = arena_alloc(&c->arena, sizeof(*made));
    if (!made)
        return err_nomem(e), NULL;
    *made = (struct group){ .key = key };
    entry = map_put(&c->groups, (struct sv){ (const char *)&made->key, sizeof(key) }, NULL);
    if (!entry)
        return err_nomem(e), NULL;
    entry->value.pointer = made;
    return c->last[kind] = made;
}

static int
add_rounded(struct group *g, uint32_t index, const struct ledger_line *line, struct money leak,
    struct err *e)
{
    struct money rounded = money_round(leak, 9);

    if (vec_grow(&g->lines, 1, UINT32_MAX, e) || money_add(&g->leak, rounded, e))
        return -1;
    g->lines.at[g->lines.n++] = (struct rounded){ index, rounded };
    g->at_minimum += money_compare(ledger_billed(line), unit_price_minor(line)) == 0;
    return 0;
}

/*
 * Find the time that ${u}'s line really used, in milliseconds; false where the bill does not say
 * it.
 */
static bool
find_used(struct use *u)
{
    const char *const *text = u->line->facets->text;
    struct span p;

    if (line_time(u->line, MONEY_CONSUMED_QUANTITY, &u->used)) {
        u->is_one_unit = text[TEXT_PRICING_UNIT] == text[TEXT_CONSUMED_UNIT];
        return true;
    }
    u->is_by_period = u->line->facets->is_actual_use;
    if (!u->is_by_period || !line_period(u->line, &p))
        return false;
    u->used = money_of(p.to - p.from);
    return true;
}

/* A quantity of at least the use of every card is the time of cards: so is then what was used. */
static void
count_cards(struct use *u)
{
    uint32_t cards = u->is_one_unit ? 1 : line_cards(u->line, NULL);
    struct money of_cards;

    if (cards > 1 && money_times(&of_cards, u->used, cards, NULL) == 0 &&
        money_compare(u->billed, of_cards) >= 0)
        u->used = of_cards;
}

/* By how much more was billed than used and than the printed decimals can explain; else 0. */
static struct money
find_surplus(const struct use *u)
{
    unsigned decimals = ledger_decimals(u->line, MONEY_PRICING_QUANTITY);
    struct money half, surplus = { u->billed.units - u->used.units };

    if (money_is_negative(surplus))
        return MONEY_ZERO;
    if (!u->is_one_unit && decimals > 0 &&
        money_times(&half, unit_price_half(decimals),
            line_unit_length(ledger_text(u->line, TEXT_PRICING_UNIT)), NULL) == 0 &&
        money_compare(surplus, half) <= 0)
        return MONEY_ZERO;
    return surplus;
}

/* Note which units ${time} is no multiple of. Those below half an hour are parts of it. */
static void
note_odd(bool is_odd[UNITS], struct money time)
{
    money_uint one = (money_uint)money_of(1).units, whole = (money_uint)time.units / one;
    bool is_whole = whole * one == (money_uint)time.units;

    for (size_t i = 0; i < UNITS; i++) {
        if (is_odd[i])
            continue;
        is_odd[i] = !is_whole || whole % (uint64_t)units[i] != 0;
        if (!is_odd[i] && units[i] >= 30 * TIME_MINUTE)
            break;
    }
}

/* Work out what ${line} used, and what of it leaks. */
static int
work_out(struct use *u, const struct ledger_line *line, struct err *e)
{
    struct money surplus;

    *u = (struct use){ .line = line };
    u->is_known = line_time(line, MONEY_PRICING_QUANTITY, &u->billed) &&
        !money_is_zero(u->billed) && find_used(u);
    if (!u->is_known)
        return 0;
    count_cards(u);
    surplus = find_surplus(u);
    return money_is_zero(surplus) ? 0 :
        money_share(&u->leak, ledger_billed(line), surplus.units, u->billed.units, 9, e);
}

static int
add_time(struct minimum_check *c, uint32_t index, const struct use *u, bool is_repeated,
    struct err *e)
{
    const struct ledger_line *line = audit_line(c->a, index);
    struct group *g = find_group(c, line, KIND_TIME, e);

    if (!g || money_add(&g->spend, ledger_billed(line), e) || money_add(&g->billed, u->billed, e) ||
        money_add(&g->used, u->used, e))
        return -1;
    g->count++;
    g->sessions += line_is_compute(line);
    if (!is_repeated) {
        note_odd(g->is_billed_odd, u->billed);
        note_odd(g->is_used_odd, u->used);
    }
    return money_is_zero(u->leak) ? 0 : add_rounded(g, index, line, u->leak, e);
}

static int
check_time(struct minimum_check *c, uint32_t index, const struct ledger_line *line, struct err *e)
{
    struct use *u = &c->uses[line->facets->number];
    bool is_repeated;

    if (line_is_prepaid(line))
        return 0;
    is_repeated = u->line && !u->is_by_period && ledger_is_repeated(u->line, line);
    if (!is_repeated && work_out(u, line, e))
        return -1;
    if (u->is_known)
        return add_time(c, index, u, is_repeated, e);
    return line_is_compute(line) ? finding_unknown(c->f, UNKNOWN_PERIOD, index, MONEY_ZERO, e) : 0;
}

static int
check_amount(struct minimum_check *c, uint32_t index, const struct ledger_line *line,
    struct err *e)
{
    struct money discount;
    struct unit_price p;
    struct group *g;

    if (!ledger_money(line, MONEY_DISCOUNT, &discount) || !unit_price_of(line, &p) ||
        money_is_zero(p.diff) || ledger_billed(line).units % p.minor.units != 0 ||
        money_compare(p.diff, p.minor) >= 0 ||
        money_compare(money_negate(p.diff), p.minor) >= 0)
        return 0;
    g = find_group(c, line, KIND_AMOUNT, e);
    if (!g || money_add(&g->spend, ledger_billed(line), e))
        return -1;
    g->count++;
    if (!money_is_negative(p.diff))
        return add_rounded(g, index, line, p.diff, e);
    g->down++;
    return 0;
}

/* The longest unit that all billed times are multiples of and the used ones are not; 0: none. */
static int64_t
find_unit(const struct minimum_check *c, const struct group *g)
{
    if (money_compare(money_of((int64_t)g->count), c->lines) < 0)
        return 0;
    for (size_t i = 0; i < UNITS; i++)
        if (!g->is_billed_odd[i] && g->is_used_odd[i])
            return units[i];
    return 0;
}

static int
add_facts(struct minimum_check *c, struct finding *found, const struct group *g, struct err *e)
{
    int64_t unit = g->key.kind == KIND_TIME ? find_unit(c, g) : 0;
    struct money share, rest = g->spend;
    money_int one = money_of(1).units;

    if (money_sub(&rest, g->leak, e) || money_share(&share, g->leak, one, g->spend.units, 4, e))
        return -1;
    return finding_set_text(c->f, found, "kind", kind_words[g->key.kind], e) ||
            finding_add_count(c->f, found, "charges", (int64_t)g->count, e) ||
            finding_add_count(c->f, found, "sessions", (int64_t)g->sessions, e) ||
            finding_add_count(c->f, found, "at_minimum", (int64_t)g->at_minimum, e) ||
            finding_add_duration(c->f, found, "used", (int64_t)(g->used.units / one), e) ||
            finding_add_duration(c->f, found, "billed_time", (int64_t)(g->billed.units / one), e) ||
            finding_add_duration(c->f, found, "unit", unit, e) ||
            finding_set_amount(c->f, found, "spend", g->spend, e) ||
            finding_set_amount(c->f, found, "share", share, e) ||
            finding_set_amount(c->f, found, "exact", rest, e)
        ? -1
        : 0;
}

static int
claim_line(struct minimum_check *c, const struct group *g, const struct rounded *rounded,
    struct err *e)
{
    struct finding_group group = { .certainty = finding_certainty(c->f, CERTAIN, rounded->line),
        .platform = g->key.platform, .currency = g->key.currency,
        .key = kind_words[g->key.kind] };
    struct finding *found = finding_of_group(c->f, &group, e);

    if (!found || (found->lines.n == 0 && add_facts(c, found, g, e)))
        return -1;
    return finding_claim_amount(c->f, found, rounded->line, rounded->leak, e);
}

static int
check_group(struct minimum_check *c, const struct group *g, struct err *e)
{
    if (g->lines.n == 0 || money_compare(g->leak, c->least) < 0 ||
        (g->key.kind == KIND_AMOUNT && (g->down > 0 ||
            money_compare(money_of((int64_t)g->count), c->lines) < 0)))
        return 0;
    for (size_t i = 0; i < g->lines.n; i++)
        if (claim_line(c, g, &g->lines.at[i], e))
            return -1;
    return 0;
}

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    struct minimum_check c = { .a = a, .f = f, .lines = setting_number(s, LINES),
        .least = setting_number(s, LEAST) };
    uint32_t index;
    int result;

    c.uses = calloc(a->in.ledger->facets.n + 1, sizeof(*c.uses));
    result = c.uses ? 0 : err_nomem(e);
    for (size_t i = 0; result == 0 && audit_next(a, &i, &index);) {
        const struct ledger_line *line = audit_line(a, index);

        result = check_time(&c, index, line, e);
        if (result == 0)
            result = check_amount(&c, index, line, e);
    }
    for (size_t i = 0; i < c.groups.n; i++) {
        struct group *g = c.groups.entries[i].value.pointer;

        if (result == 0)
            result = check_group(&c, g, e);
        vec_release(&g->lines);
    }
    map_release(&c.groups);
    free(c.uses);
    arena_release(&c.arena);
    return result;
}

static void
tell_time(const struct finding *f, const char *platform, const char *leak, struct message *message)
{
    long long charges = finding_fact(f, "charges").number;
    long long minimum = finding_fact(f, "at_minimum").number;
    bool is_compute = finding_fact(f, "sessions").number == charges;
    const char *what = is_compute ? MESSAGE_KEY N_("sessions") : MESSAGE_KEY N_("charges");
    int64_t unit = finding_fact(f, "unit").number;
    struct money percent = finding_fact(f, "share").amount;
    char used[FINDING_TEXT_MAX], billed[FINDING_TEXT_MAX], exact[FINDING_TEXT_MAX],
        share[MONEY_TEXT_MAX];

    percent.units *= 100;
    (void)money_format(share, percent);
    (void)finding_hours_text(used, finding_fact(f, "used").number);
    (void)finding_hours_text(billed, finding_fact(f, "billed_time").number);
    (void)finding_money_text(exact, finding_fact(f, "exact").amount, f->currency);
    if (unit > 0 && minimum > 0)
        message_set_whole(message,
            N_("%lld %s on %s used %s h and were billed %s h in units of %lld minutes, %lld "
                "of them at the smallest amount: %s more (%s %%). By the second they would have "
                "cost %s."),
            charges, what, platform, used, billed, (long long)(unit / TIME_MINUTE), minimum, leak,
            share, exact);
    else if (unit > 0)
        message_set_whole(message,
            N_("%lld %s on %s used %s h and were billed %s h in units of %lld minutes: %s "
                "more (%s %%). By the second they would have cost %s."),
            charges, what, platform, used, billed, (long long)(unit / TIME_MINUTE), leak, share,
            exact);
    else if (minimum > 0)
        message_set_whole(message,
            N_("%lld %s on %s used %s h and were billed %s h, %lld of them at the smallest "
                "amount: %s more (%s %%)."),
            charges, what, platform, used, billed, minimum, leak, share);
    else
        message_set_whole(message,
            N_("%lld %s on %s used %s h and were billed %s h: %s more (%s %%)."), charges, what,
            platform, used, billed, leak, share);
}

static void
tell(const struct audit *a, const struct finding *f, struct message *message,
    struct message *advice)
{
    long long charges = finding_fact(f, "charges").number;
    long long minimum = finding_fact(f, "at_minimum").number;
    char leak[FINDING_TEXT_MAX], platform[FORMATS_PLATFORM_MAX];

    (void)formats_platform_words(platform, a->in.formats, f->platform);
    (void)finding_money_text(leak, f->leak, f->currency);
    if (strcmp(finding_fact(f, "kind").text, kind_words[KIND_TIME]) == 0) {
        tell_time(f, platform, leak, message);
        message_set(advice, N_("Run short jobs where seconds are billed, or batch them."));
        return;
    }
    if (minimum > 0)
        message_set_whole(message,
            N_("%lld amounts on %s were all rounded up, %lld of them to the smallest amount: %s."),
            charges, platform, minimum, leak);
    else
        message_set_whole(message, N_("%lld amounts on %s were all rounded up: %s."), charges,
            platform, leak);
    message_set(advice, N_("Batch short runs: fewer bills are rounded less often."));
}

/* Which kind it was, a line does not tell. */
static const char *
platform_key(const struct ledger_line *line)
{
    (void)line;
    return "";
}

const struct rule rule_minimum_billing = {
    .id = "minimum-billing",
    .title = N_("Rounded up to the billing unit"),
    .order = 9,
    .finds = N_("Sessions that were billed for more time than they used, and amounts that are "
        "always rounded up to the next cent; per platform and currency, with the unit that the "
        "platform bills in where at least 10 lines show it."),
    .needs = N_("Time: the billed quantity and the time used, or a format whose charge period is "
        "the time used. Amounts: unit price, quantity and discount."),
    .formula = N_("Time: leak = billed x (billed time - used time) / billed time. Amount: leak = "
        "billed - (quantity x price - discount), if below one cent, and at least 10 lines were "
        "rounded and none down."),
    .working = N_("{spend} billed - {exact} for what was used = {leak}"),
    .example = N_("12 minutes billed as an hour for 1.88: 1.88 x 48 / 60 = 1.504 leaks."),
    .advice = N_("Run short jobs where seconds are billed, or batch them."),
    .settings = settings,
    .check = check,
    .platform_key = platform_key,
    .tell = tell,
};
