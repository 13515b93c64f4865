#include "bench_format.h"

#include "ledger/input.h"
#include "record/json.h"

static const char columns[] =
    "'time':{'names':['时间','Time'],'required':true},'amount':{'names':['金额','Amount','费用'],"
    "'required':true},'currency':'币种','id':'流水号','note':'备注'";

static const char fields[] =
    "'ChargePeriodStart':'time','BilledCost':'amount','BillingCurrency':'currency','x_LineId':'id',"
    "'ChargeDescription':'note'";

/* A format, bound to ${headings}. */
struct bench {
    struct format *format;
    struct input *input;
    struct binding *binding;
    struct err e;
};

static void
set_up(struct bench *b, const char *headings, const char *rest)
{
    struct bench_row row = bench_row(headings);
    char message[ERR_TEXT_MAX];

    b->e = (struct err)ERR_INIT;
    b->format = bench_format(columns, fields, rest, &b->e);
    if (!b->format)
        fail_msg("%s", err_text(&b->e, LANG_EN, message, sizeof(message)));
    b->input = input_new(SV("bench"), true);
    b->binding = binding_new(b->format, row.cells, row.n, 480, b->input, &b->e);
}

static void
tear_down(struct bench *b)
{
    binding_free(b->binding);
    input_free(b->input);
    format_free(b->format);
}

/*
 * What becomes of ${row}: "line BILLED CURRENCY", "skipped WHY", "total AMOUNT CURRENCY",
 * "rejected WHY HEADING" or "error MESSAGE".
 */
static const char *
outcome(struct bench *b, const char *row, char *out, size_t size)
{
    struct bench_row cells = bench_row(row);
    struct record r = bench_record(&cells);
    struct made m;
    struct buf text;
    char amount[MONEY_TEXT_MAX], message[ERR_TEXT_MAX];

    buf_init(&text, size - 1);
    assert_non_null(b->binding);
    if (binding_make(b->binding, &r, &m, &b->e)) {
        buf_addf(&text, "error %s", err_text(&b->e, LANG_EN, message, sizeof(message)));
        b->e = (struct err)ERR_INIT;
    } else if (m.outcome == OUTCOME_LINE || m.is_declared_total) {
        buf_addf(&text, "%s %s %.*s", m.is_declared_total ? "total" : "line",
            money_format(amount, m.charge.money[MONEY_BILLED_COST]),
            SV_ARG(m.charge.text[TEXT_BILLING_CURRENCY]));
    } else if (m.outcome == OUTCOME_SKIPPED) {
        buf_addf(&text, "skipped %s", skip_word(m.skip));
    } else {
        buf_addf(&text, "rejected %s %.*s", reject_word(m.reject), SV_ARG(m.column));
    }
    memcpy(out, text.p, text.n + 1);
    buf_release(&text);
    return out;
}

struct example {
    const char *row, *expected;
};

static void
check(const char *headings, const char *rest, const struct example *table, size_t n)
{
    struct bench b;

    set_up(&b, headings, rest);
    for (size_t i = 0; i < n; i++) {
        char text[1000];

        outcome(&b, table[i].row, text, sizeof(text));
        if (strcmp(text, table[i].expected) != 0)
            fail_msg("%s under %s: '%s', expected '%s'", table[i].row, headings, text,
                table[i].expected);
    }
    tear_down(&b);
}

#define CHECK(headings, rest, table) \
    check(headings, rest, table, sizeof(table) / sizeof(table[0]))

#define CNY ",'read':{'currency':'CNY'}"

static void
finds_columns_by_name_wherever_they_stand(void **state)
{
    static const struct example table[] = { { "1.5|2026-03-01", "line 1.5 CNY" } };

    (void)state;
    CHECK("金额|时间", CNY, table);
    CHECK("AMOUNT| time ", CNY, table);
    CHECK("Cost (Amount)|Ti_me", CNY, table);
    CHECK("金额（元）|时间", CNY, table);
    CHECK("金额|时间||", CNY, table);
}

