/*
 * rule_cheaper_elsewhere.c - GPUs that cost less per hour on another platform of the same bills.
 *
 * Lines are summed per GPU model, currency and platform; platforms are then compared within their
 * model and currency.
 */
#include "audit/audit.h"
#include "audit/gpu_time.h"
#include "base/vec.h"

enum { ABOVE };

static const struct setting settings[] = {
    [ABOVE] = { "above", SETTING_PERCENT, "10",
        N_("how far above the cheapest platform is worth a word") },
    { .name = NULL },
};

struct market_key {
    const char *model, *currency;
};

struct seller_key {
    const struct market *market;
    const char *platform;
};

/* What one platform bills for one model. */
struct seller {
    const char *platform;
    struct money billed, time; /* card-milliseconds */
    struct money rate;         /* per card-hour */
    struct { uint32_t *at; size_t n, room; } lines;
};

struct market {
    const char *model, *currency;
    struct { struct seller *at; size_t n, room; } sellers;
};

struct elsewhere_check {
    const struct audit *a;
    struct findings *f;
    struct arena arena;
    struct map markets; /* market_key -> struct market */
    struct map sellers; /* seller_key -> index in its market */
    struct money above;
};

static struct market *
find_market(struct elsewhere_check *c, const struct ledger_line *line, struct err *e)
{
    struct market_key key = { ledger_text(line, TEXT_GPU_MODEL),
        ledger_text(line, TEXT_BILLING_CURRENCY) };
    struct sv bytes = { (const char *)&key, sizeof(key) };
    struct map_entry *entry = map_get(&c->markets, bytes);
    struct market *made;

    if (entry)
        return entry->value.pointer;
    bytes = arena_sv(&c->arena, bytes);
    made = arena_alloc(&c->arena, sizeof(*made));
    entry = bytes.p && made ? map_put(&c->markets, bytes, NULL) : NULL;
    if (!entry)
        return err_nomem(e), NULL;
    *made = (struct market){ .model = key.model, .currency = key.currency };
    entry->value.pointer = made;
    return made;
}

static struct seller *
find_seller(struct elsewhere_check *c, struct market *m, const char *platform, struct err *e)
{
    struct seller_key key = { m, platform };
    struct sv bytes = { (const char *)&key, sizeof(key) };
    struct map_entry *entry = map_get(&c->sellers, bytes);

    if (entry)
        return &m->sellers.at[entry->value.number];
    if (vec_grow(&m->sellers, 1, UINT32_MAX, e))
        return NULL;
    bytes = arena_sv(&c->arena, bytes);
    entry = bytes.p ? map_put(&c->sellers, bytes, NULL) : NULL;
    if (!entry)
        return err_nomem(e), NULL;
    entry->value.number = m->sellers.n;
    m->sellers.at[m->sellers.n] = (struct seller){ .platform = platform };
    return &m->sellers.at[m->sellers.n++];
}

static int
add_line(struct elsewhere_check *c, uint32_t index, struct err *e)
{
    const struct ledger_line *line = audit_line(c->a, index);
    struct market *m;
    struct seller *s;
    struct money time;

    if (!gpu_time(line, timeline_cards(&c->a->timeline, index), &time))
        return finding_unknown(c->f, UNKNOWN_PERIOD, index, MONEY_ZERO, e);
    if (!ledger_text(line, TEXT_GPU_MODEL)[0])
        return finding_unknown(c->f, UNKNOWN_PRICE, index, MONEY_ZERO, e);
    m = find_market(c, line, e);
    s = m ? find_seller(c, m, ledger_text(line, TEXT_PLATFORM), e) : NULL;
    if (!s || vec_grow(&s->lines, 1, UINT32_MAX, e) ||
        money_add(&s->billed, ledger_billed(line), e) || money_add(&s->time, time, e))
        return -1;
    s->lines.at[s->lines.n++] = index;
    return 0;
}

/* The cheapest platform, of equal ones the first by name; NULL where none has a rate. */
static const struct seller *
find_cheapest(struct market *m, struct err *e)
{
    const struct seller *best = NULL;

    for (size_t i = 0; i < m->sellers.n; i++) {
        struct seller *s = &m->sellers.at[i];
        int order;

        if (money_is_zero(s->time))
            continue;
        if (money_share(&s->rate, s->billed, money_of(TIME_HOUR).units, s->time.units,
                MONEY_DECIMALS, e))
            return NULL;
        order = best ? money_compare(s->rate, best->rate) : -1;
        if (order < 0 || (order == 0 && strcmp(s->platform, best->platform) < 0))
            best = s;
    }
    return best;
}

