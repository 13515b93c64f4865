/* Matching, step by step. */
#include "desk.h"

static void
covers_the_orders_that_an_invoice_names_up_to_its_total(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "20260301001", "2026-03-01 10:00:00", "10");
    desk_charge(&d, "20260302002", "2026-03-02 10:00:00", "20");
    desk_charge(&d, "20260303003", "2026-03-03 10:00:00", "35");
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "35",
        .remark = "对应订单:20260302002、20260301001，谢谢" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "6", .item = "*信息技术服务*云 20260302002" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "50", .references = "20260303003" });
    desk_build(&d);
    assert_invoices(&d, "I001 partly-matched 1 C001=10 C002=20\n"
                        "I002 unmatched 0\n"
                        "I003 partly-matched 1 C003=35\n");
    assert_claims(&d, "C001 20260301001 10 10 covered\n"
        "C002 20260302002 20 20 covered\n"
        "C003 20260303003 35 35 covered\n");
    desk_release(&d);
}

static void
tells_for_which_open_charge_an_invoice_is_that_does_not_count(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "20260301001", "2026-03-01 10:00:00", "10");
    desk_charge(&d, "20260302002", "2026-03-02 10:00:00", "20");
    desk_charge(&d, "20260303003", "2026-03-03 10:00:00", "40");
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "40" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "20", .buyer = "某学院" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "40", .buyer = "某学院" });
    desk_build(&d);
    assert_invoices(&d, "I001 matched 2 C003=40\n"
                        "I002 invalid 0\n"
                        "I003 invalid 0\n");
    assert_claims(&d, "C001 20260301001 10 0 uncovered\n"
        "C002 20260302002 20 0 uncovered\n"
        "C003 20260303003 40 40 covered\n");
    assert_int_equal(d.recon.claims.at[0].invalid_cover, 0);
    assert_int_equal(d.recon.claims.at[1].invalid_cover, 2);
    assert_int_equal(d.recon.claims.at[2].invalid_cover, 0);
    desk_release(&d);
}

static void
takes_an_order_id_only_as_a_whole_token(void **state)
{
    static const struct { const char *order, *remark; bool is_named; } cases[] = {
        { "abc1234", "abc1234", true },
        { "abc1234", "订单号abc1234。", true },
        { "abc1234", "（abc1234）", true },
        { "abc1234", "xabc1234", false },
        { "abc1234", "abc1234-1", false },
        { "abc1234", "abc12345", false },
        { "123456", "金额123456.78元", false },
        { "123456", "no. 123456.", true },
        { "１２３４５６", "123456", true },
        { "1234", "1234", false },
        { "1234", "订单1234", true },
        { "1234", "订单号：1234", true },
        { "1234", "订单编号 77、1234", true },
        { "1234", "order 77, 1234 and 9", true },
        { "9", "order 77, 1234 and 9", true },
        { "9", "order 77 in 9 days", false },
        { "1234", "Order No. 1234", true },
        { "1234", "orders: 1234", true },
        { "1234", "border 1234", false },
        { "1234", "ordered 1234", false },
        { "1234", "订单已于2026年1234", false },
        { "id/2026/0001", "见 id/2026/0001。", true },
        { "id/2026/0001", "见 id/2026/00011", false },
        { "订单77号", "订单 1234", false },
        { "1234", "ORDER\tIDs\r\n#1234", true },
        { "1234", "order 77/5;1234", true },
        { "1234", "order 77 & 5 及 1234", true },
        { "1234", "order 77 5 1234", false },
        { "nord-1", "order nord-1", true },
        { "rd-1", "order nord-1", false },
        { "nos7", "order nos7", false }, /* number 7 */
        { "7", "order nos7", true },
        { "1234", "1order 1234", false },
        { "1234", "order", false },
        { "1234.56", "refund of order 1234.56.", true },
        { "a/1", "see a/1", false }, /* shorter than what is looked for everywhere */
        { "x/2026/0001", "ax/2026/0001 and x/2026/0001", true },
        { "x/2026/0001", "ax/2026/0001", false },
        { "/2026/0001/", "x/2026/0001/y", true }, /* it ends where no token can go on */
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct desk d;

        desk_init(&d);
        desk_charge(&d, cases[i].order, "2026-03-01 10:00:00", "10");
        (void)desk_invoice(&d, (struct desk_invoice){ .total = "3", .remark = cases[i].remark });
        desk_build(&d);
        if ((d.recon.invoices.at[0].step == 1) != cases[i].is_named)
            print_error("%s in %s\n", cases[i].order, cases[i].remark);
        assert_int_equal(d.recon.invoices.at[0].step == 1, cases[i].is_named);
        desk_release(&d);
    }
}

