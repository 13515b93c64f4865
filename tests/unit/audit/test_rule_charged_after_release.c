/*
 * test_rule_charged_after_release.c - charges that begin after the release.
 */
#include "audited.h"

#define RULE "charged-after-release"

static struct bill_row
disk(const char *start, const char *end)
{
    return (struct bill_row){ .instance = "i-1", .category = CATEGORY_DATA_DISK,
        .billed = "0.66", .start = start, .end = end };
}

static void
what_begins_after_the_release_leaks_whole(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_state(&x, "i-1", STATE_RELEASED, "2026-03-01 10:00:00", NULL);
    audited_row(&x, disk("2026-03-01 09:00:00", "2026-03-02 09:00:00"));
    audited_row(&x, disk("2026-03-01 10:04:59", "2026-03-02"));
    audited_row(&x, disk("2026-03-01 10:05:00", "2026-03-02"));
    audited_row(&x, disk("2026-03-02", "2026-03-03"));
    audited_run(&x, RULE);
    assert_found(&x, "charged-after-release certain i-1 CNY 1.32 net 1.32: 4=0.66 5=0.66\n");
    assert_told(&x,
        "i-1 was released at 2026-03-01 10:00, and 2 charges began after that: CNY 1.32.",
        "Ask the platform to refund them: send these rows and the state log.");
    audited_release(&x);
}

static void
what_outlives_an_instance_is_left_alone(void **state)
{
    struct audited x;
    struct bill_row row = disk("2026-03-02", "2026-03-03");

    (void)state;
    audited_init(&x);
    audited_state(&x, "i-1", STATE_RELEASED, "2026-03-01 10:00:00", NULL);
    row.category = CATEGORY_SNAPSHOT;
    audited_row(&x, row);
    row.category = CATEGORY_FILE_STORAGE;
    audited_row(&x, row);
    row.category = CATEGORY_OBJECT_STORAGE;
    audited_row(&x, row);
    row.category = CATEGORY_IMAGE;
    audited_row(&x, row);
    row.category = CATEGORY_GPU;
    row.pricing = PRICING_COMMITTED;
    audited_row(&x, row);
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
a_later_state_ends_the_release(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_state(&x, "i-1", STATE_RELEASED, "2026-03-01 10:00:00", NULL);
    audited_state(&x, "i-1", STATE_RUNNING, "2026-03-02 10:00:00", NULL);
    audited_row(&x, disk("2026-03-02 10:00:00", "2026-03-03"));
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
without_a_log_of_the_instance_it_is_unknown(void **state)
{
    struct audited x;
    struct bill_row other = disk("2026-03-02", "2026-03-03");

    (void)state;
    audited_init(&x);
    audited_state(&x, "i-1", STATE_RUNNING, "2026-03-02", NULL);
    audited_row(&x, disk("2026-03-01", "2026-03-02"));
    other.instance = "i-2";
    audited_row(&x, other);
    /* Of what names no instance no log can speak. */
    other.instance = NULL;
    audited_row(&x, other);
    audited_run(&x, RULE);
    assert_found(&x, "?state i-2 0\n");
    audited_release(&x);
}

static void
without_a_period_it_is_unknown(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_state(&x, "i-1", STATE_RELEASED, "2026-03-01 10:00:00", NULL);
    audited_row(&x, disk("2026-03-02", NULL));
    audited_run(&x, RULE);
    assert_found(&x, "?period i-1 0\n");
    audited_release(&x);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_begins_after_the_release_leaks_whole),
        cmocka_unit_test(what_outlives_an_instance_is_left_alone),
        cmocka_unit_test(a_later_state_ends_the_release),
        cmocka_unit_test(without_a_log_of_the_instance_it_is_unknown),
        cmocka_unit_test(without_a_period_it_is_unknown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
