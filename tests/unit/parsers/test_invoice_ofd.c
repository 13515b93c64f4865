#include "invoice_text.h"
#include "packing.h"

#define NUMBER "24112000000000000163"

#define ENTRY(data)                                                                                \
    "<ofd:OFD xmlns:ofd=\"x\"><ofd:DocBody><ofd:DocInfo><ofd:CustomDatas>" data                    \
    "</ofd:CustomDatas></ofd:DocInfo><ofd:DocRoot>/Doc_2/Document.xml</ofd:DocRoot></ofd:DocBody>" \
    "</ofd:OFD>"

#define DATA(name, text) "<ofd:CustomData Name=\"" name "\">" text "</ofd:CustomData>"

#define DOCUMENT                                                                                   \
    "<Document><CommonData><TemplatePage ID=\"1\" BaseLoc=\"Tpls/T.xml\"/></CommonData><Pages>"    \
    "<Page ID=\"61\" BaseLoc=\"Pages/P.xml\"/></Pages><CustomTags>Tags/CustomTags.xml"             \
    "</CustomTags><Attachments>Attachs/Attachments.xml</Attachments></Document>"

#define TAG_LIST "<CustomTags><CustomTag><FileLoc>Tag.xml</FileLoc></CustomTag></CustomTags>"

#define TEXT(id, x, y, text)                                                                       \
    "<TextObject ID=\"" id "\" Boundary=\"" x " " y " 60 5\" Size=\"3\"><TextCode X=\"0\" "        \
    "Y=\"4\" DeltaX=\"g 3 1.5 3\">" text "</TextCode></TextObject>"

#define PAGE(texts) "<Page><Area><PhysicalBox>0 0 210 140</PhysicalBox></Area>" texts "</Page>"

#define VALUES                                                                                     \
    TEXT("1", "170", "10", NUMBER) TEXT("2", "170", "16", "2024年05月28日")                          \
    TEXT("3", "20", "33", "示例大学") TEXT("4", "120", "33", "示例算力公司")                          \
    TEXT("5", "155", "96", "¥") TEXT("6", "160", "96", "106.00")                                   \
    TEXT("7", "32", "285", "outside") TEXT("8", "5", "56", "*信息技术服务*技术")                      \
    TEXT("9", "5", "60", "服务")

#define TAGS                                                                                       \
    "<:eInvoice xmlns:=\"\"><InvoiceNo><ofd:ObjectRef PageRef=\"61\">1</ofd:ObjectRef>"            \
    "</InvoiceNo><TaxInclusiveTotalAmount><ofd:ObjectRef>5</ofd:ObjectRef><ofd:ObjectRef>6"        \
    "</ofd:ObjectRef></TaxInclusiveTotalAmount><Buyer><BuyerName><ofd:ObjectRef>3"                 \
    "</ofd:ObjectRef></BuyerName></Buyer><Seller><SellerName><ofd:ObjectRef>4</ofd:ObjectRef>"     \
    "</SellerName></Seller><Item><ofd:ObjectRef>8</ofd:ObjectRef><ofd:ObjectRef>9"                 \
    "</ofd:ObjectRef></Item></:eInvoice>"

static struct part parts_of[] = {
    { "/OFD.xml", { "", 0 }, 0 },
    { "Doc_2/Document.xml", { DOCUMENT, sizeof(DOCUMENT) - 1 }, 0 },
    { "Doc_2/Pages/P.xml", { "", 0 }, 0 },
    { "Doc_2/Tpls/T.xml", { "", 0 }, 0 },
    { "Doc_2/Tags/CustomTags.xml", { TAG_LIST, sizeof(TAG_LIST) - 1 }, 0 },
    { "Doc_2/Tags/Tag.xml", { "", 0 }, 0 },
};