static void
covers_one_claim_of_equal_amount_the_nearest_begun_before(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "order-1", "2026-03-01 10:00:00", "10");
    desk_charge(&d, "order-2", "2026-03-09 10:00:00", "10");
    desk_charge(&d, "order-3", "2026-03-11 10:00:00", "10");
    desk_charge(&d, "order-4", "2026-03-20 10:00:00", "20");
    desk_charge(&d, "order-5", "2026-03-22 10:00:00", "20");
    desk_charge(&d, "order-6", "2026-03-10 23:00:00", "30");
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "10", .date = "2026-03-10" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "20", .date = "2026-03-10" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "30", .date = "2026-03-10" });
    desk_build(&d);
    assert_invoices(&d, "I001 matched 2 of 2 C002=10\n"
                        "I002 matched 2 of 2 C005=20\n"
                        "I003 matched 2 C003=30\n");
    desk_release(&d);
}

static void
leaves_claims_alone_that_begin_too_late_or_are_of_others(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "order-1", "2026-03-31 23:00:00", "10");
    (void)desk_row(&d, (struct bill_row){ .order = "order-2", .platform = "aliyun",
        .start = "2026-03-01 00:00:00", .billed = "10" });
    (void)desk_row(&d, (struct bill_row){ .order = "order-3", .currency = "USD",
        .start = "2026-03-01 00:00:00", .billed = "10" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "10", .date = "2026-02-27" });
    desk_build(&d);
    assert_invoices(&d, "I001 unmatched 0\n");
    desk_invoice(&d, (struct desk_invoice){ .total = "10", .date = "2026-02-28" });
    desk_build(&d);
    assert_invoices(&d, "I001 unmatched 0\nI002 matched 2 C003=10\n");
    assert_checks(&d, "I002 period warning: it was issued before what it covers began\n");
    desk_release(&d);
}

static void
covers_a_month_of_an_account_or_of_all(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "a-1", "2026-03-01 10:00:00", "10.1");
    desk_charge(&d, "a-2", "2026-03-02 10:00:00", "20.2");
    (void)desk_row(&d, (struct bill_row){ .order = "b-1", .account = "b",
        .start = "2026-03-03 10:00:00", .billed = "1.5" });
    (void)desk_row(&d, (struct bill_row){ .order = "b-2", .account = "b",
        .start = "2026-03-04 10:00:00", .billed = "2.5" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "4" });
    desk_build(&d);
    assert_invoices(&d, "I001 matched 3 C003=1.5 C004=2.5\n");
    d.invoices.list.at[0].total = bills_money("34.3");
    desk_build(&d);
    assert_invoices(&d, "I001 matched 3 C001=10.1 C002=20.2 C003=1.5 C004=2.5\n");
    desk_release(&d);
}

static void
takes_the_rounded_sum_of_a_month_and_lists_the_difference(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "a-1", "2026-03-01 10:00:00", "1.004");
    desk_charge(&d, "a-2", "2026-03-02 10:00:00", "2.004");
    desk_charge(&d, "a-3", "2026-03-03 10:00:00", "3.004");
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "6.01" });
    desk_build(&d);
    assert_invoices(&d, "I001 matched 3 rounded-sum C001=1 C002=2 C003=3.01\n");
    assert_claims(&d, "C001 a-1 1 1 covered\nC002 a-2 2 2 covered\nC003 a-3 3 3.01 covered\n");
    assert_sums(&d,
        "CNY claimable 6 invoiced 6.01 covered 6.01 uncovered -0.01 voucher 0 without 0\n"
        "rounding autodl CNY -0.01\n"
        "unexplained - CNY 0\n");
    assert_money(d.recon.differences.at[0].tolerance, "1");
    desk_release(&d);
}

static void
takes_no_rounded_sum_that_is_larger_than_the_last_claim(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    /* 0.004 each: nothing is left of them but the last, which is 0.01. */
    for (int i = 0; i < 5; i++) {
        char order[8];

        (void)snprintf(order, sizeof(order), "a-%d", i);
        desk_charge(&d, order, "2026-03-01 10:00:00", "0.004");
    }
    desk_charge(&d, "b-1", "2026-03-02 10:00:00", "0.005");
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "0.03" });
    desk_build(&d);
    assert_invoices(&d, "I001 partly-matched 6 running-total C006=0.01\n");
    desk_release(&d);
}

