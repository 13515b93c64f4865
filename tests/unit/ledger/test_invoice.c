#include "base/vec.h"
#include "ledger/invoice.h"
#include "unit.h"

static struct invoices list;

static int
begin(void **state)
{
    (void)state;
    invoices_init(&list);
    return 0;
}

static int
end(void **state)
{
    (void)state;
    invoices_release(&list);
    return 0;
}

/* Add an invoice of ${file}; ${total} 0: not told. */
static struct invoice *
add(enum invoice_source source, const char *number, const char *file, int total)
{
    const char *files[] = { file }, *sums[] = { "sum" };
    struct invoice one;
    struct err e = ERR_INIT;

    invoice_init(&one);
    one.source = source;
    one.number = number;
    one.files.at = files;
    one.files.n = 1;
    one.file_sha256.at = sums;
    one.file_sha256.n = 1;
    one.total = money_of(total);
    one.has_total = total != 0;
    assert_int_equal(invoices_add(&list, &one, &e), 0);
    return &list.list.at[list.list.n - 1];
}

static void
unite(void)
{
    struct err e = ERR_INIT;

    assert_int_equal(invoices_unite(&list, &e), 0);
}

#define NUMBER "26322000000000000001"

static void
an_invoice_has_a_document_unless_rows_of_lists_are_all_that_there_is(void **state)
{
    (void)state;
    add(INVOICE_FROM_LIST, NUMBER, "a.csv", 500);
    add(INVOICE_FROM_LIST, NUMBER, "b.xlsx", 500);
    unite();
    assert_false(list.list.at[0].has_document);
    add(INVOICE_FROM_PDF, NUMBER, "c.pdf", 500);
    unite();
    assert_int_equal(list.list.n, 1);
    assert_true(list.list.at[0].has_document);
    unite();
    assert_true(list.list.at[0].has_document);
}

static void
three_files_of_one_number_are_one_invoice_of_the_best_source(void **state)
{
    struct invoice *one;

    (void)state;
    one = add(INVOICE_FROM_PDF, NUMBER, "c.pdf", 500);
    one->seller = "示例 （算力）公司";
    one->words = "伍佰圆整";
    one = add(INVOICE_FROM_XML, NUMBER, "a.xml", 500);
    one->seller = "示例(算力)公司";
    one->buyer = "示例大学";
    one = add(INVOICE_FROM_LIST, NUMBER, "b.xlsx", 500);
    one->buyer = "别的大学";
    one->status = INVOICE_REVERSED;
    unite();
    assert_int_equal(list.list.n, 1);
    one = &list.list.at[0];
    assert_int_equal(one->source, INVOICE_FROM_XML);
    assert_string_equal(one->seller, "示例(算力)公司");
    assert_string_equal(one->buyer, "示例大学");
    assert_string_equal(one->words, "伍佰圆整");
    assert_int_equal(one->status, INVOICE_REVERSED);
    assert_int_equal(one->files.n, 3);
    assert_string_equal(one->files.at[0], "a.xml");
    assert_string_equal(one->files.at[1], "b.xlsx");
    assert_string_equal(one->files.at[2], "c.pdf");
    assert_int_equal(one->file_sha256.n, 3);
    assert_int_equal(one->differences.n, 1);
    assert_string_equal(one->differences.at[0].field, "buyer");
    assert_string_equal(one->differences.at[0].kept, "示例大学");
    assert_string_equal(one->differences.at[0].other, "别的大学");
    assert_string_equal(one->differences.at[0].other_file, "b.xlsx");
}

static void
one_number_with_two_totals_stays_two(void **state)
{
    (void)state;
    (void)add(INVOICE_FROM_XML, NUMBER, "a.xml", 500);
    (void)add(INVOICE_FROM_PDF, NUMBER, "b.pdf", 600);
    (void)add(INVOICE_FROM_QR, NUMBER, "c.png", 600);
    (void)add(INVOICE_FROM_QR, NUMBER, "d.png", 0);
    unite();
    assert_int_equal(list.list.n, 2);
    assert_int_equal(list.list.at[0].files.n + list.list.at[1].files.n, 4);
    assert_int_equal(money_compare(list.list.at[0].total, list.list.at[1].total) != 0, 1);
}

