#include "reports/breakdown.h"
#include "reports/say.h"
#include "results_sample.h"

static void
assert_amount(struct money m, const char *text)
{
    char got[MONEY_TEXT_MAX];

    assert_string_equal(money_format(got, m), text);
}

static void
categories_stand_by_amount(void **state)
{
    struct sample *s = sample_new(LANG_ZH);
    struct breakdown b;
    struct err e = ERR_INIT;

    (void)state;
    assert_int_equal(breakdown_build(&b, &s->results, BREAKDOWN_CATEGORY, "CNY", &e), 0);
    assert_int_equal(b.bars.n, 3);
    assert_string_equal(b.bars.at[0].key, "gpu");
    assert_amount(b.bars.at[0].total, "2218.3");
    assert_string_equal(b.bars.at[1].key, "traffic");
    assert_string_equal(b.bars.at[1].label, "流量");
    assert_string_equal(b.bars.at[2].key, "data-disk");
    assert_amount(b.total, "2567.750000000000000001");
    assert_int_equal(b.parts[1], CATEGORY_TRAFFIC);
    breakdown_release(&b);
    sample_release(s);
}

static void
platforms_are_cut_by_category_and_currencies_are_kept_apart(void **state)
{
    struct sample *s = sample_new(LANG_ZH);
    struct breakdown b;
    struct err e = ERR_INIT;

    (void)state;
    assert_int_equal(breakdown_build(&b, &s->results, BREAKDOWN_PLATFORM, "CNY", &e), 0);
    assert_int_equal(b.bars.n, 2);
    assert_string_equal(b.bars.at[0].key, "autodl");
    assert_amount(b.bars.at[0].part[CATEGORY_DATA_DISK], "148.11");
    assert_string_equal(b.bars.at[1].label, "阿里云（表头属推定）");
    breakdown_release(&b);
    assert_int_equal(breakdown_build(&b, &s->results, BREAKDOWN_PLATFORM, "USD", &e), 0);
    assert_int_equal(b.bars.n, 1);
    assert_amount(b.bars.at[0].total, "75.9");
    assert_amount(b.bars.at[0].part[CATEGORY_CREDIT], "-20.5");
    breakdown_release(&b);
    assert_int_equal(breakdown_build(&b, &s->results, BREAKDOWN_PLATFORM, "EUR", &e), 0);
    assert_int_equal(b.bars.n, 0);
    breakdown_release(&b);
    sample_release(s);
}

static void
every_day_of_the_period_has_a_bar(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    struct review_day undated = { .platform = "autodl", .category = CATEGORY_GPU,
        .currency = "CNY", .billed = amount("7") };
    struct breakdown b;
    struct err e = ERR_INIT;

    (void)state;
    ADD(s->review.days, undated);
    assert_int_equal(breakdown_build(&b, &s->results, BREAKDOWN_DAY, "CNY", &e), 0);
    assert_int_equal(b.bars.n, 32);
    assert_string_equal(b.bars.at[0].key, "2026-03-01");
    assert_amount(b.bars.at[0].total, "4");
    assert_amount(b.bars.at[1].total, "0");
    assert_string_equal(b.bars.at[30].key, "2026-03-31");
    assert_string_equal(b.bars.at[31].label, "without a date");
    assert_amount(b.bars.at[31].total, "7");
    assert_amount(b.total, "2574.750000000000000001");
    breakdown_release(&b);
    sample_release(s);
}

static void
a_long_period_has_a_bar_for_each_month(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    struct breakdown b;
    struct err e = ERR_INIT;

    (void)state;
    s->review.period.from = moment("2025-12-01");
    assert_int_equal(breakdown_build(&b, &s->results, BREAKDOWN_DAY, "CNY", &e), 0);
    assert_true(b.is_monthly);
    assert_int_equal(b.bars.n, 4);
    assert_string_equal(b.bars.at[0].key, "2025-12");
    assert_amount(b.bars.at[0].total, "0");
    assert_string_equal(b.bars.at[3].key, "2026-03");
    assert_amount(b.bars.at[3].total, "2567.750000000000000001");
    breakdown_release(&b);
    sample_release(s);
}

