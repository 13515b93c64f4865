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

static void
names_are_compared_without_blanks_width_and_case(void **state)
{
    (void)state;
    assert_int_equal(invoice_text_compare("Ａ（b） c", "a(B)C"), 0);
    assert_int_equal(invoice_text_compare("", "\xE3\x80\x80 "), 0);
    assert_int_not_equal(invoice_text_compare("甲公司", "乙公司"), 0);
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

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            three_files_of_one_number_are_one_invoice_of_the_best_source, begin, end),
        cmocka_unit_test_setup_teardown(one_number_with_two_totals_stays_two, begin, end),
        cmocka_unit_test_setup_teardown(other_numbers_need_code_and_seller_too, begin, end),
        cmocka_unit_test_setup_teardown(those_without_number_are_equal_to_none, begin, end),
        cmocka_unit_test_setup_teardown(a_total_that_no_file_states_is_amount_and_tax, begin,
            end),
        cmocka_unit_test_setup_teardown(the_order_of_files_makes_no_difference, begin, end),
        cmocka_unit_test_setup_teardown(names_are_compared_without_blanks_width_and_case, begin,
            end),
        cmocka_unit_test_setup_teardown(texts_are_copied_and_move_with_their_list, begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
