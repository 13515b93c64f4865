/* Subset sums against trying all subsets. */
#include "recon/subset.h"
#include "unit.h"

#define COUNT_MAX 100

struct brute {
    uint64_t solutions;
    uint32_t best; /* bits */
    bool has_best;
};

/* True where the subset ${a} comes before ${b}: fewer, then lexicographically. */
static bool
is_better(uint32_t a, uint32_t b)
{
    int n = __builtin_popcount(a), m = __builtin_popcount(b);

    if (n != m)
        return n < m;
    /* The first index in which they differ: who has it is smaller. */
    return (a & (a ^ b) & (~(a ^ b) + 1)) != 0;
}

static struct brute
try_all(const uint64_t *amounts, size_t n, uint64_t target)
{
    struct brute result = { 0 };

    for (uint32_t bits = 1; bits < (UINT32_C(1) << n); bits++) {
        uint64_t sum = 0;

        for (size_t i = 0; i < n; i++)
            sum += (bits >> i & 1u) ? amounts[i] : 0;
        if (sum != target)
            continue;
        result.solutions++;
        if (!result.has_best || is_better(bits, result.best))
            result.best = bits;
        result.has_best = true;
    }
    return result;
}

static uint64_t
next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

/* ${scale} makes the targets too large for arrays or for bits. */
static void
check_random(uint64_t scale, uint64_t range)
{
    struct subset s = SUBSET_INIT;
    uint64_t seed = scale + range;

    for (int round = 0; round < 400; round++) {
        uint64_t amounts[12], target = 0;
        size_t n = next(&seed) % COUNT(amounts) + 1;
        struct err e = ERR_INIT;
        struct brute expected;
        uint32_t got = 0;

        for (size_t i = 0; i < n; i++) {
            amounts[i] = (next(&seed) % range + 1) * scale;
            target += next(&seed) % 2 ? amounts[i] : 0;
        }
        if (round % 7 == 0)
            target++;
        if (target == 0)
            continue;
        expected = try_all(amounts, n, target);
        assert_int_equal(subset_find(&s, amounts, n, target, 5000000, COUNT_MAX, &e), 0);
        assert_false(s.gave_up);
        for (size_t i = 0; i < s.n; i++) {
            assert_true(i == 0 || s.chosen[i] > s.chosen[i - 1]);
            got |= UINT32_C(1) << s.chosen[i];
        }
        assert_int_equal(got, expected.best);
        assert_int_equal(s.solutions,
            expected.solutions < COUNT_MAX ? expected.solutions : COUNT_MAX);
    }
    subset_release(&s);
}

static void
finds_what_trying_all_finds_on_arrays(void **state)
{
    (void)state;
    check_random(1, 10);
    check_random(1, 1000);
}

static void
finds_the_same_on_lists(void **state)
{
    (void)state;
    check_random(2000003, 9);
    check_random(100000007, 1000);
}

static void
counts_up_to_the_limit(void **state)
{
    struct subset s = SUBSET_INIT;
    uint64_t amounts[40];
    struct err e = ERR_INIT;

    (void)state;
    for (size_t i = 0; i < COUNT(amounts); i++)
        amounts[i] = 5;
    assert_int_equal(subset_find(&s, amounts, COUNT(amounts), 100, 100000, COUNT_MAX, &e), 0);
    assert_int_equal(s.solutions, COUNT_MAX);
    assert_int_equal(s.n, 20);
    for (uint32_t i = 0; i < 20; i++)
        assert_int_equal(s.chosen[i], i);
    subset_release(&s);
}

static void
gives_up_beyond_its_states(void **state)
{
    static const uint64_t scales[] = { 1, 100000007 };
    struct subset s = SUBSET_INIT;
    uint64_t amounts[16], target = 0;
    struct err e = ERR_INIT;

    (void)state;
    for (size_t k = 0; k < COUNT(scales); k++) {
        for (size_t i = 0; i < COUNT(amounts); i++)
            amounts[i] = (i * i * i + 11) * scales[k];
        target = (7 * 7 * 7 + 9 * 9 * 9 + 13 * 13 * 13 + 33) * scales[k];
        assert_int_equal(subset_find(&s, amounts, 16, target, 100, COUNT_MAX, &e), 0);
        assert_true(s.gave_up);
        assert_int_equal(s.n, 0);
        assert_int_equal(subset_find(&s, amounts, 16, target, 1000000, COUNT_MAX, &e), 0);
        assert_false(s.gave_up);
        assert_int_equal(s.n, 3);
    }
    subset_release(&s);
}

static void
finds_nothing_where_there_is_nothing(void **state)
{
    static const uint64_t amounts[] = { 3, 5, 0, 100 };
    struct subset s = SUBSET_INIT;
    struct err e = ERR_INIT;

    (void)state;
    assert_int_equal(subset_find(&s, amounts, 4, 7, 1000, COUNT_MAX, &e), 0);
    assert_int_equal(s.n, 0);
    assert_int_equal(s.solutions, 0);
    assert_int_equal(subset_find(&s, NULL, 0, 7, 1000, COUNT_MAX, &e), 0);
    assert_int_equal(s.n, 0);
    assert_int_equal(subset_find(&s, amounts, 4, 0, 1000, COUNT_MAX, &e), 0);
    assert_int_equal(s.n, 0);
    subset_release(&s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_trying_all_finds_on_arrays),
        cmocka_unit_test(finds_the_same_on_lists),
        cmocka_unit_test(counts_up_to_the_limit),
        cmocka_unit_test(gives_up_beyond_its_states),
        cmocka_unit_test(finds_nothing_where_there_is_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
