#include <stdio.h>

#include "base/buf.h"
#include "unit.h"

/* What must hold for every buffer at every time. */
static void
assert_sane(const struct buf *b)
{
    assert_true(b->n <= b->max);
    if (!b->p) {
        assert_int_equal(b->n, 0);
        assert_int_equal(b->room, 0);
        return;
    }
    assert_true(b->n < b->room);
    assert_int_equal(b->p[b->n], '\0');
    assert_true(b->failed || !b->full);
}

static void
composes_a_text_from_pieces(void **state)
{
    struct err e = ERR_INIT;
    struct buf b;

    (void)state;
    buf_init(&b, 1000);
    assert_null(b.p);
    assert_sv(buf_sv(&b), "");
    buf_add(&b, SV("one"));
    buf_add(&b, SV_EMPTY);
    buf_add_char(&b, ' ');
    buf_add_text(&b, "two");
    buf_addf(&b, " %d %s", 3, "four");
    assert_sane(&b);
    assert_string_equal(b.p, "one two 3 four");
    assert_int_equal(buf_ok(&b, &e), 0);
    assert_int_equal(e.code, ERR_NONE);
    buf_release(&b);
    assert_sane(&b);
    assert_int_equal(b.max, 1000);
}

static void
grows_to_any_size(void **state)
{
    struct err e = ERR_INIT;
    struct buf b;

    (void)state;
    buf_init(&b, SIZE_MAX);
    for (unsigned i = 0; i < 20000; i++)
        buf_addf(&b, "%06u,", i);
    assert_int_equal(buf_ok(&b, &e), 0);
    assert_int_equal(b.n, 20000 * 7);
    assert_sv(sv_part(buf_sv(&b), 7 * 12345, 7 * 12346), "012345,");
    assert_sane(&b);
    buf_release(&b);
}

static void
stops_at_its_limit_and_says_so(void **state)
{
    struct err e = ERR_INIT;
    struct buf b;

    (void)state;
    buf_init(&b, 10);
    buf_add(&b, SV("0123456789"));
    assert_int_equal(buf_ok(&b, &e), 0);
    buf_add(&b, SV("x"));
    assert_sane(&b);
    assert_true(b.failed);
    assert_int_equal(buf_ok(&b, &e), -1);
    assert_int_equal(e.code, ERR_LIMIT);
    assert_err(&e, "the text is longer than the limit of 10 bytes");
    assert_sv(buf_sv(&b), "0123456789");

    /* Later appends do nothing, also those that would fit. */
    buf_cut(&b, 2);
    buf_add(&b, SV("y"));
    buf_addf(&b, "%d", 1);
    buf_add_utf8(&b, 'z');
    assert_sv(buf_sv(&b), "01");
    assert_int_equal(buf_ok(&b, &e), -1);

    buf_reset(&b);
    assert_sane(&b);
    buf_add(&b, SV("again"));
    assert_int_equal(buf_ok(&b, &e), 0);
    assert_sv(buf_sv(&b), "again");
    buf_release(&b);
}

static void
a_failed_append_adds_no_part_of_it(void **state)
{
    struct buf b;

    (void)state;
    buf_init(&b, 8);
    buf_add(&b, SV("abc"));
    buf_addf(&b, "%s", "too long a text");
    assert_sv(buf_sv(&b), "abc");
    assert_true(b.failed);
    buf_release(&b);
}

static void
a_cut_beyond_the_end_changes_nothing(void **state)
{
    struct buf b;

    (void)state;
    buf_init(&b, 8);
    buf_cut(&b, 0);
    buf_cut(&b, 5);
    assert_sane(&b);
    buf_add(&b, SV("abc"));
    buf_cut(&b, 3);
    buf_cut(&b, 4);
    assert_sv(buf_sv(&b), "abc");
    buf_cut(&b, 1);
    assert_sane(&b);
    assert_string_equal(b.p, "a");
    buf_release(&b);
}

