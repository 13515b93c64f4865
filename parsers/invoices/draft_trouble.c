/*
 * draft_trouble.c - what cannot be read of an invoice, in the words of both languages.
 */
#include <assert.h>

#include "parsers/invoice_draft.h"

/* Room for one more: a name, and the quoted text. */
#define ONE_MAX 256

/*
 * What can be trouble: names of fields, and what keeps a field or the whole from being read; beside
 * each its text in the catalogue. A heading is the same in every language.
 */
static const struct {
    const char *name, *text;
} names[] = {
    { "number", N_("invoice number") },
    { "code", N_("invoice code") },
    { "date", N_("date of issue") },
    { "amount", N_("amount without tax") },
    { "tax", N_("tax amount") },
    { "total", N_("total with tax") },
    { "line amount", N_("amount of a line") },
    { "line tax", N_("tax of a line") },
    { "currency", N_("currency") },
    { "status", N_("invoice status") },
    { "seller", N_("seller") },
    { "buyer", N_("buyer") },
    { "seller_tax_id", N_("seller's tax number") },
    { "buyer_tax_id", N_("buyer's tax number") },
    { "red_of", N_("number of the invoice that is reversed") },
    { "InvoiceId", "InvoiceId" },
    { "ReferenceInvoiceId", "ReferenceInvoiceId" },
    { "BilledCost", "BilledCost" },
    { "TotalAmount", "TotalAmount" },
    { "total against 是否正数发票", N_("total against the mark of positive invoices") },
    { "total against InIssuType", N_("total against InIssuType") },
    { "total, of which there are several", N_("total, of which there are several") },
    { "total, since TotalAmount may be with or without tax",
        N_("total, since TotalAmount may be with or without tax") },
    { "reading the PDF takes too long", N_("reading the PDF takes too long") },
    { "the PDF is damaged, or wants a password", N_("the PDF is damaged, or wants a password") },
    { "the PDF holds no text of an invoice", N_("the PDF holds no text of an invoice") },
};

static const char *
in_chinese(const char *name)
{
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(names[i].name, name) == 0)
            return lang_text(LANG_ZH, names[i].text);
    assert(false && "a name that is translated");
    return name;
}

void
draft_trouble(struct draft *d, const char *name, struct sv text)
{
    char shown[64];

    (void)sv_escape(shown, sizeof(shown), 40, sv_trim(text));
    if (d->trouble.n > DRAFT_TROUBLE_MAX - ONE_MAX || d->trouble_zh.n > DRAFT_TROUBLE_MAX - ONE_MAX)
        return;
    buf_addf(&d->trouble, "%s%s", d->trouble.n > 0 ? ", " : "", name);
    buf_addf(&d->trouble_zh, "%s%s", d->trouble_zh.n > 0 ? "、" : "", in_chinese(name));
    if (shown[0] != '\0') {
        buf_addf(&d->trouble, " '%s'", shown);
        buf_addf(&d->trouble_zh, "“%s”", shown);
    }
}

void
draft_add_trouble(struct draft *whole, const struct draft *part)
{
    if (part->trouble.n == 0)
        return;
    buf_addf(&whole->trouble, "%s%s", whole->trouble.n > 0 ? ", " : "", part->trouble.p);
    buf_addf(&whole->trouble_zh, "%s%s", whole->trouble_zh.n > 0 ? "、" : "", part->trouble_zh.p);
}

void
draft_end_trouble(struct draft *d)
{
    if (d->one.trouble[0] != '\0' || d->trouble.n == 0)
        return;
    d->one.trouble = d->trouble.p;
    d->one.trouble_zh = d->trouble_zh.p;
}