static void
other_numbers_need_code_and_seller_too(void **state)
{
    static const struct { const char *code, *seller; } parts[] = {
        { "032002600111", "甲" }, { "032002600111", "甲" }, { "032002600112", "甲" },
        { "032002600111", "乙" }, { "032002600111", "" }, { "032002600111", "" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(parts); i++) {
        struct invoice *one = add(INVOICE_FROM_PDF, "80000009", "a.pdf", 100);

        one->code = parts[i].code;
        one->seller = parts[i].seller;
    }
    unite();
    assert_int_equal(list.list.n, 5);
}

static void
those_without_number_are_equal_to_none(void **state)
{
    (void)state;
    (void)add(INVOICE_FROM_XML, "", "a.xml", 0);
    (void)add(INVOICE_FROM_XML, "", "a.xml", 0);
    unite();
    assert_int_equal(list.list.n, 2);
}

static void
a_total_that_no_file_states_is_amount_and_tax(void **state)
{
    struct invoice *one;

    (void)state;
    one = add(INVOICE_FROM_QR, NUMBER, "a.png", 0);
    one->net = money_of(94);
    one->has_net = true;
    one = add(INVOICE_FROM_PDF, NUMBER, "b.pdf", 0);
    one->tax = money_of(6);
    one->has_tax = true;
    unite();
    assert_int_equal(list.list.n, 1);
    one = &list.list.at[0];
    assert_true(one->has_total);
    assert_int_equal(money_compare(one->total, money_of(100)), 0);
}

static void
the_order_of_files_makes_no_difference(void **state)
{
    static const enum invoice_source sources[] = { INVOICE_FROM_QR, INVOICE_FROM_XML,
        INVOICE_FROM_PDF };

    (void)state;
    for (size_t shift = 0; shift < 3; shift++) {
        invoices_release(&list);
        invoices_init(&list);
        for (size_t i = 0; i < 3; i++) {
            static const char *const names[] = { "qr", "xml", "pdf" };
            size_t k = (i + shift) % 3;

            add(sources[k], NUMBER, names[k], 500)->buyer = names[k];
        }
        (void)add(INVOICE_FROM_XML, "26322000000000000000", "z", 1);
        unite();
        assert_int_equal(list.list.n, 2);
        assert_string_equal(list.list.at[0].number, "26322000000000000000");
        assert_string_equal(list.list.at[1].buyer, "xml");
        assert_string_equal(list.list.at[1].differences.at[0].other, "pdf");
        assert_string_equal(list.list.at[1].differences.at[1].other, "qr");
    }
}

/* Unite the three parts that ${fill} adds in all orders; ${check} what comes out. */
static void
assert_any_order(void (*fill)(size_t part), void (*check)(const struct invoice *one))
{
    static const size_t orders[][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 },
        { 2, 0, 1 }, { 2, 1, 0 } };

    for (size_t i = 0; i < COUNT(orders); i++) {
        invoices_release(&list);
        invoices_init(&list);
        for (size_t k = 0; k < 3; k++)
            fill(orders[i][k]);
        unite();
        assert_int_equal(list.list.n, 1);
        check(&list.list.at[0]);
    }
}

static void
add_contradicting(size_t part)
{
    static const char *const files[] = { "a.xml", "b.xml", "c.csv" };
    static const char *const buyers[] = { "示例大学", "别的大学", "示例大学" };
    static const char *const dates[] = { "", "", "2026-04-02" };
    struct invoice *one = add(part < 2 ? INVOICE_FROM_XML : INVOICE_FROM_LIST, NUMBER,
        files[part], 500);

    one->buyer = buyers[part];
    one->seller = "甲公司";
    one->issued_text = dates[part];
    one->remark = part == 0 ? "order A-1" : "order A-2";
    one->words = part == 0 ? "伍佰圆整" : "伍佰元整";
    one->red_of = part == 1 ? "26322000000000000009" : "";
}

static void
check_contradicting(const struct invoice *one)
{
    const struct invoice_difference *d = one->differences.at;

    assert_string_equal(one->seller, "甲公司");
    assert_string_equal(one->issued_text, "2026-04-02");
    assert_string_equal(one->red_of, "26322000000000000009");
    assert_string_equal(one->buyer, "");
    assert_string_equal(one->remark, "");
    assert_string_not_equal(one->words, "");
    assert_int_equal(one->differences.n, 3);
    assert_string_equal(d[0].field, "buyer");
    assert_true(d[0].is_contradiction);
    assert_string_equal(d[0].kept, "别的大学");
    assert_string_equal(d[0].kept_file, "b.xml");
    assert_string_equal(d[0].other, "示例大学");
    assert_string_equal(d[0].other_file, "a.xml");
    /* One amount may be written in two ways. */
    assert_string_equal(d[1].field, "words");
    assert_false(d[1].is_contradiction);
    assert_string_equal(d[2].field, "remark");
    assert_true(d[2].is_contradiction);
}

static void
what_sources_of_one_kind_contradict_each_other_in_is_taken_from_none(void **state)
{
    (void)state;
    assert_any_order(add_contradicting, check_contradicting);
}

static void
add_overruled(size_t part)
{
    static const char *const files[] = { "a.csv", "b.csv", "c.xml" };
    struct invoice *one = add(part < 2 ? INVOICE_FROM_LIST : INVOICE_FROM_XML, NUMBER,
        files[part], 500);

    one->buyer = part == 0 ? "别的大学" : "示例大学";
    one->net = money_of(part == 0 ? 470 : 471);
    one->has_net = part < 2;
}

