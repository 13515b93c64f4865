/*
 * store_write_recon.c - claims, invoices, payments and recharges.
 */
#include "store/store_judgement.h"

/* One statement for each table; in the order in which rows may refer to others. */
enum table {
    CLAIM,
    INVOICE,
    FILE_OF,
    CHECK,
    COVER,
    PAYMENT,
    PAYMENT_CLAIM,
    RECHARGE,
    PAYMENT_RECHARGE,
    TABLES,
};

static const char *const inserts[TABLES] = {
    [CLAIM] = "INSERT INTO claims VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
    [INVOICE] = "INSERT INTO invoices VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
    [FILE_OF] = ("INSERT OR IGNORE INTO invoice_files SELECT ?, source FROM sources "
        "WHERE sha256 = ?"),
    [CHECK] = "INSERT INTO invoice_checks VALUES (?,?,?,?,?,?)",
    [COVER] = "INSERT INTO invoice_covers VALUES (?,?,?)",
    [PAYMENT] = "INSERT INTO payments VALUES (?,?,?,?,?,?,?)",
    [PAYMENT_CLAIM] = "INSERT OR IGNORE INTO payment_claims VALUES (?,?)",
    [RECHARGE] = "INSERT INTO recharges VALUES (?,?,?,?,?,?,?,?)",
    [PAYMENT_RECHARGE] = "INSERT OR IGNORE INTO payment_recharges VALUES (?,?)",
};

static int
write_claim(struct sql *q, const struct claim *c, struct err *e)
{
    sql_put_text(q, c->id);
    sql_put_text(q, c->platform);
    sql_put_text(q, c->account);
    sql_put_text(q, basis_word(c->basis));
    sql_put_time(q, c->month);
    sql_put_time(q, c->from);
    sql_put_time(q, c->to);
    sql_put_text(q, c->order_id);
    sql_put_text(q, c->currency);
    sql_put_money(q, &c->amount);
    sql_put_money(q, &c->covered);
    sql_put_text(q, claim_status_word(c->status));
    return sql_run(q, e);
}

static int
write_invoice(struct sql *q, const struct recon_invoice *v, struct err *e)
{
    const struct invoice *one = v->invoice;

    sql_put_text(q, v->id);
    sql_put_text(q, one->number);
    sql_put_text(q, one->code);
    sql_put_text(q, invoice_kind_word(one->kind));
    sql_put_text(q, one->issued_text);
    sql_put_text(q, one->seller);
    sql_put_text(q, one->seller_tax_id);
    sql_put_text(q, one->buyer);
    sql_put_text(q, one->buyer_tax_id);
    sql_put_text(q, one->currency);
    sql_put_money(q, one->has_net ? &one->net : NULL);
    sql_put_money(q, one->has_tax ? &one->tax : NULL);
    sql_put_money(q, one->has_total ? &one->total : NULL);
    sql_put_text(q, matched_word(v->status));
    sql_put_int(q, v->step);
    sql_put_text(q, v->detail);
    sql_put_int(q, v->solutions);
    return sql_run(q, e);
}

static int
write_checks(struct sql *q, const struct recon_invoice *v, struct err *e)
{
    char english[MESSAGE_TEXT_MAX], chinese[MESSAGE_TEXT_MAX];

    for (size_t i = 0; i < v->checks.n; i++) {
        const struct check_result *c = &v->checks.at[i];

        sql_put_text(q, v->id);
        sql_put_text(q, c->check);
        sql_put_int(q, c->is_ok);
        sql_put_int(q, c->is_warning);
        sql_put_text(q, message_text(&c->message, LANG_EN, english, sizeof(english)));
        sql_put_text(q, message_text(&c->message, LANG_ZH, chinese, sizeof(chinese)));
        if (sql_run(q, e))
            return -1;
    }
    return 0;
}

