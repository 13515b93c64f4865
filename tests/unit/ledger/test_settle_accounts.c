/* The inputs' counters and sums once all fates are known, and files that come twice. */
#include "bills.h"

#define LARGEST "170000000000000000000"
#define WIDEST "170141183460469231731"

static struct input *
input_at(struct bills *b, uint32_t index)
{
    return b->ledger.inputs.at[index];
}

static void
moves_lines_that_do_not_count_to_skipped_and_sums_the_others(void **state)
{
    static const enum fate fates[] = {
        FATE_COUNTED, FATE_ALREADY_SEEN, FATE_OTHER_VIEW, FATE_OUT_OF_PERIOD, FATE_COUNTED,
        FATE_OUT_OF_PERIOD, FATE_COUNTED,
    };
    struct err e = ERR_INIT;
    struct bills b;
    struct input *in;
    uint32_t a, other;

    (void)state;
    bills_init(&b);
    a = bills_input(&b, "a.csv", "autodl-statement");
    for (size_t i = 0; i < COUNT(fates); i++) {
        size_t line = bills_row(&b, a,
            (struct bill_row){ .billed = "0.01", .currency = i == 6 ? "USD" : "CNY" });

        b.ledger.lines.at[line].fate = (unsigned char)fates[i];
    }
    other = bills_input(&b, "b.csv", "autodl-statement");
    bills_row(&b, other, (struct bill_row){ .billed = "7" });
    in = input_at(&b, a);
    input_skip(in, SKIP_ALREADY_SEEN);
    input_skip(in, SKIP_BLANK);

    /* The second time there is nothing left to move. */
    for (int round = 0; round < 2; round++) {
        assert_int_equal(settle_accounts(&b.ledger, &e), 0);
        assert_int_equal(in->records, 9);
        assert_int_equal(in->lines, 3);
        assert_int_equal(in->skipped[SKIP_ALREADY_SEEN], 2);
        assert_int_equal(in->skipped[SKIP_NOT_A_CHARGE], 1);
        assert_int_equal(in->skipped[SKIP_OUT_OF_PERIOD], 2);
        assert_int_equal(in->skipped[SKIP_BLANK], 1);
        assert_true(input_is_closed(in));
        assert_int_equal(in->billed.n, 2);
        assert_string_equal(in->billed.at[0].currency, "CNY");
        assert_money(in->billed.at[0].sum, "0.02");
        assert_money(in->billed.at[1].sum, "0.01");
        assert_int_equal(input_at(&b, other)->lines, 1);
        assert_money(input_at(&b, other)->billed.at[0].sum, "7");
    }
    assert_warnings(&b, a, "");
    assert_int_equal(e.code, ERR_NONE);
    bills_release(&b);
}

