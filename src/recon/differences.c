/*
 * differences.c - each part of claimable - invoiced in one kind, by platform and currency.
 */
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "ledger/currency.h"
#include "recon/differences.h"

#define DIFFERENCES_MAX 1000000

enum kind {
    KIND_MISSING_INVOICE,
    KIND_MISSING_CHARGE,
    KIND_OTHER_PERIOD,
    KIND_ROUNDING,
    KIND_TAX,
    KIND_UNEXPLAINED,
    KIND_VOUCHER,
    KIND_COUNT,
};

static const char *const words[KIND_COUNT] = { "missing-invoice", "missing-charge",
    "other-period", "rounding", "tax", "unexplained", "voucher" };

/* What a difference is made of, beside its sum. */
struct part {
    enum kind kind;
    const char *platform, *currency;
    struct money amount;
    uint64_t n, rows; /* claims or invoices; rows of the bills behind them */
};

struct work {
    struct recon *r;
    struct { struct part *at; size_t n, room; } parts;
    struct map by_key; /* kind, platform and currency -> index of the part */
    struct buf key;
};

/* The part of ${kind}, made where there is none. */
static struct part *
part_of(struct work *w, enum kind kind, const char *platform, const char *currency, struct err *e)
{
    struct map_entry *entry;
    const char *kept;

    buf_reset(&w->key);
    buf_addf(&w->key, "%d %s\n%s", (int)kind, currency, platform);
    if (buf_ok(&w->key, e))
        return NULL;
    entry = map_get(&w->by_key, buf_sv(&w->key));
    if (entry)
        return &w->parts.at[entry->value.number];
    if (vec_grow_named(&w->parts, 1, DIFFERENCES_MAX, N_("platforms"), e))
        return NULL;
    kept = arena_text(&w->r->arena, buf_sv(&w->key));
    entry = kept ? map_put(&w->by_key, (struct sv){ kept, w->key.n }, NULL) : NULL;
    if (!entry) {
        (void)err_nomem(e);
        return NULL;
    }
    entry->value.number = w->parts.n;
    w->parts.at[w->parts.n] = (struct part){ .kind = kind, .platform = platform,
        .currency = currency };
    return &w->parts.at[w->parts.n++];
}

static int
add(struct work *w, enum kind kind, const char *platform, const char *currency,
    struct money amount, uint64_t rows, struct err *e)
{
    struct part *p;

    if (money_is_zero(amount) && kind != KIND_UNEXPLAINED)
        return 0;
    p = part_of(w, kind, platform, currency, e);
    if (!p)
        return -1;
    p->n++;
    p->rows += rows;
    return money_add(&p->amount, amount, e);
}

static int
add_claims(struct work *w, struct err *e)
{
    for (size_t i = 0; i < w->r->claims.n; i++) {
        const struct claim *c = &w->r->claims.at[i];
        struct money left = c->amount;

        if (c->is_outside)
            continue;
        if (money_sub(&left, c->covered, e) ||
            add(w, c->is_rounded ? KIND_ROUNDING : KIND_MISSING_INVOICE, c->platform,
                c->currency, left, c->lines.n, e))
            return -1;
    }
    return 0;
}

/* The part of ${v} that covers claims outside the period, by their platforms. */
static int
add_outer(struct work *w, const struct recon_invoice *v, struct err *e)
{
    for (size_t i = 0; i < v->outer.n; i++) {
        const struct claim *c = &w->r->claims.at[v->outer.at[i].claim];

        if (add(w, KIND_OTHER_PERIOD, c->platform, v->invoice->currency,
                money_negate(v->outer.at[i].amount), 0, e))
            return -1;
    }
    return 0;
}

static int
add_invoices(struct work *w, struct err *e)
{
    for (size_t i = 0; i < w->r->invoices.n; i++) {
        const struct recon_invoice *v = &w->r->invoices.at[i];
        struct money unused = v->rest, tax = v->rest;

        if (!invoice_counts(v))
            continue;
        if (v->is_net && v->used.units > 0) {
            unused = v->need;
            if (money_sub(&tax, v->need, e) ||
                add(w, KIND_TAX, v->platform, v->invoice->currency, money_negate(tax), 0, e))
                return -1;
        }
        if (money_sub(&unused, v->used, e) ||
            add(w, KIND_MISSING_CHARGE, v->platform, v->invoice->currency,
                money_negate(unused), 0, e) ||
            add_outer(w, v, e))
            return -1;
    }
    return 0;
}

static int
add_vouchers(struct work *w, const struct ledger *l, struct err *e)
{
    for (size_t i = 0; i < l->lines.n; i++) {
        const struct ledger_line *line = &l->lines.at[i];
        struct money voucher;

        ledger_ahead(l, i);
        if (line->fate == FATE_COUNTED && ledger_is_spend(line) &&
            ledger_money(line, MONEY_VOUCHER, &voucher) &&
            add(w, KIND_VOUCHER, ledger_text(line, TEXT_PLATFORM),
                ledger_text(line, TEXT_BILLING_CURRENCY), voucher, 1, e))
            return -1;
    }
    return 0;
}

