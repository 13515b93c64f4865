/*
 * test_rule_stopped_storage.c - disks of instances that were not running.
 */
#include "audited.h"

#define RULE "stopped-storage"

/* i-1 runs on 1 March from 08:00 to 16:00 and on 3 March from 08:00 to 09:00. */
static void
add_runs(struct audited *x)
{
    audited_row(x, (struct bill_row){ .instance = "i-1", .start = "2026-03-01 08:00:00",
        .end = "2026-03-01 16:00:00" });
    audited_row(x, (struct bill_row){ .instance = "i-1", .start = "2026-03-03 08:00:00",
        .end = "2026-03-03 09:00:00" });
}

static struct bill_row
disk(const char *instance, const char *start, const char *end)
{
    return (struct bill_row){ .instance = instance, .resource = "disk-1",
        .category = CATEGORY_DATA_DISK, .billed = "0.33", .start = start, .end = end };
}

static void
the_stopped_part_of_a_day_leaks(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    add_runs(&x);
    audited_row(&x, disk("i-1", "2026-03-01", "2026-03-02"));
    audited_row(&x, disk("i-1", "2026-03-02", "2026-03-03"));
    audited_run(&x, RULE);
    assert_found(&x, "stopped-storage certain i-1 CNY 0.55 net 0.55: 4=0.22 5=0.33\n");
    assert_told(&x, "i-1 was stopped for 1.7 days while its storage was billed: CNY 0.55.",
        "Release the instance or shrink the data disk: CNY 0.33 less a day.");
    audited_release(&x);
}

/* A row of disk-1 on 2 March, when i-1 stands still all day. */
static struct bill_row
sized(const char *unit, const char *quantity)
{
    struct bill_row row = disk("i-1", "2026-03-02", "2026-03-03");

    row.unit = unit;
    row.quantity = quantity;
    return row;
}

static void
the_size_is_named_where_every_row_states_it(void **state)
{
    static const struct {
        struct { const char *unit, *quantity; } rows[3];
        const char *said;
    } cases[] = {
        { { { "GB", "500" } }, "its storage, 500 GB, was billed: CNY 0.33." },
        { { { "GB-Hours", "12000" } }, "its storage, 500 GB, was billed: CNY 0.33." },
        { { { "GB-Days", "2.5" } }, "its storage, 2.5 GB, was billed: CNY 0.33." },
        /* Two disks at a time. */
        { { { "GB-Hours", "12000" }, { "GiB", "40" } },
            "its storage, 540 GB, was billed: CNY 0.66." },
        /* Months have no length of their own; hours are no size; one size of two is none. */
        { { { "GB-Months", "7.142857" } }, "its storage was billed: CNY 0.33." },
        { { { "Hours", "24" } }, "its storage was billed: CNY 0.33." },
        { { { "GB", "500" }, { "", NULL } }, "its storage was billed: CNY 0.66." },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        char said[256];
        struct audited x;

        audited_init(&x);
        add_runs(&x);
        for (size_t k = 0; cases[i].rows[k].unit; k++)
            audited_row(&x, sized(cases[i].rows[k].unit, cases[i].rows[k].quantity));
        audited_run(&x, RULE);
        (void)snprintf(said, sizeof(said), "i-1 was stopped for 1 days while %s", cases[i].said);
        assert_told(&x, said, cases[i].rows[1].unit ?
            "Release the instance or shrink the data disk: CNY 0.66 less a day." :
            "Release the instance or shrink the data disk: CNY 0.33 less a day.");
        audited_release(&x);
    }
}

/* Row after row one disk is not larger than in each. */
static void
the_size_is_that_of_one_moment(void **state)
{
    struct bill_row row = sized("GB", "500");
    struct audited x;

    (void)state;
    audited_init(&x);
    add_runs(&x);
    row.end = "2026-03-02 12:00:00";
    audited_row(&x, row);
    row.start = "2026-03-02 12:00:00";
    row.end = "2026-03-03";
    audited_row(&x, row);
    audited_run(&x, RULE);
    assert_told(&x, "i-1 was stopped for 1 days while its storage, 500 GB, was billed: CNY 0.66.",
        "Release the instance or shrink the data disk: CNY 0.66 less a day.");
    audited_release(&x);
}

