/* The period of a review: whole months in its zone, and what lies outside. */
#include "bills.h"

static void
assert_period(const struct period *p, const char *from, const char *to)
{
    char got[TIME_TEXT_MAX];

    assert_string_equal(time_format(got, p->from), from);
    assert_string_equal(time_format(got, p->to), to);
}

static void
finds_the_whole_months_that_hold_all_lines(void **state)
{
    static const struct {
        const char *first, *last;
        int zone;
        const char *from, *to;
    } cases[] = {
        { "2026-03-05 10:00:00", "2026-03-07 10:00:00", 480, "2026-02-28T16:00:00Z",
            "2026-03-31T16:00:00Z" },
        { "2026-03-01 00:00:00", "2026-03-31 23:59:59", 480, "2026-02-28T16:00:00Z",
            "2026-03-31T16:00:00Z" },
        { "2026-03-31 23:59:59", "2026-04-01 00:00:00", 480, "2026-02-28T16:00:00Z",
            "2026-04-30T16:00:00Z" },
        { "2025-12-31 10:00:00", "2026-01-01 10:00:00", 480, "2025-11-30T16:00:00Z",
            "2026-01-31T16:00:00Z" },
        /* In UTC the first morning of March in China is still February. */
        { "2026-03-01 07:59:59", "2026-03-01 08:00:00", 0, "2026-02-01T00:00:00Z",
            "2026-04-01T00:00:00Z" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct period p = { 1, 2, cases[i].zone };
        struct bills b;
        uint32_t a;

        bills_init(&b);
        a = bills_input(&b, "a.csv", "autodl-statement");
        bills_row(&b, a, (struct bill_row){ .start = cases[i].last });
        bills_row(&b, a, (struct bill_row){ .start = cases[i].first });
        settle_find_period(&b.ledger, &p);
        assert_period(&p, cases[i].from, cases[i].to);
        settle_period(&b.ledger, &p);
        assert_fates(&b, "CC");
        bills_release(&b);
    }
}

static void
looks_only_at_lines_that_count(void **state)
{
    struct period p = { .zone_minutes = 480 };
    struct bills b;
    uint32_t a;
    size_t i;

    (void)state;
    bills_init(&b);
    a = bills_input(&b, "a.csv", "autodl-statement");
    i = bills_row(&b, a, (struct bill_row){ .start = "2020-01-01 10:00:00" });
    b.ledger.lines.at[i].fate = FATE_ALREADY_SEEN;
    bills_row(&b, a, (struct bill_row){ .start = "2026-03-01 10:00:00" });
    settle_find_period(&b.ledger, &p);
    assert_period(&p, "2026-02-28T16:00:00Z", "2026-03-31T16:00:00Z");
    settle_period(&b.ledger, &p);
    assert_fates(&b, "SC");
    bills_release(&b);
}

static void
places_a_line_without_start_by_its_billing_period_or_in_every_period(void **state)
{
    struct period p = { .zone_minutes = 480 };
    struct bills b;
    uint32_t a;

    (void)state;
    bills_init(&b);
    a = bills_input(&b, "a.csv", "autodl-statement");
    bills_row(&b, a, (struct bill_row){ .month = "2026-02-01" });
    bills_row(&b, a, (struct bill_row){ .billed = "3" });
    bills_row(&b, a,
        (struct bill_row){ .month = "2026-01-01", .start = "2026-03-02 00:00:00" });
    settle_find_period(&b.ledger, &p);
    assert_period(&p, "2026-01-31T16:00:00Z", "2026-03-31T16:00:00Z");

    p.from = bills_time("2026-03-01 00:00:00");
    settle_period(&b.ledger, &p);
    assert_fates(&b, "PCC");
    bills_release(&b);
}

static void
includes_the_first_moment_and_excludes_the_last(void **state)
{
    struct period p = { bills_time("2026-03-01"), bills_time("2026-04-01"), 480 };
    struct bills b;
    uint32_t a;

    (void)state;
    bills_init(&b);
    a = bills_input(&b, "a.csv", "autodl-statement");
    bills_row(&b, a, (struct bill_row){ .start = "2026-02-28 23:59:59" });
    bills_row(&b, a, (struct bill_row){ .start = "2026-03-01 00:00:00" });
    bills_row(&b, a, (struct bill_row){ .start = "2026-03-31 23:59:59" });
    bills_row(&b, a, (struct bill_row){ .start = "2026-04-01 00:00:00" });
    settle_period(&b.ledger, &p);
    assert_fates(&b, "PCCP");
    bills_release(&b);
}

static void
has_no_period_where_no_line_has_a_time(void **state)
{
    struct period p = { 1, 2, 480 };
    struct bills b;

    (void)state;
    bills_init(&b);
    settle_find_period(&b.ledger, &p);
    assert_true(p.from == p.to);

    bills_row(&b, bills_input(&b, "a.csv", "autodl-statement"), (struct bill_row){ 0 });
    settle_find_period(&b.ledger, &p);
    assert_true(p.from == p.to);
    settle_period(&b.ledger, &p);
    assert_fates(&b, "C");
    bills_release(&b);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_whole_months_that_hold_all_lines),
        cmocka_unit_test(looks_only_at_lines_that_count),
        cmocka_unit_test(places_a_line_without_start_by_its_billing_period_or_in_every_period),
        cmocka_unit_test(includes_the_first_moment_and_excludes_the_last),
        cmocka_unit_test(has_no_period_where_no_line_has_a_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
