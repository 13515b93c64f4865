#include "bench_format.h"

#include "record/json.h"

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

#define TAGS "'tags':{'names':['标签键:*','tag/*']},'amount':'amount'"
#define TAG_FIELDS "'Tags':'tags','BilledCost':'amount'"

static void
gathers_the_headings_of_a_family_as_one_object(void **state)
{
    static const struct { const char *row, *tags; } table[] = {
        { "vision|1|prod|x", "{\"Env\":\"prod\",\"team\":\"vision\"}" },
        { "\"vision\"|1|-|", "{\"team\":\"vision\"}" },
        { "|1||", "" },
        { "a \"b\"|1", "{\"team\":\"a \\\"b\\\"\"}" },
    };
    struct err e = ERR_INIT;
    struct format *f = bench_format(TAGS, TAG_FIELDS,
        ",'read':{'currency':'CNY','null_words':['-']}", &e);
    struct bench_row headings = bench_row("标签键:team|amount|TAG/Env|tag/");
    struct binding *b;
    char text[100];

    (void)state;
    assert_non_null(f);
    b = binding_new(f, headings.cells, headings.n, 0, NULL, &e);
    assert_non_null(b);
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        struct bench_row cells = bench_row(table[i].row);
        struct record r = bench_record(&cells);
        struct made m;

        assert_int_equal(binding_make(b, &r, &m, &e), 0);
        assert_int_equal(m.outcome, OUTCOME_LINE);
        assert_string_equal(bench_cell(&m.charge, "Tags", text, 100), table[i].tags);
    }
    binding_free(b);
    format_free(f);
}

static void
gathers_the_keys_of_a_family_as_one_object(void **state)
{
    struct err e = ERR_INIT;
    struct format *f = bench_format(TAGS, TAG_FIELDS, ",'read':{'currency':'CNY'}", &e);
    struct binding *b;
    struct made m;
    cJSON *tree;
    char text[100];

    (void)state;
    assert_non_null(f);
    b = binding_new(f, NULL, 0, 0, NULL, &e);
    assert_non_null(b);
    make_object(b, "{\"标签键:team\":\"vision\",\"amount\":1,\"tag/n\":2,\"tag/o\":{},\"x\":1}", &m,
        &tree);
    assert_string_equal(bench_cell(&m.charge, "Tags", text, 100),
        "{\"team\":\"vision\",\"n\":\"2\"}");
    cJSON_Delete(tree);
    binding_free(b);
    format_free(f);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gathers_the_headings_of_a_family_as_one_object),
        cmocka_unit_test(gathers_the_keys_of_a_family_as_one_object),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
