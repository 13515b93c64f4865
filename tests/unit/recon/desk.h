/*
 * desk.h - small reconciliations for tests: a ledger, invoices and payments, written down in rows.
 */
#ifndef TESTS_UNIT_DESK_H
#define TESTS_UNIT_DESK_H

#include <stdlib.h>

#include "../bills.h"
#include "recon/recon.h"

/* March 2026 in China. */
#define MARCH ((struct period){ INT64_C(1772294400000), INT64_C(1774972800000), 480 })

/* 甲 sells autodl, 乙 aliyun and tencent, 丁 baidu and volcengine. */
#define DESK_CONFIG \
    "{\"buyer\": {\"name\": [\"某大学\", \"某（实验）室\"]," \
    " \"tax_id\": \"12100000400000000W\"}," \
    " \"invoice\": {\"autodl\": {\"basis\": \"consumption\", \"sellers\": [\"甲（北京）公司\"]}," \
    " \"aliyun\": {\"sellers\": [\"乙公司\"], \"basis\": \"consumption\"}," \
    " \"baidu\": {\"sellers\": [\"丁公司\"], \"basis\": \"consumption\"}," \
    " \"volcengine\": {\"sellers\": [\"丁公司\"], \"basis\": \"consumption\"}," \
    " \"runpod\": {\"sellers\": [\"R Inc.\"], \"basis\": \"recharge\"}," \
    " \"tencent\": {\"sellers\": [\"乙公司\"], \"basis\": \"consumption\"," \
    " \"payees\": [\"财付通\"]}}%s}"

struct desk {
    struct bills bills;
    uint32_t input;
    struct invoices invoices;
    struct payments payments;
    struct formats formats;
    struct config *config;
    struct earlier earlier;
    struct period period;
    struct recon recon;
    bool is_built;
    struct format format; /* of the input: "test-format" */
    struct format known[6];  /* of the config's platforms, and nothing else */
    struct format *list[7];
};

/* What is NULL is what most invoices have: a valid one of 甲 over 1 yuan on 2 April. */
struct desk_invoice {
    const char *number, *code, *date, *seller, *buyer, *tax_id, *seller_tax_id, *total, *net, *tax;
    const char *currency, *words, *remark, *red_of, *item, *rate, *line_amount, *line_tax;
    const char *references, *lost_number, *trouble;
    struct invoice_difference difference; /* without a field: none */
    enum invoice_source source;
    enum invoice_status status;
    enum invoice_kind kind;
    bool is_foreign, has_no_total, is_total_unreadable;
};

struct desk_payment {
    const char *time, *payee, *amount, *order, *trade, *currency;
};

static inline void
desk_init_with(struct desk *d, const char *more_config)
{
    static const char *const platforms[] = { "autodl", "aliyun", "baidu", "runpod", "tencent",
        "volcengine" };
    char text[4096];
    struct err e = ERR_INIT;

    memset(d, 0, sizeof(*d));
    bills_init(&d->bills);
    d->input = bills_input(&d->bills, "a.csv", "test-format");
    d->format = (struct format){ .id = "test-format", .platform = "",
        .platform_title = { .en = "", .zh = "" } };
    d->list[0] = &d->format;
    for (size_t i = 0; i < COUNT(platforms); i++) {
        d->known[i] = (struct format){ .id = platforms[i], .platform = platforms[i],
            .platform_title = { .en = "", .zh = "" } };
        d->list[i + 1] = &d->known[i];
    }
    d->formats.list.at = d->list;
    d->formats.list.n = COUNT(d->list);
    d->period = MARCH;
    payments_init(&d->payments);
    earlier_init(&d->earlier);
    (void)snprintf(text, sizeof(text), DESK_CONFIG, more_config);
    d->config = config_parse("gpubill.json", sv_of(text), &e);
    if (!d->config)
        assert_err(&e, "");
}

static inline void
desk_init(struct desk *d)
{
    desk_init_with(d, "");
}

static inline void
desk_forget(struct desk *d)
{
    if (d->is_built)
        recon_release(&d->recon);
    d->is_built = false;
}

static inline void
desk_release(struct desk *d)
{
    desk_forget(d);
    for (size_t i = 0; i < d->invoices.list.n; i++) {
        free(d->invoices.list.at[i].lines.at);
        free(d->invoices.list.at[i].differences.at);
    }
    free(d->invoices.list.at);
    arena_release(&d->invoices.arena);
    payments_release(&d->payments);
    earlier_release(&d->earlier);
    config_free(d->config);
    bills_release(&d->bills);
}

static inline size_t
desk_row(struct desk *d, struct bill_row row)
{
    return bills_row(&d->bills, d->input, row);
}

/* A charge of ${amount} for ${order} at ${start}. */
static inline void
desk_charge(struct desk *d, const char *order, const char *start, const char *amount)
{
    (void)desk_row(d, (struct bill_row){ .order = order, .start = start, .billed = amount });
}

static inline const char *
desk_text(struct desk *d, const char *text, const char *usual)
{
    return arena_text(&d->invoices.arena, sv_of(text ? text : usual));
}

