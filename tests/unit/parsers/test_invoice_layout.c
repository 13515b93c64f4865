#include "invoice_text.h"
#include "parsers/invoice_layout.h"
#include "parsers/invoice_qr.h"

/* A page on which ${text} stands: a line each 12 units, glyphs of 5 (Chinese 10) by 10, blanks of
 * 8. */
static void
put_words(struct words *w, struct sv text)
{
    int64_t y = 0;
    struct sv line;
    struct err e = ERR_INIT;

    while (sv_cut(&text, '\n', &line)) {
        int64_t x = 0;
        struct sv piece;

        while (sv_cut(&line, ' ', &piece)) {
            int64_t width = (int64_t)sv_width(piece) * 5000;
            struct word word = { .page = 1, .x0 = x, .y0 = y, .x1 = x + width, .y1 = y + 10000 };

            assert_int_equal(words_add(w, word, piece, &e), 0);
            x += width + 8000;
        }
        y += 12000;
    }
}

static void
assert_page(struct sv text, const char *expected)
{
    struct words w = { .arena = ARENA_INIT };
    struct draft d;
    struct buf got;

    draft_init(&d, INVOICE_FROM_PDF, true);
    put_words(&w, text);
    buf_init(&got, 1 << 20);
    if (layout_read(&w, &d)) {
        draft_end_trouble(&d);
        write_invoice(&got, &d.one);
    }
    assert_sv(buf_sv(&got), expected);
    assert_int_equal(d.err.code, ERR_NONE);
    buf_release(&got);
    draft_release(&d);
    words_release(&w);
}

#define DIGITAL                                                                                    \
    "电子发票（普通发票） 发票号码：26322000000000000001\n"                                           \
    "开票日期：2026年04月02日\n"                                                                    \
    "购 名称：示例大学 销 名称：示例算力科技有限公司\n"                                               \
    "买 售\n方 方\n"                                                                               \
    "信 统一社会信用代码/纳税人识别号：91320100MA0TEXT010 信 "                                        \
    "统一社会信用代码/纳税人识别号：91330100MA0DEMX02W\n息 息\n"                                     \
    "项目名称 规格型号 单 位 数 量 单 价 金 额 税率/征收率 税 额\n"

#define FOOT "价税合计（大写） 伍佰圆整 （小写） ¥500.00\n备\n注 账期2026-03\n开票人：示例\n"

#define PARTIES                                                                                    \
    "|示例算力科技有限公司 91330100MA0DEMX02W|示例大学 91320100MA0TEXT010|"

#define HEAD "26322000000000000001 2026-04-02 digital-ordinary pdf" PARTIES

static const struct { const char *text, *expected; } cases[] = {
    { DIGITAL "*信息技术服务*算力服务 1 471.698113207547 471.70 6% 28.30\n费\n"
        "合 计 ¥471.70 ¥28.30\n" FOOT "下载次数：1",
        HEAD "CNY 471.7+28.3=500 伍佰圆整|账期2026-03|*信息技术服务*算力服务费 471.7 28.3 6%" },
    /* A numeric model is no quantity; two lines; no tax. */
    { DIGITAL "*信息*a 5090 1 490.00 490.00 免税 ***\n*信息*b 10.00 免税 ***\n"
        "合 计 ¥500.00 ***\n" FOOT,
        HEAD "CNY 500+0=500 伍佰圆整|账期2026-03|*信息*a 490 0 免税|*信息*b 10 0 免税" },
    /* Lines that do not add up have no amounts: one was not seen. */
    { DIGITAL "*信息*a 1 400.00 6% 24.00\n合 计 ¥471.70 ¥28.30\n" FOOT,
        HEAD "CNY 471.7+28.3=500 伍佰圆整|账期2026-03|*信息*a ? ? 6%" },
    /* A sum in the remark is another one; the blue invoice of a red one. */
    { DIGITAL "合 计 ¥-471.70 ¥-28.30\n价税合计（大写） （负数）伍佰圆整 （小写） ¥-500.00\n"
        "备 被红冲蓝字数电发票号码：26322000000000000009\n注 合计¥7.00 ¥8.00\n开票人：示例\n",
        HEAD "CNY -471.7+-28.3=-500 （负数）伍佰圆整|red of 26322000000000000009|"
        "被红冲蓝字数电发票号码：26322000000000000009 合计¥7.00 ¥8.00" },
    /* A number that lost a digit, a total without decimals behind the point. */
    { "电子发票（普通发票） 发票号码：2632200000000000000\n（小写） ¥5e3\n",
        "  digital-ordinary pdf| | |CNY ?+?=?|trouble: total '5e3'" },
    /* Glyphs that are words of their own. */
    { "电子发票（普通发票）\n合 计 ¥ 4 7 1 . 7 0 ¥ 2 8 . 3 0\n（小写） ¥ 5 0 0\n",
        "  digital-ordinary pdf| | |CNY 471.7+28.3=?|trouble: total '500'" },
    { "no invoice at all 26322000000000000001\n", "" },
    /* Two pages with different sums: none is taken. */
    { "电子发票（专用发票）\n合 计 ¥1.00 ¥0.06\n合 计 ¥2.00 ¥0.12\n（小写） ¥2.12\n",
        "  digital-special pdf| | |CNY ?+?=?|trouble: total, of which there are several" },
};

