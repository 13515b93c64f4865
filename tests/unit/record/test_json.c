/*
 * What elements come out of JSON, whole and in small chunks, and how damage is kept in bounds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/buf.h"
#include "record/json.h"

static const char *const troubles[] = {
    "", " bad-quote", " bad-encoding", " too-long", " bad-json",
};

/* "LINE[.INNER] {...}" for what can be read, "LINE trouble raw" for what cannot. */
static int
draw(void *context, const struct record *r, struct err *e)
{
    struct buf *out = context, scratch;
    struct sv text;

    (void)e;
    assert_int_equal(r->trouble != RECORD_FINE, r->why.format != NULL);
    assert_int_equal(r->trouble == RECORD_FINE, r->object != NULL);
    assert_non_null(r->envelope);
    buf_addf(out, "%u", (unsigned)r->line);
    if (r->inner > 0)
        buf_addf(out, ".%u", (unsigned)r->inner);
    buf_addf(out, "%s ", troubles[r->trouble]);
    if (r->object) {
        buf_init(&scratch, 10000);
        buf_add(out, record_json_text(r->object, SV(""), &scratch, &text) ? text : SV("null"));
        buf_release(&scratch);
    } else {
        buf_add(out, r->raw);
    }
    buf_add_char(out, '\n');
    return 0;
}

static int
read_text(struct buf *out, struct sv bytes, const char *path, const struct record_limits *limits,
    size_t chunk, struct err *e)
{
    struct source *s = source_of_memory(bytes);
    struct charset_found found;
    struct text *t;
    int result;

    buf_reset(out);
    assert_int_equal(charset_find(&found, s, e), 0);
    t = text_new_chunked(s, &found, chunk, e);
    assert_non_null(t);
    result = record_json_read_within(t, path, limits, draw, out, e);
    text_free(t);
    source_free(s);
    return result;
}

struct example {
    const char *text, *path, *want;
};

static const struct record_limits usual = RECORD_LIMITS_INIT;

static void
check_examples(const struct example *examples, size_t n, const struct record_limits *limits)
{
    static const size_t chunks[] = { TEXT_CHUNK_MAX, 4, 5, 6, 7, 11 };
    struct buf got;

    buf_init(&got, 1 << 20);
    for (size_t i = 0; i < n; i++) {
        print_message("example %zu\n", i);
        for (size_t c = 0; c < sizeof(chunks) / sizeof(chunks[0]); c++) {
            struct err e = ERR_INIT;

            assert_int_equal(read_text(&got, sv_of(examples[i].text), examples[i].path, limits,
                chunks[c], &e), 0);
            assert_int_equal(e.code, ERR_NONE);
            assert_string_equal(got.n > 0 ? got.p : "", examples[i].want);
        }
    }
    buf_release(&got);
}

#define CHECK(examples, limits) \
    check_examples(examples, sizeof(examples) / sizeof((examples)[0]), limits)