static void
check_overruled(const struct invoice *one)
{
    assert_string_equal(one->buyer, "示例大学");
    assert_false(one->has_net);
    assert_true(one->has_total);
    assert_int_equal(one->differences.n, 2);
    assert_string_equal(one->differences.at[0].field, "buyer");
    assert_false(one->differences.at[0].is_contradiction);
    assert_string_equal(one->differences.at[1].field, "amount");
    assert_true(one->differences.at[1].is_contradiction);
}

static void
a_better_source_overrules_those_that_contradict_each_other(void **state)
{
    (void)state;
    assert_any_order(add_overruled, check_overruled);
}

static void
one_number_in_two_currencies_stays_two(void **state)
{
    (void)state;
    add(INVOICE_FROM_LIST, NUMBER, "a.csv", 500)->currency = "CNY";
    add(INVOICE_FROM_LIST, NUMBER, "b.csv", 500)->currency = "USD";
    add(INVOICE_FROM_XML, NUMBER, "c.xml", 500)->currency = "USD";
    unite();
    assert_int_equal(list.list.n, 2);
}

static void
numbers_are_one_however_they_are_spelled(void **state)
{
    static const char *const numbers[] = { NUMBER, "２６３２２００００００００００００００1",
        " 26322000 000000000001", "2632 2000 0000 0000 0001\xE2\x80\x8B" };

    (void)state;
    for (size_t i = 0; i < COUNT(numbers); i++)
        (void)add(INVOICE_FROM_LIST, numbers[i], "a.csv", 500);
    add(INVOICE_FROM_XML, "inv-7", "b.xml", 1)->seller = "GPU Inc.";
    add(INVOICE_FROM_XML, "INV-7", "c.xml", 1)->seller = "gpu inc.";
    add(INVOICE_FROM_XML, "INV-70", "d.xml", 1)->seller = "gpu inc.";
    unite();
    assert_int_equal(list.list.n, 3);
}

static void
a_total_that_cannot_be_read_is_not_amount_and_tax(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct invoice *one;

        invoices_release(&list);
        invoices_init(&list);
        one = add(INVOICE_FROM_XML, NUMBER, "a.xml", 0);
        one->net = money_of(94);
        one->tax = money_of(6);
        one->has_net = one->has_tax = one->is_total_unreadable = true;
        /* Another file may state it. */
        if (i == 1)
            (void)add(INVOICE_FROM_LIST, NUMBER, "b.csv", 100);
        unite();
        assert_int_equal(list.list.n, 1);
        assert_int_equal(list.list.at[0].has_total, i == 1);
    }
}

static void
names_are_compared_without_blanks_width_and_case(void **state)
{
    (void)state;
    assert_int_equal(invoice_text_compare("Ａ（b） c", "a(B)C"), 0);
    assert_int_equal(invoice_text_compare("", "\xE3\x80\x80 "), 0);
    /* U+2F24, the Kangxi radical that stands in PDF files for 大. */
    assert_int_equal(invoice_text_compare("\xE2\xBC\xA4学", "大学"), 0);
    assert_int_not_equal(invoice_text_compare("甲公司", "乙公司"), 0);
    assert_int_not_equal(invoice_text_compare("\xFF", "\xFE"), 0);
    assert_int_not_equal(invoice_text_compare("甲", "甲公司"), 0);
}

static void
texts_are_copied_and_move_with_their_list(void **state)
{
    char number[] = "123";
    struct invoices other;
    struct invoice one;
    struct invoice_line line = { .item = number, .rate = "6%" };
    struct err e = ERR_INIT;

    (void)state;
    invoices_init(&other);
    invoice_init(&one);
    one.number = number;
    one.lines.at = &line;
    one.lines.n = 1;
    assert_int_equal(invoices_add(&other, &one, &e), 0);
    number[0] = 'x';
    (void)add(INVOICE_FROM_XML, NUMBER, "a", 1);
    assert_int_equal(invoices_merge(&list, &other, &e), 0);
    assert_int_equal(other.list.n, 0);
    invoices_release(&other);
    assert_int_equal(list.list.n, 2);
    assert_string_equal(list.list.at[1].number, "123");
    assert_string_equal(list.list.at[1].lines.at[0].item, "123");
}

/* Give ${one} the lines ${items}, NULL-ended, of 1 yuan, 2 yuan ... */
static void
add_lines(struct invoice *one, const char *const *items)
{
    struct err e = ERR_INIT;

    for (size_t i = 0; items[i]; i++) {
        assert_int_equal(vec_grow(&one->lines, 1, 10, &e), 0);
        one->lines.at[one->lines.n++] = (struct invoice_line){ .item = items[i], .rate = "6%",
            .amount = money_of((int64_t)i + 1), .has_amount = true };
    }
}

