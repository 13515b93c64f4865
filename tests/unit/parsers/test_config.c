#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "parsers/config.h"

static const char whole[] =
    "{\n"
    "  \"timezone\": \"+08:00\",\n"
    "  \"buyer\": {\"name\": [\"Example Lab\", \"示例大学\"], \"tax_id\": \"91320100MA0TEXT010\"},\n"
    "  \"projects\": [{\"name\": \"thesis\", \"where\": [\n"
    "      {\"field\": \"ResourceName\", \"matches\": \"^thesis-\"}]}],\n"
    "  \"instances\": [{\"platform\": \"autodl\", \"instance\": \"abc-1\", \"name\": \"big\",\n"
    "      \"gpu_model\": \"RTX 4090\", \"gpu_count\": 2, \"usage\": [\"logs/thesis-*.csv\"]}],\n"
    "  \"price_book\": [\n"
    "    {\"platform\": \"autodl\", \"gpu_model\": \"RTX 4090\", \"unit\": \"hour\",\n"
    "     \"price\": \"1.88\", \"per\": \"instance\", \"currency\": \"USD\",\n"
    "     \"pricing\": \"spot\", \"from\": \"2026-01-01\"},\n"
    "    {\"platform\": \"a\", \"category\": \"cpu\", \"unit\": \"month\", \"price\": \"0.10\"},\n"
    "    {\"platform\": \"a\", \"sku\": \"s-1\", \"unit\": \"day\", \"price\": \"0\"}],\n"
    "  \"invoice\": {\"autodl\": {\"basis\": \"recharge\", \"sellers\": [\"A\"],\n"
    "      \"payees\": \"B\"}},\n"
    "  \"invoice_rules\": {\"deadline_days\": 30, \"items\": [\"信息技术服务\"]},\n"
    "  \"rules\": {\"idle-gpu\": {\"enabled\": true, \"utilisation_below\": \"5\"}},\n"
    "  \"custom_rules\": [{\"id\": \"custom:x\"}],\n"
    "  \"waivers\": [{\"rule\": \"idle-gpu\", \"resource\": \"r\", \"until\": \"2026-06-30\",\n"
    "      \"reason\": \"agreed\"}],\n"
    "  \"fx\": {\"USD/CNY\": \"7.10\"},\n"
    "  \"matching\": {\"max_states\": 1000}\n"
    "}\n";

static struct config *
parsed(const char *text)
{
    struct err e = ERR_INIT;
    struct config *c = config_parse("gpubill.json", sv_of(text), &e);

    if (!c) {
        char message[ERR_TEXT_MAX];

        fail_msg("%s", err_text(&e, LANG_EN, message, sizeof(message)));
    }
    return c;
}

static void
reads_the_names_of_a_whole_config(void **state)
{
    struct config *c = parsed(whole);

    (void)state;
    assert_true(c->has_timezone);
    assert_int_equal(c->zone_minutes, 480);
    assert_string_equal(c->buyer_names[0], "Example Lab");
    assert_string_equal(c->buyer_names[1], "示例大学");
    assert_null(c->buyer_names[2]);
    assert_string_equal(c->buyer_tax_id, "91320100MA0TEXT010");
    assert_int_equal(c->projects.n, 1);
    assert_string_equal(c->projects.at[0].name, "thesis");
    assert_int_equal(c->instances.n, 1);
    assert_string_equal(c->instances.at[0].instance, "abc-1");
    assert_string_equal(c->instances.at[0].gpu_model, "RTX 4090");
    assert_int_equal(c->instances.at[0].gpu_count, 2);
    assert_string_equal(c->instances.at[0].usage[0], "logs/thesis-*.csv");
    assert_null(c->instances.at[0].usage[1]);
    assert_int_equal(c->invoices.n, 1);
    assert_string_equal(c->invoices.at[0].platform, "autodl");
    assert_true(c->invoices.at[0].has_basis);
    assert_int_equal(c->invoices.at[0].basis, BASIS_RECHARGE);
    assert_string_equal(c->invoices.at[0].payees[0], "B");
    assert_string_equal(c->invoice_items[0], "信息技术服务");
    assert_int_equal(c->deadline_days, 30);
    assert_int_equal(c->max_states, 1000);
    assert_non_null(c->rules);
    assert_non_null(c->custom_rules);
    config_free(c);
}

