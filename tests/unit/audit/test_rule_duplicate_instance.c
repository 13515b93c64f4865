/*
 * test_rule_duplicate_instance.c - copies of an instance that ran beside it.
 */
#include "audited.h"

#define RULE "duplicate-instance"

static struct bill_row
gpu(const char *instance, const char *name, const char *start, const char *end)
{
    return (struct bill_row){ .instance = instance, .name = name, .model = "RTX 4090",
        .cards = "1", .billed = "6.00", .start = start, .end = end };
}

static void
the_shorter_copy_leaks_the_time_side_by_side(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, gpu("i-1", "train", "2026-03-01 08:00:00", "2026-03-01 14:00:00"));
    audited_row(&x, gpu("i-2", "train-copy", "2026-03-01 11:00:00", "2026-03-01 15:00:00"));
    audited_run(&x, RULE);
    assert_found(&x, "duplicate-instance possible i-2 CNY 4.5 net 4.5: 3=4.5\n");
    assert_told(&x, "train-copy is like train (i-1) in GPUs and name, and ran beside it: CNY 4.50 "
        "of CNY 6.00 billed.", "Work on train alone and release train-copy: up to CNY 4.50 less.");
    audited_release(&x);
}

static void
less_than_two_hours_is_left_alone(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, gpu("i-1", "train", "2026-03-01 08:00:00", "2026-03-01 14:00:00"));
    audited_row(&x, gpu("i-2", "train 副本", "2026-03-01 12:01:00", "2026-03-01 15:00:00"));
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
numbered_instances_started_together_are_a_cluster(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, gpu("i-1", "node-1", "2026-03-01 08:00:00", "2026-03-01 14:00:00"));
    audited_row(&x, gpu("i-2", "node-2", "2026-03-01 08:10:00", "2026-03-01 14:00:00"));
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
numbered_instances_started_apart_are_not(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, gpu("i-1", "node-1", "2026-03-01 08:00:00", "2026-03-01 14:00:00"));
    audited_row(&x, gpu("i-2", "node-2", "2026-03-01 08:11:00", "2026-03-01 14:00:00"));
    audited_run(&x, RULE);
    assert_found(&x, "duplicate-instance possible i-2 CNY 6 net 6: 3=6\n");
    audited_release(&x);
}

static void
equal_names_do_not_differ_in_digits(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, gpu("i-1", "train", "2026-03-01 08:00:00", "2026-03-01 14:00:00"));
    audited_row(&x, gpu("i-2", "train", "2026-03-01 08:00:00", "2026-03-01 14:00:00"));
    audited_run(&x, RULE);
    assert_found(&x, "duplicate-instance possible i-2 CNY 6 net 6: 3=6\n");
    audited_release(&x);
}

/* One run of node-2 began with node-1, the other one in the middle of its run. */
static void
a_cluster_starts_together_at_every_overlap(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, gpu("i-1", "node-1", "2026-03-01 08:00:00", "2026-03-01 20:00:00"));
    audited_row(&x, gpu("i-2", "node-2", "2026-03-01 08:00:00", "2026-03-01 12:00:00"));
    audited_row(&x, gpu("i-2", "node-2", "2026-03-01 15:00:00", "2026-03-01 18:00:00"));
    audited_run(&x, RULE);
    assert_found(&x, "duplicate-instance possible i-2 CNY 12 net 12: 3=6 4=6\n");
    audited_release(&x);
}

/* Two pairs, a week apart: each has its own keeper; the longer one of each is kept. */
static void
instances_that_never_meet_are_two_groups(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, gpu("i-1", "train", "2026-03-01 08:00:00", "2026-03-01 14:00:00"));
    audited_row(&x, gpu("i-2", "train (2)", "2026-03-01 08:00:00", "2026-03-01 13:00:00"));
    audited_row(&x, gpu("i-3", "train-clone", "2026-03-08 08:00:00", "2026-03-08 14:00:00"));
    audited_row(&x, gpu("i-4", "train_3", "2026-03-08 08:00:00", "2026-03-08 15:00:00"));
    audited_samples(&x, "i-3", "0", "2026-03-08 08:00:00", 360, 60, "90");
    audited_samples(&x, "i-4", "0", "2026-03-08 08:00:00", 420, 60, "0");
    audited_run(&x, RULE);
    assert_found(&x, "duplicate-instance possible i-2 CNY 6 net 6: 3=6\n"
        "duplicate-instance likely i-4 CNY 5.142857143 net 5.142857143: 5=5.142857143\n");
    audited_release(&x);
}

