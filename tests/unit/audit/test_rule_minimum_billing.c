/*
 * test_rule_minimum_billing.c - time and amounts that were rounded up.
 */
#include "audited.h"

#define RULE "minimum-billing"
#define BATCH "Run short jobs where seconds are billed, or batch them."

/* ${quantity} hours billed, ${used} minutes used. */
static struct bill_row
session(const char *billed, const char *quantity, const char *used)
{
    return (struct bill_row){ .instance = "i-1", .start = "2026-03-02 08:00:00",
        .billed = billed, .quantity = quantity, .unit = "Hours", .used = used,
        .used_unit = "Minutes" };
}

/* ${n} lines, billed ${billed} for ${quantity} x ${price}. */
static void
add_amounts(struct audited *x, unsigned n, const char *billed, const char *price,
    const char *quantity, const char *discount)
{
    for (unsigned i = 0; i < n; i++)
        audited_row(x, (struct bill_row){ .instance = "b-1", .category = CATEGORY_MODEL_API,
            .start = "2026-03-02 08:00:00", .billed = billed, .price = price,
            .quantity = quantity, .unit = "Tokens", .discount = discount });
}

static void
time_that_was_not_used_leaks(void **state)
{
    struct bill_row period = { .instance = "i-1", .start = "2026-03-02 08:00:00",
        .end = "2026-03-02 08:45:00", .billed = "1.88", .quantity = "1", .unit = "Hours",
        .is_actual_use = true };
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, session("1.88", "1", "12"));
    audited_row(&x, session("3.76", "2", "120"));
    audited_row(&x, period);
    audited_run(&x, RULE);
    assert_found(&x, "minimum-billing certain - CNY 1.974 net 1.974: 2=1.504 4=0.47\n");
    assert_told(&x, "3 sessions on autodl used 3 h and were billed 4 h: CNY 1.97 more (26.25 %).",
        BATCH);
    audited_release(&x);
}

static void
a_disk_is_a_charge_and_no_session(void **state)
{
    struct bill_row disk = session("1.88", "1", "12");
    struct audited x;

    (void)state;
    disk.category = CATEGORY_DATA_DISK;
    audited_init(&x);
    audited_row(&x, session("1.88", "1", "12"));
    audited_row(&x, disk);
    audited_run(&x, RULE);
    assert_told(&x, "2 charges on autodl used 0.4 h and were billed 2 h: CNY 3.01 more (80 %).",
        BATCH);
    assert_int_equal(finding_fact(x.audit.findings.at[0], "sessions").number, 1);
    assert_int_equal(finding_fact(x.audit.findings.at[0], "charges").number, 2);
    audited_release(&x);
}

static void
ten_lines_tell_the_unit(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    for (unsigned i = 0; i < 10; i++)
        audited_row(&x, session("0.94", i == 0 ? "1.5" : "0.5", i == 0 ? "90" : "18"));
    audited_run(&x, RULE);
    assert_told(&x, "10 sessions on autodl used 4.2 h and were billed 6 h in units of 30 minutes: "
        "CNY 3.38 more (36 %). By the second they would have cost CNY 6.02.", BATCH);
    audited_release(&x);
}

static void
sessions_at_the_smallest_amount_are_named(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    for (unsigned i = 0; i < 3; i++)
        audited_row(&x, session("0.01", "1", "3"));
    audited_run(&x, RULE);
    assert_told(&x, "3 sessions on autodl used 0.2 h and were billed 3 h, 3 of them at the "
        "smallest amount: CNY 0.03 more (95 %).", BATCH);
    audited_release(&x);
}

