/*
 * test_rule_orphan_storage.c - disks without an instance.
 */
#include "audited.h"

#define RULE "orphan-storage"

static struct bill_row
disk(const char *instance, const char *resource, const char *start, const char *end)
{
    return (struct bill_row){ .instance = instance, .resource = resource,
        .category = CATEGORY_DATA_DISK, .billed = "0.35", .start = start, .end = end };
}

/* i-1 has compute and a disk: the bill shows what belongs together. */
static void
add_attached(struct audited *x)
{
    audited_row(x, (struct bill_row){ .instance = "i-1", .start = "2026-03-01 08:00:00",
        .end = "2026-03-01 16:00:00" });
    audited_row(x, disk("i-1", "d-1", "2026-03-01", "2026-03-02"));
}

static void
a_disk_of_no_instance_leaks_whole(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    add_attached(&x);
    audited_row(&x, disk("", "d-2", "2026-03-01", "2026-03-02"));
    audited_row(&x, disk("", "d-2", "2026-03-02", "2026-03-03"));
    audited_run(&x, RULE);
    assert_found(&x, "orphan-storage likely d-2 CNY 0.7 net 0.7: 4=0.35 5=0.35\n");
    assert_told(&x, "Disk d-2 was billed for 2 days, and no bill or log shows the instance that "
        "it belongs to: CNY 0.70.",
        "See what is on it; make a snapshot if it matters and release the disk.");
    audited_release(&x);
}

static void
less_than_a_day_is_left_alone(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    add_attached(&x);
    audited_row(&x, disk("", "d-2", "2026-03-01 00:00:00", "2026-03-01 23:59:59"));
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
where_no_bill_shows_compute_it_is_unknown(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, disk("i-2", "d-2", "2026-03-01", "2026-03-03"));
    audited_run(&x, RULE);
    assert_found(&x, "?compute i-2 0\n");
    audited_release(&x);
}

static void
what_one_format_names_proves_nothing_of_another(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    add_attached(&x);
    audited_input(&x, "b.csv", "focus");
    audited_row(&x, disk("", "d-2", "2026-03-01", "2026-03-03"));
    audited_run(&x, RULE);
    assert_found(&x, "?compute d-2 0\n");
    audited_release(&x);
}

static void
a_system_disk_under_its_instances_id_proves_nothing_of_disks_with_ids(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, (struct bill_row){ .instance = "i-1", .start = "2026-03-01 08:00:00",
        .end = "2026-03-01 16:00:00" });
    audited_row(&x, disk("i-1", "i-1", "2026-03-01", "2026-03-02"));
    audited_row(&x, disk("", "d-2", "2026-03-01", "2026-03-03"));
    audited_run(&x, RULE);
    assert_found(&x, "?compute d-2 0\n");
    audited_release(&x);
}

static void
disks_that_go_by_their_instances_id_prove_something_of_each_other(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, (struct bill_row){ .instance = "i-1", .start = "2026-03-01 08:00:00",
        .end = "2026-03-01 16:00:00" });
    audited_row(&x, disk("i-1", "i-1", "2026-03-01", "2026-03-02"));
    audited_row(&x, disk("i-2", "i-2", "2026-03-01", "2026-03-03"));
    audited_run(&x, RULE);
    assert_found(&x, "orphan-storage likely i-2 CNY 0.35 net 0.35: 4=0.35\n");
    audited_release(&x);
}

static void
an_unattached_disk_needs_no_other_proof(void **state)
{
    struct audited x;
    struct bill_row row = disk("", "d-2", "2026-03-01", "2026-03-03");

    (void)state;
    audited_init(&x);
    row.state = STATE_UNATTACHED;
    audited_row(&x, row);
    audited_run(&x, RULE);
    assert_found(&x, "orphan-storage likely d-2 CNY 0.35 net 0.35: 2=0.35\n");
    audited_release(&x);
}

static void
an_instance_that_a_log_knows_is_no_orphan(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    add_attached(&x);
    audited_state(&x, "i-2", STATE_STOPPED, "2026-03-01", NULL);
    audited_row(&x, disk("i-2", "d-2", "2026-03-01", "2026-03-03"));
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disk_of_no_instance_leaks_whole),
        cmocka_unit_test(less_than_a_day_is_left_alone),
        cmocka_unit_test(where_no_bill_shows_compute_it_is_unknown),
        cmocka_unit_test(what_one_format_names_proves_nothing_of_another),
        cmocka_unit_test(a_system_disk_under_its_instances_id_proves_nothing_of_disks_with_ids),
        cmocka_unit_test(disks_that_go_by_their_instances_id_prove_something_of_each_other),
        cmocka_unit_test(an_unattached_disk_needs_no_other_proof),
        cmocka_unit_test(an_instance_that_a_log_knows_is_no_orphan),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