static void
compares_what_a_file_declares_with_all_its_rows_whatever_their_fate(void **state)
{
    static const struct {
        const char *currency, *declared, *warning;
    } cases[] = {
        { "CNY", "3.5", "" },
        { "CNY", "3.51", "declared-total:0: the file states a total of 3.51 CNY, but its rows "
            "come to 3.5; the difference is 0.01\n" },
        { "CNY", "-3.5", "declared-total:0: the file states a total of -3.5 CNY, but its rows "
            "come to 3.5; the difference is -7\n" },
        { "USD", "2", "declared-total:0: the file states a total of 2 USD, but its rows "
            "come to 0; the difference is 2\n" },
        { "CNY", "-" WIDEST, "declared-total:0: the file states a total of -" WIDEST " CNY, "
            "but its rows come to 3.5\n" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct err e = ERR_INIT;
        struct bills b;
        uint32_t a;

        bills_init(&b);
        a = bills_input(&b, "a.csv", "autodl-statement");
        bills_row(&b, a, (struct bill_row){ .billed = "1" });
        bills_row(&b, a, (struct bill_row){ .billed = "2.5" });
        b.ledger.lines.at[1].fate = FATE_OUT_OF_PERIOD;
        assert_int_equal(currency_sums_add(&input_at(&b, a)->declared, cases[i].currency,
            bills_money(cases[i].declared), &e), 0);
        assert_int_equal(settle_accounts(&b.ledger, &e), 0);
        assert_warnings(&b, a, cases[i].warning);
        assert_money(input_at(&b, a)->billed.at[0].sum, "1");
        bills_release(&b);
    }
}

static void
another_period_moves_other_lines_and_says_nothing_twice(void **state)
{
    struct period february = { bills_time("2026-02-01"), bills_time("2026-03-01"), 480 };
    struct period march = { bills_time("2026-03-01"), bills_time("2026-04-01"), 480 };
    struct err e = ERR_INIT;
    struct bills b;
    struct input *in;
    uint32_t a;

    (void)state;
    bills_init(&b);
    a = bills_input(&b, "a.csv", "autodl-statement");
    bills_row(&b, a, (struct bill_row){ .start = "2026-02-10", .billed = "1" });
    bills_row(&b, a, (struct bill_row){ .start = "2026-03-10", .billed = "2.5" });
    bills_row(&b, a, (struct bill_row){ .start = "2026-03-11", .billed = "4" });
    b.ledger.lines.at[2].fate = FATE_ALREADY_SEEN;
    in = input_at(&b, a);
    assert_int_equal(currency_sums_add(&in->declared, "CNY", bills_money("9"), &e), 0);

    settle_period(&b.ledger, &february);
    assert_int_equal(settle_accounts(&b.ledger, &e), 0);
    assert_money(in->billed.at[0].sum, "1");
    settle_reopen(&b.ledger);
    assert_int_equal(b.ledger.lines.at[1].fate, FATE_COUNTED);
    assert_int_equal(b.ledger.lines.at[2].fate, FATE_ALREADY_SEEN);
    settle_period(&b.ledger, &march);
    assert_int_equal(settle_accounts(&b.ledger, &e), 0);
    assert_money(in->billed.at[0].sum, "2.5");
    assert_int_equal(in->lines, 1);
    assert_int_equal(in->skipped[SKIP_OUT_OF_PERIOD], 1);
    assert_int_equal(in->skipped[SKIP_ALREADY_SEEN], 1);
    assert_int_equal(in->warnings.n, 1);
    assert_true(input_is_closed(in));
    bills_release(&b);
}

static void
says_which_sum_is_too_large_and_where(void **state)
{
    struct err e = ERR_INIT;
    struct bills b;
    uint32_t a;

    (void)state;
    bills_init(&b);
    a = bills_input(&b, "a.csv", "autodl-statement");
    bills_row(&b, a, (struct bill_row){ .billed = LARGEST });
    bills_row(&b, a, (struct bill_row){ .billed = LARGEST });
    assert_int_equal(settle_accounts(&b.ledger, &e), -1);
    assert_int_equal(e.code, ERR_RANGE);
    assert_err(&e, "a.csv:3: the sum of BilledCost in CNY is larger than 1.7 x 10^20");
    bills_release(&b);
}

static void
notices_an_input_whose_lines_are_not_in_the_ledger(void **state)
{
    struct err e = ERR_INIT;
    struct bills b;
    uint32_t a;

    (void)state;
    bills_init(&b);
    a = bills_input(&b, "a.csv", "autodl-statement");
    bills_row(&b, a, (struct bill_row){ 0 });
    input_at(&b, a)->lines = 3;
    assert_int_equal(settle_accounts(&b.ledger, &e), -1);
    assert_int_equal(e.code, ERR_BUG);
    assert_int_equal(input_at(&b, a)->lines, 3);
    bills_release(&b);
}

static void
counts_a_file_that_comes_twice_once(void **state)
{
    struct err e = ERR_INIT;
    struct bills b;
    uint32_t inputs[5];
    static const struct {
        const char *path, *sha256;
        enum input_kind kind;
    } files[] = {
        { "a.csv", "11", INPUT_BILL }, { "b.zip!a.csv", "22", INPUT_BILL },
        { "c/copy.csv", "11", INPUT_BILL }, { "d.csv", "", INPUT_BILL },
        { "e.csv", "", INPUT_BILL },
    };

    (void)state;
    bills_init(&b);
    for (size_t i = 0; i < COUNT(files); i++) {
        inputs[i] = bills_input(&b, files[i].path, "autodl-statement");
        memcpy(input_at(&b, inputs[i])->sha256, files[i].sha256, strlen(files[i].sha256) + 1);
        bills_row(&b, inputs[i], (struct bill_row){ 0 });
        bills_row(&b, inputs[i], (struct bill_row){ 0 });
    }
    assert_int_equal(settle_equal_files(&b.ledger, &e), 0);
    assert_fates(&b, "CCCCSSCCCC");
    assert_warnings(&b, inputs[0], "");
    assert_warnings(&b, inputs[1], "");
    assert_warnings(&b, inputs[2], "already-seen:0: this file has the same content as a.csv, "
        "whose rows are counted once\n");
    assert_warnings(&b, inputs[3], "");
    bills_release(&b);
}

static void
shows_the_path_of_the_equal_file_whole(void **state)
{
    struct err e = ERR_INIT;
    struct bills b;
    uint32_t a, copy;

    (void)state;
    bills_init(&b);
    a = bills_input(&b, "bills/2026/march/of the laboratory/autodl/statement.csv", "x");
    copy = bills_input(&b, "bills/z.csv", "x");
    memcpy(input_at(&b, a)->sha256, "11", 3);
    memcpy(input_at(&b, copy)->sha256, "11", 3);
    assert_int_equal(settle_equal_files(&b.ledger, &e), 0);
    assert_warnings(&b, copy, "already-seen:0: this file has the same content as "
        "bills/2026/march/of the laboratory/autodl/statement.csv, whose rows are counted once\n");
    bills_release(&b);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_lines_that_do_not_count_to_skipped_and_sums_the_others),
        cmocka_unit_test(compares_what_a_file_declares_with_all_its_rows_whatever_their_fate),
        cmocka_unit_test(another_period_moves_other_lines_and_says_nothing_twice),
        cmocka_unit_test(says_which_sum_is_too_large_and_where),
        cmocka_unit_test(notices_an_input_whose_lines_are_not_in_the_ledger),
        cmocka_unit_test(counts_a_file_that_comes_twice_once),
        cmocka_unit_test(shows_the_path_of_the_equal_file_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