static void
documents_of_one_kind_that_state_other_lines_leave_none(void **state)
{
    static const char *const both[] = { "*服务*云", "*服务*存储", NULL };
    static const char *const one_less[] = { "*服务*云", NULL };
    struct invoice *one;

    (void)state;
    one = add(INVOICE_FROM_XML, NUMBER, "a.xml", 3);
    one->kind = INVOICE_DIGITAL_ORDINARY;
    add_lines(one, both);
    one = add(INVOICE_FROM_XML, NUMBER, "b.xml", 3);
    one->kind = INVOICE_DIGITAL_SPECIAL;
    add_lines(one, one_less);
    unite();
    assert_int_equal(list.list.n, 1);
    one = &list.list.at[0];
    assert_int_equal(one->lines.n, 0);
    assert_int_equal(one->kind, INVOICE_OTHER);
    assert_int_equal(one->differences.n, 2);
    assert_string_equal(one->differences.at[0].field, "kind");
    assert_true(one->differences.at[0].is_contradiction);
    assert_string_equal(one->differences.at[1].field, "lines");
    assert_string_equal(one->differences.at[1].kept, "*服务*存储 2");
    assert_string_equal(one->differences.at[1].other, "");
    assert_true(one->differences.at[1].is_contradiction);
}

static void
documents_that_state_the_same_lines_keep_them(void **state)
{
    static const char *const both[] = { "*服务*云", "*服务*存储", NULL };
    static const char *const row[] = { "云", NULL };

    (void)state;
    add_lines(add(INVOICE_FROM_XML, NUMBER, "a.xml", 3), both);
    add_lines(add(INVOICE_FROM_XML, NUMBER, "b.xml", 3), both);
    /* A list has one row for all. */
    add_lines(add(INVOICE_FROM_LIST, NUMBER, "c.csv", 3), row);
    unite();
    assert_int_equal(list.list.n, 1);
    assert_int_equal(list.list.at[0].lines.n, 2);
    assert_int_equal(list.list.at[0].differences.n, 0);
}

static void
what_each_file_could_not_read_is_told_once(void **state)
{
    static const char *const troubles[][2] = { { "total: 1.2.3", "合计：1.2.3" },
        { "date: x", "日期：x" }, { "total: 1.2.3", "合计：1.2.3" }, { "", "" } };

    (void)state;
    for (size_t i = 0; i < COUNT(troubles); i++) {
        struct invoice *one = add(INVOICE_FROM_PDF, NUMBER, "a.pdf", 3);

        one->trouble = troubles[i][0];
        one->trouble_zh = troubles[i][1];
    }
    unite();
    assert_int_equal(list.list.n, 1);
    assert_string_equal(list.list.at[0].trouble, "date: x; total: 1.2.3");
    assert_string_equal(list.list.at[0].trouble_zh, "日期：x；合计：1.2.3");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            an_invoice_has_a_document_unless_rows_of_lists_are_all_that_there_is, begin, end),
        cmocka_unit_test_setup_teardown(
            three_files_of_one_number_are_one_invoice_of_the_best_source, begin, end),
        cmocka_unit_test_setup_teardown(one_number_with_two_totals_stays_two, begin, end),
        cmocka_unit_test_setup_teardown(other_numbers_need_code_and_seller_too, begin, end),
        cmocka_unit_test_setup_teardown(those_without_number_are_equal_to_none, begin, end),
        cmocka_unit_test_setup_teardown(a_total_that_no_file_states_is_amount_and_tax, begin,
            end),
        cmocka_unit_test_setup_teardown(the_order_of_files_makes_no_difference, begin, end),
        cmocka_unit_test_setup_teardown(
            what_sources_of_one_kind_contradict_each_other_in_is_taken_from_none, begin, end),
        cmocka_unit_test_setup_teardown(
            a_better_source_overrules_those_that_contradict_each_other, begin, end),
        cmocka_unit_test_setup_teardown(one_number_in_two_currencies_stays_two, begin, end),
        cmocka_unit_test_setup_teardown(numbers_are_one_however_they_are_spelled, begin, end),
        cmocka_unit_test_setup_teardown(a_total_that_cannot_be_read_is_not_amount_and_tax, begin,
            end),
        cmocka_unit_test_setup_teardown(names_are_compared_without_blanks_width_and_case, begin,
            end),
        cmocka_unit_test_setup_teardown(documents_of_one_kind_that_state_other_lines_leave_none,
            begin, end),
        cmocka_unit_test_setup_teardown(documents_that_state_the_same_lines_keep_them, begin, end),
        cmocka_unit_test_setup_teardown(what_each_file_could_not_read_is_told_once, begin, end),
        cmocka_unit_test_setup_teardown(texts_are_copied_and_move_with_their_list, begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
