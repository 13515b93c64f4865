#include "bench_format.h"

/* The failure of loading ${text} (single quotes for double ones) from ${path}, or "". */
static const char *
failure(const char *path, const char *text, char *out, size_t size)
{
    struct err e = ERR_INIT;
    struct format *f;
    struct buf json;

    buf_init(&json, 100000);
    buf_add_text(&json, text);
    for (size_t i = 0; i < json.n; i++)
        if (json.p[i] == '\'')
            json.p[i] = '"';
    f = format_load(path, buf_sv(&json), &e);
    out[0] = '\0';
    if (!f)
        err_text(&e, LANG_EN, out, size);
    format_free(f);
    buf_release(&json);
    return out;
}

#define HEAD "{'id':'t','kind':'bill','platform':'p',\n'title':{'en':'T','zh':'题'}," \
    "'platform_title':{'en':'P','zh':'台'},\n" \
    "'evidence':{'level':'documented','sources':['s']},\n"
#define COLUMNS "'columns':{'amount':{'names':['金额','Amount'],'required':true},'kind':'类型'},\n"
#define FIELDS "'fields':{'BilledCost':'amount'},\n"
#define SAMPLES "'samples':[{'name':'n','text':['x'],'lines':[]}]}"

static void
loads_what_a_format_says(void **state)
{
    struct err e = ERR_INIT;
    struct format *f = bench_format(
        "'amount':{'names':['金额（元）'],'required':true},'kind':'类型','id':{'names':['$.Data.Id']}",
        "'BilledCost':'amount','x_LineId':'id'",
        ",'read':{'as':'rows','timezone':'+08:00','dates':'day-first','decimal_mark':',',"
        "'currency':'EUR','amount_unit':'0.001'},"
        "'skip':[{'when':{'column':'kind','is':'作废'},'as':'not-a-charge'}],"
        "'categories':[{'when':{'field':'x_LineId','matches':'^d-'},'is':'data-disk',"
        "'state':'stopped'},"
        "{'is':'gpu'}],"
        "'recognise':{'absent':['余额'],'prefer_over':['x']},"
        "'billing':{'time':'end','end':'inclusive','overlap':'exclusive','delivery':'whole-month',"
        "'rows_repeat':true,'view':{'rank':3,'completes':['y']},'release_after_days':15,"
        "'no_gpu_price':'0.10'},"
        "'invoice':{'basis':'recharge','sellers':['某公司']}", &e);

    (void)state;
    assert_non_null(f);
    assert_string_equal(f->id, "bench");
    assert_int_equal(f->kind, INPUT_BILL);
    assert_string_equal(f->title.zh, "试");
    assert_int_equal(f->evidence, EVIDENCE_ASSUMED);
    assert_string_equal(evidence_word(f->evidence), "assumed");
    assert_true(f->reads_rows);
    assert_false(f->reads_objects);
    assert_string_equal(f->lists[0], "");
    assert_null(f->lists[1]);
    assert_int_equal(f->zone_minutes, 480);
    assert_int_equal(f->dates, DATE_DAY_FIRST);
    assert_int_equal(f->decimal_mark, ',');
    assert_string_equal(f->columns.at[0].folded[0], "金额");
    assert_string_equal(f->columns.at[0].whole[0], "金额(元)");
    assert_true(f->columns.at[0].is_required);
    assert_string_equal(f->columns.at[2].folded[0], "$.Data.Id");
    assert_int_equal(f->skips.at[0].as, SKIP_NOT_A_CHARGE);
    assert_int_equal(f->categories.n, 2);
    assert_int_equal(f->categories.at[0].category, CATEGORY_DATA_DISK);
    assert_int_equal(f->categories.at[0].state, STATE_STOPPED);
    assert_null(f->categories.at[1].when);
    assert_int_equal(f->tested.n, 1);
    assert_string_equal(f->absent[0], "余额");
    assert_int_equal(f->billing.time, BILLING_TIME_END);
    assert_true(f->billing.is_end_inclusive);
    assert_true(f->billing.is_whole_month);
    assert_int_equal(f->billing.view_rank, 3);
    assert_string_equal(f->billing.completes[0], "y");
    assert_int_equal(f->billing.release_after_days, 15);
    assert_int_equal(f->basis, BASIS_RECHARGE);
    assert_true(f->fields.at[0].is_required);
    assert_false(f->fields.at[1].is_required);
    format_free(f);
}

