/* What is alike in all but one thing stands in an order of its own, whatever file came first. */
#include "desk.h"

/* The claims, or recharges and payments, of two rows are ${expected} in either order. */
static void
check_rows(struct bill_row a, struct bill_row b, const char *expected,
    void (*write)(const struct desk *d, char *out, size_t room))
{
    for (unsigned swapped = 0; swapped < 2; swapped++) {
        struct desk d;

        desk_init(&d);
        (void)desk_row(&d, swapped ? b : a);
        (void)desk_row(&d, swapped ? a : b);
        desk_build(&d);
        desk_check(&d, write, expected, __FILE__, __LINE__);
        desk_release(&d);
    }
}

static void
lists_claims_alike_by_what_tells_them_apart(void **state)
{
    static const struct { struct bill_row a, b; const char *expected; } cases[] = {
        { { .billed = "2" }, { .platform = "aliyun" },
            "C001 - 1 0 uncovered\nC002 - 2 0 uncovered\n" },
        { { .account = "b", .billed = "2" }, { .account = "a" },
            "C001 - 1 0 uncovered\nC002 - 2 0 uncovered\n" },
        { { .order = "b" }, { .order = "a" }, "C001 a 1 0 uncovered\nC002 b 1 0 uncovered\n" },
        { { .currency = "USD", .billed = "2" }, { .currency = "CNY" },
            "C001 - 1 0 uncovered\nC002 - 2 0 uncovered\n" },
        { { .month = "2026-04-01", .billed = "2" }, { .month = "2026-03-01" },
            "C001 - 1 0 uncovered\nC002 - 2 0 uncovered\n" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct bill_row a = cases[i].a, b = cases[i].b;

        a.start = b.start = "2026-03-01 10:00:00";
        check_rows(a, b, cases[i].expected, desk_claims);
    }
}

static void
lists_recharges_alike_by_what_tells_them_apart(void **state)
{
    static const struct { struct bill_row a, b; const char *expected; } cases[] = {
        { { .moved = "2" }, { .platform = "aliyun", .moved = "3" },
            "R001 3 unpaid\nR002 2 unpaid\n" },
        { { .account = "b", .moved = "2" }, { .account = "a", .moved = "3" },
            "R001 3 unpaid\nR002 2 unpaid\n" },
        { { .order = "b", .moved = "2" }, { .order = "a", .moved = "3" },
            "R001 3 unpaid\nR002 2 unpaid\n" },
        { { .moved = "3" }, { .moved = "2" }, "R001 2 unpaid\nR002 3 unpaid\n" },
        { { .moved = "2" }, { .moved = "2" }, "R001 2 unpaid\nR002 2 unpaid\n" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct bill_row a = cases[i].a, b = cases[i].b;

        a.entry = b.entry = ENTRY_RECHARGE;
        a.billed = b.billed = "0";
        a.start = b.start = "2026-03-01 10:00:00";
        check_rows(a, b, cases[i].expected, desk_payments);
    }
}

/* Two refunds of one moment and a charge of 5 that both can be taken off: what is left is of the
 * larger one, in either order. */
static void
takes_refunds_of_one_moment_the_smallest_first(void **state)
{
    static const struct bill_row refunds[] = {
        { .entry = ENTRY_REFUND, .start = "2026-03-10 10:00:00", .month = "2026-03-01",
            .billed = "-4" },
        { .entry = ENTRY_REFUND, .start = "2026-03-10 10:00:00", .month = "2026-02-01",
            .billed = "-3" },
    };

    (void)state;
    for (unsigned first = 0; first < 2; first++) {
        struct desk d;

        desk_init(&d);
        desk_charge(&d, "z", "2026-03-01 10:00:00", "5");
        (void)desk_row(&d, refunds[first]);
        (void)desk_row(&d, refunds[1 - first]);
        desk_build(&d);
        assert_claims(&d, "C001 z 0 0 covered\nC002 - -2 0 credit\n");
        assert_int_equal(d.recon.claims.at[1].month, bills_time("2026-03-01"));
        desk_release(&d);
    }
}

/* Payments of one moment for one recharge of 50: the first of the order is its payment. */
static void
pays_with_the_first_of_payments_alike(void **state)
{
    static const struct { struct desk_payment a, b; const char *trade; } cases[] = {
        { { .order = "o-2", .trade = "t-1" }, { .order = "o-1", .trade = "t-2" }, "t-2" },
        { { .order = "o", .trade = "t-2" }, { .order = "o", .trade = "t-1" }, "t-1" },
        { { .order = "o", .trade = "t", .payee = "甲(北京)公司" },
            { .order = "o", .trade = "t", .payee = "甲（北京）公司" }, "t" },
        { { .order = "o", .trade = "t" }, { .order = "o", .trade = "t" }, "t" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        for (unsigned swapped = 0; swapped < 2; swapped++) {
            struct desk_payment rows[2] = { cases[i].a, cases[i].b };
            struct desk d;

            desk_init(&d);
            (void)desk_row(&d, (struct bill_row){ .entry = ENTRY_RECHARGE, .order = "r-1",
                .start = "2026-03-01 10:00:00", .billed = "0", .moved = "50" });
            for (unsigned k = 0; k < 2; k++) {
                struct desk_payment row = rows[k ^ swapped];

                row.time = "2026-03-01 10:01:00";
                row.amount = "50";
                desk_payment(&d, row);
            }
            desk_build(&d);
            assert_payments(&d, "R001 50 P001\nP001 50 matched R001\nP002 50 unmatched\n");
            assert_string_equal(d.recon.payments.at[0].payment->trade_id, cases[i].trade);
            assert_string_equal(d.recon.payments.at[0].payment->payee,
                cases[i].a.payee ? cases[i].a.payee : "甲（北京）公司");
            desk_release(&d);
        }
}

/* Invoices alike but for their file, or their line in it, have the ids of these. */
static void
lists_invoices_alike_by_file_and_line(void **state)
{
    const char *files[] = { "a.csv", "b.csv", "b.csv" };
    static const uint64_t lines[] = { 7, 2, 3 };
    static const unsigned orders[][3] = { { 0, 1, 2 }, { 2, 1, 0 }, { 1, 2, 0 } };

    (void)state;
    for (size_t i = 0; i < COUNT(orders); i++) {
        struct desk d;

        desk_init(&d);
        for (unsigned k = 0; k < 3; k++) {
            struct invoice *v = desk_invoice(&d, (struct desk_invoice){ .number = "" });

            v->files.at = &files[orders[i][k]];
            v->files.n = 1;
            v->line = lines[orders[i][k]];
        }
        desk_build(&d);
        for (unsigned k = 0; k < 3; k++) {
            assert_string_equal(d.recon.invoices.at[k].invoice->files.at[0], files[k]);
            assert_int_equal(d.recon.invoices.at[k].invoice->line, lines[k]);
        }
        desk_release(&d);
    }
}

/* Two sellers of one platform have a pair of invoices each for one charge. */
static void
prefers_the_pair_of_invoices_that_begins_first(void **state)
{
    const char *sellers[] = { "戊公司", NULL };
    struct desk d;

    (void)state;
    desk_init(&d);
    d.known[0].sellers = sellers;
    desk_charge(&d, "a-1", "2026-03-01 10:00:00", "10");
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "100", .date = "2026-04-01" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "3", .seller = "戊公司" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "4" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "6" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "7", .seller = "戊公司" });
    desk_build(&d);
    assert_invoices(&d, "I001 unmatched 0\n"
                        "I002 matched 5 of 2 C001=3\n"
                        "I003 unmatched 0\n"
                        "I004 unmatched 0\n"
                        "I005 matched 5 of 2 C001=7\n");
    desk_release(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_claims_alike_by_what_tells_them_apart),
        cmocka_unit_test(lists_recharges_alike_by_what_tells_them_apart),
        cmocka_unit_test(takes_refunds_of_one_moment_the_smallest_first),
        cmocka_unit_test(pays_with_the_first_of_payments_alike),
        cmocka_unit_test(lists_invoices_alike_by_file_and_line),
        cmocka_unit_test(prefers_the_pair_of_invoices_that_begins_first),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