static void
names_the_headings_that_are_missing_and_those_found(void **state)
{
    struct bench b;
    char text[ERR_TEXT_MAX];

    (void)state;
    set_up(&b, "时间|总价", CNY);
    assert_null(b.binding);
    assert_int_equal(b.e.code, ERR_SYNTAX);
    assert_string_equal(err_text(&b.e, LANG_EN, text, sizeof(text)),
        "columns missing: 金额; found: 时间, 总价");
    tear_down(&b);
}

static void
tells_rows_that_are_no_charges(void **state)
{
    static const struct example table[] = {
        { "2026-03-01|1||a|x", "line 1 CNY" },
        { "", "skipped blank" },
        { "||||", "skipped blank" },
        { "-----", "skipped blank" },
        { "时间|金额|币种|流水号|备注", "skipped repeated-header" },
        { "|元|||", "skipped repeated-header" },
        { "小时|元|||", "skipped repeated-header" },
        { "合计|12.5|||", "total 12.5 CNY" },
        { "Total：|3|||", "total 3 CNY" },
        { "Total: |3|||", "total 3 CNY" },
        { "合 计|3|||", "total 3 CNY" },
        { "合　　计：|3|||", "total 3 CNY" },
        { "本 页 小 计|3|||", "skipped total-row" },
        { "G rand Total|3|||", "rejected bad-time 时间" },
        { "Totals of 2026|3|||", "rejected bad-time 时间" },
        { "合同 计|3|||", "rejected bad-time 时间" },
        { "|3||合计|", "rejected missing-field 时间" },
        { "小计|7|||", "skipped total-row" },
        { "总计||||", "skipped total-row" },
        { "2026-03-01|2||合计|", "line 2 CNY" },
        { "2026-03-01|2||-----|", "line 2 CNY" },
    };

    (void)state;
    CHECK("时间|金额|币种|流水号|备注", CNY ",'required':['ChargePeriodStart','BilledCost']", table);
}

static void
refuses_rows_that_are_too_short_or_too_long(void **state)
{
    static const struct example table[] = {
        { "a|2026-03-01|1", "line 1 CNY" },
        { "a|2026-03-01|1||", "line 1 CNY" },
        { "a|2026-03-01|1|note||", "line 1 CNY" },
        { "a|2026-03-01|1|note|more", "rejected too-many-fields " },
        { "a|2026-03-01", "rejected too-few-fields " },
        { "a", "rejected too-few-fields " },
    };

    (void)state;
    CHECK("流水号|时间|金额|备注", CNY, table);
}

static void
refuses_a_value_with_the_heading_of_the_file(void **state)
{
    static const struct example table[] = {
        { "1.2.3|2026-03-01|", "rejected bad-amount 费用（元）" },
        { "|2026-03-01|", "rejected missing-field 费用（元）" },
        { "--|2026-03-01|", "rejected missing-field 费用（元）" },
        { "0|2026-03-01|", "line 0 CNY" },
        { "1|2026-02-30|", "rejected bad-time 时间" },
        { "1|2026-03-01|XXA", "rejected bad-currency 币种" },
        { "8%|2026-03-01|", "rejected bad-amount 费用（元）" },
    };

    (void)state;
    CHECK("费用（元）|时间|币种", CNY, table);
}