static void
reads_documents_of_every_kind(void **state)
{
    static const struct example examples[] = {
        { "[]", "", "" },
        { " [ ] \n", "", "" },
        { "[{\"a\":1},{\"a\":2}]", "", "1 {\"a\":1}\n2 {\"a\":2}\n" },
        { "\xEF\xBB\xBF{\"a\" : [ 1 , 2 ] }", "", "1 {\"a\":[1,2]}\n" },
        { "{\"a\":1}\n{\"a\":2}\r\n{\"a\":3}", "", "1 {\"a\":1}\n2 {\"a\":2}\n3 {\"a\":3}\n" },
        { "{\"a\":1}{\"a\":2}", "", "1 {\"a\":1}\n2 {\"a\":2}\n" },
        { "[1]\xEF\xBB\xBF[2]", "", "1 1\n2 2\n" },
        { "[1,\"x\",true,null,[3]]", "", "1 1\n2 x\n3 true\n4 null\n5 [3]\n" },
        { "{\"data\":{\"list\":[{\"a\":1},{\"a\":2}],\"n\":2}}", "data.list",
            "1 {\"a\":1}\n2 {\"a\":2}\n" },
        { "{\"list\":[{\"a\":1}]}{\"list\":[{\"a\":2}]}\n{\"list\":[]}", "list",
            "1 {\"a\":1}\n2 {\"a\":2}\n" },
        { "{\"x\":{\"list\":[9]},\"list\":[1]}", "list", "1 1\n" },
        { "{\"l\\u0069st\":[1]}", "list", "1 1\n" },
        { "{\"list\":null}", "list", "" },
        { "{}{\"list\":[1]}", "list", "1 bad-json \n2 1\n" },
        { "{\"D\":[{\"C\":[{\"a\":1},{\"a\":2}]},{\"C\":[]},{\"C\":null},{\"C\":[{\"a\":3}]}]}",
            "D[].C", "1.1 {\"a\":1}\n1.2 {\"a\":2}\n4.1 {\"a\":3}\n" },
        { "{\"D\":[{\"C\":[[1,2],[3]]}]}", "D[].C[]", "1.1 1\n1.2 2\n1.3 3\n" },
        { "[{\"C\":{\"x\":[1]}},{\"C\":{\"x\":[2]}}]", "[].C.x", "1.1 1\n2.1 2\n" },
        { "[{\"C\":[1]},{\"B\":1},{\"C\":{}}]", "[].C",
            "1.1 1\n2.1 bad-json {\"B\":1}\n3.1 bad-json {\"C\":{}}\n" },
    };

    (void)state;
    CHECK(examples, &usual);
}

static void
numbers_keep_their_text(void **state)
{
    static const struct example examples[] = {
        { "{\"InstanceId\":12345678901234567890,\"cost\":0.1,\"s\":\"-7 }\",\"l\":[-0.00,1E+2]}",
            "", "1 {\"InstanceId\":12345678901234567890,\"cost\":0.1,\"s\":\"-7 }\","
            "\"l\":[-0.00,1E+2]}\n" },
        { "[123456789012345678901234567890123456789012345678901234567890123]", "",
            "1 123456789012345678901234567890123456789012345678901234567890123\n" },
        { "[1234567890123456789012345678901234567890123456789012345678901234]", "",
            "1 bad-json 1234567890123456789012345678901234567890123456789012345678901234\n" },
    };

    (void)state;
    CHECK(examples, &usual);
}

static void
what_is_no_json_costs_its_element_only(void **state)
{
    static const char *const bad[] = {
        "NaN", "Infinity", "-Infinity", "nul", "True", "01", "1.", ".5", "+1", "-", "1e", "0x1",
        "{\"a\":1,}", "[1,]", "[1 2]", "{\"a\" 1}", "{a:1}", "{'a':1}", "{\"a\":NaN}", "\"a\tb\"",
        "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\\u0000\"",
        "{\"a\":1,\"a\":2}", "{\"a\":{\"b\":1,\"b\":1.0}}", "//x",
    };
    struct buf text, want, got;

    (void)state;
    buf_init(&text, 1000);
    buf_init(&want, 1000);
    buf_init(&got, 1000);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct err e = ERR_INIT;

        print_message("%s\n", bad[i]);
        buf_reset(&text);
        buf_reset(&want);
        buf_addf(&text, "[{\"ok\":1}, %s ,{\"ok\":2}]", bad[i]);
        buf_addf(&want, "1 {\"ok\":1}\n2 bad-json %s\n3 {\"ok\":2}\n", bad[i]);
        assert_int_equal(read_text(&got, buf_sv(&text), "", &usual, TEXT_CHUNK_MAX, &e), 0);
        assert_string_equal(got.p, want.p);
        assert_int_equal(read_text(&got, buf_sv(&text), "", &usual, 4, &e), 0);
        assert_string_equal(got.p, want.p);
    }
    buf_release(&text);
    buf_release(&want);
    buf_release(&got);
}