static void
reads_prices_waivers_and_rates_exactly(void **state)
{
    struct config *c = parsed(whole);
    char text[MONEY_TEXT_MAX], day[TIME_TEXT_MAX];

    (void)state;
    assert_int_equal(c->prices.n, 3);
    assert_string_equal(money_format(text, c->prices.at[0].price), "1.88");
    assert_int_equal(c->prices.at[0].unit, PRICE_HOUR);
    assert_false(c->prices.at[0].is_per_card);
    assert_string_equal(c->prices.at[0].currency, "USD");
    assert_int_equal(c->prices.at[0].pricing, PRICING_DYNAMIC);
    assert_int_equal(c->prices.at[0].line, 9);
    assert_string_equal(time_format(day, config_day(c->prices.at[0].from, 480)),
        "2025-12-31T16:00:00Z");
    assert_int_equal(c->prices.at[1].category, CATEGORY_CPU);
    assert_int_equal(c->prices.at[1].unit, PRICE_MONTH);
    assert_true(c->prices.at[1].is_per_card);
    assert_string_equal(c->prices.at[1].currency, "CNY");
    assert_int_equal(c->prices.at[1].pricing, PRICING_STANDARD);
    assert_int_equal(config_day(c->prices.at[1].from, 480), TIME_NONE);
    assert_string_equal(c->prices.at[2].sku, "s-1");
    assert_int_equal(c->prices.at[2].category, CATEGORY_NONE);
    assert_int_equal(c->waivers.n, 1);
    assert_string_equal(c->waivers.at[0].reason, "agreed");
    assert_string_equal(c->waivers.at[0].platform, "");
    assert_int_equal(c->rates.n, 1);
    assert_string_equal(c->rates.at[0].from, "USD");
    assert_string_equal(c->rates.at[0].to, "CNY");
    assert_string_equal(money_format(text, c->rates.at[0].rate), "7.1");
    config_free(c);
}

static void
takes_defaults_where_nothing_is_said(void **state)
{
    struct config *c = parsed("{}");

    (void)state;
    assert_false(c->has_timezone);
    assert_null(c->buyer_names[0]);
    assert_string_equal(c->buyer_tax_id, "");
    assert_null(c->invoice_items[0]);
    assert_int_equal(c->deadline_days, CONFIG_DEADLINE_DAYS);
    assert_int_equal(c->max_states, CONFIG_MAX_STATES);
    assert_null(c->rules);
    assert_null(c->custom_rules);
    assert_int_equal(c->projects.n + c->instances.n + c->prices.n + c->invoices.n, 0);
    config_free(c);
}

#define PRICE "{\"price_book\": [{\"platform\": \"a\", "

