/*
 * report_payments.c - recharges and the payments behind them, then payments without a recharge.
 */
#include "reports/ranking.h"
#include "reports/recon_say.h"

#define TEXT_MAX ((size_t)1 << 20)

static int
add_row(struct table *t, const struct results *r, const struct recharge *c,
    const struct recon_payment *p, struct buf *scratch, struct err *e)
{
    char time[TIME_TEXT_MAX];
    const char *currency = c ? c->currency : p->payment->currency;
    const char *day = table_text(t, time_format_day(time, c ? c->time : p->payment->time,
        r->recon->period.zone_minutes));
    const char *claims, *payments, *status;

    status = !p ? N_("no payment found") : !p->is_matched ? N_("no recharge or bill found") :
        p->solutions > 1 ? N_("paid, one of several ways") : N_("paid");
    for (size_t i = 0; c && i < c->payments.n; i++)
        buf_addf(scratch, "%s%s", i ? ", " : "", r->recon->payments.at[c->payments.at[i]].id);
    if (!c)
        buf_add_text(scratch, p->id);
    payments = recon_keep(t, scratch);
    for (size_t i = 0; p && i < p->claims.n; i++)
        buf_addf(scratch, "%s%s", i ? ", " : "", r->recon->claims.at[p->claims.at[i]].id);
    claims = recon_keep(t, scratch);
    if (!day || !claims || !payments)
        return err_nomem(e);
    return table_add(t, cell_text(c ? c->id : ""), e) || table_add(t, cell_text(day), e) ||
        table_add(t, cell_text(c ? say_platform(r, c->platform) : ""), e) ||
        table_add(t, cell_amount(c ? c->amount : p->payment->amount, currency), e) ||
        table_add(t, cell_text(currency), e) || table_add(t, cell_text(payments), e) ||
        table_add(t, cell_text(p ? recon_say_channel(r, p->payment->channel) : ""), e) ||
        table_add(t, cell_text(p ? p->payment->payee : ""), e) ||
        table_add(t, cell_text(claims), e) ||
        table_add(t, cell_label(status), e) ? -1 : 0;
}

static int
add_rows(struct table *t, const struct results *r, struct buf *scratch, struct err *e)
{
    const struct recon *recon = r->recon;

    for (size_t i = 0; i < recon->recharges.n && table_rows(t) < REPORT_ROWS_MAX; i++) {
        const struct recharge *c = &recon->recharges.at[i];

        if (!c->is_outside && add_row(t, r, c, c->payments.n > 0 ?
                &recon->payments.at[c->payments.at[0]] : NULL, scratch, e))
            return -1;
    }
    for (size_t i = 0; i < recon->payments.n && table_rows(t) < REPORT_ROWS_MAX; i++)
        if (recon->payments.at[i].recharges.n == 0 &&
            add_row(t, r, NULL, &recon->payments.at[i], scratch, e))
            return -1;
    return 0;
}

static int
fill(const struct results *r, struct table *t, struct err *e)
{
    struct buf scratch;
    int result;

    if (!recon_is_there(r))
        return 0;
    table_column(t, "recharge", N_("Recharge"), false);
    table_column(t, "day", N_("Date"), false);
    table_column(t, "platform", N_("Platform"), false);
    table_column(t, "amount", N_("Amount"), true);
    table_column(t, "currency", N_("Currency"), false);
    table_column(t, "payment", N_("Payment"), false);
    table_column(t, "channel", N_("Channel"), false);
    table_column(t, "payee", N_("Payee"), false);
    table_column(t, "claims", N_("Charges"), false);
    table_column(t, "status", N_("Status"), false);
    buf_init(&scratch, TEXT_MAX);
    result = add_rows(t, r, &scratch, e);
    buf_release(&scratch);
    return result;
}

const struct report report_payments = {
    .name = "payments",
    .title = N_("Recharges and payments"),
    .order = REPORT_INVOICES + 10,
    .fill = fill,
};
