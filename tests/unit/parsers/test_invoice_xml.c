#include "invoice_text.h"

#define NUMBER "26322000000000000001"

/* An e-invoice around ${basic}, the totals, and ${rest}. */
#define EINVOICE(basic, rest)                                                                      \
    "<EInvoice><EInvoiceData><BasicInformation>" basic "</BasicInformation>" rest                  \
    "</EInvoiceData><TaxSupervisionInfo><InvoiceNumber>" NUMBER                                    \
    "</InvoiceNumber><IssueTime>2026-04-02</IssueTime></TaxSupervisionInfo></EInvoice>"

#define TOTAL(amount) "<TotalTax-includedAmount>" amount "</TotalTax-includedAmount>"

#define HEAD NUMBER " 2026-04-02 other xml| | |CNY "

static const struct { const char *xml, *expected; } cases[] = {
    /* Blocks in any order, unknown version, unknown root, prefix, BOM. */
    { "\xEF\xBB\xBF<?xml version=\"1.0\"?><!-- <EInvoice> --><x:EInvoice xmlns:x=\"y\">"
        "<TaxSupervisionInfo><IssueTime>2026-09-21T18:38:04</IssueTime><InvoiceNumber>" NUMBER
        "</InvoiceNumber></TaxSupervisionInfo><Header><Version>9.9</Version></Header>"
        "<EInvoiceData><BuyerInformation><BuyerAddr>z</BuyerAddr><BuyerName>示例 大学"
        "</BuyerName><BuyerIdNum>91320100ma0text010 </BuyerIdNum></BuyerInformation>"
        "</EInvoiceData></x:EInvoice>",
        NUMBER " 2026-09-21 other xml| |示例 大学 91320100MA0TEXT010|CNY ?+?=?" },
    { "<Other><Header><EInvoiceTag>SWEI1100</EInvoiceTag><EIid>" NUMBER "</EIid></Header>"
        "<EInvoiceData><BasicInformation><RequestTime>2026-01-31 23:59:59</RequestTime>"
        "</BasicInformation></EInvoiceData></Other>",
        NUMBER " 2026-01-31 other xml| | |CNY ?+?=?" },
    /* Lines inside ItemDetail, tax that is none. */
    { EINVOICE(TOTAL("10.00") "<TotalTaxAm>***</TotalTaxAm>", "<IssuItemInformation><ItemDetail>"
        "<ItemName>a</ItemName><Amount>4</Amount><TaxAm>免税</TaxAm></ItemDetail><ItemDetail>"
        "<ItemName>b</ItemName><Amount>6.000000</Amount></ItemDetail></IssuItemInformation>"),
        HEAD "?+0=10|a 4 0 |b 6 ? " },
    /* What is no amount never becomes one. */
    { EINVOICE(TOTAL("NaN"), ""), HEAD "?+?=?|trouble: total 'NaN'" },
    { EINVOICE(TOTAL("Infinity"), ""), HEAD "?+?=?|trouble: total 'Infinity'" },
    { EINVOICE(TOTAL("1e17"), ""), HEAD "?+?=?|trouble: total '1e17'" },
    { EINVOICE(TOTAL("1.5E2"), ""), HEAD "?+?=?|trouble: total '1.5E2'" },
    { EINVOICE(TOTAL("100000000000000000"), ""),
        HEAD "?+?=?|trouble: total '100000000000000000'" },
    { EINVOICE(TOTAL("500.00"), "<IssuItemInformation><Amount>1e3</Amount>"
        "</IssuItemInformation>"), HEAD "?+?=500| ? ? |trouble: line amount '1e3'" },
    /* A number that stands twice and differs, or has another length, is none. */
    { "<EInvoice><Header><EIid>26322000000000000002</EIid></Header><TaxSupervisionInfo>"
        "<InvoiceNumber>" NUMBER "</InvoiceNumber></TaxSupervisionInfo></EInvoice>",
        "  other xml| | |CNY ?+?=?|trouble: number '" NUMBER "', number '26322000000000000002'" },
    { "<EInvoice><Header><EIid>2.6322E+19</EIid></Header></EInvoice>",
        "  other xml| | |CNY ?+?=?|trouble: number '2.6322E+19'" },
    { "<EInvoice><Header><EIid>263220000000000000</EIid></Header></EInvoice>",
        "  other xml| | |CNY ?+?=?|trouble: number '263220000000000000'" },
    { "<EInvoice><Header><EIid>" NUMBER "</EIid></Header><TaxSupervisionInfo><InvoiceNumber>"
        "２６３２２０００ ０００００００００００１</InvoiceNumber></TaxSupervisionInfo></EInvoice>",
        NUMBER "  other xml| | |CNY ?+?=?" },
    /* What stands twice and differs is not known; what stands twice and does not, is. */
    { EINVOICE(TOTAL("500.00") TOTAL("800.00"), ""),
        HEAD "?+?=?|trouble: total '500.00', total '800.00'" },
    { EINVOICE(TOTAL("500.00") TOTAL("500.00"), ""), HEAD "?+?=500" },
    { EINVOICE(TOTAL("500.00") "</BasicInformation><BasicInformation>" TOTAL("500.00"), ""),
        HEAD "?+?=?|trouble: total, of which there are several" },
    { EINVOICE(TOTAL("500.00"), "<BuyerInformation><BuyerName>a</BuyerName></BuyerInformation>"
        "<BuyerInformation><BuyerName>b</BuyerName></BuyerInformation>"),
        HEAD "?+?=500|trouble: buyer 'a', buyer 'b'" },
    /* Red against a positive amount. */
    { "<EInvoice><InIssuType><LabelCode>N</LabelCode></InIssuType><EInvoiceData>"
        "<BasicInformation>" TOTAL("500.00") "</BasicInformation></EInvoiceData></EInvoice>",
        "  other xml| | |CNY ?+?=?|trouble: total against InIssuType 'N'" },
    /* The blue invoice is named in the remark, in two spellings. */
    { EINVOICE(TOTAL("-5.00"), "<AdditionalInformation><Remark>被红冲蓝字数电发票号码："
        "26322000000000000009</Remark></AdditionalInformation>"),
        HEAD "?+?=-5|red of 26322000000000000009|被红冲蓝字数电发票号码：26322000000000000009" },
    /* The number of a toll's plate is none of the invoice's. */
    { "<EInvoice><EInvoiceData><SpecificInformation><Toll><PlateNumber>99999999999999999999"
        "</PlateNumber></Toll></SpecificInformation></EInvoiceData></EInvoice>",
        "  other xml| | |CNY ?+?=?" },
    /* Third parties: TotalAmount is gross only where net and tax say so. */
    { "<Invoice><InvoiceNumber>" NUMBER "</InvoiceNumber><TotalAmount>500.00</TotalAmount>"
        "<SellerName>甲</SellerName></Invoice>",
        NUMBER "  other xml|甲 | |CNY ?+?=?|trouble: total, since TotalAmount may be with or "
        "without tax '500.00'" },
    { "<Invoice><InvoiceNumber>" NUMBER "</InvoiceNumber><TotalAmount>500.00</TotalAmount>"
        "<TotalTax>28.30</TotalTax><TotalAmWithoutTax>471.70</TotalAmWithoutTax></Invoice>",
        NUMBER "  other xml| | |CNY 471.7+28.3=500" },
    /* In Chinese, and in pinyin of two spellings. */
    { "<发票><发票号码>" NUMBER "</发票号码><开票日期>2026年04月02日</开票日期><购买方><名称>示例大学</名称>"
        "<纳税人识别号>91320100MA0TEXT010</纳税人识别号></购买方><销售方><名称>甲</名称></销售方>"
        "<合计金额>471.70</合计金额><合计税额>28.30</合计税额><价税合计>500.00</价税合计><备注>x</备注></发票>",
        NUMBER " 2026-04-02 other xml|甲 |示例大学 91320100MA0TEXT010|CNY 471.7+28.3=500|x" },
    { "<DATA><HEAD><FPHM>" NUMBER "</FPHM><KPRQ>20260402</KPRQ></HEAD><BODY><XSFMC>甲</XSFMC>"
        "<XSFNSRSBH>91330100MA0DEMX02W</XSFNSRSBH><GMFMC>乙</GMFMC><GMFNSRSBH>91320100MA0TEXT010"
        "</GMFNSRSBH><HJJE>471.70</HJJE><HJSE>28.30</HJSE><JSHJXX>500.00</JSHJXX><SPMC>*软件*云"
        "</SPMC></BODY></DATA>",
        NUMBER " 2026-04-02 other xml|甲 91330100MA0DEMX02W|乙 91320100MA0TEXT010|CNY "
        "471.7+28.3=500|*软件*云 ? ? " },
    { "<Fp><Fphm>" NUMBER "</Fphm><Kprq>2026-04-02</Kprq><Xfmc>甲</Xfmc><Jshj>1e3</Jshj></Fp>",
        NUMBER " 2026-04-02 other xml|甲 | |CNY ?+?=?|trouble: total '1e3'" },
    { "<Invoice><InvoiceNumber>" NUMBER "</InvoiceNumber><TotalAmount>500.00</TotalAmount>"
        "<TotalTax>20.00</TotalTax><TotalAmWithoutTax>471.70</TotalAmWithoutTax></Invoice>",
        NUMBER "  other xml| | |CNY 471.7+20=?|trouble: total, since TotalAmount may be with or "
        "without tax '500.00'" },
    { "<DATA><FPHM>" NUMBER "</FPHM><A><JSHJ>500.00</JSHJ></A><JSHJ>600.00</JSHJ></DATA>",
        NUMBER "  other xml| | |CNY ?+?=?|trouble: total '500.00', total '600.00'" },
    { "<DATA><FPHM>" NUMBER "</FPHM><A><JSHJ>500.00</JSHJ></A><JSHJ>500</JSHJ></DATA>",
        NUMBER "  other xml| | |CNY ?+?=500" },
    /* A net amount alone is no total. */
    { "<发票><发票号码>" NUMBER "</发票号码><合计金额>471.70</合计金额></发票>",
        NUMBER "  other xml| | |CNY 471.7+?=?" },
    /* In the charset that it says, and in another than it says. */
    { "<?xml version=\"1.0\" encoding=\"GBK\"?><EInvoice><Header><EIid>" NUMBER "</EIid></Header>"
        "<EInvoiceData><BuyerInformation><BuyerName>\xCA\xBE\xC0\xFD\xB4\xF3\xD1\xA7"
        "</BuyerName></BuyerInformation></EInvoiceData></EInvoice>",
        NUMBER "  other xml| |示例大学 |CNY ?+?=?" },
    { "<?xml version=\"1.0\" encoding=\"UTF-8\"?><\xB7\xA2\xC6\xB1><\xB7\xA2\xC6\xB1\xBA\xC5"
        "\xC2\xEB>" NUMBER "</\xB7\xA2\xC6\xB1\xBA\xC5\xC2\xEB></\xB7\xA2\xC6\xB1>",
        NUMBER "  other xml| | |CNY ?+?=?" },
    { "<?xml version=\"1.0\" encoding=\"GB2312\"?><EInvoice><Header><EIid>" NUMBER
        "</EIid></Header><EInvoiceData><BuyerInformation><BuyerName>示例大学</BuyerName>"
        "</BuyerInformation></EInvoiceData></EInvoice>",
        NUMBER "  other xml| |示例大学 |CNY ?+?=?" },
};

