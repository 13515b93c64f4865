/*
 * test_rule_idle_gpu.c - cards that did nothing, and tails of forgotten instances.
 */
#include "audited.h"

/* Four hours of 2 cards, from 10:00 on 1 March. */
static void
add_run(struct audited *x)
{
    audited_row(x, (struct bill_row){ .instance = "i-1", .cards = "2", .billed = "8",
        .start = "2026-03-01 10:00:00", .end = "2026-03-01 14:00:00" });
}

static void
each_card_counts_by_itself(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    add_run(&x);
    audited_samples(&x, "i-1", "0", "2026-03-01 10:00:00", 240, 60, "90");
    audited_samples(&x, "i-1", "1", "2026-03-01 10:00:00", 240, 60, "4.99");
    audited_run(&x, "forgotten-instance idle-gpu");
    assert_found(&x, "idle-gpu likely i-1 CNY 4 net 4: 2=4\n");
    assert_told(&x, "GPUs of i-1 were idle for 4 of 8 GPU hours billed: CNY 4.00.",
        "Shut the instance down between jobs, use fewer cards, or queue jobs so that they follow "
        "each other.");
    audited_release(&x);
}

static void
a_short_pause_and_a_busy_card_are_left_alone(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    add_run(&x);
    audited_samples(&x, "i-1", "0", "2026-03-01 10:00:00", 240, 60, "5");
    audited_samples(&x, "i-1", "1", "2026-03-01 10:00:00", 100, 60, "90");
    audited_samples(&x, "i-1", "1", "2026-03-01 11:40:00", 14, 60, "0");
    audited_samples(&x, "i-1", "1", "2026-03-01 11:54:00", 126, 60, "90");
    audited_run(&x, "idle-gpu");
    assert_found(&x, "");
    audited_release(&x);
}

static void
time_without_samples_is_unknown_and_never_idle(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    add_run(&x);
    /* One card for the first hour, the other not at all; the last sample speaks for a minute. */
    audited_samples(&x, "i-1", "0", "2026-03-01 10:00:00", 60, 60, "0");
    audited_row(&x, (struct bill_row){ .instance = "i-2", .start = "2026-03-01 10:00:00",
        .end = "2026-03-01 10:30:00" });
    audited_run(&x, "idle-gpu");
    assert_found(&x, "idle-gpu likely i-1 CNY 1 net 1: 2=1\n?utilisation i-1 7\n"
        "?utilisation i-2 0.5\n");
    audited_release(&x);
}

static void
more_series_than_cards_say_nothing(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    add_run(&x);
    audited_samples(&x, "i-1", "0", "2026-03-01 10:00:00", 240, 60, "0");
    audited_samples(&x, "i-1", "1", "2026-03-01 10:00:00", 240, 60, "0");
    audited_samples(&x, "i-1", "2", "2026-03-01 10:00:00", 240, 60, "0");
    audited_run(&x, "forgotten-instance idle-gpu");
    assert_found(&x, "?utilisation i-1 8\n");
    audited_release(&x);
}

static void
a_gap_in_the_log_breaks_a_stretch(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, (struct bill_row){ .instance = "i-1", .billed = "4",
        .start = "2026-03-01 10:00:00", .end = "2026-03-01 14:00:00" });
    audited_samples(&x, "i-1", "0", "2026-03-01 10:00:00", 12, 60, "0");
    audited_samples(&x, "i-1", "0", "2026-03-01 10:20:00", 12, 60, "0");
    audited_samples(&x, "i-1", "0", "2026-03-01 11:00:00", 180, 60, "50");
    audited_run(&x, "idle-gpu");
    /* Each stretch is 14 minutes at most; 6 and 26 minutes are not known. */
    assert_found(&x, "?utilisation i-1 0.533333333\n");
    audited_release(&x);
}

