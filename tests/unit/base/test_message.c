#include <errno.h>
#include <sys/types.h>

#include "base/message.h"
#include "unit.h"

/* The English text of ${m}. */
static void
assert_message(const struct message *m, const char *expected)
{
    char text[MESSAGE_TEXT_MAX];

    assert_string_equal(message_text(m, LANG_EN, text, sizeof(text)), expected);
}

static void
renders_every_conversion(void **state)
{
    struct message m;

    (void)state;
    message_set(&m, "no arguments, 100%%");
    assert_message(&m, "no arguments, 100%");
    message_set(&m, "%s %.*s %c|", "whole", 3, "cut off", 'x');
    assert_message(&m, "whole cut x|");
    message_set(&m, "%d %ld %lld %zd %jd", -1, -2L, INT64_MIN + 0LL, (ssize_t)-4, (intmax_t)-5);
    assert_message(&m, "-1 -2 -9223372036854775808 -4 -5");
    message_set(&m, "%u %lu %llu %zu %ju", 1U, 2UL, 18446744073709551615ULL, (size_t)4,
        (uintmax_t)5);
    assert_message(&m, "1 2 18446744073709551615 4 5");
    message_set(&m, "'%s' '%.*s'", "", 0, "x");
    assert_message(&m, "'' ''");
}

static void
a_given_length_is_never_read_beyond(void **state)
{
    static const char not_ended[] = { 'a', 'b', 'c' };
    struct message m;

    (void)state;
    message_set(&m, "%.*s.", 3, not_ended);
    assert_message(&m, "abc.");
    message_set(&m, "%.*s.", 10, "short");
    assert_message(&m, "short.");
}

static void
escapes_and_cuts_what_it_quotes(void **state)
{
    static const char forty[] = "0123456789012345678901234567890123456789";
    struct message m;

    (void)state;
    message_set(&m, "'%s'", "a\nb\x1B[0m\xFF");
    assert_message(&m, "'a\\x0Ab\\x1B[0m\\xFF'");
    message_set(&m, "'%s'", forty);
    assert_message(&m, "'0123456789012345678901234567890123456789'");
    message_set(&m, "'%sx'", "01234567890123456789012345678901234567890");
    assert_message(&m, "'0123456789012345678901234567890123456789...x'");
    message_set(&m, "'%s'", "金额金额金额金额金额金额金额");
    assert_message(&m, "'金额金额金额金额金额金额金...'");
    message_set(&m, "%c", '\n');
    assert_message(&m, "\\x0A");
}

static void
shows_whole_what_must_be_whole(void **state)
{
    static const char text[] = "01234567890123456789012345678901234567890123456789";
    struct message m;

    (void)state;
    message_set_whole(&m, "%s|%.*s|%d", text, 45, text, 7);
    assert_message(&m,
        "01234567890123456789012345678901234567890123456789|"
        "012345678901234567890123456789012345678901234|7");
}

static void
a_long_argument_leaves_room_for_later_ones(void **state)
{
    char longest[1000];
    char text[MESSAGE_TEXT_MAX];
    struct message m;

    (void)state;
    memset(longest, 'x', sizeof(longest) - 1);
    longest[sizeof(longest) - 1] = '\0';
    message_set_whole(&m, "%s has %llu and %lld", longest, 18446744073709551615ULL,
        INT64_MIN + 0LL);
    (void)message_text(&m, LANG_EN, text, sizeof(text));
    assert_non_null(strstr(text, "xxx... has 18446744073709551615 and -9223372036854775808"));
    assert_int_equal(m.args[sizeof(m.args) - 1], '\0');

    message_set(&m, "%s%s%s%s%s%s%s%s%s", longest, longest, longest, longest, longest, longest,
        longest, longest, "end");
    (void)message_text(&m, LANG_EN, text, sizeof(text));
    assert_non_null(strstr(text, "...end"));
}