/* The one that ran longest meets the second for an hour only, and the third not at all. */
static void
what_one_keeper_leaves_may_have_another(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, gpu("i-1", "train", "2026-03-01 00:00:00", "2026-03-01 12:00:00"));
    audited_row(&x, gpu("i-2", "train-2", "2026-03-01 11:00:00", "2026-03-01 17:00:00"));
    audited_row(&x, gpu("i-3", "train-3 copy", "2026-03-01 13:00:00", "2026-03-01 18:00:00"));
    audited_run(&x, RULE);
    assert_found(&x, "duplicate-instance possible i-3 CNY 4.8 net 4.8: 4=4.8\n");
    audited_release(&x);
}

static void
the_keeper_of_equal_length_started_first_or_has_the_smaller_id(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, gpu("i-2", "train", "2026-03-01 09:00:00", "2026-03-01 14:00:00"));
    audited_row(&x, gpu("i-3", "train-1", "2026-03-01 08:00:00", "2026-03-01 13:00:00"));
    audited_row(&x, gpu("i-1", "train-2", "2026-03-01 09:00:00", "2026-03-01 14:00:00"));
    audited_run(&x, RULE);
    assert_found(&x, "duplicate-instance possible i-1 CNY 4.8 net 4.8: 4=4.8\n"
        "duplicate-instance possible i-2 CNY 4.8 net 4.8: 2=4.8\n");
    audited_release(&x);
}

static void
other_gpus_or_names_are_no_copies(void **state)
{
    struct audited x;
    struct bill_row row = gpu("i-2", "train-copy", "2026-03-01 08:00:00", "2026-03-01 14:00:00");

    (void)state;
    audited_init(&x);
    audited_row(&x, gpu("i-1", "train", "2026-03-01 08:00:00", "2026-03-01 14:00:00"));
    row.model = "A100 80GB";
    audited_row(&x, row);
    audited_row(&x, gpu("i-3", "infer", "2026-03-01 08:00:00", "2026-03-01 14:00:00"));
    audited_row(&x, gpu("i-4", "42", "2026-03-01 08:00:00", "2026-03-01 14:00:00"));
    audited_row(&x, gpu("i-5", "43", "2026-03-01 08:30:00", "2026-03-01 14:00:00"));
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
of_known_use_only_idle_time_leaks(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, gpu("i-1", "train", "2026-03-01 08:00:00", "2026-03-01 14:00:00"));
    audited_row(&x, gpu("i-2", "train-copy", "2026-03-01 08:00:00", "2026-03-01 14:00:00"));
    audited_samples(&x, "i-1", "0", "2026-03-01 08:00:00", 360, 60, "90");
    audited_samples(&x, "i-2", "0", "2026-03-01 08:00:00", 120, 60, "0");
    audited_samples(&x, "i-2", "0", "2026-03-01 10:00:00", 240, 60, "50");
    audited_run(&x, RULE);
    assert_found(&x, "duplicate-instance likely i-2 CNY 2 net 2: 3=2\n");
    audited_release(&x);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shorter_copy_leaks_the_time_side_by_side),
        cmocka_unit_test(less_than_two_hours_is_left_alone),
        cmocka_unit_test(numbered_instances_started_together_are_a_cluster),
        cmocka_unit_test(numbered_instances_started_apart_are_not),
        cmocka_unit_test(equal_names_do_not_differ_in_digits),
        cmocka_unit_test(a_cluster_starts_together_at_every_overlap),
        cmocka_unit_test(instances_that_never_meet_are_two_groups),
        cmocka_unit_test(what_one_keeper_leaves_may_have_another),
        cmocka_unit_test(the_keeper_of_equal_length_started_first_or_has_the_smaller_id),
        cmocka_unit_test(other_gpus_or_names_are_no_copies),
        cmocka_unit_test(of_known_use_only_idle_time_leaks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
