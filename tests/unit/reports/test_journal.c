/*
 * test_journal.c - the ledger as bookkeeping: names that both programs take, postings that sum to
 * 0, texts of a bill that stay inside their string and line.
 */
#include "reports/journal.h"
#include "results_sample.h"

static int
collect(void *context, struct sv piece, struct err *e)
{
    (void)e;
    buf_add(context, piece);
    return 0;
}

static void
parts_of_names_are_legal_and_never_shared(void **state)
{
    static const struct { const char *text, *part; } cases[] = {
        { "autodl", "Autodl" },
        { "example gpu cloud", "Example-gpu-cloud" },
        { "example-gpu-cloud", "Example-gpu-cloud-2" },
        { "autodl", "Autodl" },
        { "1000000000000001", "1000000000000001" },
        { "lab@example.com", "Lab-example-com" },
        { "示例大学", "X示例大学" },
        { "信息：学院", "X信息-学院" },
        { "-", "X-" },
        { "", "X" },
        { "a:b\"\n;", "A-b---" },
        { "\xFF", "X--2" },
    };
    struct journal_names names = JOURNAL_NAMES_INIT;
    struct err e = ERR_INIT;

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const char *part = journal_part(&names, cases[i].text, &e);

        assert_non_null(part);
        assert_string_equal(part, cases[i].part);
    }
    journal_names_release(&names);
}

/* One line of a platform whose texts want to break out. */
static void
make_line(struct ledger *l, enum entry entry, const char *billed, const char *voucher,
    const char *moved)
{
    struct charge c;
    struct err e = ERR_INIT;
    struct input *in = input_new(SV("a\n;b\".csv"), true);
    uint32_t index;

    ledger_init(l);
    assert_non_null(in);
    assert_int_equal(ledger_add_input(l, in, &index, &e), 0);
    charge_init(&c);
    c.line = 2;
    c.text[TEXT_PLATFORM] = SV("autodl");
    c.text[TEXT_PROVIDER_NAME] = SV("(Auto|DL\")");
    c.text[TEXT_CHARGE_DESCRIPTION] = SV("a\"\n2026-01-01 open Assets:X\\ ;b|c");
    c.text[TEXT_BILLING_ACCOUNT_ID] = SV("示例");
    c.text[TEXT_BILLING_CURRENCY] = SV("CNY");
    c.word[WORD_ENTRY] = (unsigned char)entry;
    c.word[WORD_CATEGORY] = entry == ENTRY_RECHARGE ? CATEGORY_NONE : CATEGORY_GPU;
    c.time[TIME_CHARGE_PERIOD_START] = moment("2026-03-01 00:30:00");
    charge_set(&c, MONEY_BILLED_COST, amount(billed));
    if (voucher)
        charge_set(&c, MONEY_VOUCHER, amount(voucher));
    if (moved)
        charge_set(&c, MONEY_MOVED, amount(moved));
    assert_int_equal(ledger_add(l, index, &c, &e), 0);
}