static void
takes_the_currency_from_whatever_names_it(void **state)
{
    static const struct example plain[] = {
        { "1|2026-03-01|", "line 1 CNY" },
        { "1|2026-03-01|usd", "line 1 USD" },
        { "1|2026-03-01|元", "line 1 CNY" },
        { "¥1|2026-03-01|", "line 1 CNY" },
        { "$1|2026-03-01|", "rejected bad-currency 金额" },
        { "$1|2026-03-01|USD", "line 1 USD" },
        { "$1|2026-03-01|HKD", "line 1 HKD" },
        { "US$1|2026-03-01|HKD", "rejected bad-currency 币种" },
        { "¥1|2026-03-01|JPY", "line 1 JPY" },
        { "€1|2026-03-01|CNY", "rejected bad-currency 币种" },
    };
    static const struct example in_heading[] = {
        { "1|2026-03-01|", "line 1 USD" },
        { "1|2026-03-01|USD", "line 1 USD" },
        { "1|2026-03-01|CNY", "rejected bad-currency 币种" },
        { "€1|2026-03-01|", "rejected bad-currency Amount (USD)" },
    };
    static const struct example unknown[] = {
        { "1|2026-03-01|", "rejected bad-currency 金额" },
        { "¥1|2026-03-01|", "rejected bad-currency 金额" },
        { "€1|2026-03-01|", "line 1 EUR" },
        { "1|2026-03-01|EUR", "line 1 EUR" },
    };

    (void)state;
    CHECK("金额|时间|币种", CNY, plain);
    CHECK("Amount (USD)|时间|币种", CNY, in_heading);
    CHECK("金额|时间|币种", "", unknown);
}

static void
looks_at_two_headings_that_mean_one_column(void **state)
{
    static const struct example table[] = {
        { "1|1|2026-03-01", "line 1 CNY" },
        { "|1|2026-03-01", "line 1 CNY" },
        { "1||2026-03-01", "line 1 CNY" },
        { "1|2|2026-03-01",
            "error two columns that mean '金额' differ: '1' and '2'; remove one of them" },
    };
    struct bench b;

    (void)state;
    CHECK("金额|Amount|时间", CNY, table);
    set_up(&b, "金额|Amount|时间", CNY);
    assert_int_equal(b.input->warnings.n, 1);
    assert_string_equal(b.input->warnings.at[0].code, "duplicate-heading");
    tear_down(&b);
}

static void
prefers_the_heading_that_is_equal_with_its_bracket(void **state)
{
    struct err e = ERR_INIT;
    struct format *f = bench_format("'h':'时长（小时）','d':'时长（天）','amount':'amount'",
        "'PricingQuantity':'h','ConsumedQuantity':'d','BilledCost':'amount'", CNY, &e);
    struct bench_row headings = bench_row("时长(天)|时长(小时)|amount"), cells = bench_row("2|48|1");
    struct record r = bench_record(&cells);
    struct binding *b = binding_new(f, headings.cells, headings.n, 0, NULL, &e);
    struct made m;
    char text[100];

    (void)state;
    assert_int_equal(binding_make(b, &r, &m, &e), 0);
    assert_string_equal(bench_cell(&m.charge, "PricingQuantity", text, sizeof(text)), "48");
    assert_string_equal(bench_cell(&m.charge, "ConsumedQuantity", text, sizeof(text)), "2");
    binding_free(b);
    format_free(f);
}

static void
begins_a_new_table_at_headings_in_another_order(void **state)
{
    static const struct example table[] = {
        { "2026-03-01|1|a", "line 1 CNY" },
        { "流水号|金额|时间", "skipped repeated-header" },
        { "b|2|2026-03-02", "line 2 CNY" },
    };

    (void)state;
    CHECK("时间|金额|流水号", CNY, table);
}

