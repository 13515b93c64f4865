/*
 * test_rule_underused_gpu.c - GPUs that wait while they are at work.
 */
#include "audited.h"

#define RULE "underused-gpu"

static struct bill_row
gpu(const char *start, const char *end)
{
    return (struct bill_row){ .instance = "i-1", .billed = "1.88", .start = start, .end = end };
}

static void
a_low_mean_is_told_without_a_leak(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, gpu("2026-03-01 08:00:00", "2026-03-01 10:00:00"));
    audited_samples(&x, "i-1", "0", "2026-03-01 08:00:00", 120, 60, "30");
    audited_run(&x, RULE);
    assert_found(&x, "underused-gpu possible i-1 CNY 0 net 0: 2=0\n");
    assert_told(&x, "The GPUs of i-1 were used 30 % of the time while they were at work.",
        "Look at data loading and batch size first, then at a smaller card.");
    audited_release(&x);
}

static void
idle_stretches_do_not_lower_the_mean(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, gpu("2026-03-01 08:00:00", "2026-03-01 10:00:00"));
    audited_samples(&x, "i-1", "0", "2026-03-01 08:00:00", 90, 60, "0");
    audited_samples(&x, "i-1", "0", "2026-03-01 09:30:00", 30, 60, "80");
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
forty_percent_is_enough(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, gpu("2026-03-01 08:00:00", "2026-03-01 10:00:00"));
    audited_samples(&x, "i-1", "0", "2026-03-01 08:00:00", 120, 60, "40");
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
a_short_run_is_left_alone(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, gpu("2026-03-01 08:00:00", "2026-03-01 08:59:00"));
    audited_samples(&x, "i-1", "0", "2026-03-01 08:00:00", 59, 60, "10");
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_low_mean_is_told_without_a_leak),
        cmocka_unit_test(idle_stretches_do_not_lower_the_mean),
        cmocka_unit_test(forty_percent_is_enough),
        cmocka_unit_test(a_short_run_is_left_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
