/*
 * Hooks of bills from outside China: Google Cloud's credits, lists as Python writes them, amortised
 * cost of Azure, buckets, savings plans of AWS.
 */
#include "ledger/ledger.h"

#include "parsers/hook.h"
#include "unit.h"

/* What ${hook} makes of ${in}, "" where it gives no value. */
static void
check_text(const char *hook, const char *in, const char *expected)
{
    const struct hook *h = hook_find(sv_of(hook));
    struct err e = ERR_INIT;
    struct buf out;
    int has;

    assert_non_null(h);
    buf_init(&out, 10000);
    has = h->text(sv_of(in), &out, &e);
    assert_true(has >= 0);
    if (has == 0)
        assert_string_equal(expected, "");
    else
        assert_sv(buf_sv(&out), expected);
    buf_release(&out);
}

static void
lists_of_python_become_json(void **state)
{
    static const char *const table[][2] = {
        { "[{'name': 'x', 'amount': -5e-06, 'full_name': None}]",
            "[{\"name\": \"x\", \"amount\": -5e-06, \"full_name\": null}]" },
        { "[{'name': \"it's\", 'ok': True, 'no': False}]",
            "[{\"name\": \"it's\", \"ok\": true, \"no\": false}]" },
        { "['say \"hi\"', 'a\\'b', 'c\\\\d', '\\xe9\\n', 'None']",
            "[\"say \\\"hi\\\"\", \"a'b\", \"c\\\\d\", \"\\u00e9\\n\", \"None\"]" },
        { "[{\"name\": \"a \\\"b\\\"\", \"n\": null}]",
            "[{\"name\": \"a \\\"b\\\"\", \"n\": null}]" },
        { "[]", "[]" },
        { "", "" },
        { "['never closed", "[\"never closed\"" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(table); i++)
        check_text("python_json", table[i][0], table[i][1]);
}

static void
discounts_lower_the_price_and_credits_do_not(void **state)
{
    static const char list[] = "[{\"type\":\"SUSTAINED_USAGE_DISCOUNT\",\"amount\":-0.1},"
        "{\"type\":\"PROMOTION\",\"amount\":-0.5},{\"type\":\"DISCOUNT\",\"amount\":-1e-3},"
        "{\"type\":\"NEW_KIND\",\"amount\":-2},{\"amount\":-3}]";

    (void)state;
    check_text("gcp_discounts", list, "-0.101");
    check_text("gcp_credits", list, "[{\"type\":\"PROMOTION\",\"amount\":-0.5},"
        "{\"type\":\"NEW_KIND\",\"amount\":-2},{\"amount\":-3}]");
    check_text("gcp_discounts", "[]", "");
    check_text("gcp_credits", "[]", "");
    check_text("gcp_discounts", "[{\"type\":\"PROMOTION\",\"amount\":-0.5}]", "");
}

static void
a_discount_that_cannot_be_read_is_left_for_its_own_line(void **state)
{
    static const char list[] = "[{\"type\":\"DISCOUNT\",\"amount\":\"many\"}]";

    (void)state;
    check_text("gcp_discounts", list, "");
    check_text("gcp_credits", list, list);
    check_text("gcp_credits", "[{", "[{");
}

/* A ledger of one input, to be released by ledger_release(). */
static struct input *
start_ledger(struct ledger *l)
{
    struct err e = ERR_INIT;
    struct input *in = input_new(SV("bill"), true);
    uint32_t index;

    assert_non_null(in);
    ledger_init(l);
    assert_int_equal(ledger_add_input(l, in, &index, &e), 0);
    in->format = "azure-cost-actual";
    in->view_rank = 3;
    return in;
}

static struct charge
usage(const char *billed)
{
    struct charge c;
    struct err e = ERR_INIT;
    struct money amount;

    charge_init(&c);
    c.word[WORD_CHARGE_CATEGORY] = CHARGE_USAGE;
    c.word[WORD_ENTRY] = ENTRY_CHARGE;
    assert_int_equal(money_parse(&amount, sv_of(billed), &e), 0);
    charge_set(&c, MONEY_BILLED_COST, amount);
    return c;
}

static void
add(struct ledger *l, const struct charge *c)
{
    struct err e = ERR_INIT;

    assert_int_equal(ledger_add(l, 0, c, &e), 0);
    l->inputs.at[0]->records++;
    l->inputs.at[0]->lines++;
}

static void
run(const char *hook, struct ledger *l)
{
    struct err e = ERR_INIT;

    assert_int_equal(hook_find(sv_of(hook))->input(NULL, l, &e), 0);
    assert_true(input_is_closed(l->inputs.at[0]));
}

static void
one_row_far_down_makes_a_file_amortised(void **state)
{
    static const struct {
        const char *billed, *description;
        unsigned char pricing, kind;
        bool is_amortised;
    } rows[] = {
        { "1", "Virtual Machines", PRICING_STANDARD, CHARGE_USAGE, false },
        { "0", "Virtual Machines", PRICING_COMMITTED, CHARGE_USAGE, false },
        { "60000", "Reservation", PRICING_COMMITTED, CHARGE_PURCHASE, false },
        { "0.5", "Virtual Machines", PRICING_COMMITTED, CHARGE_USAGE, true },
        { "0", "UnusedReservation VM", PRICING_NONE, CHARGE_USAGE, true },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct ledger l;
        struct input *in = start_ledger(&l);
        struct charge first = usage("2"), c = usage(rows[i].billed);
        struct money effective;

        add(&l, &first);
        c.word[WORD_PRICING_CATEGORY] = rows[i].pricing;
        c.word[WORD_CHARGE_CATEGORY] = rows[i].kind;
        c.text[TEXT_CHARGE_DESCRIPTION] = sv_of(rows[i].description);
        add(&l, &c);
        run("azure_amortised", &l);
        assert_string_equal(in->format,
            rows[i].is_amortised ? "azure-cost-amortised" : "azure-cost-actual");
        assert_int_equal(in->view_rank, rows[i].is_amortised ? 1 : 3);
        assert_int_equal(ledger_money(&l.lines.at[0], MONEY_EFFECTIVE_COST, &effective),
            rows[i].is_amortised);
        ledger_release(&l);
    }
}

static void
add_plan(struct ledger *l, const char *billed, bool is_negation, const char *meter,
    int64_t hour)
{
    struct charge c = usage(billed);

    c.word[WORD_PRICING_CATEGORY] = PRICING_COMMITTED;
    if (is_negation)
        c.word[WORD_CHARGE_CATEGORY] = CHARGE_ADJUSTMENT;
    c.text[TEXT_SKU_METER] = sv_of(meter);
    c.time[TIME_CHARGE_PERIOD_START] = hour * TIME_HOUR;
    c.time[TIME_CHARGE_PERIOD_END] = (hour + 1) * TIME_HOUR;
    add(l, &c);
}

static void
what_a_savings_plan_covers_is_folded_with_its_negation(void **state)
{
    struct ledger l;
    struct input *in = start_ledger(&l);
    struct err e = ERR_INIT;
    struct money sum = MONEY_ZERO, expected;

    (void)state;
    add_plan(&l, "1.006", false, "BoxUsage:g5.xlarge", 1);
    add_plan(&l, "-1.509", true, "BoxUsage:g5.xlarge", 1);
    add_plan(&l, "0.503", false, "BoxUsage:g5.xlarge", 1);
    /* Another hour, whose negation is a little off, and two that have no partner. */
    add_plan(&l, "0.3333333333", false, "BoxUsage:g5.xlarge", 2);
    add_plan(&l, "-0.3333333334", true, "BoxUsage:g5.xlarge", 2);
    add_plan(&l, "5", false, "BoxUsage:m5.large", 2);
    add_plan(&l, "-7", true, "BoxUsage:c5.large", 2);
    run("aws_savings_plans", &l);

    assert_int_equal(l.lines.n, 6);
    assert_int_equal(in->lines, 6);
    assert_int_equal(in->skipped[SKIP_FOLDED], 1);
    assert_int_equal(in->warnings.n, 2);
    assert_string_equal(in->warnings.at[0].code, "savings-plan-alone");
    assert_true(money_is_zero(ledger_billed(&l.lines.at[0])));
    assert_true(money_is_zero(ledger_billed(&l.lines.at[1])));
    for (size_t i = 0; i < l.lines.n; i++)
        assert_int_equal(money_add(&sum, ledger_billed(&l.lines.at[i]), &e), 0);
    assert_int_equal(money_parse(&expected, SV("-2.0000000001"), &e), 0);
    assert_int_equal(money_compare(sum, expected), 0);
    ledger_release(&l);
}

static void
the_length_of_buckets_follows_from_their_starts(void **state)
{
    static const struct {
        const char *starts[4];
        const char *end; /* of the first */
    } table[] = {
        { { "2026-03-01T00:00:00Z" }, "2026-03-02T00:00:00Z" },
        { { "2026-03-01T05:00:00Z" }, "2026-03-01T06:00:00Z" },
        { { "2026-03-01T00:00:00Z", "2026-03-01T07:00:00Z" }, "2026-03-01T01:00:00Z" },
        { { "2026-03-01T00:00:00Z", "2026-03-03T00:00:00Z" }, "2026-03-02T00:00:00Z" },
        { { "2026-03-02T00:00:00Z", "2026-03-09T00:00:00Z" }, "2026-03-03T00:00:00Z" },
        { { "2026-03-02T00:00:00Z", "2026-03-16T00:00:00Z", "2026-03-09T00:00:00Z" },
            "2026-03-09T00:00:00Z" },
        { { "2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z" }, "2026-03-01T00:00:00Z" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(table); i++) {
        char end[TIME_TEXT_MAX];
        struct ledger l;

        (void)start_ledger(&l);
        for (size_t k = 0; k < 4 && table[i].starts[k]; k++) {
            struct charge c = usage("1");
            struct err e = ERR_INIT;
            struct time_text t;

            assert_int_equal(time_parse(&t, sv_of(table[i].starts[k]), DATE_YEAR_FIRST, 0, false,
                &e), 0);
            c.time[TIME_CHARGE_PERIOD_START] = t.at;
            add(&l, &c);
        }
        run("bucket", &l);
        assert_string_equal(time_format(end, l.lines.at[0].end), table[i].end);
        assert_true((l.lines.at[0].changes & CHANGE_PERIOD_REBUILT) != 0);
        ledger_release(&l);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_of_python_become_json),
        cmocka_unit_test(discounts_lower_the_price_and_credits_do_not),
        cmocka_unit_test(a_discount_that_cannot_be_read_is_left_for_its_own_line),
        cmocka_unit_test(one_row_far_down_makes_a_file_amortised),
        cmocka_unit_test(what_a_savings_plan_covers_is_folded_with_its_negation),
        cmocka_unit_test(the_length_of_buckets_follows_from_their_starts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