static void
a_disk_of_a_running_instance_is_left_alone(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    add_runs(&x);
    audited_row(&x, disk("i-1", "2026-03-01 09:00:00", "2026-03-01 16:00:00"));
    audited_row(&x, (struct bill_row){ .instance = "i-1", .category = CATEGORY_SNAPSHOT,
        .start = "2026-03-02", .end = "2026-03-03" });
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
what_is_not_known_is_unknown(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    add_runs(&x);
    audited_row(&x, disk("i-1", "2026-03-02", NULL));
    audited_row(&x, disk("i-2", "2026-03-02", "2026-03-03"));
    audited_run(&x, RULE);
    assert_found(&x, "?period i-1 0\n?compute i-2 0\n");
    audited_release(&x);
}

static void
a_missing_export_is_not_a_stopped_machine(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    add_runs(&x);
    /* The disks' own file has no compute; compute is known up to 3 March 09:00. */
    audited_input(&x, "disks.csv", "gpubill-simple");
    audited_row(&x, disk("i-1", "2026-03-03 06:00:00", "2026-03-03 12:00:00"));
    audited_row(&x, disk("i-1", "2026-03-20", "2026-03-21"));
    audited_run(&x, RULE);
    assert_found(&x, "stopped-storage certain i-1 CNY 0.11 net 0.11: 2=0.11\n?compute i-1 0\n");
    audited_release(&x);
}

static void
a_state_log_is_right_where_it_speaks(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, disk("i-9", "2026-03-01", "2026-03-02"));
    audited_state(&x, "i-9", STATE_STOPPED, "2026-03-01 06:00:00", "2026-03-01 12:00:00");
    audited_state(&x, "i-9", STATE_NO_GPU, "2026-03-01 12:00:00", NULL);
    audited_state(&x, "i-9", STATE_STOPPED, "2026-03-01 18:00:00", "2026-03-02 06:00:00");
    audited_run(&x, RULE);
    /* Half of the day stopped; the six hours before the log are not known. */
    assert_found(&x, "stopped-storage certain i-9 CNY 0.165 net 0.165: 2=0.165\n?compute i-9 0\n");
    audited_release(&x);
}

static void
a_log_that_never_ends_makes_no_run_for_ever(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, disk("i-9", "2026-03-01", "2026-03-02"));
    audited_row(&x, (struct bill_row){ .instance = "i-9", .start = "2026-03-01 00:00:00",
        .end = "2026-03-01 08:00:00" });
    audited_state(&x, "i-9", STATE_RUNNING, "2026-02-28 06:00:00", NULL);
    audited_run(&x, RULE);
    assert_found(&x, "?state i-9 0\n");
    audited_release(&x);
}

static void
a_daily_summary_counts_as_its_share_of_the_day(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, (struct bill_row){ .instance = "i-1", .start = "2026-03-01",
        .end = "2026-03-02", .used = "8", .used_unit = "Hours" });
    audited_row(&x, disk("i-1", "2026-03-01", "2026-03-02"));
    audited_run(&x, RULE);
    assert_found(&x, "stopped-storage certain i-1 CNY 0.22 net 0.22: 3=0.22\n");
    audited_release(&x);
}

/* i-1 runs for eight hours of 1 March. A disk that says how long it was used can have been used
 * while the instance ran: what is above those eight hours cannot. */
static void
a_disk_that_was_used_as_long_as_its_instance_is_left_alone(void **state)
{
    static const struct { const char *used, *unit, *found; } cases[] = {
        { "8", "Hours", "" },
        { "28800", "Seconds", "" },
        { "6", "Hours", "" },
        { "0", "Hours", "" },
        { "12", "Hours", "stopped-storage certain i-1 CNY 0.11 net 0.11: 4=0.11\n" },
        { "24", "Hours", "stopped-storage certain i-1 CNY 0.22 net 0.22: 4=0.22\n" },
        { "8", "GB-Hours", "stopped-storage certain i-1 CNY 0.22 net 0.22: 4=0.22\n" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct audited x;
        struct bill_row row = disk("i-1", "2026-03-01", "2026-03-02");

        audited_init(&x);
        add_runs(&x);
        row.used = cases[i].used;
        row.used_unit = cases[i].unit;
        audited_row(&x, row);
        audited_run(&x, RULE);
        assert_found(&x, cases[i].found);
        audited_release(&x);
    }
}

/* Of the day, 8 hours ran at a time that is known and 4 of the other 16 at one that is not. */
static void
used_time_of_a_disk_is_set_against_unlocated_compute(void **state)
{
    struct audited x;
    struct bill_row row = disk("i-1", "2026-03-01", "2026-03-02");

    (void)state;
    audited_init(&x);
    add_runs(&x);
    audited_row(&x, (struct bill_row){ .instance = "i-1", .start = "2026-03-01",
        .end = "2026-03-02", .used = "6", .used_unit = "Hours" });
    row.used = "20";
    row.used_unit = "Hours";
    audited_row(&x, row);
    audited_run(&x, RULE);
    assert_found(&x, "stopped-storage certain i-1 CNY 0.132 net 0.132: 5=0.132\n");
    audited_release(&x);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_stopped_part_of_a_day_leaks),
        cmocka_unit_test(the_size_is_named_where_every_row_states_it),
        cmocka_unit_test(the_size_is_that_of_one_moment),
        cmocka_unit_test(a_disk_of_a_running_instance_is_left_alone),
        cmocka_unit_test(what_is_not_known_is_unknown),
        cmocka_unit_test(a_missing_export_is_not_a_stopped_machine),
        cmocka_unit_test(a_state_log_is_right_where_it_speaks),
        cmocka_unit_test(a_log_that_never_ends_makes_no_run_for_ever),
        cmocka_unit_test(a_daily_summary_counts_as_its_share_of_the_day),
        cmocka_unit_test(a_disk_that_was_used_as_long_as_its_instance_is_left_alone),
        cmocka_unit_test(used_time_of_a_disk_is_set_against_unlocated_compute),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
