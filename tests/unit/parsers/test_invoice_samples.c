#include "base/child.h"
#include "invoice_text.h"

/* Real and constructed invoices, and what they say. */
static const struct { const char *file, *expected; bool is_pdf; } samples[] = {
    { "xml/constructed_blue_6pct.xml",
        "26322000000000000001 2026-04-02 digital-ordinary xml|示例算力科技有限公司 91330100MA0DEMX02W|"
        "示例大学 91320100MA0TEXT010|CNY 471.7+28.3=500 伍佰圆整|账期2026-03|*信息技术服务*算力服务费 471.7 28.3 "
        "0.06", false },
    { "xml/constructed_blue_discount_line.xml",
        "26322000000000000002 2026-04-02 digital-ordinary xml|示例算力科技有限公司 91330100MA0DEMX02W|"
        "示例大学 91320100MA0TEXT010|CNY 943.4+56.6=1000 壹仟圆整|*信息技术服务*云服务器租用费 1000 60 0.060000|"
        "*信息技术服务*云服务器租用费 -56.6 -3.4 0.060000", false },
    { "xml/constructed_red_full.xml",
        "26322000000000000003 2026-04-20 digital-ordinary xml|示例算力科技有限公司 91330100MA0DEMX02W|"
        "示例大学 91320100MA0TEXT010|CNY -471.7+-28.3=-500 （负数）伍佰圆整|red of 26322000000000000001|"
        "被红冲蓝字数电票号码：26322000000000000001 红字发票信息确认单编号：32010026030100000001|*信息技术服务*算力服务费 "
        "-471.7 -28.3 0.06", false },
    { "xml/einvoice_file_toolbox_fixture.xml",
        "99990000000000000001 2026-05-19 digital-special xml|测试销售方有限公司 91SELLERTAXID00000X|"
        "测试购买方有限公司 91BUYERTAXID00000Y|CNY 1000+130=1130 壹仟壹佰叁拾圆整|测试备注内容|*交通运输设备*测试软管甲 1000 "
        "130 0.130000|*交通运输设备*无规格测试品 0 0 0.130000", false },
    { "en16931/ubl_invoice_example1.xml",
        "12115118 2015-01-09 other xml|De Koksmaat NL8200.98.395.B.01|ODIN 59 |EUR "
        "229.6+20.73=250.33|refers Alle leveringen zijn fra|PATAT FRITES 10MM 10KG 19.9 ? 6|"
        "PKAAS 50PL. JONG BEL. 1KG 9.85 ? 6|POT KETCHUP 3 LT 8.29 ? 6|20 lines", false },
    { "en16931/ubl_creditnote1.xml",
        "018304 / 28865 2019-09-23 credit-note xml|My Supplier Company BE0000000196|My "
        "Customer Company BE0000000295|EUR -100.11+0=-100.11|Exonération du versement du PP "
        "-100.11 ? 0.00", false },
    { "en16931/cii_example1.xml",
        "12115118 2015-01-09 other xml|De Koksmaat NL8200.98.395.B.01|ODIN 59 |EUR "
        "229.6+20.73=250.33|refers Alle leveringen zijn fra|PATAT FRITES 10MM 10KG 19.9 ? 6|"
        "KAAS 50PL. JONG BEL. 1KG 9.85 ? 6|POT KETCHUP 3 LT 8.29 ? 6|20 lines", false },
    { "en16931/cii_example7_period.xml",
        "INVOICE_test_7 2013-05-13 other xml|The Sellercompany Incorporated |THe "
        "Buyercompany |SEK 3200+0=3200|refers Order_9988_x Testscenari|Road tax 2500 ? |Road "
        "Register fee 700 ? ", false },
    { "ofd/old_vat_ordinary_1page.ofd",
        "80000001/033002000211 2020-07-23 vat-ordinary ofd|示例市示例乙餐厅 91330100MA0DEMX02W|"
        "江苏示例甲新材料有限公司 91320100MA0TEXT010|CNY 510.68+15.32=526 伍佰贰拾陆圆整|*餐饮服务*餐费 510.68 15.32 "
        "3%", false },
    { "ofd/digital_special_customdata.ofd",
        "24112000000000000163 2024-05-28 digital-special ofd|北京示例三六五科技有限公司 "
        "91110108MA0DEMX03X|海南示例云服科技有限公司 91460300MA0TEXT04T|CNY 4197.17+251.83=4449 "
        "肆仟肆佰肆拾玖圆整|收款人:示例甲; 复核人:示例乙;|*信息技术服务*技术服务费 4197.17 251.83 6%", false },
    { "pdf/constructed_digital_UniGB-UCS2-H.pdf",
        "26322000000000000001 2026-04-02 digital-ordinary pdf|示例算力科技有限公司 91330100MA0DEMX02W|"
        "示例大学 91320100MA0TEXT010|CNY 471.7+28.3=500 伍佰圆整|*信息技术服务*算力服务费 471.7 28.3 6%", true },
    { "pdf/constructed_digital_Identity-H_ToUnicode_flate.pdf",
        "26322000000000000001 2026-04-02 digital-ordinary pdf|示例算力科技有限公司 91330100MA0DEMX02W|"
        "示例大学 91320100MA0TEXT010|CNY 471.7+28.3=500 伍佰圆整|*信息技术服务*算力服务费 471.7 28.3 6%", true },
    { "pdf/invoice2data_AzureInterior_fictional.pdf",
        "INV/2023/03/0008 2023-03-20 other xml|Azure Interior |Mitchell Admin |USD "
        "262.9+16.94=279.84|refers Due to global inflation |--- Non Food --- 0 ? |Beeswax XL "
        "42 ? |Office Chair 70 ? |7 lines", true },
    { "pdf/invoice2data_SammyMaystone_fictional.pdf",
        "invoice_number_1 2022-01-01 other pdf| |Taylor Riddel |USD 127.5+0=127.5", true },
};

static bool
has_poppler(void)
{
    struct buf path;
    bool has;

    buf_init(&path, 4096);
    has = child_find(&path, "pdftotext");
    buf_release(&path);
    return has;
}

static void
each_sample_is_read_whole(void **state)
{
    char folder[512], path[1024];

    (void)state;
    if (!samples_folder(folder, GPUBILL_SOURCE_DIR))
        return;
    for (size_t i = 0; i < COUNT(samples); i++) {
        struct read_invoices r;
        struct source *s;
        struct err e = ERR_INIT;

        if (samples[i].is_pdf && !has_poppler()) {
            print_message("skipped: %s needs pdftotext\n", samples[i].file);
            continue;
        }
        (void)snprintf(path, sizeof(path), "%s/%s", folder, samples[i].file);
        assert_int_equal(source_open(&s, path, &e), 0);
        read_source(&r, s, path);
        assert_int_equal(r.result, 1);
        assert_true(input_is_closed(r.in));
        assert_invoices(&r.invoices, samples[i].expected);
        source_free(s);
        read_done(&r);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_sample_is_read_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
