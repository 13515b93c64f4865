/*
 * claims.c - what may be invoiced, from the lines of the ledger.
 *
 * Lines that count and lines outside the period alike become claims: matching sees all of them.
 * First charges are gathered, then what goes back is taken off them in its own order of time, and
 * only then is each claim rounded, once.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "ledger/currency.h"
#include "ledger/settle_sums.h"
#include "recon/claims.h"
#include "recon/deductions.h"

/* What claims of consumption have in common with none other; pointers are interned. */
struct claim_key {
    const char *platform, *account, *currency, *order_id;
    int64_t month;
    bool is_credit;
};

struct builder {
    struct recon *r;
    const struct ledger *l;
    struct map keys; /* struct claim_key -> index of the claim */
    struct claim_key last_key; /* of the claim that was found last */
    size_t last_claim;         /* its index + 1; 0: none */
    int64_t month_from, month_to; /* the month of the last line, on its wall clock: [from, to) */
    struct deductions deductions;
    const char *last_platform;
    uint32_t last_index;
};

static int64_t
start_of(const struct ledger_line *line)
{
    return line->start != TIME_NONE ? line->start : line->facets->billing_start;
}

static int64_t
end_of(const struct ledger_line *line)
{
    if (line->end != TIME_NONE)
        return line->end;
    return line->start != TIME_NONE ? line->start : line->facets->billing_end;
}

/* The month that the bill names, in whatever zone that begins; else that of the charge in the
 * review's zone. As its start in the review's zone. */
static int64_t
month_of(struct builder *b, const struct ledger_line *line)
{
    int64_t shift = b->r->period.zone_minutes * TIME_MINUTE, at = line->facets->billing_start;

    if (at == TIME_NONE && line->start == TIME_NONE)
        return TIME_NONE;
    at = at != TIME_NONE ? at + FARTHEST_ZONE : line->start + shift;
    if (at < b->month_from || at >= b->month_to) {
        b->month_from = time_month_start(at, 0);
        b->month_to = time_next_month(at, 0);
    }
    return b->month_from - shift;
}

static uint32_t
platform_of(struct builder *b, const struct ledger_line *line)
{
    const char *id = ledger_text(line, TEXT_PLATFORM);

    if (id != b->last_platform) {
        b->last_index = (uint32_t)(platforms_by_id(b->r, id) - b->r->platforms.at);
        b->last_platform = id;
    }
    return b->last_index;
}

static bool
is_inside(const struct builder *b, int64_t at)
{
    return at == TIME_NONE || (at >= b->r->period.from && at < b->r->period.to);
}

static struct claim *
add_claim(struct builder *b, const struct ledger_line *line, struct err *e)
{
    struct recon *r = b->r;
    struct claim *c;

    if (vec_grow(&r->claims, 1, LEDGER_LINES_MAX, e))
        return NULL;
    c = &r->claims.at[r->claims.n++];
    *c = (struct claim){
        .platform = ledger_text(line, TEXT_PLATFORM),
        .account = ledger_text(line, TEXT_BILLING_ACCOUNT_ID),
        .order_id = line->order_id,
        .currency = ledger_text(line, TEXT_BILLING_CURRENCY),
        .platform_index = platform_of(b, line),
        .month = month_of(b, line),
        .from = start_of(line),
        .to = end_of(line),
    };
    c->basis = r->platforms.at[c->platform_index].basis;
    return c;
}

/* The claim of ${key}, or NULL. Lines of one claim often follow each other. */
static struct claim *
find_claim(struct builder *b, const struct claim_key *key)
{
    if (b->last_claim == 0 || memcmp(key, &b->last_key, sizeof(*key)) != 0) {
        const struct map_entry *entry =
            map_get(&b->keys, (struct sv){ (const char *)key, sizeof(*key) });

        if (!entry)
            return NULL;
        memcpy(&b->last_key, key, sizeof(*key));
        b->last_claim = entry->value.number + 1;
    }
    return &b->r->claims.at[b->last_claim - 1];
}

/* The claim that ${line} belongs to, made where there is none. */
static struct claim *
claim_of(struct builder *b, const struct ledger_line *line, bool is_credit, struct err *e)
{
    struct claim_key key, *kept;
    struct map_entry *entry;
    struct claim *c;
    bool is_new;

    memset(&key, 0, sizeof(key));
    key.platform = ledger_text(line, TEXT_PLATFORM);
    key.account = ledger_text(line, TEXT_BILLING_ACCOUNT_ID);
    key.currency = ledger_text(line, TEXT_BILLING_CURRENCY);
    key.order_id = line->order_id;
    key.month = month_of(b, line);
    key.is_credit = is_credit;
    c = find_claim(b, &key);
    if (c) {
        if (start_of(line) != TIME_NONE && (c->from == TIME_NONE || start_of(line) < c->from))
            c->from = start_of(line);
        if (end_of(line) != TIME_NONE && (c->to == TIME_NONE || end_of(line) > c->to))
            c->to = end_of(line);
        return c;
    }
    kept = arena_alloc(&b->r->arena, sizeof(key));
    c = kept ? add_claim(b, line, e) : NULL;
    if (!c) {
        if (!kept)
            (void)err_nomem(e);
        return NULL;
    }
    memcpy(kept, &key, sizeof(key));
    entry = map_put(&b->keys, (struct sv){ (const char *)kept, sizeof(key) }, &is_new);
    if (!entry) {
        (void)err_nomem(e);
        return NULL;
    }
    entry->value.number = b->r->claims.n - 1;
    return c;
}

