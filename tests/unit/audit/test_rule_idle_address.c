/*
 * test_rule_idle_address.c - public addresses without use.
 */
#include "audited.h"

#define RULE "idle-address"

static struct bill_row
address(const char *instance, const char *start, const char *end)
{
    return (struct bill_row){ .instance = instance, .resource = "eip-1",
        .category = CATEGORY_PUBLIC_ADDRESS, .billed = "0.48", .start = start, .end = end };
}

static void
an_unattached_address_leaks_whole(void **state)
{
    struct audited x;
    struct bill_row row = address("", "2026-03-01", "2026-03-02");

    (void)state;
    audited_init(&x);
    row.state = STATE_UNATTACHED;
    audited_row(&x, row);
    audited_run(&x, RULE);
    assert_found(&x, "idle-address certain eip-1 CNY 0.48 net 0.48: 2=0.48\n");
    assert_told(&x, "The public address of eip-1 was billed while nothing used it: CNY 0.48.",
        "Release the address, or let the instance have one only while it runs.");
    audited_release(&x);
}

static void
an_address_of_an_instance_leaks_its_stopped_time(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, (struct bill_row){ .instance = "i-1", .start = "2026-03-01 00:00:00",
        .end = "2026-03-01 18:00:00" });
    audited_row(&x, address("i-1", "2026-03-01", "2026-03-02"));
    audited_run(&x, RULE);
    assert_found(&x, "idle-address certain i-1 CNY 0.12 net 0.12: 3=0.12\n");
    audited_release(&x);
}

static void
without_compute_or_period_it_is_unknown(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, address("i-7", "2026-03-01", "2026-03-02"));
    audited_run(&x, RULE);
    assert_found(&x, "?compute i-7 0\n");
    audited_release(&x);
}

static void
an_address_that_names_no_instance_is_unknown_unless_the_bill_tells(void **state)
{
    struct bill_row used = address("", "2026-03-01", "2026-03-02");
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, address("", "2026-03-01", "2026-03-02"));
    used.resource = "eip-2";
    used.state = STATE_RUNNING;
    audited_row(&x, used);
    audited_run(&x, RULE);
    assert_found(&x, "?state eip-1 0\n");
    audited_release(&x);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unattached_address_leaks_whole),
        cmocka_unit_test(an_address_of_an_instance_leaks_its_stopped_time),
        cmocka_unit_test(without_compute_or_period_it_is_unknown),
        cmocka_unit_test(an_address_that_names_no_instance_is_unknown_unless_the_bill_tells),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
