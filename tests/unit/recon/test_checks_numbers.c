/* One number twice, and red letters with what they reverse. */
#include "desk.h"
#include "recon/checks.h"

static void
fails_all_of_one_number_with_different_totals(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    (void)desk_invoice(&d, (struct desk_invoice){ .number = "26112000000000000077" });
    (void)desk_invoice(&d, (struct desk_invoice){ .number = "26112000000000000077",
        .total = "2", .seller = "乙公司" });
    /* Short numbers are only the same together with code and seller. */
    (void)desk_invoice(&d, (struct desk_invoice){ .number = "12345678", .code = "1" });
    (void)desk_invoice(&d, (struct desk_invoice){ .number = "12345678", .code = "2",
        .total = "2" });
    (void)desk_invoice(&d, (struct desk_invoice){ .number = "12345678", .code = "2",
        .total = "3", .seller = "乙公司" });
    (void)desk_invoice(&d, (struct desk_invoice){ .number = "12345678", .code = "2",
        .total = "4", .seller = "乙 公司" });
    desk_build(&d);
    assert_invoices(&d, "I001 unmatched 0\nI002 invalid 0\nI003 invalid 0\nI004 unmatched 0\n"
                        "I005 invalid 0\nI006 invalid 0\n");
    assert_int_equal(check_is_ok(&d.recon.invoices.at[4], CHECK_DUPLICATE), false);
    desk_release(&d);
}

static void
fails_one_number_in_two_currencies(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "order-1", "2026-03-01 10:00:00", "1");
    (void)desk_invoice(&d, (struct desk_invoice){ .number = "26112000000000000077" });
    (void)desk_invoice(&d, (struct desk_invoice){ .number = "26112000000000000077",
        .currency = "USD", .is_foreign = true });
    desk_build(&d);
    assert_checks(&d,
        "I001 duplicate: number 26112000000000000077 is in another currency elsewhere: USD\n"
        "I002 duplicate: number 26112000000000000077 is in another currency elsewhere: CNY\n");
    desk_release(&d);
}

static void
finds_what_a_red_letter_reverses_however_it_spells_the_number(void **state)
{
    static const struct desk_invoice reds[] = {
        { .red_of = "２６１１２０００００００００００００７7" },
        { .red_of = "26112000 000000000077" },
        { .remark = "被红冲蓝字数电发票号码：２６１１２０００ ００００００００００77 " },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(reds); i++) {
        struct desk_invoice red = reds[i];
        struct desk d;

        red.number = "26112000000000000078";
        red.total = "-1";
        desk_init(&d);
        desk_charge(&d, "order-1", "2026-03-01 10:00:00", "1");
        (void)desk_invoice(&d, (struct desk_invoice){ .number = "26112000000000000077" });
        (void)desk_invoice(&d, red);
        desk_build(&d);
        assert_invoices(&d, "I001 invalid 0\nI002 invalid 0\n");
        desk_release(&d);
    }
}

static void
reverses_blue_invoices_by_red_letters(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "order-1", "2026-03-01 10:00:00", "60");
    (void)desk_invoice(&d, (struct desk_invoice){ .number = "26112000000000000001",
        .total = "100" });
    (void)desk_invoice(&d, (struct desk_invoice){ .number = "26112000000000000002",
        .total = "100" });
    (void)desk_invoice(&d, (struct desk_invoice){ .number = "26112000000000000003",
        .total = "-100", .red_of = "26112000000000000001" });
    (void)desk_invoice(&d, (struct desk_invoice){ .number = "26112000000000000004",
        .total = "-40", .remark = "被红冲蓝字数电发票号码：26112000000000000002 红字发票信息确认单编号："
        "44010000000000000001" });
    (void)desk_invoice(&d, (struct desk_invoice){ .number = "26112000000000000005",
        .total = "5", .status = INVOICE_REVERSED });
    (void)desk_invoice(&d, (struct desk_invoice){ .number = "26112000000000000006",
        .total = "6", .status = INVOICE_PARTLY_REVERSED });
    desk_build(&d);
    assert_checks(&d,
        "I001 red-letter: reversed by red-letter invoice 26112000000000000003\n"
        "I002 red-letter ok: partly reversed by red-letter invoice 26112000000000000004: 60 is "
        "left\n"
        "I003 red-letter: a red-letter invoice: it reverses 26112000000000000001\n"
        "I004 red-letter: a red-letter invoice: it reverses 26112000000000000002\n"
        "I005 red-letter: reversed by a red-letter invoice\n"
        "I006 red-letter ok: partly reversed, but the red-letter invoice was not given: it "
        "counts whole\n");
    assert_invoices(&d, "I001 invalid 0\nI002 matched 2 C001=60\nI003 invalid 0\n"
                        "I004 invalid 0\nI005 invalid 0\nI006 unmatched 0\n");
    assert_money(d.recon.totals.at[0].invoiced, "66");
    desk_release(&d);
}

static void
subtracts_credit_notes_whose_amounts_are_positive(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    (void)desk_invoice(&d, (struct desk_invoice){ .number = "INV-1", .total = "100",
        .is_foreign = true });
    (void)desk_invoice(&d, (struct desk_invoice){ .number = "CN-1", .total = "30",
        .kind = INVOICE_CREDIT_NOTE, .red_of = "INV-1", .is_foreign = true });
    desk_build(&d);
    assert_money(d.recon.totals.at[0].invoiced, "70");
    assert_false(checks_are_valid(&d.recon.invoices.at[0]));
    desk_release(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fails_all_of_one_number_with_different_totals),
        cmocka_unit_test(fails_one_number_in_two_currencies),
        cmocka_unit_test(finds_what_a_red_letter_reverses_however_it_spells_the_number),
        cmocka_unit_test(reverses_blue_invoices_by_red_letters),
        cmocka_unit_test(subtracts_credit_notes_whose_amounts_are_positive),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
