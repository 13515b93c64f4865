/*
 * invoice_ubl.c - UBL 2.1 Invoice and CreditNote (EN 16931).
 *
 *     <Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" ...>
 *       <cbc:ID>12115118</cbc:ID><cbc:IssueDate>2015-01-09</cbc:IssueDate>...
 *       <cac:LegalMonetaryTotal><cbc:TaxInclusiveAmount currencyID="EUR">250.33</...>
 */
#include "base/lang.h"
#include "parsers/invoice_en.h"

static void
read_party(struct draft *d, const struct tree_node *party, const char **name,
    const char **tax_id)
{
    const struct tree_node *scheme = tree_child(party, "PartyTaxScheme");

    draft_text(d, name, tree_text(party, "PartyLegalEntity/RegistrationName"));
    draft_text(d, name, tree_text(party, "PartyName/Name"));
    for (; scheme; scheme = tree_again(scheme))
        if (sv_is(tree_text(scheme, "TaxScheme/ID"), SV("VAT")))
            draft_tax_id(d, tax_id, tree_text(scheme, "CompanyID"));
}

/* The second total is in the currency of accounting. */
static void
read_tax(struct draft *d, const struct tree_node *root)
{
    const struct tree_node *total = tree_child(root, "TaxTotal");

    for (; total; total = tree_again(total)) {
        const struct tree_node *amount = tree_child(total, "TaxAmount");
        const char *currency = amount ? xml_attribute(amount->attributes, "currencyID") : NULL;

        if (amount && (!currency || strcmp(currency, d->one.currency) == 0))
            draft_amount(d, &d->one.tax, &d->one.has_tax, "tax", sv_of(amount->text));
    }
}

static void
read_lines(struct draft *d, const struct tree_node *root, bool is_credit)
{
    const struct tree_node *n = tree_child(root, is_credit ? "CreditNoteLine" : "InvoiceLine");

    for (; n; n = tree_again(n)) {
        struct invoice_line *line = en_line(d, tree_text(n, "Item/Name"), n,
            "LineExtensionAmount", false);

        if (!line)
            return;
        line->rate = draft_copy(d, tree_text(n, "Item/ClassifiedTaxCategory/Percent"));
    }
    for (n = tree_child(root, "AllowanceCharge"); n; n = tree_again(n))
        (void)en_line(d, tree_text(n, "AllowanceChargeReason"), n, "Amount",
            !sv_is(tree_text(n, "ChargeIndicator"), SV("true")));
}

static void
fill(struct draft *d, const struct tree_node *root)
{
    bool is_credit = strcmp(root->name, "CreditNote") == 0;
    const struct tree_node *totals = tree_child(root, "LegalMonetaryTotal"), *note;
    struct invoice *one = &d->one;

    draft_text(d, &one->currency, tree_text(root, "DocumentCurrencyCode"));
    draft_text(d, &one->number, tree_text(root, "ID"));
    draft_date(d, sv_part(tree_text(root, "IssueDate"), 0, 10));
    read_party(d, tree_at(root, "AccountingSupplierParty/Party"), &one->seller,
        &one->seller_tax_id);
    read_party(d, tree_at(root, "AccountingCustomerParty/Party"), &one->buyer,
        &one->buyer_tax_id);
    en_amount(d, &one->net, &one->has_net, "amount", totals, "TaxExclusiveAmount");
    en_amount(d, &one->total, &one->has_total, "total", totals, "TaxInclusiveAmount");
    read_tax(d, root);
    draft_text(d, &one->red_of, tree_text(root, "BillingReference/InvoiceDocumentReference/ID"));
    en_reference(d, tree_text(root, "OrderReference/ID"));
    en_reference(d, tree_text(root, "OrderReference/SalesOrderID"));
    for (note = tree_child(root, "Note"); note; note = tree_again(note))
        en_reference(d, sv_of(note->text));
    read_lines(d, root, is_credit);
    if (is_credit)
        one->kind = INVOICE_CREDIT_NOTE;
    en_finish(d, tree_text(root, "InvoiceTypeCode"));
}

static int
recognise(struct sv head, struct source *s)
{
    struct sv tag, name = tree_root_name(head, &tag);

    (void)s;
    if (sv_is(name, SV("Invoice")))
        return sv_find(head, SV("ubl:schema:xsd:Invoice"), 0) != (size_t)-1 ? 100 : 0;
    if (sv_is(name, SV("CreditNote")))
        return sv_find(head, SV("ubl:schema:xsd:CreditNote"), 0) != (size_t)-1 ? 100 : 0;
    return 0;
}

static int
read_ubl(struct source *s, struct input *in, struct invoices *out, struct err *e)
{
    return en_read(s, fill, in, out, e);
}

const struct invoice_reader invoice_ubl = {
    .name = "ubl",
    .title = N_("UBL 2.1 invoice or credit note"),
    .recognise = recognise,
    .read = read_ubl,
};