static void
many_small_platforms_are_one_bar(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    static char ids[40][8];
    struct breakdown b;
    struct err e = ERR_INIT;

    (void)state;
    s->review.spend.at = realloc(s->review.spend.at, 64 * sizeof(*s->review.spend.at));
    assert_non_null(s->review.spend.at);
    for (size_t i = 0; i < COUNT(ids); i++) {
        (void)snprintf(ids[i], sizeof(ids[i]), "p%02zu", i);
        ADD(s->review.spend, (struct review_spend){ ids[i], CATEGORY_GPU, "CNY", 1, amount("1") });
    }
    assert_int_equal(breakdown_build(&b, &s->results, BREAKDOWN_PLATFORM, "CNY", &e), 0);
    assert_int_equal(b.bars.n, BREAKDOWN_BARS_MAX);
    assert_string_equal(b.bars.at[28].key, "p26");
    assert_string_equal(b.bars.at[29].label, "others");
    assert_amount(b.bars.at[29].total, "13");
    assert_amount(b.bars.at[29].part[CATEGORY_GPU], "13");
    assert_amount(b.total, "2607.750000000000000001");
    breakdown_release(&b);
    sample_release(s);
}

static void
a_name_carries_the_currency_only_where_there_are_several(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    char name[BREAKDOWN_NAME_MAX];

    (void)state;
    assert_string_equal(breakdown_name(name, &s->results, BREAKDOWN_DAY, "USD"),
        "spend-by-day-usd");
    s->review.totals.n = 1;
    assert_string_equal(breakdown_name(name, &s->results, BREAKDOWN_CATEGORY, "CNY"),
        "spend-by-category");
    sample_release(s);
}

static void
the_table_says_what_the_chart_draws(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    struct breakdown b;
    struct table t;
    struct err e = ERR_INIT;

    (void)state;
    table_init(&t);
    assert_int_equal(breakdown_build(&b, &s->results, BREAKDOWN_PLATFORM, "CNY", &e), 0);
    assert_int_equal(breakdown_table(&b, &s->results, &t, &e), 0);
    assert_int_equal(t.column_count, 6);
    assert_string_equal(t.columns[2].key, "traffic");
    assert_int_equal(table_rows(&t), 2);
    assert_string_equal(table_at(&t, 0, 0)->text, "AutoDL");
    assert_int_equal(table_at(&t, 0, 2)->kind, CELL_EMPTY);
    assert_amount(table_at(&t, 0, 4)->money, "1666.31");
    assert_amount(table_at(&t, 0, 5)->money, "0.6489");
    table_release(&t);
    breakdown_release(&b);
    sample_release(s);
}

static void
currencies_stand_by_lines_and_moves_alone_are_none(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    const struct review_total *totals[SAY_CURRENCIES_MAX];

    (void)state;
    s->review.totals.at[1].lines = 5;
    ADD(s->review.totals, (struct review_total){ .currency = "EUR", .moved = amount("9") });
    assert_int_equal(say_currencies(&s->results, totals), 2);
    assert_string_equal(totals[0]->currency, "USD");
    assert_string_equal(totals[1]->currency, "CNY");
    sample_release(s);
}

static void
periods_are_named_by_months_or_by_days(void **state)
{
    static const struct {
        const char *from, *to, *expected;
    } rows[] = {
        { "2026-03-01", "2026-04-01", "2026-03" },
        { "2026-02-01", "2026-04-01", "2026-02 to 2026-03" },
        { "2026-03-02", "2026-04-01", "2026-03-02 to 2026-03-31" },
        { "2026-03-02", "2026-03-03", "2026-03-02" },
        { "2026-03-02", "2026-03-02", "no period" },
    };
    struct sample *s = sample_new(LANG_EN);

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct buf out;

        buf_init(&out, 256);
        s->review.period = (struct period){ moment(rows[i].from), moment(rows[i].to), 480 };
        say_period(&out, &s->results);
        assert_sv(buf_sv(&out), rows[i].expected);
        buf_release(&out);
    }
    sample_release(s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(categories_stand_by_amount),
        cmocka_unit_test(platforms_are_cut_by_category_and_currencies_are_kept_apart),
        cmocka_unit_test(every_day_of_the_period_has_a_bar),
        cmocka_unit_test(a_long_period_has_a_bar_for_each_month),
        cmocka_unit_test(many_small_platforms_are_one_bar),
        cmocka_unit_test(a_name_carries_the_currency_only_where_there_are_several),
        cmocka_unit_test(the_table_says_what_the_chart_draws),
        cmocka_unit_test(currencies_stand_by_lines_and_moves_alone_are_none),
        cmocka_unit_test(periods_are_named_by_months_or_by_days),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