static void
takes_the_defaults_for_what_is_absent(void **state)
{
    struct err e = ERR_INIT;
    struct format *f = bench_format("'amount':'amount'", "'BilledCost':'amount'", "", &e);

    (void)state;
    assert_non_null(f);
    assert_true(f->reads_rows && f->reads_objects);
    assert_false(f->has_timezone);
    assert_int_equal(f->decimal_mark, '.');
    assert_string_equal(f->currency, "");
    assert_int_equal(money_compare(f->amount_unit, money_of(1)), 0);
    assert_null(f->absent[0]);
    assert_null(f->billing.completes[0]);
    assert_null(f->where);
    assert_int_equal(f->billing.time, BILLING_TIME_PERIOD);
    assert_null(f->input_hook);
    format_free(f);
    format_free(NULL);
}

struct wrong {
    const char *text, *message;
};

static void
check_wrong(const struct wrong *table, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char message[ERR_TEXT_MAX];

        failure("some/t.json", table[i].text, message, sizeof(message));
        if (!table[i].message[0])
            assert_string_equal(message, "");
        else if (strncmp(message, "some/", 5) != 0 || strcmp(message + 5, table[i].message) != 0)
            fail_msg("%s: '%s', expected '%s'", table[i].text, message, table[i].message);
    }
}

#define CHECK_WRONG(table) check_wrong(table, sizeof(table) / sizeof(table[0]))

static void
refuses_wrong_columns_and_fields_with_line_and_suggestion(void **state)
{
    static const struct wrong table[] = {
        { HEAD COLUMNS FIELDS SAMPLES, "" },
        { "[]", "t.json:1: an object is expected here" },
        { HEAD "'colums':{},\n" COLUMNS FIELDS SAMPLES,
            "t.json:4: unknown key 'colums'; did you mean 'columns'?" },
        { HEAD "'zebra':{},\n" COLUMNS FIELDS SAMPLES,
            "t.json:4: unknown key 'zebra'; known here: id, kind, platform, title, "
            "platform_title, evidence, read, columns, recognise, skip, fields, required, "
            "lines, categories, billing, invoice, hooks, samples" },
        { HEAD FIELDS SAMPLES, "t.json:1: 'columns' is missing" },
        { HEAD COLUMNS SAMPLES, "t.json:1: 'fields' is missing" },
        { HEAD COLUMNS "'fields':{'BilledCost':'amount'}}",
            "t.json:1: 'samples' is missing: give raw text and the lines that it becomes" },
        { HEAD COLUMNS FIELDS "'samples':[]}",
            "t.json:6: 'samples' is missing: give raw text and the lines that it becomes" },
        { HEAD COLUMNS FIELDS "'samples':[{'name':'n','lines':[]}]}",
            "t.json:6: a sample needs either 'text' or 'json'" },
        { HEAD COLUMNS FIELDS "'samples':[{'name':'n','text':['x']}]}",
            "t.json:6: 'lines' is missing; with [] 'gpubill formats --check' prints what belongs "
            "there" },
        { HEAD COLUMNS "'fields':{'BiledCost':'amount'},\n" SAMPLES,
            "t.json:5: unknown field 'BiledCost'; did you mean 'BilledCost'?" },
        { HEAD COLUMNS "'fields':{'BilledCost':'amuont'},\n" SAMPLES,
            "t.json:5: unknown column 'amuont'; did you mean 'amount'?" },
        { HEAD COLUMNS "'fields':{'BilledCost':{'amont':'amount'}},\n" SAMPLES,
            "t.json:5: unknown verb 'amont'; did you mean 'amount'?" },
        { HEAD COLUMNS "'fields':{'BilledCost':{'amount':'amount','units':'1'}},\n" SAMPLES,
            "t.json:5: unknown key 'units'; did you mean 'unit'?" },
        { HEAD COLUMNS "'fields':{'BilledCost':{'time':'amount'}},\n" SAMPLES,
            "t.json:5: a time stands where an amount is needed" },
        { HEAD COLUMNS "'fields':{'BilledCost':'amount','ChargePeriodStart':{'amount':'kind'}},\n"
            SAMPLES,
            "t.json:5: an amount stands where a time is needed" },
        { HEAD COLUMNS "'fields':{'BilledCost':{'regex':'(a)','of':'amount','take':2}},\n" SAMPLES,
            "t.json:5: the pattern has no group 2" },
        { HEAD COLUMNS "'fields':{'BilledCost':{'hook':'none','of':'amount'}},\n" SAMPLES,
            "t.json:5: there is no hook 'none' that makes a text" },
        { HEAD COLUMNS "'fields':{'BilledCost':'amount','x_SourceLine':'kind'},\n" SAMPLES,
            "t.json:5: unknown field 'x_SourceLine'" },
        { HEAD COLUMNS "'fields':{'ListCost':'amount'},\n" SAMPLES,
            "t.json:1: 'fields' does not make 'BilledCost', which is required" },
    };

    (void)state;
    CHECK_WRONG(table);
}

