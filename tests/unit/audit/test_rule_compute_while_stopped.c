/*
 * test_rule_compute_while_stopped.c - compute billed for time in which the log says stopped.
 */
#include "audited.h"

#define RULE "compute-while-stopped"

static struct bill_row
gpu(const char *start, const char *end, const char *billed)
{
    return (struct bill_row){ .instance = "i-1", .start = start, .end = end, .billed = billed };
}

static void
the_hour_of_the_stop_is_not_meant(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_state(&x, "i-1", STATE_RUNNING, "2026-03-01 08:00:00", NULL);
    audited_state(&x, "i-1", STATE_STOPPED, "2026-03-01 10:30:00", NULL);
    audited_row(&x, gpu("2026-03-01 10:00:00", "2026-03-01 12:00:00", "2.00"));
    audited_row(&x, gpu("2026-03-01 10:00:00", "2026-03-01 11:00:00", "1.00"));
    audited_run(&x, RULE);
    assert_found(&x, "compute-while-stopped certain i-1 CNY 1 net 1: 2=1\n");
    assert_told(&x, "Compute of i-1 was billed for 1 h in which it was stopped: CNY 1.00.",
        "Ask the platform to refund it, and see whether stopping keeps the machine reserved: if "
        "so, release it instead.");
    audited_release(&x);
}

static void
a_line_that_began_while_stopped_has_no_such_hour(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_state(&x, "i-1", STATE_STOPPED, "2026-03-01 10:30:00", NULL);
    audited_row(&x, gpu("2026-03-01 10:30:00", "2026-03-01 11:30:00", "1.00"));
    audited_run(&x, RULE);
    assert_found(&x, "compute-while-stopped certain i-1 CNY 1 net 1: 2=1\n");
    audited_release(&x);
}

static void
a_stop_on_the_hour_leaves_nothing_out(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_state(&x, "i-1", STATE_RUNNING, "2026-03-01 08:00:00", NULL);
    audited_state(&x, "i-1", STATE_STOPPED, "2026-03-01 11:00:00", NULL);
    audited_row(&x, gpu("2026-03-01 10:00:00", "2026-03-01 12:00:00", "2.00"));
    audited_run(&x, RULE);
    assert_found(&x, "compute-while-stopped certain i-1 CNY 1 net 1: 2=1\n");
    audited_release(&x);
}

static void
the_no_gpu_mode_stops_gpus_only(void **state)
{
    struct audited x;
    struct bill_row cpu = gpu("2026-03-01 11:00:00", "2026-03-01 12:00:00", "0.10");

    (void)state;
    audited_init(&x);
    audited_state(&x, "i-1", STATE_NO_GPU, "2026-03-01 08:00:00", NULL);
    audited_row(&x, gpu("2026-03-01 11:00:00", "2026-03-01 12:00:00", "1.00"));
    cpu.category = CATEGORY_CPU;
    audited_row(&x, cpu);
    audited_run(&x, RULE);
    assert_found(&x, "compute-while-stopped certain i-1 CNY 1 net 1: 2=1\n");
    audited_release(&x);
}

