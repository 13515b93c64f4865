/*
 * test_fraction.c - exact shares.
 */
#include "bills.h"
#include "ledger/fraction.h"

static void
assert_fraction(struct fraction f, uint64_t part, uint64_t whole)
{
    assert_true(f.part == part && f.whole == whole);
}

static void
sums_and_differences_are_exact_and_reduced(void **state)
{
    (void)state;
    assert_fraction(fraction_of(6, 8), 3, 4);
    assert_fraction(fraction_add(fraction_of(1, 3), fraction_of(1, 6)), 1, 2);
    assert_fraction(fraction_sub(fraction_of(1, 2), fraction_of(1, 3)), 1, 6);
    assert_fraction(fraction_sub(fraction_of(1, 3), fraction_of(1, 2)), 0, 1);
    assert_fraction(fraction_times(fraction_of(5, 6), 4), 10, 3);
    assert_fraction(fraction_over(fraction_of(4, 5), 6), 2, 15);
    assert_fraction(fraction_least(fraction_of(2, 3), fraction_of(3, 4)), 2, 3);
    assert_true(fraction_is_zero(FRACTION_ZERO) && !fraction_is_one(FRACTION_ZERO));
}

static void
what_takes_too_many_bits_is_rounded_and_stays_a_share(void **state)
{
    struct fraction sum = FRACTION_ZERO;
    static const uint64_t primes[] = { 86399999, 86400029, 86400047, 86400049, 86400053 };

    (void)state;
    for (size_t i = 0; i < COUNT(primes); i++)
        sum = fraction_add(sum, fraction_of(primes[i] / 5, primes[i]));
    /* Five times a fifth, each a little less: within 2^-24 of one. */
    assert_true(fraction_compare(sum, FRACTION_ONE) < 0);
    assert_true(fraction_compare(fraction_add(sum, fraction_of(1, 1u << 24)), FRACTION_ONE) > 0);
}

static void
shares_of_amounts_are_rounded_half_away_from_zero(void **state)
{
    static const struct { const char *amount; unsigned part, whole; const char *share; } cases[] = {
        { "0.33", 16, 24, "0.22" },
        { "1", 1, 3, "0.333333333" },
        { "2", 1, 3, "0.666666667" },
        { "0.000000001", 1, 2, "0.000000001" },
        { "0.000000001", 49, 100, "0" },
        { "1.000000000000000001", 7, 7, "1.000000000000000001" },
        { "5", 0, 7, "0" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_money(fraction_share(bills_money(cases[i].amount),
            fraction_of(cases[i].part, cases[i].whole)), cases[i].share);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_and_differences_are_exact_and_reduced),
        cmocka_unit_test(what_takes_too_many_bits_is_rounded_and_stays_a_share),
        cmocka_unit_test(shares_of_amounts_are_rounded_half_away_from_zero),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