static void
refuses_wrong_parts_with_line_and_suggestion(void **state)
{
    static const struct wrong table[] = {
        { HEAD COLUMNS FIELDS "'read':{'timezone':'Mars'},\n" SAMPLES,
            "t.json:6: time zone 'Mars' is not one; expected one such as +08:00" },
        { HEAD COLUMNS FIELDS "'read':{'currency':'XXA'},\n" SAMPLES,
            "t.json:6: 'XXA' is no currency; use an ISO 4217 code like CNY" },
        { HEAD COLUMNS FIELDS "'read':{'dates':'any'},\n" SAMPLES,
            "t.json:6: 'dates' must be one of: year-first, month-first, day-first" },
        { HEAD COLUMNS FIELDS "'billing':{'time':'perod'},\n" SAMPLES,
            "t.json:6: 'time' must be one of: period, start, end" },
        { HEAD COLUMNS FIELDS "'skip':[{'when':{'column':'kin','is':'x'}}],\n" SAMPLES,
            "t.json:6: no column 'kin' can be tested here" },
        { HEAD COLUMNS FIELDS "'skip':[{'when':{'field':'BilledCost','is':'x'}}],\n" SAMPLES,
            "t.json:6: no field 'BilledCost' can be tested here" },
        { HEAD COLUMNS FIELDS "'categories':[{'is':'gpus'}],\n" SAMPLES,
            "t.json:6: 'gpus' is no word of x_Category; did you mean 'gpu'?" },
        { HEAD COLUMNS FIELDS "'hooks':{'input':'none'},\n" SAMPLES,
            "t.json:6: there is no hook 'none' that looks at an input" },
        { "{'id':'u','kind':'bill'}", "t.json:1: 'id' must be the name of the file, 't'" },
        { "{'id':'t','kind':'bil'}", "t.json:1: 'kind' "
            "must be one of: bill, states, usage, payment" },
        { "{'id':'t','kind':'bill','title':{'en':'T'}}", "t.json:1: 'zh' is missing" },
        { "{'id':'t','kind':'bill','title':{'en':'T','zh':'T'},'evidence':{'level':'documented'}}",
            "t.json:1: 'sources' is missing" },
        { "{'id':'t','kind':'bill','title':{'en':'T','zh':'T'},'evidence':{'level':'documented',"
            "'sources':['s']}," COLUMNS FIELDS SAMPLES,
            "t.json:1: give 'platform', or the field 'x_Platform'" },
    };

    (void)state;
    CHECK_WRONG(table);
}

