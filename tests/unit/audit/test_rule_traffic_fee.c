/*
 * test_rule_traffic_fee.c - traffic of an instance.
 */
#include "audited.h"

#define RULE "traffic-fee"

static struct bill_row
traffic(const char *start, const char *billed)
{
    return (struct bill_row){ .instance = "i-1", .category = CATEGORY_TRAFFIC, .billed = billed,
        .start = start };
}

static void
it_is_possible_from_one_yuan_on(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, traffic("2026-03-01 08:00:00", "0.40"));
    audited_row(&x, traffic("2026-03-02 08:00:00", "0.60"));
    audited_run(&x, RULE);
    assert_found(&x, "traffic-fee possible i-1 CNY 1 net 1: 2=0.4 3=0.6\n");
    assert_told(&x, "Traffic of i-1 cost CNY 1.00 in 2 charges.", "Fetch large files through the "
        "platform's internal mirror or object storage.");
    audited_release(&x);
}

static void
less_is_left_alone(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, traffic("2026-03-01 08:00:00", "0.40"));
    audited_row(&x, traffic("2026-03-02 08:00:00", "0.59"));
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
it_is_likely_where_a_day_cost_more_than_its_compute(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, (struct bill_row){ .instance = "i-1", .billed = "6.20",
        .start = "2026-03-01 08:00:00", .end = "2026-03-01 10:00:00" });
    audited_row(&x, traffic("2026-03-01 08:00:00", "18.40"));
    audited_row(&x, traffic("2026-03-02 08:00:00", "0.60"));
    audited_run(&x, RULE);
    assert_found(&x, "traffic-fee likely i-1 CNY 19 net 19: 3=18.4 4=0.6\n");
    assert_told(&x, "On 2026-03-01 the traffic of i-1 cost CNY 18.40, more than its compute "
        "(CNY 6.20); all its traffic: CNY 19.00.", "Fetch large files through the platform's "
        "internal mirror or object storage.");
    audited_release(&x);
}

static void
currencies_stay_apart(void **state)
{
    struct audited x;
    struct bill_row row = traffic("2026-03-01 08:00:00", "0.90");

    (void)state;
    audited_init(&x);
    audited_row(&x, row);
    row.currency = "USD";
    audited_row(&x, row);
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_possible_from_one_yuan_on),
        cmocka_unit_test(less_is_left_alone),
        cmocka_unit_test(it_is_likely_where_a_day_cost_more_than_its_compute),
        cmocka_unit_test(currencies_stay_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
