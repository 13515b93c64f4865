/*
 * test_previous.c - earlier reviews, read strictly, and spend beside theirs.
 */
#include "audit/previous.h"
#include "record/json.h"
#include "unit.h"

#define HEAD "{\"period\": {\"from\": \"2026-02-01T00:00:00+08:00\", " \
    "\"to\": \"2026-03-01T00:00:00+08:00\"}, \"spend\": "
#define GPU "{\"platform\": \"autodl\", \"category\": \"gpu\", \"currency\": \"CNY\", "

static int
add(struct previous_reviews *p, const char *text)
{
    struct err e = ERR_INIT;
    cJSON *json = record_json_parse(sv_of(text), &e);
    int result;

    assert_non_null(json);
    result = previous_add_review(p, json, &e);
    cJSON_Delete(json);
    return result;
}

static void
what_cannot_be_read_is_refused(void **state)
{
    static const char *const texts[] = {
        "{}",
        "{\"spend\": []}",
        "{\"period\": {\"from\": \"soon\", \"to\": \"later\"}, \"spend\": []}",
        HEAD "{}}",
        HEAD "[{}]}",
        HEAD "[" GPU "\"billed\": 5}]}",
        HEAD "[" GPU "\"billed\": \"many\"}]}",
        HEAD "[{\"platform\": \"a\", \"category\": \"b\", \"currency\": \"CNY\", "
            "\"billed\": \"1\"}]}",
    };
    struct previous_reviews p;

    (void)state;
    previous_init(&p);
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        assert_int_equal(add(&p, texts[i]), -1);
    assert_null(previous_for(&p, &(struct period){ 0, 0, 480 }));
    previous_release(&p);
}

static void
spend_is_compared_with_the_month_before(void **state)
{
    struct previous_reviews p;
    struct period march = { INT64_C(1772294400000), INT64_C(1774972800000), 480 };
    struct review_spend now = { .platform = "matpool", .currency = "CNY",
        .category = CATEGORY_GPU, .billed = money_of(7) };
    struct review review = { .spend = { .at = &now, .n = 1 } };
    struct comparison c;
    struct err e = ERR_INIT;
    const struct previous *then;

    (void)state;
    previous_init(&p);
    assert_int_equal(add(&p, HEAD "[" GPU "\"billed\": \"5\"}]}"), 0);
    assert_int_equal(add(&p, "{\"period\": {\"from\": \"2026-01-01T00:00:00+08:00\", "
        "\"to\": \"2026-02-01T00:00:00+08:00\"}, \"spend\": []}"), 0);
    then = previous_for(&p, &march);
    assert_ptr_equal(then, &p.list.at[0]);
    assert_true(previous_is_month_before(&then->period, &march));
    assert_false(previous_is_month_before(&p.list.at[1].period, &march));
    assert_int_equal(comparison_build(&c, then, &review, &e), 0);
    assert_int_equal(c.rows.n, 2);
    assert_string_equal(c.rows.at[0].platform, "autodl");
    assert_int_equal(money_compare(c.rows.at[0].change, money_negate(money_of(5))), 0);
    assert_int_equal(money_compare(c.rows.at[1].before, MONEY_ZERO), 0);
    assert_int_equal(money_compare(c.rows.at[1].change, money_of(7)), 0);
    comparison_release(&c);
    march.to += TIME_DAY;
    assert_false(previous_is_month_before(&then->period, &march));
    previous_release(&p);
}

static void
spend_of_the_same_ledger_is_as_that_of_a_file(void **state)
{
    struct review_spend spend = { .platform = "autodl", .currency = "CNY",
        .category = CATEGORY_GPU, .billed = money_of(5) };
    struct review february = { .spend = { .at = &spend, .n = 1 },
        .period = { INT64_C(1769875200000), INT64_C(1772294400000), 480 } };
    struct period march = { INT64_C(1772294400000), INT64_C(1774972800000), 480 };
    struct previous_reviews p;
    struct err e = ERR_INIT;
    const struct previous *then;

    (void)state;
    previous_init(&p);
    assert_int_equal(previous_add(&p, &february, &e), 0);
    then = previous_for(&p, &march);
    assert_non_null(then);
    assert_true(previous_is_month_before(&then->period, &march));
    assert_int_equal(then->n, 1);
    assert_string_equal(then->spend[0].platform, "autodl");
    assert_int_equal(then->spend[0].category, CATEGORY_GPU);
    assert_int_equal(money_compare(then->spend[0].billed, money_of(5)), 0);
    /* A file of the same month, added later, goes before it. */
    assert_int_equal(add(&p, HEAD "[]}"), 0);
    assert_int_equal(previous_for(&p, &march)->n, 0);
    previous_release(&p);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_read_is_refused),
        cmocka_unit_test(spend_is_compared_with_the_month_before),
        cmocka_unit_test(spend_of_the_same_ledger_is_as_that_of_a_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
