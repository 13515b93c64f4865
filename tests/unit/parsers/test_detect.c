#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "parsers/detect.h"
#include "sample_formats.h"

/* A view of a literal that may hold NUL, as an initialiser. */
#define BYTES(literal) { "" literal, sizeof(literal) - 1 }

/* One file, what it must be taken for, and what must be said about it. */
struct expected {
    struct sv bytes;
    const char *format; /* NULL: nothing recognises it */
    char delimiter;
    uint64_t heading_line;
    const char *why; /* part of the reason where nothing recognises it */
};

struct fixture {
    struct formats formats;
};

static int
set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof(*f));

    if (!f)
        return -1;
    load_sample_formats(&f->formats);
    *state = f;
    return 0;
}

static int
tear_down(void **state)
{
    struct fixture *f = *state;

    formats_release(&f->formats);
    free(f);
    return 0;
}

/* Detect ${bytes}; the input is new, the caller releases both. */
static int
run(const struct fixture *f, struct sv bytes, const char *forced, struct detection *d,
    struct input **input, struct err *e)
{
    struct source *s = source_of_memory(bytes);
    int result;

    *input = input_new(SV("bill"), true);
    assert_non_null(s);
    assert_non_null(*input);
    result = detect(d, s, &f->formats, forced ? formats_find(&f->formats, sv_of(forced)) : NULL,
        NULL, *input, e);
    source_free(s);
    return result;
}

static void
check(const struct fixture *f, const struct expected *x)
{
    struct detection d;
    struct input *input;
    struct err e = ERR_INIT;
    char text[MESSAGE_TEXT_MAX];

    if (run(f, x->bytes, NULL, &d, &input, &e))
        fail_msg("%.*s: %s", SV_ARG(sv_head(x->bytes, 60)),
            message_text(&e.message, LANG_EN, text, sizeof(text)));
    if (x->format) {
        if (!d.format)
            fail_msg("%.*s: %s", SV_ARG(sv_head(x->bytes, 60)),
                message_text(&d.why, LANG_EN, text, sizeof(text)));
        assert_string_equal(d.format->id, x->format);
        assert_string_equal(input->format, x->format);
        if (x->heading_line > 0) {
            assert_int_equal(d.delimiter, x->delimiter);
            assert_int_equal(d.heading_line, x->heading_line);
        }
        assert_true(input->evidence.n >= 2);
    } else {
        assert_null(d.format);
        (void)message_text(&d.why, LANG_EN, text, sizeof(text));
        if (!strstr(text, x->why))
            fail_msg("no \"%s\" in: %s", x->why, text);
        assert_string_equal(input->format, "");
    }
    detection_release(&d);
    input_free(input);
}

#define CHECK_ALL(state, cases)                                                                    \
    for (size_t i = 0; i < sizeof(cases) / sizeof((cases)[0]); i++)                                \
        check(*(state), &(cases)[i])

static void
tells_delimiters_by_the_headings_they_give(void **state)
{
    static const struct expected cases[] = {
        { BYTES("交易时间,金额\n2026-03-01,1\n"), "shop", ',', 1, NULL },
        { BYTES("交易时间\t金额\n2026-03-01\t1\n"), "shop", '\t', 1, NULL },
        { BYTES("交易时间;金额\n2026-03-01;1\n"), "shop", ';', 1, NULL },
        { BYTES("交易时间|金额\n2026-03-01|1\n"), "shop", '|', 1, NULL },
        { BYTES("sep=;\n交易时间;金额\n2026-03-01;1\n"), "shop", ';', 2, NULL },
        { BYTES("交易时间,备注,金额\n2026-03-01,\"x;y;z\",1\n"), "shop", ',', 1, NULL },
    };

    CHECK_ALL(state, cases);
}

