/*
 * What rows, notes and troubles come out of delimited text, whole and in small chunks.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/buf.h"
#include "record/csv.h"

#define BYTES(literal) { "" literal, sizeof(literal) - 1 }

static const char *const troubles[] = { "", " bad-quote", " bad-encoding", " too-long" };

/* "LINE[ trouble] [cell][cell]...[ quote-inside][ bom]\n"; of bad records the raw text instead. */
static int
draw(void *context, const struct record *r, struct err *e)
{
    struct buf *out = context;

    (void)e;
    assert_int_equal(r->trouble != RECORD_FINE, r->why.format != NULL);
    assert_null(r->object);
    buf_addf(out, "%u%s ", (unsigned)r->line, troubles[r->trouble]);
    if (r->trouble != RECORD_FINE) {
        assert_int_equal(r->n, 0);
        buf_add(out, r->raw);
    }
    for (size_t i = 0; i < r->n; i++) {
        buf_add_char(out, '[');
        buf_add(out, r->cells[i]);
        buf_add_char(out, ']');
    }
    buf_add_text(out, r->notes & RECORD_QUOTE_INSIDE ? " quote-inside" : "");
    buf_add_text(out, r->notes & RECORD_BOM_DROPPED ? " bom\n" : "\n");
    return 0;
}

static void
read_text(struct buf *out, struct sv bytes, char delimiter, const struct record_limits *limits,
    size_t chunk)
{
    struct err e = ERR_INIT;
    struct source *s = source_of_memory(bytes);
    struct charset_found found;
    struct record_limits by_libcsv = *limits;
    struct buf again;
    struct text *t;

    buf_init(&again, SIZE_MAX - 1);
    buf_reset(out);
    assert_int_equal(charset_find(&found, s, &e), 0);
    t = text_new_chunked(s, &found, chunk, &e);
    assert_non_null(t);
    assert_int_equal(record_csv_read_within(t, delimiter, limits, draw, out, &e), 0);
    assert_int_equal(e.code, ERR_NONE);
    text_rewind(t);
    by_libcsv.is_by_libcsv = true;
    assert_int_equal(record_csv_read_within(t, delimiter, &by_libcsv, draw, &again, &e), 0);
    assert_true(sv_is(buf_sv(&again), buf_sv(out)));
    buf_release(&again);
    text_free(t);
    source_free(s);
}

struct example {
    struct sv text;
    char delimiter;
    const char *want;
};

static void
check_examples(const struct example *examples, size_t n, const struct record_limits *limits)
{
    static const size_t chunks[] = { TEXT_CHUNK_MAX, 4, 5, 6, 7, 11 };
    struct buf got;

    buf_init(&got, 1 << 20);
    for (size_t i = 0; i < n; i++) {
        print_message("example %zu\n", i);
        for (size_t c = 0; c < sizeof(chunks) / sizeof(chunks[0]); c++) {
            read_text(&got, examples[i].text, examples[i].delimiter, limits, chunks[c]);
            assert_string_equal(got.n > 0 ? got.p : "", examples[i].want);
        }
    }
    buf_release(&got);
}

#define CHECK(examples, limits) \
    check_examples(examples, sizeof(examples) / sizeof((examples)[0]), limits)

static const struct record_limits usual = RECORD_LIMITS_INIT;

