/*
 * test_rule_price_arithmetic.c - charges against their own price, quantity and discount.
 */
#include "audited.h"

#define RULE "price-arithmetic"
#define SUPPORT "Send the rows to the platform's support and ask how the amount was worked out."

static void
add(struct audited *x, const char *billed, const char *price, const char *quantity,
    const char *discount)
{
    audited_row(x, (struct bill_row){ .instance = "i-1", .start = "2026-03-02 08:00:00",
        .end = "2026-03-02 18:00:00", .billed = billed, .price = price, .quantity = quantity,
        .unit = "Hours", .discount = discount });
}

static void
more_than_price_times_quantity_leaks(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    add(&x, "18.80", "1.88", "10", "1.80");
    audited_run(&x, RULE);
    assert_found(&x, "price-arithmetic certain i-1 CNY 1.8 net 1.8: 2=1.8\n");
    assert_told(&x, "i-1 was billed CNY 18.80, but price x quantity less discount makes CNY 17.00: "
        "CNY 1.80 too much.", SUPPORT);
    audited_release(&x);
}

static void
an_average_price_proves_nothing_of_one_row(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    x.exclusive.billing.is_price_blended = true;
    add(&x, "18.80", "1.88", "10", "0");
    add(&x, "20.00", "1.88", "10", "0");
    audited_run(&x, RULE);
    assert_found(&x, "?price i-1 0\n");
    audited_release(&x);
}

static void
several_charges_are_one_finding(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    add(&x, "20.00", "1.88", "10", NULL);
    add(&x, "21.00", "1.88", "10", NULL);
    audited_run(&x, RULE);
    assert_found(&x, "price-arithmetic certain i-1 CNY 3.4 net 3.4: 2=1.2 3=2.2\n");
    assert_told(&x, "2 charges of i-1 were billed CNY 41.00, but price x quantity less discount "
        "makes CNY 37.60: CNY 3.40 too much.", SUPPORT);
    audited_release(&x);
}

static void
what_printed_decimals_can_explain_is_left_alone(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    /* Tolerance 10 x 0.005 = 0.05: 0.0599 over is below 0.05 + 0.01, 0.06 is not. */
    add(&x, "18.8599", "1.88", "10", NULL);
    add(&x, "18.86", "1.88", "10", NULL);
    /* 10.0 may be 10.05: 0.05 + 0.094 more. */
    add(&x, "18.95", "1.88", "10.0", NULL);
    /* An amount just below one minor unit over. */
    add(&x, "1.0099", "1.000000000", "1", "0");
    audited_run(&x, RULE);
    assert_found(&x, "price-arithmetic certain i-1 CNY 0.06 net 0.06: 3=0.06\n");
    audited_release(&x);
}

static void
other_units_are_tried_first(void **state)
{
    static const struct bill_row rows[] = {
        { .billed = "0.35351812", .price = "0.81579474", .quantity = "4.33342" },  /* per 10 */
        { .billed = "9.90", .price = "99.00", .quantity = "3" },                   /* month, days */
        { .billed = "45.12", .price = "1.88", .quantity = "1" },                   /* hour, days */
        { .billed = "15.04", .price = "1.88", .quantity = "1", .cards = "8" },     /* card */
        { .billed = "2.00", .price = "2.00", .quantity = "1000000" },              /* per 1M */
        { .billed = "1.88", .price = "1.88", .quantity = "3600" },                 /* seconds */
        { .billed = "9.99", .price = "729.27", .quantity = "10" },                 /* 730 hours */
    };
    struct audited x;

    (void)state;
    audited_init(&x);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct bill_row row = rows[i];

        row.instance = "i-1";
        row.start = "2026-03-02";
        audited_row(&x, row);
    }
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
a_charge_per_card_leaks_no_more_than_it_is_over(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, (struct bill_row){ .instance = "i-8", .start = "2026-03-02", .billed = "16.04",
        .price = "1.88", .quantity = "1", .cards = "8" });
    audited_run(&x, RULE);
    assert_found(&x, "price-arithmetic certain i-8 CNY 1 net 1: 2=1\n");
    audited_release(&x);
}