static void
drops_what_spreadsheets_add_to_ids(void **state)
{
    static const struct { const char *cell, *id, *changes; } table[] = {
        { "0123", "0123", "category-derived" },
        { "'0123", "0123", "category-derived text-marker" },
        { "`0123", "0123", "category-derived text-marker" },
        { "=\"0123\"", "0123", "category-derived text-marker" },
        { "1.23457E+17", "", "category-derived id-lost-digits" },
        { "219E01BE", "219E01BE", "category-derived" },
        { "12E5", "12E5", "category-derived" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        struct bench b;
        struct bench_row cells = bench_row("|1|2026-03-01");
        struct record r = bench_record(&cells);
        struct made m;
        char text[100];

        set_up(&b, "流水号|金额|时间", CNY);
        cells.cells[0] = sv_of(table[i].cell);
        assert_int_equal(binding_make(b.binding, &r, &m, &b.e), 0);
        assert_string_equal(bench_cell(&m.charge, "x_LineId", text, sizeof(text)), table[i].id);
        assert_string_equal(bench_cell(&m.charge, "x_Changes", text, sizeof(text)),
            table[i].changes);
        assert_int_equal(b.input->warnings.n, table[i].id[0] ? 0 : 1);
        tear_down(&b);
    }
}

static void
passes_on_what_is_wrong_with_the_record_itself(void **state)
{
    struct bench b;
    struct record r = { .line = 3, .trouble = RECORD_BAD_ENCODING };
    struct made m;

    (void)state;
    set_up(&b, "金额|时间", CNY);
    message_set(&r.why, "no text");
    assert_int_equal(binding_make(b.binding, &r, &m, &b.e), 0);
    assert_int_equal(m.outcome, OUTCOME_REJECTED);
    assert_int_equal(m.reject, REJECT_BAD_ENCODING);
    assert_string_equal(m.why.format, "no text");
    tear_down(&b);
}

static void
skips_what_the_format_says_is_no_charge(void **state)
{
    static const struct example table[] = {
        { "x|2026-03-01|已取消", "skipped not-a-charge" },
        { "1|2026-03-01|ok", "line 1 CNY" },
    };

    (void)state;
    CHECK("金额|时间|备注",
        CNY ",'skip':[{'when':{'column':'note','is':'已取消'},'as':'not-a-charge'}]", table);
}

/* The charge that ${json} becomes; "" and m->outcome otherwise. */
static void
make_object(struct binding *b, const char *json, struct made *m, cJSON **tree)
{
    struct err e = ERR_INIT;
    struct record r = { .line = 1 };
    char message[ERR_TEXT_MAX];

    *tree = record_json_parse(sv_of(json), &e);
    assert_non_null(*tree);
    r.object = *tree;
    if (binding_make(b, &r, m, &e))
        fail_msg("%s", err_text(&e, LANG_EN, message, sizeof(message)));
}

static void
finds_columns_in_objects_by_the_path_of_their_keys(void **state)
{
    static const struct { const char *json, *id, *name, *tags, *billed; } table[] = {
        { "{\"data\":{\"id\":12345678901234567890},\"amount\":1.5}", "12345678901234567890", "", "",
            "1.5" },
        { "{\"Data\":{\"ID\":\"x\"},\"AMOUNT\":\"2\"}", "x", "", "", "2" },
        { "{\"data.id\":\"y\",\"amount\":2}", "y", "", "", "2" },
        { "{\"list\":[{\"name\":\"first\"},{\"name\":\"second\"}],\"amount\":0}", "", "second", "",
            "0" },
        { "{\"tags\":{\"b\":1.10,\"a\":[true,null]},\"amount\":0}", "", "",
            "{\"b\":1.10,\"a\":[true,null]}", "0" },
        { "{\"amount（元）\":3,\"tags\":null}", "", "", "", "3" },
    };
    struct err e = ERR_INIT;
    struct format *f = bench_format(
        "'id':'data.id','amount':'amount','second':'list.1.name','tags':'tags'",
        "'x_LineId':'id','BilledCost':'amount','ResourceName':'second','Tags':'tags'", CNY, &e);
    struct binding *b;

    (void)state;
    assert_non_null(f);
    b = binding_new(f, NULL, 0, 0, NULL, &e);
    assert_non_null(b);
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
            struct made m;
            cJSON *tree;
            char text[100];

            make_object(b, table[i].json, &m, &tree);
            assert_int_equal(m.outcome, OUTCOME_LINE);
            assert_string_equal(bench_cell(&m.charge, "x_LineId", text, 100), table[i].id);
            assert_string_equal(bench_cell(&m.charge, "ResourceName", text, 100), table[i].name);
            assert_string_equal(bench_cell(&m.charge, "Tags", text, 100), table[i].tags);
            assert_string_equal(bench_cell(&m.charge, "BilledCost", text, 100), table[i].billed);
            cJSON_Delete(tree);
        }
    binding_free(b);
    format_free(f);
}

