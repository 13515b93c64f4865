/*
 * store_uses.c - what reviews reported invoices for.
 *
 * Uses are kept by the month of the claim, and a review replaces those of its months: it may be
 * done again, with more files, as often as one likes. Only a review of a later month is bound by
 * them.
 */
#include <stdio.h>

#include "base/vec.h"
#include "store/store_judgement.h"

#define USES_MAX ((size_t)1 << 26)

int
store_read_uses(struct store *s, const char *month, struct earlier *v, struct err *e)
{
    struct sql q;
    bool is_row = true;
    int result = sql_prepare(&q, s, "SELECT number, code, seller, platform, account, order_id, "
        "month FROM uses WHERE month < ? ORDER BY month, platform, account, order_id, number, "
        "code, seller", e);

    if (result == 0)
        sql_put_key(&q, month);
    while (result == 0 && is_row) {
        struct earlier_invoice one = { .number = "" };
        const char **texts[] = { &one.number, &one.code, &one.seller, &one.cover.platform,
            &one.cover.account, &one.cover.order_id };

        result = sql_next(&q, &is_row, e);
        if (result || !is_row)
            continue;
        for (size_t i = 0; result == 0 && i < sizeof(texts) / sizeof(texts[0]); i++) {
            *texts[i] = arena_text(&v->arena, sv_of(sql_text(&q, (int)i)));
            result = *texts[i] ? 0 : err_nomem(e);
        }
        (void)snprintf(one.cover.month, sizeof(one.cover.month), "%.7s", sql_text(&q, 6));
        if (result == 0)
            result = vec_grow(&v->list, 1, USES_MAX, e);
        if (result == 0)
            v->list.at[v->list.n++] = one;
    }
    sql_release(&q);
    return result;
}

static const char *
month_of(char text[TIME_TEXT_MAX], const struct recon *r, const struct claim *c)
{
    return time_format_month(text, c->month, r->period.zone_minutes);
}

/* Forget the uses of every month that lies wholly in the period. */
static int
forget_months(struct sql *q, const struct period *p, struct err *e)
{
    int64_t month = time_month_start(p->from, p->zone_minutes);
    char text[TIME_TEXT_MAX];

    if (month < p->from)
        month = time_next_month(month, p->zone_minutes);
    for (int64_t next; p->from < p->to; month = next) {
        next = time_next_month(month, p->zone_minutes);
        if (next > p->to)
            break;
        sql_put_key(q, time_format_month(text, month, p->zone_minutes));
        if (sql_run(q, e))
            return -1;
    }
    return 0;
}

static int
forget_claims(struct sql *q, const struct recon *r, struct err *e)
{
    char month[TIME_TEXT_MAX];

    for (size_t i = 0; i < r->claims.n; i++) {
        const struct claim *c = &r->claims.at[i];

        if (c->is_outside)
            continue;
        sql_put_key(q, month_of(month, r, c));
        sql_put_key(q, c->platform);
        sql_put_key(q, c->account);
        sql_put_key(q, c->order_id);
        if (sql_run(q, e))
            return -1;
    }
    return 0;
}

static int
write_uses(struct sql *q, const struct recon *r, struct err *e)
{
    char month[TIME_TEXT_MAX];

    for (size_t i = 0; i < r->invoices.n; i++) {
        const struct recon_invoice *v = &r->invoices.at[i];

        for (size_t k = 0; k < v->covers.n; k++) {
            const struct claim *c = &r->claims.at[v->covers.at[k].claim];

            sql_put_key(q, month_of(month, r, c));
            sql_put_key(q, c->platform);
            sql_put_key(q, c->account);
            sql_put_key(q, c->order_id);
            sql_put_key(q, v->invoice->number);
            sql_put_key(q, v->invoice->code);
            sql_put_key(q, v->invoice->seller);
            sql_put_money(q, &v->covers.at[k].amount);
            if (sql_run(q, e))
                return -1;
        }
    }
    return 0;
}

int
store_write_uses(struct store *s, const struct recon *r, struct err *e)
{
    struct sql months, claims = { .store = s }, uses = { .store = s };
    int result = -1;

    if (sql_prepare(&months, s, "DELETE FROM uses WHERE month = ?", e) == 0 &&
        sql_prepare(&claims, s, "DELETE FROM uses WHERE month = ? AND platform = ? AND "
            "account = ? AND order_id = ?", e) == 0 &&
        sql_prepare(&uses, s, "INSERT OR REPLACE INTO uses VALUES (?,?,?,?,?,?,?,?)", e) == 0 &&
        forget_months(&months, &r->period, e) == 0 && forget_claims(&claims, r, e) == 0)
        result = write_uses(&uses, r, e);
    sql_release(&months);
    sql_release(&claims);
    sql_release(&uses);
    return result;
}
