/*
 * test_open_claims.c - of many claims of one amount, those that are found decide as all would.
 */
#include "recon/days.h"
#include "recon/nearest.h"
#include "unit.h"

#define CLAIMS 300
#define MOST 5

static unsigned
next(unsigned *state, unsigned below)
{
    *state = *state * 1103515245u + 12345u;
    return (*state >> 16) % below;
}

/* The better of two by the rule of nearest.h, which sees claims in their order. */
struct choice {
    int64_t from;
    size_t index, before, after;
    bool has_any, is_before;
};

static void
consider(struct choice *c, const struct claim *claim, size_t index, int64_t day)
{
    int64_t from = days_of(claim->from, 0);
    bool is_before = from == DAY_NONE || day == DAY_NONE || from <= day;

    *(is_before ? &c->before : &c->after) += 1;
    if (c->has_any && (is_before != c->is_before ? !is_before :
        is_before ? claim->from <= c->from : claim->from >= c->from))
        return;
    *c = (struct choice){ claim->from, index, c->before, c->after, true, is_before };
}

static void
compare(struct open_claims *o, const struct recon *r, const struct open_wish *wish)
{
    struct choice all = { .index = CLAIMS }, found = { .index = CLAIMS };
    struct err e = ERR_INIT;

    for (size_t i = 0; i < r->claims.n; i++) {
        const struct claim *c = &r->claims.at[i];

        if (wish->pool[c->platform_index] && strcmp(c->currency, wish->currency) == 0 &&
            money_compare(matching_open(c), wish->amount) == 0 &&
            (wish->day == DAY_NONE || c->from == TIME_NONE ||
                days_of(c->from, 0) <= wish->day + wish->days_after))
            consider(&all, c, i, wish->day);
    }
    assert_int_equal(open_claims_find(o, r, wish, &e), 0);
    for (size_t i = 0; i < o->found.n; i++)
        consider(&found, &r->claims.at[o->found.at[i]], o->found.at[i], wish->day);
    assert_int_equal(found.index, all.index);
    assert_true(found.before == all.before || (found.before >= MOST && all.before > MOST));
    assert_true(found.after == all.after || (found.after >= MOST && all.after > MOST));
}

static void
those_found_decide_as_all_claims_would(void **state)
{
    static const char *const currencies[] = { "CNY", "USD" };
    unsigned random = 7;

    (void)state;
    for (int round = 0; round < 20; round++) {
        static struct claim claims[CLAIMS];
        struct recon_platform platforms[2] = { { .id = "a" }, { .id = "b" } };
        struct recon r = { .claims = { claims, CLAIMS, CLAIMS }, .platforms = { platforms, 2, 2 } };
        struct open_claims o;
        struct err e = ERR_INIT;
        int64_t at = 0;

        for (size_t i = 0; i < CLAIMS; i++) {
            at += next(&random, 3) * TIME_DAY / 2;
            claims[i] = (struct claim){ .currency = currencies[next(&random, 8) == 0],
                .platform_index = next(&random, 4) == 0, .from = i < 4 ? TIME_NONE : at,
                .amount = money_of(1 + next(&random, 2)) };
        }
        assert_int_equal(open_claims_build(&o, &r, &e), 0);
        for (int step = 0; step < 400; step++) {
            bool pool[2] = { next(&random, 4) > 0, next(&random, 2) > 0 };
            struct open_wish wish = { .amount = money_of(1 + next(&random, 2)),
                .currency = currencies[next(&random, 4) == 0], .pool = pool,
                .day = next(&random, 9) == 0 ? DAY_NONE : (int64_t)next(&random, 160) - 5,
                .days_after = 31, .most = MOST };

            compare(&o, &r, &wish);
            if (o.found.n > 0) {
                uint32_t covered = o.found.at[next(&random, (unsigned)o.found.n)];

                claims[covered].covered = claims[covered].amount;
                open_claims_close(&o, covered);
            }
        }
        open_claims_release(&o);
    }
}

int
main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(those_found_decide_as_all_claims_would),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
