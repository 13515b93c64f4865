/* The checks of each invoice: what fails, what is only a warning, what passes. */
#include "desk.h"
#include "recon/checks.h"

struct check_case {
    struct desk_invoice row;
    const char *expected; /* rows of assert_checks() */
};

/* Each case alone, beside a charge of 1 yuan. */
static void
run(const struct check_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct desk d;

        desk_init(&d);
        desk_charge(&d, "order-1", "2026-03-01 10:00:00", "1");
        (void)desk_invoice(&d, cases[i].row);
        desk_build(&d);
        assert_checks(&d, cases[i].expected);
        desk_release(&d);
    }
}

static void
demands_number_date_seller_buyer_and_total(void **state)
{
    static const struct check_case cases[] = {
        { { 0 }, "" },
        { { .number = "" }, "I001 unreadable: the number is missing\n" },
        { { .date = "" }, "I001 unreadable: the date is missing\n" },
        { { .seller = "" }, "I001 unreadable: the seller is missing\n" },
        { { .buyer = "" }, "I001 unreadable: the buyer is missing\n" },
        { { .has_no_total = true, .words = "壹圆整", .net = "1" },
            "I001 unreadable: the total is missing\n" },
        { { .has_no_total = true, .net = "0.94", .tax = "0.06", .words = "壹圆整" }, "" },
        { { .has_no_total = true, .net = "0.94", .tax = "0.06", .is_total_unreadable = true,
            .trouble = "total '1,0'" },
            "I001 unreadable: the total cannot be read: total '1,0'\n" },
        { { .number = "", .trouble = "number 'x'" },
            "I001 unreadable: the number cannot be read: number 'x'\n" },
        { { .date = "", .trouble = "date '2026-13-01'" },
            "I001 unreadable: the date cannot be read: date '2026-13-01'\n" },
        { { .seller = "", .trouble = "page 2" },
            "I001 unreadable: the seller cannot be read: page 2\n" },
        { { .buyer = "", .trouble = "page 2" },
            "I001 unreadable: the buyer cannot be read: page 2\n" },
        { { .number = "", .date = "", .seller = "", .buyer = "", .has_no_total = true,
            .trouble = "no text" }, "I001 unreadable: nothing of it can be read: no text\n" },
        /* Trouble with what no check needs. */
        { { .trouble = "remark" }, "" },
        { { .number = "", .lost_number = "2.6E+19" }, "I001 unreadable: a spreadsheet took the "
            "number for an amount and left '2.6E+19', its last digits lost: export the list with "
            "that column as text\n" },
    };

    (void)state;
    run(cases, COUNT(cases));
}

static void
fails_where_files_of_one_kind_contradict_each_other(void **state)
{
    static const struct check_case cases[] = {
        { { .buyer = "", .difference = { "buyer", "某大学", "in/a.xml", "别的", "in/b.xml", true } },
            "I001 unreadable: 'buyer' is '某大学' in a.xml, but '别的' in b.xml\n" },
        { { .tax_id = "", .difference = { "buyer_tax_id", "1", "a.csv", "2", "a.csv", true } },
            "I001 unreadable: 'buyer_tax_id' is '1' in a.csv, and there also '2'\n" },
        /* The better one is believed. */
        { { .difference = { "buyer", "某大学", "a.xml", "别的", "b.pdf", false } }, "" },
        /* A total that its page shows otherwise. */
        { { .difference = { "total", "1", "a.ofd", "2", "a.ofd", false } },
            "I001 arithmetic: one file states two totals: 1 and 2\n" },
        /* Capitals are compared with the total, whatever file they are from. */
        { { .words = "壹圆整", .difference = { "words", "壹圆整", "a.xml", "壹元整", "b.xml",
            false } }, "" },
        { { .words = "壹圆整", .difference = { "words", "壹圆整", "a.xml", "贰圆整", "b.xml",
            false } }, "I001 words: in capitals the total is '贰圆整', in digits 1\n" },
    };

    (void)state;
    run(cases, COUNT(cases));
}

static void
refuses_totals_finer_than_the_currency(void **state)
{
    static const struct check_case cases[] = {
        { { .total = "1.001" },
            "I001 arithmetic: its total of 1.001 is finer than the smallest unit of CNY\n" },
        { { .total = "100.5", .currency = "JPY", .is_foreign = true },
            "I001 arithmetic: its total of 100.5 is finer than the smallest unit of JPY\n" },
        { { .total = "1.005", .currency = "KWD", .is_foreign = true }, "" },
        { { .total = "100.10" }, "" },
    };

    (void)state;
    run(cases, COUNT(cases));
}