static void
is_cut_at_a_character_of_a_small_buffer(void **state)
{
    char text[16];
    struct message m;

    (void)state;
    message_set(&m, "ab%sef", "金额");
    memset(text, '#', sizeof(text));
    assert_string_equal(message_text(&m, LANG_EN, text, 8), "ab金");
    assert_int_equal(text[8], '#');
    assert_string_equal(message_text(&m, LANG_EN, text, 1), "");
    text[0] = '#';
    assert_ptr_equal(message_text(&m, LANG_EN, text, 0), text);
    assert_int_equal(text[0], '#');
    assert_string_equal(message_text(&m, LANG_EN, text, 11), "ab金额ef");
    assert_string_equal(message_text(&m, LANG_EN, text, 10), "ab金额e");
}

static void
a_translation_may_reorder_the_arguments(void **state)
{
    /* Positions count as printf's do, so the length of the text is the third argument. */
    static const struct {
        const char *translation, *expected;
    } cases[] = {
        { "%s 第 %d 行 '%.*s': %zu", "a.csv 第 7 行 'GPU': 12" },
        { "%5$zu %4$.*3$s %2$d %1$s", "12 GPU 7 a.csv" },
        { "%1$s %1$s 100%%", "a.csv a.csv 100%" },
        { "%6$s%99$s.", "." },
        { "%q %", "%q %" },
        { "", "" },
    };
    char text[MESSAGE_TEXT_MAX];
    struct message m;

    (void)state;
    message_set(&m, "line %ju: ", (uintmax_t)17);
    assert_string_equal(message_text(&m, LANG_ZH, text, sizeof(text)), "第 17 行：");

    message_set(&m, "%s: row %d of '%.*s' has %zu fields", "a.csv", 7, 3, "GPUs", (size_t)12);
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_string_equal(message_text_as(&m, LANG_ZH, cases[i].translation, text, sizeof(text)),
            cases[i].expected);
}

static void
arguments_that_are_missing_are_empty(void **state)
{
    struct message m = { .format = "%s|%s|%9$s|", .args = "one" };

    (void)state;
    assert_message(&m, "one|||");
    memset(m.args, 'x', sizeof(m.args) - 1);
    m.format = "%s%s";
    m.args[sizeof(m.args) - 1] = '\0';
    m.args[10] = '\0';
    m.format = "%s";
    assert_message(&m, "xxxxxxxxxx");
}

static void
no_message_is_no_text(void **state)
{
    struct message m = { 0 };

    (void)state;
    assert_message(&m, "");
}

static void
adds_what_the_system_said(void **state)
{
    char text[MESSAGE_TEXT_MAX];
    struct message m;

    (void)state;
    message_set(&m, "cannot open the file");
    m.errnum = ENOENT;
    assert_message(&m, "cannot open the file: No such file or directory");
    assert_string_equal(message_text(&m, LANG_ZH, text, sizeof(text)),
        "无法打开文件: 没有这个文件或目录");
    m.errnum = ELOOP; /* none of the usual ones */
    assert_message(&m, "cannot open the file: Too many levels of symbolic links");
    message_set(&m, "next");
    assert_message(&m, "next");
}

static void
shows_keys_in_the_language_of_the_reader(void **state)
{
    char text[MESSAGE_TEXT_MAX];
    struct message m;

    (void)state;
    message_set(&m, "'%s' must be %s", "price", MESSAGE_KEY "an amount in quotes, like \"1.88\"");
    assert_string_equal(message_text(&m, LANG_EN, text, sizeof(text)),
        "'price' must be an amount in quotes, like \"1.88\"");
    /* Longer than MESSAGE_QUOTE_MAX, and no key of the catalogue. */
    message_set(&m, "'%s' must be %s", "\x1E",
        MESSAGE_KEY "0123456789 0123456789 0123456789 01234567\n");
    assert_string_equal(message_text(&m, LANG_EN, text, sizeof(text)),
        "'\\x1E' must be 0123456789 0123456789 0123456789 01234567\\x0A");
}