static void
reads_rows_with_their_physical_lines(void **state)
{
    static const struct example examples[] = {
        { BYTES(""), ',', "" },
        { BYTES("a,b\n1,2\n"), ',', "1 [a][b]\n2 [1][2]\n" },
        { BYTES("a,b\n1,2"), ',', "1 [a][b]\n2 [1][2]\n" },
        { BYTES("a,b\r\n1,2\r\n"), ',', "1 [a][b]\n2 [1][2]\n" },
        { BYTES("a,b\r1,2\r"), ',', "1 [a][b]\n2 [1][2]\n" },
        { BYTES("a,b\r\r\n1,2\r\r\n3,4"), ',', "1 [a][b]\n2 [1][2]\n3 [3][4]\n" },
        { BYTES("a\r\r"), ',', "1 [a]\n2 \n" },
        { BYTES("a\r\rb"), ',', "1 [a]\n2 \n3 [b]\n" },
        { BYTES("a\n\n \t\nb\n"), ',', "1 [a]\n2 \n3 \n4 [b]\n" },
        { BYTES(",,\n"), ',', "1 [][][]\n" },
        { BYTES("a,\n"), ',', "1 [a][]\n" },
        { BYTES("  a b\t,\t\"  c \" ,\xC2\xA0" "d\xE3\x80\x80\n"), ',', "1 [a b][c][d]\n" },
        { BYTES("\"\"\n\"\",\"\""), ',', "1 []\n2 [][]\n" },
        { BYTES("id,note\ni-1,\"l1\r\nl2\"\ni-2,x\n"), ',',
            "1 [id][note]\n2 [i-1][l1\r\nl2]\n4 [i-2][x]\n" },
        { BYTES("\"a\rb\",1\r\"c\r\r\nd\",2\rx"), ',',
            "1 [a\rb][1]\n3 [c\r\r\nd][2]\n5 [x]\n" },
        { BYTES("\"a \"\"b\"\" c\",1\n"), ',', "1 [a \"b\" c][1]\n" },
        { BYTES("a;\"x,y\";1,5\n"), ';', "1 [a][x,y][1,5]\n" },
        { BYTES("a|b|c"), '|', "1 [a][b][c]\n" },
        { BYTES("a\t\tb c \t\n\t\t\n \t\n"), '\t', "1 [a][][b c][]\n2 [][][]\n3 [][]\n" },
        { BYTES("\"a\tb\"\t 1\n"), '\t', "1 [a\tb][1]\n" },
    };

    (void)state;
    CHECK(examples, &usual);
}

static void
quotes_inside_unquoted_cells_are_characters_and_noted(void **state)
{
    static const struct example examples[] = {
        { BYTES("5\" disk,1\nb,2\n"), ',', "1 [5\" disk][1] quote-inside\n2 [b][2]\n" },
        { BYTES("x,a\"b\"c,\"q,\n2\"\ny\n"), ',', "1 [x][a\"b\"c][q,\n2] quote-inside\n3 [y]\n" },
        { BYTES("\"q\n2\",5\",z\ny\n"), ',', "1 [q\n2][5\"][z] quote-inside\n3 [y]\n" },
        { BYTES("a\",\"b\""), ',', "1 [a\"][b] quote-inside\n" },
        { BYTES("a\"\"b"), ',', "1 [a\"\"b] quote-inside\n" },
        /* What spreadsheets write for texts of digits is nothing to note. */
        { BYTES("=\"0123\",1.00\n\"=\"\"0123\"\"\",2\n"), ',',
            "1 [=\"0123\"][1.00]\n2 [=\"0123\"][2]\n" },
        { BYTES("=\"0\"\"1\",1.00\n=\"x,2"), ',',
            "1 [=\"0\"\"1\"][1.00] quote-inside\n2 [=\"x][2] quote-inside\n" },
    };

    (void)state;
    CHECK(examples, &usual);
}

static void
a_bad_quote_costs_its_line_only(void **state)
{
    static const struct example examples[] = {
        { BYTES("id,note,cost\ni-1,\"oops,1\ni-2,ok,2\n"), ',',
            "1 [id][note][cost]\n2 bad-quote i-1,\"oops,1\n3 [i-2][ok][2]\n" },
        { BYTES("\"oops\r\na,1\r\n\"b\",2\r\n"), ',', "1 bad-quote \"oops\n2 [a][1]\n3 [b][2]\n" },
        { BYTES("a,1\n\"oops"), ',', "1 [a][1]\n2 bad-quote \"oops\n" },
        { BYTES("\""), ',', "1 bad-quote \"\n" },
        { BYTES("a,\"b\"c,d\ne,f\n"), ',', "1 bad-quote a,\"b\"c,d\n2 [e][f]\n" },
        { BYTES("\"a \\\"b\\\" c\",1\nx,2\n"), ',', "1 bad-quote \"a \\\"b\\\" c\",1\n2 [x][2]\n" },
        { BYTES("\"a\" \"b\",1\nx\n"), ',', "1 bad-quote \"a\" \"b\",1\n2 [x]\n" },
        { BYTES("\"one\ntwo\n\"three\"four\nfive\n"), ',',
            "1 bad-quote \"one\n2 [two]\n3 bad-quote \"three\"four\n4 [five]\n" },
        { BYTES("\"a,1\n\"b,2\n\"c,3\n"), ',',
            "1 bad-quote \"a,1\n2 bad-quote \"b,2\n3 bad-quote \"c,3\n" },
        { BYTES("\"\ra\r\rb"), ',', "1 bad-quote \"\n2 [a]\n3 \n4 [b]\n" },
    };

    (void)state;
    CHECK(examples, &usual);
}

