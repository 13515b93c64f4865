/*
 * What is left of JSON without its outer layers, and what is refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/buf.h"
#include "record/json_layers.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static const struct sv passed_keys[] = { { "passed", 6 }, { "k\\\"y", 4 } };
static const struct json_layer peel[JSON_LAYERS_MAX] = { { passed_keys, COUNT(passed_keys) } };

/* What is left of ${text} without ${n} layers into ${out}. */
static int
open_layers(struct buf *out, struct sv text, size_t n, bool is_part, struct err *e)
{
    struct charset_found utf8 = { .charset = CHARSET_UTF8 };
    struct source *s = source_of_memory(text), *left = NULL;
    int result = json_layers_open(&left, s, &utf8, peel, n, is_part, e);
    char block[7777];
    size_t got = 0;

    buf_reset(out);
    if (result == 0) {
        do {
            assert_int_equal(source_read(left, block, sizeof(block), out->n, &got, e), 0);
            buf_add(out, (struct sv){ block, got });
        } while (got > 0);
        assert_int_equal(source_size(left), out->n);
        source_free(left);
    }
    source_free(s);
    return result;
}

static void
takes_layers_off_strings_lists_and_objects(void **state)
{
    static const struct { const char *text; size_t n; const char *left; } examples[] = {
        { "\"{\\\"a\\\": 1}\"", 1, "{\"a\": 1}\n" },
        { " \"a\" \n\"b\"", 1, "a\nb\n" },
        { "[{\"a\": [1, \"]\"]}, [2], \"x\\\"\", 3 ,null]", 1,
            "{\"a\": [1, \"]\"]}\n[2]\n\"x\\\"\"\n3\nnull\n" },
        { "{\"a\": {\"b\": {}}, \"c\": 1, \"d\": \"no JSON\", \"e\": [2]}", 1,
            "{\"b\": {}}\n[2]\n" },
        { "{\"a\":\" \\n\\t{\\\"b\\\": 1}\", \"c\": \"\\\"[]\\\"\", \"d\": \"\\\\{\", \"e\": \"\"}",
            1,
            "\" \\n\\t{\\\"b\\\": 1}\"\n\"\\\"[]\\\"\"\n" },
        { "{\"passed\": {\"b\": [\"}\"]}, \"k\\\"y\": \"{}\", \"kept\": {}}", 1, "{}\n" },
        { "{\"a\": \"{\\\"b\\\": 1}\"}", 2, "{\"b\": 1}\n" },
        { "{\"a\": [\"[1]\", \"[2]\"]}", 3, "[1]\n[2]\n" },
        { "[] {} [[]]", 1, "[]\n" },
        { "", 1, "" },
        { "\"\\u4e2d\\ud83d\\ude00\\/\\b\\f\\r\\ud800\\u0041\"", 1,
            "\xE4\xB8\xAD\xF0\x9F\x98\x80/\b\f\r\xEF\xBF\xBD\n" },
    };
    struct err e = ERR_INIT;
    struct buf left;

    (void)state;
    buf_init(&left, SIZE_MAX - 1);
    for (size_t i = 0; i < COUNT(examples); i++) {
        print_message("%s\n", examples[i].text);
        assert_int_equal(open_layers(&left, sv_of(examples[i].text), examples[i].n, false, &e), 0);
        assert_string_equal(left.p ? left.p : "", examples[i].left);
    }
    buf_release(&left);
}

static void
refuses_what_is_no_json(void **state)
{
    static const struct { const char *text; unsigned at; const char *what; } examples[] = {
        { "5", 0, "5" }, { "[1 2]", 3, "2" }, { "[1,]", 3, "]" }, { "[}", 1, "}" },
        { "{1:2}", 1, "1" }, { "{\"a\" 2}", 5, "2" }, { "\"a\", 1", 3, "," },
        { "\"\\x\"", 2, "x" }, { "\"\\u12g\"", 5, "g" }, { "\"\n\"", 1, "\\x0A" },
        { "[1", 0, NULL }, { "\"a", 0, NULL }, { "\"\\u12", 0, NULL }, { "{\"a\": {", 0, NULL },
    };
    struct buf left;

    (void)state;
    buf_init(&left, SIZE_MAX - 1);
    for (size_t i = 0; i < COUNT(examples); i++) {
        struct err e = ERR_INIT;
        char text[MESSAGE_TEXT_MAX], why[MESSAGE_TEXT_MAX];

        print_message("%s\n", examples[i].text);
        assert_int_equal(open_layers(&left, sv_of(examples[i].text), 1, false, &e), -1);
        assert_int_equal(e.code, ERR_SYNTAX);
        if (examples[i].what)
            (void)snprintf(why, sizeof(why), "the JSON is damaged near byte %u: "
                "'%s' is not expected there", examples[i].at, examples[i].what);
        else
            (void)snprintf(why, sizeof(why), "the JSON is cut off; fetch the file "
                "again");
        assert_string_equal(message_text(&e.message, LANG_EN, text, sizeof(text)), why);
    }
    buf_release(&left);
}

static void
gives_what_there_is_of_a_part(void **state)
{
    struct err e = ERR_INIT;
    struct buf left;

    (void)state;
    buf_init(&left, SIZE_MAX - 1);
    assert_int_equal(open_layers(&left, SV("{\"a\": \"{\\\"b\\\": 1, \\\"c"), 2, true, &e), 0);
    assert_string_equal(left.p, "{\"b\": 1, \"c");
    buf_release(&left);
}

/* Strings in strings, longer than any buffer, beginning at many places of one. */
static void
gives_the_same_wherever_buffers_end(void **state)
{
    struct buf inner, once, twice, left;
    struct err e = ERR_INIT;

    (void)state;
    buf_init(&inner, SIZE_MAX - 1);
    buf_init(&once, SIZE_MAX - 1);
    buf_init(&twice, SIZE_MAX - 1);
    buf_init(&left, SIZE_MAX - 1);
    buf_add_text(&inner, "[");
    for (unsigned i = 0; i < 4000; i++)
        buf_addf(&inner, "{\"n\": %u, \"t\": \"\\\"\xE4\xB8\xAD\\u4e2d\t\"},\n", i * i);
    buf_add_text(&inner, "0]");
    buf_add_json(&once, buf_sv(&inner));
    for (unsigned shift = 0; shift < 24; shift++) {
        buf_reset(&twice);
        for (unsigned i = 0; i < shift; i++)
            buf_add_char(&twice, ' ');
        buf_add_text(&twice, "{\"code\": 0, \"data\": ");
        buf_add_json(&twice, buf_sv(&once));
        buf_add_text(&twice, "}");
        assert_int_equal(open_layers(&left, buf_sv(&twice), 3, false, &e), 0);
        assert_int_equal(left.n, inner.n + 1);
        assert_memory_equal(left.p, inner.p, inner.n);
    }
    buf_release(&inner);
    buf_release(&once);
    buf_release(&twice);
    buf_release(&left);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_layers_off_strings_lists_and_objects),
        cmocka_unit_test(refuses_what_is_no_json),
        cmocka_unit_test(gives_what_there_is_of_a_part),
        cmocka_unit_test(gives_the_same_wherever_buffers_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