static void
fields_are_found_by_their_names_wherever_they_stand(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_reads(sv_of(cases[i].xml), cases[i].expected);
}

/* ${text}, of ASCII, in UTF-16 behind ${mark}. */
static struct sv
in_utf16(char *out, struct sv text, struct sv mark, bool is_little)
{
    size_t n = mark.n;

    if (mark.n > 0)
        memcpy(out, mark.p, mark.n);
    for (size_t i = 0; i < text.n; i++) {
        out[n++] = is_little ? text.p[i] : '\0';
        out[n++] = is_little ? '\0' : text.p[i];
    }
    return (struct sv){ out, n };
}

static void
documents_in_utf16_are_read(void **state)
{
    static const char xml[] = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>"
        EINVOICE(TOTAL("500.00"), "");
    char bytes[2 * sizeof(xml) + 2];

    (void)state;
    assert_reads(in_utf16(bytes, sv_of(xml), SV("\xFF\xFE"), true), HEAD "?+?=500");
    assert_reads(in_utf16(bytes, sv_of(xml), SV("\xFE\xFF"), false), HEAD "?+?=500");
    assert_reads(in_utf16(bytes, sv_of(xml), SV_EMPTY, true), HEAD "?+?=500");
}

/* Several in one document stay several. */
static void
each_number_of_a_document_is_an_invoice(void **state)
{
    (void)state;
    assert_reads(SV("<R><FP><FPHM>" NUMBER "</FPHM><JSHJ>5.00</JSHJ><XFMC>a</XFMC></FP><FP><FPHM>"
        "26322000000000000002</FPHM><JSHJ>7.00</JSHJ><XFMC>b</XFMC></FP></R>"),
        NUMBER "  other xml|a | |CNY ?+?=5\n26322000000000000002  other xml|b | |CNY ?+?=7");
}

