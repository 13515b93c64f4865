/*
 * report_differences.c - what lies between charges and invoices, each part once.
 */
#include "reports/recon_say.h"
#include "reports/report.h"

static int
add_row(struct table *t, const struct results *r, const struct recon_difference *d,
    struct err *e)
{
    char text[MESSAGE_TEXT_MAX];
    const char *why = table_text(t, message_text(&d->message, r->lang, text, sizeof(text)));

    if (!why)
        return err_nomem(e);
    return table_add(t, cell_label(recon_difference_title(d->kind)), e) ||
        table_add(t, cell_text(d->platform[0] ? say_platform(r, d->platform) : ""), e) ||
        table_add(t, cell_amount(d->amount, d->currency), e) ||
        table_add(t, cell_text(d->currency), e) || table_add(t, cell_text(why), e) ? -1 : 0;
}

static int
fill(const struct results *r, struct table *t, struct err *e)
{
    if (!recon_is_there(r))
        return 0;
    table_column(t, "kind", N_("Difference"), false);
    table_column(t, "platform", N_("Platform"), false);
    table_column(t, "amount", N_("Amount"), true);
    table_column(t, "currency", N_("Currency"), false);
    table_column(t, "message", N_("Explanation"), false);
    for (size_t i = 0; i < r->recon->differences.n; i++)
        if (add_row(t, r, &r->recon->differences.at[i], e))
            return -1;
    t->note = lang_text(r->lang, N_("All but what was paid by voucher add up to what was to be "
        "invoiced less what was invoiced."));
    return 0;
}

const struct report report_differences = {
    .name = "differences",
    .title = N_("What lies between charges and invoices"),
    .order = REPORT_INVOICES + 4,
    .fill = fill,
};
