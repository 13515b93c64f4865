/*
 * test_rule_spend_jump.c - categories that cost much more than in the month before.
 */
#include "audited.h"

#define RULE "spend-jump"

static struct bill_row
traffic(const char *start, const char *billed)
{
    return (struct bill_row){ .instance = "i-1", .category = CATEGORY_TRAFFIC, .billed = billed,
        .start = start };
}

/* Traffic at both ends of February, ${billed} together. */
static void
february(struct audited *x, const char *billed)
{
    audited_row(x, traffic("2026-02-01 23:59:59", billed));
    audited_row(x, traffic("2026-02-22 00:00:00", "0"));
}

static void
more_than_a_fifth_and_ten_up_is_told(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    february(&x, "50.00");
    audited_row(&x, traffic("2026-03-01 08:00:00", "60.01"));
    audited_run(&x, RULE);
    assert_found(&x, "spend-jump possible - CNY 0 net 0: 4=0\n");
    assert_told(&x, "autodl (traffic) cost CNY 60.01, after CNY 50.00 in the month before: CNY "
        "10.01 more.",
        "See which resources are new and whether they are still needed.");
    audited_release(&x);
}

static void
exactly_ten_up_is_left_alone(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    february(&x, "50.00");
    audited_row(&x, traffic("2026-03-01 08:00:00", "60.00"));
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
a_fifth_up_is_left_alone(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    february(&x, "100.00");
    audited_row(&x, traffic("2026-03-01 08:00:00", "120.00"));
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
a_month_that_the_bills_do_not_cover_is_unknown(void **state)
{
    static const char *const february[][2] = {
        { "2026-02-02 00:00:00", "2026-02-28 08:00:00" }, /* begins late */
        { "2026-02-01 08:00:00", "2026-02-21 23:59:59" }, /* ends early */
        { "2026-01-01 08:00:00", "2026-01-31 08:00:00" }, /* its export is missing */
    };

    (void)state;
    for (size_t i = 0; i < sizeof(february) / sizeof(february[0]); i++) {
        struct audited x;

        audited_init(&x);
        audited_row(&x, traffic(february[i][0], "1.00"));
        audited_row(&x, traffic(february[i][1], "1.00"));
        audited_row(&x, traffic("2026-03-01 08:00:00", "60.00"));
        audited_run(&x, RULE);
        assert_found(&x, "");
        audited_release(&x);
    }
}

static void
from_nothing_counts_too(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, (struct bill_row){ .instance = "i-1", .billed = "20.00",
        .start = "2026-02-01 08:00:00", .end = "2026-02-23 09:00:00" });
    audited_row(&x, traffic("2026-03-01 08:00:00", "10.01"));
    audited_run(&x, RULE);
    assert_found(&x, "spend-jump possible - CNY 0 net 0: 3=0\n");
    audited_release(&x);
}

/* Each currency, category and platform stands for itself: none of these has grown by ten. */
static void
nothing_is_added_that_does_not_belong_together(void **state)
{
    struct audited x;
    struct bill_row row = traffic("2026-03-02 08:00:00", "9.00");

    (void)state;
    audited_init(&x);
    february(&x, "0");
    audited_row(&x, row);
    row.currency = "USD";
    audited_row(&x, row);
    row.currency = NULL;
    row.category = CATEGORY_SNAPSHOT;
    audited_row(&x, row);
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_than_a_fifth_and_ten_up_is_told),
        cmocka_unit_test(exactly_ten_up_is_left_alone),
        cmocka_unit_test(a_fifth_up_is_left_alone),
        cmocka_unit_test(a_month_that_the_bills_do_not_cover_is_unknown),
        cmocka_unit_test(from_nothing_counts_too),
        cmocka_unit_test(nothing_is_added_that_does_not_belong_together),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
