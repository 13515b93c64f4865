/*
 * test_gpu_use.c - what GPUs did in the hours billed, by resource.
 */
#include "audited.h"

/* Resource ${i} is "HOURS = USED used + IDLE idle + UNKNOWN unknown", "-" where it has no hours. */
#define assert_use(x, i, text) check_use((x), (i), (text), __LINE__)

static void
check_use(const struct audited *x, size_t i, const char *text, int line)
{
    const struct gpu_use *u = &x->audit.gpu_use[i];
    char got[256], n[4][MONEY_TEXT_MAX];

    (void)snprintf(got, sizeof(got), "%s = %s used + %s idle + %s unknown",
        money_format(n[0], u->hours), money_format(n[1], u->state[GPU_USED]),
        money_format(n[2], u->state[GPU_IDLE]), money_format(n[3], u->state[GPU_UNKNOWN]));
    if (strcmp(u->is_there ? got : "-", text) == 0)
        return;
    print_error("it is %s not %s\n", u->is_there ? got : "-", text);
    _fail(__FILE__, line);
}

static void
hours_are_used_idle_or_unknown_card_by_card(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, (struct bill_row){ .instance = "i-1", .cards = "3",
        .start = "2026-03-01 10:00:00", .end = "2026-03-01 14:00:00" });
    /* One card works, one is idle for an hour and then nobody knows, one has no log. */
    audited_samples(&x, "i-1", "0", "2026-03-01 10:00:00", 240, 60, "90");
    audited_samples(&x, "i-1", "1", "2026-03-01 10:00:00", 60, 60, "0");
    audited_run(&x, NULL);
    assert_use(&x, 0, "12 = 4 used + 1 idle + 7 unknown");
    assert_int_equal(x.audit.gpu_total.is_there, true);
    assert_money(x.audit.gpu_total.hours, "12");
    assert_money(x.audit.unknown_gpu_hours, "7");
    audited_release(&x);
}

static void
cards_that_no_bill_tells_are_those_of_the_logs(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    for (unsigned day = 1; day <= 2; day++)
        audited_row(&x, (struct bill_row){ .instance = "i-1",
            .start = day == 1 ? "2026-03-01 10:00:00" : "2026-03-02 10:00:00",
            .end = day == 1 ? "2026-03-01 11:00:00" : "2026-03-02 11:00:00" });
    audited_row(&x, (struct bill_row){ .instance = "i-2", .start = "2026-03-01 10:00:00",
        .end = "2026-03-01 11:00:00" });
    audited_samples(&x, "i-1", "0", "2026-03-01 10:00:00", 60, 60, "90");
    audited_samples(&x, "i-1", "1", "2026-03-01 10:00:00", 60, 60, "0");
    audited_run(&x, NULL);
    assert_use(&x, 0, "4 = 1 used + 1 idle + 2 unknown");
    assert_use(&x, 1, "1 = 0 used + 0 idle + 1 unknown");
    assert_money(x.audit.unknown_gpu_hours, "3");
    audited_release(&x);
}

static void
less_time_than_the_period_is_parted_as_the_period_is(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, (struct bill_row){ .instance = "i-1", .start = "2026-03-01 00:00:00",
        .end = "2026-03-02 00:00:00", .quantity = "2", .unit = "Hours" });
    /* 12 hours at work, 6 idle, 6 without a sample: 1, 0.5 and 0.5 of the two hours. */
    audited_samples(&x, "i-1", "0", "2026-03-01 00:00:00", 12, 3600, "90");
    audited_samples(&x, "i-1", "0", "2026-03-01 12:00:00", 6, 3600, "0");
    audited_run(&x, NULL);
    assert_use(&x, 0, "2 = 1 used + 0.5 idle + 0.5 unknown");
    audited_release(&x);
}

static void
what_costs_nothing_has_hours_too_and_other_things_have_none(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, (struct bill_row){ .instance = "i-1", .billed = "0",
        .start = "2026-03-01 10:00:00", .end = "2026-03-01 11:00:00" });
    audited_row(&x, (struct bill_row){ .instance = "i-2", .category = CATEGORY_CPU,
        .start = "2026-03-01 10:00:00", .end = "2026-03-01 11:00:00" });
    audited_row(&x, (struct bill_row){ .instance = "i-3", .entry = ENTRY_REFUND, .billed = "-1",
        .start = "2026-03-01 10:00:00", .end = "2026-03-01 11:00:00" });
    audited_run(&x, NULL);
    assert_use(&x, 0, "1 = 0 used + 0 idle + 1 unknown");
    assert_use(&x, 1, "-");
    assert_use(&x, 2, "-");
    assert_money(x.audit.unknown_gpu_hours, "1");
    audited_release(&x);
}

static void
thirds_come_to_a_whole(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    for (unsigned i = 0; i < 3; i++)
        audited_row(&x, (struct bill_row){ .instance = "i-1", .cards = "1",
            .start = "2026-03-01 10:00:00", .end = "2026-03-01 10:20:00" });
    audited_run(&x, "idle-gpu");
    assert_use(&x, 0, "1 = 0 used + 0 idle + 1 unknown");
    audited_release(&x);
}

static void
hours_that_do_not_add_up_are_noticed(void **state)
{
    struct audited x;

    (void)state;
    for (unsigned which = 0; which < 3; which++) {
        struct err e = ERR_INIT;
        struct gpu_use use;

        audited_init(&x);
        audited_row(&x, (struct bill_row){ .instance = "i-1", .start = "2026-03-01 10:00:00",
            .end = "2026-03-01 11:00:00" });
        audited_run(&x, NULL);
        use = x.audit.gpu_use[0];
        x.audit.gpu_use = &use;
        if (which == 0)
            use.state[GPU_IDLE].units++;
        else if (which == 1)
            use.hours.units++;
        else
            x.audit.gpu_total.hours.units--;
        assert_int_equal(audit_check(&x.audit, &e), -1);
        assert_int_equal(e.code, ERR_BUG);
        audited_release(&x);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hours_are_used_idle_or_unknown_card_by_card),
        cmocka_unit_test(cards_that_no_bill_tells_are_those_of_the_logs),
        cmocka_unit_test(less_time_than_the_period_is_parted_as_the_period_is),
        cmocka_unit_test(what_costs_nothing_has_hours_too_and_other_things_have_none),
        cmocka_unit_test(thirds_come_to_a_whole),
        cmocka_unit_test(hours_that_do_not_add_up_are_noticed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
