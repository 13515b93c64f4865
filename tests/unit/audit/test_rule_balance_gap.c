/*
 * test_rule_balance_gap.c - balances that the rows of their statement do not explain, and all that
 * explains them.
 */
#include "audited.h"

#define RULE "balance-gap"

struct row {
    const char *start, *billed, *balance;
    enum entry entry;
    const char *voucher, *moved, *account;
    uint64_t line;
};

/* Let the rule judge ${n} rows of a statement that says when each of them was charged. */
static void
judge(struct audited *x, const struct row *rows, size_t n)
{
    audited_init(x);
    x->exclusive.billing.time = BILLING_TIME_START;
    for (size_t i = 0; i < n; i++)
        audited_row(x, (struct bill_row){ .start = rows[i].start, .billed = rows[i].billed,
            .balance = rows[i].balance, .entry = rows[i].entry, .voucher = rows[i].voucher,
            .moved = rows[i].moved, .account = rows[i].account, .line = rows[i].line });
    audited_run(x, RULE);
}

#define MORE                                                                                       \
    { .start = "2026-03-02 00:00:01", .billed = "1", .balance = "99" },                            \
        { .start = "2026-03-02 00:00:02", .billed = "1", .balance = "98" },                        \
        { .start = "2026-03-02 00:00:03", .billed = "1", .balance = "97" },                        \
        { .start = "2026-03-02 00:00:04", .billed = "1", .balance = "96" },                        \
        { .start = "2026-03-02 00:00:05", .billed = "1", .balance = "95" },                        \
        { .start = "2026-03-02 00:00:06", .billed = "1", .balance = "94" }

static void
a_balance_that_fell_by_more_than_its_row_is_found(void **state)
{
    static const struct row rows[] = { MORE,
        { .start = "2026-03-02 00:00:07", .billed = "1.88", .balance = "87.12" },
        { .start = "2026-03-02 00:00:08", .billed = "1", .balance = "86.12" } };
    struct audited x;

    (void)state;
    judge(&x, rows, COUNT(rows));
    assert_found(&x, "balance-gap certain a.csv CNY 0 net 0: 8=0\n");
    assert_told(&x, "a.csv: the balance fell by CNY 5.00 more than the rows say, at 1 of them.",
        "Export the whole statement anew; if the gap stays, ask the platform for the rows that are "
        "missing.");
    audited_release(&x);
}

static void
the_newest_row_may_stand_first(void **state)
{
    struct row rows[] = { MORE,
        { .start = "2026-03-02 00:00:07", .entry = ENTRY_REFUND, .billed = "-2",
            .balance = "106" } };
    struct audited x;

    (void)state;
    for (size_t i = 0; i < COUNT(rows) / 2; i++) {
        struct row kept = rows[i];

        rows[i] = rows[COUNT(rows) - 1 - i];
        rows[COUNT(rows) - 1 - i] = kept;
    }
    judge(&x, rows, COUNT(rows));
    assert_found(&x, "balance-gap certain a.csv CNY 0 net 0: 2=0\n");
    assert_told(&x, "a.csv: the balance rose by CNY 10.00 more than the rows say, at 1 of them.",
        "Export the whole statement anew; if the gap stays, ask the platform for the rows that are "
        "missing.");
    audited_release(&x);
}

