/*
 * recon_json.c - claims, recharges, invoices, payments, totals and differences, sorted by id.
 */
#include "reports/recon_json.h"

/* What invoices of earlier reviews have covered. */
static void
add_reserved(struct jsonw *w, const struct claim *c)
{
    if (c->earlier.n == 0)
        return;
    jsonw_begin(w, "earlier", '[', true);
    for (size_t k = 0; k < c->earlier.n; k++) {
        jsonw_element(w);
        jsonw_text(w, "number", c->earlier.at[k].number);
        jsonw_money(w, "amount", c->earlier.at[k].amount);
        jsonw_end(w);
    }
    jsonw_end(w);
}

static void
add_claims(struct jsonw *w, const struct recon *r)
{
    char month[TIME_TEXT_MAX];

    jsonw_begin(w, "claims", '[', false);
    for (size_t i = 0; i < r->claims.n; i++) {
        const struct claim *c = &r->claims.at[i];

        if (c->is_outside)
            continue;
        jsonw_element(w);
        jsonw_text(w, "id", c->id);
        jsonw_text(w, "platform", c->platform);
        jsonw_text(w, "account", c->account);
        jsonw_text(w, "basis", basis_word(c->basis));
        jsonw_text(w, "month", time_format_month(month, c->month, r->period.zone_minutes));
        jsonw_time(w, "from", c->from, r->period.zone_minutes);
        jsonw_time(w, "to", c->to, r->period.zone_minutes);
        jsonw_text(w, "order_id", c->order_id);
        jsonw_text(w, "currency", c->currency);
        jsonw_money(w, "amount", c->amount);
        jsonw_money(w, "covered", c->covered);
        jsonw_text(w, "status", claim_status_word(c->status));
        add_reserved(w, c);
        jsonw_begin(w, "payments", '[', true);
        for (size_t k = 0; k < c->payments.n; k++)
            jsonw_text(w, NULL, r->payments.at[c->payments.at[k]].id);
        jsonw_end(w);
        jsonw_end(w);
    }
    jsonw_end(w);
}

static void
add_recharges(struct jsonw *w, const struct recon *r)
{
    jsonw_begin(w, "recharges", '[', false);
    for (size_t i = 0; i < r->recharges.n; i++) {
        const struct recharge *c = &r->recharges.at[i];

        if (c->is_outside)
            continue;
        jsonw_element(w);
        jsonw_text(w, "id", c->id);
        jsonw_text(w, "platform", c->platform);
        jsonw_text(w, "account", c->account);
        jsonw_time(w, "time", c->time, r->period.zone_minutes);
        jsonw_text(w, "order_id", c->order_id);
        jsonw_text(w, "currency", c->currency);
        jsonw_money(w, "amount", c->amount);
        jsonw_text(w, "status", c->payments.n > 0 ? "paid" : "unpaid");
        if (c->payments.n > 0)
            jsonw_text(w, "payment", r->payments.at[c->payments.at[0]].id);
        else
            jsonw_plain(w, "payment", "null");
        jsonw_begin(w, "payments", '[', true);
        for (size_t k = 0; k < c->payments.n; k++)
            jsonw_text(w, NULL, r->payments.at[c->payments.at[k]].id);
        jsonw_end(w);
        jsonw_end(w);
    }
    jsonw_end(w);
}

static void
add_checks(struct jsonw *w, const struct recon_invoice *v, enum lang lang)
{
    jsonw_begin(w, "checks", '[', true);
    for (size_t k = 0; k < v->checks.n; k++) {
        jsonw_element(w);
        jsonw_text(w, "check", v->checks.at[k].check);
        jsonw_bool(w, "ok", v->checks.at[k].is_ok);
        jsonw_text(w, "effect", v->checks.at[k].is_warning ? "warning" : "invalid");
        jsonw_message(w, "message", &v->checks.at[k].message, lang);
        jsonw_end(w);
    }
    jsonw_end(w);
}