/* What no kind explains; said also where it is nothing. */
static int
add_unexplained(struct work *w, struct err *e)
{
    size_t n = w->parts.n;

    for (size_t i = 0; i < w->r->totals.n; i++) {
        const struct recon_total *t = &w->r->totals.at[i];
        struct money rest = t->claimable;

        if (money_sub(&rest, t->invoiced, e))
            return -1;
        for (size_t k = 0; k < n; k++)
            if (w->parts.at[k].kind != KIND_VOUCHER &&
                strcmp(w->parts.at[k].currency, t->currency) == 0 &&
                money_sub(&rest, w->parts.at[k].amount, e))
                return -1;
        if (add(w, KIND_UNEXPLAINED, "", t->currency, rest, 0, e))
            return -1;
    }
    return 0;
}

/* The root of ${n} with 6 decimals, rounded down. */
static struct money
root(uint64_t n)
{
    money_uint square = (money_uint)n * 1000000u * 1000000u, low = 0, high = (money_uint)1 << 63;

    while (low < high) {
        money_uint middle = low + (high - low + 1) / 2;

        if (middle <= square / middle)
            low = middle;
        else
            high = middle - 1;
    }
    return (struct money){ (money_int)low * 1000000000000 };
}

/* FOCUS 1.4: the larger of 100 minor units and root(rows) x half a minor unit. */
static struct money
tolerance(const struct part *p)
{
    struct money unit = money_of(1), other = root(p->rows);
    struct err ignored = ERR_INIT;

    for (unsigned d = currency_decimals(sv_of(p->currency)); d > 0; d--)
        unit.units /= 10;
    if (money_multiply(&other, other, unit, NULL, &ignored) < 0)
        return MONEY_ZERO;
    other.units /= 2;
    unit.units *= 100;
    return money_compare(other, unit) > 0 ? other : unit;
}

static void
say(struct recon_difference *d, const struct part *p)
{
    unsigned long long n = p->n;
    char text[MONEY_TEXT_MAX];

    switch (p->kind) {
    case KIND_MISSING_INVOICE:
        message_set(&d->message, N_("charges that no valid invoice covers, or not in whole: %llu"),
            n);
        break;
    case KIND_MISSING_CHARGE:
        message_set(&d->message, N_("invoices behind which there is no charge, or less: %llu"), n);
        break;
    case KIND_OTHER_PERIOD:
        message_set(&d->message, N_("what invoices cover outside of this period"));
        break;
    case KIND_ROUNDING:
        d->tolerance = tolerance(p);
        message_set(&d->message,
            N_("made by rounding each charge, of %llu rows; FOCUS 1.4 tolerates %s"),
            (unsigned long long)p->rows, money_format(text, d->tolerance));
        break;
    case KIND_TAX:
        message_set(&d->message, N_("tax on invoices of platforms whose bills are net of tax"));
        break;
    case KIND_UNEXPLAINED:
        if (money_is_zero(p->amount))
            message_set(&d->message, N_("nothing is left unexplained"));
        else
            message_set(&d->message, N_("what no other line explains"));
        break;
    case KIND_VOUCHER:
        message_set(&d->message, N_("paid by voucher, coupon or gift: never invoiced"));
        break;
    case KIND_COUNT:
        break;
    }
}

static int
compare(const void *x, const void *y)
{
    const struct part *a = x, *b = y;
    int order = strcmp(a->currency, b->currency);

    if (order == 0)
        order = (a->kind > b->kind) - (a->kind < b->kind);
    return order != 0 ? order : strcmp(a->platform, b->platform);
}

int
differences_find(struct recon *r, const struct ledger *l, struct err *e)
{
    struct work w = { .r = r };
    int result = -1;

    buf_init(&w.key, SIZE_MAX);
    if (add_claims(&w, e) || add_invoices(&w, e) || add_vouchers(&w, l, e) ||
        add_unexplained(&w, e) || vec_grow(&r->differences, w.parts.n, DIFFERENCES_MAX, e))
        goto done;
    if (w.parts.n > 1)
        qsort(w.parts.at, w.parts.n, sizeof(*w.parts.at), compare);
    for (size_t i = 0; i < w.parts.n; i++) {
        const struct part *p = &w.parts.at[i];
        struct recon_difference *d = &r->differences.at[r->differences.n++];

        *d = (struct recon_difference){ .kind = words[p->kind], .platform = p->platform,
            .currency = p->currency, .amount = p->amount };
        say(d, p);
    }
    result = 0;
done:
    vec_release(&w.parts);
    map_release(&w.by_key);
    buf_release(&w.key);
    return result;
}
