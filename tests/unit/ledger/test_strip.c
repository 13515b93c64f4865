/*
 * test_strip.c - what windows take of a strip, tried against a count moment by moment.
 */
#include "ledger/strip.h"
#include "unit.h"

#define MOMENTS 48

/* Up to 8 stretches apart from each other, from the digits of ${seed}. */
static struct spans
make(struct span *room, uint64_t seed)
{
    int64_t at = 0;
    size_t n = 0;

    for (; n < 8; n++) {
        at += 1 + (int64_t)(seed >> (n * 6) & 3);
        room[n].from = at;
        at += 1 + (int64_t)(seed >> (n * 6 + 2) & 3);
        room[n].to = at;
    }
    return (struct spans){ room, seed >> 60 & 7 };
}

static int64_t
count(const struct spans *a, const struct spans *b, struct span window)
{
    int64_t n = 0;

    for (int64_t at = window.from; at < window.to; at++)
        n += spans_hold(a, at) && (!b || spans_hold(b, at));
    return n;
}

static void
a_window_takes_the_moments_in_it(void **state)
{
    uint64_t random = 11;
    struct err e = ERR_INIT;

    (void)state;
    for (unsigned round = 0; round < 500; round++) {
        struct arena arena = ARENA_INIT;
        struct span room[2][8];
        struct fraction weights[8];
        struct strip strip, other, weighed;
        struct spans a, b;

        random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
        a = make(room[0], random);
        b = make(room[1], random * UINT64_C(0x9e3779b97f4a7c15));
        for (size_t i = 0; i < 8; i++)
            weights[i] = fraction_of(1, (money_uint)(i + 2));
        assert_int_equal(strip_make(&strip, &a, NULL, CARD_ALL, &arena, &e), 0);
        assert_int_equal(strip_make(&other, &b, NULL, CARD_ALL, &arena, &e), 0);
        assert_int_equal(strip_make(&weighed, &a, weights, 3, &arena, &e), 0);
        for (int64_t from = 0; from < MOMENTS; from += 3) {
            for (int64_t to = from; to < MOMENTS; to += 2) {
                struct span window = { from, to };
                struct fraction sum = FRACTION_ZERO;

                for (size_t i = 0; i < a.n; i++)
                    sum = fraction_add(sum, fraction_times(weights[i],
                        (money_uint)span_common(a.at[i], window)));
                assert_int_equal(strip_covered(&strip, window), count(&a, NULL, window));
                assert_int_equal(strip_common(&strip, &other, window), count(&a, &b, window));
                assert_int_equal(fraction_compare(strip_weighed(&weighed, window), sum), 0);
            }
        }
        arena_release(&arena);
    }
}

static void
a_stretch_without_end_has_a_part_in_each_window(void **state)
{
    struct span at[2] = { { -5, 10 }, { 20, INT64_MAX } };
    struct arena arena = ARENA_INIT;
    struct strip s;
    struct err e = ERR_INIT;

    (void)state;
    assert_int_equal(strip_make(&s, &(struct spans){ at, 2 }, NULL, CARD_ALL, &arena, &e), 0);
    assert_int_equal(strip_covered(&s, (struct span){ 0, 30 }), 20);
    assert_int_equal(strip_covered(&s, (struct span){ -100, 100 }), 95);
    assert_int_equal(strip_covered(&s, (struct span){ 10, 20 }), 0);
    assert_int_equal(strip_covered(&s, (struct span){ 50, INT64_MAX }), INT64_MAX - 50);
    arena_release(&arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_window_takes_the_moments_in_it),
        cmocka_unit_test(a_stretch_without_end_has_a_part_in_each_window),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
