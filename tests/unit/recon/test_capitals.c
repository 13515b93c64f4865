/* Amounts in Chinese capitals: as invoices write them, to number and back. */
#include "recon/capitals.h"
#include "unit.h"

static void
reads_what_invoices_write(void **state)
{
    static const struct { const char *text, *amount; } cases[] = {
        { "壹佰贰拾叁圆肆角伍分", "123.45" }, { "叁拾玖元伍角肆分", "39.54" },
        { "贰圆壹角贰分", "2.12" }, { "壹佰圆整", "100" }, { "拾元整", "10" },
        { "壹拾元正", "10" }, { "零圆整", "0" }, { "伍角整", "0.5" }, { "伍分", "0.05" },
        { "壹圆零伍分", "1.05" }, { "壹仟零壹圆整", "1001" }, { "壹万零壹佰圆整", "10100" },
        { "壹拾万圆整", "100000" }, { "壹拾万零壹圆整", "100001" },
        { "壹亿零壹圆整", "100000001" }, { "壹万亿圆整", "1000000000000" },
        { "人民币叁万壹仟陆佰零伍元整", "31605" }, { "⊗贰拾玖万圆整", "290000" },
        { "（负数）壹佰圆整", "-100" }, { "(负数)壹圆整", "-1" }, { "负壹圆整", "-1" },
        { "人民币（大写）伍佰圆整", "500" }, { "ⓧ伍佰圆整", "500" }, { "负数伍佰圆整", "-500" },
        { "（负）伍佰圆整", "-500" }, { "-伍佰圆整", "-500" }, { "￥壹佰圆整", "100" },
        { " 壹 佰 圆 整 ", "100" }, { "貳拾圓整", "20" },
        { "一百二十三元四角五分", "123.45" }, { "伍佰贰拾陆圆", "526" }, { "壹元伍角", "1.5" },
        { "壹元零角伍分", "1.05" }, { "玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分", "99999999.99" },
        { "叁亿贰仟万圆整", "320000000" }, { "壹亿零伍万圆整", "100050000" },
        { "零壹圆整", "1" }, { "壹圆伍角零分", "1.5" }, { "零伍角", "0.5" },
        { "叁仟零佰零拾伍元零角零分", "3005" }, { "壹仟零壹拾伍圆整", "1015" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct money got = MONEY_ZERO;
        struct err e = ERR_INIT;
        char text[MONEY_TEXT_MAX];

        if (capitals_parse(&got, sv_of(cases[i].text), &e) < 0)
            print_error("%s is refused\n", cases[i].text);
        assert_string_equal(money_format(text, got), cases[i].amount);
    }
}

static void
refuses_what_is_no_amount(void **state)
{
    static const char *const texts[] = { "", "圆整", "整", "壹佰", "壹", "壹贰圆整", "拾佰圆整",
        "壹圆整壹圆整", "壹圆伍分伍角", "壹角壹角", "壹佰圆整（小写）", "abc", "壹万壹万圆", "壹佰壹佰圆",
        "壹圆伍", "负负壹圆", "壹万伍角", "壹拾壹拾圆", "壹圆壹拾", "壹亿壹亿圆", "零亿圆",
        "零万圆", "亿圆", "万圆", "壹圆贰圆", "伍角壹圆", "伍角壹万", "伍角壹亿", "壹亿伍角", "壹佰伍角", "角",
        "壹圆整整", "壹圆伍整", "人民币", "-" };

    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct money got = { 42 };
        struct err e = ERR_INIT;

        if (capitals_parse(&got, sv_of(texts[i]), &e) == 0)
            print_error("%s is read\n", texts[i]);
        assert_int_equal(e.code, ERR_SYNTAX);
        assert_true(got.units == 42);
    }
}

static void
writes_as_banks_demand(void **state)
{
    static const struct { const char *amount, *text; } cases[] = {
        { "123.45", "壹佰贰拾叁圆肆角伍分" }, { "0", "零圆整" }, { "-100", "（负数）壹佰圆整" },
        { "0.5", "伍角整" }, { "0.05", "伍分" }, { "10.05", "壹拾圆零伍分" },
        { "10.5", "壹拾圆伍角整" }, { "1001", "壹仟零壹圆整" }, { "10100", "壹万零壹佰圆整" },
        { "100001", "壹拾万零壹圆整" }, { "105000", "壹拾万伍仟圆整" },
        { "100000000", "壹亿圆整" }, { "100000001", "壹亿零壹圆整" },
        { "100001000", "壹亿零壹仟圆整" }, { "1000000000000", "壹万亿圆整" },
        { "12.345", "壹拾贰圆叁角伍分" }, { "12.344", "壹拾贰圆叁角肆分" },
        { "1010.01", "壹仟零壹拾圆零壹分" }, { "-0.004", "零圆整" },
        { "9999999999999999.99",
            "玖仟玖佰玖拾玖万玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖圆玖角玖分" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct money m = MONEY_ZERO;
        struct err e = ERR_INIT;
        struct buf out;

        buf_init(&out, 4096);
        assert_int_equal(money_parse(&m, sv_of(cases[i].amount), &e), 0);
        assert_int_equal(capitals_format(&out, m, &e), 0);
        assert_sv(buf_sv(&out), cases[i].text);
        buf_release(&out);
    }
}

static void
refuses_to_write_beyond_its_units(void **state)
{
    struct money m = MONEY_ZERO;
    struct err e = ERR_INIT;
    struct buf out;

    (void)state;
    buf_init(&out, 4096);
    assert_int_equal(money_parse(&m, SV("10000000000000000"), &e), 0);
    assert_int_equal(capitals_format(&out, m, &e), -1);
    assert_int_equal(e.code, ERR_RANGE);
    buf_release(&out);
}

/* Numbers of every length, with zeros in every place. */
static void
reads_back_what_it_writes(void **state)
{
    uint64_t seed = 7;

    (void)state;
    for (int i = 0; i < 20000; i++) {
        struct money m, back = MONEY_ZERO;
        struct err e = ERR_INIT;
        struct buf out;
        uint64_t n = 0;

        for (int digit = 0; digit < i % 18 + 1; digit++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            n = n * 10 + ((seed >> 60) < 8 ? (seed >> 40) % 10 : 0);
        }
        m.units = (money_int)n * ((money_int)10000000000000000) * (i % 3 ? 1 : -1);
        buf_init(&out, 4096);
        assert_int_equal(capitals_format(&out, m, &e), 0);
        assert_int_equal(capitals_parse(&back, buf_sv(&out), &e), 0);
        if (money_compare(m, back) != 0)
            print_error("%.*s\n", SV_ARG(buf_sv(&out)));
        assert_int_equal(money_compare(m, back), 0);
        buf_release(&out);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_invoices_write),
        cmocka_unit_test(refuses_what_is_no_amount),
        cmocka_unit_test(writes_as_banks_demand),
        cmocka_unit_test(refuses_to_write_beyond_its_units),
        cmocka_unit_test(reads_back_what_it_writes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