static int
check_seller(struct elsewhere_check *c, const struct market *m, const struct seller *s,
    const struct seller *cheapest, struct err *e)
{
    struct finding_group group = { .certainty = POSSIBLE, .platform = s->platform,
        .currency = m->currency, .key = m->model };
    struct money there, most, leak = s->billed;
    struct finding *found;

    if (money_share(&there, cheapest->billed, s->time.units, cheapest->time.units, MONEY_DECIMALS,
            e) ||
        money_share(&most, there, money_of(100).units + c->above.units, money_of(100).units,
            MONEY_DECIMALS, e) ||
        money_sub(&leak, there, e))
        return -1;
    if (money_compare(s->billed, most) <= 0)
        return 0;
    found = finding_of_group(c->f, &group, e);
    if (!found || finding_set_text(c->f, found, "model", m->model, e) ||
        finding_set_text(c->f, found, "cheapest", cheapest->platform, e) ||
        finding_set_amount(c->f, found, "rate", money_round(s->rate, 9), e) ||
        finding_set_amount(c->f, found, "cheapest_rate", money_round(cheapest->rate, 9), e) ||
        finding_set_amount(c->f, found, "card_hours", gpu_time_hours(s->time), e))
        return -1;
    return finding_claim_spread(c->f, found, s->lines.at, s->lines.n, leak, e);
}

static int
check_market(struct elsewhere_check *c, struct market *m, struct err *e)
{
    struct err trial = ERR_INIT;
    const struct seller *cheapest = find_cheapest(m, &trial);

    if (trial.code != ERR_NONE) {
        *e = trial;
        return -1;
    }
    for (size_t i = 0; cheapest && i < m->sellers.n; i++)
        if (!money_is_zero(m->sellers.at[i].time) &&
            check_seller(c, m, &m->sellers.at[i], cheapest, e))
            return -1;
    return 0;
}

static int
check(const struct audit *a, const struct rule_settings *s, struct findings *f, struct err *e)
{
    struct elsewhere_check c = { .a = a, .f = f, .above = setting_number(s, ABOVE) };
    const struct audit_lines *lines = &a->judged_of[CATEGORY_GPU];
    int result = 0;

    for (size_t i = 0; i < lines->n && result == 0; i++)
        if (line_is_on_demand_gpu(audit_line(a, lines->at[i])))
            result = add_line(&c, lines->at[i], e);
    for (size_t i = 0; i < c.markets.n; i++) {
        struct market *m = c.markets.entries[i].value.pointer;

        if (result == 0)
            result = check_market(&c, m, e);
        for (size_t k = 0; k < m->sellers.n; k++)
            vec_release(&m->sellers.at[k].lines);
        vec_release(&m->sellers);
    }
    map_release(&c.markets);
    map_release(&c.sellers);
    arena_release(&c.arena);
    return result;
}

static void
tell(const struct audit *a, const struct finding *f, struct message *message,
    struct message *advice)
{
    char cheapest[FORMATS_PLATFORM_MAX], platform[FORMATS_PLATFORM_MAX];
    struct money saved = finding_fact(f, "rate").amount;
    struct err ignored = ERR_INIT;
    char rate[FINDING_TEXT_MAX], there[FINDING_TEXT_MAX], leak[FINDING_TEXT_MAX];

    (void)formats_platform_words(cheapest, a->in.formats, finding_fact(f, "cheapest").text);
    (void)formats_platform_words(platform, a->in.formats, f->platform);
    message_set_whole(message,
        N_("A card-hour of %s cost %s on %s and %s on %s: %s more for the same time."),
        finding_fact(f, "model").text,
        finding_money_text(rate, finding_fact(f, "rate").amount, f->currency), platform,
        finding_money_text(there, finding_fact(f, "cheapest_rate").amount, f->currency), cheapest,
        finding_money_text(leak, f->leak, f->currency));
    (void)money_sub(&saved, finding_fact(f, "cheapest_rate").amount, &ignored);
    message_set_whole(advice, N_("Run on %s what runs as well there: %s less per card-hour."),
        cheapest, finding_money_text(rate, saved, f->currency));
}

static const char *
platform_key(const struct ledger_line *line)
{
    return ledger_text(line, TEXT_GPU_MODEL);
}

const struct rule rule_cheaper_elsewhere = {
    .id = "cheaper-elsewhere",
    .title = N_("Cheaper on another platform"),
    .order = 19,
    .finds = N_("GPU models that cost more per card-hour on one platform than on another one of "
        "the same bills."),
    .needs = N_("On-demand GPU lines with a period and a GPU model on at least two platforms, in "
        "one currency."),
    .formula = N_("mean = billed / card-hours per platform, GPU model and currency. A platform "
        "above the cheapest (by more than 10 %) leaks (its mean - the cheapest) x its card-hours, "
        "spread over its lines pro rata of what was billed."),
    .working = N_("({rate} - {cheapest_rate}) x {card_hours} card-hours = {leak}"),
    .example = N_("100 hours of RTX 4090 at 2.40 here, at 1.90 elsewhere: (2.40 - 1.90) x 100 = "
        "50.00 leaks."),
    .advice = N_("Run on the cheaper platform what runs as well there."),
    .settings = settings,
    .check = check,
    .platform_key = platform_key,
    .tell = tell,
};
