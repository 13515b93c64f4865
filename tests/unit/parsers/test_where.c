/*
 * test_where.c - conditions that the user types: what holds, what is refused and at which
 * character.
 */
#include "ledger/charge.h"
#include "parsers/where.h"
#include "unit.h"

/* A ledger with one line: a GPU charge of 6.25 for machine abc-1. */
static void
make_ledger(struct ledger *l)
{
    struct charge c;
    struct err e = ERR_INIT;
    struct input *in = input_new(SV("bill.csv"), true);
    uint32_t index;

    ledger_init(l);
    assert_non_null(in);
    assert_int_equal(ledger_add_input(l, in, &index, &e), 0);
    charge_init(&c);
    c.text[TEXT_PLATFORM] = SV("autodl");
    c.text[TEXT_INSTANCE_ID] = SV("abc-1");
    c.text[TEXT_CHARGE_DESCRIPTION] = SV("card, \"big\" one");
    c.word[WORD_ENTRY] = ENTRY_CHARGE;
    c.word[WORD_CATEGORY] = CATEGORY_GPU;
    c.money[MONEY_BILLED_COST].units = money_of(25).units / 4;
    c.money_set = 1u << MONEY_BILLED_COST;
    assert_int_equal(ledger_add(l, index, &c, &e), 0);
}

static int
holds(const char *const *conditions, size_t n, struct err *e)
{
    struct where w = WHERE_INIT;
    struct ledger l;
    struct buf scratch;
    int result = 0;

    make_ledger(&l);
    buf_init(&scratch, 1000);
    for (size_t i = 0; i < n && result == 0; i++)
        result = where_add(&w, conditions[i], e);
    if (result == 0) {
        struct line_subject subject = { &l, &l.lines.at[0], 480 };

        result = where_holds(&w, &subject, &scratch, e);
    }
    buf_release(&scratch);
    where_release(&w);
    ledger_release(&l);
    return result;
}

static void
short_form_and_json_mean_the_same(void **state)
{
    static const struct { const char *text; int expected; } cases[] = {
        { "category is gpu", 1 },
        { "category is cpu", 0 },
        { "not category is cpu", 1 },
        { "  not   category   is   GPU  ", 0 },
        { "platform in gpushare, autodl", 1 },
        { "platform in gpushare", 0 },
        { "platform in", 0 },
        { "billed over 6.24", 1 },
        { "billed over 6.25", 0 },
        { "billed under 7", 1 },
        { "InvoiceId blank", 1 },
        { "InvoiceId blank true", 1 },
        { "InvoiceId blank false", 0 },
        { "instance matches ^abc-", 1 },
        { "ChargeDescription is card, \"big\" one", 1 },
        { "ChargeDescription matches \"big\" o", 1 },
        { "InvoiceId is", 1 },
        { "{\"field\": \"category\", \"is\": \"gpu\"}", 1 },
        { "{\"field\": \"ChargeDescription\", \"is\": \"card, \\\"big\\\" one\"}", 1 },
        { " [{\"field\": \"billed\", \"over\": \"1\"},\n{\"field\": \"billed\", \"under\": \"2\"}]",
            0 },
        { "[]", 1 },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct err e = ERR_INIT;

        if (holds(&cases[i].text, 1, &e) != cases[i].expected)
            fail_msg("%s", cases[i].text);
    }
}

static void
several_conditions_must_all_hold(void **state)
{
    static const char *const both[] = { "category is gpu", "billed over 6" };
    static const char *const one[] = { "category is gpu", "billed over 7" };
    struct err e = ERR_INIT;

    (void)state;
    assert_int_equal(holds(both, 2, &e), 1);
    assert_int_equal(holds(one, 2, &e), 0);
    assert_int_equal(holds(NULL, 0, &e), 1);
}

static void
what_is_wrong_is_told_with_its_character(void **state)
{
    static const struct { const char *text, *message; } cases[] = {
        { "", "--where '':1: a condition is expected: FIELD TEST VALUE, or JSON" },
        { "not ", "--where 'not ':5: a condition is expected: FIELD TEST VALUE, or JSON" },
        { "billed", "--where 'billed':7: a test is expected behind 'billed': is, in, matches, "
            "over, under or blank" },
        { "billed > 5", "--where 'billed > 5':8: a test is expected behind 'billed': is, in, "
            "matches, over, under or blank" },
        { "not billd over 5", "--where 'not billd over 5':5: no field 'billd' can be tested here; "
            "did you mean 'billed'?" },
        { "billed over x", "--where 'billed over x':13: amount 'x' is not a number; expected one "
            "such as 1234.50" },
        { "InvoiceId blank no", "--where 'InvoiceId blank no':17: 'blank' must be true or false" },
        { "a matches (", "--where 'a matches (':1: no field 'a' can be tested here" },
        { "{\"field\":\"billed\",\"ovr\":\"5\"}", "--where '{\"field\":\"billed\",\"ovr\":\"5\"}'"
            ":25: unknown key 'ovr'; did you mean 'over'?" },
        { "{\"field\": \"billed\", \"over\": 5}", "--where '{\"field\": \"billed\", \"over\": 5}'"
            ":27: 'over' must be a number in quotes" },
        { "{\"field\": \"x\" \"is\": \"5\"}", "--where '{\"field\": \"x\" \"is\": \"5\"}'"
            ":15: a comma or the closing bracket is expected where '\"' stands" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct err e = ERR_INIT;

        assert_int_equal(holds(&cases[i].text, 1, &e), -1);
        assert_int_equal(e.code, ERR_USAGE);
        assert_err(&e, cases[i].message);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_form_and_json_mean_the_same),
        cmocka_unit_test(several_conditions_must_all_hold),
        cmocka_unit_test(what_is_wrong_is_told_with_its_character),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