static void
what_explains_the_balance_is_no_gap(void **state)
{
    static const struct row followers[] = {
        { .start = "2026-03-02 00:00:07", .billed = "1.88", .balance = "92.12" },
        { .start = "2026-03-02 00:00:07", .billed = "1.8849", .balance = "92.12" },
        /* by voucher, in part or with all of it */
        { .start = "2026-03-02 00:00:07", .billed = "3", .voucher = "2", .balance = "93" },
        { .start = "2026-03-02 00:00:07", .billed = "3", .voucher = "2", .balance = "91" },
        /* in part paid otherwise; arrears that a recharge settles first */
        { .start = "2026-03-02 00:00:07", .billed = "3", .balance = "92.5" },
        { .start = "2026-03-02 00:00:07", .entry = ENTRY_RECHARGE, .billed = "0", .moved = "100",
            .balance = "184" },
        /* paid at once, past the balance */
        { .start = "2026-03-02 00:00:07", .billed = "221", .balance = "94" },
        { .start = "2026-03-02 00:00:07", .entry = ENTRY_REFUND, .billed = "-3", .balance = "97" },
        { .start = "2026-03-02 00:00:07", .entry = ENTRY_RECHARGE, .billed = "0", .moved = "100",
            .balance = "194" },
        { .start = "2026-03-02 00:00:07", .entry = ENTRY_RECHARGE, .billed = "0", .moved = "100",
            .voucher = "10", .balance = "204" },
        { .start = "2026-03-02 00:00:07", .entry = ENTRY_WITHDRAWAL, .billed = "0",
            .moved = "-90", .balance = "4" },
        { .start = "2026-03-02 00:00:07", .billed = "0", .balance = "94" },
        { .start = "2026-03-02 00:00:07", .billed = "5" },
        /* a row was passed over in between */
        { .start = "2026-03-02 00:00:07", .billed = "1", .balance = "50", .line = 20 },
        { .start = "2026-03-02 00:00:07", .billed = "1", .balance = "50", .account = "other" },
        /* of the same second as the row before */
        { .start = "2026-03-02 00:00:06", .billed = "1", .balance = "95" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(followers); i++) {
        struct row rows[] = { MORE, followers[i] };
        struct audited x;

        judge(&x, rows, COUNT(rows));
        assert_found(&x, "");
        audited_release(&x);
    }
}

static void
rows_that_explain_the_balance_together_are_no_gap(void **state)
{
    static const struct row swapped[] = { MORE,
        { .start = "2026-03-02 00:00:07", .billed = "3", .balance = "90" },
        { .start = "2026-03-02 00:00:08", .billed = "1", .balance = "93" },
        { .start = "2026-03-02 00:00:09", .billed = "1", .balance = "89" } };
    /* the balance before each row instead of behind it */
    static const struct row before[] = { MORE,
        { .start = "2026-03-02 00:00:07", .billed = "5", .balance = "93" },
        { .start = "2026-03-02 00:00:08", .billed = "1", .balance = "88" },
        { .start = "2026-03-02 00:00:09", .billed = "1", .balance = "87" } };
    struct audited x;

    (void)state;
    judge(&x, swapped, COUNT(swapped));
    assert_found(&x, "");
    audited_release(&x);
    judge(&x, before, COUNT(before));
    assert_found(&x, "");
    audited_release(&x);
}

static void
balances_rounded_to_whole_units_are_no_gap(void **state)
{
    static const struct row rows[] = { MORE,
        { .start = "2026-03-02 00:00:07", .billed = "1.5", .balance = "92" },
        { .start = "2026-03-02 00:00:08", .billed = "1.4", .balance = "91" },
        { .start = "2026-03-02 00:00:09", .billed = "1.2", .balance = "89" } };
    struct audited x;

    (void)state;
    judge(&x, rows, COUNT(rows));
    assert_found(&x, "");
    audited_release(&x);
}

static void
a_statement_that_lacks_rows_is_unknown(void **state)
{
    static const struct row rows[] = {
        { .start = "2026-03-02 00:00:01", .billed = "1", .balance = "99" },
        { .start = "2026-03-02 00:00:02", .billed = "1", .balance = "98" },
        { .start = "2026-03-02 00:00:03", .billed = "1", .balance = "97" },
        { .start = "2026-03-02 00:00:04", .billed = "1", .balance = "80" },
    };
    static const struct row mixed[] = { MORE,
        { .start = "2026-03-02 00:00:02", .billed = "1", .balance = "12" },
        { .start = "2026-03-02 00:00:09", .billed = "1", .balance = "11" } };
    struct audited x;

    (void)state;
    judge(&x, rows, COUNT(rows));
    assert_found(&x, "?balance - 0\n");
    audited_release(&x);
    judge(&x, mixed, COUNT(mixed));
    assert_found(&x, "?balance - 0\n");
    audited_release(&x);
}

static void
without_the_moment_of_each_row_nothing_is_said(void **state)
{
    static const struct row rows[] = { MORE,
        { .start = "2026-03-02 00:00:07", .billed = "1", .balance = "12" } };
    struct audited x;

    (void)state;
    audited_init(&x);
    for (size_t i = 0; i < COUNT(rows); i++)
        audited_row(&x, (struct bill_row){ .start = rows[i].start, .billed = rows[i].billed,
            .balance = rows[i].balance });
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_balance_that_fell_by_more_than_its_row_is_found),
        cmocka_unit_test(the_newest_row_may_stand_first),
        cmocka_unit_test(what_explains_the_balance_is_no_gap),
        cmocka_unit_test(rows_that_explain_the_balance_together_are_no_gap),
        cmocka_unit_test(balances_rounded_to_whole_units_are_no_gap),
        cmocka_unit_test(a_statement_that_lacks_rows_is_unknown),
        cmocka_unit_test(without_the_moment_of_each_row_nothing_is_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
