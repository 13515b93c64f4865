#include "base/buf.h"
#include "unit.h"

static void
a_part_stays_inside_the_text(void **state)
{
    (void)state;
    assert_sv(sv_part(SV("abcdef"), 1, 3), "bc");
    assert_sv(sv_part(SV("abcdef"), 4, 99), "ef");
    assert_sv(sv_part(SV("abcdef"), 99, 100), "");
    assert_sv(sv_part(SV("abcdef"), 3, 1), "");
    assert_null(sv_part(SV_EMPTY, 1, 2).p);
    assert_int_equal(sv_part(SV_EMPTY, 1, 2).n, 0);
}

static void
compares_bytes_as_unsigned_and_the_shorter_first(void **state)
{
    (void)state;
    assert_int_equal(sv_compare(SV("abc"), SV("abc")), 0);
    assert_true(sv_compare(SV("ab"), SV("abc")) < 0);
    assert_true(sv_compare(SV("b"), SV("abc")) > 0);
    assert_true(sv_compare(SV("\xE4"), SV("z")) > 0);
    assert_true(sv_compare(SV("a\0b"), SV("a\0c")) < 0);
    assert_int_equal(sv_compare(SV_EMPTY, SV("")), 0);
    assert_true(sv_compare(SV_EMPTY, SV("a")) < 0);
}

static void
folds_ascii_letters_only(void **state)
{
    (void)state;
    assert_true(sv_is_folded(SV("GPU-Hours"), SV("gpu-hOURS")));
    assert_false(sv_is_folded(SV("gpu"), SV("gpus")));
    assert_false(sv_is_folded(SV("["), SV("{"))); /* '[' | 0x20 is '{' */
    assert_false(sv_is_folded(SV("@"), SV("`")));
    assert_false(sv_is_folded(SV("Ä"), SV("ä")));
    assert_true(sv_is_folded(SV_EMPTY, SV("")));
}

static void
knows_starts_and_ends(void **state)
{
    (void)state;
    assert_true(sv_starts(SV("bill.csv"), SV("bill")));
    assert_true(sv_starts(SV("bill.csv"), SV("")));
    assert_false(sv_starts(SV("bi"), SV("bill")));
    assert_true(sv_ends(SV("bill.csv"), SV(".csv")));
    assert_false(sv_ends(SV("csv"), SV(".csv")));
    assert_false(sv_ends(SV("bill.csv"), SV(".cs")));
}