static void
adds_up_net_tax_lines_and_line_taxes(void **state)
{
    static const struct check_case cases[] = {
        { { .total = "106", .net = "100", .tax = "6" }, "" },
        { { .total = "106.01", .net = "100", .tax = "6" },
            "I001 arithmetic: 100 and 6 of tax are not 106.01 in total\n" },
        { { .total = "106", .net = "100", .tax = "6", .line_amount = "99.99" },
            "I001 arithmetic: its lines add up to 99.99, not to 100\n" },
        { { .total = "106", .net = "100", .tax = "6", .line_amount = "100", .line_tax = "6",
            .rate = "6%" }, "" },
        { { .total = "106", .net = "100", .tax = "6", .line_amount = "100", .line_tax = "6",
            .rate = "0.060000" }, "" },
        { { .total = "106", .net = "100", .tax = "6", .line_amount = "100", .line_tax = "6.01",
            .rate = "6" }, "" },
        { { .total = "106", .net = "100", .tax = "6", .line_amount = "100", .line_tax = "6.06",
            .rate = "6%" }, "I001 arithmetic ok: the tax of a line differs from amount times "
            "rate by 0.06, which is tolerated\n" },
        { { .total = "106", .net = "100", .tax = "6", .line_amount = "100", .line_tax = "5.939",
            .rate = "6%", .item = "x" },
            "I001 arithmetic: the tax of 'x' differs from amount times rate by 0.061\n" },
        { { .total = "100", .net = "100", .tax = "0", .line_amount = "100", .line_tax = "0",
            .rate = "免税" }, "" },
        { { .total = "100", .net = "100", .tax = "0", .line_amount = "100", .line_tax = "3",
            .rate = "***" }, "" },
        /* Of one line, and of all together, more than an amount can be. */
        { { .line_amount = "100000000000000000000", .line_tax = "1", .rate = "300%" },
            "I001 arithmetic: the amounts of its lines are too large\n" },
        { { .line_amount = "100000000000000000000", .line_tax = "-100000000000000000000",
            .rate = "100%" }, "I001 arithmetic: the amounts of its lines are too large\n" },
    };

    (void)state;
    run(cases, COUNT(cases));
}

static void
tolerates_differences_of_lines_up_to_a_sum(void **state)
{
    struct desk d;
    struct invoice *v;

    (void)state;
    for (unsigned n = 21; n <= 22; n++) {
        desk_init(&d);
        desk_charge(&d, "order-1", "2026-03-01 10:00:00", "1");
        v = desk_invoice(&d, (struct desk_invoice){ .total = "2200", .item = "x" });
        free(v->lines.at);
        v->lines.at = calloc(n, sizeof(*v->lines.at));
        v->lines.n = n;
        for (unsigned i = 0; i < n; i++)
            v->lines.at[i] = (struct invoice_line){ .item = "x", .rate = "6%",
                .amount = bills_money("100"), .tax = bills_money("6.06"), .has_amount = true,
                .has_tax = true };
        desk_build(&d);
        /* 21 x 0.06 = 1.26, 22 x 0.06 = 1.32. */
        assert_checks(&d, n == 21 ? "I001 arithmetic ok: the tax of a line differs from amount "
            "times rate by 0.06, which is tolerated\n" :
            "I001 arithmetic: the taxes of its lines differ from amount times rate by 1.32 in "
            "all\n");
        desk_release(&d);
    }
}

static void
compares_the_words(void **state)
{
    static const struct check_case cases[] = {
        { { .total = "123.45", .words = "壹佰贰拾叁圆肆角伍分" }, "" },
        { { .total = "123.46", .words = "壹佰贰拾叁圆肆角伍分" },
            "I001 words: in capitals the total is '壹佰贰拾叁圆肆角伍分', in digits 123.46\n" },
        /* Data is not garbled; text by its place on a page may be. */
        { { .total = "123.46", .words = "壹佰?", .source = INVOICE_FROM_OFD },
            "I001 words: the total in capitals is no amount: '壹佰?'\n" },
        { { .total = "123.46", .words = "壹佰?", .source = INVOICE_FROM_PDF },
            "I001 words ok: the total in capitals cannot be read, so it is not compared: "
            "'壹佰?'\n" },
    };

    (void)state;
    run(cases, COUNT(cases));
}

