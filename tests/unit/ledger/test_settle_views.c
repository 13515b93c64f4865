/* Of two bills that show the same money, one counts. */
#include "bills.h"

/* "adjustments" completes "detail". */
static bool
completes(void *context, const char *format, const char *other)
{
    (void)context;
    return strcmp(format, "adjustments") == 0 && strcmp(other, "detail") == 0;
}

static const char *
title(void *context, char buf[SETTLE_TITLE_MAX], const char *format)
{
    (void)context;
    (void)snprintf(buf, SETTLE_TITLE_MAX, MESSAGE_PAIR "the %s" MESSAGE_PAIR "%s", format, format);
    return buf;
}

static const struct settle_formats formats = { NULL, completes, title };

static void
settle(struct bills *b)
{
    struct err e = ERR_INIT;

    assert_int_equal(settle_views(&b->ledger, &formats, &e), 0);
    assert_int_equal(e.code, ERR_NONE);
}

static uint32_t
view(struct bills *b, const char *path, const char *format, unsigned rank)
{
    uint32_t input = bills_input(b, path, format);

    b->ledger.inputs.at[input]->view_rank = rank;
    return input;
}

static void
tells_two_views_of_one_account_and_month_from_two_bills(void **state)
{
    static const struct bill_row march = { .account = "a", .start = "2026-03-05 00:00:00" };
    static const struct {
        struct bill_row other;
        const char *format, *fates;
    } cases[] = {
        { { .account = "a", .start = "2026-03-20 00:00:00" }, "summary", "CV" },
        /* The same format again is no other view. */
        { { .account = "a", .start = "2026-03-20 00:00:00" }, "detail", "CC" },
        { { .account = "a", .start = "2026-04-05 00:00:00" }, "summary", "CC" },
        { { .account = "b", .start = "2026-03-05 00:00:00" }, "summary", "CC" },
        { { .account = "a", .start = "2026-03-05 00:00:00", .platform = "aws" }, "summary", "CC" },
        { { .start = "2026-03-05 00:00:00" }, "summary", "CV" },
        { { .account = "a" }, "summary", "CC" },
        { { .account = "a", .start = "2026-03-05 00:00:00" }, "adjustments", "CC" },
        /* The month of the bill comes before that of the start. */
        { { .account = "a", .month = "2026-03-01", .start = "2026-02-28 00:00:00" }, "summary",
            "CV" },
        { { .account = "a", .month = "2026-04-01", .start = "2026-03-05 00:00:00" }, "summary",
            "CC" },
        /* Recharges in one do not repeat the charges of the other. */
        { { .account = "a", .start = "2026-03-05 00:00:00", .entry = ENTRY_RECHARGE,
            .billed = "0", .moved = "9" }, "summary", "CC" },
        { { .account = "a", .start = "2026-03-05 00:00:00", .entry = ENTRY_REFUND,
            .billed = "-1" }, "summary", "CV" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct bills b;

        bills_init(&b);
        bills_row(&b, view(&b, "a.csv", "detail", 2), march);
        bills_row(&b, view(&b, "b.csv", cases[i].format, 1), cases[i].other);
        settle(&b);
        assert_fates(&b, cases[i].fates);
        bills_release(&b);
    }
}

static void
takes_the_most_detailed_then_the_longest_then_the_first_by_name(void **state)
{
    static const struct {
        unsigned ranks[2], rows[2];
        const char *formats[2];
        const char *fates;
    } cases[] = {
        { { 1, 2 }, { 2, 1 }, { "x", "y" }, "VVC" },
        { { 2, 1 }, { 1, 2 }, { "x", "y" }, "CVV" },
        { { 1, 1 }, { 1, 2 }, { "x", "y" }, "VCC" },
        { { 1, 1 }, { 2, 1 }, { "x", "y" }, "CCV" },
        { { 1, 1 }, { 1, 1 }, { "x", "y" }, "CV" },
        { { 1, 1 }, { 1, 1 }, { "y", "x" }, "VC" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct bills b;

        bills_init(&b);
        for (size_t k = 0; k < 2; k++) {
            uint32_t input =
                view(&b, k == 0 ? "a.csv" : "b.csv", cases[i].formats[k], cases[i].ranks[k]);

            for (unsigned row = 0; row < cases[i].rows[k]; row++)
                bills_row(&b, input, (struct bill_row){ .start = "2026-03-05 00:00:00" });
        }
        settle(&b);
        assert_fates(&b, cases[i].fates);
        bills_release(&b);
    }
}

static void
never_drops_money_in_silence(void **state)
{
    struct bills b;
    uint32_t detail, summary, same;

    (void)state;
    bills_init(&b);
    detail = view(&b, "a.csv", "detail", 2);
    bills_row(&b, detail, (struct bill_row){ .start = "2026-03-05 00:00:00", .billed = "5.5" });
    bills_row(&b, detail,
        (struct bill_row){ .start = "2026-03-06 00:00:00", .billed = "2", .currency = "USD" });
    bills_row(&b, detail, (struct bill_row){ .start = "2026-04-05 00:00:00", .billed = "7" });
    summary = view(&b, "b.csv", "summary", 1);
    bills_row(&b, summary, (struct bill_row){ .start = "2026-03-01 00:00:00", .billed = "9.75" });
    same = view(&b, "c.csv", "other", 1);
    bills_row(&b, same, (struct bill_row){ .start = "2026-04-01 00:00:00", .billed = "3" });
    bills_row(&b, same, (struct bill_row){ .start = "2026-04-02 00:00:00", .billed = "4" });
    settle(&b);
    assert_fates(&b, "CCCVVV");
    assert_warnings(&b, detail, "");
    assert_warnings(&b, summary, "views-differ:0: for 2026-03, bills of this kind show 9.75 CNY, "
        "and the detail, which counts in their place, shows 5.5 CNY, 2 USD; the difference is "
        "4.25 CNY, -2 USD\n");
    assert_warnings(&b, same, "other-view:0: for 2026-04, bills of this kind (2 rows) show the "
        "same money as the detail (7 CNY), which counts\n");
    bills_release(&b);
}

static void
lets_an_unnamed_account_equal_any_other(void **state)
{
    static const struct {
        const char *accounts[2][2]; /* of the rows of the better and of the other format */
        const char *fates;
    } cases[] = {
        { { { "a", "b" }, { "", "" } }, "CCVV" },
        { { { "", "" }, { "a", "b" } }, "CCVV" },
        { { { "a", "" }, { "b", "c" } }, "CCVV" },
        { { { "a", "a" }, { "a", "b" } }, "CCVC" },
        { { { "a", "b" }, { "c", "d" } }, "CCCC" },
        { { { "a", "b" }, { "b", "" } }, "CCVV" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct bills b;

        bills_init(&b);
        for (unsigned k = 0; k < 2; k++) {
            uint32_t input = view(&b, k == 0 ? "a.csv" : "b.csv", k == 0 ? "x" : "y", 2 - k);

            for (size_t row = 0; row < 2; row++)
                bills_row(&b, input, (struct bill_row){ .account = cases[i].accounts[k][row],
                    .start = "2026-03-05 00:00:00" });
        }
        settle(&b);
        assert_fates(&b, cases[i].fates);
        bills_release(&b);
    }
}

static void
compares_only_what_the_dropped_rows_have_a_counterpart_for(void **state)
{
    struct bills b;
    uint32_t detail, summary;

    (void)state;
    bills_init(&b);
    detail = view(&b, "a.csv", "detail", 2);
    bills_row(&b, detail,
        (struct bill_row){ .account = "a", .start = "2026-03-05 00:00:00", .billed = "5" });
    bills_row(&b, detail,
        (struct bill_row){ .account = "b", .start = "2026-03-05 00:00:00", .billed = "70" });
    summary = view(&b, "b.csv", "summary", 1);
    bills_row(&b, summary,
        (struct bill_row){ .account = "a", .start = "2026-03-05 00:00:00", .billed = "5" });
    bills_row(&b, summary,
        (struct bill_row){ .account = "c", .start = "2026-03-05 00:00:00", .billed = "900" });
    settle(&b);
    assert_fates(&b, "CCVC");
    assert_warnings(&b, summary, "other-view:0: for 2026-03, bills of this kind (1 rows) show the "
        "same money as the detail (5 CNY), which counts\n");
    bills_release(&b);
}

static void
drops_the_third_view_for_the_first_that_shows_it(void **state)
{
    struct bills b;

    (void)state;
    bills_init(&b);
    bills_row(&b, view(&b, "a.csv", "summary", 1),
        (struct bill_row){ .start = "2026-03-01 00:00:00" });
    bills_row(&b, view(&b, "b.csv", "detail", 3),
        (struct bill_row){ .start = "2026-03-01 00:00:00" });
    bills_row(&b, view(&b, "c.csv", "adjustments", 2),
        (struct bill_row){ .start = "2026-03-01 00:00:00" });
    bills_row(&b, view(&b, "d.csv", "middle", 2),
        (struct bill_row){ .start = "2026-03-01 00:00:00" });
    settle(&b);
    assert_fates(&b, "VCCV");
    assert_int_equal(b.ledger.inputs.at[0]->warnings.n, 1);
    assert_int_equal(b.ledger.inputs.at[3]->warnings.n, 1);
    bills_release(&b);
}

static void
knows_a_billing_month_whatever_zone_it_begins_in(void **state)
{
    static const struct {
        const char *month; /* of the other format: midnight of its own zone */
        const char *fates;
    } cases[] = {
        { "2026-03-01T00:00:00+08:00", "CV" }, { "2026-03-01T00:00:00Z", "CV" },
        { "2026-03-01T00:00:00-08:00", "CV" }, { "2026-02-01T00:00:00Z", "CC" },
        { "2026-04-01T00:00:00+08:00", "CC" }, { "2026-03-31T00:00:00Z", "CV" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct bills b;

        bills_init(&b);
        bills_row(&b, view(&b, "a.csv", "detail", 2),
            (struct bill_row){ .start = "2026-03-05 00:00:00" });
        bills_row(&b, view(&b, "b.csv", "focus", 1), (struct bill_row){ .month = cases[i].month });
        settle(&b);
        assert_fates(&b, cases[i].fates);
        bills_release(&b);
    }
}

static void
looks_only_at_lines_that_count_and_says_when_a_sum_is_too_large(void **state)
{
    struct err e = ERR_INIT;
    struct bills b;
    uint32_t detail;

    (void)state;
    bills_init(&b);
    detail = view(&b, "a.csv", "detail", 2);
    bills_row(&b, detail, (struct bill_row){ .start = "2026-03-05 00:00:00" });
    b.ledger.lines.at[0].fate = FATE_ALREADY_SEEN;
    bills_row(&b, view(&b, "b.csv", "summary", 1),
        (struct bill_row){ .start = "2026-03-05 00:00:00" });
    settle(&b);
    assert_fates(&b, "SC");

    for (int i = 0; i < 2; i++)
        bills_row(&b, detail, (struct bill_row){ .start = "2026-03-05 00:00:00",
            .billed = "170000000000000000000" });
    assert_int_equal(settle_views(&b.ledger, &formats, &e), -1);
    assert_err(&e, "a.csv:4: the sum of BilledCost in CNY is larger than 1.7 x 10^20");
    bills_release(&b);
}

static void
works_without_knowledge_of_what_completes_what(void **state)
{
    static const struct settle_formats unknown = { 0 };
    struct err e = ERR_INIT;
    struct bills b;

    (void)state;
    bills_init(&b);
    assert_int_equal(settle_views(&b.ledger, &unknown, &e), 0);
    bills_row(&b, view(&b, "a.csv", "detail", 2),
        (struct bill_row){ .start = "2026-03-05 00:00:00" });
    bills_row(&b, view(&b, "b.csv", "adjustments", 1),
        (struct bill_row){ .start = "2026-03-05 00:00:00" });
    assert_int_equal(settle_views(&b.ledger, &unknown, &e), 0);
    assert_fates(&b, "CV");
    bills_release(&b);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_two_views_of_one_account_and_month_from_two_bills),
        cmocka_unit_test(takes_the_most_detailed_then_the_longest_then_the_first_by_name),
        cmocka_unit_test(never_drops_money_in_silence),
        cmocka_unit_test(lets_an_unnamed_account_equal_any_other),
        cmocka_unit_test(compares_only_what_the_dropped_rows_have_a_counterpart_for),
        cmocka_unit_test(drops_the_third_view_for_the_first_that_shows_it),
        cmocka_unit_test(knows_a_billing_month_whatever_zone_it_begins_in),
        cmocka_unit_test(looks_only_at_lines_that_count_and_says_when_a_sum_is_too_large),
        cmocka_unit_test(works_without_knowledge_of_what_completes_what),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
