#include <stdio.h>

#include "base/intern.h"
#include "unit.h"

static void
equal_strings_have_one_copy(void **state)
{
    struct intern t = INTERN_INIT;
    char source[] = "autodl";
    const char *first = intern_text(&t, sv_of(source)), *empty;

    (void)state;
    assert_ptr_not_equal(first, source);
    assert_ptr_equal(intern_text(&t, SV("autodl")), first);
    assert_ptr_not_equal(intern_text(&t, SV("autod")), first);
    assert_string_equal(intern_text(&t, SV("autod")), "autod");
    source[0] = 'x';
    assert_string_equal(first, "autodl");

    empty = intern_text(&t, SV_EMPTY);
    assert_string_equal(empty, "");
    assert_ptr_equal(intern_text(&t, SV("")), empty);
    assert_int_equal(t.map.n, 3);
    intern_release(&t);
}

static void
pointers_stay_when_the_table_grows(void **state)
{
    static const char *first[5000];
    struct intern t = INTERN_INIT;
    char text[16];

    (void)state;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < COUNT(first); i++) {
            (void)snprintf(text, sizeof(text), "r-%zu", i);
            if (pass == 0)
                first[i] = intern_text(&t, sv_of(text));
            assert_ptr_equal(intern_text(&t, sv_of(text)), first[i]);
            assert_string_equal(first[i], text);
        }
    }
    assert_int_equal(t.map.n, COUNT(first));
    intern_release(&t);
    assert_int_equal(t.map.n, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_strings_have_one_copy),
        cmocka_unit_test(pointers_stay_when_the_table_grows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