static void
of_two_prices_the_one_that_fits_is_meant(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, (struct bill_row){ .instance = "i-1", .start = "2026-03-02", .billed = "15.00",
        .price = "1.88", .contracted = "1.50", .quantity = "10", .discount = "3.80" });
    audited_row(&x, (struct bill_row){ .instance = "i-1", .start = "2026-03-02", .billed = "18.80",
        .price = "1.88", .contracted = "1.50", .quantity = "10" });
    audited_row(&x, (struct bill_row){ .instance = "i-1", .start = "2026-03-02", .billed = "17.00",
        .price = "1.88", .contracted = "1.50", .quantity = "10" });
    audited_run(&x, RULE);
    assert_found(&x, "price-arithmetic certain i-1 CNY 2 net 2: 4=2\n");
    audited_release(&x);
}

static void
a_contracted_price_alone_has_the_discount_in_it(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, (struct bill_row){ .instance = "i-1", .start = "2026-03-02", .billed = "15.00",
        .contracted = "1.50", .quantity = "10", .discount = "3.80" });
    audited_row(&x, (struct bill_row){ .instance = "i-1", .start = "2026-03-02", .billed = "18.80",
        .contracted = "1.50", .quantity = "10", .discount = "3.80" });
    audited_run(&x, RULE);
    assert_found(&x, "price-arithmetic certain i-1 CNY 3.8 net 3.8: 3=3.8\n");
    audited_release(&x);
}

static void
whole_units_of_a_currency_without_decimals(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    for (unsigned i = 0; i < 2; i++)
        audited_row(&x, (struct bill_row){ .instance = "i-1", .start = "2026-03-02",
            .currency = "JPY", .billed = i ? "1001" : "1000.9", .price = "100.000",
            .quantity = "10", .discount = "0.005" });
    audited_run(&x, RULE);
    assert_found(&x, "price-arithmetic certain i-1 JPY 1.005 net 1.005: 3=1.005\n");
    audited_release(&x);
}

static void
too_little_is_a_warning_where_the_discount_is_stated(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    add(&x, "15.00", "1.88", "10", "1.80");
    add(&x, "15.00", "1.88", "10", NULL);
    audited_run(&x, RULE);
    assert_found(&x, "");
    assert_warnings(&x.bills, x.input, "undercharged:2: CNY 2.00 less than price x quantity less "
        "discount (CNY 17.00); check it before the platform does\n");
    audited_release(&x);
}

static void
a_monthly_price_and_days_are_no_undercharge(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    /* 21.00 a month of 31 days, for 10 of them. */
    add(&x, "6.77", "21.00", "10", "0");
    audited_run(&x, RULE);
    assert_found(&x, "");
    assert_warnings(&x.bills, x.input, "");
    audited_release(&x);
}

static void
without_price_or_quantity_it_is_unknown(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    add(&x, "18.80", NULL, "10", NULL);
    audited_row(&x, (struct bill_row){ .instance = "i-2", .start = "2026-03-02",
        .price = "1.88" });
    audited_run(&x, RULE);
    assert_found(&x, "?price i-1 0\n?price i-2 0\n");
    audited_release(&x);
}

static void
an_honest_bill_is_left_alone(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    add(&x, "18.80", "1.88", "10", NULL);
    add(&x, "17.00", "1.88", "10", "1.80");
    add(&x, "0.94", "1.88", "0.5", "0");
    audited_row(&x, (struct bill_row){ .instance = "i-1", .start = "2026-03-02", .billed = "-99",
        .entry = ENTRY_REFUND, .price = "1.88", .quantity = "10" });
    audited_run(&x, RULE);
    assert_found(&x, "");
    assert_warnings(&x.bills, x.input, "");
    audited_release(&x);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_than_price_times_quantity_leaks),
        cmocka_unit_test(an_average_price_proves_nothing_of_one_row),
        cmocka_unit_test(several_charges_are_one_finding),
        cmocka_unit_test(what_printed_decimals_can_explain_is_left_alone),
        cmocka_unit_test(other_units_are_tried_first),
        cmocka_unit_test(a_charge_per_card_leaks_no_more_than_it_is_over),
        cmocka_unit_test(of_two_prices_the_one_that_fits_is_meant),
        cmocka_unit_test(a_contracted_price_alone_has_the_discount_in_it),
        cmocka_unit_test(whole_units_of_a_currency_without_decimals),
        cmocka_unit_test(too_little_is_a_warning_where_the_discount_is_stated),
        cmocka_unit_test(a_monthly_price_and_days_are_no_undercharge),
        cmocka_unit_test(without_price_or_quantity_it_is_unknown),
        cmocka_unit_test(an_honest_bill_is_left_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