static inline void
desk_line(struct desk *d, struct invoice *v, const struct desk_invoice *row)
{
    struct invoice_line *line = calloc(1, sizeof(*line));

    assert_non_null(line);
    *line = (struct invoice_line){ .item = desk_text(d, row->item, ""),
        .rate = desk_text(d, row->rate, ""), .has_amount = row->line_amount != NULL,
        .has_tax = row->line_tax != NULL };
    line->amount = line->has_amount ? bills_money(row->line_amount) : MONEY_ZERO;
    line->tax = line->has_tax ? bills_money(row->line_tax) : MONEY_ZERO;
    v->lines.at = line;
    v->lines.n = v->lines.room = 1;
}

static inline struct invoice *
desk_invoice(struct desk *d, struct desk_invoice row)
{
    struct invoice *list = realloc(d->invoices.list.at,
        (d->invoices.list.n + 1) * sizeof(*list)), *v;
    char number[32];

    assert_non_null(list);
    d->invoices.list.at = list;
    v = &list[d->invoices.list.n++];
    (void)snprintf(number, sizeof(number), "26112000000000%06zu", d->invoices.list.n);
    *v = (struct invoice){ .kind = row.kind, .status = row.status,
        .number = desk_text(d, row.number, number), .code = desk_text(d, row.code, ""),
        .issued_text = desk_text(d, row.date, "2026-04-02"),
        .seller = desk_text(d, row.seller, "甲(北京)公司"),
        .seller_tax_id = desk_text(d, row.seller_tax_id, ""),
        .buyer = desk_text(d, row.buyer, "某大学"),
        .buyer_tax_id = desk_text(d, row.tax_id, "12100000400000000W"),
        .currency = desk_text(d, row.currency, "CNY"), .is_chinese = !row.is_foreign,
        .words = desk_text(d, row.words, ""), .remark = desk_text(d, row.remark, ""),
        .red_of = desk_text(d, row.red_of, ""), .references = desk_text(d, row.references, ""),
        .lost_number = desk_text(d, row.lost_number, ""),
        .trouble = desk_text(d, row.trouble, ""), .trouble_zh = desk_text(d, row.trouble, ""),
        .words_source = row.source,
        .has_total = !row.has_no_total, .is_total_unreadable = row.is_total_unreadable,
        .has_net = row.net != NULL,
        .has_tax = row.tax != NULL };
    v->issued = v->issued_text[0] ? bills_time(v->issued_text) : TIME_NONE;
    v->total = bills_money(row.total ? row.total : "1");
    v->net = bills_money(row.net ? row.net : "0");
    v->tax = bills_money(row.tax ? row.tax : "0");
    if (row.item || row.line_amount)
        desk_line(d, v, &row);
    if (row.difference.field) {
        v->differences.at = malloc(sizeof(row.difference));
        assert_non_null(v->differences.at);
        v->differences.at[0] = row.difference;
        v->differences.n = v->differences.room = 1;
    }
    return v;
}

static inline void
desk_payment(struct desk *d, struct desk_payment row)
{
    struct err e = ERR_INIT;
    const struct payment p = { .channel = "alipay", .time = bills_time(row.time),
        .payee = row.payee ? row.payee : "甲（北京）公司", .amount = bills_money(row.amount),
        .currency = row.currency ? row.currency : "CNY", .order_id = row.order,
        .trade_id = row.trade, .line = d->payments.list.n + 1 };

    assert_int_equal(payments_add(&d->payments, &p, &e), 0);
}

/* Reconcile, and check the laws. */
static inline void
desk_build(struct desk *d)
{
    struct err e = ERR_INIT;

    desk_forget(d);
    settle_period(&d->bills.ledger, &d->period);
    assert_int_equal(recon_build(&d->recon, &d->bills.ledger, &d->invoices, &d->payments,
        &d->period, &d->formats, d->config, &d->earlier, &e), 0);
    d->is_built = true;
    if (recon_check(&d->recon, &e) != 0)
        assert_err(&e, "");
}

/* The claims inside the period, as "order amount covered status" in rows. */
#define assert_claims(d, text) desk_check((d), desk_claims, (text), __FILE__, __LINE__)

static inline void
desk_claims(const struct desk *d, char *out, size_t room)
{
    size_t n = 0;

    for (size_t i = 0; i < d->recon.claims.n; i++) {
        const struct claim *c = &d->recon.claims.at[i];
        char a[MONEY_TEXT_MAX], b[MONEY_TEXT_MAX];

        if (!c->is_outside)
            n += (size_t)snprintf(out + n, room - n, "%s %s %s %s %s\n", c->id,
                c->order_id[0] ? c->order_id : "-", money_format(a, c->amount),
                money_format(b, c->covered), claim_status_word(c->status));
    }
}

/* Invoices as "id status step detail solutions: claim=amount ..." in rows. */
#define assert_invoices(d, text) desk_check((d), desk_invoices, (text), __FILE__, __LINE__)

