#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "parsers/condition.h"
#include "record/json.h"

/* Columns a, b, c are numbers 0, 1, 2; the field x is number 7. */
static int
resolve(void *context, bool is_field, struct sv name)
{
    (void)context;
    if (is_field)
        return sv_is(name, SV("x")) ? 7 : -1;
    return name.n == 1 && name.p[0] >= 'a' && name.p[0] <= 'c' ? name.p[0] - 'a' : -1;
}

static bool
value(void *context, int index, bool is_field, struct buf *scratch, struct sv *out)
{
    const char *const *texts = context;

    (void)scratch;
    *out = sv_of(is_field ? "field" : texts[index]);
    return out->n > 0;
}

/* 1, 0, or -1 with the message in ${message}. */
static int
holds(const char *json, const char *const texts[3], char *message, size_t size)
{
    struct err e = ERR_INIT;
    struct arena arena = ARENA_INIT;
    cJSON *tree = record_json_parse(sv_of(json), &e);
    struct json_origin origin = { "f.json", sv_of(json), tree };
    struct condition *c;
    struct buf scratch;
    int result = -1;

    assert_non_null(tree);
    buf_init(&scratch, 1000);
    c = condition_compile(&arena, tree, &origin, resolve, NULL, &e);
    if (c)
        result = condition_holds(c, value, (void *)(uintptr_t)texts, &scratch, &e);
    if (result < 0)
        err_text(&e, LANG_EN, message, size);
    condition_release(c);
    buf_release(&scratch);
    arena_release(&arena);
    cJSON_Delete(tree);
    return result;
}

