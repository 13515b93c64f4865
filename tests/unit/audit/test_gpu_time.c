/* How long cards were at work, as far as the bill says. */
#include "review_sample.h"

static void
counts_gpu_hours_by_cards_and_the_time_really_used(void **state)
{
    static const struct {
        struct bill_row row;
        const char *hours; /* NULL: none are known */
    } cases[] = {
        { { .end = "2026-03-01 01:00:00" }, "1" },
        { { .end = "2026-03-01 01:00:00", .cards = "8" }, "8" },
        { { .end = "2026-03-01 00:00:36", .cards = "0.5" }, "0.005" },
        { { .end = "2026-03-01 00:20:00", .cards = "2" }, "0.666666667" },
        { { .end = "2026-03-02 00:00:00", .cards = "2", .used = "3", .used_unit = "Hours" },
            "6" },
        { { .end = "2026-03-02 00:00:00", .used = "1800", .used_unit = "Seconds" }, "0.5" },
        { { .end = "2026-03-02 00:00:00", .used = "30", .used_unit = "Minutes" }, "0.5" },
        { { .end = "2026-03-03 00:00:00", .used = "1", .used_unit = "Days" }, "24" },
        { { .end = "2026-03-02 00:00:00", .used = "0", .used_unit = "Hours" }, "0" },
        { { .end = "2026-03-02 00:00:00", .cards = "2", .quantity = "6", .unit = "Hours" },
            "12" },
        { { .end = "2026-03-01 10:00:00", .used = "3", .used_unit = "Hours", .quantity = "4",
            .unit = "Hours" }, "3" },
        { { .end = "2026-03-01 10:00:00", .used = "7", .used_unit = "GB", .quantity = "2",
            .unit = "Hours" }, "2" },
        { { .end = "2026-03-02 00:00:00", .quantity = "1", .unit = "Months" }, "24" },
        /* Longer than the period, no time, no number of its own: the period counts. */
        { { .end = "2026-03-01 01:00:00", .used = "3", .used_unit = "Hours" }, "1" },
        { { .end = "2026-03-01 01:00:00", .used = "0.5", .used_unit = "GB" }, "1" },
        { { .end = "2026-03-01 01:00:00", .used_unit = "Hours" }, "1" },
        { { .end = "2026-03-01 01:00:00", .used = "-1", .used_unit = "Hours" }, "1" },
        { { .end = "2026-03-01 01:00:00", .category = CATEGORY_CPU }, NULL },
        { { .end = "2026-03-01 01:00:00", .entry = ENTRY_REFUND }, NULL },
        { { .end = NULL }, NULL },
        { { .end = "2026-03-01 00:00:00" }, NULL },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct bill_row row = cases[i].row;
        struct review r;
        struct bills b;

        bills_init(&b);
        row.start = "2026-03-01 00:00:00";
        bills_row(&b, bills_input(&b, "a.csv", "x"), row);
        build(&r, &b);
        assert_int_equal(r.resources.at[0].has_gpu_hours, cases[i].hours != NULL);
        assert_money(r.resources.at[0].gpu_hours, cases[i].hours ? cases[i].hours : "0");
        assert_money(r.unknown_gpu_hours, cases[i].hours ? cases[i].hours : "0");
        review_release(&r);
        bills_release(&b);
    }
}

static void
divides_hours_once_so_that_thirds_come_to_a_whole(void **state)
{
    struct review r;
    struct bills b;
    uint32_t a;

    (void)state;
    bills_init(&b);
    a = bills_input(&b, "a.csv", "x");
    for (int i = 0; i < 3; i++)
        bills_row(&b, a, (struct bill_row){ .instance = "i-1", .start = "2026-03-01 00:00:00",
            .end = "2026-03-01 00:20:00" });
    build(&r, &b);
    assert_int_equal(r.resources.n, 1);
    assert_money(r.resources.at[0].gpu_hours, "1");
    review_release(&r);
    bills_release(&b);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_gpu_hours_by_cards_and_the_time_really_used),
        cmocka_unit_test(divides_hours_once_so_that_thirds_come_to_a_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
