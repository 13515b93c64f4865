/*
 * test_rule_could_have_been_cpu.c - set-up work on a GPU.
 */
#include "audited.h"

#define RULE "could-have-been-cpu"
#define PRICES "{\"price_book\": [{\"platform\": \"autodl\", \"category\": \"cpu\", \"unit\": " \
    "\"hour\", \"price\": \"0.10\"}]}"

static struct bill_row
gpu(const char *start, const char *end)
{
    return (struct bill_row){ .instance = "i-1", .billed = "1.88", .start = start, .end = end };
}

static void
an_idle_start_leaks_what_the_gpu_cost_more(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_config(&x, PRICES);
    audited_row(&x, gpu("2026-03-01 08:00:00", "2026-03-01 09:00:00"));
    audited_row(&x, gpu("2026-03-01 09:00:00", "2026-03-01 10:00:00"));
    audited_samples(&x, "i-1", "0", "2026-03-01 08:00:00", 30, 60, "0");
    audited_samples(&x, "i-1", "0", "2026-03-01 08:30:00", 90, 60, "95");
    audited_run(&x, RULE);
    /* 1.88 / 2 - 0.10 / 2 */
    assert_found(&x, "could-have-been-cpu possible i-1 CNY 0.89 net 0.89: 2=0.89\n");
    assert_told(&x, "i-1 began with 0.5 h in which no GPU was used; without GPU that time would "
        "have cost CNY 0.89 less.",
        "Start without a GPU to download and set up, then switch the GPU on: CNY 1.78 less an "
        "hour.");
    audited_release(&x);
}

static void
less_than_twenty_minutes_is_left_alone(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_config(&x, PRICES);
    audited_row(&x, gpu("2026-03-01 08:00:00", "2026-03-01 09:00:00"));
    audited_samples(&x, "i-1", "0", "2026-03-01 08:00:00", 19, 60, "0");
    audited_samples(&x, "i-1", "0", "2026-03-01 08:19:00", 41, 60, "95");
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
an_idle_stretch_later_is_no_set_up(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_config(&x, PRICES);
    audited_row(&x, gpu("2026-03-01 08:00:00", "2026-03-01 09:00:00"));
    audited_samples(&x, "i-1", "0", "2026-03-01 08:00:00", 20, 60, "95");
    audited_samples(&x, "i-1", "0", "2026-03-01 08:20:00", 40, 60, "0");
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
without_a_price_or_samples_nothing_is_said(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, gpu("2026-03-01 08:00:00", "2026-03-01 09:00:00"));
    audited_samples(&x, "i-1", "0", "2026-03-01 08:00:00", 60, 60, "0");
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_idle_start_leaks_what_the_gpu_cost_more),
        cmocka_unit_test(less_than_twenty_minutes_is_left_alone),
        cmocka_unit_test(an_idle_stretch_later_is_no_set_up),
        cmocka_unit_test(without_a_price_or_samples_nothing_is_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