static void
finds_the_first_at_or_after(void **state)
{
    static const struct {
        const char *text, *needle;
        size_t from, expected;
    } cases[] = {
        { "abcabc", "bc", 0, 1 },
        { "abcabc", "bc", 1, 1 },
        { "abcabc", "bc", 2, 4 },
        { "abcabc", "bc", 5, (size_t)-1 },
        { "aaab", "aab", 0, 1 },
        { "abc", "abcd", 0, (size_t)-1 },
        { "abc", "", 2, 2 },
        { "abc", "", 3, 3 },
        { "abc", "", 4, (size_t)-1 },
        { "", "a", 0, (size_t)-1 },
        { "abx", "aby", 0, (size_t)-1 },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(sv_find(sv_of(cases[i].text), sv_of(cases[i].needle), cases[i].from),
            cases[i].expected);
}

static void
trims_every_kind_of_blank_and_nothing_else(void **state)
{
    static const struct {
        const char *text, *expected;
    } cases[] = {
        { "  a b\t\r\n", "a b" },
        { "\xC2\xA0\xE3\x80\x80 金额 \xE3\x80\x80\xC2\xA0", "金额" },
        { "\xEF\xBB\xBF\xE2\x80\x8B" "12\xE2\x80\xAF\xE2\x80\x80\xE2\x80\x8A", "12" },
        { " \t\xE3\x80\x80", "" },
        { "", "" },
        { "\v\f", "\v\f" },
        /* a trailing byte that looks like the end of a blank is none */
        { "a\x80\x80", "a\x80\x80" },
        { "\xA0", "\xA0" },
        { "a\xE2\x80\x90", "a\xE2\x80\x90" }, /* a hyphen is no space */
        { "a \xF0\x9F\x98\x80", "a \xF0\x9F\x98\x80" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_sv(sv_trim(sv_of(cases[i].text)), cases[i].expected);
}

static void
cuts_at_separators(void **state)
{
    static const struct {
        const char *text, *pieces; /* each piece followed by '|' */
    } cases[] = {
        { "a,,b", "a||b|" },
        { "", "" },
        { "a", "a|" },
        { "a,", "a|" },
        { ",a", "|a|" },
        { ",", "|" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct sv rest = sv_of(cases[i].text), piece;
        struct buf joined;

        buf_init(&joined, 100);
        while (sv_cut(&rest, ',', &piece)) {
            buf_add(&joined, piece);
            buf_add_char(&joined, '|');
        }
        assert_sv(buf_sv(&joined), cases[i].pieces);
        assert_int_equal(rest.n, 0);
        buf_release(&joined);
    }
}

static void
an_exhausted_cut_leaves_the_piece_alone(void **state)
{
    struct sv rest = SV_EMPTY, piece = SV("before");

    (void)state;
    assert_false(sv_cut(&rest, ',', &piece));
    assert_sv(piece, "before");
}

static void
decodes_every_scalar_value_that_can_be_encoded(void **state)
{
    struct buf b;

    (void)state;
    buf_init(&b, 8);
    for (unsigned code = 0; code <= 0x10FFFF; code++) {
        unsigned got = 0xFFFFFFFF, length = code < 0x80 ? 1 : code < 0x800 ? 2 : 3;

        if (code >= 0xD800 && code <= 0xDFFF)
            continue;
        length = code >= 0x10000 ? 4 : length;
        buf_reset(&b);
        buf_add_utf8(&b, code);
        if (b.n != length || sv_utf8(buf_sv(&b), &got) != length || got != code)
            fail_msg("U+%04X comes back as U+%04X", code, got);
        if (sv_utf8(sv_part(buf_sv(&b), 0, length - 1), &got) != 0)
            fail_msg("U+%04X is accepted without its last byte", code);
    }
    buf_release(&b);
}

static void
refuses_what_is_no_utf8_and_leaves_the_code_alone(void **state)
{
    static const char *const cases[] = {
        "",
        "\x80",
        "\xBF",
        "\xC0\xAF",         /* overlong '/' */
        "\xC1\xBF",
        "\xE0\x80\xAF",
        "\xE0\x9F\xBF",
        "\xF0\x8F\xBF\xBF",
        "\xED\xA0\x80",     /* a surrogate */
        "\xED\xBF\xBF",
        "\xF4\x90\x80\x80", /* beyond U+10FFFF */
        "\xF5\x80\x80\x80",
        "\xFF",
        "\xC3" "a",
        "\xE2\x82" "a",
        "\xF0\x9F\x98" "a",
        "\xE2\x82",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        unsigned code = 12345;

        assert_int_equal(sv_utf8(sv_of(cases[i]), &code), 0);
        assert_int_equal(code, 12345);
    }
}

static void
finds_the_first_byte_that_is_no_utf8(void **state)
{
    static const struct {
        const char *text;
        size_t expected;
    } cases[] = {
        { "", 0 },
        { "plain text of some length", 25 },
        { "金额金额金额", 18 },
        { "12345678\xFF", 8 },
        { "1234567\xFF" "90123456", 7 },
        { "金\xBD\xF0", 3 },
        { "abc\xE9\x87", 3 },
        { "12345\xE9\x87\x91" "123456\xC0", 14 },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(sv_utf8_valid(sv_of(cases[i].text)), cases[i].expected);
}

/* The same, character by character. */
static size_t
valid_by_characters(struct sv s)
{
    size_t at = 0, length;
    unsigned code;

    while (at < s.n && (length = sv_utf8(sv_part(s, at, s.n), &code)) > 0)
        at += length;
    return at;
}

/* All that four bytes can be, behind ${n} bytes of Chinese and in front of plain ones. */
static void
check_four_bytes(size_t n)
{
    static const unsigned char bytes[] = { 0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF,
        0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5,
        0xFF };
    char text[80];
    struct sv s = { text, n + 4 };

    memset(text, 'a', sizeof(text));
    for (size_t i = 3; i <= n; i += 3)
        memcpy(text + n - i, "金", 3);
    for (size_t i = 0; i < COUNT(bytes) * COUNT(bytes) * COUNT(bytes) * COUNT(bytes); i++) {
        size_t rest = i;

        for (size_t k = 0; k < 4; k++, rest /= COUNT(bytes))
            text[n + k] = (char)bytes[rest % COUNT(bytes)];
        s.n = i % 2 == 0 ? n + 4 : sizeof(text);
        if (sv_utf8_valid(s) != valid_by_characters(s))
            assert_int_equal(sv_utf8_valid(s), valid_by_characters(s));
    }
}

static void
judges_all_bytes_as_the_characters_do_wherever_they_stand(void **state)
{
    (void)state;
    check_four_bytes(5);
    for (size_t n = 29; n < 33; n++)
        check_four_bytes(n);
    check_four_bytes(60);
}

static void
finds_the_first_byte_above_127(void **state)
{
    char text[200];

    (void)state;
    memset(text, 'a', sizeof(text));
    for (size_t at = 0; at < sizeof(text); at++) {
        struct sv s = { text, sizeof(text) };

        text[at] = (char)(at % 2 == 0 ? 0x80 : 0xE9);
        assert_int_equal(sv_ascii(s), at);
        s.n = at;
        assert_int_equal(sv_ascii(s), at);
        text[at] = 'a';
    }
}

static void
a_head_does_not_cut_a_character(void **state)
{
    static const struct {
        const char *text;
        size_t max;
        const char *expected;
    } cases[] = {
        { "金额", 6, "金额" },
        { "金额", 5, "金" },
        { "金额", 4, "金" },
        { "金额", 3, "金" },
        { "金额", 2, "" },
        { "金额", 0, "" },
        { "a\xF0\x9F\x98\x80", 4, "a" },
        { "abc", 2, "ab" },
        /* invalid bytes are no characters, so there is nothing to keep whole */
        { "\x80\x80\x80\x80\x80", 4, "\x80\x80\x80\x80" },
        { "a\xE9\x87", 2, "a\xE9" },
        { "é\x80\x80", 3, "é\x80" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_sv(sv_head(sv_of(cases[i].text), cases[i].max), cases[i].expected);
}

static void
escapes_what_is_not_safe_to_show(void **state)
{
    static const struct {
        const char *text, *expected;
    } cases[] = {
        { "plain 金额 'x' \\ \"", "plain 金额 'x' \\ \"" },
        { "a\tb\r\n", "a\\x09b\\x0D\\x0A" },
        { "\x1B[31m", "\\x1B[31m" },
        { "\x7F", "\\x7F" },
        { "\xC2\x9B" "1m", "\\xC2\\x9B1m" },                         /* C1 CSI */
        { "\xE2\x80\xAE" "fdp", "\\xE2\\x80\\xAEfdp" },              /* right-to-left override */
        { "n\xEF\xBF\xBF" "1", "n\\xEF\\xBF\\xBF1" },              /* U+FFFF, not for XML */
        { "\xEF\xBF\xBD", "\xEF\xBF\xBD" },
        { "\xE2\x81\xA6\xE2\x80\xA8", "\\xE2\\x81\\xA6\\xE2\\x80\\xA8" },
        { "\xBD\xF0", "\\xBD\\xF0" },
        { "\xE9\x87", "\\xE9\\x87" },
    };
    struct buf b;

    (void)state;
    buf_init(&b, 100);
    for (size_t i = 0; i < COUNT(cases); i++) {
        char out[100];

        assert_int_equal(sv_escape(out, sizeof(out), SIZE_MAX, sv_of(cases[i].text)),
            strlen(cases[i].expected));
        assert_string_equal(out, cases[i].expected);
        buf_reset(&b);
        buf_add_escaped(&b, sv_of(cases[i].text));
        assert_sv(buf_sv(&b), cases[i].expected);
    }
    buf_release(&b);
}

static void
an_escaped_text_is_cut_between_characters(void **state)
{
    static const struct {
        const char *text;
        size_t room, max;
        const char *expected;
    } cases[] = {
        { "abcdef", 7, 6, "abcdef" },
        { "abcdef", 100, 5, "abcde..." },
        { "abcdef", 6, 100, "ab..." },
        { "abcdef", 4, 100, "..." },
        { "abcdef", 3, 100, "ab" }, /* no room for dots */
        { "abcdef", 1, 100, "" },
        { "金额abc", 100, 7, "金额a..." },
        { "金额", 100, 5, "金..." },
        { "ab\n", 100, 5, "ab..." },
        { "ab\n", 100, 6, "ab\\x0A" },
        { "\n\n", 8, 100, "\\x0A..." },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        char out[128];

        memset(out, '#', sizeof(out));
        (void)sv_escape(out, cases[i].room, cases[i].max, sv_of(cases[i].text));
        assert_string_equal(out, cases[i].expected);
        if (cases[i].room < sizeof(out))
            assert_int_equal(out[cases[i].room], '#');
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_stays_inside_the_text),
        cmocka_unit_test(compares_bytes_as_unsigned_and_the_shorter_first),
        cmocka_unit_test(folds_ascii_letters_only),
        cmocka_unit_test(knows_starts_and_ends),
        cmocka_unit_test(finds_the_first_at_or_after),
        cmocka_unit_test(trims_every_kind_of_blank_and_nothing_else),
        cmocka_unit_test(cuts_at_separators),
        cmocka_unit_test(an_exhausted_cut_leaves_the_piece_alone),
        cmocka_unit_test(decodes_every_scalar_value_that_can_be_encoded),
        cmocka_unit_test(refuses_what_is_no_utf8_and_leaves_the_code_alone),
        cmocka_unit_test(finds_the_first_byte_that_is_no_utf8),
        cmocka_unit_test(judges_all_bytes_as_the_characters_do_wherever_they_stand),
        cmocka_unit_test(finds_the_first_byte_above_127),
        cmocka_unit_test(a_head_does_not_cut_a_character),
        cmocka_unit_test(escapes_what_is_not_safe_to_show),
        cmocka_unit_test(an_escaped_text_is_cut_between_characters),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
