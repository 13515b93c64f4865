/* Of a month that was exported more than once, the newest export counts. */
#include "bills.h"

static uint32_t
month_file(struct bills *b, const char *path)
{
    uint32_t input = bills_input(b, path, "cloud");

    b->ledger.inputs.at[input]->is_whole_month = true;
    return input;
}

/* One row for each day of March from ${from} to ${to}, whose ids begin with ${prefix}. */
static void
add_days(struct bills *b, uint32_t input, const char *prefix, unsigned from, unsigned to,
    struct bill_row row)
{
    for (unsigned day = from; day <= to; day++) {
        char id[32], start[32];

        snprintf(id, sizeof(id), "%s-%u", prefix, day);
        snprintf(start, sizeof(start), "2026-03-%02u 00:00:00", day);
        row.id = prefix[0] ? id : NULL;
        row.start = start;
        row.month = row.month ? row.month : "2026-03-01";
        row.instance = row.instance ? row.instance : "i-1";
        bills_row(b, input, row);
    }
}

static void
settle(struct bills *b)
{
    struct err e = ERR_INIT;

    assert_int_equal(settle_deliveries(&b->ledger, &e), 0);
    assert_int_equal(e.code, ERR_NONE);
}

static void
keeps_the_export_with_more_rows_and_reports_both_totals(void **state)
{
    struct bills b;
    uint32_t day10, day11;

    (void)state;
    bills_init(&b);
    day10 = month_file(&b, "2026-03-10.csv");
    day11 = month_file(&b, "2026-03-11.csv");
    /* Ids and costs of the same charges change from export to export. */
    add_days(&b, day10, "a", 1, 3, (struct bill_row){ .billed = "2.5" });
    add_days(&b, day11, "b", 1, 4, (struct bill_row){ .billed = "2.6" });
    settle(&b);
    assert_fates(&b, "SSSCCCC");
    assert_warnings(&b, day10, "replaced-delivery:0: an older export of 2026-03 (3 rows, 7.5 CNY "
        "in all) is replaced by the newer one (4 rows, 10.4 CNY) in 2026-03-11.csv\n");
    assert_warnings(&b, day11, "");
    bills_release(&b);
}

