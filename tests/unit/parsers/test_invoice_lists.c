#include "invoice_text.h"

#define NUMBER "26322000000000000001"
#define SIMPLE "number,date,seller,buyer,total,buyer_tax_id,seller_tax_id,code,amount,tax,"        \
    "currency,item,remark,red_of\n"

static const struct { const char *csv, *expected; } cases[] = {
    { SIMPLE NUMBER ",2026-04-02,甲公司,示例大学,500.00,91320100ma0text010,,,471.70,28.30,,"
        "*信息技术服务*算力,order A-1,\n",
        NUMBER " 2026-04-02 other list|甲公司 |示例大学 91320100MA0TEXT010|CNY 471.7+28.3=500|"
        "order A-1|*信息技术服务*算力 ? ? " },
    { "\xEF\xBB\xBFTotal;Buyer;Seller;Date;Number;Currency\n"
        "$12.50;Lab;GPU Inc;2026/3/5;INV-7;usd\n",
        "INV-7 2026-03-05 other list|GPU Inc |Lab |USD ?+?=12.5" },
    /* The total row, blank rows and repeated headings are none. */
    { "number,date,seller,buyer,total\n,,,,\nA1,2026-01-01,S,B,1\nnumber,date,seller,buyer,total\n"
        "合计,,,,1\n", "A1 2026-01-01 other list|S |B |CNY ?+?=1" },
    /* What a spreadsheet made of a number, and amounts that are none. */
    { "number,date,seller,buyer,total\n2.6322E+19,2026-01-01,S,B,1e3\n",
        " 2026-01-01 other list|S |B |CNY ?+?=?|trouble: number '2.6322E+19', total '1e3'" },
    { "number,date,seller,buyer,total\n26322000000000000000,soon,S,B,NaN\n",
        "  other list|S |B |CNY ?+?=?|trouble: number '26322000000000000000', date 'soon', "
        "total 'NaN'" },
    { "number,date,seller,buyer,total\n26322000000000000000.0,2026-01-01,S,B,1\n" NUMBER
        ".00,2026-01-01,S,B,1\n80000009.0,2026-01-01,S,B,1\n1.0,2026-01-01,S,B,1\n",
        " 2026-01-01 other list|S |B |CNY ?+?=1|trouble: number '26322000000000000000.0'\n"
        " 2026-01-01 other list|S |B |CNY ?+?=1|trouble: number '" NUMBER ".00'\n"
        "80000009 2026-01-01 other list|S |B |CNY ?+?=1\n"
        "1.0 2026-01-01 other list|S |B |CNY ?+?=1" },
    { "number,date,seller,buyer,total,red_of\n２６３２２０００ ０００００００００００１,2026-01-01,"
        "S,B,1,２６３２２００００００００００００００２\nINV 7,2026-01-01,S,B,1,\n",
        NUMBER " 2026-01-01 other list|S |B |CNY ?+?=1|red of 26322000000000000002\n"
        "INV 7 2026-01-01 other list|S |B |CNY ?+?=1" },
    { "number,date,seller,buyer,total\n=\"" NUMBER "\",2026-01-01,S,B,Infinity\n'7,,,,1e17\n",
        NUMBER " 2026-01-01 other list|S |B |CNY ?+?=?|trouble: total 'Infinity'\n"
        "7  other list| | |CNY ?+?=?|trouble: total '1e17'" },
    { "number,date,seller,buyer,total,currency\n1,2026-01-01,S,B,1,dollars\n",
        "1 2026-01-01 other list|S |B | ?+?=1|trouble: currency 'dollars'" },
    /* The tax platform: 20 digits need no code; status and risk; a red row; headings with stars
     * behind a row of something else. */
    { "税款所属期,202604\n数电发票号码*,发票代码,发票号码,销方名称,购买方名称,开票日期*,金额*,税额,"
        "发票状态,发票风险等级,备注\n"
        NUMBER ",263220000000,00000001,甲,乙,2026-04-02 10:00:00,10.00,0.60,已红冲-全额,正常,\n"
        ",032002600111,80000009,甲,乙,2026-04-03,10,***,正常,异常凭证,\n"
        "26322000000000000003,,,甲,乙,2026-04-04,-10,-0.60,已作废,,"
        "被红冲蓝字数电票号码：" NUMBER "\n26322000000000000004,,,,,,1,1,已红冲-部分,,\n"
        "26322000000000000005,,,,,,1,1,待定,,\n",
        NUMBER " 2026-04-02 other reversed list|甲 |乙 |CNY 10+0.6=?\n"
        "80000009/032002600111 2026-04-03 other risky list|甲 |乙 |CNY 10+0=?\n"
        "26322000000000000003 2026-04-04 other void list|甲 |乙 |CNY -10+-0.6=?|red of " NUMBER
        "|被红冲蓝字数电票号码：" NUMBER "\n"
        "26322000000000000004  other partly-reversed list| | |CNY 1+1=?\n"
        "26322000000000000005  other list| | |CNY 1+1=?|trouble: status '待定'" },
    /* Lines of goods are put together, wherever they stand; a line without an amount leaves the
     * invoice without. */
    { "数电发票号码\t开票日期\t货物或应税劳务名称\t金额\t税率\t税额\t价税合计\t是否正数发票\n"
        "26322000000000000002\t2026-04-02\ta\t1000\t6%\t60\t1060\t是\n"
        NUMBER "\t2026-04-02\tb\t1\t6%\t0.06\t1.06\t是\n"
        "26322000000000000002\t2026-04-02\tc\t-56.6\t6%\t-3.4\t-60\t是\n"
        NUMBER "\t2026-04-02\td\t1\t6%\tNaN\t1\t是\n",
        NUMBER " 2026-04-02 other list| | |CNY 2+?=2.06|b 1 0.06 6%|d 1 ? 6%|trouble: tax 'NaN'\n"
        "26322000000000000002 2026-04-02 other list| | |CNY 943.4+56.6=1000|a 1000 60 6%|"
        "c -56.6 -3.4 6%" },
    /* Ledgers: an invoice that stands twice is not added up. */
    { "发票号码,开票日期,价税合计,项目名称,是否正数发票\n" NUMBER ",2026-04-02,5,a,是\n"
        NUMBER ",2026-04-02,5,a,否\n",
        NUMBER " 2026-04-02 other list| | |CNY ?+?=5|a ? ? \n"
        NUMBER " 2026-04-02 other list| | |CNY ?+?=?|a ? ? |trouble: total against 是否正数发票 "
        "'否'" },
    /* The rows of one invoice: charges and their tax; and what reverses a part of another. */
    { "BilledCost,BillingCurrency,ChargeCategory,InvoiceDetailId,InvoiceId,InvoiceIssuerName,"
        "InvoiceIssueDate,InvoiceIssueStatus,InvoiceDetailDescription,ReferenceInvoiceId\n"
        "10.00,USD,Usage,1,I-1,Acme,2026-02-03T00:00:00Z,Issued,GPU hours,I-1\n"
        "1.30,USD,Tax,2,I-1,Acme,2026-02-03T00:00:00Z,Issued,Tax,I-1\n"
        "-4,EUR,Usage,1,I-2,Acme,NULL,Voided,Credit,I-1\n",
        "I-1 2026-02-03 other list|Acme | |USD 10+1.3=11.3|GPU hours 10 0 |Tax 0 1.3 \n"
        "I-2  other void list|Acme | |EUR -4+0=-4|red of I-1|Credit -4 0 " },
    /* A code that lost its first zero. */
    { "发票号码,发票代码,开票日期,价税合计\n80000009,32002600111,2026-04-02,5\n",
        "80000009 2026-04-02 other list| | |CNY ?+?=5|trouble: code '32002600111'" },
};