static void
the_end_of_a_run_is_reported_once_as_forgotten(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    add_run(&x);
    audited_samples(&x, "i-1", "0", "2026-03-01 10:00:00", 60, 60, "90");
    audited_samples(&x, "i-1", "0", "2026-03-01 11:00:00", 180, 60, "0");
    audited_samples(&x, "i-1", "1", "2026-03-01 10:00:00", 120, 60, "90");
    audited_samples(&x, "i-1", "1", "2026-03-01 12:00:00", 120, 60, "0");
    audited_run(&x, "forgotten-instance idle-gpu");
    assert_found(&x, "forgotten-instance likely i-1 CNY 4 net 4: 2=4\n"
        "idle-gpu likely i-1 CNY 1 net 1: 2=1\n");
    assert_told(&x, "No GPU activity on i-1 from 2026-03-01 12:00 until its billed time ended at "
        "2026-03-01 14:00: 2 h, CNY 4.00.",
        "End the script with a shutdown, or set a timer: shutdown -h +120.");
    audited_release(&x);
}

static void
without_the_other_rule_the_end_is_idle_time(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_config(&x, "{\"rules\": {\"forgotten-instance\": {\"enabled\": false}}}");
    add_run(&x);
    audited_samples(&x, "i-1", "0", "2026-03-01 10:00:00", 240, 60, "0");
    audited_samples(&x, "i-1", "1", "2026-03-01 10:00:00", 240, 60, "0");
    audited_run(&x, "forgotten-instance idle-gpu");
    assert_found(&x, "idle-gpu likely i-1 CNY 8 net 8: 2=8\n");
    audited_release(&x);
}

static void
a_short_tail_is_idle_time_and_the_setting_says_what_is_short(void **state)
{
    static const struct { const char *config, *found; } cases[] = {
        { "{}", "idle-gpu likely i-1 CNY 0.983333333 net 0.983333333: 2=0.983333333\n" },
        { "{\"rules\": {\"forgotten-instance\": {\"tail\": \"59m\"}}}",
            "forgotten-instance likely i-1 CNY 0.983333333 net 0.983333333: 2=0.983333333\n" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct audited x;

        audited_init(&x);
        audited_config(&x, cases[i].config);
        audited_row(&x, (struct bill_row){ .instance = "i-1", .billed = "4",
            .start = "2026-03-01 10:00:00", .end = "2026-03-01 14:00:00" });
        audited_samples(&x, "i-1", "0", "2026-03-01 10:00:00", 181, 60, "90");
        audited_samples(&x, "i-1", "0", "2026-03-01 13:01:00", 59, 60, "0");
        audited_run(&x, "forgotten-instance idle-gpu");
        assert_found(&x, cases[i].found);
        audited_release(&x);
    }
}

static void
a_busy_sample_at_the_end_is_no_tail(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, (struct bill_row){ .instance = "i-1", .billed = "4",
        .start = "2026-03-01 10:00:00", .end = "2026-03-01 14:00:00" });
    audited_samples(&x, "i-1", "0", "2026-03-01 10:00:00", 239, 60, "0");
    audited_samples(&x, "i-1", "0", "2026-03-01 13:59:00", 1, 60, "60");
    audited_run(&x, "forgotten-instance");
    assert_found(&x, "");
    audited_release(&x);
}

static void
a_daily_summary_does_not_say_when_it_was_used(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, (struct bill_row){ .instance = "i-1", .start = "2026-03-01",
        .end = "2026-03-02", .used = "3", .used_unit = "Hours" });
    audited_samples(&x, "i-1", "0", "2026-03-01 10:00:00", 240, 60, "0");
    audited_run(&x, "forgotten-instance idle-gpu");
    assert_found(&x, "?utilisation i-1 3\n");
    audited_release(&x);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_card_counts_by_itself),
        cmocka_unit_test(a_short_pause_and_a_busy_card_are_left_alone),
        cmocka_unit_test(time_without_samples_is_unknown_and_never_idle),
        cmocka_unit_test(more_series_than_cards_say_nothing),
        cmocka_unit_test(a_gap_in_the_log_breaks_a_stretch),
        cmocka_unit_test(the_end_of_a_run_is_reported_once_as_forgotten),
        cmocka_unit_test(without_the_other_rule_the_end_is_idle_time),
        cmocka_unit_test(a_short_tail_is_idle_time_and_the_setting_says_what_is_short),
        cmocka_unit_test(a_busy_sample_at_the_end_is_no_tail),
        cmocka_unit_test(a_daily_summary_does_not_say_when_it_was_used),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