static void
accepts_what_rfc_8259_allows(void **state)
{
    static const struct example examples[] = {
        { "[-0,0,10,1.5,1e5,1E-5,2.50e+10]", "",
            "1 -0\n2 0\n3 10\n4 1.5\n5 1e5\n6 1E-5\n7 2.50e+10\n" },
        { "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u4E2d\\ud83d\\ude00\"]", "",
            "1 \"\\/\b\f\n\r\t中😀\n" },
        { "[\"\",{\"\":[]},{}]", "", "1 \n2 {\"\":[]}\n3 {}\n" },
        /* A key twice with one value loses nothing. */
        { "[{\"a\":1,\"a\":1},{\"a\":[{\"b\":\"x\"}],\"a\":[{\"b\":\"x\"}]}]", "",
            "1 {\"a\":1,\"a\":1}\n2 {\"a\":[{\"b\":\"x\"}],\"a\":[{\"b\":\"x\"}]}\n" },
    };

    (void)state;
    CHECK(examples, &usual);
}

static void
damage_is_kept_in_bounds(void **state)
{
    static const struct example examples[] = {
        /* Between the elements. */
        { "[{\"a\":1}{\"a\":2},{\"a\":3}]", "",
            "1 {\"a\":1}\n2 bad-json {\"a\":2}\n3 {\"a\":3}\n" },
        { "[1,,2]", "", "1 1\n2 bad-json \n3 2\n" },
        { "[1,]", "", "1 1\n2 bad-json \n" },
        { "[1 x, 2]", "", "1 1\n2 bad-json x\n3 2\n" },
        /* A cut text. */
        { "[{\"a\":1},{\"a\":", "", "1 {\"a\":1}\n2 bad-json {\"a\":\n" },
        { "[{\"a\":1},{\"a\":\"x", "", "1 {\"a\":1}\n2 bad-json {\"a\":\"x\n" },
        { "[{\"a\":1}", "", "1 {\"a\":1}\n2 bad-json \n" },
        { "{\"l\":[{\"a\":1}]", "l", "1 {\"a\":1}\n2 bad-json \n" },
        /* Lines: the next one is read again. */
        { "{\"a\":1\n{\"a\":2}\n", "", "1 bad-json {\"a\":1\n2 {\"a\":2}\n" },
        { "{\"a\":\"x}\n{\"a\":2}\n", "", "1 bad-json {\"a\":\"x}\n2 {\"a\":2}\n" },
        { "{\"a\":[1}\n{\"a\":2}\n", "", "1 bad-json {\"a\":[1}\n2 {\"a\":2}\n" },
        { "{\"a\":1}}\n{\"a\":2}\n", "", "1 {\"a\":1}\n2 bad-json }\n3 {\"a\":2}\n" },
        { "oops\n{\"a\":2}\nNaN\n[3]", "", "1 bad-json oops\n2 {\"a\":2}\n3 bad-json NaN\n4 3\n" },
        { "{\"a\":1} x\n{\"a\":2}", "", "1 {\"a\":1}\n2 bad-json x\n3 {\"a\":2}\n" },
        /* A list with an element on each line. */
        { "[\n  {\"a\":\"x},\n  {\"a\":2},\n  {\"a\":{\"b\":1},\n  {\"a\":4}\n]", "",
            "1 bad-json {\"a\":\"x},\n2 {\"a\":2}\n3 bad-json {\"a\":{\"b\":1},\n4 {\"a\":4}\n" },
        { "{\"l\": [\n{\"a\":\"x},\n{\"a\":2}\n]}", "l", "1 bad-json {\"a\":\"x},\n2 {\"a\":2}\n" },
        { "[\n  {\n    \"a\": [\n      {\n        \"b\": \"x\n      }\n    ]\n  },\n  {\n    "
            "\"a\": 2\n  }\n]", "",
            "1 bad-json {\n    \"a\": [\n      {\n        \"b\": \"x\n      "
            "}\n    ]\n  },\n2 {\"a\":2}\n" },
        /* Pages, one on each line. */
        { "{\"l\":[{\"a\":\"x},{\"a\":2}]}\n{\"l\":[{\"a\":3}]}", "l",
            "1 bad-json {\"a\":\"x},{\"a\":2}]}\n2 {\"a\":3}\n" },
        { "{\"l\":[1],\"x\"}\n{\"l\":[2]}", "l", "1 1\n2 bad-json \n3 2\n" },
        { "{\"x\":NaN,\"l\":[1]}", "l", "1 bad-json NaN\n2 1\n" },
        { "{\"x\" 1,\"l\":[1]}", "l", "1 bad-json 1\n2 1\n" },
        { "{\"l\":[1],\"l\":[2]}", "l", "1 1\n2 bad-json [2]\n" },
        { "{\"x\":1,\"x\":1,\"x\":2,\"l\":[1]}", "l", "1 bad-json 2\n2 1\n" },
        { "{\"d\":{\"l\":[1]},\"d\":{\"l\":[2]}}", "d.l", "1 1\n2 bad-json {\"l\":[2]}\n" },
        { "{\"l\":[1]}\n[7]\n{\"l\":{}}{\"l\":[2]}", "l",
            "1 1\n2 bad-json [7]\n3 bad-json {}\n4 bad-json \n5 2\n" },
    };

    (void)state;
    CHECK(examples, &usual);
}