/* An OFD document with these parts, and what is read from it. */
static void
assert_ofd(struct sv entry, struct sv page, struct sv template, struct sv tags,
    const char *expected)
{
    struct part parts[COUNT(parts_of)];
    struct buf bytes;

    memcpy(parts, parts_of, sizeof(parts));
    parts[0].bytes = entry;
    parts[2].bytes = page;
    parts[3].bytes = template;
    parts[5].bytes = tags;
    buf_init(&bytes, 1 << 20);
    pack(&bytes, "zip", "none", NULL, parts, COUNT(parts));
    assert_reads(buf_sv(&bytes), expected);
    buf_release(&bytes);
}

static void
data_tags_and_page_complete_each_other(void **state)
{
    (void)state;
    /* A self-closing CustomData swallows nothing; tags need not be well-formed; texts outside the
     * page are none. */
    assert_ofd(SV("\xEF\xBB\xBF" ENTRY(DATA("发票号码", NUMBER) "<ofd:CustomData "
        "Name=\"购买方纳税人识别号\"/>" DATA("销售方纳税人识别号", "91110108MA0DEMX03X")
        DATA("合计金额", "100.00") DATA("合计税额", "6.00"))), SV(PAGE(VALUES)),
        SV(PAGE(TEXT("1", "154", "16", "开票日期："))), SV(TAGS),
        NUMBER " 2024-05-28 other ofd|示例算力公司 91110108MA0DEMX03X|示例大学 |CNY 100+6=106|"
        "*信息技术服务*技术服务 ? ? ");
}

static void
the_page_alone_is_enough(void **state)
{
    (void)state;
    assert_ofd(SV(ENTRY("")), SV(PAGE(VALUES)),
        SV(PAGE(TEXT("a", "56", "2", "电子发票（增值税专用发票）")
            TEXT("b", "140", "10", "发票号码：") TEXT("c", "140", "16", "开票日期：")
            TEXT("d", "11", "33", "名称：") TEXT("e", "111", "33", "名称：")
            TEXT("f", "5", "96", "价税合计（大写）") TEXT("g", "140", "96", "（小写）"))),
        SV("<broken"),
        NUMBER " 2024-05-28 digital-special ofd|示例算力公司 |示例大学 |CNY ?+?=106");
}

static void
newer_tags_hold_texts_themselves(void **state)
{
    (void)state;
    assert_ofd(SV(ENTRY("")), SV(PAGE("")), SV(PAGE("")),
        SV("<EInvoice><TaxSupervisionInfo><InvoiceNumber><ofd:ObjectData>" NUMBER
        "</ofd:ObjectData></InvoiceNumber></TaxSupervisionInfo><SellerName><ofd:ObjectData>null"
        "</ofd:ObjectData></SellerName><BuyerName/><TotalTax-includedAmount><ofd:ObjectData>5"
        "</ofd:ObjectData></TotalTax-includedAmount></EInvoice>"),
        NUMBER "  other ofd| | |CNY ?+?=5");
}

static void
parts_that_differ_are_told(void **state)
{
    (void)state;
    assert_ofd(SV(ENTRY(DATA("发票号码", NUMBER) DATA("价税合计", "107.00"))), SV(PAGE(VALUES)),
        SV(PAGE("")), SV(TAGS),
        NUMBER "  other ofd|示例算力公司 |示例大学 |CNY ?+?=107|"
        "*信息技术服务*技术服务 ? ? |total 106 not 107");
}

static void
data_that_contradicts_itself_tells_nothing(void **state)
{
    (void)state;
    assert_ofd(SV(ENTRY(DATA("发票号码", NUMBER) DATA("合计金额", "100.00") DATA("合计税额", "6.00")
        DATA("价税合计", "106.00") DATA("购买方名称", "甲") DATA("价税合计", "107.00")
        DATA("购买方名称", "甲"))), SV(PAGE("")), SV(PAGE("")), SV(""),
        NUMBER "  other ofd| |甲 |CNY 100+6=?|trouble: total '106.00', total '107.00'");
}

static void
what_is_no_amount_never_becomes_one(void **state)
{
    (void)state;
    assert_ofd(SV(ENTRY(DATA("发票号码", NUMBER) DATA("合计金额", "NaN") DATA("合计税额", "***"))),
        SV(PAGE("")), SV(PAGE("")), SV(""),
        NUMBER "  other ofd| | |CNY ?+0=?|trouble: amount 'NaN'");
}