static void
finds_the_headings_wherever_and_however_they_stand(void **state)
{
    static const struct expected cases[] = {
        { BYTES("导出信息：\n共2笔记录\n-----\n交易时间    ,金额   ,\n2026-03-01,1,\n"), "shop", ',',
            4, NULL },
        { BYTES("\xEF\xBB\xBF\"交易时间\",\"金额\"\n2026-03-01,1\n"), "shop", ',', 1, NULL },
        { BYTES("amount,TIME\n1,2026-03-01\n"), "shop", ',', 1, NULL },
        { BYTES("Time,Amount (CNY),Unknown\n2026-03-01,1,x\n"), "shop", ',', 1, NULL },
        { BYTES("\r\n\r\nTime,Amount\r\n2026-03-01,1\r\n"), "shop", ',', 3, NULL },
        { BYTES("Time,Amount"), "shop", ',', 1, NULL },
        { BYTES("Time,Amount\n"), "shop", ',', 1, NULL },
        /* 交易时间,金额 in GB18030 and in UTF-16LE */
        { BYTES("\xBD\xBB\xD2\xD7\xCA\xB1\xBC\xE4,\xBD\xF0\xB6\xEE\n2026-03-01,1\n"), "shop",
            ',', 1, NULL },
        { BYTES("Time,Amount\n2026-03-01,1\nTime,Amount,订单号\n"), "shop", ',', 1, NULL },
        { BYTES("\xFF\xFET\0i\0m\0e\0,\0A\0m\0o\0u\0n\0t\0\n\0"), "shop", ',', 1, NULL },
    };

    CHECK_ALL(state, cases);
}

static void
takes_no_record_for_headings_and_loses_none_above_them(void **state)
{
    static const struct expected cases[] = {
        { BYTES("x,y,z,when\nTime,Amount,5.00,2026-03-01 10:00\n"), NULL, 0, 0,
            "no known format has columns like these" },
        { BYTES("2026-03-01,1\n2026-03-02,2\nTime,Amount\n"), NULL, 0, 0,
            "line 3 holds the headings of shop, but records stand above it" },
        { BYTES("2026-03-01,1,\nTime,Amount,备注\n2026-03-02,2,x\n"), NULL, 0, 0,
            "line 2 holds the headings of shop, but records stand above it" },
        { BYTES("Account,123456\nTime,Amount\n2026-03-01,1\n"), "shop", ',', 2, NULL },
        { BYTES("When,How much\nTime,Amount\n2026-03-01,1\n"), "shop", ',', 2, NULL },
        { BYTES("2026-03-01,2026-04-01\nTime,Amount,备注,订单号\n2026-03-01,1,x,o\n"), "shop",
            ',', 2, NULL },
        { BYTES("Time,Amount,30 days,24-hour average\n2026-03-01,1,2,3\n"), "shop", ',', 1, NULL },
    };

    CHECK_ALL(state, cases);
}

static void
prefers_the_format_with_more_columns(void **state)
{
    static const struct expected cases[] = {
        { BYTES("交易时间,金额,实例ID\n2026-03-01,1,i-1\n"), "shop-detail", ',', 1, NULL },
        { BYTES("交易时间,金额,订单号\n2026-03-01,1,o-1\n"), "shop", ',', 1, NULL },
        { BYTES("platform,instance,state,from\nautodl,i-1,running,2026-03-01\n"), "states", ',', 1,
            NULL },
    };

    CHECK_ALL(state, cases);
}

static void
lets_negative_evidence_and_conditions_decide(void **state)
{
    static const struct expected cases[] = {
        { BYTES("Day,Cost,Refunds\n2026-03-01,1,0\n"), "twin-b", ',', 1, NULL },
        { BYTES("Day,Cost,Kind\n2026-03-01,1,a\n2026-03-02,1,a\n"), "twin-a", ',', 1, NULL },
        { BYTES("Day,Cost,Kind,Refunds\n2026-03-01,1,a,0\n"), NULL, 0, 0, "closest format: twin-" },
    };

    CHECK_ALL(state, cases);
}

static void
makes_a_tie_an_error_that_names_both(void **state)
{
    struct sv bytes = SV("Day,Cost,Kind\n2026-03-01,1,b\n");
    struct detection d;
    struct input *input;
    struct err e = ERR_INIT;
    char text[MESSAGE_TEXT_MAX];

    assert_int_equal(run(*state, bytes, NULL, &d, &input, &e), -1);
    assert_int_equal(e.code, ERR_SYNTAX);
    (void)message_text(&e.message, LANG_EN, text, sizeof(text));
    assert_non_null(strstr(text, "twin-a"));
    assert_non_null(strstr(text, "twin-b"));
    assert_non_null(strstr(text, "--format"));
    assert_null(d.format);
    detection_release(&d);
    input_free(input);
}