static void
add_earlier(struct jsonw *w, const struct recon_invoice *v)
{
    if (v->earlier.n == 0)
        return;
    jsonw_begin(w, "earlier", '[', true);
    for (size_t k = 0; k < v->earlier.n; k++) {
        jsonw_element(w);
        jsonw_text(w, "platform", v->earlier.at[k].platform);
        jsonw_text(w, "account", v->earlier.at[k].account);
        jsonw_text(w, "order_id", v->earlier.at[k].order_id);
        jsonw_text(w, "month", v->earlier.at[k].month);
        jsonw_end(w);
    }
    jsonw_end(w);
}

/* What files of one invoice state differently. */
static void
add_field_differences(struct jsonw *w, const struct invoice *one)
{
    if (one->differences.n == 0)
        return;
    jsonw_begin(w, "field_differences", '[', true);
    for (size_t k = 0; k < one->differences.n; k++) {
        jsonw_element(w);
        jsonw_text(w, "field", one->differences.at[k].field);
        jsonw_text(w, "kept", one->differences.at[k].kept);
        jsonw_text(w, "other", one->differences.at[k].other);
        jsonw_text(w, "file", one->differences.at[k].other_file);
        jsonw_end(w);
    }
    jsonw_end(w);
}

static void
add_amount(struct jsonw *w, const char *key, bool is_known, struct money m)
{
    if (is_known)
        jsonw_money(w, key, m);
    else
        jsonw_plain(w, key, "null");
}

static void
add_texts(struct jsonw *w, const char *key, const char *const *texts, size_t n)
{
    jsonw_begin(w, key, '[', true);
    for (size_t i = 0; i < n; i++)
        jsonw_text(w, NULL, texts[i]);
    jsonw_end(w);
}

static void
add_invoice_head(struct jsonw *w, const struct recon_invoice *v)
{
    const struct invoice *one = v->invoice;

    jsonw_text(w, "id", v->id);
    jsonw_text(w, "number", one->number);
    jsonw_text(w, "code", one->code);
    jsonw_text(w, "kind", invoice_kind_word(one->kind));
    jsonw_text(w, "issued", one->issued_text);
    jsonw_text(w, "seller", one->seller);
    jsonw_text(w, "seller_tax_id", one->seller_tax_id);
    jsonw_text(w, "buyer", one->buyer);
    jsonw_text(w, "buyer_tax_id", one->buyer_tax_id);
    jsonw_text(w, "currency", one->currency);
    add_amount(w, "net", one->has_net, one->net);
    add_amount(w, "tax", one->has_tax, one->tax);
    add_amount(w, "total", v->has_rest, one->has_total ? one->total : v->rest);
    if (v->reversed_by)
        add_amount(w, "rest", v->has_rest, v->rest);
}

static void
add_invoices(struct jsonw *w, const struct recon *r, enum lang lang)
{
    char step[2] = "0";

    jsonw_begin(w, "invoices", '[', false);
    for (size_t i = 0; i < r->invoices.n; i++) {
        const struct recon_invoice *v = &r->invoices.at[i];

        jsonw_element(w);
        add_invoice_head(w, v);
        jsonw_text(w, "status", matched_word(v->status));
        step[0] = (char)('0' + v->step);
        jsonw_plain(w, "step", v->step > 0 ? step : "null");
        jsonw_text(w, "detail", v->detail);
        jsonw_bool(w, "ambiguous", v->is_ambiguous);
        jsonw_count(w, "solutions", v->solutions);
        add_checks(w, v, lang);
        jsonw_begin(w, "covers", '[', true);
        for (size_t k = 0; k < v->covers.n; k++) {
            jsonw_element(w);
            jsonw_text(w, "claim", r->claims.at[v->covers.at[k].claim].id);
            jsonw_money(w, "amount", v->covers.at[k].amount);
            jsonw_end(w);
        }
        jsonw_end(w);
        add_earlier(w, v);
        add_texts(w, "files", (const char *const *)v->invoice->files.at, v->invoice->files.n);
        add_field_differences(w, v->invoice);
        jsonw_text(w, "trouble", v->invoice->trouble);
        jsonw_end(w);
    }
    jsonw_end(w);
}

