#include "base/buf.h"
#include "parsers/pattern.h"
#include "unit.h"

static struct pattern *
compiled(const char *text)
{
    struct err e = ERR_INIT;
    struct pattern *p = pattern_new(sv_of(text), &e);

    assert_non_null(p);
    assert_int_equal(e.code, ERR_NONE);
    return p;
}

static void
assert_text(struct sv got, const char *expected)
{
    assert_int_equal(got.n, strlen(expected));
    assert_memory_equal(got.p, expected, got.n);
}

static void
gives_the_match_and_its_groups(void **state)
{
    struct pattern *p = compiled("实例ID：(\\S+)(?: 规格：(\\S+))?");
    struct err e = ERR_INIT;
    struct sv groups[4];

    (void)state;
    assert_int_equal(pattern_groups(p), 2);
    assert_int_equal(pattern_match(p, SV("备注 实例ID：i-7 x"), 0, groups, 4, &e), 1);
    assert_text(groups[0], "实例ID：i-7");
    assert_text(groups[1], "i-7");
    assert_null(groups[2].p);
    assert_null(groups[3].p);
    assert_int_equal(pattern_match(p, SV("没有"), 0, groups, 4, &e), 0);
    assert_int_equal(e.code, ERR_NONE);
    pattern_free(p);
}

static void
goes_on_behind_an_earlier_match(void **state)
{
    struct pattern *p = compiled("\\d+");
    struct err e = ERR_INIT;
    struct sv group;
    struct sv text = SV("a1b22");

    (void)state;
    assert_int_equal(pattern_match(p, text, 2, &group, 1, &e), 1);
    assert_text(group, "22");
    assert_int_equal(pattern_match(p, text, 5, &group, 1, &e), 0);
    assert_int_equal(pattern_match(p, text, 99, &group, 1, &e), 0);
    assert_int_equal(pattern_match(p, SV_EMPTY, 0, &group, 1, &e), 0);
    pattern_free(p);
}

static void
does_not_match_bytes_that_are_no_utf8(void **state)
{
    struct pattern *p = compiled("a");
    struct err e = ERR_INIT;

    (void)state;
    assert_int_equal(pattern_match(p, SV("a\xff"), 0, NULL, 0, &e), 0);
    assert_int_equal(e.code, ERR_NONE);
    pattern_free(p);
}

static void
says_what_is_wrong_with_a_pattern(void **state)
{
    struct err e = ERR_INIT;
    char text[ERR_TEXT_MAX];

    (void)state;
    assert_null(pattern_new(SV("a(b"), &e));
    assert_int_equal(e.code, ERR_SYNTAX);
    assert_string_equal(err_text(&e, LANG_EN, text, sizeof(text)),
        "pattern 'a(b' is wrong at offset 3: missing closing parenthesis");
}

static void
stops_a_pattern_that_backtracks_without_end(void **state)
{
    struct pattern *p = compiled("^(a+)+$");
    struct err e = ERR_INIT;
    char text[64];

    (void)state;
    memset(text, 'a', sizeof(text));
    text[sizeof(text) - 1] = 'b';
    assert_int_equal(pattern_match(p, (struct sv){ text, sizeof(text) }, 0, NULL, 0, &e), -1);
    assert_int_equal(e.code, ERR_LIMIT);

    /* It can still be used. */
    assert_int_equal(pattern_match(p, SV("aaa"), 0, NULL, 0, &e), 1);
    pattern_free(p);
    pattern_free(NULL);
}

/* A pattern may ask for more steps, and for fewer; of others none has more than a million. */
static void
a_pattern_says_how_many_steps_it_may_take(void **state)
{
    static const struct { const char *pattern; const char *error; } patterns[] = {
        { "^(a+)+$", "pattern '^(a+)+$' of gpubill takes more than 1000000 steps on "
            "'aaaaaaaaaaaaaaaaaaaab'; make it simpler, or begin it with (*LIMIT_MATCH=N) to allow "
            "more" },
        { "(*LIMIT_MATCH=90000000)^(a+)+$", NULL },
        { "(*LIMIT_MATCH=10)^(a+)+$", "pattern '(*LIMIT_MATCH=10)^(a+)+$' of gpubill takes more "
            "than 10 steps on "
            "'aaaaaaaaaaaaaaaaaaaab'; make it simpler, or begin it with (*LIMIT_MATCH=N) to allow "
            "more" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(patterns); i++) {
        struct pattern *p = compiled(patterns[i].pattern);
        struct err e = ERR_INIT;
        int result = pattern_match(p, SV("aaaaaaaaaaaaaaaaaaaab"), 0, NULL, 0, &e);

        assert_int_equal(result, patterns[i].error ? -1 : 0);
        if (patterns[i].error)
            assert_err(&e, patterns[i].error);
        pattern_free(p);
    }
}

/* Memory of a match is bounded, too. */
static void
stops_a_pattern_that_goes_too_deep(void **state)
{
    struct pattern *p = compiled("^(?:(?:a|b)(?1)?|(c))+?((?:.(?2)?)*)$");
    struct buf text;
    struct err e = ERR_INIT;
    char said[ERR_TEXT_MAX];
    int result;

    (void)state;
    buf_init(&text, 1 << 20);
    for (size_t i = 0; i < 1 << 19; i++)
        buf_add_text(&text, "a");
    buf_add_text(&text, "\n");
    result = pattern_match(p, buf_sv(&text), 0, NULL, 0, &e);
    assert_int_equal(result, -1);
    assert_int_equal(e.code, ERR_LIMIT);
    assert_non_null(strstr(err_text(&e, LANG_EN, said, sizeof(said)), "needs too much memory"));
    pattern_free(p);
    buf_release(&text);
}

static void
says_the_same_however_often_it_is_asked(void **state)
{
    struct err e = ERR_INIT;
    struct pattern *p = pattern_new(SV("(?i)(?:a|b)+([0-9]{2})\\b"), &e);
    char far[400];
    struct sv groups[2];

    (void)state;
    assert_non_null(p);
    memset(far, 'a', sizeof(far));
    memcpy(far + sizeof(far) - 2, "42", 2);
    /* Machine code takes over on the way. */
    for (int i = 0; i < 300; i++) {
        assert_int_equal(pattern_match(p, SV("x ABBA17 y"), 0, groups, 2, &e), 1);
        assert_true(sv_is(groups[0], SV("ABBA17")));
        assert_true(sv_is(groups[1], SV("17")));
        assert_int_equal(pattern_match(p, SV("x abba1 y"), 0, groups, 2, &e), 0);
        if (i % 100 == 99) {
            assert_int_equal(pattern_match(p, (struct sv){ far, sizeof(far) }, 0, groups, 2, &e),
                1);
            assert_true(sv_is(groups[1], SV("42")));
        }
    }
    pattern_free(p);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_the_match_and_its_groups),
        cmocka_unit_test(goes_on_behind_an_earlier_match),
        cmocka_unit_test(does_not_match_bytes_that_are_no_utf8),
        cmocka_unit_test(says_what_is_wrong_with_a_pattern),
        cmocka_unit_test(stops_a_pattern_that_backtracks_without_end),
        cmocka_unit_test(a_pattern_says_how_many_steps_it_may_take),
        cmocka_unit_test(stops_a_pattern_that_goes_too_deep),
        cmocka_unit_test(says_the_same_however_often_it_is_asked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