static void
decides_by_invoice_number_then_rows_then_path(void **state)
{
    static const struct {
        unsigned rows[2];
        const char *invoices[2];
        const char *fates;
    } cases[] = {
        { { 2, 3 }, { NULL, NULL }, "SSCCC" },
        { { 3, 2 }, { NULL, NULL }, "CCCSS" },
        { { 2, 2 }, { NULL, NULL }, "SSCC" },
        { { 2, 2 }, { "n-1", NULL }, "CCSS" },
        { { 3, 2 }, { NULL, "n-1" }, "SSSCC" },
        { { 3, 2 }, { "n-1", "n-1" }, "CCCSS" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct bills b;
        uint32_t inputs[2];

        bills_init(&b);
        inputs[0] = month_file(&b, "a.csv");
        inputs[1] = month_file(&b, "b.csv");
        for (size_t k = 0; k < 2; k++)
            add_days(&b, inputs[k], "", 1, cases[i].rows[k],
                (struct bill_row){ .invoice = cases[i].invoices[k] });
        settle(&b);
        assert_fates(&b, cases[i].fates);
        bills_release(&b);
    }
}

static void
decides_between_equal_rows_by_when_they_end(void **state)
{
    static const char *const ends[][2] = {
        { "2026-03-20 00:00:00", "2026-03-21 00:00:00" },
        { "2026-03-21 00:00:00", "2026-03-20 00:00:00" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(ends); i++) {
        struct bills b;

        bills_init(&b);
        for (size_t k = 0; k < 2; k++) {
            uint32_t input = month_file(&b, k == 0 ? "a.csv" : "b.csv");

            add_days(&b, input, "", 1, 2, (struct bill_row){ .end = "2026-03-19 00:00:00" });
            add_days(&b, input, "", 3, 3, (struct bill_row){ .end = ends[i][k] });
        }
        settle(&b);
        assert_fates(&b, i == 0 ? "SSSCCC" : "CCCSSS");
        bills_release(&b);
    }
}

static void
leaves_alone_what_is_no_delivery_of_the_same_month(void **state)
{
    static const struct bill_row march = { .account = "1", .month = "2026-03-01" };
    static const struct {
        struct bill_row row;
        const char *format;
        bool is_whole_month;
        const char *fates;
    } cases[] = {
        { { .account = "1" }, "cloud", true, "SC" },
        { { .account = "2" }, "cloud", true, "CC" },
        { { .account = "1", .month = "2026-04-01" }, "cloud", true, "CC" },
        { { .account = "1", .platform = "aws" }, "cloud", true, "CC" },
        { { .account = "1" }, "other", true, "CC" },
        { { .account = "1" }, "cloud", false, "CC" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct bills b;
        uint32_t second;

        bills_init(&b);
        add_days(&b, month_file(&b, "a.csv"), "a", 1, 1, march);
        second = bills_input(&b, "b.csv", cases[i].format);
        b.ledger.inputs.at[second]->is_whole_month = cases[i].is_whole_month;
        add_days(&b, second, "b", 1, 1, cases[i].row);
        settle(&b);
        assert_fates(&b, cases[i].fates);
        bills_release(&b);
    }
}

static void
counts_all_parts_of_one_delivery(void **state)
{
    struct bills b;
    uint32_t inputs[3];

    (void)state;
    bills_init(&b);
    inputs[0] = month_file(&b, "cur/part-1.csv");
    inputs[1] = month_file(&b, "cur/part-2.csv");
    inputs[2] = month_file(&b, "cur/part-3.csv");
    add_days(&b, inputs[0], "a", 1, 4, (struct bill_row){ 0 });
    add_days(&b, inputs[1], "a", 5, 6, (struct bill_row){ 0 });
    /* One charge more of a day that part 2 has too. */
    add_days(&b, inputs[2], "b", 6, 8, (struct bill_row){ 0 });
    settle(&b);
    for (size_t i = 0; i < b.ledger.lines.n; i++)
        assert_int_equal(b.ledger.lines.at[i].fate, FATE_COUNTED);
    bills_release(&b);
}

static void
replaces_a_delivery_of_several_parts_as_a_whole(void **state)
{
    struct bills b;
    uint32_t inputs[4];

    (void)state;
    bills_init(&b);
    inputs[0] = month_file(&b, "new/part-1.csv");
    inputs[1] = month_file(&b, "new/part-2.csv");
    inputs[2] = month_file(&b, "old/part-1.csv");
    inputs[3] = month_file(&b, "old/part-2.csv");
    add_days(&b, inputs[0], "n", 1, 2, (struct bill_row){ 0 });
    add_days(&b, inputs[1], "n", 3, 6, (struct bill_row){ 0 });
    add_days(&b, inputs[2], "o", 1, 3, (struct bill_row){ 0 });
    add_days(&b, inputs[3], "o", 4, 5, (struct bill_row){ 0 });
    settle(&b);
    assert_fates(&b, "CCCCCC" "SSSSS");
    assert_warnings(&b, inputs[2], "replaced-delivery:0: an older export of 2026-03 (5 rows, "
        "5 CNY in all) is replaced by the newer one (6 rows, 6 CNY) in new/part-1.csv\n");
    assert_warnings(&b, inputs[3], "replaced-delivery:0: an older export of 2026-03 (5 rows, "
        "5 CNY in all) is replaced by the newer one (6 rows, 6 CNY) in new/part-1.csv\n");
    bills_release(&b);
}

static void
keeps_exports_that_have_little_in_common_and_says_so(void **state)
{
    struct bills b;
    uint32_t first, second;

    (void)state;
    bills_init(&b);
    first = month_file(&b, "begin/a.csv");
    second = month_file(&b, "end/b.csv");
    add_days(&b, first, "a", 1, 10, (struct bill_row){ 0 });
    add_days(&b, second, "b", 10, 12, (struct bill_row){ 0 });
    settle(&b);
    assert_fates(&b, "CCCCCCCCCC" "CCC");
    assert_warnings(&b, first, "");
    assert_warnings(&b, second, "several-deliveries:0: this is another export of 2026-03 for the "
        "same account; only 1 of 3 rows are in both, so all count as parts of one whole, beside "
        "begin/a.csv\n");
    bills_release(&b);
}

static void
counts_slices_that_overlap_once_whatever_the_order_of_files(void **state)
{
    (void)state;
    for (int turned = 0; turned < 2; turned++) {
        struct bills b;
        uint32_t begin, end;

        bills_init(&b);
        begin = month_file(&b, turned ? "2.csv" : "1.csv");
        end = month_file(&b, turned ? "1.csv" : "2.csv");
        add_days(&b, begin, "", 1, 10, (struct bill_row){ .billed = "2" });
        add_days(&b, end, "", 4, 14, (struct bill_row){ .billed = "2" });
        settle(&b);
        assert_fates(&b, "CCCSSSSSSS" "CCCCCCCCCCC");
        assert_warnings(&b, begin, turned ?
            "overlapping-slices:0: this export of 2026-03 overlaps with 1.csv as slices of one "
            "whole do: 7 of its 10 rows are there too and count once, the other 3 (6 CNY in all) "
            "count beside them\n" :
            "overlapping-slices:0: this export of 2026-03 overlaps with 2.csv as slices of one "
            "whole do: 7 of its 10 rows are there too and count once, the other 3 (6 CNY in all) "
            "count beside them\n");
        assert_warnings(&b, end, "");
        bills_release(&b);
    }
}

static void
says_where_rows_of_slices_differ(void **state)
{
    struct bills b;
    uint32_t begin, end;

    (void)state;
    bills_init(&b);
    begin = month_file(&b, "1.csv");
    end = month_file(&b, "2.csv");
    add_days(&b, begin, "", 1, 4, (struct bill_row){ .billed = "2" });
    add_days(&b, end, "", 2, 3, (struct bill_row){ .billed = "2" });
    add_days(&b, end, "", 4, 6, (struct bill_row){ .billed = "3" });
    settle(&b);
    assert_fates(&b, "CSSS" "CCCCC");
    assert_warnings(&b, begin, "overlapping-slices:0: this export of 2026-03 overlaps with 2.csv "
        "as slices of one whole do: 3 of its 4 rows are there too and count once, the other 1 "
        "(2 CNY in all) count beside them\n"
        "slices-differ:0: 1 of the rows that stand in 2.csv too have other amounts there, which "
        "count\n");
    bills_release(&b);
}

static void
counts_three_slices_and_the_whole_once(void **state)
{
    static const struct {
        unsigned days[4][2];
        const char *fates;
    } cases[] = {
        { { { 1, 6 }, { 3, 9 }, { 5, 12 } }, "CCSSSS" "CCSSSSS" "CCCCCCCC" },
        { { { 5, 12 }, { 1, 6 }, { 3, 9 } }, "CCCCCCCC" "CCSSSS" "CCSSSSS" },
        { { { 1, 6 }, { 3, 9 }, { 5, 12 }, { 1, 12 } },
            "SSSSSS" "SSSSSSS" "SSSSSSSS" "CCCCCCCCCCCC" },
    };
    static const char *const paths[] = { "a/1.csv", "b/2.csv", "c/3.csv", "d/4.csv" };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct bills b;

        bills_init(&b);
        for (size_t k = 0; k < 4 && cases[i].days[k][0] > 0; k++)
            add_days(&b, month_file(&b, paths[k]), "", cases[i].days[k][0], cases[i].days[k][1],
                (struct bill_row){ 0 });
        settle(&b);
        assert_fates(&b, cases[i].fates);
        bills_release(&b);
    }
}

/* The rows of a month that goes on: the same things, for longer, described anew, dearer. */
static void
replaces_rows_that_were_restated(void **state)
{
    static const struct bill_row old[] = {
        { .resource = "r-1", .start = "2026-03-01 00:00:00", .end = "2026-03-09 00:00:00" },
        { .resource = "r-2", .start = "2026-03-01 00:00:00", .end = "2026-03-09 00:00:00" },
        { .resource = "r-3", .start = "2026-03-02 00:00:00", .end = "2026-03-09 00:00:00" },
    };
    static const struct bill_row new[] = {
        { .resource = "r-1", .start = "2026-03-01 00:00:00", .end = "2026-03-20 00:00:00" },
        { .resource = "r-2", .start = "2026-03-01 00:00:00", .end = "2026-03-20 00:00:00" },
        { .resource = "r-3", .start = "2026-03-01 00:00:00", .end = "2026-03-20 00:00:00",
            .description = "another", .billed = "5" },
        { .resource = "r-4", .start = "2026-03-15 00:00:00", .end = "2026-03-20 00:00:00" },
    };
    struct bills b;
    uint32_t older, newer;

    (void)state;
    bills_init(&b);
    older = month_file(&b, "a.csv");
    for (size_t i = 0; i < COUNT(old); i++)
        bills_row(&b, older, old[i]);
    newer = month_file(&b, "b.csv");
    for (size_t i = 0; i < COUNT(new); i++)
        bills_row(&b, newer, new[i]);
    settle(&b);
    assert_fates(&b, "SSS" "CCCC");
    assert_warnings(&b, older, "replaced-delivery:0: an older export of 2026-03 (3 rows, 3 CNY in "
        "all) is replaced by the newer one (4 rows, 8 CNY) in b.csv\n");
    bills_release(&b);
}

static void
keeps_of_many_daily_exports_the_last(void **state)
{
    struct bills b;
    size_t last;

    (void)state;
    bills_init(&b);
    for (unsigned day = 1; day <= 28; day++) {
        char path[32];

        snprintf(path, sizeof(path), "2026-03-%02u.csv", day);
        add_days(&b, month_file(&b, path), path, 1, day, (struct bill_row){ 0 });
    }
    settle(&b);
    last = b.ledger.lines.n - 28;
    for (size_t i = 0; i < b.ledger.lines.n; i++)
        assert_int_equal(b.ledger.lines.at[i].fate, i < last ? FATE_ALREADY_SEEN : FATE_COUNTED);
    bills_release(&b);
}

static void
looks_at_each_month_of_a_file_alone(void **state)
{
    struct bills b;
    uint32_t year, month;

    (void)state;
    bills_init(&b);
    year = month_file(&b, "2026.csv");
    month = month_file(&b, "march.csv");
    add_days(&b, year, "a", 1, 2, (struct bill_row){ .month = "2026-02-01" });
    add_days(&b, year, "b", 1, 2, (struct bill_row){ .month = "2026-03-01" });
    add_days(&b, month, "c", 1, 3, (struct bill_row){ .month = "2026-03-01" });
    settle(&b);
    assert_fates(&b, "CCSSCCC");
    bills_release(&b);
}

static void
sums_several_currencies_and_says_when_a_sum_is_too_large(void **state)
{
    struct err e = ERR_INIT;
    struct bills b;
    uint32_t first, second;

    (void)state;
    bills_init(&b);
    first = month_file(&b, "a.csv");
    second = month_file(&b, "b.csv");
    add_days(&b, first, "a", 1, 1, (struct bill_row){ .currency = "USD", .billed = "0.5" });
    add_days(&b, first, "b", 2, 2, (struct bill_row){ .billed = "-3" });
    add_days(&b, second, "c", 1, 2, (struct bill_row){ 0 });
    settle(&b);
    assert_warnings(&b, first, "replaced-delivery:0: an older export of 2026-03 (2 rows, "
        "-3 CNY, 0.5 USD in all) is replaced by the newer one (2 rows, 2 CNY) in b.csv\n");

    add_days(&b, second, "d", 1, 2, (struct bill_row){ .billed = "170000000000000000000" });
    assert_int_equal(settle_deliveries(&b.ledger, &e), -1);
    assert_err(&e, "b.csv:7: the sum of BilledCost in CNY is larger than 1.7 x 10^20");
    bills_release(&b);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_the_export_with_more_rows_and_reports_both_totals),
        cmocka_unit_test(decides_by_invoice_number_then_rows_then_path),
        cmocka_unit_test(decides_between_equal_rows_by_when_they_end),
        cmocka_unit_test(leaves_alone_what_is_no_delivery_of_the_same_month),
        cmocka_unit_test(counts_all_parts_of_one_delivery),
        cmocka_unit_test(replaces_a_delivery_of_several_parts_as_a_whole),
        cmocka_unit_test(keeps_exports_that_have_little_in_common_and_says_so),
        cmocka_unit_test(counts_slices_that_overlap_once_whatever_the_order_of_files),
        cmocka_unit_test(says_where_rows_of_slices_differ),
        cmocka_unit_test(counts_three_slices_and_the_whole_once),
        cmocka_unit_test(replaces_rows_that_were_restated),
        cmocka_unit_test(keeps_of_many_daily_exports_the_last),
        cmocka_unit_test(looks_at_each_month_of_a_file_alone),
        cmocka_unit_test(sums_several_currencies_and_says_when_a_sum_is_too_large),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