static void
fields_stand_right_of_their_labels(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_page(sv_of(cases[i].text), cases[i].expected);
}

static void
the_side_of_a_heading_tells_who_is_who(void **state)
{
    (void)state;
    assert_page(SV("电子发票（普通发票）\n销 名称：卖方 购 名称：买方\n"),
        "  digital-ordinary pdf|卖方 |买方 |CNY ?+?=?");
    assert_page(SV("电子发票（普通发票）\n名称：一个\n"), "  digital-ordinary pdf| | |CNY ?+?=?");
}

static void
text_layers_of_the_samples_are_read(void **state)
{
    static const struct { const char *name, *expected; } files[] = {
        { "constructed_digital_position_order.txt", HEAD "CNY 471.7+28.3=500 伍佰圆整|账期2026-03|"
            "*信息技术服务*算力服务费 471.7 28.3 6%" },
        /* The places are lost here; what has a shape of its own is found all the same. */
        { "constructed_digital_stream_order.txt", "26322000000000000001 2026-04-02 "
            "digital-ordinary pdf| | |CNY 471.7+28.3=500" },
        { "constructed_old_vat_ordinary.txt", "80000009/032002600111 2026-03-31 vat-ordinary pdf|"
            "示例云计算有限公司 91110108MA0DEMX03X|示例大学 91320100MA0TEXT010|"
            "CNY 94.34+5.66=100 壹佰圆整|*信息技术服务*云服务器 94.34 5.66 6%" },
    };
    char folder[512], path[1024];
    struct err e = ERR_INIT;

    (void)state;
    if (!samples_folder(folder, GPUBILL_SOURCE_DIR))
        return;
    for (size_t i = 0; i < COUNT(files); i++) {
        struct buf text;

        (void)snprintf(path, sizeof(path), "%s/../invoices/pdftext/%s", folder, files[i].name);
        buf_init(&text, 1 << 20);
        assert_int_equal(file_read(&text, path, &e), 0);
        assert_page(buf_sv(&text), files[i].expected);
        buf_release(&text);
    }
}

static void
the_amount_of_a_qr_code_is_net_or_gross_by_kind(void **state)
{
    static const struct { const char *text, *expected; } codes[] = {
        { "01,10,033002000211,80000001,510.68,20200723,10000000000000000005,0941,",
            "80000001/033002000211 2020-07-23 vat-ordinary qr| | |CNY 510.68+?=?" },
        { "01,31,,26322000000000000001,31605.00,20260402,,1A2B",
            "26322000000000000001 2026-04-02 digital-special qr| | |CNY ?+?=31605" },
        { "01,32,,26322000000000000001,112,20260402,", "26322000000000000001 2026-04-02 "
            "digital-ordinary qr| | |CNY ?+?=112" },
        { "01,20,,26322000000000000001,112,20260402,,", "26322000000000000001 2026-04-02 other "
            "qr| | |CNY ?+?=?" },
        { "01,32,,26322000000000000001,1e17,20260402,,", "26322000000000000001 2026-04-02 "
            "digital-ordinary qr| | |CNY ?+?=?|trouble: total '1e17'" },
        { "01,32,,26322000000000000001,NaN,20260402,,", "26322000000000000001 2026-04-02 "
            "digital-ordinary qr| | |CNY ?+?=?|trouble: total 'NaN'" },
        { "01,32,,2632200000000000000,112,20260402,,", "" },
        { "https://bcfp.shenzhen.chinatax.gov.cn/verify/scan?bill_num=1", "" },
        { "02,32,,26322000000000000001,112,20260402,,", "" },
        { "", "" },
        { "01,32,,26322000000000000001,112,20260402,a,b,c,d,e", "" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(codes); i++) {
        struct draft d;
        struct buf got;

        draft_init(&d, INVOICE_FROM_QR, true);
        buf_init(&got, 4096);
        if (qr_read(&d, sv_of(codes[i].text))) {
            draft_end_trouble(&d);
            write_invoice(&got, &d.one);
        }
        assert_sv(buf_sv(&got), codes[i].expected);
        buf_release(&got);
        draft_release(&d);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_stand_right_of_their_labels),
        cmocka_unit_test(the_side_of_a_heading_tells_who_is_who),
        cmocka_unit_test(text_layers_of_the_samples_are_read),
        cmocka_unit_test(the_amount_of_a_qr_code_is_net_or_gross_by_kind),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
