/*
 * Flat objects that are built in place are those that the long way accepts, and the same trees.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "record/json.h"
#include "record/json_flat.h"
#include "record/json_tree.h"

/* What the keys are learnt from. */
#define LEARNT "{\"id\":\"i-1\", \"zone\":\"b\", \"cost\":0.10, \"note\":null, \"\":1}"

static void
learn(struct json_flat *f, const char *text)
{
    struct err e = ERR_INIT;
    cJSON *tree = record_json_parse(sv_of(text), &e);

    assert_non_null(tree);
    json_flat_learn(f, tree);
    cJSON_Delete(tree);
}

/* Whether the long way makes the same of ${text}. */
static bool
is_same(const cJSON *flat, struct sv text)
{
    struct err e = ERR_INIT;
    cJSON *tree = record_json_parse(text, &e);
    bool is_same = tree && json_tree_same(flat, tree);

    cJSON_Delete(tree);
    return is_same;
}

/* Read ${text} in place. Whether that was done; then it is as the long way. */
static bool
is_taken(struct json_flat *f, struct sv text)
{
    /* Of their own, so that bytes behind the text are not read unnoticed. */
    char *bytes = malloc(text.n + 1);
    struct sv copy = { bytes + 1, text.n };
    const cJSON *tree;
    size_t length = 0;

    assert_non_null(bytes);
    memcpy(bytes + 1, text.p, text.n);
    tree = json_flat_read(f, copy, &length);
    if (tree && sv_utf8_valid(text) == text.n)
        assert_true(is_same(tree, sv_part(copy, 0, length)));
    free(bytes);
    return tree != NULL;
}

static void
what_is_like_the_object_before_is_built_in_place(void **state)
{
    static const struct { const char *text; bool want; } examples[] = {
        { LEARNT, true },
        { "{\"id\":\"i-2\",\"cost\":-1.5e+7}, {", true },
        { "{ \"\" : 1 }", true },
        { "{\"zone\":true,\"cost\":false}\n", true },
        { "{\"id\":\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\",\"note\":\"云 more than sixteen bytes\"}", true },
        { "{\"id\":-0,\"zone\":0,\"cost\":1E5}", true },
        { "{\"cost\":1,\"id\":\"i-1\"}", false },
        { "{\"id\":1,\"id\":1}", false },
        { "{\"id\":1,\"new\":1}", false },
        { "{\"id\":1,}", false },
        { "{\"id\":1", false },
        { "{\"id\":{}}", false },
        { "{\"id\":[1]}", false },
        { "{}", false },
        { "[]", false },
        { "", false },
        { "{\"id\":\"\\u4e91\"}", false },
        { "{\"id\":\"\\x\"}", false },
        { "{\"id\":\"a\nb\"}", false },
        { "{\"id\":01}", false },
        { "{\"id\":1.}", false },
        { "{\"id\":.5}", false },
        { "{\"id\":+1}", false },
        { "{\"id\":1e}", false },
        { "{\"id\":NaN}", false },
        { "{\"id\":nullx}", false },
        { "{\"id\":1 2}", false },
        { "{\"i\\u0064\":1}", false },
    };
    struct json_flat f = { 0 };

    (void)state;
    assert_false(is_taken(&f, SV(LEARNT)));
    learn(&f, LEARNT);
    for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); i++) {
        print_message("example %zu\n", i);
        assert_int_equal(is_taken(&f, sv_of(examples[i].text)), examples[i].want);
    }
    json_flat_release(&f);
}

/* Each byte replaced by each other one, put before it, and left out. */
static void
what_is_nearly_like_it_is_built_in_place_only_where_it_is_sound(void **state)
{
    static const char text[] = "{\"id\":\"a \\\\ sixteen bytes\",\"zone\":true,\"cost\":-1.0e2,"
        "\"note\": null}";
    char changed[sizeof(text) + 1];
    size_t n = sizeof(text) - 1, taken = 0;
    struct json_flat f = { 0 };

    (void)state;
    learn(&f, LEARNT);
    assert_true(is_taken(&f, (struct sv){ text, n }));
    for (size_t at = 0; at < n; at++) {
        memcpy(changed, text, n);
        for (int c = 0; c < 256; c++) {
            changed[at] = (char)c;
            taken += is_taken(&f, (struct sv){ changed, n });
        }
        memcpy(changed + at + 1, text + at, n - at);
        for (int c = 0; c < 128; c++) {
            changed[at] = (char)c;
            taken += is_taken(&f, (struct sv){ changed, n + 1 });
        }
        memcpy(changed + at, text + at + 1, n - at - 1);
        taken += is_taken(&f, (struct sv){ changed, n - 1 });
        assert_false(is_taken(&f, (struct sv){ text, at }));
    }
    assert_true(taken > n);
    json_flat_release(&f);
}

static void
what_is_not_flat_is_not_learnt(void **state)
{
    struct json_flat f = { 0 };

    (void)state;
    learn(&f, LEARNT);
    learn(&f, "{\"a\":{\"b\":1}}");
    learn(&f, "{\"a\":1,\"a\\\"b\":2}");
    assert_true(is_taken(&f, SV(LEARNT)));
    learn(&f, "{\"a\":1}");
    assert_false(is_taken(&f, SV(LEARNT)));
    assert_true(is_taken(&f, SV("{\"a\":2}")));
    learn(&f, "{\"b\":1,\"b\":1}");
    assert_false(is_taken(&f, SV("{\"b\":1,\"b\":1}")));
    json_flat_release(&f);
}

static void
a_list_of_objects_that_are_never_alike_is_given_up(void **state)
{
    struct json_flat f = { 0 };

    (void)state;
    learn(&f, LEARNT);
    for (int i = 0; i < 100; i++)
        learn(&f, "{\"a\":{\"b\":1}}");
    assert_true(f.is_off);
    json_flat_release(&f);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_like_the_object_before_is_built_in_place),
        cmocka_unit_test(what_is_nearly_like_it_is_built_in_place_only_where_it_is_sound),
        cmocka_unit_test(what_is_not_flat_is_not_learnt),
        cmocka_unit_test(a_list_of_objects_that_are_never_alike_is_given_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
