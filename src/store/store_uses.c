/*
 * store_uses.c - what reviews reported invoices for.
 *
 * Uses are kept by the month of the claim, and a review replaces those of its months: it may be
 * done again, with more files, as often as one likes. Reviews of other months are bound by them.
 */
#include <stdio.h>

#include "base/vec.h"
#include "store/store_judgement.h"

#define USES_MAX ((size_t)1 << 26)

/* The use that ${q} stands on into ${one}. */
static int
read_use(const struct sql *q, struct earlier_invoice *one, struct arena *arena, struct err *e)
{
    const char **texts[] = { &one->number, &one->code, &one->seller, &one->cover.platform,
        &one->cover.account, &one->cover.order_id, &one->recharged };
    int column = 0;
    bool has;

    for (; column < (int)(sizeof(texts) / sizeof(texts[0])); column++) {
        *texts[column] = arena_text(arena, sv_of(sql_text(q, column)));
        if (!*texts[column])
            return err_nomem(e);
    }
    (void)snprintf(one->cover.month, sizeof(one->cover.month), "%.7s", sql_text(q, column++));
    if (sql_money(q, column++, &one->total, &has, e))
        return -1;
    return sql_money(q, column, &one->amount, &has, e);
}

int
store_read_uses(struct store *s, const struct period *p, struct earlier *v, struct err *e)
{
    char from[TIME_TEXT_MAX], to[TIME_TEXT_MAX];
    struct sql q;
    bool is_row = true;
    int result = sql_prepare(&q, s, "SELECT number, code, seller, platform, account, order_id, "
        "recharged, month, total, amount FROM uses WHERE month < ? OR month > ? ORDER BY month, "
        "platform, account, order_id, recharged, number, code, seller", e);

    if (result == 0) {
        sql_put_key(&q, time_format_month(from, p->from, p->zone_minutes));
        sql_put_key(&q, time_format_month(to, p->from < p->to ? p->to - 1 : p->to,
            p->zone_minutes));
    }
    while (result == 0 && is_row) {
        struct earlier_invoice one = { .number = "" };

        result = sql_next(&q, &is_row, e);
        if (result || !is_row)
            continue;
        result = read_use(&q, &one, &v->arena, e);
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
write_use(struct sql *q, const struct recon *r, const struct recon_invoice *v,
    const struct cover *cover, struct err *e)
{
    const struct claim *c = &r->claims.at[cover->claim];
    char month[TIME_TEXT_MAX], recharged[TIME_TEXT_MAX] = "";

    if (c->basis == BASIS_RECHARGE)
        (void)time_format_zone(recharged, c->from, r->period.zone_minutes);
    sql_put_key(q, month_of(month, r, c));
    sql_put_key(q, c->platform);
    sql_put_key(q, c->account);
    sql_put_key(q, c->order_id);
    sql_put_key(q, recharged);
    sql_put_key(q, v->invoice->number);
    sql_put_key(q, v->invoice->code);
    sql_put_key(q, v->invoice->seller);
    sql_put_money(q, v->invoice->has_total ? &v->invoice->total : &v->rest);
    sql_put_money(q, &cover->amount);
    return sql_run(q, e);
}

static int
write_uses(struct sql *q, const struct recon *r, struct err *e)
{
    for (size_t i = 0; i < r->invoices.n; i++)
        for (size_t k = 0; k < r->invoices.at[i].covers.n; k++)
            if (write_use(q, r, &r->invoices.at[i], &r->invoices.at[i].covers.at[k], e))
                return -1;
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
        sql_prepare(&uses, s, "INSERT OR REPLACE INTO uses VALUES (?,?,?,?,?,?,?,?,?,?)", e) == 0 &&
        forget_months(&months, &r->period, e) == 0 && forget_claims(&claims, r, e) == 0)
        result = write_uses(&uses, r, e);
    sql_release(&months);
    sql_release(&claims);
    sql_release(&uses);
    return result;
}