static void
postings_move_money_between_accounts_and_sum_to_zero(void **state)
{
    static const struct {
        enum entry entry;
        const char *billed, *voucher, *moved;
        const char *postings[JOURNAL_POSTINGS_MAX];
    } cases[] = {
        { ENTRY_CHARGE, "1.88", NULL, NULL,
            { "Expenses:GPU:Autodl 1.88", "Assets:Prepaid:Autodl:X示例 -1.88" } },
        { ENTRY_CHARGE, "1.880000000000000001", "0.5", NULL,
            { "Expenses:GPU:Autodl 1.880000000000000001",
                "Assets:Prepaid:Autodl:X示例 -1.380000000000000001",
                "Assets:Vouchers:Autodl:X示例 -0.5" } },
        { ENTRY_REFUND, "-3", "-1", NULL,
            { "Expenses:GPU:Autodl -3", "Assets:Prepaid:Autodl:X示例 2",
                "Assets:Vouchers:Autodl:X示例 1" } },
        { ENTRY_CHARGE, "0", NULL, NULL,
            { "Expenses:GPU:Autodl 0", "Assets:Prepaid:Autodl:X示例 0" } },
        { ENTRY_RECHARGE, "0", "20", "100",
            { "Assets:Prepaid:Autodl:X示例 100", "Equity:Paid-In:Autodl -100",
                "Assets:Vouchers:Autodl:X示例 20", "Income:Gifts:Autodl -20" } },
        { ENTRY_WITHDRAWAL, "0", NULL, "-40",
            { "Assets:Prepaid:Autodl:X示例 -40", "Equity:Paid-In:Autodl 40" } },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct ledger l;
        struct journal j;
        struct journal_entry entry;
        struct err e = ERR_INIT;
        struct money sum = MONEY_ZERO;

        make_line(&l, cases[i].entry, cases[i].billed, cases[i].voucher, cases[i].moved);
        assert_int_equal(journal_init(&j, &l, 480, &e), 0);
        assert_int_equal(j.items.n, 1);
        assert_int_equal(journal_entry_at(&j, 0, &entry, &e), 0);
        assert_string_equal(entry.day, "2026-03-01");
        for (size_t k = 0; k < JOURNAL_POSTINGS_MAX && cases[i].postings[k]; k++) {
            char figure[MONEY_TEXT_MAX], text[200];

            assert_true(k < entry.n);
            (void)snprintf(text, sizeof(text), "%s %s", entry.postings[k].account,
                money_format(figure, entry.postings[k].amount));
            assert_string_equal(text, cases[i].postings[k]);
            assert_int_equal(money_add(&sum, entry.postings[k].amount, &e), 0);
        }
        assert_true(money_is_zero(sum));
        journal_release(&j);
        ledger_release(&l);
    }
}

static void
what_stands_in_a_bill_stays_inside_its_line(void **state)
{
    struct ledger l;
    struct err e = ERR_INIT;
    struct buf out;

    (void)state;
    make_line(&l, ENTRY_CHARGE, "1.88", NULL, NULL);
    buf_init(&out, 10000);
    assert_int_equal(render_beancount(&l, 480, collect, &out, &e), 0);
    assert_sv(buf_sv(&out),
        "option \"title\" \"gpubill\"\n"
        "option \"operating_currency\" \"CNY\"\n"
        "\n"
        "2026-03-01 commodity CNY\n"
        "2026-03-01 open Expenses:GPU:Autodl\n"
        "2026-03-01 open Assets:Prepaid:Autodl:X示例\n"
        "\n"
        "2026-03-01 * \"(Auto|DL\\\")\" \"a\\\"\\\\x0A2026-01-01 open Assets:X\\\\ ;b|c\"\n"
        "  entry: \"charge\"\n"
        "  file: \"a\\\\x0A;b\\\".csv\"\n"
        "  line: 2\n"
        "  Expenses:GPU:Autodl  1.88 CNY\n"
        "  Assets:Prepaid:Autodl:X示例  -1.88 CNY\n"
        "\n");
    buf_reset(&out);
    assert_int_equal(render_hledger(&l, 480, collect, &out, &e), 0);
    assert_sv(buf_sv(&out),
        "decimal-mark .\n"
        "\n"
        "commodity 1.00 CNY\n"
        "account Expenses:GPU:Autodl\n"
        "account Assets:Prepaid:Autodl:X示例\n"
        "\n"
        "2026-03-01 * （Auto｜DL\") | a\"\\x0A2026-01-01 open Assets:X\\ ；b｜c  ; "
        "a\\x0A;b\".csv line 2\n"
        "    Expenses:GPU:Autodl  1.88 CNY\n"
        "    Assets:Prepaid:Autodl:X示例  -1.88 CNY\n"
        "\n");
    buf_release(&out);
    ledger_release(&l);
}

static void
only_lines_that_count_are_entries(void **state)
{
    struct ledger l;
    struct journal j;
    struct err e = ERR_INIT;

    (void)state;
    make_line(&l, ENTRY_CHARGE, "1.88", NULL, NULL);
    l.lines.at[0].fate = FATE_NOT_ASKED;
    assert_int_equal(journal_init(&j, &l, 480, &e), 0);
    assert_int_equal(j.items.n, 0);
    assert_int_equal(j.accounts.n, 0);
    journal_release(&j);
    ledger_release(&l);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_names_are_legal_and_never_shared),
        cmocka_unit_test(postings_move_money_between_accounts_and_sum_to_zero),
        cmocka_unit_test(what_stands_in_a_bill_stays_inside_its_line),
        cmocka_unit_test(only_lines_that_count_are_entries),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
