/*
 * summary_invoices.c - what no invoice covers, in one line.
 */
#include "reports/recon_say.h"
#include "reports/summary_invoices.h"

void
summary_add_invoices(struct buf *out, const struct results *r, size_t labels)
{
    const char *label = lang_text(r->lang, N_("No invoice"));
    char amount[SAY_FIGURE_MAX];
    size_t invalid = 0;

    if (!recon_is_there(r))
        return;
    buf_addf(out, "  %s", label);
    for (size_t w = sv_width(sv_of(label)); w < labels; w++)
        buf_add_char(out, ' ');
    for (size_t i = 0; i < r->recon->totals.n; i++)
        buf_addf(out, "   %s %s", r->recon->totals.at[i].currency,
            say_amount(amount, r->recon->totals.at[i].uncovered,
                r->recon->totals.at[i].currency));
    buf_add_text(out, "   ");
    say_plural(out, r, recon_open_claims(r->recon), N_("%s charge"), N_("%s charges"));
    for (size_t i = 0; i < r->recon->invoices.n; i++)
        invalid += r->recon->invoices.at[i].status == MATCH_INVALID;
    if (invalid > 0) {
        buf_add_text(out, r->lang == LANG_ZH ? "，" : ", ");
        say_plural(out, r, invalid, N_("%s invalid invoice"), N_("%s invalid invoices"));
    }
    buf_add_char(out, '\n');
}