static void
knows_the_buyer_however_it_is_written(void **state)
{
    static const struct check_case cases[] = {
        { { .buyer = "某 大　学" }, "" },
        { { .buyer = "某(实验)室" }, "" },
        { { .buyer = "某（实验）室" }, "" },
        { { .buyer = "某大" }, "I001 buyer-name: it is made out to '某大'\n" },
        { { .tax_id = "" }, "I001 buyer-tax-id: the buyer's tax id is missing\n" },
        { { .tax_id = "", .is_foreign = true }, "" },
        { { .tax_id = "１２１０００００４００００００００w " }, "" },
        { { .tax_id = "123" }, "I001 buyer-tax-id: the buyer's tax id is '123'\n" },
        { { .tax_id = "123", .is_foreign = true },
            "I001 buyer-tax-id: the buyer's tax id is '123'\n" },
    };

    (void)state;
    run(cases, COUNT(cases));
}

static void
folds_radicals_that_pdf_files_hold_in_place_of_characters(void **state)
{
    static const struct check_case cases[] = {
        /* U+2F24, the Kangxi radical of 大. */
        { { .buyer = "某\xe2\xbc\xa4学" }, "" },
    };

    (void)state;
    run(cases, COUNT(cases));
}

static void
passes_whatever_the_config_says_nothing_of(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "order-1", "2026-03-01 10:00:00", "1");
    config_free(d.config);
    d.config = NULL;
    (void)desk_invoice(&d, (struct desk_invoice){ .buyer = "谁", .tax_id = "" });
    desk_build(&d);
    assert_checks(&d,
        "I001 seller warning: '甲(北京)公司' sells for no platform of this review\n");
    assert_invoices(&d, "I001 unmatched 0\n");
    desk_release(&d);
}

static void
refuses_what_is_void_or_a_risk(void **state)
{
    static const struct check_case cases[] = {
        { { .status = INVOICE_VOID }, "I001 void: it is void\n" },
        { { .status = INVOICE_RISKY }, "I001 void: the tax platform calls it a risk\n" },
    };

    (void)state;
    run(cases, COUNT(cases));
}

static void
knows_the_check_digit_of_tax_ids(void **state)
{
    static const struct { const char *id; enum tax_id_check expected; } cases[] = {
        { "91110108551385082Q", TAX_ID_FINE },
        { "91110108551385082P", TAX_ID_WRONG },
        { "91330106673959654P", TAX_ID_FINE },
        { "9144030071526726XG", TAX_ID_FINE },
        { "91I10108551385082Q", TAX_ID_WRONG },
        { "11010519491231002X", TAX_ID_FINE },  /* a citizen */
        { "110105194912310021", TAX_ID_WRONG }, /* neither */
        { "110105197813310020", TAX_ID_WRONG }, /* no month 13 */
        { "110108551385082", TAX_ID_FINE },
        { "", TAX_ID_FINE },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        if (tax_id_check(cases[i].id) != cases[i].expected)
            print_error("%s\n", cases[i].id);
        assert_int_equal(tax_id_check(cases[i].id), cases[i].expected);
    }
}

static void
only_warns_of_a_wrong_check_digit(void **state)
{
    static const struct check_case cases[] = {
        { { .seller_tax_id = "91110108551385082P" },
            "I001 tax-id-checksum warning: "
            "the check digit of the seller's '91110108551385082P' is wrong\n" },
        { { .seller_tax_id = "91110108551385082q" }, "" },
        { { .seller_tax_id = "NL8200.98.395.B.01", .is_foreign = true }, "" },
    };

    (void)state;
    run(cases, COUNT(cases));
}

static void
warns_of_items_that_are_not_expected(void **state)
{
    static const struct check_case cases[] = {
        { { .item = "*信息技术服务*云服务费" }, "" },
        { { .item = "＊经营租赁＊算力" }, "" },
        { { .item = "*餐饮服务*餐费" },
            "I001 item warning: '*餐饮服务*餐费' is no item that is expected\n" },
        { { .item = "餐费" }, "" },
        { { .item = "*餐费" }, "" },
    };
    struct desk d;

    (void)state;
    run(cases, COUNT(cases));
    desk_init_with(&d, ", \"invoice_rules\": {\"items\": [\"餐饮服务\"]}");
    (void)desk_invoice(&d, (struct desk_invoice){ .item = "*餐饮服务*餐费" });
    (void)desk_invoice(&d, (struct desk_invoice){ .item = "*软件*许可" });
    desk_build(&d);
    assert_true(check_is_ok(&d.recon.invoices.at[0], CHECK_ITEM));
    assert_false(check_is_ok(&d.recon.invoices.at[1], CHECK_ITEM));
    assert_true(checks_are_valid(&d.recon.invoices.at[1]));
    desk_release(&d);
}

