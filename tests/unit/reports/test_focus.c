/*
 * test_focus.c - a ledger line as FOCUS has it: what is derived, what stays null, what stands
 * aside, what is left out.
 */
#include "reports/focus.h"
#include "results_sample.h"

static void
begin(struct charge *c)
{
    charge_init(c);
    c->text[TEXT_PLATFORM] = SV("autodl");
    c->text[TEXT_PROVIDER_NAME] = c->text[TEXT_PUBLISHER_NAME] =
        c->text[TEXT_INVOICE_ISSUER_NAME] = SV("AutoDL");
    c->text[TEXT_BILLING_CURRENCY] = SV("CNY");
    c->word[WORD_ENTRY] = ENTRY_CHARGE;
    c->word[WORD_CATEGORY] = CATEGORY_GPU;
    c->word[WORD_CHARGE_CATEGORY] = CHARGE_USAGE;
    c->text[TEXT_SERVICE_CATEGORY] = SV("Compute");
    c->text[TEXT_SERVICE_SUBCATEGORY] = SV("Virtual Machines");
    c->time[TIME_CHARGE_PERIOD_START] = moment("2026-03-31 23:30:00");
    c->time[TIME_CHARGE_PERIOD_END] = moment("2026-04-01 00:30:00");
    charge_set(c, MONEY_BILLED_COST, amount("1.5"));
}

/* A ledger of the ${n} charges at ${c}. */
static void
make(struct ledger *l, const struct charge *c, size_t n)
{
    struct err e = ERR_INIT;
    struct input *in = input_new(SV("bill.csv"), true);
    uint32_t index;

    ledger_init(l);
    assert_non_null(in);
    assert_int_equal(ledger_add_input(l, in, &index, &e), 0);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(ledger_add(l, index, &c[i], &e), 0);
}

/* What becomes of ${c} alone; release ${f} and ${l} afterwards. */
static int
fill(struct focus *f, struct ledger *l, const struct charge *c, struct focus_line *out)
{
    struct err e = ERR_INIT;

    make(l, c, 1);
    assert_int_equal(focus_init(f, l, 480, &e), 0);
    return focus_line_of(f, &l->lines.at[0], out, &e);
}

static void
drop(struct focus *f, struct ledger *l)
{
    focus_release(f);
    ledger_release(l);
}

static void
assert_money(const struct charge *c, enum money_column column, const char *text)
{
    char figure[MONEY_TEXT_MAX];

    assert_true(charge_has(c, column));
    assert_string_equal(money_format(figure, c->money[column]), text);
}

static void
what_follows_is_derived_and_marked(void **state)
{
    struct charge c;
    struct focus f;
    struct ledger l;
    struct focus_line out;

    (void)state;
    begin(&c);
    c.text[TEXT_REGION_NAME] = SV("西北B区");
    charge_set(&c, MONEY_DISCOUNT, amount("0.5"));
    assert_int_equal(fill(&f, &l, &c, &out), 1);
    assert_sv(out.c.text[TEXT_BILLING_ACCOUNT_ID], "autodl/unnamed");
    assert_sv(out.c.text[TEXT_SERVICE_NAME], "AutoDL gpu");
    assert_sv(out.c.text[TEXT_CHARGE_DESCRIPTION], "GPU");
    assert_sv(out.c.text[TEXT_REGION_ID], "西北B区");
    assert_true(out.c.time[TIME_BILLING_PERIOD_START] == moment("2026-03-01 00:00:00"));
    assert_true(out.c.time[TIME_BILLING_PERIOD_END] == moment("2026-04-01 00:00:00"));
    assert_true(out.c.time[TIME_CHARGE_PERIOD_END] == moment("2026-04-01 00:30:00"));
    assert_int_equal(out.c.word[WORD_CHARGE_FREQUENCY], FREQUENCY_USAGE_BASED);
    assert_money(&out.c, MONEY_LIST_COST, "2");
    assert_money(&out.c, MONEY_CONTRACTED_COST, "1.5");
    assert_money(&out.c, MONEY_EFFECTIVE_COST, "1.5");
    assert_true(focus_is_derived(&out,
        (size_t)(column_of(COLUMN_MONEY, MONEY_LIST_COST) - ledger_columns)));
    assert_false(focus_is_derived(&out,
        (size_t)(column_of(COLUMN_MONEY, MONEY_BILLED_COST) - ledger_columns)));
    assert_false(focus_is_derived(&out,
        (size_t)(column_of(COLUMN_TIME, TIME_CHARGE_PERIOD_END) - ledger_columns)));
    drop(&f, &l);
}