/* A config that is wrong: the line, and what the message must hold. */
static const struct {
    const char *text;
    unsigned line;
    const char *holds[2];
} wrong[] = {
    { "{\n\"time_zone\": \"Z\"}", 2, { "'time_zone'", "'timezone'" } },
    { "{\"timezone\": 8}", 1, { "'timezone'", "+08:00" } },
    { "{\"timezone\": \"Asia/Shanghai\"}", 1, { "'timezone'", "+08:00" } },
    { "[]", 1, { "object", "" } },
    { "{\"buyer\": {\"names\": \"x\"}}", 1, { "'names'", "'name'" } },
    { "{\"buyer\": {\"name\": 1}}", 1, { "'name'", "text" } },
    { "{\"projects\": {}}", 1, { "'projects'", "list" } },
    { "{\"projects\": [\n{\"name\": \"a\"}]}", 2, { "'where'", "missing" } },
    { "{\"projects\": [{\"name\": \"\", \"where\": []}]}", 1, { "'name'", "empty" } },
    { "{\"projects\": [{\"name\": \"a\", \"where\": [\n"
        "{\"field\": \"Nonsense\", \"is\": \"x\"}]}]}", 2, { "Nonsense", "" } },
    { "{\"projects\": [{\"name\": \"a\", \"where\": [\n{\"column\": \"day\", \"is\": \"x\"}]}]}", 2,
        { "day", "" } },
    { "{\"instances\": [{\"platform\": \"autodl\"}]}", 1, { "'instance'", "missing" } },
    { "{\"instances\": [{\"platform\": \"a\", \"instance\": \"b\", \"gpu_count\": 0}]}", 1,
        { "'gpu_count'", "from 1 to 100000" } },
    { "{\"instances\": [{\"platform\": \"a\", \"instance\": \"b\"},\n"
        "{\"platform\": \"a\", \"instance\": \"b\"}]}", 2, { "'b'", "line 1" } },
    { PRICE "\"sku\": \"s\", \"unit\": \"hour\", \"price\": 1.88}]}", 1,
        { "'price'", "in quotes" } },
    { PRICE "\"sku\": \"s\", \"unit\": \"hour\", \"price\": \"-1\"}]}", 1,
        { "'price'", "1.88" } },
    { PRICE "\"sku\": \"s\", \"unit\": \"year\", \"price\": \"1\"}]}", 1,
        { "'unit'", "hour, day, week, month" } },
    { PRICE "\"unit\": \"hour\", \"price\": \"1\"}]}", 1,
        { "'gpu_model'", "'category'" } },
    { PRICE "\"sku\": \"s\", \"category\": \"gpu\",\n"
        "\"unit\": \"hour\", \"price\": \"1\"}]}", 1, { "one thing", "" } },
    { PRICE "\"category\": \"gpus\", \"unit\": \"hour\",\n"
        "\"price\": \"1\"}]}", 1, { "'category'", "gpu" } },
    { PRICE "\"sku\": \"s\", \"unit\": \"hour\", \"price\": \"1\",\n"
        "\"currency\": \"yuan\"}]}", 2, { "'currency'", "ISO 4217" } },
    { PRICE "\"sku\": \"s\", \"unit\": \"hour\", \"price\": \"1\",\n"
        "\"from\": \"2026-02-30\"}]}", 2, { "'from'", "date" } },
    { PRICE "\"gpu_model\": \"H100\", \"unit\": \"hour\", \"price\": \"1\"},\n"
        "{\"platform\": \"a\", \"gpu_model\": \"h100\", \"unit\": \"hour\", \"price\": \"2\"}]}", 2,
        { "price", "line 1" } },
    { "{\"invoice\": {\"autodl\": {\"basis\": \"paid\"}}}", 1, { "'basis'", "recharge" } },
    { "{\"invoice_rules\": {\"deadline\": 3}}", 1, { "'deadline'", "" } },
    { "{\"invoice_rules\": {\"deadline_days\": \"3\"}}", 1, { "'deadline_days'", "whole number" } },
    { "{\"rules\": {\"idle-gpu\": true}}", 1, { "'idle-gpu'", "object" } },
    { "{\"custom_rules\": [1]}", 1, { "object", "" } },
    { "{\"waivers\": [{\"reason\": \"x\"}]}", 1, { "'rule'", "missing" } },
    { "{\"waivers\": [{\"rule\": \"x\", \"until\": \"2026-06\"}]}", 1, { "'until'", "date" } },
    { "{\"fx\": {\"USD\": \"7\"}}", 1, { "'USD'", "USD/CNY" } },
    { "{\"fx\": {\"USD/USD\": \"1\"}}", 1, { "'USD/USD'", "different" } },
    { "{\"fx\": {\"USD/CNY\": 7.1}}", 1, { "'USD/CNY'", "in quotes" } },
    { "{\"fx\": {\"USD/CNY\": \"0\"}}", 1, { "'USD/CNY'", "above 0" } },
    { "{\"matching\": {\"max_states\": 0}}", 1, { "'max_states'", "from 1 to 1000000000" } },
    { "{\"timezone\": \"Z\",\n\"fx\": {},\n\"timezone\": \"Z\"}", 3, { "'timezone'", "twice" } },
    { "{\"rules\": {\"a\": {\"b\": 1,\n\"b\": 1}}}", 2, { "'b'", "twice" } },
    { "{\"timezone\": \"Z\",}", 1, { "", "" } },
    { "", 0, { "", "" } },
};

