/* Claims: what may be invoiced, by basis; what goes back; rounding once. */
#include "desk.h"

static void
makes_one_claim_of_each_month_and_order(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "order-1", "2026-03-05 10:00:00", "1.111");
    desk_charge(&d, "order-1", "2026-03-04 10:00:00", "2.222");
    desk_charge(&d, "order-2", "2026-03-06 10:00:00", "5");
    desk_charge(&d, "", "2026-03-07 10:00:00", "0.001");
    desk_charge(&d, "", "2026-03-08 10:00:00", "0.004");
    (void)desk_row(&d, (struct bill_row){ .order = "order-1", .account = "b",
        .start = "2026-03-04 10:00:00", .billed = "7" });
    (void)desk_row(&d, (struct bill_row){ .order = "order-1", .currency = "USD",
        .start = "2026-03-04 10:00:00", .billed = "8" });
    /* The billing month counts, not that of the start. */
    (void)desk_row(&d, (struct bill_row){ .order = "order-1", .month = "2026-04-01",
        .start = "2026-03-31 10:00:00", .billed = "9" });
    desk_build(&d);
    assert_claims(&d, "C001 order-1 3.33 0 uncovered\n"
        "C002 order-1 8 0 uncovered\n"
        "C003 order-1 7 0 uncovered\n"
        "C004 order-2 5 0 uncovered\n"
        "C005 - 0.01 0 uncovered\n"
        "C006 order-1 9 0 uncovered\n");
    assert_int_equal(d.recon.claims.at[0].from, bills_time("2026-03-04 10:00:00"));
    assert_int_equal(d.recon.claims.at[0].to, bills_time("2026-03-05 10:00:00"));
    assert_int_equal(d.recon.claims.at[0].lines.n, 2);
    desk_release(&d);
}

static void
leaves_out_vouchers_and_lines_that_do_not_count(void **state)
{
    struct desk d;
    size_t seen;

    (void)state;
    desk_init(&d);
    (void)desk_row(&d, (struct bill_row){ .order = "order-1", .start = "2026-03-05 10:00:00",
        .billed = "10", .voucher = "2.5" });
    (void)desk_row(&d, (struct bill_row){ .order = "order-1", .start = "2026-03-06 10:00:00",
        .billed = "-4", .voucher = "-1", .entry = ENTRY_REFUND });
    seen = desk_row(&d, (struct bill_row){ .order = "order-9", .start = "2026-03-05 10:00:00" });
    d.bills.ledger.lines.at[seen].fate = FATE_ALREADY_SEEN;
    desk_build(&d);
    assert_claims(&d, "C001 order-1 4.5 0 uncovered\n");
    assert_sums(&d, "CNY claimable 4.5 invoiced 0 covered 0 uncovered 4.5 voucher 1.5 without 0\n"
                    "missing-invoice autodl CNY 4.5\n"
                    "unexplained - CNY 0\n"
                    "voucher autodl CNY 1.5\n");
    desk_release(&d);
}

static void
takes_refunds_off_their_order_then_off_older_claims_the_newest_first(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "order-1", "2026-03-01 10:00:00", "10");
    desk_charge(&d, "order-2", "2026-03-02 10:00:00", "10");
    desk_charge(&d, "order-3", "2026-03-03 10:00:00", "10");
    desk_charge(&d, "order-4", "2026-03-20 10:00:00", "10");
    (void)desk_row(&d, (struct bill_row){ .order = "order-1", .entry = ENTRY_REFUND,
        .start = "2026-03-10 10:00:00", .billed = "-13" });
    desk_build(&d);
    assert_claims(&d, "C001 order-1 0 0 covered\n"
        "C002 order-2 10 0 uncovered\n"
        "C003 order-3 7 0 uncovered\n"
        "C004 order-4 10 0 uncovered\n");
    desk_release(&d);
}

/* As bills by the month state it: one start for all. */
static void
takes_refunds_off_what_began_at_the_same_time(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "order-1", "2026-03-01 00:00:00", "10");
    desk_charge(&d, "order-2", "2026-03-01 00:00:01", "10");
    (void)desk_row(&d, (struct bill_row){ .entry = ENTRY_REFUND,
        .start = "2026-03-01 00:00:00", .billed = "-4" });
    desk_build(&d);
    assert_claims(&d, "C001 order-1 6 0 uncovered\nC002 order-2 10 0 uncovered\n");
    desk_release(&d);
}

static void
keeps_what_nothing_can_be_taken_off_as_a_credit(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "order-1", "2026-03-01 10:00:00", "10");
    desk_charge(&d, "order-2", "2026-03-12 10:00:00", "10");
    (void)desk_row(&d, (struct bill_row){ .order = "order-9", .entry = ENTRY_CREDIT,
        .start = "2026-03-10 10:00:00", .billed = "-13.005" });
    (void)desk_row(&d, (struct bill_row){ .account = "other", .entry = ENTRY_REFUND,
        .start = "2026-03-20 10:00:00", .billed = "-1" });
    desk_build(&d);
    assert_claims(&d, "C001 order-1 0 0 covered\n"
        "C002 order-9 -3.01 0 credit\n"
        "C003 order-2 10 0 uncovered\n"
        "C004 - -1 0 credit\n");
    assert_sums(&d,
        "CNY claimable 5.99 invoiced 0 covered 0 uncovered 5.99 voucher 0 without 0\n"
        "missing-invoice autodl CNY 5.99\n"
        "unexplained - CNY 0\n");
    desk_release(&d);
}