static void
byte_order_marks_at_cells_are_dropped_and_noted(void **state)
{
    static const struct example examples[] = {
        { BYTES("\xEF\xBB\xBF\"date\",\"amount\"\n"), ',', "1 [date][amount]\n" },
        { BYTES("a,b\n\xEF\xBB\xBF\"a\",\"b\"\n"), ',', "1 [a][b]\n2 [a][b] bom\n" },
        { BYTES("a, \xEF\xBB\xBF\"b\",c\n"), ',', "1 [a][b][c] bom\n" },
        { BYTES("a,\"\xEF\xBB\xBF" "b\"\n"), ',', "1 [a][b] bom\n" },
        { BYTES("a\n\xEF\xBB\xBF\nb\n"), ',', "1 [a]\n2  bom\n3 [b]\n" },
        /* Inside a cell it is left alone, also behind what looks like the end of a cell. */
        { BYTES("a\xEF\xBB\xBF" "b,1\n"), ',', "1 [a\xEF\xBB\xBF" "b][1]\n" },
        { BYTES("\"a,\xEF\xBB\xBF" "b\"\n"), ',', "1 [a,\xEF\xBB\xBF" "b]\n" },
        { BYTES("\"a,\xEF\xBB\xBF\"\n"), ',', "1 [a,]\n" },
        { BYTES("价格：1，2\n"), ',', "1 [价格：1，2]\n" },
    };

    (void)state;
    CHECK(examples, &usual);
}

static void
bytes_that_are_no_text_cost_their_record_only(void **state)
{
    static const struct example examples[] = {
        { BYTES("id,cost\ni-1,1.0\0\0\ni-2,2\n"), ',',
            "1 [id][cost]\n2 bad-encoding i-1,1.0\0\0\n3 [i-2][2]\n" },
        { BYTES("名称,金额\n\xB2\xE2,1\n试,2\n"), ',',
            "1 [名称][金额]\n2 bad-encoding \xB2\xE2,1\n3 [试][2]\n" },
    };
    struct buf got;

    (void)state;
    /* The first has NUL bytes in what is drawn. */
    buf_init(&got, 1000);
    read_text(&got, examples[0].text, ',', &usual, 4);
    assert_memory_equal(got.p, "1 [id][cost]\n2 bad-encoding i-1,1.0\0\0\n3 [i-2][2]\n", 49);
    assert_int_equal(got.n, 49);
    buf_release(&got);
    check_examples(&examples[1], 1, &usual);
}

static void
what_is_beyond_a_limit_costs_its_record_only(void **state)
{
    static const struct record_limits tight = { 4, 10, 3, 64, false };
    static const struct example examples[] = {
        { BYTES("abcd,1\nabcde,2\nx,3\n"), ',', "1 [abcd][1]\n2 too-long abcde,2\n3 [x][3]\n" },
        { BYTES("\"abcd\",1\n\"abcde\",2\n"), ',', "1 [abcd][1]\n2 too-long \"abcde\",2\n" },
        { BYTES("1,2,3\n1,2,3,4\n1\n"), ',', "1 [1][2][3]\n2 too-long 1,2,3,4\n3 [1]\n" },
        { BYTES("1234,56789\n1234,567890\nx\n"), ',',
            "1 too-long 1234,56789\n2 too-long 1234,56789\n3 [x]\n" },
        { BYTES("abcdefgh测试\r\nx"), ',', "1 too-long abcdefgh\n2 [x]\n" },
        { BYTES("123456789012345678901234567890\r\r\nx\r\r\n"), ',',
            "1 too-long 1234567890\n2 [x]\n" },
        { BYTES("1234567890123\r\rx"), ',', "1 too-long 1234567890\n2 \n3 [x]\n" },
        { BYTES("123456789012345"), ',', "1 too-long 1234567890\n" },
        /* The closing quote comes too late for the record. */
        { BYTES("\"a\nb\nc\nd\ne\",1\nx\n"), ',',
            "1 bad-quote \"a\n2 [b]\n3 [c]\n4 [d]\n5 [e\"][1] quote-inside\n6 [x]\n" },
        { BYTES("\"a\nb\nc\n\",\n"), ',', "1 too-long \"a\nb\nc\n\",\n" },
        { BYTES("\"a\n\"\n"), ',', "1 [a]\n" },
    };

    (void)state;
    CHECK(examples, &tight);
}