static void
refuses_what_is_wrong_and_says_where_and_what(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        struct err e = ERR_INIT;
        struct config *c = config_parse("dir/gpubill.json", sv_of(wrong[i].text), &e);
        char message[ERR_TEXT_MAX];

        if (c)
            fail_msg("accepted: %s", wrong[i].text);
        (void)err_text(&e, LANG_EN, message, sizeof(message));
        assert_string_equal(e.path, "dir/gpubill.json");
        for (size_t k = 0; k < 2; k++)
            if (!strstr(message, wrong[i].holds[k]))
                fail_msg("no \"%s\" in: %s", wrong[i].holds[k], message);
        if (wrong[i].line > 0 && e.line != wrong[i].line)
            fail_msg("line %u expected: %s", wrong[i].line, message);
    }
}

static void
lets_two_prices_of_one_thing_differ_in_any_term(void **state)
{
    struct config *c = parsed(
        "{\"price_book\": ["
        "{\"platform\": \"a\", \"sku\": \"s\", \"unit\": \"hour\", \"price\": \"1\"},"
        "{\"platform\": \"b\", \"sku\": \"s\", \"unit\": \"hour\", \"price\": \"1\"},"
        "{\"platform\": \"a\", \"sku\": \"S\", \"unit\": \"hour\", \"price\": \"1\"},"
        "{\"platform\": \"a\", \"sku\": \"s\", \"unit\": \"day\", \"price\": \"1\"},"
        "{\"platform\": \"a\", \"sku\": \"s\", \"unit\": \"hour\", \"price\": \"1\","
        " \"from\": \"2026-01-01\"},"
        "{\"platform\": \"a\", \"sku\": \"s\", \"unit\": \"hour\", \"price\": \"1\","
        " \"pricing\": \"prepaid\"},"
        "{\"platform\": \"a\", \"sku\": \"s\", \"unit\": \"hour\", \"price\": \"1\","
        " \"per\": \"instance\"},"
        "{\"platform\": \"a\", \"sku\": \"s\", \"unit\": \"hour\", \"price\": \"1\","
        " \"currency\": \"USD\"}]}");

    (void)state;
    assert_int_equal(c->prices.n, 8);
    config_free(c);
}

static void
names_the_file_that_cannot_be_read(void **state)
{
    struct err e = ERR_INIT;

    (void)state;
    assert_null(config_load("no/such/gpubill.json", &e));
    assert_int_equal(e.code, ERR_IO);
    assert_string_equal(e.path, "no/such/gpubill.json");
}

/* Add a line with these texts, starting on 2026-03-07 (a Saturday) 23:30 at +08:00, 90 minutes. */
static void
add_line(struct ledger *l, const char *name, enum category category)
{
    struct err e = ERR_INIT;
    struct charge c;

    charge_init(&c);
    c.text[TEXT_PLATFORM] = SV("autodl");
    c.text[TEXT_RESOURCE_NAME] = sv_of(name);
    c.text[TEXT_BILLING_CURRENCY] = SV("CNY");
    c.word[WORD_CATEGORY] = (unsigned char)category;
    c.time[TIME_CHARGE_PERIOD_START] = INT64_C(1772897400) * TIME_SECOND;
    c.time[TIME_CHARGE_PERIOD_END] = c.time[TIME_CHARGE_PERIOD_START] + 90 * TIME_MINUTE;
    charge_set(&c, MONEY_BILLED_COST, money_of(7));
    c.changes = CHANGE_INCLUSIVE_END | CHANGE_CATEGORY_DERIVED;
    c.line = 12;
    assert_int_equal(ledger_add(l, 0, &c, &e), 0);
}

static void
make_ledger(struct ledger *l)
{
    struct err e = ERR_INIT;
    struct input *in = input_new(SV("bills/a.csv"), true);
    uint32_t index;

    assert_non_null(in);
    ledger_init(l);
    assert_int_equal(ledger_add_input(l, in, &index, &e), 0);
    add_line(l, "thesis-1", CATEGORY_GPU);
    add_line(l, "course-1", CATEGORY_DATA_DISK);
}