static void
limits_cost_their_element_only(void **state)
{
    static const struct record_limits tight = { 100, 12, 100, 3, false };
    static const struct example examples[] = {
        { "[{\"a\":12345},{\"a\":123456},{\"a\":1234567},3]", "",
            "1 {\"a\":12345}\n2 {\"a\":123456}\n3 too-long {\"a\":1234567\n4 3\n" },
        { "[[[[[1]]]],[[[2]]],3]", "", "1 bad-json [[[[1]]]]\n2 [[[2]]]\n3 3\n" },
        { "[\"1234567890123456789\",\"12345678测试\",2]", "",
            "1 too-long \"12345678901\n2 too-long \"12345678测\n3 2\n" },
        { "[{\"a\":NaN, \"b\":[1,2,3]},2]", "", "1 bad-json {\"a\":NaN, \"b\n2 2\n" },
        { "{\"x\":\"123456789012345\",\"l\":[1]}", "l", "1 1\n" },
    };

    (void)state;
    CHECK(examples, &tight);
}

static void
bytes_that_are_no_text_cost_their_element_only(void **state)
{
    static const struct example examples[] = {
        { "[\"名称\",\n\"\xB2\xE2\",\n\"试\"]", "", "1 名称\n2 bad-encoding \"\xB2\xE2\"\n3 试\n" },
    };

    (void)state;
    CHECK(examples, &usual);
}

static void
a_text_without_elements_is_refused(void **state)
{
    static const struct { const char *text, *path, *why; } refused[] = {
        { "", "", "the text holds no value of JSON" },
        { "  \n", "list", "the text holds no value of JSON" },
        { "oops", "", "'oops' is no value of JSON" },
        { "{\"a\":1", "", "the text ends inside a value" },
        { "{\"a\":1}", "list", "the document has no list at 'list'" },
        { "{\"list\":{}}", "list", "a list is expected at 'list'" },
        { "{\"data\":[]}", "data.list", "an object is expected at 'data'" },
        { "[1]", "list", "an object is expected with a list at 'list'" },
        { "{\"list\"", "list", "the text ends before its last bracket" },
        { "{\"a\":[1],}", "list", "this is not expected here: '}'" },
    };
    struct buf got;

    (void)state;
    buf_init(&got, 1000);
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        char text[MESSAGE_TEXT_MAX];
        struct err e = ERR_INIT;

        assert_int_equal(read_text(&got, sv_of(refused[i].text), refused[i].path, &usual, 4, &e),
            -1);
        assert_int_equal(e.code, ERR_SYNTAX);
        assert_string_equal(message_text(&e.message, LANG_EN, text, sizeof(text)), refused[i].why);
    }
    buf_release(&got);
}

/* Look up paths in the envelope of the second record. */
static int
look_up(void *context, const struct record *r, struct err *e)
{
    static const char *const paths[] = {
        "account", "meta.region.id", "meta.list.1", "D[].BillId", "BillId", "after", "none", "T",
        "D[].T", "meta",
    };
    struct buf *out = context, scratch;
    struct sv text;

    (void)e;
    if (r->line != 2)
        return 0;
    buf_init(&scratch, 100);
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
        bool has = record_envelope_text(r->envelope, sv_of(paths[i]), &scratch, &text);

        buf_add(out, has ? text : SV("-"));
        buf_add_char(out, ' ');
    }
    buf_release(&scratch);
    return 1;
}

