#include "base/arena.h"
#include "unit.h"

static bool
is_zero(const unsigned char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (p[i] != 0)
            return false;
    return true;
}

static void
memory_is_zeroed_aligned_and_not_shared(void **state)
{
    static unsigned char *got[3000];
    struct arena a = ARENA_INIT;

    (void)state;
    for (size_t i = 0; i < COUNT(got); i++) {
        size_t size = (i * 7) % 300;

        got[i] = arena_alloc(&a, size);
        assert_non_null(got[i]);
        assert_int_equal((uintptr_t)got[i] % 16, 0);
        assert_true(is_zero(got[i], size));
        memset(got[i], (int)(i % 255 + 1), size);
    }
    for (size_t i = 0; i < COUNT(got); i++)
        for (size_t n = 0; n < (i * 7) % 300; n++)
            assert_int_equal(got[i][n], i % 255 + 1);
    assert_true(a.total >= 300 * COUNT(got) / 3);
    arena_release(&a);
    assert_null(a.blocks);
    assert_int_equal(a.total, 0);
}

static void
a_large_piece_does_not_end_the_current_block(void **state)
{
    struct arena a = ARENA_INIT;
    unsigned char *large, *small;

    (void)state;
    assert_non_null(arena_alloc(&a, 1));
    large = arena_alloc(&a, 3000000);
    assert_non_null(large);
    assert_true(is_zero(large, 3000000));
    memset(large, 1, 3000000);
    small = arena_alloc(&a, 100);
    assert_non_null(small);
    assert_true(is_zero(small, 100));
    assert_int_equal(large[0] + large[2999999], 2);
    assert_true(a.total < 3000000 + 10000);
    arena_release(&a);
}

static void
pieces_of_any_size_are_whole(void **state)
{
    static const size_t sizes[] = { 3000000, 200000, 16, 4096, 262144, 262145, 5000 };
    unsigned char *got[20][COUNT(sizes)];
    struct arena a = ARENA_INIT;

    (void)state;
    for (size_t i = 0; i < COUNT(got); i++) {
        for (size_t n = 0; n < COUNT(sizes); n++) {
            got[i][n] = arena_alloc(&a, sizes[n]);
            assert_non_null(got[i][n]);
            assert_true(is_zero(got[i][n], sizes[n]));
            memset(got[i][n], (int)(i + n + 1), sizes[n]);
        }
    }
    for (size_t i = 0; i < COUNT(got); i++) {
        for (size_t n = 0; n < COUNT(sizes); n++) {
            assert_int_equal(got[i][n][0], i + n + 1);
            assert_int_equal(got[i][n][sizes[n] - 1], i + n + 1);
        }
    }
    arena_release(&a);
}

static void
pieces_of_nothing_differ(void **state)
{
    struct arena a = ARENA_INIT;
    void *first = arena_alloc(&a, 0), *second = arena_alloc(&a, 0);

    (void)state;
    assert_non_null(first);
    assert_non_null(second);
    assert_ptr_not_equal(first, second);
    arena_release(&a);
}

static void
sizes_that_overflow_are_refused(void **state)
{
    struct arena a = ARENA_INIT;

    (void)state;
    assert_null(arena_array(&a, SIZE_MAX / 2, 3));
    assert_null(arena_array(&a, 1, SIZE_MAX));
    assert_null(arena_alloc(&a, SIZE_MAX - 3));
    assert_null(a.blocks);
    assert_non_null(arena_array(&a, 10, 10));
    arena_release(&a);
}

static void
copies_texts(void **state)
{
    struct arena a = ARENA_INIT;
    char source[] = "bill";
    char *text = arena_text(&a, sv_of(source));
    struct sv view = arena_sv(&a, SV("a\0b")), empty = arena_sv(&a, SV_EMPTY);

    (void)state;
    source[0] = 'x';
    assert_string_equal(text, "bill");
    assert_string_equal(arena_text(&a, SV_EMPTY), "");
    assert_int_equal(view.n, 3);
    assert_memory_equal(view.p, "a\0b", 3);
    assert_non_null(empty.p);
    assert_int_equal(empty.n, 0);
    arena_release(&a);
}

static void
a_merge_moves_what_was_allocated(void **state)
{
    struct arena into = ARENA_INIT, from = ARENA_INIT, none = ARENA_INIT;
    char *kept, *moved;
    size_t total;

    (void)state;
    kept = arena_text(&into, SV("kept"));
    moved = arena_text(&from, SV("moved"));
    for (int i = 0; i < 1000; i++)
        assert_non_null(arena_alloc(&from, 100));
    total = into.total + from.total;

    arena_merge(&into, &from);
    assert_null(from.blocks);
    assert_int_equal(from.total, 0);
    assert_int_equal(into.total, total);
    assert_non_null(arena_alloc(&from, 10)); /* usable again */
    arena_release(&from);

    assert_non_null(arena_alloc(&into, 10));
    assert_string_equal(kept, "kept");
    assert_string_equal(moved, "moved");

    arena_merge(&none, &into); /* into an empty one */
    assert_null(into.blocks);
    assert_string_equal(moved, "moved");
    arena_merge(&none, &into); /* an empty one */
    assert_string_equal(kept, "kept");
    arena_release(&none);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_zeroed_aligned_and_not_shared),
        cmocka_unit_test(a_large_piece_does_not_end_the_current_block),
        cmocka_unit_test(pieces_of_any_size_are_whole),
        cmocka_unit_test(pieces_of_nothing_differ),
        cmocka_unit_test(sizes_that_overflow_are_refused),
        cmocka_unit_test(copies_texts),
        cmocka_unit_test(a_merge_moves_what_was_allocated),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
