/*
 * test_rule_snapshot_and_image.c - snapshots and images kept.
 */
#include "audited.h"

#define RULE "snapshot-and-image"

static void
snapshots_and_images_are_told_and_nothing_else(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, (struct bill_row){ .instance = "", .resource = "s-1", .billed = "0.12",
        .category = CATEGORY_SNAPSHOT, .start = "2026-03-01", .end = "2026-03-02" });
    audited_row(&x, (struct bill_row){ .instance = "", .resource = "s-1", .billed = "0.12",
        .category = CATEGORY_IMAGE, .start = "2026-03-02" });
    audited_row(&x, (struct bill_row){ .instance = "", .resource = "d-1", .billed = "0.12",
        .category = CATEGORY_DATA_DISK, .start = "2026-03-02", .end = "2026-03-03" });
    audited_run(&x, RULE);
    assert_found(&x, "snapshot-and-image possible s-1 CNY 0.24 net 0.24: 2=0.12 3=0.12\n");
    assert_told(&x, "Keeping snapshots or images of s-1 cost CNY 0.24 in 2 charges.",
        "Delete those that nobody will go back to and keep the newest: up to CNY 0.24 less a "
        "day.");
    audited_release(&x);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(snapshots_and_images_are_told_and_nothing_else),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