static void
the_envelope_holds_what_came_before_and_the_outer_element(void **state)
{
    struct source *s = source_of_memory(SV("{\"account\":100200300400500600700,\"meta\":{\"region\""
        ":{\"id\":\"cn-1\"},\"list\":[1,2]},\"D\":[{\"BillId\":1,\"C\":[1]},{\"C\":[2],\"BillId\":"
        "\"b-2\",\"T\":[{\"k\":1}]}],\"after\":1}"));
    struct charset_found found = { .charset = CHARSET_UTF8 };
    struct err e = ERR_INIT;
    struct text *t = text_new(s, &found, &e);
    struct buf got;

    (void)state;
    buf_init(&got, 1000);
    assert_int_equal(record_json_read(t, "D[].C", look_up, &got, &e), 0);
    assert_string_equal(got.p, "100200300400500600700 cn-1 2 b-2 b-2 - - [{\"k\":1}] "
        "[{\"k\":1}] {\"region\":{\"id\":\"cn-1\"},\"list\":[1,2]} ");
    buf_release(&got);
    text_free(t);
    source_free(s);
}

/* What stands around the list, by each record. */
static int
write_account(void *context, const struct record *r, struct err *e)
{
    struct buf *out = context;
    struct sv text;

    (void)e;
    if (r->trouble != RECORD_FINE)
        text = SV("bad");
    else if (!record_envelope_text(r->envelope, SV("D.account"), NULL, &text))
        text = SV("-");
    buf_addf(out, "%u:%.*s ", (unsigned)r->line, SV_ARG(text));
    return 0;
}

static void
what_stands_behind_the_list_is_known_where_it_is_asked_for(void **state)
{
    static const struct { const char *text, *alone, *around; } table[] = {
        { "{\"D\":{\"account\":1,\"L\":[{},{}]}}", "1:1 2:1 ", "1:1 2:1 " },
        { "{\"D\":{\"L\":[{},{}],\"account\":1}}", "1:- 2:- ", "1:1 2:1 " },
        /* Each document has its own; one without anything behind takes nobody's. */
        { "{\"D\":{\"L\":[{}],\"account\":1}}{\"D\":{\"L\":[{}]}}\n"
            "{\"D\":{\"L\":[{}],\"account\":\"c\"}}", "1:- 2:- 3:- ", "1:1 2:- 3:c " },
        /* Damage is passed on once, and the documents behind it stay their own. */
        { "{\"D\":{\"L\":[{},{\"a\":NaN}],\"account\":1}}\n{\"D\":{\"L\":[{}],\"account\":2}}",
            "1:- 2:bad 3:- ", "1:1 2:bad 3:2 " },
        { "{\"D\":{\"account\":1,\"L\":[{}],\"account\":2}}", "1:1 2:bad ", "1:1 2:bad " },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        struct source *s = source_of_memory(sv_of(table[i].text));
        struct charset_found found = { .charset = CHARSET_UTF8 };
        struct err e = ERR_INIT;
        struct text *t = text_new(s, &found, &e);
        struct buf got;

        buf_init(&got, 1000);
        assert_int_equal(record_json_read(t, "D.L", write_account, &got, &e), 0);
        assert_string_equal(got.p, table[i].alone);
        buf_reset(&got);
        text_rewind(t);
        assert_int_equal(record_json_read_around(t, "D.L", write_account, &got, &e), 0);
        assert_string_equal(got.p, table[i].around);
        buf_release(&got);
        text_free(t);
        source_free(s);
    }
}