static void
time_that_was_used_is_left_alone(void **state)
{
    struct bill_row prepaid = session("200", "100", "1"), cards = session("15.04", "8", "60"),
                    printed = session("1.90", "1.01", "60.4");
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, session("1.88", "1", "60"));
    audited_row(&x, session("1.88", "1", "61"));
    /* Less than a cent in all. */
    audited_row(&x, session("0.009", "1", "0"));
    prepaid.pricing = PRICING_COMMITTED;
    audited_row(&x, prepaid);
    /* Eight cards for an hour each. */
    cards.cards = "8";
    audited_row(&x, cards);
    /* 1.01 h may be 60.3 minutes. */
    audited_row(&x, printed);
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
the_hour_of_several_cards_is_rounded_for_each(void **state)
{
    struct bill_row cards = session("8", "8", "45");
    struct audited x;

    (void)state;
    audited_init(&x);
    cards.cards = "8";
    audited_row(&x, cards);
    audited_run(&x, RULE);
    assert_found(&x, "minimum-billing certain - CNY 2 net 2: 2=2\n");
    audited_release(&x);
}

static void
what_was_used_may_be_unknown(void **state)
{
    struct bill_row disk = session("1", NULL, NULL), whole = session("1", "1", NULL);
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, session("1.88", NULL, "12"));
    whole.instance = "i-2";
    whole.end = "2026-03-02 08:10:00";
    audited_row(&x, whole);
    disk.instance = "i-3";
    disk.category = CATEGORY_DATA_DISK;
    audited_row(&x, disk);
    audited_run(&x, RULE);
    assert_found(&x, "?period i-1 0\n?period i-2 0\n");
    audited_release(&x);
}

static void
amounts_that_are_always_rounded_up_leak_the_rest(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    add_amounts(&x, 9, "0.01", "0.0080", "1", "0");
    add_amounts(&x, 1, "0.02", "0.0125", "1", "0");
    audited_run(&x, RULE);
    assert_found(&x, "minimum-billing certain - CNY 0.0255 net 0.0255: 2=0.002 3=0.002 4=0.002 "
        "5=0.002 6=0.002 7=0.002 8=0.002 9=0.002 10=0.002 11=0.0075\n");
    assert_told(&x, "10 amounts on autodl were all rounded up, 9 of them to the smallest amount: "
        "CNY 0.03.", "Batch short runs: fewer bills are rounded less often.");
    audited_release(&x);
}

static void
ordinary_rounding_is_left_alone(void **state)
{
    static const struct {
        unsigned up;
        const char *billed, *discount;
    } table[] = {
        { 9, NULL, "0" },      /* too few */
        { 10, "0.01", "0" },   /* one rounded down */
        { 12, NULL, NULL },    /* no discount stated */
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        struct audited x;

        audited_init(&x);
        add_amounts(&x, table[i].up, "0.02", "0.0180", "1", table[i].discount);
        if (table[i].billed)
            add_amounts(&x, 1, table[i].billed, "0.0120", "1", table[i].discount);
        /* Exact amounts, and such with more decimals, are not rounded. */
        add_amounts(&x, 10, "0.03", "0.0300", "1", "0");
        add_amounts(&x, 10, "0.035", "0.0340", "1", "0");
        audited_run(&x, RULE);
        assert_found(&x, "");
        audited_release(&x);
    }
}

static void
time_and_amounts_are_reported_apart(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, session("1.88", "1", "12"));
    add_amounts(&x, 10, "0.02", "0.0120", "1", "0");
    audited_run(&x, RULE);
    assert_int_equal(x.audit.findings.n, 2);
    assert_string_equal(finding_fact(x.audit.findings.at[0], "kind").text, "time");
    assert_string_equal(finding_fact(x.audit.findings.at[1], "kind").text, "amount");
    assert_money(x.audit.findings.at[1]->leak, "0.08");
    audited_release(&x);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_that_was_not_used_leaks),
        cmocka_unit_test(a_disk_is_a_charge_and_no_session),
        cmocka_unit_test(ten_lines_tell_the_unit),
        cmocka_unit_test(sessions_at_the_smallest_amount_are_named),
        cmocka_unit_test(time_that_was_used_is_left_alone),
        cmocka_unit_test(the_hour_of_several_cards_is_rounded_for_each),
        cmocka_unit_test(what_was_used_may_be_unknown),
        cmocka_unit_test(amounts_that_are_always_rounded_up_leak_the_rest),
        cmocka_unit_test(ordinary_rounding_is_left_alone),
        cmocka_unit_test(time_and_amounts_are_reported_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
