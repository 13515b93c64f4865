#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "parsers/names.h"

static void
assert_text(struct sv got, const char *expected)
{
    assert_int_equal(got.n, strlen(expected));
    if (got.n > 0)
        assert_memory_equal(got.p, expected, got.n);
}

static void
folds_what_is_written_in_many_ways(void **state)
{
    static const struct { const char *name, *folded, *bracket; } table[] = {
        { "BilledCost", "billedcost", "" },
        { " Billed Cost\t", "billedcost", "" },
        { "billed_cost", "billedcost", "" },
        { "lineItem/UsageAmount", "lineitemusageamount", "" },
        { "\xEF\xBB\xBF\"date\"", "date", "" },
        { "`交易时间", "交易时间", "" },
        { "金额（元）", "金额", "元" },
        { "金额 (元) ", "金额", "元" },
        { "单价（元/小时）", "单价", "元小时" },
        { "Cost (USD)", "cost", "usd" },
        { "ＢＩＬＬ　Ｎｏ", "billno", "" },
        { "(元)", "元", "" },
        { "数量【个】", "数量", "个" },
        { "a (b) c", "a(b)c", "" },
        { "a (b (c))", "a", "b(c)" },
        { "", "", "" },
        { " _/", "", "" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        struct arena a = ARENA_INIT;
        struct sv bracket = SV("left from before");

        assert_text(name_fold(&a, sv_of(table[i].name), &bracket), table[i].folded);
        assert_text(bracket, table[i].bracket);
        arena_release(&a);
    }
}

static void
leaves_different_names_different(void **state)
{
    struct arena a = ARENA_INIT;

    (void)state;
    assert_false(sv_is(name_fold(&a, SV("应付金额"), NULL), name_fold(&a, SV("现金支付金额"), NULL)));
    assert_false(sv_is(name_fold(&a, SV("cost1"), NULL), name_fold(&a, SV("cost"), NULL)));
    assert_false(sv_is(name_fold(&a, SV("data.id"), NULL), name_fold(&a, SV("dataid"), NULL)));
    arena_release(&a);
}

static void
keeps_the_bracket_where_it_is_asked_to(void **state)
{
    struct arena a = ARENA_INIT;

    (void)state;
    assert_text(name_fold_whole(&a, SV("时长（小时）")), "时长(小时)");
    assert_text(name_fold_whole(&a, SV("Cost [USD]")), "cost(usd)");
    assert_text(name_bracket(SV("单价（元/小时） ")), "元/小时");
    assert_text(name_bracket(SV("Cost ( USD )")), "USD");
    assert_text(name_bracket(SV("Cost")), "");
    assert_text(name_bracket(SV("(USD)")), "");
    arena_release(&a);
}

static void
suggests_the_nearest_known_word(void **state)
{
    static const char *const known[] = { "column", "columns", "categories", "regex", NULL };
    static const struct { const char *word, *nearest; } table[] = {
        { "colunm", "column" },
        { "COLUMNS", "columns" },
        { "category", "categories" },
        { "categorie", "categories" },
        { "regexp", "regex" },
        { "xyzzy", NULL },
        { "", NULL },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        const char *nearest = name_nearest(sv_of(table[i].word), known);

        if (!table[i].nearest) {
            assert_null(nearest);
            continue;
        }
        assert_non_null(nearest);
        assert_string_equal(nearest, table[i].nearest);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folds_what_is_written_in_many_ways),
        cmocka_unit_test(leaves_different_names_different),
        cmocka_unit_test(keeps_the_bracket_where_it_is_asked_to),
        cmocka_unit_test(suggests_the_nearest_known_word),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