static int
add_deduction(struct builder *b, uint32_t index, struct money amount, struct err *e)
{
    const struct ledger_line *line = &b->l->lines.at[index];

    if (vec_grow(&b->deductions.list, 1, LEDGER_LINES_MAX, e))
        return -1;
    b->deductions.list.at[b->deductions.list.n++] = (struct deduction){
        .line = index,
        .platform = platform_of(b, line),
        .time = start_of(line),
        .account = ledger_text(line, TEXT_BILLING_ACCOUNT_ID),
        .currency = ledger_text(line, TEXT_BILLING_CURRENCY),
        .order_id = line->order_id,
        .left = money_negate(amount),
    };
    return 0;
}

static int
add_spend(struct builder *b, uint32_t index, struct err *e)
{
    const struct ledger_line *line = &b->l->lines.at[index];
    unsigned entry = ledger_word(line, WORD_ENTRY);
    struct money amount = ledger_billed(line), voucher;
    struct claim *c;

    if (ledger_money(line, MONEY_VOUCHER, &voucher) && money_sub(&amount, voucher, e))
        return -1;
    if ((entry == ENTRY_REFUND || entry == ENTRY_CREDIT) && money_is_negative(amount))
        return add_deduction(b, index, amount, e);
    /* A refund or credit of nothing has nothing to claim. */
    if ((entry == ENTRY_REFUND || entry == ENTRY_CREDIT) && money_is_zero(amount))
        return 0;
    c = claim_of(b, line, false, e);
    return c && money_add(&c->exact, amount, e) == 0 && claim_add_line(c, index, e) == 0 ? 0 : -1;
}

static int
add_recharge(struct builder *b, uint32_t index, struct err *e)
{
    const struct ledger_line *line = &b->l->lines.at[index];
    struct recon *r = b->r;
    struct recharge *one;
    struct claim *c = NULL;
    struct money moved;

    /* A recharge of gifts alone moves no money. */
    if (!ledger_money(line, MONEY_MOVED, &moved) || money_is_zero(moved))
        return 0;
    if (r->platforms.at[platform_of(b, line)].basis == BASIS_RECHARGE) {
        c = add_claim(b, line, e);
        if (!c || claim_add_line(c, index, e))
            return -1;
        c->exact = moved;
        c->to = c->from;
    }
    if (vec_grow(&r->recharges, 1, LEDGER_LINES_MAX, e))
        return -1;
    one = &r->recharges.at[r->recharges.n++];
    *one = (struct recharge){
        .platform = ledger_text(line, TEXT_PLATFORM),
        .account = ledger_text(line, TEXT_BILLING_ACCOUNT_ID),
        .order_id = line->order_id,
        .line_id = line->line_id,
        .currency = ledger_text(line, TEXT_BILLING_CURRENCY),
        .platform_index = platform_of(b, line),
        .time = start_of(line),
        .amount = moved,
        .line = index,
        .claim = -1,
        .is_outside = !is_inside(b, start_of(line)),
    };
    return 0;
}

static int
add_one(struct builder *b, uint32_t index, struct err *e)
{
    const struct ledger_line *line = &b->l->lines.at[index];
    bool by_recharge = b->r->platforms.at[platform_of(b, line)].basis == BASIS_RECHARGE;
    struct money moved;

    if (ledger_is_spend(line))
        return by_recharge ? 0 : add_spend(b, index, e);
    if (ledger_word(line, WORD_ENTRY) == ENTRY_RECHARGE)
        return add_recharge(b, index, e);
    if (by_recharge && ledger_money(line, MONEY_MOVED, &moved) && money_is_negative(moved))
        return add_deduction(b, index, moved, e);
    return 0;
}