static void
shows_a_pair_in_the_language_of_the_reader(void **state)
{
    char text[MESSAGE_TEXT_MAX], longest[2 * MESSAGE_ARGS_MAX + 2];
    struct message m;

    (void)state;
    message_set(&m, "%s: %d", MESSAGE_PAIR "Alibaba\n" MESSAGE_PAIR "阿里云", 7);
    assert_string_equal(message_text(&m, LANG_EN, text, sizeof(text)), "Alibaba\\x0A: 7");
    assert_string_equal(message_text(&m, LANG_ZH, text, sizeof(text)), "阿里云: 7");
    /* Of two that are too long for the room, neither takes all of it. */
    memset(longest, 'x', sizeof(longest));
    longest[0] = longest[MESSAGE_ARGS_MAX] = MESSAGE_PAIR[0];
    memset(longest + MESSAGE_ARGS_MAX + 1, 'y', MESSAGE_ARGS_MAX);
    longest[sizeof(longest) - 1] = '\0';
    message_set(&m, "%s", longest);
    assert_int_equal(strspn(message_text(&m, LANG_EN, text, sizeof(text)), "x"), 163);
    assert_string_equal(text + 163, "...");
    assert_int_equal(strspn(message_text(&m, LANG_ZH, text, sizeof(text)), "y"), 164);
    assert_string_equal(text + 164, "...");
    /* One text alone is no pair. */
    message_set(&m, "%s", MESSAGE_PAIR "one");
    assert_string_equal(message_text(&m, LANG_ZH, text, sizeof(text)), "\\x1Done");
}

/* "a" for "secret", all else as it is. */
static const char *
hide(void *context, const char *text)
{
    (void)context;
    return strcmp(text, "secret") == 0 ? "a" : text;
}

static void
texts_can_be_replaced_and_all_else_stays(void **state)
{
    char text[MESSAGE_TEXT_MAX];
    struct message m;

    (void)state;
    message_set(&m, "%s %d %.*s %c %s %s", "secret", -12, 6, "secret, not", 'x', "open",
        MESSAGE_KEY "records");
    message_replace_texts(&m, hide, NULL);
    assert_message(&m, "a -12 a x open records");
    assert_string_equal(message_text_as(&m, LANG_ZH, "%7$s", text, sizeof(text)), "条记录");
    message_set(&m, "%s|%s", MESSAGE_PAIR "secret" MESSAGE_PAIR "open", "secret");
    message_replace_texts(&m, hide, NULL);
    assert_message(&m, "a|a");
    assert_string_equal(message_text(&m, LANG_ZH, text, sizeof(text)), "open|a");
    m = (struct message){ 0 };
    message_replace_texts(&m, hide, NULL);
    assert_message(&m, "");
}

static const char *
lengthen(void *context, const char *text)
{
    (void)text;
    return context;
}

static void
longer_texts_are_cut_and_leave_room_for_later_ones(void **state)
{
    char longest[MESSAGE_ARGS_MAX + 2], text[MESSAGE_TEXT_MAX];
    struct message m;

    (void)state;
    memset(longest, 'x', sizeof(longest) - 1);
    longest[sizeof(longest) - 1] = '\0';
    message_set(&m, "%s|%s|%d", "a", "b", 7);
    message_replace_texts(&m, lengthen, longest);
    (void)message_text(&m, LANG_EN, text, sizeof(text));
    assert_int_equal(strspn(text, "x"), 284);
    assert_string_equal(text + strlen(text) - 2, "|7");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(renders_every_conversion),
        cmocka_unit_test(a_given_length_is_never_read_beyond),
        cmocka_unit_test(escapes_and_cuts_what_it_quotes),
        cmocka_unit_test(shows_whole_what_must_be_whole),
        cmocka_unit_test(a_long_argument_leaves_room_for_later_ones),
        cmocka_unit_test(is_cut_at_a_character_of_a_small_buffer),
        cmocka_unit_test(a_translation_may_reorder_the_arguments),
        cmocka_unit_test(arguments_that_are_missing_are_empty),
        cmocka_unit_test(no_message_is_no_text),
        cmocka_unit_test(adds_what_the_system_said),
        cmocka_unit_test(shows_keys_in_the_language_of_the_reader),
        cmocka_unit_test(shows_a_pair_in_the_language_of_the_reader),
        cmocka_unit_test(texts_can_be_replaced_and_all_else_stays),
        cmocka_unit_test(longer_texts_are_cut_and_leave_room_for_later_ones),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
