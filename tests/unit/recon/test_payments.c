/* Payments behind recharges and postpaid months; the rest of a private statement stays private. */
#include "desk.h"

static void
recharge(struct desk *d, const char *order, const char *start, const char *amount)
{
    (void)desk_row(d, (struct bill_row){ .entry = ENTRY_RECHARGE, .order = order, .start = start,
        .billed = "0", .moved = amount });
}

static void
matches_recharges_by_order_then_minutes_then_day(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    recharge(&d, "r-1", "2026-03-01 10:00:00", "100");
    recharge(&d, "r-2", "2026-03-02 10:00:00", "100");
    recharge(&d, "r-3", "2026-03-03 10:00:00", "100");
    recharge(&d, "r-4", "2026-03-04 10:00:00", "100");
    recharge(&d, "r-5", "2026-03-05 10:00:00", "100");
    /* An order number counts at any time and for any payee, if the amount is equal. */
    desk_payment(&d, (struct desk_payment){ .time = "2026-03-20 10:00:00", .payee = "谁",
        .amount = "100", .order = "r-1" });
    desk_payment(&d, (struct desk_payment){ .time = "2026-03-02 10:10:00", .amount = "100" });
    desk_payment(&d, (struct desk_payment){ .time = "2026-03-03 23:59:59", .amount = "100" });
    desk_payment(&d, (struct desk_payment){ .time = "2026-03-05 00:00:01", .amount = "100",
        .payee = "乙公司" });
    desk_payment(&d, (struct desk_payment){ .time = "2026-03-04 10:00:00", .amount = "100",
        .currency = "USD" });
    desk_build(&d);
    assert_payments(&d, "R001 100 P005\nR002 100 P001\nR003 100 P002\nR004 100 unpaid\n"
                        "R005 100 unpaid\n"
                        "P001 100 matched R002\nP002 100 matched R003\nP003 100 unmatched\n"
                        "P004 100 unmatched\nP005 100 matched R001\n");
    desk_release(&d);
}

static void
pairs_the_nearest_in_time(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    recharge(&d, "", "2026-03-01 10:00:00", "50");
    recharge(&d, "", "2026-03-01 10:05:00", "50");
    desk_payment(&d, (struct desk_payment){ .time = "2026-03-01 10:04:00", .amount = "50" });
    desk_payment(&d, (struct desk_payment){ .time = "2026-03-01 10:09:00", .amount = "50" });
    desk_build(&d);
    assert_payments(&d, "R001 50 P002\nR002 50 P001\n"
                        "P001 50 matched R002\nP002 50 matched R001\n");
    desk_release(&d);
}

static void
keeps_the_rest_of_a_statement_to_itself(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    recharge(&d, "r-1", "2026-03-01 10:00:00", "50");
    recharge(&d, "r-0", "2026-02-01 10:00:00", "50");
    desk_payment(&d, (struct desk_payment){ .time = "2026-03-01 10:00:00", .amount = "8",
        .payee = "面馆" });
    desk_payment(&d, (struct desk_payment){ .time = "2026-03-02 10:00:00", .amount = "9",
        .payee = "谁", .order = "r-1" });
    desk_payment(&d, (struct desk_payment){ .time = "2026-03-03 10:00:00", .amount = "7",
        .payee = "甲 (北京) 公司" });
    /* Of another period. */
    desk_payment(&d, (struct desk_payment){ .time = "2026-02-01 10:00:00", .amount = "50" });
    desk_payment(&d, (struct desk_payment){ .time = "2026-03-04 10:00:00", .amount = "-50" });
    desk_build(&d);
    assert_payments(&d, "R001 50 unpaid\nP001 9 unmatched\nP002 7 unmatched\n");
    desk_release(&d);
}

static void
takes_payees_of_the_config_in_place_of_sellers(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    (void)desk_row(&d, (struct bill_row){ .platform = "tencent", .entry = ENTRY_RECHARGE,
        .start = "2026-03-01 10:00:00", .billed = "0", .moved = "50" });
    (void)desk_row(&d, (struct bill_row){ .platform = "tencent", .entry = ENTRY_RECHARGE,
        .start = "2026-03-02 10:00:00", .billed = "0", .moved = "60" });
    desk_payment(&d, (struct desk_payment){ .time = "2026-03-01 10:00:00", .amount = "50",
        .payee = "财付通" });
    desk_payment(&d, (struct desk_payment){ .time = "2026-03-02 10:00:00", .amount = "60",
        .payee = "乙公司" });
    desk_build(&d);
    assert_payments(&d, "R001 50 P001\nR002 60 unpaid\nP001 50 matched R001\nP002 60 unmatched\n");
    desk_release(&d);
}

