/*
 * test_breakdown_audited.c - what leaked and what GPUs did, as bars.
 */
#include "audited.h"
#include "reports/breakdown.h"

struct bars {
    struct audited x;
    struct results results;
    struct breakdown b;
};

/* Two days of a card that is idle, billed twice on the second day. */
static void
build(struct bars *s, enum breakdown_kind kind, const char *currency, enum lang lang)
{
    struct err e = ERR_INIT;

    audited_init(&s->x);
    audited_row(&s->x, (struct bill_row){ .instance = "i-1", .name = "thesis", .billed = "4",
        .start = "2026-03-01 10:00:00", .end = "2026-03-01 14:00:00" });
    for (unsigned i = 0; i < 2; i++)
        audited_row(&s->x, (struct bill_row){ .instance = "i-1", .name = "thesis", .billed = "2",
            .start = "2026-03-02 10:00:00", .end = "2026-03-02 12:00:00" });
    audited_samples(&s->x, "i-1", "0", "2026-03-01 10:00:00", 60, 60, "0");
    audited_samples(&s->x, "i-1", "0", "2026-03-01 11:00:00", 180, 60, "90");
    audited_run(&s->x, NULL);
    s->results = (struct results){ .ledger = &s->x.bills.ledger, .review = &s->x.review,
        .lang = lang, .audit = &s->x.audit };
    if (breakdown_build(&s->b, &s->results, kind, currency, &e))
        assert_err(&e, "");
}

static void
release(struct bars *s)
{
    breakdown_release(&s->b);
    audited_release(&s->x);
}

static void
the_leaks_of_days_are_those_of_the_audit(void **state)
{
    struct bars s;

    (void)state;
    build(&s, BREAKDOWN_DAY, "CNY", LANG_EN);
    assert_int_equal(s.b.bars.n, 31);
    assert_money(s.b.total, "8");
    assert_money(s.b.bars.at[0].leaked[CATEGORY_GPU], "1");
    assert_money(s.b.bars.at[1].leaked[CATEGORY_GPU], "2");
    assert_money(s.b.leaked, "3");
    assert_int_equal(money_compare(s.b.leaked, s.x.audit.leaks.at[0].net), 0);
    release(&s);
}

static void
leaks_stand_by_rule_and_certainty(void **state)
{
    struct bars s;

    (void)state;
    build(&s, BREAKDOWN_LEAKS, "CNY", LANG_ZH);
    assert_int_equal(s.b.bars.n, 2);
    assert_string_equal(s.b.bars.at[0].key, "duplicate-charge");
    assert_money(s.b.bars.at[0].total, "2");
    assert_string_equal(s.b.bars.at[1].label, "GPU 空闲");
    assert_money(s.b.bars.at[1].part[LIKELY], "1");
    assert_money(s.b.total, "3");
    release(&s);
}

static void
gpu_hours_are_cut_by_what_the_gpus_did(void **state)
{
    struct bars s;
    struct table t;
    struct err e = ERR_INIT;

    (void)state;
    build(&s, BREAKDOWN_GPU_TIME, "", LANG_EN);
    assert_int_equal(s.b.bars.n, 1);
    assert_string_equal(s.b.bars.at[0].label, "thesis (autodl)");
    assert_money(s.b.bars.at[0].part[GPU_USED], "3");
    assert_money(s.b.bars.at[0].part[GPU_IDLE], "1");
    assert_money(s.b.bars.at[0].part[GPU_UNKNOWN], "4");
    assert_money(s.b.bars.at[0].leaked[GPU_IDLE], "1");
    assert_money(s.b.total, "8");
    table_init(&t);
    assert_int_equal(breakdown_table(&s.b, &s.results, &t, &e), 0);
    assert_string_equal(t.columns[1].key, "used");
    assert_int_equal(table_at(&t, 0, 4)->kind, CELL_NUMBER);
    table_release(&t);
    release(&s);
}

static void
one_month_is_no_comparison_and_an_earlier_review_makes_two(void **state)
{
    static const struct previous_spend spend[] = {
        { "autodl", "CNY", CATEGORY_GPU, { 0 } },
        { "autodl", "USD", CATEGORY_GPU, { 0 } },
    };
    struct previous_spend before[COUNT(spend)];
    struct previous then = { .period = { 0, AUDITED_MARCH.from, 480 }, .spend = before,
        .n = COUNT(spend) };
    struct err e = ERR_INIT;
    struct bars s;

    (void)state;
    build(&s, BREAKDOWN_MONTH, "CNY", LANG_EN);
    assert_int_equal(s.b.bars.n, 0);
    breakdown_release(&s.b);
    memcpy(before, spend, sizeof(before));
    before[0].billed = bills_money("10");
    before[1].billed = bills_money("77");
    then.period.from = time_month_start(AUDITED_MARCH.from - 1, 480);
    s.x.audit.in.previous = &then;
    assert_int_equal(breakdown_build(&s.b, &s.results, BREAKDOWN_MONTH, "CNY", &e), 0);
    assert_int_equal(s.b.bars.n, 2);
    assert_string_equal(s.b.bars.at[0].label, "2026-02");
    assert_money(s.b.bars.at[0].total, "10");
    assert_string_equal(s.b.bars.at[1].label, "2026-03");
    assert_true(s.b.bars.at[1].has_change);
    assert_money(s.b.bars.at[1].change, "-0.2");
    breakdown_release(&s.b);
    /* Half of a month is not compared with a whole one. */
    then.period.from += TIME_DAY;
    assert_int_equal(breakdown_build(&s.b, &s.results, BREAKDOWN_MONTH, "CNY", &e), 0);
    assert_string_equal(s.b.bars.at[0].label, "2026-02-02 to 2026-02-28");
    assert_false(s.b.bars.at[1].has_change);
    release(&s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_leaks_of_days_are_those_of_the_audit),
        cmocka_unit_test(leaks_stand_by_rule_and_certainty),
        cmocka_unit_test(gpu_hours_are_cut_by_what_the_gpus_did),
        cmocka_unit_test(one_month_is_no_comparison_and_an_earlier_review_makes_two),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