static void
prefers_a_run_of_neighbours_then_the_fewest_claims(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "a-1", "2026-03-01 10:00:00", "1");
    desk_charge(&d, "a-2", "2026-03-02 10:00:00", "2");
    desk_charge(&d, "a-3", "2026-03-03 10:00:00", "3");
    desk_charge(&d, "a-4", "2026-03-04 10:00:00", "50");
    desk_charge(&d, "a-5", "2026-03-05 10:00:00", "5");
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "6" });
    desk_build(&d);
    assert_invoices(&d, "I001 matched 4 C001=1 C002=2 C003=3\n");
    d.invoices.list.at[0].total = bills_money("8");
    desk_build(&d);
    /* 3 + 5 has fewer claims than 1 + 2 + 5. */
    assert_invoices(&d, "I001 matched 4 of 2 C003=3 C005=5\n");
    desk_release(&d);
}

static void
takes_the_earliest_of_equal_sets_and_counts_them(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "a-1", "2026-03-01 10:00:00", "4");
    desk_charge(&d, "a-2", "2026-03-02 10:00:00", "60");
    desk_charge(&d, "a-3", "2026-03-03 10:00:00", "3");
    desk_charge(&d, "a-4", "2026-03-04 10:00:00", "50");
    desk_charge(&d, "a-5", "2026-03-05 10:00:00", "4");
    desk_charge(&d, "a-6", "2026-03-06 10:00:00", "70");
    desk_charge(&d, "a-7", "2026-03-07 10:00:00", "3");
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "7" });
    desk_build(&d);
    assert_invoices(&d, "I001 matched 4 of 4 C001=4 C003=3\n");
    desk_release(&d);
}

static void
looks_a_year_back_and_not_ahead_for_sets(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    d.period = (struct period){ bills_time("2024-01-01"), bills_time("2028-01-01"), 480 };
    desk_charge(&d, "a-1", "2025-03-01 10:00:00", "4");
    desk_charge(&d, "a-2", "2025-03-02 10:00:00", "3");
    desk_charge(&d, "a-3", "2025-03-03 10:00:00", "90");
    desk_charge(&d, "a-4", "2026-03-04 10:00:00", "9");
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "7", .date = "2026-03-02" });
    desk_build(&d);
    assert_invoices(&d, "I001 matched 4 C001=4 C002=3\n");
    d.invoices.list.at[0].issued_text = "2026-03-03";
    desk_build(&d);
    assert_invoices(&d, "I001 matched 6 running-total C001=4 C002=3\n");
    d.invoices.list.at[0].issued_text = "2026-03-03";
    d.invoices.list.at[0].total = bills_money("12");
    desk_build(&d);
    assert_int_equal(d.recon.invoices.at[0].step, 6);
    desk_release(&d);
}

static void
puts_several_invoices_of_one_seller_together(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "a-1", "2026-03-01 10:00:00", "100");
    desk_charge(&d, "a-2", "2026-03-02 10:00:00", "7");
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "60" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "40" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "40", .seller = "乙公司" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "3" });
    desk_build(&d);
    assert_invoices(&d, "I001 matched 5 C001=60\n"
                        "I002 matched 5 C001=40\n"
                        "I003 unmatched 0\n"
                        "I004 matched 6 running-total C002=3\n");
    desk_release(&d);
}

static void
prefers_fewest_claims_then_fewest_invoices_and_counts_what_is_shared(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "a-1", "2026-03-01 10:00:00", "100");
    desk_charge(&d, "a-2", "2026-03-02 10:00:00", "90");
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "50" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "30" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "20" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "40" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "49" });
    desk_build(&d);
    /* Two invoices: 50 + 40 for 90. It shares with 50+30+20 for 100, 30+20+40 for 90, and with 50
     * + 40 + 100... of the month of 190: all but what needs 49 and adds up. */
    assert_int_equal(d.recon.invoices.at[0].step, 5);
    assert_int_equal(d.recon.invoices.at[3].step, 5);
    assert_money(d.recon.claims.at[1].covered, "90");
    assert_true(d.recon.invoices.at[0].is_ambiguous);
    assert_int_equal(d.recon.invoices.at[0].solutions, 3);
    desk_release(&d);
}

static void
covers_the_oldest_in_part_last(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "a-1", "2026-03-01 10:00:00", "10");
    desk_charge(&d, "a-2", "2026-03-02 10:00:00", "10");
    desk_charge(&d, "a-3", "2026-03-03 10:00:00", "10");
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "15.5" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "17.1" });
    desk_build(&d);
    assert_invoices(&d, "I001 matched 6 running-total C001=10 C002=5.5\n"
                        "I002 partly-matched 6 running-total C002=4.5 C003=10\n");
    assert_sums(&d,
        "CNY claimable 30 invoiced 32.6 covered 30 uncovered 0 voucher 0 without 2.6\n"
        "missing-charge autodl CNY -2.6\n"
        "unexplained - CNY 0\n");
    desk_release(&d);
}

