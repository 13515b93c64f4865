/*
 * test_rule_words.c - what rules say and advise where they find several things, or of more kinds.
 */
#include "audited.h"

static struct bill_row
charge(const char *id, const char *start, const char *end)
{
    return (struct bill_row){ .id = id, .instance = "i-1", .item = "gpu", .quantity = "1",
        .billed = "2", .start = start, .end = end };
}

#define TEN "2026-03-01 10:00:00", "2026-03-01 11:00:00"
#define NOON "2026-03-01 12:00:00", "2026-03-01 13:00:00"
#define HALF_PAST_TEN "2026-03-01 10:30:00", "2026-03-01 11:30:00"
#define HALF_PAST_NOON "2026-03-01 12:30:00", "2026-03-01 13:30:00"

static void
counts_equal_charges_and_overlapping_ones_apart(void **state)
{
    static const struct { struct { const char *id, *start, *end; } rows[4]; const char *told; }
        cases[] = {
            { { { "A1", TEN }, { "A2", TEN }, { "B1", NOON }, { "B2", NOON } },
                "2 charges of i-1 stand again under another id, equal in everything else: CNY "
                "4.00." },
            { { { "A1", TEN }, { "A2", HALF_PAST_TEN } },
                "A charge of i-1 bills 0.5 h that an earlier charge had billed already: CNY "
                "1.00." },
            { { { "A1", TEN }, { "A2", HALF_PAST_TEN }, { "B1", NOON }, { "B2", HALF_PAST_NOON } },
                "2 charges of i-1 bill 1 h that an earlier charge had billed already: CNY 2.00." },
            { { { "A1", TEN }, { "A2", TEN }, { "B1", NOON }, { "B2", HALF_PAST_NOON } },
                "1 charges of i-1 stand again under another id, and 1 bill 0.5 h that an earlier "
                "charge had billed already: CNY 3.00." },
        };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct audited x;

        audited_init(&x);
        for (size_t k = 0; k < COUNT(cases[i].rows) && cases[i].rows[k].id; k++)
            audited_row(&x, charge(cases[i].rows[k].id, cases[i].rows[k].start,
                cases[i].rows[k].end));
        audited_run(&x, "duplicate-charge");
        assert_int_equal(x.audit.findings.n, 1);
        assert_told(&x, cases[i].told,
            "Send the rows to the platform's support and ask for the money back.");
        audited_release(&x);
    }
}

static void
names_the_longest_of_several_tails(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, (struct bill_row){ .instance = "i-1", .billed = "4",
        .start = "2026-03-01 10:00:00", .end = "2026-03-01 14:00:00" });
    audited_row(&x, (struct bill_row){ .instance = "i-1", .billed = "5",
        .start = "2026-03-02 10:00:00", .end = "2026-03-02 15:00:00" });
    audited_samples(&x, "i-1", "0", "2026-03-01 10:00:00", 120, 60, "90");
    audited_samples(&x, "i-1", "0", "2026-03-01 12:00:00", 120, 60, "0");
    audited_samples(&x, "i-1", "0", "2026-03-02 10:00:00", 120, 60, "90");
    audited_samples(&x, "i-1", "0", "2026-03-02 12:00:00", 180, 60, "0");
    audited_run(&x, "forgotten-instance");
    assert_found(&x, "forgotten-instance likely i-1 CNY 5 net 5: 2=2 3=3\n");
    assert_told(&x, "No GPU activity on i-1 at the end of 2 runs, 5 h in all: CNY 5.00. The "
        "longest was from 2026-03-02 12:00 until 2026-03-02 15:00.",
        "End the script with a shutdown, or set a timer: shutdown -h +120.");
    audited_release(&x);
}

/* ${n} idle samples a minute apart, each with ${used} of 24 GiB taken. */
static void
idle_samples(struct audited *x, const char *from, unsigned n, const char *used)
{
    struct err e = ERR_INIT;

    for (unsigned i = 0; i < n; i++) {
        struct observation row = { .kind = INPUT_USAGE, .platform = SV("autodl"),
            .instance = SV("i-1"), .gpu = SV("0"), .has_utilisation = true,
            .from = bills_time(from) + (int64_t)i * TIME_MINUTE, .utilisation = MONEY_ZERO,
            .has_memory_used = true, .memory_used = bills_money(used), .has_memory_total = true,
            .memory_total = bills_money("24576"), .line = x->observations.samples.n + 2 };

        assert_int_equal(observations_add(&x->observations, x->input, &row, &e), 0);
    }
}

