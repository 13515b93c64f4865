/*
 * recon_todo.c - what to do about a check that failed on an invoice.
 */
#include <string.h>

#include "reports/recon_say.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct {
    const char *check, *todo;
} todos[] = {
    { "unreadable", N_("ask the seller for the file as the tax platform issued it (XML, OFD or "
        "PDF)") },
    { "arithmetic", N_("ask the seller to check the amounts, to reverse the invoice and to issue "
        "it again") },
    { "words", N_("ask the seller to reverse the invoice and to issue it again with one amount in "
        "digits and capitals") },
    { "buyer-name", N_("ask the seller to reverse the invoice and to issue it again with the right "
        "buyer's name") },
    { "buyer-tax-id", N_("ask the seller to reverse the invoice and to issue it again with the "
        "buyer's right tax id") },
    { "duplicate", N_("hand in one number once; where its totals differ, look the number up on the "
        "tax platform and ask the seller which one is valid") },
    { "red-letter", N_("it cannot be reimbursed: ask the seller for the invoice that replaces "
        "it") },
    { "void", N_("ask the seller for a valid invoice in its place") },
    { "tax-id-checksum", N_("compare this tax id with the original and on the tax platform; "
        "if the invoice has it wrong there too, ask the seller to issue it again") },
    { "seller", N_("add the bill of this seller, or name the seller in the config "
        "(invoice.PLATFORM.sellers)") },
    { "item", N_("ask the finance office whether it accepts this item; if not, ask the seller to "
        "issue it again with another one") },
    { "period", N_("ask the finance office whether it accepts this date") },
};

/* What to do about ${check}, which ${v} failed; NULL where nothing is known. */
static const char *
todo_of(const struct recon_invoice *v, const char *check)
{
    /* Not the seller's fault, nor anything that the seller could send. */
    if (strcmp(check, "unreadable") == 0 && v->invoice && v->invoice->lost_number[0] &&
        !v->invoice->number[0])
        return N_("export the list again with the column of the invoice number as text");
    for (size_t i = 0; i < COUNT(todos); i++)
        if (strcmp(todos[i].check, check) == 0)
            return todos[i].todo;
    return NULL;
}

/* What the config wants of the field that ${check} looks at; "" where it says nothing. */
static const char *
wanted(const struct results *r, const char *check)
{
    if (!r->config)
        return "";
    if (strcmp(check, "buyer-name") == 0)
        return r->config->buyer_names && r->config->buyer_names[0] ? r->config->buyer_names[0]
            : "";
    return strcmp(check, "buyer-tax-id") == 0 ? r->config->buyer_tax_id : "";
}

void
recon_say_todo(struct buf *out, const struct results *r, const struct recon_invoice *v,
    bool with_warnings)
{
    const char *separator = "";

    for (size_t i = 0; i < v->checks.n; i++) {
        const struct check_result *c = &v->checks.at[i];
        const char *todo = todo_of(v, c->check);

        if (c->is_ok || (c->is_warning && !with_warnings) || !todo)
            continue;
        buf_addf(out, "%s%s", separator, lang_text(r->lang, todo));
        if (wanted(r, c->check)[0])
            buf_addf(out, "%s%s", r->lang == LANG_ZH ? "：" : ": ", wanted(r, c->check));
        separator = r->lang == LANG_ZH ? "；" : "; ";
    }
}