static void
texts_are_found_by_path(void **state)
{
    static const struct { const char *path, *want; } examples[] = {
        { "s", "x y" }, { "n", "1.50" }, { "t", "true" }, { "f", "false" }, { "z", NULL },
        { "none", NULL }, { "a.0.b", "1e-7" }, { "a.1", "[2,\"\\\"\"]" }, { "a.2", NULL },
        { "a.x", NULL }, { "s.x", NULL }, { "o", "{\"k\":{\"l\":null}}" }, { "o.k.l", NULL },
        { "a.00000000001", NULL },
    };
    struct err e = ERR_INIT;
    cJSON *tree = record_json_parse(SV(" {\"s\":\"x y\", \"n\":1.50, \"t\":true, \"f\":false,"
        " \"z\":null, \"a\":[{\"b\":1e-7},[2,\"\\\"\"]], \"o\":{\"k\":{\"l\":null}}}\n"), &e);
    struct buf scratch;
    struct sv got;

    (void)state;
    assert_non_null(tree);
    buf_init(&scratch, 1000);
    for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); i++) {
        bool has = record_json_text(tree, sv_of(examples[i].path), &scratch, &got);

        assert_int_equal(has, examples[i].want != NULL);
        if (has)
            assert_true(sv_is(got, sv_of(examples[i].want)));
    }
    assert_false(record_json_text(tree, SV("o"), NULL, &got));
    buf_release(&scratch);
    cJSON_Delete(tree);
}

static void
a_whole_document_is_parsed_strictly_and_errors_have_their_line(void **state)
{
    static const struct { const char *text, *why; uint64_t line; } refused[] = {
        { "", "the text is empty", 1 },
        { "{\n\"a\": 1,\n}", "a key in quotes is expected where '}' stands", 3 },
        { "{\"a\":1}\n\nx", "the text goes on behind its value", 3 },
        { "[1,\n2", "the text ends inside a value", 2 },
        { "{\"a\":1,\"a\":2}", "the key 'a' stands twice with different values", 1 },
        { "[\n\"\xFF\"]", "byte 4 is no valid UTF-8", 2 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        char text[MESSAGE_TEXT_MAX];
        struct err e = ERR_INIT;

        assert_null(record_json_parse(sv_of(refused[i].text), &e));
        assert_int_equal(e.code, ERR_SYNTAX);
        assert_string_equal(message_text(&e.message, LANG_EN, text, sizeof(text)), refused[i].why);
        assert_int_equal(e.line, refused[i].line);
    }
}

static void
the_line_of_an_item_is_known(void **state)
{
    struct sv text = SV("{\"a\": [1,\n  \"a:\\\"\",\n {\"b\" : -2,\n\"c\"\n:\ntrue}],\n\"d\":"
        "null}");
    struct err e = ERR_INIT;
    cJSON *tree = record_json_parse(text, &e), *list, *other;

    (void)state;
    assert_non_null(tree);
    list = cJSON_GetObjectItem(tree, "a");
    assert_int_equal(record_json_line(text, tree, tree), 1);
    assert_int_equal(record_json_line(text, tree, list), 1);
    assert_int_equal(record_json_line(text, tree, cJSON_GetArrayItem(list, 0)), 1);
    assert_int_equal(record_json_line(text, tree, cJSON_GetArrayItem(list, 1)), 2);
    assert_int_equal(record_json_line(text, tree, cJSON_GetArrayItem(list, 2)->child), 3);
    assert_int_equal(record_json_line(text, tree, cJSON_GetArrayItem(list, 2)->child->next), 6);
    assert_int_equal(record_json_line(text, tree, cJSON_GetObjectItem(tree, "d")), 7);
    other = record_json_parse(SV("1"), &e);
    assert_int_equal(record_json_line(text, tree, other), 0);
    cJSON_Delete(other);
    cJSON_Delete(tree);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_documents_of_every_kind),
        cmocka_unit_test(numbers_keep_their_text),
        cmocka_unit_test(what_is_no_json_costs_its_element_only),
        cmocka_unit_test(accepts_what_rfc_8259_allows),
        cmocka_unit_test(damage_is_kept_in_bounds),
        cmocka_unit_test(limits_cost_their_element_only),
        cmocka_unit_test(bytes_that_are_no_text_cost_their_element_only),
        cmocka_unit_test(a_text_without_elements_is_refused),
        cmocka_unit_test(the_envelope_holds_what_came_before_and_the_outer_element),
        cmocka_unit_test(what_stands_behind_the_list_is_known_where_it_is_asked_for),
        cmocka_unit_test(texts_are_found_by_path),
        cmocka_unit_test(a_whole_document_is_parsed_strictly_and_errors_have_their_line),
        cmocka_unit_test(the_line_of_an_item_is_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