static void
tells_a_process_that_was_left_open_from_an_empty_card(void **state)
{
    static const char left_open[] = "Their memory was held all the while: a kernel or a process "
        "was left open. Close it and shut the instance down between jobs.";
    static const char empty[] = "Shut the instance down between jobs, use fewer cards, or queue "
        "jobs so that they follow each other.";
    /* Taken in the two halves of an idle stretch. */
    static const struct { const char *first, *second, *advice; } cases[] = {
        { "20000", "12292", left_open }, { "12288", "12288", empty }, { "20000", "3", empty },
        { "3", "20000", empty },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct audited x;

        audited_init(&x);
        audited_row(&x, (struct bill_row){ .instance = "i-1", .billed = "4",
            .start = "2026-03-01 10:00:00", .end = "2026-03-01 14:00:00" });
        audited_samples(&x, "i-1", "0", "2026-03-01 10:00:00", 60, 60, "90");
        idle_samples(&x, "2026-03-01 11:00:00", 30, cases[i].first);
        idle_samples(&x, "2026-03-01 11:30:00", 30, cases[i].second);
        audited_samples(&x, "i-1", "0", "2026-03-01 12:00:00", 120, 60, "90");
        audited_run(&x, "idle-gpu");
        assert_found(&x, "idle-gpu likely i-1 CNY 1 net 1: 2=1\n");
        assert_told(&x, "GPUs of i-1 were idle for 1 of 4 GPU hours billed: CNY 1.00.",
            cases[i].advice);
        audited_release(&x);
    }
}

/* One card is looked at each minute and another each five: both must have been idle. */
static void
begins_a_start_by_the_card_that_is_looked_at_more_often(void **state)
{
    static const char prices[] = "{\"price_book\": [{\"platform\": \"autodl\", \"category\": "
        "\"cpu\", \"unit\": \"hour\", \"price\": \"0.50\"}]}";
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_config(&x, prices);
    audited_row(&x, (struct bill_row){ .instance = "i-1", .billed = "8", .cards = "2",
        .start = "2026-03-01 08:00:00", .end = "2026-03-01 10:00:00" });
    audited_samples(&x, "i-1", "0", "2026-03-01 08:00:00", 12, 300, "0");
    audited_samples(&x, "i-1", "0", "2026-03-01 09:00:00", 12, 300, "80");
    audited_samples(&x, "i-1", "1", "2026-03-01 08:00:00", 30, 60, "0");
    audited_samples(&x, "i-1", "1", "2026-03-01 08:30:00", 90, 60, "80");
    audited_run(&x, "could-have-been-cpu");
    /* Half an hour of 2: 8 / 4 less 0.50 / 2. */
    assert_found(&x, "could-have-been-cpu possible i-1 CNY 1.75 net 1.75: 2=1.75\n");
    audited_release(&x);
}

/* Charges of 1, but the balance falls by 10 more at the seventh, and rises by 24 at the 14th, which
 * may have been paid past the balance. */
static void
says_both_ways_in_which_a_balance_went(void **state)
{
    struct audited x;
    int balance = 500;

    (void)state;
    audited_init(&x);
    x.exclusive.billing.time = BILLING_TIME_START;
    for (int i = 1; i <= 20; i++) {
        char start[32], text[16];

        balance -= i == 7 ? 11 : i == 14 ? -24 : 1;
        (void)snprintf(start, sizeof(start), "2026-03-02 00:00:%02d", i);
        (void)snprintf(text, sizeof(text), "%d", balance);
        audited_row(&x, (struct bill_row){ .start = start, .billed = "1", .balance = text });
    }
    audited_run(&x, "balance-gap");
    assert_found(&x, "balance-gap certain a.csv CNY 0 net 0: 8=0 15=0\n");
    assert_told(&x, "a.csv: the balance fell by CNY 10.00 and rose by CNY 24.00 more than the rows "
        "say, at 2 of them.",
        "Export the whole statement anew; if the gap stays, ask the platform for the rows that are "
        "missing.");
    audited_release(&x);
}

static void
asks_the_price_book_for_months(void **state)
{
    static const char book[] = "{\"price_book\": [{\"platform\": \"autodl\", \"gpu_model\": "
        "\"RTX 4090\", \"unit\": \"month\", \"price\": \"1000\", \"currency\": \"CNY\"}]}";
    static const struct { const char *unit, *found; } cases[] = {
        { "Months", "wrong-rate likely i-1 CNY 100 net 100: 2=100\n" },
        { "month", "wrong-rate likely i-1 CNY 100 net 100: 2=100\n" },
        { "Mons", "" }, /* it counts no time */
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct audited x;

        audited_init(&x);
        audited_config(&x, book);
        audited_row(&x, (struct bill_row){ .instance = "i-1", .model = "RTX 4090",
            .billed = "1100", .start = "2026-03-01 00:00:00", .end = "2026-03-31 10:00:00",
            .price = "1100", .quantity = "1", .unit = cases[i].unit });
        audited_run(&x, "wrong-rate");
        if (cases[i].found[0])
            assert_found(&x, cases[i].found);
        else
            assert_int_equal(x.audit.findings.n, 0);
        audited_release(&x);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_equal_charges_and_overlapping_ones_apart),
        cmocka_unit_test(names_the_longest_of_several_tails),
        cmocka_unit_test(tells_a_process_that_was_left_open_from_an_empty_card),
        cmocka_unit_test(begins_a_start_by_the_card_that_is_looked_at_more_often),
        cmocka_unit_test(says_both_ways_in_which_a_balance_went),
        cmocka_unit_test(asks_the_price_book_for_months),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
