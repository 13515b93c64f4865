/*
 * test_engine_sql.c - the script holds every rule, with this run's settings, safely quoted.
 */
#include <stdio.h>

#include "audit/engine_macro.h"
#include "audit/rule.h"
#include "unit.h"

#define SCRIPT_MAX ((size_t)1 << 24)

/* The whole script of ${engine} for the config ${text} ("": none) into ${out}. */
static void
write_script(enum engine engine, const char *text, struct buf *out)
{
    struct engine_sql in = { .engine = engine, .parts = SQL_ALL, .period = { 0, 0, 480 } };
    struct rulebook b = { .settings = NULL };
    struct formats f = { .list = { NULL, 0, 0 } };
    struct config *c = NULL;
    struct err e = ERR_INIT;

    if (*text) {
        c = config_parse("gpubill.json", sv_of(text), &e);
        assert_non_null(c);
    }
    assert_int_equal(formats_load(&f, NULL, &e), 0);
    assert_int_equal(rulebook_load(&b, c, &e), 0);
    in.config = c;
    in.rulebook = &b;
    in.formats = &f;
    buf_init(out, SCRIPT_MAX);
    assert_int_equal(engine_sql_write(out, &in, &e), 0);
    rulebook_release(&b);
    formats_release(&f);
    config_free(c);
}

static bool
has(const struct buf *script, const char *text)
{
    return sv_find(buf_sv(script), sv_of(text), 0) != (size_t)-1;
}

static void
every_rule_has_its_sql_or_a_reason(void **state)
{
    (void)state;
    for (enum engine engine = ENGINE_SPARK; engine < ENGINE_COUNT; engine++) {
        struct buf script;

        write_script(engine, "", &script);
        for (size_t i = 0; i < rule_count(); i++) {
            const char *lacks = engine_sql_lacks(rule_at(i)->id);
            char heading[80];

            (void)snprintf(heading, sizeof(heading), "---- %s%s\n", rule_at(i)->id,
                lacks ? ": " : "");
            heading[strlen(heading) - (lacks ? 1 : 0)] = '\0';
            assert_true(has(&script, heading));
        }
        buf_release(&script);
    }
}

static void
no_macro_is_left_in_a_script(void **state)
{
    (void)state;
    for (enum engine engine = ENGINE_SPARK; engine < ENGINE_COUNT; engine++) {
        struct buf script;

        write_script(engine, "", &script);
        assert_false(has(&script, "{{"));
        assert_false(has(&script, "}}"));
        assert_false(has(&script, "$1"));
        buf_release(&script);
    }
}

static void
settings_and_prices_of_the_config_are_filled_in(void **state)
{
    struct buf script;

    (void)state;
    write_script(ENGINE_DUCKDB, "{\"rules\": {\"charged-after-release\": {\"grace\": \"7m\"},"
        "\"traffic-fee\": {\"enabled\": false}}, \"price_book\": [{\"platform\": \"p\", "
        "\"gpu_model\": \"A100\", \"unit\": \"hour\", \"price\": \"1.88\"}]}", &script);
    assert_true(has(&script, ">= 420000\n"));
    assert_true(has(&script, "CAST('1880000000000000000' AS HUGEINT) AS price"));
    assert_true(has(&script, "---- traffic-fee: disabled\n"));
    assert_false(has(&script, "gb_rule_traffic_fee"));
    buf_release(&script);
}

static void
texts_are_quoted_as_each_engine_reads_them(void **state)
{
    static const struct { enum engine engine; const char *quoted; } cases[] = {
        { ENGINE_SPARK, "'it\\'s \\\\ {{wide}}'" },
        { ENGINE_CLICKHOUSE, "'it\\'s \\\\ {{wide}}'" },
        { ENGINE_DUCKDB, "'it''s \\ {{wide}}'" },
        { ENGINE_POSTGRES, "'it''s \\ {{wide}}'" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct buf out;

        buf_init(&out, SCRIPT_MAX);
        macro_quote(&out, cases[i].engine, "it's \\ {{wide}}");
        assert_string_equal(out.p, cases[i].quoted);
        buf_release(&out);
        write_script(cases[i].engine, "{\"instances\": [{\"platform\": \"p\", \"instance\": "
            "\"it's \\\\ {{wide}}\", \"gpu_count\": 2}]}", &out);
        assert_true(has(&out, cases[i].quoted));
        buf_release(&out);
    }
}

static void
macros_nest_and_what_is_wrong_in_a_template_is_told(void **state)
{
    static const struct { const char *text, *expected, *message; } cases[] = {
        { "a {{divide|{{divide|1|2}}|3}} b", "a ((((1) // (2))) // (3)) b", NULL },
        { "x $1 {{one}}", "x $1 1000000000000000000", NULL },
        { "{{nothing}}", NULL, "no macro is called 'nothing'" },
        { "{{divide|1|2", NULL, "a macro is not closed: {{divide|1|2" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct macro_writer w = { .engine = ENGINE_DUCKDB };
        struct err e = ERR_INIT;
        struct buf out;

        buf_init(&out, SCRIPT_MAX);
        assert_int_equal(macro_expand(&w, sv_of(cases[i].text), &out, &e),
            cases[i].expected ? 0 : -1);
        if (cases[i].expected)
            assert_string_equal(out.p, cases[i].expected);
        else
            assert_err(&e, cases[i].message);
        buf_release(&out);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_has_its_sql_or_a_reason),
        cmocka_unit_test(no_macro_is_left_in_a_script),
        cmocka_unit_test(settings_and_prices_of_the_config_are_filled_in),
        cmocka_unit_test(texts_are_quoted_as_each_engine_reads_them),
        cmocka_unit_test(macros_nest_and_what_is_wrong_in_a_template_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