static void
what_does_not_follow_stays_null(void **state)
{
    struct charge c;
    struct focus f;
    struct ledger l;
    struct focus_line out;

    (void)state;
    begin(&c);
    assert_int_equal(fill(&f, &l, &c, &out), 1);
    assert_int_equal(out.c.word[WORD_PRICING_CATEGORY], PRICING_NONE);
    assert_int_equal(out.c.text[TEXT_SKU_ID].n, 0);
    assert_int_equal(out.c.text[TEXT_RESOURCE_ID].n, 0);
    assert_int_equal(out.c.text[TEXT_INVOICE_ID].n, 0);
    assert_false(charge_has(&out.c, MONEY_LIST_UNIT_PRICE));
    assert_false(charge_has(&out.c, MONEY_PRICING_QUANTITY));
    drop(&f, &l);
}

static void
what_a_bill_tells_stays(void **state)
{
    struct charge c;
    struct focus f;
    struct ledger l;
    struct focus_line out;

    (void)state;
    begin(&c);
    c.text[TEXT_BILLING_ACCOUNT_ID] = SV("lab");
    c.word[WORD_CHARGE_FREQUENCY] = FREQUENCY_RECURRING;
    charge_set(&c, MONEY_LIST_COST, amount("9"));
    charge_set(&c, MONEY_EFFECTIVE_COST, amount("7"));
    charge_set(&c, MONEY_DISCOUNT, amount("0.5"));
    assert_int_equal(fill(&f, &l, &c, &out), 1);
    assert_sv(out.c.text[TEXT_BILLING_ACCOUNT_ID], "lab");
    assert_int_equal(out.c.word[WORD_CHARGE_FREQUENCY], FREQUENCY_RECURRING);
    assert_money(&out.c, MONEY_LIST_COST, "9");
    assert_money(&out.c, MONEY_EFFECTIVE_COST, "7");
    drop(&f, &l);
}

static void
a_charge_of_a_moment_lasts_a_second(void **state)
{
    struct charge c;
    struct focus f;
    struct ledger l;
    struct focus_line out;

    (void)state;
    begin(&c);
    c.time[TIME_CHARGE_PERIOD_START] += 250;
    c.time[TIME_CHARGE_PERIOD_END] = TIME_NONE;
    assert_int_equal(fill(&f, &l, &c, &out), 1);
    assert_true(out.c.time[TIME_CHARGE_PERIOD_START] == moment("2026-03-31 23:30:00"));
    assert_true(out.c.time[TIME_CHARGE_PERIOD_END] == moment("2026-03-31 23:30:01"));
    drop(&f, &l);
    c.time[TIME_CHARGE_PERIOD_START] = TIME_NONE;
    assert_int_equal(fill(&f, &l, &c, &out), 0);
    assert_int_equal(f.left[FOCUS_NO_TIME], 1);
    drop(&f, &l);
}

static void
purchases_have_no_effective_cost_and_taxes_no_price(void **state)
{
    struct charge c;
    struct focus f;
    struct ledger l;
    struct focus_line out;

    (void)state;
    begin(&c);
    c.word[WORD_CHARGE_CATEGORY] = CHARGE_PURCHASE;
    assert_int_equal(fill(&f, &l, &c, &out), 1);
    assert_money(&out.c, MONEY_EFFECTIVE_COST, "0");
    assert_int_equal(out.c.word[WORD_CHARGE_FREQUENCY], FREQUENCY_ONE_TIME);
    drop(&f, &l);
    c.word[WORD_CHARGE_CATEGORY] = CHARGE_TAX;
    c.word[WORD_PRICING_CATEGORY] = PRICING_STANDARD;
    c.text[TEXT_SKU_ID] = SV("sku");
    c.text[TEXT_PRICING_UNIT] = SV("Hours");
    charge_set(&c, MONEY_PRICING_QUANTITY, amount("1"));
    charge_set(&c, MONEY_LIST_UNIT_PRICE, amount("3"));
    assert_int_equal(fill(&f, &l, &c, &out), 1);
    assert_int_equal(out.c.text[TEXT_SKU_ID].n, 0);
    assert_int_equal(out.c.word[WORD_PRICING_CATEGORY], PRICING_NONE);
    assert_false(charge_has(&out.c, MONEY_PRICING_QUANTITY));
    assert_false(charge_has(&out.c, MONEY_LIST_UNIT_PRICE));
    assert_money(&out.c, MONEY_LIST_COST, "1.5");
    drop(&f, &l);
}