static void
a_minute_is_not_worth_a_finding(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_state(&x, "i-1", STATE_RUNNING, "2026-03-01 08:00:00", NULL);
    audited_state(&x, "i-1", STATE_STOPPED, "2026-03-01 11:00:00", NULL);
    audited_row(&x, gpu("2026-03-01 10:00:00", "2026-03-01 11:01:00", "1.00"));
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
a_used_duration_leaks_only_what_cannot_lie_outside(void **state)
{
    struct audited x;
    struct bill_row row = gpu("2026-03-01 10:00:00", "2026-03-01 14:00:00", "3.00");

    (void)state;
    audited_init(&x);
    audited_state(&x, "i-1", STATE_STOPPED, "2026-03-01 08:00:00", NULL);
    audited_state(&x, "i-1", STATE_RUNNING, "2026-03-01 12:00:00", NULL);
    /* 3 h used of 4; 2 h not stopped: 1 h of 3 must lie in the stopped time. */
    row.used = "3";
    row.used_unit = "Hours";
    audited_row(&x, row);
    row.used = "2";
    audited_row(&x, row);
    audited_run(&x, RULE);
    assert_found(&x, "compute-while-stopped certain i-1 CNY 1 net 1: 2=1\n");
    audited_release(&x);
}

static void
what_the_bill_itself_calls_stopped_leaks_whole(void **state)
{
    struct audited x;
    struct bill_row row = gpu("2026-03-01 10:00:00", "2026-03-01 11:00:00", "0.50");

    (void)state;
    audited_init(&x);
    row.state = STATE_STOPPED;
    audited_row(&x, row);
    row.pricing = PRICING_COMMITTED;
    audited_row(&x, row);
    audited_run(&x, RULE);
    assert_found(&x, "compute-while-stopped certain i-1 CNY 0.5 net 0.5: 2=0.5\n");
    audited_release(&x);
}

static void
a_start_that_no_bill_states_proves_nothing_but_a_whole_period(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    x.exclusive.billing.time = BILLING_TIME_END;
    audited_state(&x, "i-1", STATE_STOPPED, "2026-03-01 08:00:00", NULL);
    audited_state(&x, "i-1", STATE_RUNNING, "2026-03-01 10:20:00", NULL);
    audited_row(&x, gpu("2026-03-01 10:00:00", "2026-03-01 11:00:00", "0.67"));
    audited_row(&x, gpu("2026-03-01 09:00:00", "2026-03-01 10:00:00", "1.00"));
    audited_run(&x, RULE);
    assert_found(&x, "compute-while-stopped certain i-1 CNY 1 net 1: 3=1\n?period i-1 0\n");
    audited_release(&x);
}

static void
every_stop_of_a_line_has_such_an_hour(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_state(&x, "i-1", STATE_RUNNING, "2026-03-01 08:00:00", NULL);
    audited_state(&x, "i-1", STATE_STOPPED, "2026-03-01 09:15:00", NULL);
    audited_state(&x, "i-1", STATE_RUNNING, "2026-03-01 10:30:00", NULL);
    audited_state(&x, "i-1", STATE_STOPPED, "2026-03-01 11:40:00", NULL);
    audited_state(&x, "i-1", STATE_RUNNING, "2026-03-01 11:50:00", NULL);
    audited_state(&x, "i-1", STATE_STOPPED, "2026-03-01 12:20:00", NULL);
    /* Of four hours, 10:00 to 10:30 and 13:00 to 14:00 are meant. */
    audited_row(&x, gpu("2026-03-01 10:00:00", "2026-03-01 14:00:00", "4.00"));
    audited_row(&x, gpu("2026-03-01 09:00:00", "2026-03-01 14:00:00", "5.00"));
    audited_run(&x, RULE);
    /* The first began while stopped: 10:00 to 10:30, 11:40 to 11:50, 12:20 to 14:00. */
    assert_found(&x, "compute-while-stopped certain i-1 CNY 3.833333333 net 3.833333333: "
        "2=2.333333333 3=1.5\n");
    audited_release(&x);
}

static void
a_second_more_than_a_minute_is_meant(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_state(&x, "i-1", STATE_RUNNING, "2026-03-01 08:00:00", NULL);
    audited_state(&x, "i-1", STATE_STOPPED, "2026-03-01 11:00:00", NULL);
    audited_row(&x, gpu("2026-03-01 10:00:00", "2026-03-01 11:01:01", "36.61"));
    audited_run(&x, RULE);
    assert_found(&x, "compute-while-stopped certain i-1 CNY 0.61 net 0.61: 2=0.61\n");
    audited_release(&x);
}

static void
prepaid_compute_is_left_alone(void **state)
{
    struct bill_row row = gpu("2026-03-01 10:00:00", "2026-03-01 12:00:00", "2.00");
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_state(&x, "i-1", STATE_STOPPED, "2026-03-01 08:00:00", NULL);
    row.pricing = PRICING_COMMITTED;
    audited_row(&x, row);
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
time_without_a_log_is_unknown_unless_the_bill_tells(void **state)
{
    struct bill_row told = gpu("2026-03-01 10:00:00", "2026-03-01 12:00:00", "2.00");
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_state(&x, "i-3", STATE_RUNNING, "2026-03-01 10:00:00", "2026-03-01 11:00:00");
    audited_row(&x, gpu("2026-03-01 10:00:00", "2026-03-01 12:00:00", "2.00"));
    told.instance = "i-2";
    told.state = STATE_RUNNING;
    audited_row(&x, told);
    told.instance = "i-3";
    told.state = STATE_NONE;
    audited_row(&x, told);
    told.instance = "i-4";
    told.end = NULL;
    audited_row(&x, told);
    audited_run(&x, RULE);
    assert_found(&x, "?period i-4 0\n?state i-1 0\n?state i-3 0\n");
    audited_release(&x);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hour_of_the_stop_is_not_meant),
        cmocka_unit_test(a_line_that_began_while_stopped_has_no_such_hour),
        cmocka_unit_test(a_stop_on_the_hour_leaves_nothing_out),
        cmocka_unit_test(the_no_gpu_mode_stops_gpus_only),
        cmocka_unit_test(a_minute_is_not_worth_a_finding),
        cmocka_unit_test(a_used_duration_leaks_only_what_cannot_lie_outside),
        cmocka_unit_test(what_the_bill_itself_calls_stopped_leaks_whole),
        cmocka_unit_test(a_start_that_no_bill_states_proves_nothing_but_a_whole_period),
        cmocka_unit_test(every_stop_of_a_line_has_such_an_hour),
        cmocka_unit_test(a_second_more_than_a_minute_is_meant),
        cmocka_unit_test(prepaid_compute_is_left_alone),
        cmocka_unit_test(time_without_a_log_is_unknown_unless_the_bill_tells),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