static void
what_cannot_be_read_is_listed_without_any_field(void **state)
{
    static const struct { const char *xml, *trouble; } broken[] = {
        { "<EInvoice><Header><EIid>" NUMBER "</EIid>",
            "the XML is damaged in its line 1 (no element found)" },
        { "<!DOCTYPE EInvoice [<!ENTITY a \"1\">]><EInvoice><Header><EIid>&a;</EIid></Header>"
            "</EInvoice>", "the XML has a DTD, which is refused" },
        { "<EInvoice><Header><EIid>&b;</EIid></Header></EInvoice>",
            "the XML is damaged in its line 1 (undefined entity)" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(broken); i++) {
        struct buf expected;

        buf_init(&expected, 4096);
        buf_addf(&expected, "  other xml| | | ?+?=?|trouble: %s", broken[i].trouble);
        assert_reads(sv_of(broken[i].xml), expected.p);
        buf_release(&expected);
    }
}

static void
deep_nesting_ends_by_the_limit(void **state)
{
    struct buf xml;

    (void)state;
    buf_init(&xml, 1 << 20);
    buf_add_text(&xml, "<EInvoice>");
    for (size_t i = 0; i < 1000; i++)
        buf_add_text(&xml, "<a>");
    assert_reads(buf_sv(&xml), "  other xml| | | ?+?=?|trouble: "
        "the XML is nested deeper than 64 levels; --limit nesting=N allows more");
    buf_release(&xml);
}

static void
other_xml_is_no_invoice(void **state)
{
    static const char *const others[] = { "<html/>", "<Invoice/>", "<a><EInvoice/></a>", "<",
        "<EInvoices/>", "<!-- <EInvoice/> -->", "EInvoice" };

    (void)state;
    for (size_t i = 0; i < COUNT(others); i++) {
        struct read_invoices r;

        read_bytes(&r, sv_of(others[i]));
        assert_int_equal(r.result, 0);
        assert_int_equal(r.in->kind, INPUT_UNKNOWN);
        assert_int_equal(r.in->records, 0);
        read_done(&r);
    }
}

static void
records_of_vouchers_are_refused_by_name(void **state)
{
    struct read_invoices r;

    (void)state;
    read_bytes(&r, SV("<xbrli:xbrl xmlns:einv=\"http://xbrl.mof.gov.cn/taxonomy/2023-12-31/"
        "einv\"><einv:InvoiceNumber>1</einv:InvoiceNumber></xbrli:xbrl>"));
    assert_int_equal(r.result, -1);
    assert_err(&r.e, "an accounting record of a voucher in XBRL (einv: fully digital "
        "e-invoice), no invoice; give the invoice itself");
    assert_int_equal(r.invoices.list.n, 0);
    read_done(&r);
}

static void
what_is_missing_is_told_in_a_warning(void **state)
{
    struct read_invoices r;
    char text[MESSAGE_TEXT_MAX];

    (void)state;
    read_bytes(&r, SV(EINVOICE(TOTAL("NaN"), "")));
    assert_int_equal(r.in->kind, INPUT_INVOICE);
    assert_string_equal(r.in->format, "einvoice-xml");
    assert_int_equal(r.in->skipped[SKIP_OBSERVATION], 1);
    assert_int_equal(r.in->warnings.n, 1);
    assert_string_equal(message_text(&r.in->warnings.at[0].message, LANG_EN, text, sizeof(text)),
        "the invoice lacks seller, buyer, total with tax; what cannot be read: total 'NaN'");
    read_done(&r);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_are_found_by_their_names_wherever_they_stand),
        cmocka_unit_test(documents_in_utf16_are_read),
        cmocka_unit_test(each_number_of_a_document_is_an_invoice),
        cmocka_unit_test(what_cannot_be_read_is_listed_without_any_field),
        cmocka_unit_test(deep_nesting_ends_by_the_limit),
        cmocka_unit_test(other_xml_is_no_invoice),
        cmocka_unit_test(records_of_vouchers_are_refused_by_name),
        cmocka_unit_test(what_is_missing_is_told_in_a_warning),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