static void
matches_postpaid_months_within_62_days(void **state)
{
    static const struct { const char *time, *amount; bool is_matched; } cases[] = {
        { "2026-04-01 00:00:00", "30.5", true }, { "2026-06-02 00:00:00", "30.5", true },
        { "2026-06-02 00:00:01", "30.5", false }, { "2026-03-31 23:59:59", "30.5", false },
        { "2026-04-10 00:00:00", "30.51", false },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct desk d;

        desk_init(&d);
        desk_charge(&d, "a-1", "2026-03-01 10:00:00", "10.5");
        desk_charge(&d, "a-2", "2026-03-02 10:00:00", "20");
        desk_payment(&d, (struct desk_payment){ .time = cases[i].time,
            .amount = cases[i].amount });
        desk_build(&d);
        assert_int_equal(d.recon.payments.at[0].is_matched, cases[i].is_matched);
        assert_int_equal(d.recon.payments.at[0].claims.n, cases[i].is_matched ? 2 : 0);
        assert_int_equal(d.recon.claims.at[0].payments.n, cases[i].is_matched ? 1 : 0);
        desk_release(&d);
    }
}

static void
links_the_claim_of_a_recharge(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    (void)desk_row(&d, (struct bill_row){ .platform = "runpod", .currency = "USD",
        .entry = ENTRY_RECHARGE, .start = "2026-03-01 10:00:00", .order = "r-1", .billed = "0",
        .moved = "100" });
    desk_payment(&d, (struct desk_payment){ .time = "2026-03-01 10:00:00", .amount = "100",
        .trade = "r-1", .currency = "USD" });
    desk_build(&d);
    assert_payments(&d, "R001 100 P001\nP001 100 matched R001 C001\n");
    desk_release(&d);
}

/* All are of one day and one seller; what has no order number is only there to be left alone. */
static const struct {
    struct { const char *order, *amount; } recharges[3];
    struct { const char *order, *trade, *amount, *currency; } payments[3];
    const char *expected;
} joined[] = {
    /* One recharge in two payments. */
    { { { "r-1", "100" } }, { { "r-1", NULL, "60", NULL }, { "x", "r-1", "40", NULL } },
        "R001 100 P001 P002\nP001 60 matched R001\nP002 40 matched R001\n" },
    /* One payment for two recharges. */
    { { { "r-1", "100" }, { "r-1", "200" } }, { { "r-1", NULL, "300", NULL } },
        "R001 100 P001\nR002 200 P001\nP001 300 matched R001 R002\n" },
    { { { "r-1", "100" }, { "r-2", "200" } }, { { "r-1", "r-2", "300", NULL } },
        "R001 100 P001\nR002 200 P001\nP001 300 matched R001 R002\n" },
    /* An equal amount goes first, and what is left must add up by itself. */
    { { { "r-1", "100" }, { "r-1", "60" } },
        { { "r-1", NULL, "100", NULL }, { "r-1", NULL, "40", NULL },
            { "r-1", NULL, "20", NULL } },
        "R001 100 P001\nR002 60 P002 P003\nP001 100 matched R001\nP002 40 matched R002\n"
        "P003 20 matched R002\n" },
    /* A third one of the order, or another sum: which of them it was, nobody can tell. */
    { { { "r-1", "100" } }, { { "r-1", NULL, "60", NULL }, { "r-1", NULL, "40", NULL },
        { "r-1", NULL, "40", NULL } },
        "R001 100 unpaid\nP001 60 unmatched\nP002 40 unmatched\nP003 40 unmatched\n" },
    { { { "r-1", "100" } }, { { "r-1", NULL, "60", NULL }, { "r-1", NULL, "40.01", NULL } },
        "R001 100 unpaid\nP001 60 unmatched\nP002 40.01 unmatched\n" },
    { { { "r-1", "100" }, { "r-1", "200" }, { "r-1", "300.5" } },
        { { "r-1", NULL, "300", NULL } }, "R001 100 unpaid\nR002 200 unpaid\n"
        "R003 300.5 unpaid\nP001 300 unmatched\n" },
    /* Two for two. */
    { { { "r-1", "100" }, { "r-1", "200" } },
        { { "r-1", NULL, "150", NULL }, { "r-1", NULL, "150", NULL } },
        "R001 100 unpaid\nR002 200 unpaid\nP001 150 unmatched\nP002 150 unmatched\n" },
    /* No order number, another currency. */
    { { { "", "100" } }, { { "x", NULL, "60", NULL }, { "y", NULL, "40", NULL } },
        "R001 100 unpaid\nP001 60 unmatched\nP002 40 unmatched\n" },
    { { { "", "100" }, { "", "200" } }, { { "x", NULL, "300", NULL } },
        "R001 100 unpaid\nR002 200 unpaid\nP001 300 unmatched\n" },
    { { { "r-1", "100" } }, { { "r-1", NULL, "60", NULL }, { "r-1", NULL, "40", "USD" } },
        "R001 100 unpaid\nP001 60 unmatched\nP002 40 unmatched\n" },
};