static int
compare_times(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* Claim order. */
static int
compare_claims(const void *x, const void *y)
{
    const struct claim *a = x, *b = y;
    int order = compare_times(a->from, b->from);

    if (order == 0)
        order = strcmp(a->platform, b->platform);
    if (order == 0)
        order = strcmp(a->account, b->account);
    if (order == 0)
        order = strcmp(a->order_id, b->order_id);
    if (order == 0)
        order = strcmp(a->currency, b->currency);
    if (order == 0)
        order = compare_times(a->month, b->month);
    if (order == 0)
        order = compare_times(a->to, b->to);
    if (order == 0)
        order = money_compare(a->exact, b->exact);
    if (order == 0)
        order = (a->lines.n > 0 && b->lines.n > 0) ?
            (a->lines.at[0] > b->lines.at[0]) - (a->lines.at[0] < b->lines.at[0]) : 0;
    return order;
}

static int
compare_recharges(const void *x, const void *y)
{
    const struct recharge *a = x, *b = y;
    int order = compare_times(a->time, b->time);

    if (order == 0)
        order = strcmp(a->platform, b->platform);
    if (order == 0)
        order = strcmp(a->account, b->account);
    if (order == 0)
        order = strcmp(a->order_id, b->order_id);
    if (order == 0)
        order = money_compare(a->amount, b->amount);
    return order != 0 ? order : (a->line > b->line) - (a->line < b->line);
}

static void
sort_claims(struct recon *r)
{
    if (r->claims.n > 1)
        qsort(r->claims.at, r->claims.n, sizeof(*r->claims.at), compare_claims);
}

/* What is left of a deduction when no claim is left to lower is a claim of its own, negative. */
static int
deduct_all(struct builder *b, struct err *e)
{
    size_t n = b->r->claims.n;

    sort_claims(b->r);
    if (deductions_take(&b->deductions, b->r, e))
        return -1;
    /* Claims have moved since they were made; only credits are looked for from here on. */
    map_reset(&b->keys);
    b->last_claim = 0;
    for (size_t i = 0; i < b->deductions.list.n; i++) {
        const struct deduction *d = &b->deductions.list.at[i];
        struct claim *c;

        if (d->left.units == 0)
            continue;
        c = claim_of(b, &b->l->lines.at[d->line], true, e);
        if (!c || money_sub(&c->exact, d->left, e) || claim_add_line(c, d->line, e))
            return -1;
    }
    if (b->r->claims.n > n)
        sort_claims(b->r);
    return 0;
}

void
claim_settle(struct claim *c)
{
    if (c->amount.units < 0)
        c->status = CLAIM_CREDIT;
    else if (c->is_rounded || money_compare(c->covered, c->amount) >= 0)
        c->status = CLAIM_COVERED;
    else
        c->status = c->covered.units > 0 ? CLAIM_PARTLY_COVERED : CLAIM_UNCOVERED;
}

/* Round, number, and find the claims of recharges. */
static void
finish(struct builder *b)
{
    struct recon *r = b->r;
    size_t claims = 0, recharges = 0;

    if (r->recharges.n > 1)
        qsort(r->recharges.at, r->recharges.n, sizeof(*r->recharges.at), compare_recharges);
    for (size_t i = 0; i < r->recharges.n; i++)
        if (!r->recharges.at[i].is_outside)
            (void)snprintf(r->recharges.at[i].id, sizeof(r->recharges.at[i].id), "R%03zu",
                ++recharges);
    for (size_t i = 0; i < r->claims.n; i++) {
        struct claim *c = &r->claims.at[i];

        c->amount = money_round(c->exact, currency_decimals(sv_of(c->currency)));
        c->is_outside = !is_inside(b, c->from);
        if (!c->is_outside)
            (void)snprintf(c->id, sizeof(c->id), "C%03zu", ++claims);
        claim_settle(c);
    }
}

/* The claim that each recharge is: that whose first line it is. */
static int
link_recharges(struct recon *r, struct err *e)
{
    struct map lines = MAP_INIT;
    int result = -1;

    for (size_t i = 0; i < r->claims.n; i++) {
        struct claim *c = &r->claims.at[i];
        struct map_entry *entry;

        if (c->basis != BASIS_RECHARGE || c->lines.n == 0)
            continue;
        entry = map_put(&lines, (struct sv){ (const char *)c->lines.at, sizeof(*c->lines.at) },
            NULL);
        if (!entry) {
            (void)err_nomem(e);
            goto done;
        }
        entry->value.number = i;
    }
    for (size_t i = 0; i < r->recharges.n; i++) {
        struct map_entry *entry = map_get(&lines, (struct sv){
            (const char *)&r->recharges.at[i].line, sizeof(r->recharges.at[i].line) });

        if (entry)
            r->recharges.at[i].claim = (int64_t)entry->value.number;
    }
    result = 0;
done:
    map_release(&lines);
    return result;
}

int
claims_make(struct recon *r, const struct ledger *l, struct err *e)
{
    struct builder b = { .r = r, .l = l };
    int result = -1;

    for (size_t i = 0; i < l->lines.n; i++) {
        unsigned fate = l->lines.at[i].fate;

        ledger_ahead(l, i);
        if ((fate == FATE_COUNTED || fate == FATE_OUT_OF_PERIOD) &&
            add_one(&b, (uint32_t)i, e))
            goto done;
    }
    if (deduct_all(&b, e))
        goto done;
    finish(&b);
    result = link_recharges(r, e);
done:
    map_release(&b.keys);
    vec_release(&b.deductions.list);
    return result;
}