static void
a_large_cell_and_a_large_record_are_read_within_the_usual_limits(void **state)
{
    static const size_t size = RECORD_FIELD_MAX;
    char *bytes = malloc(2 * size + 10);
    struct buf got;

    (void)state;
    assert_non_null(bytes);
    buf_init(&got, 4 * size);
    memset(bytes, 'x', 2 * size + 10);
    bytes[0] = '"';
    bytes[size + 1] = '"';
    bytes[size + 2] = '\n';
    read_text(&got, (struct sv){ bytes, size + 4 }, ',', &usual, TEXT_CHUNK_MAX);
    assert_int_equal(got.n, size + 5 + 6);
    assert_string_equal(got.p + got.n - 8, "]\n2 [x]\n");

    /* One byte more is too long. */
    bytes[size + 1] = 'x';
    bytes[size + 2] = '"';
    bytes[size + 3] = '\n';
    read_text(&got, (struct sv){ bytes, size + 5 }, ',', &usual, TEXT_CHUNK_MAX);
    assert_memory_equal(got.p, "1 too-long \"xx", 14);
    assert_string_equal(got.p + got.n - 6, "2 [x]\n");
    buf_release(&got);
    free(bytes);
}

static void
a_first_line_sep_is_a_directive(void **state)
{
    static const struct { const char *head; char want; } heads[] = {
        { "sep=;", ';' }, { "sep=;\r\na", ';' }, { "SEP=|\n", '|' }, { "\"sep=\t\"\r", '\t' },
        { "sep=,\n", ',' }, { "sep=", 0 }, { "sep=a\n", 0 }, { "sep=;;\n", 0 }, { "sep", 0 },
        { "", 0 }, { "sep=\"\n", 0 }, { "\"sep=;\n", 0 }, { "sep=\n", 0 }, { "step=;\n", 0 },
    };
    static const struct example examples[] = {
        { BYTES("sep=;\r\na;b\r\nsep=;\r\n"), ';', "2 [a][b]\n3 [sep=][]\n" },
        { BYTES("\xEF\xBB\xBFsep=,\na,b"), ',', "2 [a][b]\n" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
        assert_int_equal(record_csv_directive(sv_of(heads[i].head)), heads[i].want);
    CHECK(examples, &usual);
}

/* Stops with ${*context} when it has seen as many records. */
static int
stop(void *context, const struct record *r, struct err *e)
{
    int *left = context;

    (void)r;
    if (*left == 0)
        return err_set(e, ERR_BUG, "stopped");
    return --*left == 1;
}

static void
stops_when_the_visitor_has_enough_or_fails(void **state)
{
    struct source *s = source_of_memory(SV("a\nb\nc\n"));
    struct charset_found found = { .charset = CHARSET_UTF8 };
    struct err e = ERR_INIT;
    struct text *t = text_new(s, &found, &e);
    int left = 3;

    (void)state;
    assert_int_equal(record_csv_read(t, ',', stop, &left, &e), 0);
    assert_int_equal(left, 1);
    assert_int_equal(e.code, ERR_NONE);
    text_rewind(t);
    left = 0;
    assert_int_equal(record_csv_read(t, ',', stop, &left, &e), -1);
    assert_int_equal(e.code, ERR_BUG);
    text_free(t);
    source_free(s);
}

/* Keep the English text of what is wrong. */
static int
keep_why(void *context, const struct record *r, struct err *e)
{
    char text[MESSAGE_TEXT_MAX];

    (void)e;
    buf_add_text(context, message_text(&r->why, LANG_EN, text, sizeof(text)));
    return 0;
}

static void
says_what_is_wrong(void **state)
{
    static const struct record_limits tight = { 4, 10, 3, 64, false };
    static const struct { struct sv text; const char *want; } examples[] = {
        { BYTES("a,\"b"), "the quote that opens cell 2 is never closed" },
        { BYTES("a,b,\"c\"d"), "text stands behind the closing quote of cell 3" },
        { BYTES("a,\0"), "the record holds a NUL byte" },
        { BYTES("\xEF\xBB\xBF" "a,\xFF"), "byte 3 of the record is no valid UTF-8" },
        { BYTES("abcde"), "a cell has more than 4 bytes; --limit field=N allows more" },
        { BYTES("a,b,c,d"), "the record has more than 3 cells; --limit columns=N allows more" },
        { BYTES("12345678901"), "the record has more than 10 bytes; --limit record=N allows more" },
        { BYTES("a,b"), "" },
    };
    struct buf why;

    (void)state;
    buf_init(&why, 1000);
    for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); i++) {
        struct source *s = source_of_memory(examples[i].text);
        struct charset_found found;
        struct err e = ERR_INIT;
        struct text *t;

        assert_int_equal(charset_find(&found, s, &e), 0);
        t = text_new(s, &found, &e);
        buf_reset(&why);
        assert_int_equal(record_csv_read_within(t, ',', &tight, keep_why, &why, &e), 0);
        assert_true(sv_is(buf_sv(&why), sv_of(examples[i].want)));
        text_free(t);
        source_free(s);
    }
    buf_release(&why);
}

