/*
 * test_span.c - stretches of time, tried against a count moment by moment.
 */
#include "ledger/span.h"
#include "unit.h"

#define MOMENTS 40

/* Bit m of the result: moment m is in ${s}. Also checks that spans are sorted and apart. */
static uint64_t
bits_of(const struct spans *s)
{
    uint64_t bits = 0;

    for (size_t i = 0; i < s->n; i++) {
        assert_true(s->at[i].from < s->at[i].to);
        assert_true(i == 0 || s->at[i - 1].to < s->at[i].from);
        for (int64_t m = s->at[i].from; m < s->at[i].to; m++)
            bits |= UINT64_C(1) << m;
    }
    return bits;
}

/* Some spans from the digits of ${seed}; joined. */
static struct spans
make(struct span *room, uint64_t seed)
{
    for (size_t i = 0; i < 4; i++) {
        room[i].from = (int64_t)(seed >> (i * 12) & 31);
        room[i].to = room[i].from + (int64_t)(seed >> (i * 12 + 5) & 7);
    }
    return spans_join(room, 4);
}

static void
sets_are_those_of_their_moments(void **state)
{
    uint64_t random = 7;
    struct arena arena = ARENA_INIT;
    struct err e = ERR_INIT;

    (void)state;
    for (unsigned round = 0; round < 2000; round++) {
        struct span room_a[4], room_b[4], window = { round % 13, round % 13 + round % 17 };
        struct spans a, b, got;
        struct spans whole = { &window, 1 };
        uint64_t of_a, of_b, in_window = window.to > window.from ? bits_of(&whole) : 0;
        int64_t at = round % MOMENTS;

        random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
        a = make(room_a, random >> 8);
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
        b = make(room_b, random >> 8);
        of_a = bits_of(&a);
        of_b = bits_of(&b);
        assert_int_equal(spans_union(&got, &a, &b, &arena, &e), 0);
        assert_int_equal(bits_of(&got), of_a | of_b);
        assert_int_equal(spans_intersect(&got, &a, &b, &arena, &e), 0);
        assert_int_equal(bits_of(&got), of_a & of_b);
        assert_int_equal(spans_subtract(&got, &a, &b, &arena, &e), 0);
        assert_int_equal(bits_of(&got), of_a & ~of_b);
        assert_int_equal(spans_clip(&got, &a, window, &arena, &e), 0);
        assert_int_equal(bits_of(&got), of_a & in_window);
        assert_int_equal(spans_covered(&a, window), __builtin_popcountll(of_a & in_window));
        assert_int_equal(spans_length(&a), __builtin_popcountll(of_a));
        assert_int_equal(spans_hold(&a, at), of_a >> at & 1);
        arena_release(&arena);
    }
}

static void
what_touches_is_joined_and_what_is_empty_goes(void **state)
{
    struct span room[] = { { 5, 7 }, { 9, 9 }, { 1, 2 }, { 2, 5 }, { 20, 30 }, { 21, 22 } };
    struct spans s = spans_join(room, COUNT(room));

    (void)state;
    assert_int_equal(s.n, 2);
    assert_int_equal(s.at[0].from, 1);
    assert_int_equal(s.at[0].to, 7);
    assert_int_equal(s.at[1].to, 30);
    assert_int_equal(spans_join(room, 0).n, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_are_those_of_their_moments),
        cmocka_unit_test(what_touches_is_joined_and_what_is_empty_goes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