static void
lists_are_read_by_their_headings(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_reads(sv_of(cases[i].csv), cases[i].expected);
}

static void
other_tables_are_no_lists(void **state)
{
    static const char *const others[] = { "number,date,seller,buyer\n1,2,3,4\n",
        "开票日期,金额\n2026-01-01,1\n", "发票号码,金额\n1,2\n", "number\n1\n", "plain text\n" };

    (void)state;
    for (size_t i = 0; i < COUNT(others); i++) {
        struct read_invoices r;

        read_bytes(&r, sv_of(others[i]));
        assert_int_equal(r.result, 0);
        assert_int_equal(r.in->kind, INPUT_UNKNOWN);
        read_done(&r);
    }
}

static void
rows_are_counted_once_each(void **state)
{
    struct read_invoices r;

    (void)state;
    read_bytes(&r, SV("number,date,seller,buyer,total\nA,2026-01-01,S,B,1\n\n\"open,,,,\n"
        "合计,,,,1\n"));
    assert_int_equal(r.result, 1);
    assert_string_equal(r.in->format, "gpubill-invoices");
    assert_int_equal(r.in->kind, INPUT_INVOICE);
    assert_int_equal(r.in->skipped[SKIP_OBSERVATION], 1);
    assert_int_equal(r.in->skipped[SKIP_BLANK], 1);
    assert_int_equal(r.in->skipped[SKIP_TOTAL_ROW], 1);
    assert_int_equal(r.in->rejected, 1);
    assert_true(input_is_closed(r.in));
    assert_int_equal(r.invoices.list.at[0].line, 2);
    read_done(&r);
}