static void
pools_the_platforms_of_one_seller(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    (void)desk_row(&d, (struct bill_row){ .platform = "aliyun", .order = "a-1",
        .start = "2026-03-01 10:00:00", .billed = "10" });
    (void)desk_row(&d, (struct bill_row){ .platform = "tencent", .order = "t-1",
        .start = "2026-03-02 10:00:00", .billed = "20" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "30", .seller = "乙公司" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "1", .seller = "乙公司" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "2", .seller = "甲（北京）公司" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "3", .seller = "丙公司" });
    desk_build(&d);
    assert_invoices(&d, "I001 matched 4 C001=10 C002=20\n"
                        "I002 unmatched 0\n"
                        "I003 unmatched 0\n"
                        "I004 unmatched 0\n");
    assert_checks(&d, "I003 seller ok: no bill of it was given\n"
        "I004 seller warning: '丙公司' sells for no platform of this review\n");
    assert_sums(&d,
        "CNY claimable 30 invoiced 36 covered 30 uncovered 0 voucher 0 without 6\n"
        "missing-charge - CNY -4\n"
        "missing-charge autodl CNY -2\n"
        "unexplained - CNY 0\n");
    desk_release(&d);
}

static void
never_matches_credits(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    (void)desk_row(&d, (struct bill_row){ .order = "a-1", .entry = ENTRY_REFUND,
        .start = "2026-03-01 10:00:00", .billed = "-5" });
    desk_charge(&d, "a-2", "2026-03-02 10:00:00", "10");
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "5", .remark = "订单a-1" });
    desk_build(&d);
    assert_invoices(&d, "I001 matched 6 running-total C002=5\n");
    desk_release(&d);
}

static void
cuts_at_the_period_after_all_claims_were_seen(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "feb-1", "2026-02-20 10:00:00", "11");
    desk_charge(&d, "feb-2", "2026-02-21 10:00:00", "12");
    desk_charge(&d, "mar-1", "2026-03-01 10:00:00", "20");
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "11" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "32" });
    desk_build(&d);
    assert_invoices(&d, "I001 other-period 2\n"
                        "I002 matched 4 C001=20\n");
    assert_sums(&d,
        "CNY claimable 20 invoiced 32 covered 20 uncovered 0 voucher 0 without 12\n"
        "other-period autodl CNY -12\n"
        "unexplained - CNY 0\n");
    desk_release(&d);
}

static void
compares_the_net_where_bills_are_net_of_tax(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    d.format.net_of_tax = true;
    desk_charge(&d, "a-1", "2026-03-01 10:00:00", "100");
    desk_charge(&d, "a-2", "2026-03-02 10:00:00", "30");
    (void)desk_invoice(&d, (struct desk_invoice){ .net = "100", .tax = "6", .total = "106" });
    (void)desk_invoice(&d, (struct desk_invoice){ .net = "40", .tax = "2.4", .total = "42.4" });
    desk_build(&d);
    assert_invoices(&d, "I001 matched 2 C001=100\n"
                        "I002 partly-matched 6 running-total C002=30\n");
    assert_sums(&d,
        "CNY claimable 130 invoiced 148.4 covered 130 uncovered 0 voucher 0 without 18.4\n"
        "missing-charge autodl CNY -10\n"
        "tax autodl CNY -8.4\n"
        "unexplained - CNY 0\n");
    desk_release(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(covers_the_orders_that_an_invoice_names_up_to_its_total),
        cmocka_unit_test(tells_for_which_open_charge_an_invoice_is_that_does_not_count),
        cmocka_unit_test(takes_an_order_id_only_as_a_whole_token),
        cmocka_unit_test(covers_one_claim_of_equal_amount_the_nearest_begun_before),
        cmocka_unit_test(leaves_claims_alone_that_begin_too_late_or_are_of_others),
        cmocka_unit_test(covers_a_month_of_an_account_or_of_all),
        cmocka_unit_test(takes_the_rounded_sum_of_a_month_and_lists_the_difference),
        cmocka_unit_test(takes_no_rounded_sum_that_is_larger_than_the_last_claim),
        cmocka_unit_test(prefers_a_run_of_neighbours_then_the_fewest_claims),
        cmocka_unit_test(takes_the_earliest_of_equal_sets_and_counts_them),
        cmocka_unit_test(looks_a_year_back_and_not_ahead_for_sets),
        cmocka_unit_test(puts_several_invoices_of_one_seller_together),
        cmocka_unit_test(prefers_fewest_claims_then_fewest_invoices_and_counts_what_is_shared),
        cmocka_unit_test(covers_the_oldest_in_part_last),
        cmocka_unit_test(pools_the_platforms_of_one_seller),
        cmocka_unit_test(never_matches_credits),
        cmocka_unit_test(cuts_at_the_period_after_all_claims_were_seen),
        cmocka_unit_test(compares_the_net_where_bills_are_net_of_tax),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