static void
warns_where_it_was_issued_too_early_or_too_late(void **state)
{
    static const struct check_case cases[] = {
        { { .date = "2026-02-28" },
            "I001 period warning: it was issued before what it covers began\n" },
        { { .date = "2026-03-01" }, "" },
        { { .date = "2027-03-01" }, "" },
        { { .date = "2027-03-02" },
            "I001 period warning: it was issued 366 days after the last of what it covers\n" },
    };

    (void)state;
    run(cases, COUNT(cases));
}

static void
finds_what_was_covered_in_an_earlier_review(void **state)
{
    static const char review[] = "{\"reconciliation\": {\"claims\": [{\"id\": \"C001\", "
        "\"platform\": \"autodl\", \"account\": \"\", \"order_id\": \"order-0\", "
        "\"month\": \"2026-02\"}, {\"id\": \"C002\", \"platform\": \"autodl\", \"account\": \"\","
        " \"order_id\": \"order-2\", \"month\": \"2026-03\"}], \"invoices\": [{\"number\": "
        "\"26112000000000000001\", \"code\": \"\", \"seller\": \"甲\", \"covers\": [{\"claim\": "
        "\"C001\", \"amount\": \"1\"}]}, {\"number\": \"26112000000000000002\", \"covers\": "
        "[{\"claim\": \"C002\"}]}]}}";
    struct err e = ERR_INIT;
    cJSON *json = cJSON_Parse(review);
    struct desk d;

    (void)state;
    assert_non_null(json);
    desk_init(&d);
    desk_charge(&d, "order-1", "2026-03-01 10:00:00", "1");
    desk_charge(&d, "order-2", "2026-03-02 10:00:00", "2");
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "1" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "2" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "1" });
    assert_int_equal(earlier_add_review(&d.earlier, json, &e), 0);
    desk_build(&d);
    /* What the duplicate left free goes to the next. */
    assert_invoices(&d, "I001 invalid 0\nI002 matched 2 C002=2\nI003 matched 2 C001=1\n");
    assert_checks(&d, "I001 duplicate: in an earlier review it covered order-0 of autodl, which "
        "it does not cover here\n");
    assert_int_equal(d.recon.invoices.at[0].earlier.n, 1);
    assert_string_equal(d.recon.invoices.at[0].earlier.at[0].month, "2026-02");
    assert_int_equal(d.recon.invoices.at[1].earlier.n, 0);
    desk_release(&d);
    cJSON_Delete(json);
}

static void
refuses_a_file_that_is_no_review(void **state)
{
    static const char *const texts[] = { "{}", "[]", ("{\"reconciliation\": {\"invoices\": "
        "[{\"number\": \"1\", \"covers\": [{\"claim\": \"C9\"}]}]}}") };

    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct earlier v;
        struct err e = ERR_INIT;
        cJSON *json = cJSON_Parse(texts[i]);

        earlier_init(&v);
        assert_int_equal(earlier_add_review(&v, json, &e), -1);
        assert_int_equal(e.code, ERR_SYNTAX);
        earlier_release(&v);
        cJSON_Delete(json);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(demands_number_date_seller_buyer_and_total),
        cmocka_unit_test(fails_where_files_of_one_kind_contradict_each_other),
        cmocka_unit_test(refuses_totals_finer_than_the_currency),
        cmocka_unit_test(adds_up_net_tax_lines_and_line_taxes),
        cmocka_unit_test(tolerates_differences_of_lines_up_to_a_sum),
        cmocka_unit_test(compares_the_words),
        cmocka_unit_test(knows_the_buyer_however_it_is_written),
        cmocka_unit_test(folds_radicals_that_pdf_files_hold_in_place_of_characters),
        cmocka_unit_test(passes_whatever_the_config_says_nothing_of),
        cmocka_unit_test(refuses_what_is_void_or_a_risk),
        cmocka_unit_test(knows_the_check_digit_of_tax_ids),
        cmocka_unit_test(only_warns_of_a_wrong_check_digit),
        cmocka_unit_test(warns_of_items_that_are_not_expected),
        cmocka_unit_test(warns_where_it_was_issued_too_early_or_too_late),
        cmocka_unit_test(finds_what_was_covered_in_an_earlier_review),
        cmocka_unit_test(refuses_a_file_that_is_no_review),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
