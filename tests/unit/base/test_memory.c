#include <stdlib.h>

#include "base/memory.h"
#include "unit.h"

#define MIB ((uint64_t)1 << 20)

static void
memory_that_is_touched_is_in_use(void **state)
{
    uint64_t before = memory_used();
    volatile char *block = malloc(64 * MIB);

    (void)state;
    assert_non_null(block);
    for (size_t i = 0; i < 64 * MIB; i += 1024)
        block[i] = 1;
    assert_true(memory_used() >= before + 60 * MIB);
    free((void *)block);
}

static void
the_machine_has_more_than_is_in_use(void **state)
{
    (void)state;
    assert_true(memory_used() > 0);
    assert_true(memory_of_machine() > memory_used());
}

static void
a_limit_is_passed_or_not(void **state)
{
    struct err e = ERR_INIT;

    (void)state;
    assert_int_equal(memory_check(0, &e), 0);
    assert_int_equal(memory_check(memory_used() + 64 * MIB, &e), 0);
    assert_int_equal(e.code, ERR_NONE);
    assert_int_equal(memory_check(1, &e), -1);
    assert_int_equal(e.code, ERR_NOMEM);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_that_is_touched_is_in_use),
        cmocka_unit_test(the_machine_has_more_than_is_in_use),
        cmocka_unit_test(a_limit_is_passed_or_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
