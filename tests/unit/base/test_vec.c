#include "base/vec.h"
#include "unit.h"

struct pair {
    uint64_t a, b;
};

struct pair_vec {
    struct pair *at;
    size_t n, room;
};

static void
keeps_its_elements_when_it_grows(void **state)
{
    struct pair_vec v = { 0 };
    struct err e = ERR_INIT;

    (void)state;
    for (uint64_t i = 0; i < 10000; i++) {
        assert_int_equal(vec_grow(&v, 1, 10000, &e), 0);
        assert_true(v.n < v.room && v.room <= 10000);
        v.at[v.n++] = (struct pair){ i, ~i };
    }
    for (uint64_t i = 0; i < 10000; i++)
        assert_true(v.at[i].a == i && v.at[i].b == ~i);
    assert_int_equal(e.code, ERR_NONE);
    vec_release(&v);
    assert_null(v.at);
    assert_int_equal(v.n + v.room, 0);
}

static void
refuses_more_than_its_limit_and_stays_as_it_was(void **state)
{
    struct pair_vec v = { 0 }, before;
    struct err e = ERR_INIT;

    (void)state;
    assert_int_equal(vec_grow(&v, 3, 3, &e), 0);
    v.n = 3;
    before = v;
    assert_int_equal(vec_grow(&v, 0, 3, &e), 0);
    assert_int_equal(vec_grow(&v, 1, 3, &e), -1);
    assert_int_equal(e.code, ERR_LIMIT);
    assert_err(&e, "more than the limit of 3 entries");
    assert_int_equal(vec_grow_named(&v, 1, 3, N_("invoices"), &e), -1);
    assert_int_equal(e.code, ERR_LIMIT);
    assert_err(&e,
        "there are more than 3 invoices, the most that gpubill takes; give it less at a time");
    assert_int_equal(vec_grow(&v, SIZE_MAX, SIZE_MAX, &e), -1); /* the sum overflows */
    assert_int_equal(e.code, ERR_LIMIT);
    assert_memory_equal(&v, &before, sizeof(v));
    vec_release(&v);
}

static void
refuses_a_size_that_overflows(void **state)
{
    struct pair_vec v = { 0 };
    struct err e = ERR_INIT;

    (void)state;
    assert_int_equal(vec_grow(&v, SIZE_MAX / 4, SIZE_MAX, &e), -1);
    assert_int_equal(e.code, ERR_NOMEM);
    assert_null(v.at);
    assert_int_equal(v.room, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_its_elements_when_it_grows),
        cmocka_unit_test(refuses_more_than_its_limit_and_stays_as_it_was),
        cmocka_unit_test(refuses_a_size_that_overflows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