static void
lists_in_gb18030_are_read(void **state)
{
    (void)state;
    assert_reads(SV("number,date,seller,buyer,total\nA,2026-01-01,\xBC\xD7,B,1\n"),
        "A 2026-01-01 other list|甲 |B |CNY ?+?=1");
}

/* The sheets of the tax platform: one row per invoice, and one per line. */
static const char *const sheets[] = {
    "26322000000000000001 2026-04-02 digital-ordinary reversed list|"
    "示例算力科技有限公司 91330100MA0DEMX02W|示例大学 91320100MA0TEXT010|CNY 471.7+28.3=500|"
    "账期2026-03\n"
    "26322000000000000002 2026-04-02 digital-ordinary list|"
    "示例算力科技有限公司 91330100MA0DEMX02W|示例大学 91320100MA0TEXT010|CNY 943.4+56.6=1000\n"
    "26322000000000000003 2026-04-20 digital-ordinary list|"
    "示例算力科技有限公司 91330100MA0DEMX02W|示例大学 91320100MA0TEXT010|CNY -471.7+-28.3=-500|"
    "red of 26322000000000000001|被红冲蓝字数电发票号码：26322000000000000001\n"
    "80000009/032002600111 2026-03-31 vat-ordinary list|"
    "示例云计算有限公司 91110108MA0DEMX03X|示例大学 91320100MA0TEXT010|CNY 94.34+5.66=100",
    "26322000000000000001 2026-04-02 digital-ordinary reversed list|"
    "示例算力科技有限公司 91330100MA0DEMX02W|示例大学 91320100MA0TEXT010|CNY 471.7+28.3=500|"
    "账期2026-03|*信息技术服务*算力服务费 471.7 28.3 6%\n"
    "26322000000000000002 2026-04-02 digital-ordinary list|"
    "示例算力科技有限公司 91330100MA0DEMX02W|示例大学 91320100MA0TEXT010|CNY 943.4+56.6=1000|"
    "*信息技术服务*云服务器租用费 1000 60 6%|*信息技术服务*云服务器租用费 -56.6 -3.4 6%\n"
    "26322000000000000003 2026-04-20 digital-ordinary list|"
    "示例算力科技有限公司 91330100MA0DEMX02W|示例大学 91320100MA0TEXT010|CNY -471.7+-28.3=-500|"
    "red of 26322000000000000001|被红冲蓝字数电发票号码：26322000000000000001|"
    "*信息技术服务*算力服务费 -471.7 -28.3 6%",
};

static void
both_sheets_of_the_sample_are_read(void **state)
{
    static const struct container_limits limits = CONTAINER_LIMITS_DEFAULT;
    char folder[512], path[1024];
    struct err e = ERR_INIT;
    struct container *c;
    struct source *s;
    struct xlsx *x;

    (void)state;
    if (!samples_folder(folder, GPUBILL_SOURCE_DIR))
        return;
    (void)snprintf(path, sizeof(path), "%s/lists/constructed_全量发票查询导出结果.xlsx", folder);
    assert_int_equal(source_open(&s, path, &e), 0);
    assert_int_equal(container_new(&c, s, path, NULL, &limits, &e), 0);
    assert_int_equal(xlsx_new(&x, c, &e), 0);
    assert_int_equal(xlsx_count(x), 2);
    for (size_t i = 0; i < 2; i++) {
        struct input *in = input_new(sv_of(path), true);
        struct invoices v;

        assert_non_null(in);
        invoices_init(&v);
        assert_int_equal(invoices_read(NULL, x, i, in, &v, &e), 1);
        assert_invoices(&v, sheets[i]);
        assert_int_equal(in->records, 4);
        invoices_release(&v);
        input_free(in);
    }
    xlsx_free(x);
    container_free(c);
    source_free(s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_read_by_their_headings),
        cmocka_unit_test(other_tables_are_no_lists),
        cmocka_unit_test(rows_are_counted_once_each),
        cmocka_unit_test(lists_in_gb18030_are_read),
        cmocka_unit_test(both_sheets_of_the_sample_are_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
