/* The same row delivered twice counts once; equal rows of one file all count. */
#include "bills.h"

static void
settle(struct bills *b)
{
    struct err e = ERR_INIT;

    assert_int_equal(settle_rows(&b->ledger, &e), 0);
    assert_int_equal(e.code, ERR_NONE);
}

#define NOON "2026-03-01 12:00:00"

static void
tells_by_line_ids_what_was_delivered_twice(void **state)
{
    /* Two rows of two files of one format, and what becomes of them. */
    static const struct {
        struct bill_row first, second;
        const char *fates, *code; /* of the one warning; "" for none */
    } cases[] = {
        { { .id = "1", .start = NOON }, { .id = "1", .start = NOON }, "CS", "already-seen" },
        { { .id = "1", .start = NOON }, { .id = "2", .start = NOON }, "CC", "" },
        { { .id = "1", .start = NOON }, { .start = NOON }, "CC", "" },
        /* What else is written there does not matter. */
        { { .id = "1", .description = "GPU" }, { .id = "1", .description = " GPU" }, "CS",
            "already-seen" },
        { { .id = "1", .billed = "5" }, { .id = "1", .billed = "5.01" }, "SC", "row-changed" },
        { { .id = "1", .billed = "5" }, { .id = "1", .billed = "5", .currency = "USD" }, "SC",
            "row-changed" },
        { { .id = "1", .start = NOON }, { .id = "1", .start = "2026-03-01 13:00:00" }, "CC",
            "line-id-reused" },
        { { .id = "1", .start = NOON, .end = "2026-03-01 13:00:00" }, { .id = "1", .start = NOON },
            "CC", "line-id-reused" },
        { { .id = "1" }, { .id = "1", .billed = "-1", .entry = ENTRY_REFUND }, "CC",
            "line-id-reused" },
        { { .id = "1", .resource = "disk-1" }, { .id = "1", .resource = "disk-2" }, "CC",
            "line-id-reused" },
        { { .id = "1" }, { .id = "1", .platform = "aliyun" }, "CC", "" },
        /* Accounts: another one, and one that is not named. */
        { { .id = "1", .account = "a" }, { .id = "1", .account = "a" }, "CS", "already-seen" },
        { { .id = "1", .account = "a" }, { .id = "1", .account = "b" }, "CC", "" },
        { { .id = "1", .account = "a" }, { .id = "1" }, "CS", "already-seen" },
        { { .id = "1" }, { .id = "1", .account = "a" }, "CS", "already-seen" },
        { { .id = "1", .account = "a" }, { .id = "1", .description = "x" }, "CC", "" },
        { { .id = "1", .account = "a" }, { .id = "1", .billed = "2" }, "CC", "" },
        { { .id = "1", .account = "a", .list = "2" }, { .id = "1", .list = "3" }, "CC", "" },
        /* Account moves have their amount elsewhere. */
        { { .id = "1", .entry = ENTRY_RECHARGE, .billed = "0", .moved = "100" },
            { .id = "1", .entry = ENTRY_RECHARGE, .billed = "0", .moved = "100" }, "CS",
            "already-seen" },
        { { .id = "1", .entry = ENTRY_RECHARGE, .billed = "0", .moved = "100" },
            { .id = "1", .entry = ENTRY_RECHARGE, .billed = "0", .moved = "50" }, "SC",
            "row-changed" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct input *inputs[2];
        const char *code = "";
        struct bills b;

        bills_init(&b);
        bills_row(&b, bills_input(&b, "a.csv", "x"), cases[i].first);
        bills_row(&b, bills_input(&b, "b.csv", "x"), cases[i].second);
        settle(&b);
        assert_fates(&b, cases[i].fates);
        inputs[0] = b.ledger.inputs.at[0];
        inputs[1] = b.ledger.inputs.at[1];
        assert_int_equal(inputs[0]->warnings.n + inputs[1]->warnings.n, cases[i].code[0] != 0);
        for (size_t k = 0; k < 2; k++)
            if (inputs[k]->warnings.n > 0)
                code = inputs[k]->warnings.at[0].code;
        assert_string_equal(code, cases[i].code);
        bills_release(&b);
    }
}

static void
settles_ids_inside_one_file_too_but_not_across_formats(void **state)
{
    struct bills b;
    uint32_t a;

    (void)state;
    bills_init(&b);
    a = bills_input(&b, "a.json", "x");
    bills_row(&b, a, (struct bill_row){ .id = "1", .start = NOON });
    bills_row(&b, a, (struct bill_row){ .id = "1", .start = NOON });
    bills_row(&b, bills_input(&b, "b.csv", "y"), (struct bill_row){ .id = "1", .start = NOON });
    settle(&b);
    assert_fates(&b, "CSC");
    assert_warnings(&b, a, "already-seen:3: the same row stands at a.json:2; it is counted once\n");
    bills_release(&b);
}

static void
names_both_places_and_both_amounts(void **state)
{
    struct bills b;
    uint32_t a, c;

    (void)state;
    bills_init(&b);
    a = bills_input(&b, "bills/of the whole laboratory/2026-03-01.csv", "x");
    bills_row(&b, a, (struct bill_row){ .id = "1", .billed = "5" });
    bills_row(&b, a, (struct bill_row){ .id = "2" });
    bills_row(&b, a, (struct bill_row){ .id = "3", .start = NOON });
    c = bills_input(&b, "c.csv", "x");
    bills_row(&b, c, (struct bill_row){ .id = "3" });
    bills_row(&b, c, (struct bill_row){ .id = "2" });
    bills_row(&b, c, (struct bill_row){ .id = "1", .billed = "5.5", .currency = "USD" });
    settle(&b);
    assert_fates(&b, "SCCCSC");
    assert_warnings(&b, a, "row-changed:2: this row (5 CNY) is restated at c.csv:4 (5.5 USD), "
        "which counts in its place\n");
    assert_warnings(&b, c,
        "line-id-reused:2: the id of this row stands at bills/of the whole laboratory/"
        "2026-03-01.csv:4 too, with another entry, period or item; both count\n"
        "already-seen:3: the same row stands at bills/of the whole laboratory/2026-03-01.csv:3; "
        "it is counted once\n");
    bills_release(&b);
}

static void
keeps_the_last_of_several_versions_and_says_so_at_each_earlier_one(void **state)
{
    static const char *const amounts[] = { "5", "7", "7", "5" };
    struct bills b;
    uint32_t a;

    (void)state;
    bills_init(&b);
    a = bills_input(&b, "a.csv", "x");
    for (size_t i = 0; i < COUNT(amounts); i++)
        bills_row(&b, a, (struct bill_row){ .id = "1", .billed = amounts[i] });
    settle(&b);
    assert_fates(&b, "SSSC");
    assert_warnings(&b, a,
        "row-changed:2: this row (5 CNY) is restated at a.csv:5 (5 CNY), which counts in its "
        "place\n"
        "row-changed:3: this row (7 CNY) is restated at a.csv:5 (5 CNY), which counts in its "
        "place\n"
        "already-seen:4: the same row stands at a.csv:3; it is counted once\n");
    bills_release(&b);
}

static void
keeps_all_lines_that_one_record_gives(void **state)
{
    /* Three components of one order, two of them alike, delivered twice, the second time in
     * another order and with one restated. */
    static const struct bill_row rows[] = {
        { .id = "1", .sku = "cpu", .billed = "1", .line = 2 },
        { .id = "1", .sku = "disk", .billed = "3", .line = 2 },
        { .id = "1", .sku = "disk", .billed = "3", .line = 2 },
        { .id = "1", .sku = "disk", .billed = "3", .line = 7 },
        { .id = "1", .sku = "cpu", .billed = "2", .line = 7 },
        { .id = "1", .sku = "disk", .billed = "3", .line = 7 },
    };
    struct bills b;
    uint32_t a;

    (void)state;
    bills_init(&b);
    a = bills_input(&b, "a.csv", "x");
    for (size_t i = 0; i < COUNT(rows); i++)
        bills_row(&b, a, rows[i]);
    settle(&b);
    assert_fates(&b, "SCCSCS");
    assert_warnings(&b, a,
        "row-changed:2: this row (1 CNY) is restated at a.csv:7 (2 CNY), which counts in its "
        "place\n"
        "already-seen:7: the same row stands at a.csv:2; it is counted once\n"
        "already-seen:7: the same row stands at a.csv:2; it is counted once\n");
    bills_release(&b);
}

/* One row per letter, equal for equal letters, at one time and without ids. */
static uint32_t
spell(struct bills *b, const char *path, const char *format, const char *letters)
{
    static const char names[][2] = { "a", "b", "c", "d" };
    uint32_t input = bills_input(b, path, format);

    for (size_t i = 0; letters[i]; i++)
        bills_row(b, input,
            (struct bill_row){ .start = NOON, .description = names[letters[i] - 'a'] });
    return input;
}

static void
matches_the_kth_equal_row_of_one_file_with_the_kth_of_another(void **state)
{
    static const struct {
        const char *files[3];
        const char *fates;
    } cases[] = {
        { { "aab", "", "" }, "CCC" },       /* equal rows of one file are charges of their own */
        { { "ab", "bc", "" }, "CCSC" },     /* overlapping months */
        { { "aa", "a", "" }, "CCS" },       /* the larger count stays, */
        { { "a", "aa", "" }, "CSC" },       /* whichever comes first */
        { { "a", "aa", "aaa" }, "CSCSSC" },
        { { "aab", "ba", "aaab" }, "CCCSSSSCS" },
        { { "a", "b", "a" }, "CCS" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct bills b;

        bills_init(&b);
        spell(&b, "a.csv", "x", cases[i].files[0]);
        spell(&b, "b.csv", "x", cases[i].files[1]);
        spell(&b, "c.csv", "x", cases[i].files[2]);
        settle(&b);
        assert_fates(&b, cases[i].fates);
        bills_release(&b);
    }
}

static void
names_the_row_that_each_row_without_id_equals(void **state)
{
    struct bills b;
    uint32_t a, c;

    (void)state;
    bills_init(&b);
    a = spell(&b, "a.csv", "x", "aab");
    c = spell(&b, "c.csv", "x", "baaa");
    settle(&b);
    assert_fates(&b, "CCCSSSC");
    assert_warnings(&b, a, "");
    assert_warnings(&b, c,
        "already-seen:2: the same row stands at a.csv:4; it is counted once\n"
        "already-seen:3: the same row stands at a.csv:2; it is counted once\n"
        "already-seen:4: the same row stands at a.csv:3; it is counted once\n");
    bills_release(&b);
}

static void
keeps_rows_without_id_that_differ_in_any_column_or_in_format(void **state)
{
    static const struct bill_row one = { .start = NOON, .order = "o-1", .list = "2" };
    static const struct {
        struct bill_row row;
        const char *format, *fates;
    } cases[] = {
        { { .start = NOON, .order = "o-1", .list = "2" }, "x", "CS" },
        { { .start = NOON, .order = "o-1", .list = "2" }, "y", "CC" },
        { { .start = NOON, .order = "o-2", .list = "2" }, "x", "CC" },
        { { .start = NOON, .order = "o-1", .list = "2.01" }, "x", "CC" },
        { { .start = NOON, .order = "o-1" }, "x", "CC" },
        { { .start = NOON, .order = "o-1", .list = "2", .discount = "0" }, "x", "CC" },
        { { .start = NOON, .order = "o-1", .list = "2", .billed = "2" }, "x", "CC" },
        { { .start = NOON, .order = "o-1", .list = "2", .currency = "USD" }, "x", "CC" },
        { { .start = NOON, .order = "o-1", .list = "2", .account = "a" }, "x", "CC" },
        { { .start = NOON, .order = "o-1", .list = "2", .instance = "i" }, "x", "CC" },
        { { .start = NOON, .order = "o-1", .list = "2", .end = "2026-03-01 13:00:00" }, "x",
            "CC" },
        { { .start = "2026-03-01 12:00:01", .order = "o-1", .list = "2" }, "x", "CC" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct bills b;

        bills_init(&b);
        bills_row(&b, bills_input(&b, "a.csv", "x"), one);
        bills_row(&b, bills_input(&b, "b.csv", cases[i].format), cases[i].row);
        settle(&b);
        assert_fates(&b, cases[i].fates);
        bills_release(&b);
    }
}

static void
leaves_alone_what_does_not_count_any_more(void **state)
{
    struct bills b;

    (void)state;
    bills_init(&b);
    bills_row(&b, bills_input(&b, "a.csv", "x"), (struct bill_row){ .id = "1" });
    bills_row(&b, bills_input(&b, "b.csv", "x"), (struct bill_row){ .id = "1" });
    spell(&b, "c.csv", "x", "a");
    spell(&b, "d.csv", "x", "a");
    b.ledger.lines.at[0].fate = FATE_OTHER_VIEW;
    b.ledger.lines.at[2].fate = FATE_ALREADY_SEEN;
    settle(&b);
    assert_fates(&b, "VCSC");
    bills_release(&b);
}

static void
finds_every_repetition_among_many_rows(void **state)
{
    enum { ROWS = 20000 };
    size_t seen = 0;
    struct bills b;

    (void)state;
    bills_init(&b);
    for (uint32_t file = 0; file < 2; file++) {
        uint32_t input = bills_input(&b, file == 0 ? "a.csv" : "b.csv", "x");

        for (unsigned i = 0; i < ROWS; i++) {
            char number[16];

            /* Half of the numbers of the second file are those of the first. */
            snprintf(number, sizeof(number), "%u", i + file * ROWS / 2);
            bills_row(&b, input, i % 2 == 0 ? (struct bill_row){ .id = number, .start = NOON }
                                            : (struct bill_row){ .order = number, .start = NOON });
        }
    }
    settle(&b);
    for (size_t i = 0; i < b.ledger.lines.n; i++) {
        bool is_repeated = i >= ROWS && i < ROWS + ROWS / 2;

        assert_int_equal(b.ledger.lines.at[i].fate,
            is_repeated ? FATE_ALREADY_SEEN : FATE_COUNTED);
        seen += is_repeated;
    }
    assert_int_equal(seen, ROWS / 2);
    assert_int_equal(b.ledger.inputs.at[1]->warnings.n, WARNINGS_KEPT);
    assert_int_equal(b.ledger.inputs.at[1]->warning_counts.at[0].n, ROWS / 2);
    assert_int_equal(b.ledger.inputs.at[1]->warnings.at[0].line, 2);
    bills_release(&b);
}

static void
has_nothing_to_do_in_an_empty_ledger(void **state)
{
    struct bills b;

    (void)state;
    bills_init(&b);
    settle(&b);
    bills_input(&b, "a.csv", "x");
    settle(&b);
    assert_fates(&b, "");
    bills_release(&b);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_by_line_ids_what_was_delivered_twice),
        cmocka_unit_test(settles_ids_inside_one_file_too_but_not_across_formats),
        cmocka_unit_test(names_both_places_and_both_amounts),
        cmocka_unit_test(keeps_the_last_of_several_versions_and_says_so_at_each_earlier_one),
        cmocka_unit_test(keeps_all_lines_that_one_record_gives),
        cmocka_unit_test(matches_the_kth_equal_row_of_one_file_with_the_kth_of_another),
        cmocka_unit_test(names_the_row_that_each_row_without_id_equals),
        cmocka_unit_test(keeps_rows_without_id_that_differ_in_any_column_or_in_format),
        cmocka_unit_test(leaves_alone_what_does_not_count_any_more),
        cmocka_unit_test(finds_every_repetition_among_many_rows),
        cmocka_unit_test(has_nothing_to_do_in_an_empty_ledger),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