static void
a_broken_document_is_listed_and_another_is_none(void **state)
{
    struct read_invoices r;
    struct part parts[2] = { { "OFD.xml", { ENTRY(""), sizeof(ENTRY("")) - 1 }, 0 },
        { "Doc_2/Document.xml", { "<Document/>", 11 }, 0 } };
    struct buf bytes;

    (void)state;
    assert_ofd(SV("<OFD>"), SV(""), SV(""), SV(""),
        "  other ofd| | | ?+?=?|trouble: the XML is damaged in its line 1 (no element found)");
    assert_ofd(SV("<OFD/>"), SV(""), SV(""), SV(""),
        "  other ofd| | | ?+?=?|trouble: the OFD document lacks its DocRoot");
    buf_init(&bytes, 1 << 20);
    pack(&bytes, "zip", "none", NULL, parts, 2);
    read_bytes(&r, buf_sv(&bytes));
    assert_int_equal(r.result, -1);
    assert_err(&r.e, "an OFD document, but no invoice");
    read_done(&r);
    buf_release(&bytes);
}

static void
a_document_that_was_cut_off_is_listed(void **state)
{
    struct part parts[2] = { { "Doc_0/Document.xml", { "<Document/>", 11 }, 0 },
        { "OFD.xml", { ENTRY(""), sizeof(ENTRY("")) - 1 }, 0 } };
    struct read_invoices r;
    struct buf bytes;

    (void)state;
    buf_init(&bytes, 1 << 20);
    pack(&bytes, "zip", "none", NULL, parts, 2);
    read_bytes(&r, sv_head(buf_sv(&bytes), bytes.n / 2));
    assert_int_equal(r.result, 1);
    assert_int_equal(r.invoices.list.n, 1);
    assert_string_equal(r.invoices.list.at[0].number, "");
    assert_string_not_equal(r.invoices.list.at[0].trouble, "");
    read_done(&r);
    /* Another archive that was cut off is none. */
    parts[0].name = "a.txt";
    parts[1].name = "b.txt";
    buf_reset(&bytes);
    pack(&bytes, "zip", "none", NULL, parts, 2);
    read_bytes(&r, sv_head(buf_sv(&bytes), bytes.n / 2));
    assert_int_equal(r.result, 0);
    read_done(&r);
    buf_release(&bytes);
}

#define ORIGINAL                                                                                   \
    "<eInvoice xmlns:fp=\"x\"><fp:InvoiceCode>033002000211</fp:InvoiceCode><fp:InvoiceNo>80000001" \
    "</fp:InvoiceNo><fp:IssueDate><![CDATA[2020年07月23日]]></fp:IssueDate><fp:Buyer><fp:BuyerName>" \
    "甲</fp:BuyerName></fp:Buyer><fp:TaxTotalAmount>免税</fp:TaxTotalAmount>"                        \
    "<fp:TaxExclusiveTotalAmount>5.00</fp:TaxExclusiveTotalAmount><fp:GraphCode>iVBORw0KGgo="      \
    "</fp:GraphCode></eInvoice>"

static void
the_original_data_of_older_invoices_come_first(void **state)
{
    static const char list[] = "<Attachments><Attachment Name=\"original_invoice\"><FileLoc>"
        "/Doc_2/Attachs/original_invoice.xml</FileLoc></Attachment></Attachments>";
    struct part parts[] = {
        { "OFD.xml", SV(ENTRY(DATA("发票号码", "80000002"))), 0 },
        { "Doc_2/Document.xml", SV(DOCUMENT), 0 },
        { "Doc_2/Attachs/Attachments.xml", SV(""), 0 },
        { "Doc_2/Attachs/original_invoice.xml", SV(ORIGINAL), 0 },
    };
    struct buf bytes;

    (void)state;
    parts[2].bytes = sv_of(list);
    buf_init(&bytes, 1 << 20);
    pack(&bytes, "zip", "none", NULL, parts, COUNT(parts));
    assert_reads(buf_sv(&bytes), "80000001/033002000211 2020-07-23 other ofd| |甲 |CNY 5+0=?|"
        "number 80000002 not 80000001");
    buf_release(&bytes);
}

