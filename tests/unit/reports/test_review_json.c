#include <cjson/cJSON.h>

#include "reports/jsonw.h"
#include "reports/render.h"
#include "results_sample.h"

static const char *
text_at(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);

    assert_true(cJSON_IsString(item));
    return item->valuestring;
}

static const cJSON *
item_at(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);

    if (!item)
        fail_msg("no key '%s'", key);
    return item;
}

static cJSON *
render(struct sample *s)
{
    struct err e = ERR_INIT;
    struct buf out;
    cJSON *json;

    buf_init(&out, (size_t)1 << 20);
    assert_int_equal(render_review_json(&out, &s->results, &e), 0);
    json = cJSON_ParseWithLength(out.p, out.n);
    assert_non_null(json);
    buf_release(&out);
    return json;
}

static void
every_key_of_the_contract_is_there(void **state)
{
    static const char *const keys[] = { "schema", "program", "run", "period", "inputs", "totals",
        "spend", "spend_by_day", "spend_by_resource", "spend_by_project", "leaks",
        "leaks_by_rule", "findings", "unknown", "comparison", "reconciliation", "warnings" };
    struct sample *s = sample_new(LANG_EN);
    cJSON *json = render(s);
    const cJSON *item = json->child;

    (void)state;
    for (size_t i = 0; i < COUNT(keys); i++, item = item->next) {
        assert_non_null(item);
        assert_string_equal(item->string, keys[i]);
    }
    assert_null(item);
    assert_string_equal(text_at(json, "schema"), "gpubill.review/1");
    assert_true(cJSON_IsObject(item_at(json, "leaks")));
    assert_true(cJSON_IsObject(item_at(json, "reconciliation")));
    assert_int_equal(cJSON_GetArraySize(item_at(json, "findings")), 0);
    assert_true(cJSON_IsArray(item_at(json, "comparison")));
    assert_true(cJSON_IsArray(item_at(json, "leaks_by_rule")));
    cJSON_Delete(json);
    sample_release(s);
}

static void
times_carry_the_offset_of_the_review(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    cJSON *json = render(s);

    (void)state;
    assert_string_equal(text_at(item_at(json, "period"), "from"), "2026-03-01T00:00:00+08:00");
    assert_string_equal(text_at(item_at(json, "period"), "to"), "2026-04-01T00:00:00+08:00");
    assert_string_equal(text_at(item_at(json, "run"), "started"), "2026-04-02T10:00:00+08:00");
    cJSON_Delete(json);
    s->review.period.to = s->review.period.from;
    json = render(s);
    assert_true(cJSON_IsNull(item_at(item_at(json, "period"), "from")));
    cJSON_Delete(json);
    sample_release(s);
}

static void
amounts_are_exact_texts(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    cJSON *json = render(s);
    const cJSON *cny = item_at(item_at(json, "totals"), "CNY"), *row;

    (void)state;
    assert_string_equal(text_at(cny, "billed"), "2567.750000000000000001");
    assert_string_equal(text_at(cny, "refunds"), "-3");
    assert_string_equal(text_at(cny, "moved"), "200");
    row = cJSON_GetArrayItem(item_at(json, "spend"), 1);
    assert_string_equal(text_at(row, "platform"), "aliyun");
    assert_string_equal(text_at(row, "category"), "traffic");
    assert_string_equal(text_at(row, "billed"), "201.340000000000000001");
    row = cJSON_GetArrayItem(item_at(json, "spend_by_resource"), 0);
    assert_string_equal(text_at(row, "resource"), "id-<1>");
    assert_true(cJSON_IsNull(item_at(row, "gpu_hours")));
    row = cJSON_GetArrayItem(item_at(json, "spend_by_day"), 0);
    assert_string_equal(text_at(row, "day"), "2026-03-01");
    row = cJSON_GetArrayItem(item_at(json, "spend_by_project"), 1);
    assert_string_equal(text_at(row, "project"), "thesis");
    cJSON_Delete(json);
    sample_release(s);
}

