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
takes_one_number_for_one_invoice_where_a_total_or_currency_is_missing(void **state)
{
    static const struct { struct desk_invoice other; const char *expected; } cases[] = {
        { { .total = "1" }, "I002 duplicate: number 26112000000000000077 is there twice\n" },
        { { .total = "1234.5" },
            "I001 duplicate: number 26112000000000000077 has another total elsewhere: 1,234.50\n"
            "I002 duplicate: number 26112000000000000077 has another total elsewhere: 1.00\n" },
        { { .has_no_total = true }, "I002 unreadable: the total is missing\n" },
        { { .currency = "" }, "I002 duplicate: number 26112000000000000077 is there twice\n" },
        /* All digits are shown where the total has more than its currency. */
        { { .total = "1.0005" },
            "I001 duplicate: number 26112000000000000077 has another total elsewhere: 1.0005\n"
            "I002 arithmetic: its total of 1.0005 is finer than the smallest unit of CNY\n"
            "I002 duplicate: number 26112000000000000077 has another total elsewhere: 1.00\n" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct desk_invoice other = cases[i].other;
        struct desk d;

        desk_init(&d);
        desk_charge(&d, "order-1", "2026-03-01 10:00:00", "1");
        (void)desk_invoice(&d, (struct desk_invoice){ .number = "26112000000000000077" });
        other.number = "26112000000000000077";
        other.date = "2026-04-03";
        (void)desk_invoice(&d, other);
        desk_build(&d);
        assert_checks(&d, cases[i].expected);
        desk_release(&d);
    }
}

static void
finds_what_a_red_letter_reverses_however_it_spells_the_number(void **state)
{
    static const struct desk_invoice reds[] = {
        { .red_of = "２６１１２０００００００００００００７7" },
        { .red_of = "26112000 000000000077" },
        { .remark = "被红冲蓝字数电发票号码：２６１１２０００ ００００００００００77 " },
        /* A day, and the code of an older invoice, are no numbers. */
        { .remark = "2026年3月对应蓝字发票代码：044002000111，号码：26112000000000000077" },
        /* The confirmation's number follows at once. */
        { .remark = "蓝字26112000000000000077" "44010000000000000001" },
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

/* A blue invoice of 100, a red letter beside it, and what is left of the blue one. */
static void
leaves_alone_what_a_red_letter_does_not_reverse(void **state)
{
    static const struct { struct desk_invoice red; const char *left; } cases[] = {
        { { .total = "-40", .red_of = "26112000000000000001" }, "60" },
        { { .total = "-40", .red_of = "26112000000000000002" }, "100" },
        { { .total = "-40", .remark = "对应蓝字发票：1234567" }, "100" },
        { { .total = "-40", .remark = "26112000000000000001" }, "100" },
        { { .total = "-40", .red_of = "26112000000000000001", .status = INVOICE_VOID }, "100" },
        { { .total = "-40", .red_of = "26112000000000000001", .currency = "USD" }, "100" },
        { { .total = "-40", .red_of = "26112000000000000001", .seller = "乙公司" }, "100" },
        { { .total = "-40", .red_of = "26112000000000000001", .seller = "" }, "60" },
        { { .has_no_total = true, .red_of = "26112000000000000001" }, "100" },
        { { .total = "40", .red_of = "26112000000000000001" }, "100" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct desk_invoice red = cases[i].red;
        struct desk d;

        red.number = "26112000000000000009";
        desk_init(&d);
        (void)desk_invoice(&d, (struct desk_invoice){ .number = "26112000000000000001",
            .total = "100" });
        (void)desk_invoice(&d, red);
        desk_build(&d);
        assert_money(d.recon.invoices.at[0].rest, cases[i].left);
        desk_release(&d);
    }
}

/* Lists name a red letter again that a file already held: of another date, it is not united. */
static void
reverses_once_whatever_the_number_of_times_a_red_letter_is_there(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    (void)desk_invoice(&d, (struct desk_invoice){ .number = "26112000000000000001",
        .total = "100", .net = "94", .tax = "6" });
    for (unsigned i = 0; i < 3; i++) {
        static const char *const dates[] = { "2026-04-03", "2026-04-04", "2026-04-05" };

        (void)desk_invoice(&d, (struct desk_invoice){ .number = "26112000000000000009",
            .total = "-30", .net = "-28", .tax = "-2", .red_of = "26112000000000000001",
            .date = dates[i] });
    }
    (void)desk_invoice(&d, (struct desk_invoice){ .number = "26112000000000000010",
        .total = "-20", .red_of = "26112000000000000001" });
    desk_build(&d);
    assert_string_equal(d.recon.invoices.at[0].invoice->number, "26112000000000000001");
    assert_money(d.recon.invoices.at[0].rest, "50");
    assert_string_equal(d.recon.invoices.at[0].reversed_by, "26112000000000000010");
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
        cmocka_unit_test(takes_one_number_for_one_invoice_where_a_total_or_currency_is_missing),
        cmocka_unit_test(finds_what_a_red_letter_reverses_however_it_spells_the_number),
        cmocka_unit_test(reverses_blue_invoices_by_red_letters),
        cmocka_unit_test(leaves_alone_what_a_red_letter_does_not_reverse),
        cmocka_unit_test(reverses_once_whatever_the_number_of_times_a_red_letter_is_there),
        cmocka_unit_test(subtracts_credit_notes_whose_amounts_are_positive),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