static inline void
desk_invoices(const struct desk *d, char *out, size_t room)
{
    size_t n = 0;

    for (size_t i = 0; i < d->recon.invoices.n; i++) {
        const struct recon_invoice *v = &d->recon.invoices.at[i];

        assert_int_equal(v->is_ambiguous, v->solutions > 1);
        n += (size_t)snprintf(out + n, room - n, "%s %s %u%s%s", v->id, matched_word(v->status),
            v->step, v->detail[0] ? " " : "", v->detail);
        if (v->is_ambiguous)
            n += (size_t)snprintf(out + n, room - n, " of %u", v->solutions);
        for (size_t k = 0; k < v->covers.n; k++) {
            char a[MONEY_TEXT_MAX];

            n += (size_t)snprintf(out + n, room - n, " %s=%s",
                d->recon.claims.at[v->covers.at[k].claim].id,
                money_format(a, v->covers.at[k].amount));
        }
        n += (size_t)snprintf(out + n, room - n, "\n");
    }
}

/* Checks that fail, or say something, as "id check: message" in rows. */
#define assert_checks(d, text) desk_check((d), desk_checks, (text), __FILE__, __LINE__)

static inline void
desk_checks(const struct desk *d, char *out, size_t room)
{
    size_t n = 0;

    for (size_t i = 0; i < d->recon.invoices.n; i++)
        for (size_t k = 0; k < d->recon.invoices.at[i].checks.n; k++) {
            const struct check_result *c = &d->recon.invoices.at[i].checks.at[k];
            char text[MESSAGE_TEXT_MAX];

            if (c->is_ok && !c->message.format)
                continue;
            n += (size_t)snprintf(out + n, room - n, "%s %s%s: %s\n", d->recon.invoices.at[i].id,
                c->check, c->is_ok ? " ok" : c->is_warning ? " warning" : "",
                message_text(&c->message, LANG_EN, text, sizeof(text)));
        }
}

/* Totals and differences in rows. */
#define assert_sums(d, text) desk_check((d), desk_sums, (text), __FILE__, __LINE__)

static inline void
desk_sums(const struct desk *d, char *out, size_t room)
{
    size_t n = 0;

    for (size_t i = 0; i < d->recon.totals.n; i++) {
        const struct recon_total *t = &d->recon.totals.at[i];
        char m[6][MONEY_TEXT_MAX];

        n += (size_t)snprintf(out + n, room - n,
            "%s claimable %s invoiced %s covered %s uncovered %s voucher %s without %s\n",
            t->currency, money_format(m[0], t->claimable), money_format(m[1], t->invoiced),
            money_format(m[2], t->covered), money_format(m[3], t->uncovered),
            money_format(m[4], t->voucher), money_format(m[5], t->without_charges));
    }
    for (size_t i = 0; i < d->recon.differences.n; i++) {
        const struct recon_difference *x = &d->recon.differences.at[i];
        char m[MONEY_TEXT_MAX];

        n += (size_t)snprintf(out + n, room - n, "%s %s %s %s\n", x->kind,
            x->platform[0] ? x->platform : "-", x->currency, money_format(m, x->amount));
    }
}

/* Recharges and payments in rows. */
#define assert_payments(d, text) desk_check((d), desk_payments, (text), __FILE__, __LINE__)

static inline void
desk_payments(const struct desk *d, char *out, size_t room)
{
    size_t n = 0;
    char a[MONEY_TEXT_MAX];

    for (size_t i = 0; i < d->recon.recharges.n; i++) {
        const struct recharge *one = &d->recon.recharges.at[i];

        if (one->is_outside)
            continue;
        n += (size_t)snprintf(out + n, room - n, "%s %s", one->id, money_format(a, one->amount));
        for (size_t k = 0; k < one->payments.n; k++)
            n += (size_t)snprintf(out + n, room - n, " %s",
                d->recon.payments.at[one->payments.at[k]].id);
        n += (size_t)snprintf(out + n, room - n, one->payments.n > 0 ? "\n" : " unpaid\n");
    }
    for (size_t i = 0; i < d->recon.payments.n; i++) {
        const struct recon_payment *p = &d->recon.payments.at[i];

        n += (size_t)snprintf(out + n, room - n, "%s %s %s", p->id,
            money_format(a, p->payment->amount), p->is_matched ? "matched" : "unmatched");
        if (p->solutions > 1)
            n += (size_t)snprintf(out + n, room - n, " of %u", p->solutions);
        for (size_t k = 0; k < p->recharges.n; k++)
            n += (size_t)snprintf(out + n, room - n, " %s",
                d->recon.recharges.at[p->recharges.at[k]].id);
        for (size_t k = 0; k < p->claims.n; k++)
            n += (size_t)snprintf(out + n, room - n, " %s",
                d->recon.claims.at[p->claims.at[k]].id);
        n += (size_t)snprintf(out + n, room - n, "\n");
    }
}

static inline void
desk_check(const struct desk *d, void (*write)(const struct desk *d, char *out, size_t room),
    const char *text, const char *file, int line)
{
    static const size_t room = 1 << 16;
    char *got = calloc(1, room);

    assert_non_null(got);
    write(d, got, room);
    if (strcmp(got, text) != 0) {
        print_error("got\n%snot\n%s", got, text);
        free(got);
        _fail(file, line);
    }
    free(got);
}

#endif