static void
gives_a_line_to_the_first_project_that_fits(void **state)
{
    struct config *c = parsed(
        "{\"projects\": ["
        "{\"name\": \"none\", \"where\": [{\"field\": \"weekday\", \"is\": \"mon\"}]},"
        "{\"name\": \"thesis\", \"where\": ["
        " {\"field\": \"ResourceName\", \"matches\": \"^thesis-\"},"
        " {\"field\": \"category\", \"in\": [\"gpu\", \"cpu\"]},"
        " {\"field\": \"billed\", \"over\": \"6.99\"}, {\"field\": \"weekday\", \"is\": \"sat\"},"
        " {\"field\": \"hour\", \"is\": \"23\"}, {\"field\": \"day\", \"is\": \"2026-03-07\"},"
        " {\"field\": \"month\", \"is\": \"2026-03\"}, {\"field\": \"hours\", \"is\": \"1.5\"}]},"
        "{\"name\": \"late\", \"where\": {\"field\": \"ResourceName\", \"is\": \"thesis-1\"}}]}");
    struct ledger l;
    struct buf scratch;
    struct err e = ERR_INIT;
    const char *name = "unset";

    (void)state;
    make_ledger(&l);
    buf_init(&scratch, 4096);
    assert_int_equal(config_project(c, &(struct line_subject){ &l, &l.lines.at[0], 480 },
        &scratch, &name, &e), 0);
    assert_string_equal(name, "thesis");
    assert_int_equal(config_project(c, &(struct line_subject){ &l, &l.lines.at[1], 480 },
        &scratch, &name, &e), 0);
    assert_null(name);
    /* In UTC the line begins at 15:30, so only the last project fits. */
    assert_int_equal(config_project(c, &(struct line_subject){ &l, &l.lines.at[0], 0 },
        &scratch, &name, &e), 0);
    assert_string_equal(name, "late");
    assert_int_equal(config_project(NULL, &(struct line_subject){ &l, &l.lines.at[0], 0 },
        &scratch, &name, &e), 0);
    assert_null(name);
    buf_release(&scratch);
    ledger_release(&l);
    config_free(c);
}

static void
tells_every_field_of_a_line_as_text(void **state)
{
    static const struct {
        const char *field, *text; /* text NULL: no value */
    } cases[] = {
        { "category", "gpu" }, { "x_Category", "gpu" }, { "billedcost", "7" }, { "billed", "7" },
        { "platform", "autodl" }, { "resource", "thesis-1" }, { "instance", NULL },
        { "ListCost", NULL }, { "x_SourceFile", "bills/a.csv" }, { "x_SourceLine", "12" },
        { "x_Changes", "inclusive-end category-derived" }, { "BillingCurrency", "CNY" },
        { "ChargePeriodStart", "2026-03-07T15:30:00Z" }, { "BillingPeriodStart", NULL },
        { "weekday", "sat" }, { "hours", "1.5" },
    };
    struct ledger l;
    struct buf scratch;

    (void)state;
    make_ledger(&l);
    buf_init(&scratch, 4096);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct line_subject subject = { &l, &l.lines.at[0], 480 };
        int field = line_field_find(sv_of(cases[i].field));
        struct sv text = SV_EMPTY;

        assert_true(field >= 0);
        assert_int_equal(line_field_text(&subject, field, &scratch, &text),
            cases[i].text != NULL);
        if (cases[i].text && !sv_is(text, sv_of(cases[i].text)))
            fail_msg("%s is '%.*s'", cases[i].field, SV_ARG(text));
    }
    assert_int_equal(line_field_find(SV("nonsense")), -1);
    assert_int_equal(line_field_find(SV("")), -1);
    assert_int_equal(line_field_resolve(NULL, false, SV("category")), -1);
    buf_release(&scratch);
    ledger_release(&l);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_the_names_of_a_whole_config),
        cmocka_unit_test(reads_prices_waivers_and_rates_exactly),
        cmocka_unit_test(takes_defaults_where_nothing_is_said),
        cmocka_unit_test(refuses_what_is_wrong_and_says_where_and_what),
        cmocka_unit_test(lets_two_prices_of_one_thing_differ_in_any_term),
        cmocka_unit_test(names_the_file_that_cannot_be_read),
        cmocka_unit_test(gives_a_line_to_the_first_project_that_fits),
        cmocka_unit_test(tells_every_field_of_a_line_as_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
