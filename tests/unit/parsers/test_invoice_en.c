#include "invoice_text.h"

#define UBL(name, rest)                                                                            \
    "<u:" name " xmlns:u=\"urn:oasis:names:specification:ubl:schema:xsd:" name "-2\">"             \
    "<ID>R-7</ID><IssueDate>2026-03-31+02:00</IssueDate><DocumentCurrencyCode>EUR"                 \
    "</DocumentCurrencyCode>" rest "</u:" name ">"

#define PARTIES                                                                                    \
    "<AccountingSupplierParty><Party><PartyName><Name>Short</Name></PartyName><PartyTaxScheme>"    \
    "<CompanyID>X1</CompanyID><TaxScheme><ID>FC</ID></TaxScheme></PartyTaxScheme><PartyTaxScheme>" \
    "<CompanyID>de 123</CompanyID><TaxScheme><ID>VAT</ID></TaxScheme></PartyTaxScheme>"            \
    "<PartyLegalEntity><RegistrationName>GPU Cloud GmbH</RegistrationName></PartyLegalEntity>"     \
    "</Party></AccountingSupplierParty><AccountingCustomerParty><Party><PartyName>"                \
    "<Name>Lab</Name></PartyName></Party></AccountingCustomerParty>"

#define AMOUNT(name, text) "<" name " currencyID=\"EUR\">" text "</" name ">"

#define TOTALS(net, gross)                                                                         \
    "<LegalMonetaryTotal>" AMOUNT("TaxExclusiveAmount", net)                                       \
    AMOUNT("TaxInclusiveAmount", gross) "</LegalMonetaryTotal>"

#define CII(type, rest)                                                                            \
    "<rsm:CrossIndustryInvoice xmlns:rsm=\"x\"><rsm:ExchangedDocument><ram:ID>7</ram:ID>"          \
    "<ram:TypeCode>" type "</ram:TypeCode><IssueDateTime><DateTimeString format=\"102\">20260331"  \
    "</DateTimeString></IssueDateTime></rsm:ExchangedDocument><SupplyChainTradeTransaction>"       \
    "<ApplicableHeaderTradeSettlement><InvoiceCurrencyCode>EUR</InvoiceCurrencyCode>" rest         \
    "</ApplicableHeaderTradeSettlement></SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>"