static void
writes_cells_that_read_back_and_disarms_formulas(void **state)
{
    static const struct { const char *cell, *plain, *text; } examples[] = {
        { "", "", "" }, { "a b", "a b", "a b" }, { "a,b", "\"a,b\"", "\"a,b\"" },
        { "5\" disk", "\"5\"\" disk\"", "\"5\"\" disk\"" }, { "a\nb", "\"a\nb\"", "\"a\nb\"" },
        { "=1+2", "=1+2", "'=1+2" }, { "-1", "-1", "'-1" }, { "+1", "+1", "'+1" },
        { "@x,y", "\"@x,y\"", "\"'@x,y\"" }, { "\tx", "\tx", "'\tx" },
        { "\rx", "\"\rx\"", "\"'\rx\"" }, { "a=1", "a=1", "a=1" },
        { " =1", " =1", "' =1" }, { "\x0b=1", "\x0b=1", "'\x0b=1" },
        { "\x1f+1", "\x1f+1", "'\x1f+1" }, { "\xc2\xa0@x", "\xc2\xa0@x", "'\xc2\xa0@x" },
        { "　-1", "　-1", "'　-1" }, { "＝1", "＝1", "'＝1" }, { "＋1", "＋1", "'＋1" },
        { "－1", "－1", "'－1" }, { "＠x", "＠x", "'＠x" }, { "＞x", "＞x", "＞x" },
        { "\xe2\x80\x8b=1", "\xe2\x80\x8b=1", "'\xe2\x80\x8b=1" },
        { "\"=1", "\"\"\"=1\"", "\"'\"\"=1\"" },
        { "a;=1", "a;=1", "a;'=1" }, { "a; =1;@b", "a; =1;@b", "a;' =1;'@b" },
        { "a;\"=1", "\"a;\"\"=1\"", "\"a;'\"\"=1\"" }, { "a;;=1", "a;;=1", "a;;'=1" },
        { "a\t=1", "a\t=1", "a\t'=1" }, { "a\n=1,b", "\"a\n=1,b\"", "\"a\n'=1,b\"" },
        { "a\r\n=1", "\"a\r\n=1\"", "\"a\r\n'=1\"" }, { ";=1", ";=1", ";'=1" },
        { "a;b=1", "a;b=1", "a;b=1" }, { "x;-5.00;y", "x;-5.00;y", "x;-5.00;y" },
        { "x;-5+y", "x;-5+y", "x;'-5+y" }, { "x;", "x;", "x;" }, { "云主机", "云主机", "云主机" },
        { "\xff=1", "\xff=1", "\xff=1" }, { "", "", "" },
    };
    struct buf out;

    (void)state;
    buf_init(&out, 1000);
    for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); i++) {
        buf_reset(&out);
        record_csv_cell(&out, sv_of(examples[i].cell));
        assert_true(sv_is(buf_sv(&out), sv_of(examples[i].plain)));
        buf_reset(&out);
        record_csv_text_cell(&out, sv_of(examples[i].cell));
        assert_true(sv_is(buf_sv(&out), sv_of(examples[i].text)));
    }
    buf_release(&out);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_rows_with_their_physical_lines),
        cmocka_unit_test(quotes_inside_unquoted_cells_are_characters_and_noted),
        cmocka_unit_test(a_bad_quote_costs_its_line_only),
        cmocka_unit_test(byte_order_marks_at_cells_are_dropped_and_noted),
        cmocka_unit_test(bytes_that_are_no_text_cost_their_record_only),
        cmocka_unit_test(what_is_beyond_a_limit_costs_its_record_only),
        cmocka_unit_test(a_large_cell_and_a_large_record_are_read_within_the_usual_limits),
        cmocka_unit_test(a_first_line_sep_is_a_directive),
        cmocka_unit_test(stops_when_the_visitor_has_enough_or_fails),
        cmocka_unit_test(says_what_is_wrong),
        cmocka_unit_test(writes_cells_that_read_back_and_disarms_formulas),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
