/*
 * Values of options, from text: what is no value is told by the option's name, and changes nothing.
 */
#include "run/option_value.h"
#include "run/writing.h"
#include "unit.h"

static void
counts_are_whole_numbers_from_one(void **state)
{
    static const struct { const char *text; uint64_t count; } table[] = {
        { "1", 1 }, { "007", 7 }, { "4294967295", UINT32_MAX },
        { "0", 0 }, { "", 0 }, { "-1", 0 }, { "1.5", 0 }, { "8G", 0 }, { " 1", 0 },
        { "99999999999999999999", 0 },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(table); i++) {
        struct err e = ERR_INIT;
        uint64_t count = 5;
        int result = option_count(&count, "--jobs", table[i].text, &e);

        assert_int_equal(result, table[i].count > 0 ? 0 : -1);
        assert_int_equal(count, table[i].count > 0 ? table[i].count : 5);
        assert_int_equal(e.code, table[i].count > 0 ? ERR_NONE : ERR_USAGE);
    }
}

static void
words_are_taken_as_they_are_spelled(void **state)
{
    static const char *const words[] = { "no", "yes", NULL };
    struct err e = ERR_INIT;
    unsigned word = 7;

    (void)state;
    assert_int_equal(option_word(&word, "--strict", words, SV("yes"), &e), 0);
    assert_int_equal(word, 1);
    assert_int_equal(option_word(&word, "--strict", words, SV("Yes"), &e), -1);
    assert_err(&e, "--strict: 'Yes' is not one of no, yes");
    assert_int_equal(word, 1);
}

static void
outputs_are_a_list(void **state)
{
    static const struct { const char *list; unsigned outputs; } table[] = {
        { "html", OUTPUT_HTML }, { "json, csv", OUTPUT_JSON | OUTPUT_CSV }, { "all", OUTPUT_ALL },
        { "xlsx,xlsx", OUTPUT_XLSX }, { "", 0 }, { ",json", 0 }, { "pdf", 0 }, { "HTML", 0 },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(table); i++) {
        struct err e = ERR_INIT;
        unsigned outputs = 0;
        int result = writing_outputs(&outputs, "--write", table[i].list, &e);

        if (result == 0 && outputs != table[i].outputs)
            print_error("'%s'\n", table[i].list);
        assert_int_equal(result, table[i].outputs ? 0 : -1);
        if (result == 0)
            assert_int_equal(outputs, table[i].outputs);
    }
}

static void
zones_are_offsets(void **state)
{
    struct err e = ERR_INIT;
    int minutes = 7;

    (void)state;
    assert_int_equal(option_zone(&minutes, "--timezone", "noon", &e), -1);
    assert_err(&e, "--timezone: 'noon' is not an offset such as +08:00");
    assert_int_equal(minutes, 7);
    assert_int_equal(option_zone(&minutes, "--timezone", "-05:30", &e), 0);
    assert_int_equal(minutes, -330);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_whole_numbers_from_one),
        cmocka_unit_test(words_are_taken_as_they_are_spelled),
        cmocka_unit_test(outputs_are_a_list),
        cmocka_unit_test(zones_are_offsets),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
