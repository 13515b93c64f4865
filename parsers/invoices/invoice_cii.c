/*
 * invoice_cii.c - UN/CEFACT Cross Industry Invoice (EN 16931; the XML of Factur-X and ZUGFeRD).
 *
 *     <rsm:CrossIndustryInvoice ...><rsm:ExchangedDocument><ram:ID>12115118</ram:ID>...
 *       <rsm:SupplyChainTradeTransaction>...<ram:GrandTotalAmount>250.33</ram:GrandTotalAmount>
 *
 * ZUGFeRD 1 has other names for some blocks, which are read as well.
 */
#include "base/lang.h"
#include "parsers/invoice_en.h"

/* The child of ${node} called ${name}, or as ZUGFeRD 1 calls it, ${old}. */
static const struct tree_node *
either(const struct tree_node *node, const char *name, const char *old)
{
    const struct tree_node *child = tree_child(node, name);

    return child ? child : tree_child(node, old);
}

static void
read_party(struct draft *d, const struct tree_node *party, const char **name,
    const char **tax_id)
{
    const struct tree_node *n = tree_child(party, "SpecifiedTaxRegistration");

    draft_text(d, name, tree_text(party, "Name"));
    for (; n; n = tree_again(n)) {
        const struct tree_node *id = tree_child(n, "ID");
        const char *scheme = id ? xml_attribute(id->attributes, "schemeID") : NULL;

        if (scheme && strcmp(scheme, "VA") == 0)
            draft_tax_id(d, tax_id, sv_of(id->text));
    }
}

static void
read_lines(struct draft *d, const struct tree_node *trade)
{
    const struct tree_node *n = tree_child(trade, "IncludedSupplyChainTradeLineItem");

    for (; n; n = tree_again(n)) {
        const struct tree_node *settlement = either(n, "SpecifiedLineTradeSettlement",
            "SpecifiedSupplyChainTradeSettlement");
        const struct tree_node *sum = either(settlement,
            "SpecifiedTradeSettlementLineMonetarySummation",
            "SpecifiedTradeSettlementMonetarySummation");
        struct invoice_line *line;

        /* Lines without an amount are remarks. */
        if (!tree_child(sum, "LineTotalAmount"))
            continue;
        line = en_line(d, tree_text(n, "SpecifiedTradeProduct/Name"), sum, "LineTotalAmount",
            false);
        if (!line)
            return;
        line->rate = draft_copy(d, tree_text(settlement,
            "ApplicableTradeTax/RateApplicablePercent"));
    }
}

static void
read_allowances(struct draft *d, const struct tree_node *settlement)
{
    const struct tree_node *n = tree_child(settlement, "SpecifiedTradeAllowanceCharge");

    for (; n; n = tree_again(n))
        (void)en_line(d, tree_text(n, "Reason"), n, "ActualAmount",
            !sv_is(tree_text(n, "ChargeIndicator/Indicator"), SV("true")));
}

/* The tax may stand twice, in the currency of the document and in that of accounting. */
static void
read_totals(struct draft *d, const struct tree_node *settlement)
{
    const struct tree_node *sum = either(settlement,
        "SpecifiedTradeSettlementHeaderMonetarySummation",
        "SpecifiedTradeSettlementMonetarySummation");
    const struct tree_node *tax = tree_child(sum, "TaxTotalAmount");
    struct invoice *one = &d->one;

    en_amount(d, &one->net, &one->has_net, "amount", sum, "TaxBasisTotalAmount");
    en_amount(d, &one->total, &one->has_total, "total", sum, "GrandTotalAmount");
    for (; tax; tax = tree_again(tax)) {
        const char *currency = xml_attribute(tax->attributes, "currencyID");

        if (!currency || strcmp(currency, one->currency) == 0)
            draft_amount(d, &one->tax, &one->has_tax, "tax", sv_of(tax->text));
    }
}

static void
fill(struct draft *d, const struct tree_node *root)
{
    const struct tree_node *document = either(root, "ExchangedDocument",
        "HeaderExchangedDocument");
    const struct tree_node *trade = either(root, "SupplyChainTradeTransaction",
        "SpecifiedSupplyChainTradeTransaction");
    const struct tree_node *agreement = either(trade, "ApplicableHeaderTradeAgreement",
        "ApplicableSupplyChainTradeAgreement");
    const struct tree_node *settlement = either(trade, "ApplicableHeaderTradeSettlement",
        "ApplicableSupplyChainTradeSettlement");
    const struct tree_node *note = tree_child(document, "IncludedNote");
    struct invoice *one = &d->one;

    draft_text(d, &one->currency, tree_text(settlement, "InvoiceCurrencyCode"));
    draft_text(d, &one->number, tree_text(document, "ID"));
    draft_date(d, sv_part(tree_text(document, "IssueDateTime/DateTimeString"), 0, 8));
    read_party(d, tree_child(agreement, "SellerTradeParty"), &one->seller, &one->seller_tax_id);
    read_party(d, tree_child(agreement, "BuyerTradeParty"), &one->buyer, &one->buyer_tax_id);
    read_totals(d, settlement);
    draft_text(d, &one->red_of,
        tree_text(settlement, "InvoiceReferencedDocument/IssuerAssignedID"));
    en_reference(d, tree_text(agreement, "BuyerOrderReferencedDocument/IssuerAssignedID"));
    en_reference(d, tree_text(agreement, "SellerOrderReferencedDocument/IssuerAssignedID"));
    for (; note; note = tree_again(note))
        en_reference(d, tree_text(note, "Content"));
    read_lines(d, trade);
    read_allowances(d, settlement);
    en_finish(d, tree_text(document, "TypeCode"));
}

static int
recognise(struct sv head, struct source *s)
{
    struct sv tag, name = tree_root_name(head, &tag);

    (void)s;
    return sv_is(name, SV("CrossIndustryInvoice")) || sv_is(name, SV("CrossIndustryDocument"))
        ? 100
        : 0;
}

static int
read_cii(struct source *s, struct input *in, struct invoices *out, struct err *e)
{
    return en_read(s, fill, in, out, e);
}

const struct invoice_reader invoice_cii = {
    .name = "cii",
    .title = N_("Cross Industry Invoice (Factur-X, ZUGFeRD)"),
    .recognise = recognise,
    .read = read_cii,
};