static void
adds_up_what_one_order_number_names(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(joined); i++) {
        struct desk d;

        desk_init(&d);
        for (size_t k = 0; k < COUNT(joined[i].recharges) && joined[i].recharges[k].amount; k++) {
            char start[32];

            (void)snprintf(start, sizeof(start), "2026-03-01 10:%02zu:00", k);
            recharge(&d, joined[i].recharges[k].order, start, joined[i].recharges[k].amount);
        }
        for (size_t k = 0; k < COUNT(joined[i].payments) && joined[i].payments[k].amount; k++) {
            char time[32];

            (void)snprintf(time, sizeof(time), "2026-03-01 11:%02zu:00", k);
            desk_payment(&d, (struct desk_payment){ .time = time,
                .amount = joined[i].payments[k].amount, .order = joined[i].payments[k].order,
                .trade = joined[i].payments[k].trade, .currency = joined[i].payments[k].currency });
        }
        desk_build(&d);
        assert_payments(&d, joined[i].expected);
        desk_release(&d);
    }
}

static void
marks_a_payment_that_may_be_for_another_month(void **state)
{
    static const struct { const char *other, *month, *amount, *expected; } cases[] = {
        /* Two platforms of one seller. */
        { "volcengine", "2026-03-02 10:00:00", "30", "P001 30 matched of 2 C001\n" },
        { "volcengine", "2026-03-02 10:00:00", "31", "P001 30 matched C001\n" },
        /* The month before is not paid either. */
        { "baidu", "2026-02-02 10:00:00", "30", "P001 30 matched of 2 C001\n" },
        { "baidu", "2026-02-02 10:00:00", "31", "P001 30 matched C001\n" },
        /* Of another seller. */
        { "autodl", "2026-03-02 10:00:00", "30", "P001 30 matched C001\n" },
    };

    (void)state;
    for (size_t i = 0; i < 2 * COUNT(cases); i++) {
        size_t k = i / 2;
        struct desk d;

        desk_init_with(&d, "");
        for (size_t n = 0; n < 2; n++)
            (void)desk_row(&d, n == i % 2 ? (struct bill_row){ .platform = "baidu",
                .start = "2026-03-01 10:00:00", .billed = "30" } : (struct bill_row){
                .platform = cases[k].other, .start = cases[k].month, .billed = cases[k].amount });
        desk_payment(&d, (struct desk_payment){ .time = "2026-04-01 10:00:00", .amount = "30",
            .payee = "丁公司" });
        desk_build(&d);
        assert_payments(&d, cases[k].expected);
        desk_release(&d);
    }
}

static void
marks_no_month_that_another_payment_has_paid(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "a-1", "2026-02-01 10:00:00", "30");
    desk_charge(&d, "a-2", "2026-03-01 10:00:00", "30");
    desk_payment(&d, (struct desk_payment){ .time = "2026-03-02 10:00:00", .amount = "30" });
    desk_payment(&d, (struct desk_payment){ .time = "2026-04-02 10:00:00", .amount = "30" });
    desk_build(&d);
    assert_payments(&d, "P001 30 matched C001\n");
    desk_release(&d);
}

static void
marks_a_payment_between_two_recharges(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    recharge(&d, "", "2026-03-01 10:00:00", "50");
    recharge(&d, "", "2026-03-01 10:04:00", "50");
    recharge(&d, "", "2026-03-02 10:00:00", "60");
    recharge(&d, "", "2026-03-02 10:04:00", "60");
    desk_payment(&d, (struct desk_payment){ .time = "2026-03-01 10:02:00", .amount = "50" });
    desk_payment(&d, (struct desk_payment){ .time = "2026-03-02 10:01:00", .amount = "60" });
    desk_build(&d);
    assert_payments(&d, "R001 50 P001\nR002 50 unpaid\nR003 60 P002\nR004 60 unpaid\n"
                        "P001 50 matched of 2 R001\nP002 60 matched R003\n");
    desk_release(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adds_up_what_one_order_number_names),
        cmocka_unit_test(marks_a_payment_that_may_be_for_another_month),
        cmocka_unit_test(marks_no_month_that_another_payment_has_paid),
        cmocka_unit_test(marks_a_payment_between_two_recharges),
        cmocka_unit_test(matches_recharges_by_order_then_minutes_then_day),
        cmocka_unit_test(pairs_the_nearest_in_time),
        cmocka_unit_test(keeps_the_rest_of_a_statement_to_itself),
        cmocka_unit_test(takes_payees_of_the_config_in_place_of_sellers),
        cmocka_unit_test(matches_postpaid_months_within_62_days),
        cmocka_unit_test(links_the_claim_of_a_recharge),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
