/*
 * recon_rows.c - all of a reconciliation as rows of one table.
 */
#include "reports/recon_rows.h"
#include "reports/recon_say.h"

#define TEXT_BYTES_MAX ((size_t)1 << 24)

/* One run of recon_rows(). */
struct listing {
    const struct results *r;
    recon_row_visit *visit;
    void *context;
    struct buf scratch, todo;
};

static const char *
time_text(char out[TIME_TEXT_MAX], const struct recon *r, int64_t at)
{
    if (at == TIME_NONE)
        return "";
    return time_format_zone(out, at, r->period.zone_minutes);
}

static void
add_claims(struct listing *l)
{
    char from[TIME_TEXT_MAX], to[TIME_TEXT_MAX];

    for (size_t i = 0; i < l->r->recon->claims.n; i++) {
        const struct claim *c = &l->r->recon->claims.at[i];

        if (!c->is_outside)
            l->visit(l->context, &(struct recon_row){ .record = "claim", .id = c->id,
                .platform = c->platform, .account = c->account,
                .from = time_text(from, l->r->recon, c->from),
                .to = time_text(to, l->r->recon, c->to), .order_id = c->order_id,
                .currency = c->currency, .amount = &c->amount, .covered = &c->covered,
                .status = claim_status_word(c->status), .detail = basis_word(c->basis) });
    }
    for (size_t i = 0; i < l->r->recon->recharges.n; i++) {
        const struct recharge *c = &l->r->recon->recharges.at[i];

        if (c->is_outside)
            continue;
        buf_reset(&l->scratch);
        for (size_t k = 0; k < c->payments.n; k++)
            buf_addf(&l->scratch, "%s%s", k > 0 ? " " : "",
                l->r->recon->payments.at[c->payments.at[k]].id);
        l->visit(l->context, &(struct recon_row){ .record = "recharge", .id = c->id,
            .platform = c->platform, .account = c->account,
            .from = time_text(from, l->r->recon, c->time), .order_id = c->order_id,
            .currency = c->currency, .amount = &c->amount,
            .status = c->payments.n > 0 ? "paid" : "unpaid",
            .related = l->scratch.n > 0 ? l->scratch.p : "" });
    }
}

static void
add_invoices(struct listing *l)
{
    for (size_t i = 0; i < l->r->recon->invoices.n; i++) {
        const struct recon_invoice *v = &l->r->recon->invoices.at[i];
        const struct invoice *one = v->invoice;
        char step[2] = { (char)('0' + v->step), '\0' };
        struct money total = recon_total_of(v);

        buf_reset(&l->scratch);
        recon_say_checks(&l->scratch, l->r, v, true);
        buf_reset(&l->todo);
        recon_say_todo(&l->todo, l->r, v, true);
        l->visit(l->context, &(struct recon_row){ .record = "invoice", .id = v->id,
            .number = one->number, .code = one->code, .party = one->seller,
            .from = one->issued_text,
            .currency = one->currency, .amount = v->has_rest ? &total : NULL,
            .covered = &v->used, .status = matched_word(v->status),
            .step = v->step > 0 ? step : "", .detail = v->detail,
            .message = l->scratch.n > 0 ? l->scratch.p : "",
            .todo = l->todo.n > 0 ? l->todo.p : "" });
        for (size_t k = 0; k < v->covers.n; k++)
            l->visit(l->context, &(struct recon_row){ .record = "cover", .id = v->id,
                .number = one->number, .currency = one->currency, .amount = &v->covers.at[k].amount,
                .related = l->r->recon->claims.at[v->covers.at[k].claim].id });
    }
}

static void
add_payments(struct listing *l)
{
    char time[TIME_TEXT_MAX], text[MESSAGE_TEXT_MAX];

    for (size_t i = 0; i < l->r->recon->payments.n; i++) {
        const struct recon_payment *p = &l->r->recon->payments.at[i];

        buf_reset(&l->scratch);
        for (size_t k = 0; k < p->recharges.n; k++)
            buf_addf(&l->scratch, "%s%s", l->scratch.n ? " " : "",
                l->r->recon->recharges.at[p->recharges.at[k]].id);
        for (size_t k = 0; k < p->claims.n; k++)
            buf_addf(&l->scratch, "%s%s", l->scratch.n ? " " : "",
                l->r->recon->claims.at[p->claims.at[k]].id);
        l->visit(l->context, &(struct recon_row){ .record = "payment", .id = p->id,
            .party = p->payment->payee, .from = time_text(time, l->r->recon, p->payment->time),
            .order_id = p->payment->order_id, .currency = p->payment->currency,
            .amount = &p->payment->amount, .status = p->is_matched ? "matched" : "unmatched",
            .detail = p->payment->channel, .related = l->scratch.n > 0 ? l->scratch.p : "",
            .message = recon_say_ways(text, l->r, p->solutions) });
    }
}

static void
add_sums(struct listing *l)
{
    char text[MESSAGE_TEXT_MAX];

    for (size_t i = 0; i < l->r->recon->totals.n; i++) {
        const struct recon_total *t = &l->r->recon->totals.at[i];
        const struct { const char *name; const struct money *m; } sums[] = {
            { "claimable", &t->claimable }, { "invoiced", &t->invoiced },
            { "covered", &t->covered }, { "uncovered", &t->uncovered },
            { "voucher", &t->voucher }, { "invoices_without_charges", &t->without_charges },
        };

        for (size_t k = 0; k < sizeof(sums) / sizeof(sums[0]); k++)
            l->visit(l->context, &(struct recon_row){ .record = "total", .detail = sums[k].name,
                .currency = t->currency, .amount = sums[k].m });
    }
    for (size_t i = 0; i < l->r->recon->differences.n; i++) {
        const struct recon_difference *d = &l->r->recon->differences.at[i];

        l->visit(l->context, &(struct recon_row){ .record = "difference", .detail = d->kind,
            .platform = d->platform, .currency = d->currency, .amount = &d->amount,
            .message = message_text(&d->message, l->r->lang, text, sizeof(text)) });
    }
}

int
recon_rows(const struct results *r, recon_row_visit *visit, void *context, struct err *e)
{
    struct listing l = { .r = r, .visit = visit, .context = context };
    int result;

    if (!r->recon)
        return 0;
    buf_init(&l.scratch, TEXT_BYTES_MAX);
    buf_init(&l.todo, TEXT_BYTES_MAX);
    add_claims(&l);
    add_invoices(&l);
    add_payments(&l);
    add_sums(&l);
    result = buf_ok(&l.scratch, e) || buf_ok(&l.todo, e) ? -1 : 0;
    buf_release(&l.scratch);
    buf_release(&l.todo);
    return result;
}