static int
write_pair(struct sql *q, const char *one, const char *other, struct err *e)
{
    sql_put_text(q, one);
    sql_put_text(q, other);
    return sql_run(q, e);
}

static int
write_invoices(struct sql *q, const struct recon *r, struct err *e)
{
    for (size_t i = 0; i < r->invoices.n; i++) {
        const struct recon_invoice *v = &r->invoices.at[i];

        if (write_invoice(&q[INVOICE], v, e) || write_checks(&q[CHECK], v, e))
            return -1;
        for (size_t k = 0; k < v->invoice->file_sha256.n; k++)
            if (write_pair(&q[FILE_OF], v->id, v->invoice->file_sha256.at[k], e))
                return -1;
        for (size_t k = 0; k < v->covers.n; k++) {
            sql_put_text(&q[COVER], v->id);
            sql_put_text(&q[COVER], r->claims.at[v->covers.at[k].claim].id);
            sql_put_money(&q[COVER], &v->covers.at[k].amount);
            if (sql_run(&q[COVER], e))
                return -1;
        }
    }
    return 0;
}

static int
write_payments(struct sql *q, const struct recon *r, struct err *e)
{
    for (size_t i = 0; i < r->payments.n; i++) {
        const struct recon_payment *p = &r->payments.at[i];

        sql_put_text(&q[PAYMENT], p->id);
        sql_put_text(&q[PAYMENT], p->payment->channel);
        sql_put_time(&q[PAYMENT], p->payment->time);
        sql_put_text(&q[PAYMENT], p->payment->payee);
        sql_put_text(&q[PAYMENT], p->payment->currency);
        sql_put_money(&q[PAYMENT], &p->payment->amount);
        sql_put_text(&q[PAYMENT], p->is_matched ? "matched" : "unmatched");
        if (sql_run(&q[PAYMENT], e))
            return -1;
        for (size_t k = 0; k < p->claims.n; k++)
            if (write_pair(&q[PAYMENT_CLAIM], p->id, r->claims.at[p->claims.at[k]].id, e))
                return -1;
    }
    return 0;
}

static int
write_recharges(struct sql *queries, const struct recon *r, struct err *e)
{
    for (size_t i = 0; i < r->recharges.n; i++) {
        const struct recharge *c = &r->recharges.at[i];
        struct sql *q = &queries[RECHARGE];

        if (c->is_outside)
            continue;
        sql_put_text(q, c->id);
        sql_put_text(q, c->platform);
        sql_put_text(q, c->account);
        sql_put_time(q, c->time);
        sql_put_text(q, c->currency);
        sql_put_money(q, &c->amount);
        sql_put_text(q, c->order_id);
        sql_put_text(q, c->claim >= 0 ? r->claims.at[c->claim].id : "");
        if (sql_run(q, e))
            return -1;
        for (size_t k = 0; k < c->payments.n; k++)
            if (write_pair(&queries[PAYMENT_RECHARGE], r->payments.at[c->payments.at[k]].id,
                    c->id, e))
                return -1;
    }
    return 0;
}

int
store_write_recon(struct store *s, const struct recon *r, struct err *e)
{
    struct sql q[TABLES] = { { .store = s } };
    int result = sql_execute(s, "DELETE FROM recharges; DELETE FROM payments;"
        "DELETE FROM invoices; DELETE FROM claims;", e);

    for (size_t i = 0; result == 0 && i < TABLES; i++)
        result = sql_prepare(&q[i], s, inserts[i], e);
    for (size_t i = 0; result == 0 && i < r->claims.n; i++)
        if (!r->claims.at[i].is_outside)
            result = write_claim(&q[CLAIM], &r->claims.at[i], e);
    if (result == 0 &&
        (write_invoices(q, r, e) || write_payments(q, r, e) ||
            write_recharges(q, r, e)))
        result = -1;
    for (size_t i = 0; i < TABLES; i++)
        sql_release(&q[i]);
    return result;
}
