/*
 * test_rule_package_missed.c - what packages for a month, a week or a day would have saved.
 */
#include "audited.h"

#define RULE "package-missed"

#define PRICE(unit, price)                                                                         \
    "{\"platform\": \"autodl\", \"gpu_model\": \"RTX 4090\", \"unit\": \"" unit "\", "             \
    "\"price\": \"" price "\", \"currency\": \"CNY\", \"pricing\": \"prepaid\"}"
#define BOOK                                                                                       \
    "{\"price_book\": [" PRICE("day", "30") "," PRICE("week", "150") "," PRICE("month", "500") "]}"

static struct bill_row
day(const char *start, const char *billed)
{
    return (struct bill_row){ .instance = "i-1", .model = "RTX 4090", .billed = billed,
        .start = start };
}

static void
set_up(struct audited *x)
{
    audited_init(x);
    audited_config(x, BOOK);
}

static void
a_day_above_the_price_of_a_day_leaks_pro_rata(void **state)
{
    struct audited x;

    (void)state;
    set_up(&x);
    audited_row(&x, day("2026-03-03 09:00:00", "20"));
    audited_row(&x, day("2026-03-03 01:00:00", "10"));
    audited_row(&x, day("2026-03-03 23:59:59", "10"));
    audited_row(&x, day("2026-03-04 00:00:00", "30"));
    audited_run(&x, RULE);
    assert_found(&x, "package-missed possible i-1 CNY 10 net 10: 2=5 3=2.5 4=2.5\n");
    assert_told(&x, "i-1 cost CNY 40.00 by the hour; paid by the day (packages: 1) it would have "
        "cost CNY 30.00: CNY 10.00 less.", "Buy a day where a job runs for most of it.");
    audited_release(&x);
}

static void
the_last_line_takes_the_remainder(void **state)
{
    struct audited x;

    (void)state;
    set_up(&x);
    audited_row(&x, day("2026-03-03 01:00:00", "10.333333333"));
    audited_row(&x, day("2026-03-03 02:00:00", "10.333333333"));
    audited_row(&x, day("2026-03-03 03:00:00", "10.333333334"));
    audited_run(&x, RULE);
    assert_found(&x, "package-missed possible i-1 CNY 1 net 1: 2=0.333333333 3=0.333333333 "
        "4=0.333333334\n");
    audited_release(&x);
}

static void
a_week_takes_its_days(void **state)
{
    struct audited x;

    (void)state;
    set_up(&x);
    /* ISO week 10 is 2 to 8 March. Sunday 1 and Monday 9 are of other weeks. */
    audited_row(&x, day("2026-03-01 12:00:00", "40"));
    audited_row(&x, day("2026-03-02 00:00:00", "80"));
    audited_row(&x, day("2026-03-08 23:00:00", "80"));
    audited_row(&x, day("2026-03-09 00:00:00", "30"));
    audited_run(&x, RULE);
    assert_found(&x, "package-missed possible i-1 CNY 20 net 20: 2=10 3=5 4=5\n");
    audited_release(&x);
}

static void
a_month_takes_all(void **state)
{
    struct audited x;

    (void)state;
    set_up(&x);
    audited_row(&x, day("2026-03-01 12:00:00", "200"));
    audited_row(&x, day("2026-03-12 12:00:00", "200"));
    audited_row(&x, day("2026-03-31 23:00:00", "200"));
    audited_run(&x, RULE);
    assert_found(&x, "package-missed possible i-1 CNY 100 net 100: 2=33.333333333 "
        "3=33.333333333 4=33.333333334\n");
    audited_release(&x);
}

static void
a_package_is_for_each_card(void **state)
{
    struct bill_row row = day("2026-03-03 01:00:00", "65");
    struct audited x;

    (void)state;
    set_up(&x);
    row.cards = "2";
    audited_row(&x, row);
    audited_run(&x, RULE);
    assert_found(&x, "package-missed possible i-1 CNY 5 net 5: 2=5\n");
    audited_release(&x);
}

static void
what_no_package_would_have_saved_is_left_alone(void **state)
{
    struct bill_row spot = day("2026-03-03 01:00:00", "100"), prepaid = spot;
    struct audited x;

    (void)state;
    set_up(&x);
    audited_row(&x, day("2026-03-03 01:00:00", "30"));
    audited_row(&x, day("2026-03-04 01:00:00", "30"));
    spot.pricing = PRICING_DYNAMIC;
    audited_row(&x, spot);
    prepaid.pricing = PRICING_COMMITTED;
    audited_row(&x, prepaid);
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
without_a_package_price_it_is_unknown(void **state)
{
    struct bill_row other = day("2026-03-03 01:00:00", "100");
    struct audited x;

    (void)state;
    set_up(&x);
    other.model = "A100";
    audited_row(&x, other);
    audited_run(&x, RULE);
    assert_found(&x, "?price i-1 0\n");
    audited_release(&x);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_day_above_the_price_of_a_day_leaks_pro_rata),
        cmocka_unit_test(the_last_line_takes_the_remainder),
        cmocka_unit_test(a_week_takes_its_days),
        cmocka_unit_test(a_month_takes_all),
        cmocka_unit_test(a_package_is_for_each_card),
        cmocka_unit_test(what_no_package_would_have_saved_is_left_alone),
        cmocka_unit_test(without_a_package_price_it_is_unknown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
