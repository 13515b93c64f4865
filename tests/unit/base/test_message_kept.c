#include <errno.h>

#include "base/message_kept.h"
#include "unit.h"

static void
comes_back_to_the_last_byte(void **state)
{
    struct arena arena = ARENA_INIT;
    struct message messages[4] = { { 0 } }, back;

    (void)state;
    message_set(&messages[1], "no arguments");
    message_set(&messages[2], "'%s', '%s' and %d", "", "two", 3);
    messages[2].errnum = ENOSPC;
    memset(messages[3].args, 'x', sizeof(messages[3].args));
    messages[3].format = "%s";
    for (size_t i = 0; i < 4; i++) {
        const struct message_kept *kept = message_keep(&arena, &messages[i]);

        assert_non_null(kept);
        memset(&back, '?', sizeof(back));
        message_unfold(&back, kept);
        assert_ptr_equal(back.format, messages[i].format);
        assert_int_equal(back.errnum, messages[i].errnum);
        assert_memory_equal(back.args, messages[i].args, sizeof(back.args));
        for (size_t k = 0; k < 4; k++)
            assert_int_equal(message_is_kept_as(kept, &messages[k]), i == k);
    }
    arena_release(&arena);
}

static void
takes_little_room(void **state)
{
    struct arena arena = ARENA_INIT;
    struct message m;
    size_t before;

    (void)state;
    message_set(&m, "amount '%s' is not a number", "1.2.3");
    assert_non_null(message_keep(&arena, &m));
    before = arena.total;
    for (int i = 0; i < 1000; i++)
        assert_non_null(message_keep(&arena, &m));
    assert_true(arena.total - before < 1000 * sizeof(m) / 4);
    arena_release(&arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_back_to_the_last_byte),
        cmocka_unit_test(takes_little_room),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