static void
refuses_values_of_another_form_than_it_says(void **state)
{
    static const struct wrong table[] = {
        { HEAD "'columns':[],\n" FIELDS SAMPLES,
            "t.json:4: 'columns' must be an object of columns" },
        { HEAD "'columns':{'amount':{'required':true}},\n" FIELDS SAMPLES,
            "t.json:4: 'names' is missing" },
        { HEAD COLUMNS "'fields':'amount',\n" SAMPLES,
            "t.json:5: 'fields' must be an object of fields" },
        { HEAD COLUMNS "'fields':{'BilledCost':7},\n" SAMPLES,
            "t.json:5: 'BilledCost' must be an expression (a column, or an object with a verb)" },
        { HEAD COLUMNS "'fields':{'BilledCost':{'column':7}},\n" SAMPLES,
            "t.json:5: 'column' must be the key of a column" },
        { HEAD COLUMNS "'fields':{'BilledCost':{'regex':7,'of':'amount'}},\n" SAMPLES,
            "t.json:5: 'regex' must be a pattern" },
        { HEAD COLUMNS "'fields':{'BilledCost':{'regex':'(','of':'amount'}},\n" SAMPLES,
            "t.json:5: pattern '(' is wrong at offset 1: missing closing parenthesis" },
        { HEAD COLUMNS "'fields':{'BilledCost':{'regex':'a','of':'amount','take':'x'}},\n" SAMPLES,
            "t.json:5: 'take' must be a small whole number" },
        { HEAD COLUMNS "'fields':{'BilledCost':{'map':[],'of':'amount'}},\n" SAMPLES,
            "t.json:5: 'map' must be an object of words" },
        { HEAD COLUMNS "'fields':{'BilledCost':{'map':{'a':1},'of':'amount'}},\n" SAMPLES,
            "t.json:5: 'a' must be a text or null" },
        { HEAD COLUMNS "'fields':{'BilledCost':{'amount':'amount','unit':'x'}},\n" SAMPLES,
            "t.json:5: amount 'x' is not a number; expected one such as 1234.50" },
        { HEAD COLUMNS "'fields':{'BilledCost':'amount','ChargePeriodStart':{'time':'kind',"
            "'zone':'Mars'}},\n" SAMPLES,
            "t.json:5: time zone 'Mars' is not one; expected one such as +08:00" },
        { HEAD COLUMNS "'fields':{'BilledCost':'amount','ChargePeriodStart':{'time':'kind',"
            "'add':'x'}},\n" SAMPLES,
            "t.json:5: duration 'x' is in no known form; expected one such as 90m or 1:30:00" },
        { HEAD COLUMNS "'fields':{'BilledCost':{'split':'','of':'amount'}},\n" SAMPLES,
            "t.json:5: 'split' must be the text that separates" },
        { HEAD COLUMNS "'fields':{'BilledCost':{'hook':7,'of':'amount'}},\n" SAMPLES,
            "t.json:5: 'hook' must be the name of a hook" },
        { HEAD COLUMNS "'fields':{'BilledCost':{'const':7}},\n" SAMPLES,
            "t.json:5: 'const' must be a text" },
        { HEAD COLUMNS FIELDS "'read':{'amount_unit':'x'},\n" SAMPLES,
            "t.json:6: amount 'x' is not a number; expected one such as 1234.50" },
        { HEAD COLUMNS FIELDS "'recognise':{'text':'('},\n" SAMPLES,
            "t.json:6: pattern '(' is wrong at offset 1: missing closing parenthesis" },
        { HEAD COLUMNS FIELDS "'skip':{},\n" SAMPLES,
            "t.json:6: 'skip' must be a list" },
        { HEAD COLUMNS FIELDS "'skip':[{'as':'blank'}],\n" SAMPLES,
            "t.json:6: 'when' is missing" },
        { HEAD COLUMNS FIELDS "'categories':{},\n" SAMPLES,
            "t.json:6: 'categories' must be a list" },
        { HEAD COLUMNS FIELDS "'billing':{'no_gpu_price':'x'},\n" SAMPLES,
            "t.json:6: amount 'x' is not a number; expected one such as 1234.50" },
        { HEAD COLUMNS FIELDS "'lines':[{'fields':7}],\n" SAMPLES,
            "t.json:6: 'fields' must be an object of fields" },
        { HEAD COLUMNS FIELDS "'skip':[{'when':{'column':7,'is':'x'},'as':'blank'}],\n" SAMPLES,
            "t.json:6: 'column' must be a text" },
        { HEAD COLUMNS FIELDS "'skip':[{'when':{'column':'kind','is':7},'as':'blank'}],\n" SAMPLES,
            "t.json:6: 'is' must be a text" },
        { "{'id':'t','kind':'bill','title':{'en':'T','zh':'T'}," COLUMNS FIELDS SAMPLES,
            "t.json:1: 'evidence' is missing" },
    };

    (void)state;
    CHECK_WRONG(table);
}

static void
refuses_what_is_no_json(void **state)
{
    char message[ERR_TEXT_MAX];

    (void)state;
    failure("t.json", "{'id':", message, sizeof(message));
    assert_int_equal(strncmp(message, "t.json:1: ", 10), 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_what_a_format_says),
        cmocka_unit_test(takes_the_defaults_for_what_is_absent),
        cmocka_unit_test(refuses_wrong_columns_and_fields_with_line_and_suggestion),
        cmocka_unit_test(refuses_wrong_parts_with_line_and_suggestion),
        cmocka_unit_test(refuses_values_of_another_form_than_it_says),
        cmocka_unit_test(refuses_what_is_no_json),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
