/*
 * reserve.c - what invoices of earlier reviews have covered, and other ones must not cover again.
 *
 * An invoice that was handed in last month is seldom among the files of this month, while the bill
 * of last month is: without its cover the charge would look as if nobody had justified it. A claim
 * is known by platform, account, order id and month; a recharge by its time besides. Held is what
 * was covered, never more than the claim.
 */
#include <string.h>

#include "base/buf.h"
#include "base/map.h"
#include "base/vec.h"
#include "recon/checks.h"
#include "recon/reserve.h"

#define KEY_MAX ((size_t)1 << 20)

/* Parts the texts of a key. */
#define PART "\037"

struct work {
    struct recon *r;
    struct arena arena;
    struct map claims; /* by key: index */
    struct map seen;   /* invoice and claim: two reviews may tell of one cover */
    struct buf key;
};

/* The text in w->key, in the arena; NULL: memory. */
static const char *
keep_key(struct work *w, struct err *e)
{
    const char *kept = buf_ok(&w->key, e) ? NULL : arena_text(&w->arena, buf_sv(&w->key));

    if (!kept)
        (void)err_nomem(e);
    return kept;
}

static void
put_claim(struct work *w, const char *platform, const char *account, const char *order,
    const char *month, const char *recharged)
{
    buf_addf(&w->key, "%s" PART "%s" PART "%s" PART "%s" PART "%s", platform, account, order,
        month, recharged);
}

static int
list_claims(struct work *w, struct err *e)
{
    int zone = w->r->period.zone_minutes;

    for (size_t i = 0; i < w->r->claims.n; i++) {
        struct claim *c = &w->r->claims.at[i];
        char month[TIME_TEXT_MAX], recharged[TIME_TEXT_MAX] = "";
        struct map_entry *entry;
        const char *key;
        bool is_new;

        c->held = MONEY_ZERO;
        c->earlier.n = 0;
        if (c->amount.units <= 0)
            continue;
        if (c->basis == BASIS_RECHARGE)
            (void)time_format_zone(recharged, c->from, zone);
        buf_reset(&w->key);
        put_claim(w, c->platform, c->account, c->order_id,
            time_format_month(month, c->month, zone), recharged);
        key = keep_key(w, e);
        if (!key)
            return -1;
        entry = map_put(&w->claims, sv_of(key), &is_new);
        if (!entry)
            return err_nomem(e);
        if (is_new)
            entry->value.number = i;
    }
    return 0;
}

/* Whether what ${other} covered stands, though it covers nothing here: it was not reversed. */
static int
is_standing(struct work *w, const struct earlier_invoice *other, bool *out, struct err *e)
{
    const struct invoice one = { .number = other->number, .code = other->code,
        .seller = other->seller };
    struct money left = other->total;

    *out = true;
    for (size_t i = 0; i < w->r->invoices.n; i++) {
        const struct recon_invoice *v = &w->r->invoices.at[i];

        if (!v->is_blue && v->invoice->status != INVOICE_VOID &&
            invoice_text_compare(v->red_of, other->number) == 0 && money_add(&left, v->rest, e))
            return -1;
        if (other->number[0] && invoice_compare_identity(v->invoice, &one) == 0)
            *out = v->earlier.n > 0;
    }
    *out = *out && (left.units > 0 || other->total.units == 0);
    return 0;
}

/* Note that ${one} covers its claim; true where it was noted already. -1: memory. */
static int
is_seen(struct work *w, const struct earlier_invoice *one, bool *out, struct err *e)
{
    const char *key;
    bool is_new;

    buf_reset(&w->key);
    buf_addf(&w->key, "%s" PART "%s" PART "%s" PART, one->number, one->code, one->seller);
    put_claim(w, one->cover.platform, one->cover.account, one->cover.order_id, one->cover.month,
        one->recharged);
    key = keep_key(w, e);
    if (!key)
        return -1;
    if (!map_put(&w->seen, sv_of(key), &is_new))
        return err_nomem(e);
    *out = !is_new;
    return 0;
}

static int
hold(struct work *w, const struct earlier_invoice *one, struct err *e)
{
    const struct map_entry *entry;
    struct money amount = one->amount, room;
    bool is_known, stands;
    struct claim *c;

    buf_reset(&w->key);
    put_claim(w, one->cover.platform, one->cover.account, one->cover.order_id, one->cover.month,
        one->recharged);
    if (buf_ok(&w->key, e))
        return -1;
    entry = map_get(&w->claims, buf_sv(&w->key));
    if (!entry || amount.units <= 0)
        return 0;
    if (is_seen(w, one, &is_known, e))
        return -1;
    if (is_known)
        return 0;
    if (is_standing(w, one, &stands, e))
        return -1;
    c = &w->r->claims.at[entry->value.number];
    room.units = c->amount.units - c->held.units;
    if (money_compare(room, amount) < 0)
        amount = room;
    if (!stands || amount.units <= 0)
        return 0;
    if (vec_grow(&c->earlier, 1, SIZE_MAX, e))
        return -1;
    c->earlier.at[c->earlier.n++] = (struct reserved){ one->number, amount };
    c->held.units += amount.units;
    return 0;
}

int
reserve_earlier(struct recon *r, const struct earlier *earlier, struct err *e)
{
    struct work w = { .r = r, .arena = ARENA_INIT, .claims = MAP_INIT, .seen = MAP_INIT };
    int result = -1;

    buf_init(&w.key, KEY_MAX);
    if (earlier->list.n > 0 && list_claims(&w, e))
        goto done;
    for (size_t i = 0; i < earlier->list.n; i++)
        if (hold(&w, &earlier->list.at[i], e))
            goto done;
    result = 0;
done:
    buf_release(&w.key);
    map_release(&w.seen);
    map_release(&w.claims);
    arena_release(&w.arena);
    return result;
}

int
reserve_warn(struct recon *r, struct err *e)
{
    unsigned long long n = 0;

    for (size_t i = 0; i < r->claims.n; i++)
        n += !r->claims.at[i].is_outside && r->claims.at[i].held.units > 0;
    if (n == 0)
        return 0;
    if (vec_grow(&r->warnings, 1, SIZE_MAX, e))
        return -1;
    r->warnings.at[r->warnings.n] = (struct warning){ .code = "covered-earlier" };
    message_set_whole(&r->warnings.at[r->warnings.n++].message,
        N_("charges covered in earlier reviews by invoices that do not count in this one: "
            "%llu; no other invoice covers them again"), n);
    return 0;
}