static const struct { const char *xml, *expected; } cases[] = {
    /* Legal name, VAT id, the tax in the currency of the document, an allowance as a line. */
    { UBL("Invoice", PARTIES
        "<TaxTotal><TaxAmount currencyID=\"SEK\">190</TaxAmount></TaxTotal>"
        "<TaxTotal>" AMOUNT("TaxAmount", "19.00") "</TaxTotal>" TOTALS("100.00", "119.00")
        "<OrderReference><ID>PO-1</ID><SalesOrderID>SO-2</SalesOrderID></OrderReference>"
        "<InvoiceLine><Item><Name>A100</Name></Item>" AMOUNT("LineExtensionAmount", "110")
        "</InvoiceLine><AllowanceCharge><ChargeIndicator>false</ChargeIndicator>"
        "<AllowanceChargeReason>loyal</AllowanceChargeReason>" AMOUNT("Amount", "10")
        "</AllowanceCharge>"),
        "R-7 2026-03-31 other xml|GPU Cloud GmbH DE123|Lab |EUR 100+19=119|refers PO-1 SO-2|"
        "A100 110 ? |loyal -10 ? " },
    /* A credit note gives back what it states, by name or by type. */
    { UBL("CreditNote", TOTALS("100", "119") "<BillingReference><InvoiceDocumentReference>"
        "<ID>R-6</ID></InvoiceDocumentReference></BillingReference>"),
        "R-7 2026-03-31 credit-note xml| | |EUR -100+?=-119|red of R-6" },
    { UBL("Invoice", "<InvoiceTypeCode>381</InvoiceTypeCode>" TOTALS("100", "100")),
        "R-7 2026-03-31 credit-note xml| | |EUR -100+0=-100" },
    /* An invoice may be negative as it stands. */
    { UBL("Invoice", "<InvoiceTypeCode>380</InvoiceTypeCode>" TOTALS("-100", "-119")),
        "R-7 2026-03-31 other xml| | |EUR -100+?=-119" },
    /* An amount in another currency, or no amount. */
    { UBL("Invoice", "<LegalMonetaryTotal><TaxInclusiveAmount currencyID=\"USD\">1"
        "</TaxInclusiveAmount><TaxExclusiveAmount>NaN</TaxExclusiveAmount></LegalMonetaryTotal>"),
        "R-7 2026-03-31 other xml| | |EUR ?+?=?|trouble: amount 'NaN', total 'USD'" },
    { CII("380", "<SpecifiedTradeSettlementHeaderMonetarySummation>"
        "<TaxBasisTotalAmount>100</TaxBasisTotalAmount><TaxTotalAmount currencyID=\"SEK\">190"
        "</TaxTotalAmount><TaxTotalAmount currencyID=\"EUR\">19</TaxTotalAmount>"
        "<GrandTotalAmount>119</GrandTotalAmount><DuePayableAmount>19</DuePayableAmount>"
        "</SpecifiedTradeSettlementHeaderMonetarySummation>"),
        "7 2026-03-31 other xml| | |EUR 100+19=119" },
    { CII("381", "<SpecifiedTradeSettlementHeaderMonetarySummation><GrandTotalAmount>119"
        "</GrandTotalAmount></SpecifiedTradeSettlementHeaderMonetarySummation>"
        "<InvoiceReferencedDocument><IssuerAssignedID>6</IssuerAssignedID>"
        "</InvoiceReferencedDocument>"),
        "7 2026-03-31 credit-note xml| | |EUR ?+?=-119|red of 6" },
    /* What is taken off the whole and what is added to it. */
    { CII("380", "<SpecifiedTradeAllowanceCharge><ChargeIndicator><Indicator>false</Indicator>"
        "</ChargeIndicator><ActualAmount>5</ActualAmount><Reason>loyal</Reason>"
        "</SpecifiedTradeAllowanceCharge><SpecifiedTradeAllowanceCharge><ChargeIndicator>"
        "<Indicator>true</Indicator></ChargeIndicator><ActualAmount>3</ActualAmount>"
        "<Reason>fast</Reason></SpecifiedTradeAllowanceCharge>"
        "<SpecifiedTradeSettlementHeaderMonetarySummation><GrandTotalAmount>98</GrandTotalAmount>"
        "</SpecifiedTradeSettlementHeaderMonetarySummation>"),
        "7 2026-03-31 other xml| | |EUR ?+?=98|loyal -5 ? |fast 3 ? " },
    /* Which of two totals counts nobody can tell. */
    { UBL("Invoice", "<LegalMonetaryTotal>" AMOUNT("TaxInclusiveAmount", "119")
        AMOUNT("TaxInclusiveAmount", "120") "</LegalMonetaryTotal>"),
        "R-7 2026-03-31 other xml| | |EUR ?+?=?|trouble: total '119', total '120'" },
    /* ZUGFeRD 1. */
    { "<CrossIndustryDocument><HeaderExchangedDocument><ID>8</ID></HeaderExchangedDocument>"
        "<SpecifiedSupplyChainTradeTransaction><ApplicableSupplyChainTradeAgreement>"
        "<SellerTradeParty><Name>S</Name><SpecifiedTaxRegistration><ID schemeID=\"VA\">DE1</ID>"
        "</SpecifiedTaxRegistration></SellerTradeParty></ApplicableSupplyChainTradeAgreement>"
        "<ApplicableSupplyChainTradeSettlement><InvoiceCurrencyCode>EUR</InvoiceCurrencyCode>"
        "<SpecifiedTradeSettlementMonetarySummation><GrandTotalAmount>5</GrandTotalAmount>"
        "</SpecifiedTradeSettlementMonetarySummation></ApplicableSupplyChainTradeSettlement>"
        "</SpecifiedSupplyChainTradeTransaction></CrossIndustryDocument>",
        "8  other xml|S DE1| |EUR ?+?=5" },
};

static void
both_syntaxes_say_the_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_reads(sv_of(cases[i].xml), cases[i].expected);
}

static void
a_broken_document_is_listed(void **state)
{
    (void)state;
    assert_reads(SV("<CrossIndustryInvoice><x></CrossIndustryInvoice>"),
        "  other xml| | | ?+?=?|trouble: the XML is damaged in its line 1 (mismatched tag)");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_syntaxes_say_the_same),
        cmocka_unit_test(a_broken_document_is_listed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