static void
units_are_those_of_focus_or_stand_aside(void **state)
{
    static const struct { const char *unit, *focus; } cases[] = {
        { "Hours", "Hours" },
        { "GB-Days", "GB-Days" },
        { "GB/Hour", "GB/Hour" },
        { "1000 Requests", "1000 Requests" },
        { "百万token", "1000000 Tokens" },
        { "元/千token", "1000 Tokens" },
        { "gibibyte hour", "GiB-Hours" },
        { "10K", NULL },
        { "1/Month", NULL },
        { "个月", NULL },
        { "", NULL },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct charge c;
        struct focus f;
        struct ledger l;
        struct focus_line out;

        begin(&c);
        c.text[TEXT_PRICING_UNIT] = sv_of(cases[i].unit);
        charge_set(&c, MONEY_PRICING_QUANTITY, amount("3"));
        assert_int_equal(fill(&f, &l, &c, &out), 1);
        assert_sv(out.c.text[TEXT_PRICING_UNIT], cases[i].focus ? cases[i].focus : "");
        assert_int_equal(charge_has(&out.c, MONEY_PRICING_QUANTITY), cases[i].focus != NULL);
        assert_int_equal(out.has_quantity[0], cases[i].focus == NULL);
        if (!cases[i].focus)
            assert_sv(out.unit[0], cases[i].unit);
        drop(&f, &l);
    }
}

static void
a_service_has_one_category_and_a_seller_one_name(void **state)
{
    struct charge c[4];
    struct focus f;
    struct ledger l;
    struct focus_line out;
    struct err e = ERR_INIT;

    (void)state;
    begin(&c[0]);
    begin(&c[1]);
    begin(&c[2]);
    c[0].text[TEXT_SERVICE_NAME] = c[1].text[TEXT_SERVICE_NAME] = SV("ECS");
    c[0].word[WORD_CATEGORY] = CATEGORY_DATA_DISK;
    c[0].text[TEXT_SERVICE_CATEGORY] = SV("Storage");
    c[0].text[TEXT_SERVICE_SUBCATEGORY] = SV("Block Storage");
    c[0].text[TEXT_INVOICE_ISSUER_NAME] = SV("示例有限公司");
    c[2].text[TEXT_SERVICE_NAME] = SV("Databases of somebody");
    c[2].text[TEXT_SERVICE_CATEGORY] = SV("Databases");
    c[2].text[TEXT_SERVICE_SUBCATEGORY] = SV_EMPTY;
    begin(&c[3]);
    c[3].text[TEXT_SERVICE_NAME] = SV("Something");
    c[3].text[TEXT_SERVICE_CATEGORY] = SV("Database");
    c[3].text[TEXT_SERVICE_SUBCATEGORY] = SV("No-SQL DB");
    make(&l, c, 4);
    assert_int_equal(focus_init(&f, &l, 480, &e), 0);
    assert_int_equal(focus_line_of(&f, &l.lines.at[0], &out, &e), 1);
    assert_sv(out.c.text[TEXT_SERVICE_CATEGORY], "Compute");
    assert_sv(out.c.text[TEXT_SERVICE_SUBCATEGORY], "Virtual Machines");
    assert_sv(out.c.text[TEXT_INVOICE_ISSUER_NAME], "AutoDL");
    assert_string_equal(out.issuer, "示例有限公司");
    assert_int_equal(focus_line_of(&f, &l.lines.at[2], &out, &e), 1);
    assert_sv(out.c.text[TEXT_SERVICE_SUBCATEGORY], "Other (Databases)");
    assert_string_equal(out.issuer, "");
    assert_int_equal(focus_line_of(&f, &l.lines.at[3], &out, &e), 1);
    assert_sv(out.c.text[TEXT_SERVICE_CATEGORY], "Compute");
    assert_sv(out.c.text[TEXT_SERVICE_SUBCATEGORY], "Virtual Machines");
    drop(&f, &l);
}

static void
moves_and_units_that_are_no_money_are_left_out(void **state)
{
    struct charge c;
    struct focus f;
    struct ledger l;
    struct focus_line out;

    (void)state;
    begin(&c);
    c.text[TEXT_BILLING_CURRENCY] = SV("DCU");
    assert_int_equal(fill(&f, &l, &c, &out), 0);
    assert_int_equal(f.left[FOCUS_CURRENCY], 1);
    drop(&f, &l);
    begin(&c);
    c.word[WORD_ENTRY] = ENTRY_RECHARGE;
    assert_int_equal(fill(&f, &l, &c, &out), 0);
    assert_int_equal(f.left[FOCUS_MOVE], 1);
    assert_int_equal(f.written, 0);
    drop(&f, &l);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_follows_is_derived_and_marked),
        cmocka_unit_test(what_does_not_follow_stays_null),
        cmocka_unit_test(what_a_bill_tells_stays),
        cmocka_unit_test(a_charge_of_a_moment_lasts_a_second),
        cmocka_unit_test(purchases_have_no_effective_cost_and_taxes_no_price),
        cmocka_unit_test(units_are_those_of_focus_or_stand_aside),
        cmocka_unit_test(a_service_has_one_category_and_a_seller_one_name),
        cmocka_unit_test(moves_and_units_that_are_no_money_are_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