static void
claims_recharges_where_these_are_invoiced(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    (void)desk_row(&d, (struct bill_row){ .platform = "runpod", .currency = "USD",
        .entry = ENTRY_RECHARGE, .start = "2026-03-01 10:00:00", .order = "r-1", .billed = "0",
        .moved = "100", .voucher = "20" });
    (void)desk_row(&d, (struct bill_row){ .platform = "runpod", .currency = "USD",
        .entry = ENTRY_RECHARGE, .start = "2026-03-02 10:00:00", .order = "r-2", .billed = "0",
        .moved = "50" });
    (void)desk_row(&d, (struct bill_row){ .platform = "runpod", .currency = "USD",
        .entry = ENTRY_WITHDRAWAL, .start = "2026-03-03 10:00:00", .billed = "0",
        .moved = "-60" });
    (void)desk_row(&d, (struct bill_row){ .platform = "runpod", .currency = "USD",
        .start = "2026-03-03 10:00:00", .billed = "33" });
    (void)desk_row(&d, (struct bill_row){ .platform = "runpod", .currency = "USD",
        .entry = ENTRY_RECHARGE, .start = "2026-03-01 10:00:00", .billed = "0", .moved = "0",
        .voucher = "5" });
    desk_build(&d);
    assert_claims(&d, "C001 r-1 90 0 uncovered\n"
        "C002 r-2 0 0 covered\n");
    assert_int_equal(d.recon.claims.at[0].to, d.recon.claims.at[0].from);
    assert_payments(&d, "R001 100 unpaid\nR002 50 unpaid\n");
    /* Gifts of recharges are no vouchers of charges. */
    assert_sums(&d, "USD claimable 90 invoiced 0 covered 0 uncovered 90 voucher 0 without 0\n"
                    "missing-invoice runpod USD 90\n"
                    "unexplained - USD 0\n");
    desk_release(&d);
}

static void
rounds_half_away_from_zero_to_the_minor_unit(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "order-1", "2026-03-01 10:00:00", "1.005");
    (void)desk_row(&d, (struct bill_row){ .order = "order-2", .currency = "JPY",
        .start = "2026-03-02 10:00:00", .billed = "10.5" });
    (void)desk_row(&d, (struct bill_row){ .order = "order-3", .currency = "KWD",
        .start = "2026-03-03 10:00:00", .billed = "1.0005" });
    desk_build(&d);
    assert_claims(&d, "C001 order-1 1.01 0 uncovered\n"
        "C002 order-2 11 0 uncovered\n"
        "C003 order-3 1.001 0 uncovered\n");
    desk_release(&d);
}

static void
cuts_claims_by_where_they_begin(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "order-1", "2026-02-28 23:59:59", "1");
    desk_charge(&d, "order-2", "2026-03-01 00:00:00", "2");
    desk_charge(&d, "order-3", "2026-04-01 00:00:00", "3");
    (void)desk_row(&d, (struct bill_row){ .order = "order-4", .billed = "4" });
    desk_build(&d);
    assert_claims(&d, "C001 order-4 4 0 uncovered\n"
        "C002 order-2 2 0 uncovered\n");
    assert_int_equal(d.recon.claims.n, 4);
    desk_release(&d);
}

static void
says_where_the_basis_is_not_known(void **state)
{
    struct desk d;
    char text[MESSAGE_TEXT_MAX];

    (void)state;
    desk_init(&d);
    (void)desk_row(&d, (struct bill_row){ .platform = "vast", .start = "2026-03-01 10:00:00" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "1" });
    desk_build(&d);
    assert_claims(&d, "C001 - 1 0 uncovered\n");
    assert_int_equal(d.recon.warnings.n, 1);
    assert_string_equal(d.recon.warnings.at[0].code, "basis-unknown");
    assert_string_equal(message_text(&d.recon.warnings.at[0].message, LANG_EN, text,
        sizeof(text)), "vast: not known whether it invoices consumption or recharges; "
        "consumption is taken (config: invoice.vast.basis)");
    desk_release(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(makes_one_claim_of_each_month_and_order),
        cmocka_unit_test(leaves_out_vouchers_and_lines_that_do_not_count),
        cmocka_unit_test(takes_refunds_off_their_order_then_off_older_claims_the_newest_first),
        cmocka_unit_test(takes_refunds_off_what_began_at_the_same_time),
        cmocka_unit_test(keeps_what_nothing_can_be_taken_off_as_a_credit),
        cmocka_unit_test(claims_recharges_where_these_are_invoiced),
        cmocka_unit_test(rounds_half_away_from_zero_to_the_minor_unit),
        cmocka_unit_test(cuts_claims_by_where_they_begin),
        cmocka_unit_test(says_where_the_basis_is_not_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