static bool
has_warning(const struct input *in, const char *expected)
{
    char text[MESSAGE_TEXT_MAX];

    for (size_t i = 0; i < in->warnings.n; i++)
        if (strcmp(in->warnings.at[i].code, "ofd-part-damaged") == 0 &&
            strcmp(message_text(&in->warnings.at[i].message, LANG_EN, text, sizeof(text)),
                expected) == 0)
            return true;
    return false;
}

/* Each part in turn is no XML: the others are read, and it is named. */
static void
a_damaged_part_is_told_and_leaves_the_others(void **state)
{
    static const char attachments[] = "<Attachments><Attachment Name=\"x\"><FileLoc>"
        "../Attachs/original_invoice.xml</FileLoc></Attachment></Attachments>";
    static const char original[] = "80000001/033002000211 2020-07-23 other ofd| |甲 |CNY 5+0=?|"
        "number " NUMBER " not 80000001";
    static const char page[] = NUMBER "  other ofd|示例算力公司 |示例大学 |CNY ?+?=106|"
        "*信息技术服务*技术服务 ? ? ";
    static const struct { size_t part; const char *expected, *warning; } cases[] = {
        { 2, original, "Doc_2/Pages/P.xml of the OFD document cannot be read" },
        { 4, original, "Doc_2/Tags/CustomTags.xml of the OFD document cannot be read" },
        { 6, page, "Doc_2/Attachs/Attachments.xml of the OFD document cannot be read" },
        { 7, page, "Doc_2/Attachs/original_invoice.xml of the OFD document cannot be read" },
    };
    struct part parts[] = {
        { "OFD.xml", SV(ENTRY(DATA("发票号码", NUMBER))), 0 },
        { "Doc_2/Document.xml", SV(DOCUMENT), 0 },
        { "Doc_2/Pages/P.xml", SV(PAGE(VALUES)), 0 },
        { "Doc_2/Tpls/T.xml", SV(PAGE("")), 0 },
        { "Doc_2/Tags/CustomTags.xml", SV(TAG_LIST), 0 },
        { "Doc_2/Tags/Tag.xml", SV(TAGS), 0 },
        { "Doc_2/Attachs/Attachments.xml", SV(""), 0 },
        { "Doc_2/Attachs/original_invoice.xml", SV(ORIGINAL), 0 },
    };

    (void)state;
    parts[6].bytes = sv_of(attachments);
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct sv whole = parts[cases[i].part].bytes;
        struct read_invoices r;
        struct buf bytes;

        parts[cases[i].part].bytes = SV("<broken");
        buf_init(&bytes, 1 << 20);
        pack(&bytes, "zip", "none", NULL, parts, COUNT(parts));
        read_bytes(&r, buf_sv(&bytes));
        assert_int_equal(r.result, 1);
        assert_true(has_warning(r.in, cases[i].warning));
        assert_invoices(&r.invoices, cases[i].expected);
        read_done(&r);
        parts[cases[i].part].bytes = whole;
        buf_release(&bytes);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_tags_and_page_complete_each_other),
        cmocka_unit_test(the_page_alone_is_enough),
        cmocka_unit_test(newer_tags_hold_texts_themselves),
        cmocka_unit_test(parts_that_differ_are_told),
        cmocka_unit_test(data_that_contradicts_itself_tells_nothing),
        cmocka_unit_test(what_is_no_amount_never_becomes_one),
        cmocka_unit_test(a_broken_document_is_listed_and_another_is_none),
        cmocka_unit_test(a_document_that_was_cut_off_is_listed),
        cmocka_unit_test(the_original_data_of_older_invoices_come_first),
        cmocka_unit_test(a_damaged_part_is_told_and_leaves_the_others),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