static void
makes_two_platforms_in_one_file_an_error_that_names_both(void **state)
{
    struct detection d;
    struct input *input;
    struct err e = ERR_INIT;
    char text[MESSAGE_TEXT_MAX];

    assert_int_equal(run(*state, SV("日期,费用,说明\n2026-03-01,1,平台X\n2026-03-01,1,平台Y\n"), NULL, &d,
        &input, &e), -1);
    assert_string_equal(message_text(&e.message, LANG_EN, text, sizeof(text)),
        "two formats fit equally well: named-x and named-y; choose one with --format");
    detection_release(&d);
    input_free(input);
}

static void
takes_the_forced_format_where_the_content_leaves_it_open(void **state)
{
    static const struct {
        struct sv bytes;
        const char *forced, *format;
    } cases[] = {
        { BYTES("Day,Cost,Kind\n2026-03-01,1,b\n"), "twin-b", "twin-b" },
        { BYTES("Day,Cost,Kind\n2026-03-01,1,a\n"), "twin-b", "twin-b" },
        { BYTES("交易时间,金额,实例ID\n2026-03-01,1,i\n"), "shop", "shop" },
        { BYTES("交易时间,金额\n2026-03-01,1\n"), "twin-a", "shop" },
        { BYTES("日期,费用\n2026-03-01,1\n"), "named-x", "named-x" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct detection d;
        struct input *input;
        struct err e = ERR_INIT;

        assert_int_equal(run(*state, cases[i].bytes, cases[i].forced, &d, &input, &e), 0);
        assert_non_null(d.format);
        assert_string_equal(d.format->id, cases[i].format);
        detection_release(&d);
        input_free(input);
    }
}

static void
lets_a_text_in_the_file_tell_formats_whose_headings_many_have(void **state)
{
    static const struct expected cases[] = {
        { BYTES("账单,平台X\n日期,费用\n2026-03-01,1\n"), "named-x", ',', 2, NULL },
        { BYTES("日期,费用,说明\n2026-03-01,1,a CLOUD-X machine\n"), "named-x", ',', 1, NULL },
        { BYTES("[{\"日期\": \"2026-03-01\", \"费用\": 1, \"n\": \"平台X\"}]"), "named-x", 0, 0,
            NULL },
        /* It gives way to all others but those that it is preferred over. */
        { BYTES("交易时间,金额,日期,费用\n2026-03-01,1,,平台X\n"), "shop", ',', 1, NULL },
        { BYTES("交易时间,金额,日期,费用\n2026-03-01,1,,平台X和平台Y\n"), "shop", ',', 1, NULL },
        { BYTES("日期,费用,说明\n2026-03-01,1,平台Y\n"), "named-y", ',', 1, NULL },
        { BYTES("Day,Cost,Kind,平台X\n2026-03-01,1,a,\n"), "named-x", ',', 1, NULL },
        { BYTES("日期,费用\n2026-03-01,1\n"), NULL, 0, 0,
            "nothing in it says of which platform it is; if it is of one of these, name the format "
            "with --format: named-x, named-y" },
        { BYTES("[{\"日期\": \"2026-03-01\", \"费用\": 1}]"), NULL, 0, 0, "--format: named-x" },
        { BYTES("日期,单价\n2026-03-01,1\n"), NULL, 0, 0, "no known format" },
    };

    CHECK_ALL(state, cases);
}

static void
says_what_came_closest_and_what_it_misses(void **state)
{
    static const struct expected cases[] = {
        { BYTES("订单号,交易时间,备注\no,2026-03-01,x\n"), NULL, 0, 0,
            "closest format: shop; columns missing: 金额" },
        { BYTES("备注,实例ID\nx,i-1\n"), NULL, 0, 0,
            "closest format: shop-detail; columns missing: 交易时间, 金额" },
        { BYTES("a,b\n1,2\n"), NULL, 0, 0, "no known format has columns like these" },
        { BYTES("just a line of text\n"), NULL, 0, 0, "a text without a table: no bill" },
        { BYTES("{\"data\": {\"list\": [{\"订单号\": \"o\", \"备注\": \"x\"}]}}"), NULL, 0, 0,
            "closest format: shop-json; columns missing: 交易时间, 金额" },
        { BYTES("{\"data\": {\"list\": []}}"), NULL, 0, 0, "no known format has columns" },
    };

    CHECK_ALL(state, cases);
}

static void
refuses_other_containers_by_name_and_says_what_to_do(void **state)
{
    static const struct expected cases[] = {
        { BYTES(""), NULL, 0, 0, "the file is empty" },
        { BYTES("\x1F\x8B\x08\0abc"), NULL, 0, 0, "unpack it first" },
        { BYTES("PK\x03\x04rest"), NULL, 0, 0, "unpack it first" },
        { BYTES("%PDF-1.7\n"), NULL, 0, 0, "a PDF" },
        { BYTES("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1rest"), NULL, 0, 0, ".xls" },
        { BYTES("<!DOCTYPE html><html><body>login"), NULL, 0, 0, "web page" },
    };

    CHECK_ALL(state, cases);
}

static void
reads_lists_of_objects_at_the_path_of_the_format(void **state)
{
    static const struct expected cases[] = {
        { BYTES("{\"code\": 0, \"data\": {\"list\": [{\"交易时间\": \"2026-03-01\", \"金额\": 1}]}}"),
            "shop-json", 0, 0, NULL },
        { BYTES("{\"data\": {\"list\": [{\"time\": \"2026-03-01\"}, {\"AMOUNT\": null}]}}"),
            "shop-json", 0, 0, NULL },
        { BYTES("{\"list\": [{\"交易时间\": \"2026-03-01\", \"金额\": 1}]}"), NULL, 0, 0, "no known" },
    };

    CHECK_ALL(state, cases);
}

static void
knows_its_own_output(void **state)
{
    static const struct sv cases[] = {
        BYTES("ProviderName,x_Platform,x_Entry,x_SourceFile,x_SourceLine\na,b,charge,c,1\n"),
        BYTES("path,line,reason,column,raw\na.csv,3,bad-amount,x,y\n"),
        BYTES("{\n  \"schema\": \"gpubill.review/1\",\n"),
        BYTES("{\"x_Entry\":\"charge\",\"x_SourceFile\":\"a.csv\"}\n"),
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct expected x = { cases[i], NULL, 0, 0, "own output" };
        struct detection d;
        struct input *input;
        struct err e = ERR_INIT;

        check(*state, &x);
        assert_int_equal(run(*state, cases[i], NULL, &d, &input, &e), 0);
        assert_int_equal(input->kind, INPUT_OURS);
        detection_release(&d);
        input_free(input);
    }
}

static void
says_which_charset_and_which_evidence(void **state)
{
    struct detection d;
    struct input *input;
    struct err e = ERR_INIT;
    char text[MESSAGE_TEXT_MAX];
    struct buf all;

    buf_init(&all, 4096);
    assert_int_equal(
        run(*state, SV("x\n交易时间\t金额\n2026-03-01\t1\n"), NULL, &d, &input, &e), 0);
    assert_string_equal(input->encoding, "UTF-8");
    assert_string_equal(input->platform, "shop");
    assert_string_equal(input->evidence_level, "assumed");
    assert_int_equal(input->kind, INPUT_BILL);
    for (size_t i = 0; i < input->evidence.n; i++)
        buf_add_text(&all,
            message_text(&input->evidence.at[i], LANG_EN, text, sizeof(text)));
    assert_non_null(strstr(all.p, "TAB"));
    assert_non_null(strstr(all.p, "line 2 holds 2 of the 4 columns of shop"));
    buf_release(&all);
    detection_release(&d);
    input_free(input);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_delimiters_by_the_headings_they_give),
        cmocka_unit_test(finds_the_headings_wherever_and_however_they_stand),
        cmocka_unit_test(takes_no_record_for_headings_and_loses_none_above_them),
        cmocka_unit_test(prefers_the_format_with_more_columns),
        cmocka_unit_test(lets_negative_evidence_and_conditions_decide),
        cmocka_unit_test(makes_a_tie_an_error_that_names_both),
        cmocka_unit_test(makes_two_platforms_in_one_file_an_error_that_names_both),
        cmocka_unit_test(takes_the_forced_format_where_the_content_leaves_it_open),
        cmocka_unit_test(lets_a_text_in_the_file_tell_formats_whose_headings_many_have),
        cmocka_unit_test(says_what_came_closest_and_what_it_misses),
        cmocka_unit_test(refuses_other_containers_by_name_and_says_what_to_do),
        cmocka_unit_test(reads_lists_of_objects_at_the_path_of_the_format),
        cmocka_unit_test(knows_its_own_output),
        cmocka_unit_test(says_which_charset_and_which_evidence),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