static void
add_payments(struct jsonw *w, const struct recon *r)
{
    jsonw_begin(w, "payments", '[', false);
    for (size_t i = 0; i < r->payments.n; i++) {
        const struct recon_payment *p = &r->payments.at[i];

        jsonw_element(w);
        jsonw_text(w, "id", p->id);
        jsonw_text(w, "channel", p->payment->channel);
        jsonw_time(w, "time", p->payment->time, r->period.zone_minutes);
        jsonw_text(w, "payee", p->payment->payee);
        jsonw_text(w, "currency", p->payment->currency);
        jsonw_money(w, "amount", p->payment->amount);
        jsonw_text(w, "status", p->is_matched ? "matched" : "unmatched");
        jsonw_bool(w, "ambiguous", p->solutions > 1);
        jsonw_count(w, "solutions", p->solutions);
        jsonw_begin(w, "recharges", '[', true);
        for (size_t k = 0; k < p->recharges.n; k++)
            jsonw_text(w, NULL, r->recharges.at[p->recharges.at[k]].id);
        jsonw_end(w);
        jsonw_begin(w, "claims", '[', true);
        for (size_t k = 0; k < p->claims.n; k++)
            jsonw_text(w, NULL, r->claims.at[p->claims.at[k]].id);
        jsonw_end(w);
        jsonw_end(w);
    }
    jsonw_end(w);
}

static void
add_sums(struct jsonw *w, const struct recon *r, enum lang lang)
{
    jsonw_begin(w, "totals", '{', false);
    for (size_t i = 0; i < r->totals.n; i++) {
        const struct recon_total *t = &r->totals.at[i];

        jsonw_begin(w, t->currency, '{', true);
        jsonw_money(w, "claimable", t->claimable);
        jsonw_money(w, "invoiced", t->invoiced);
        jsonw_money(w, "covered", t->covered);
        jsonw_money(w, "uncovered", t->uncovered);
        jsonw_money(w, "voucher", t->voucher);
        jsonw_money(w, "invoices_without_charges", t->without_charges);
        jsonw_end(w);
    }
    jsonw_end(w);
    jsonw_begin(w, "differences", '[', false);
    for (size_t i = 0; i < r->differences.n; i++) {
        const struct recon_difference *d = &r->differences.at[i];

        jsonw_element(w);
        jsonw_text(w, "kind", d->kind);
        jsonw_text(w, "platform", d->platform);
        jsonw_text(w, "currency", d->currency);
        jsonw_money(w, "amount", d->amount);
        if (!money_is_zero(d->tolerance))
            jsonw_money(w, "tolerance", d->tolerance);
        jsonw_message(w, "message", &d->message, lang);
        jsonw_end(w);
    }
    jsonw_end(w);
}

static void
add_warnings(struct jsonw *w, const struct recon *r, enum lang lang)
{
    jsonw_begin(w, "warnings", '[', false);
    for (size_t i = 0; i < r->warnings.n; i++) {
        jsonw_element(w);
        jsonw_text(w, "code", r->warnings.at[i].code);
        jsonw_message(w, "message", &r->warnings.at[i].message, lang);
        jsonw_end(w);
    }
    jsonw_end(w);
}

void
recon_json(struct jsonw *w, const char *key, const struct recon *r, enum lang lang)
{
    jsonw_begin(w, key, '{', !r);
    if (r) {
        add_claims(w, r);
        add_recharges(w, r);
        add_invoices(w, r, lang);
        add_payments(w, r);
        add_sums(w, r, lang);
        add_warnings(w, r, lang);
    }
    jsonw_end(w);
}