static void
makes_observations_of_logs(void **state)
{
    struct err e = ERR_INIT;
    static const char text[] =
        "{\"id\":\"u\",\"kind\":\"usage\",\"title\":{\"en\":\"U\",\"zh\":\"U\"},"
        "\"evidence\":{\"level\":\"documented\",\"sources\":[\"s\"]},"
        "\"columns\":{\"time\":\"time\",\"instance\":\"instance\",\"use\":\"use\","
        "\"used\":\"used\"},"
        "\"fields\":{\"time\":\"time\",\"instance\":\"instance\",\"utilisation\":\"use\","
        "\"memory_used\":\"used\"},\"required\":[\"time\",\"instance\"],"
        "\"samples\":[{\"name\":\"n\",\"text\":[\"x\"],\"lines\":[]}]}";
    static const struct { const char *row; bool is_made, has_use, has_memory; int use; } table[] = {
        { "2026-03-01 00:00:00|i|45|100", true, true, true, 45 },
        { "2026-03-01 00:00:00|i|45 %|", true, true, false, 45 },
        { "2026-03-01 00:00:00|i|[N/A]|", true, false, false, 0 },
        { "2026-03-01 00:00:00|i||", true, false, false, 0 },
        { "2026-03-01 00:00:00|i|101|", false, false, false, 0 },
        { "2026-03-01 00:00:00|i|-1|", false, false, false, 0 },
        { "2026-03-01 00:00:00||1|", false, false, false, 0 },
    };
    struct format *f = format_load("u.json", sv_of(text), &e);
    struct bench_row headings = bench_row("time|instance|use|used");
    struct binding *b;

    (void)state;
    assert_non_null(f);
    b = binding_new(f, headings.cells, headings.n, 480, NULL, &e);
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        struct bench_row cells = bench_row(table[i].row);
        struct record r = bench_record(&cells);
        struct made m;

        assert_int_equal(binding_make(b, &r, &m, &e), 0);
        assert_int_equal(m.outcome, table[i].is_made ? OUTCOME_OBSERVATION : OUTCOME_REJECTED);
        if (!table[i].is_made)
            continue;
        assert_int_equal(m.observation.kind, INPUT_USAGE);
        assert_int_equal(m.observation.has_utilisation, table[i].has_use);
        assert_int_equal(m.observation.has_memory_used, table[i].has_memory);
        assert_int_equal(money_compare(m.observation.utilisation, money_of(table[i].use)), 0);
        assert_true(m.observation.from == INT64_C(1772294400000));
    }
    binding_free(b);
    format_free(f);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_columns_by_name_wherever_they_stand),
        cmocka_unit_test(names_the_headings_that_are_missing_and_those_found),
        cmocka_unit_test(tells_rows_that_are_no_charges),
        cmocka_unit_test(refuses_rows_that_are_too_short_or_too_long),
        cmocka_unit_test(refuses_a_value_with_the_heading_of_the_file),
        cmocka_unit_test(takes_the_currency_from_whatever_names_it),
        cmocka_unit_test(looks_at_two_headings_that_mean_one_column),
        cmocka_unit_test(prefers_the_heading_that_is_equal_with_its_bracket),
        cmocka_unit_test(begins_a_new_table_at_headings_in_another_order),
        cmocka_unit_test(drops_what_spreadsheets_add_to_ids),
        cmocka_unit_test(passes_on_what_is_wrong_with_the_record_itself),
        cmocka_unit_test(skips_what_the_format_says_is_no_charge),
        cmocka_unit_test(finds_columns_in_objects_by_the_path_of_their_keys),
        cmocka_unit_test(makes_observations_of_logs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
