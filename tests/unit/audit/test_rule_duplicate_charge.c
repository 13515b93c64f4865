/*
 * test_rule_duplicate_charge.c - charges that stand twice, and charges that overlap.
 */
#include "audited.h"

#define RULE "duplicate-charge"

static struct bill_row
hour(const char *id, const char *start, const char *end)
{
    return (struct bill_row){ .id = id, .instance = "i-1", .item = "gpu", .quantity = "1",
        .billed = "1.88", .start = start, .end = end };
}

static void
equal_charges_under_two_ids_leak_all_but_the_first(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, hour("A1", "2026-03-01 10:00:00", "2026-03-01 11:00:00"));
    audited_row(&x, hour("A2", "2026-03-01 10:00:00", "2026-03-01 11:00:00"));
    audited_run(&x, RULE);
    assert_found(&x, "duplicate-charge certain i-1 CNY 1.88 net 1.88: 3=1.88\n");
    assert_told(&x,
        "One charge of i-1 stands twice under A1 and A2, equal in everything else: CNY 1.88.",
        "Send the rows to the platform's support and ask for the money back.");
    audited_release(&x);
}

static void
other_order_ids_make_it_likely(void **state)
{
    struct bill_row row = hour("A2", "2026-03-01 10:00:00", "2026-03-01 11:00:00");
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_input(&x, "f.csv", "focus");
    audited_row(&x, hour("A1", "2026-03-01 10:00:00", "2026-03-01 11:00:00"));
    row.order = "O2";
    audited_row(&x, row);
    audited_run(&x, RULE);
    assert_found(&x, "duplicate-charge likely i-1 CNY 1.88 net 1.88: 3=1.88\n");
    audited_release(&x);
}

static void
rows_that_say_their_month_alone_may_be_those_of_its_days(void **state)
{
    struct bill_row row = hour("A1", "2026-03-01 00:00:00", "2026-04-01 00:00:00");
    struct audited x;

    (void)state;
    audited_init(&x);
    row.is_of_month = true;
    audited_row(&x, row);
    row.id = "A2";
    audited_row(&x, row);
    row.billed = "1.87";
    row.id = "A3";
    audited_row(&x, row);
    /* They hide nothing of rows that say their hours. */
    audited_row(&x, hour("A4", "2026-03-01 10:00:00", "2026-03-01 11:00:00"));
    audited_row(&x, hour("A5", "2026-03-01 10:00:00", "2026-03-01 11:00:00"));
    audited_run(&x, RULE);
    assert_found(&x, "duplicate-charge certain i-1 CNY 1.88 net 1.88: 6=1.88\n"
        "?period i-1 0\n");
    audited_release(&x);
}

static void
what_differs_or_is_used_up_is_left_alone(void **state)
{
    struct bill_row traffic = hour("A4", "2026-03-01 10:00:00", "2026-03-01 11:00:00");
    struct bill_row dearer = hour("A3", "2026-03-01 10:00:00", "2026-03-01 11:00:00");
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_input(&x, "f.csv", "focus");
    audited_row(&x, hour("A1", "2026-03-01 10:00:00", "2026-03-01 11:00:00"));
    audited_row(&x, hour("A2", "2026-03-01 11:00:00", "2026-03-01 12:00:00"));
    dearer.billed = "1.89";
    audited_row(&x, dearer);
    traffic.category = CATEGORY_TRAFFIC;
    audited_row(&x, traffic);
    traffic.id = "A5";
    audited_row(&x, traffic);
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
an_overlap_leaks_the_time_that_was_covered(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, hour("A1", "2026-03-01 10:00:00", "2026-03-01 13:00:00"));
    audited_row(&x, hour("A2", "2026-03-01 10:30:00", "2026-03-01 11:00:00"));
    audited_row(&x, hour("A3", "2026-03-01 12:30:00", "2026-03-01 13:30:00"));
    audited_row(&x, hour("A4", "2026-03-01 13:30:00", "2026-03-01 14:30:00"));
    audited_run(&x, RULE);
    assert_found(&x, "duplicate-charge certain i-1 CNY 2.82 net 2.82: 3=1.88 4=0.94\n");
    audited_release(&x);
}

static void
an_overlap_at_another_price_is_likely(void **state)
{
    struct bill_row dearer = hour("A2", "2026-03-01 10:30:00", "2026-03-01 11:30:00");
    struct bill_row cheap = hour("A1", "2026-03-01 10:00:00", "2026-03-01 11:00:00");
    struct audited x;

    (void)state;
    audited_init(&x);
    cheap.price = "1.88";
    dearer.price = "2.88";
    audited_row(&x, cheap);
    audited_row(&x, dearer);
    audited_run(&x, RULE);
    assert_found(&x, "duplicate-charge likely i-1 CNY 0.94 net 0.94: 3=0.94\n");
    audited_release(&x);
}

static void
overlaps_are_fine_where_the_platform_bills_so(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_input(&x, "f.csv", "focus");
    audited_row(&x, hour("A1", "2026-03-01 10:00:00", "2026-03-01 11:00:00"));
    audited_row(&x, hour("A2", "2026-03-01 10:30:00", "2026-03-01 11:30:00"));
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
equal_rows_that_say_too_little_are_only_warned_of(void **state)
{
    struct bill_row other = hour(NULL, "2026-03-01 10:00:00", NULL);
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, hour(NULL, "2026-03-01 10:00:00", NULL));
    /* Between them one that has another quantity. */
    other.quantity = "2";
    audited_row(&x, other);
    audited_row(&x, hour(NULL, "2026-03-01 10:00:00", NULL));
    audited_run(&x, RULE);
    assert_found(&x, "?period i-1 0\n");
    assert_warnings(&x.bills, 0,
        "equal-rows:4: the row equals the one in line 2; without an id and a period it cannot be "
        "told whether it was charged twice\n");
    audited_release(&x);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_charges_under_two_ids_leak_all_but_the_first),
        cmocka_unit_test(other_order_ids_make_it_likely),
        cmocka_unit_test(rows_that_say_their_month_alone_may_be_those_of_its_days),
        cmocka_unit_test(what_differs_or_is_used_up_is_left_alone),
        cmocka_unit_test(an_overlap_leaks_the_time_that_was_covered),
        cmocka_unit_test(an_overlap_at_another_price_is_likely),
        cmocka_unit_test(overlaps_are_fine_where_the_platform_bills_so),
        cmocka_unit_test(equal_rows_that_say_too_little_are_only_warned_of),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