static void
tests_texts(void **state)
{
    static const struct { const char *json, *a, *b; int expected; } table[] = {
        { "{\"column\":\"a\",\"is\":\"Paid\"}", " paid ", "", 1 },
        { "{\"column\":\"a\",\"is\":\"paid\"}", "unpaid", "", 0 },
        { "{\"column\":\"a\",\"is\":\"\"}", "", "", 1 },
        { "{\"column\":\"a\",\"in\":[\"x\",\"支出\"]}", "支出", "", 1 },
        { "{\"column\":\"a\",\"in\":[\"x\",\"支出\"]}", "收入", "", 0 },
        { "{\"column\":\"a\",\"in\":[]}", "", "", 0 },
        { "{\"column\":\"a\",\"matches\":\"数据盘$\"}", "i-1 数据盘", "", 1 },
        { "{\"column\":\"a\",\"matches\":\"^数据盘\"}", "i-1 数据盘", "", 0 },
        { "{\"column\":\"a\",\"blank\":true}", "", "", 1 },
        { "{\"column\":\"a\",\"blank\":true}", "--", "", 1 },
        { "{\"column\":\"a\",\"blank\":true}", "0", "", 0 },
        { "{\"column\":\"a\",\"blank\":false}", "0", "", 1 },
        { "{\"column\":\"a\",\"over\":\"5\"}", "5.000001", "", 1 },
        { "{\"column\":\"a\",\"over\":\"5\"}", "5", "", 0 },
        { "{\"column\":\"a\",\"over\":\"5\"}", "many", "", 0 },
        { "{\"column\":\"a\",\"under\":\"0\"}", "(0.01)", "", 1 },
        { "{\"column\":\"a\",\"under\":\"0\"}", "", "", 0 },
        { "{\"field\":\"x\",\"is\":\"field\"}", "", "", 1 },
        { "{\"not\":{\"column\":\"a\",\"is\":\"1\"}}", "1", "", 0 },
        { "{\"not\":{\"column\":\"a\",\"is\":\"1\"}}", "2", "", 1 },
        { "{\"any\":[{\"column\":\"a\",\"is\":\"1\"},{\"column\":\"b\",\"is\":\"2\"}]}",
            "0", "2", 1 },
        { "{\"any\":[{\"column\":\"a\",\"is\":\"1\"},{\"column\":\"b\",\"is\":\"2\"}]}",
            "0", "0", 0 },
        { "{\"all\":[{\"column\":\"a\",\"is\":\"1\"},{\"column\":\"b\",\"is\":\"2\"}]}",
            "1", "0", 0 },
        { "[{\"column\":\"a\",\"is\":\"1\"},{\"column\":\"b\",\"is\":\"2\"}]", "1", "2", 1 },
        { "[]", "", "", 1 },
        { "{\"any\":[]}", "", "", 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        const char *texts[3] = { table[i].a, table[i].b, "" };
        char message[ERR_TEXT_MAX] = "";

        if (holds(table[i].json, texts, message, sizeof(message)) != table[i].expected)
            fail_msg("%s on '%s', '%s': %s", table[i].json, table[i].a, table[i].b, message);
    }
}

static void
refuses_what_it_does_not_know_and_says_what_it_expects(void **state)
{
    static const struct { const char *json, *message; } table[] = {
        { "{\n\"column\":\"a\",\n\"iz\":\"1\"}", "f.json:3: unknown key 'iz'; did you mean 'is'?" },
        { "{\"column\":\"z\",\"is\":\"1\"}", "f.json:1: no column 'z' can be tested here" },
        { "{\"field\":\"z\",\"is\":\"1\"}", "f.json:1: no field 'z' can be tested here" },
        { "{\"is\":\"1\"}",
            "f.json:1: a condition needs 'column', 'field', 'not', 'all' or 'any'" },
        { "{\"column\":\"a\"}",
            "f.json:1: a condition needs exactly one test: is, in, matches, over, under or blank" },
        { "{\"column\":\"a\",\"is\":\"1\",\"under\":\"2\"}",
            "f.json:1: a condition needs exactly one test: is, in, matches, over, under or blank" },
        { "{\"column\":\"a\",\"is\":1}", "f.json:1: 'is' must be a text" },
        { "{\"column\":\"a\",\"in\":\"1\"}", "f.json:1: 'in' must be a list of texts" },
        { "{\"column\":\"a\",\"over\":5}", "f.json:1: 'over' must be a number in quotes" },
        { "{\"column\":\"a\",\"over\":\"x\"}",
            "f.json:1: amount 'x' is not a number; expected one such as 1234.50" },
        { "{\"column\":\"a\",\"blank\":\"yes\"}", "f.json:1: 'blank' must be true or false" },
        { "{\"column\":\"a\",\"matches\":\"(\"}",
            "f.json:1: pattern '(' is wrong at offset 1: missing closing parenthesis" },
        { "{\"any\":{\"column\":\"a\",\"is\":\"1\"}}",
            "f.json:1: 'any' must be a list of conditions" },
        { "{\"not\":{\"column\":\"a\",\"is\":\"1\"},\"all\":[]}",
            "f.json:1: 'not' stands alone in a condition" },
        { "[{\"column\":\"a\",\"is\":\"1\"},\n7]", "f.json:2: an object is expected here" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        const char *texts[3] = { "", "", "" };
        char message[ERR_TEXT_MAX] = "";

        assert_int_equal(holds(table[i].json, texts, message, sizeof(message)), -1);
        assert_string_equal(message, table[i].message);
    }
}

static void
stops_where_a_pattern_does_not_end(void **state)
{
    const char *texts[3] = { "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", "", "" };
    char message[ERR_TEXT_MAX] = "";

    (void)state;
    assert_int_equal(holds("{\"column\":\"a\",\"matches\":\"^(a+)+$\"}", texts, message,
        sizeof(message)), -1);
    assert_non_null(strstr(message, "takes more than 1000000 steps"));
}

static void
holds_where_there_is_no_condition(void **state)
{
    struct err e = ERR_INIT;

    (void)state;
    assert_int_equal(condition_holds(NULL, value, NULL, NULL, &e), 1);
    condition_release(NULL);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tests_texts),
        cmocka_unit_test(refuses_what_it_does_not_know_and_says_what_it_expects),
        cmocka_unit_test(stops_where_a_pattern_does_not_end),
        cmocka_unit_test(holds_where_there_is_no_condition),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