static void
writes_utf8_and_replaces_what_is_no_character(void **state)
{
    static const struct {
        unsigned code;
        const char *expected;
    } cases[] = {
        { 'A', "A" },
        { 0xE9, "é" },
        { 0x91D1, "金" },
        { 0x1F600, "\xF0\x9F\x98\x80" },
        { 0xD800, "\xEF\xBF\xBD" },
        { 0xDFFF, "\xEF\xBF\xBD" },
        { 0x110000, "\xEF\xBF\xBD" },
        { 0xFFFFFFFF, "\xEF\xBF\xBD" },
    };
    struct buf b;

    (void)state;
    buf_init(&b, 8);
    for (size_t i = 0; i < COUNT(cases); i++) {
        buf_reset(&b);
        buf_add_utf8(&b, cases[i].code);
        assert_sv(buf_sv(&b), cases[i].expected);
    }
    buf_release(&b);
}

static void
writes_json_strings(void **state)
{
    static const struct {
        struct sv text;
        const char *expected;
    } cases[] = {
        { { "", 0 }, "\"\"" },
        { { NULL, 0 }, "\"\"" },
        { { "金额 1/2", 10 }, "\"金额 1/2\"" },
        { { "a\"b\\c", 5 }, "\"a\\\"b\\\\c\"" },
        { { "\b\f\n\r\t", 5 }, "\"\\b\\f\\n\\r\\t\"" },
        { { "a\0b", 3 }, "\"a\\u0000b\"" },
        { { "\x1B\x1F\x7F", 3 }, "\"\\u001b\\u001f\x7F\"" },
        { { "\xBD\xF0x", 3 }, "\"\xEF\xBF\xBD\xEF\xBF\xBDx\"" },
        { { "\xE9\x87", 2 }, "\"\xEF\xBF\xBD\xEF\xBF\xBD\"" },
    };
    struct buf b;

    (void)state;
    buf_init(&b, 100);
    for (size_t i = 0; i < COUNT(cases); i++) {
        buf_reset(&b);
        buf_add_json(&b, cases[i].text);
        assert_sv(buf_sv(&b), cases[i].expected);
    }
    buf_release(&b);
}

static void
wraps_at_blanks_and_between_wide_characters(void **state)
{
    static const struct {
        const char *text;
        size_t indent, width;
        const char *expected;
    } cases[] = {
        { "", 2, 10, "" },
        { "one two three", 2, 10, "  one two\n  three\n" },
        { "one two", 0, 7, "one two\n" },
        { "wordwithoutablank", 1, 6, " wordw\n ithou\n tabla\n nk\n" },
        { "\xE6\x97\xB6\xE9\x95\xBF\xE9\x95\xBF", 0, 5,
            "\xE6\x97\xB6\xE9\x95\xBF\n\xE9\x95\xBF\n" },
        { "\xE6\x97\xB6 / \xE9\x95\xBF\xE9\x95\xBF\xE3\x80\x82", 0, 7,
            "\xE6\x97\xB6 / \xE9\x95\xBF\n\xE9\x95\xBF\xE3\x80\x82\n" },
        { "\xE6\x97\xB6\xE9\x95\xBF\xE3\x80\x82", 0, 5,
            "\xE6\x97\xB6\n\xE9\x95\xBF\xE3\x80\x82\n" },
        { "ab", 4, 4, "    a\n    b\n" },
        { "a timer: shutdown -h +120.", 0, 20, "a timer:\nshutdown -h +120.\n" },
        { "run x --all -- now", 0, 10, "run\nx --all\n-- now\n" },
        { "pay CNY 27.22 less - or not", 0, 10, "pay\nCNY 27.22\nless - or\nnot\n" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct buf b;

        buf_init(&b, 1000);
        buf_add_wrapped(&b, sv_of(cases[i].text), cases[i].indent, cases[i].width);
        assert_string_equal(b.p ? b.p : "", cases[i].expected);
        buf_release(&b);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(composes_a_text_from_pieces),
        cmocka_unit_test(grows_to_any_size),
        cmocka_unit_test(stops_at_its_limit_and_says_so),
        cmocka_unit_test(a_failed_append_adds_no_part_of_it),
        cmocka_unit_test(a_cut_beyond_the_end_changes_nothing),
        cmocka_unit_test(writes_utf8_and_replaces_what_is_no_character),
        cmocka_unit_test(writes_json_strings),
        cmocka_unit_test(wraps_at_blanks_and_between_wide_characters),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
