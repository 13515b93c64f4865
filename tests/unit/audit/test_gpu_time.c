/* How long cards were at work, as far as the bill says. */
#include "audit/gpu_time.h"
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
        struct money time = MONEY_ZERO;
        struct bills b;
        bool is_known;

        bills_init(&b);
        row.start = "2026-03-01 00:00:00";
        bills_row(&b, bills_input(&b, "a.csv", "x"), row);
        is_known = gpu_time(&b.ledger.lines.at[0], 1, &time);
        assert_int_equal(is_known, cases[i].hours != NULL);
        assert_money(gpu_time_hours(time), cases[i].hours ? cases[i].hours : "0");
        bills_release(&b);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_gpu_hours_by_cards_and_the_time_really_used),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