static void
an_input_accounts_for_its_records(void **state)
{
    static const char *const skips[] = { "blank", "repeated-header", "total-row", "not-a-charge",
        "already-seen", "out-of-period", "folded", "observation" };
    struct sample *s = sample_new(LANG_EN);
    cJSON *json = render(s);
    const cJSON *in = cJSON_GetArrayItem(item_at(json, "inputs"), 0);

    (void)state;
    assert_string_equal(text_at(in, "path"), "bills/autodl.csv");
    assert_string_equal(text_at(in, "kind"), "bill");
    assert_int_equal(item_at(in, "records")->valueint, 4);
    assert_int_equal(item_at(in, "ledger_lines")->valueint, 2);
    assert_int_equal(item_at(in, "rejected")->valueint, 1);
    for (size_t i = 0; i < COUNT(skips); i++)
        assert_int_equal(item_at(item_at(in, "skipped"), skips[i])->valueint, i == 2);
    assert_string_equal(text_at(item_at(in, "billed"), "CNY"), "1666.31");
    assert_int_equal(cJSON_GetArraySize(item_at(in, "declared_total")), 0);
    in = cJSON_GetArrayItem(item_at(json, "inputs"), 1);
    assert_string_equal(text_at(item_at(in, "declared_total"), "CNY"), "901.44");
    cJSON_Delete(json);
    sample_release(s);
}

static void
warnings_name_place_and_speak_the_language(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    struct warning general = { .code = "general", .line = 0 };
    const cJSON *list, *row;
    cJSON *json;

    (void)state;
    message_set(&general.message, "out of memory");
    s->import.warnings.at = &general;
    s->import.warnings.n = 1;
    s->results.lang = LANG_ZH;
    json = render(s);
    list = item_at(json, "warnings");
    assert_int_equal(cJSON_GetArraySize(list), 2);
    row = cJSON_GetArrayItem(list, 0);
    assert_string_equal(text_at(row, "path"), "");
    assert_string_equal(text_at(row, "message"), "内存不足");
    row = cJSON_GetArrayItem(list, 1);
    assert_string_equal(text_at(row, "code"), "declared-total");
    assert_string_equal(text_at(row, "path"), "bills/autodl.csv");
    assert_int_equal(item_at(row, "line")->valueint, 0);
    cJSON_Delete(json);
    sample_release(s);
}

static void
json_is_laid_out_and_escaped(void **state)
{
    struct buf out;
    struct jsonw w = { .out = &out };

    (void)state;
    buf_init(&out, 4096);
    jsonw_begin(&w, NULL, '{', false);
    jsonw_text(&w, "a", "\"\n\xff");
    jsonw_begin(&w, "list", '[', false);
    jsonw_begin(&w, NULL, '{', true);
    jsonw_count(&w, "n", 18446744073709551615u);
    jsonw_money(&w, "m", amount("-0.50"));
    jsonw_begin(&w, "inner", '[', false);
    jsonw_plain(&w, NULL, "null");
    jsonw_end(&w);
    jsonw_end(&w);
    jsonw_end(&w);
    jsonw_begin(&w, "none", '{', false);
    jsonw_end(&w);
    jsonw_end(&w);
    assert_sv(buf_sv(&out), "{\n  \"a\": \"\\\"\\n\xef\xbf\xbd\",\n  \"list\": [\n"
        "    {\"n\": 18446744073709551615, \"m\": \"-0.5\", \"inner\": [null]}\n  ],\n"
        "  \"none\": {}\n}\n");
    buf_release(&out);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_key_of_the_contract_is_there),
        cmocka_unit_test(times_carry_the_offset_of_the_review),
        cmocka_unit_test(amounts_are_exact_texts),
        cmocka_unit_test(an_input_accounts_for_its_records),
        cmocka_unit_test(warnings_name_place_and_speak_the_language),
        cmocka_unit_test(json_is_laid_out_and_escaped),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
