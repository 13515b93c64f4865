#include "bench_format.h"

#define COLUMNS "'a':'A','b':'B','c':'C','amount':'amount'"
#define HEADINGS "A|B|C|amount"

/* Nearly the largest amount there is. */
#define MANY "150000000000000000000"

/* Make field ${field} by ${expression} from the cells ${row}; "reject:REASON:heading" where the
 * record is refused. */
static const char *
made(const char *field, const char *expression, const char *row, char *out, size_t size)
{
    struct err e = ERR_INIT;
    char fields[2000], message[ERR_TEXT_MAX];
    struct buf text;
    struct format *f;
    struct binding *b;
    struct bench_row headings = bench_row(HEADINGS), cells = bench_row(row);
    struct record r = bench_record(&cells);
    struct made m;

    buf_init(&text, sizeof(fields) - 1);
    buf_addf(&text, "'%s':%s", field, expression);
    if (strcmp(field, "BilledCost") != 0)
        buf_add_text(&text, ",'BilledCost':'amount'");
    f = bench_format(COLUMNS, text.p,
        ",'read':{'currency':'CNY','timezone':'+08:00'},'required':[]", &e);
    if (!f)
        fail_msg("%s", err_text(&e, LANG_EN, message, sizeof(message)));
    b = binding_new(f, headings.cells, headings.n, 0, NULL, &e);
    assert_non_null(b);
    if (binding_make(b, &r, &m, &e))
        fail_msg("%s", err_text(&e, LANG_EN, message, sizeof(message)));
    if (m.outcome == OUTCOME_LINE) {
        bench_cell(&m.charge, field, out, size);
    } else {
        struct buf reason;

        assert_int_equal(m.outcome, OUTCOME_REJECTED);
        buf_init(&reason, size - 1);
        buf_addf(&reason, "reject:%s:%.*s", reject_word(m.reject), SV_ARG(m.column));
        memcpy(out, reason.p, reason.n + 1);
        buf_release(&reason);
    }
    buf_release(&text);
    binding_free(b);
    format_free(f);
    return out;
}

struct example {
    const char *field, *expression, *row, *expected;
};

static void
check(const struct example *table, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char text[1000];

        made(table[i].field, table[i].expression, table[i].row, text, sizeof(text));
        if (strcmp(text, table[i].expected) != 0)
            fail_msg("%s by %s of %s: '%s', expected '%s'", table[i].field, table[i].expression,
                table[i].row, text, table[i].expected);
    }
}

#define CHECK(table) check(table, sizeof(table) / sizeof(table[0]))

static void
makes_texts(void **state)
{
    static const struct example table[] = {
        { "ResourceName", "'a'", "x y|||1", "x y" },
        { "ResourceName", "{'column':'b'}", "x|y||1", "y" },
        { "ResourceName", "{'const':'fixed'}", "|||1", "fixed" },
        { "ResourceName", "{'concat':['a','b','c'],'with':'-'}", "x||z|1", "x-z" },
        { "ResourceName", "{'concat':['a','b']}", "|||1", "" },
        { "ResourceName", "{'regex':'ID：(\\\\S+)','of':'a'}", "实例ID：i-7 启动|||1", "i-7" },
        { "ResourceName", "{'regex':'ID：(\\\\S+)','of':'a'}", "无|||1", "" },
        { "ResourceName", "{'regex':'a(b)?','of':'a','take':0}", "xab|||1", "ab" },
        { "ResourceName", "{'regex':'a(b)?','of':'a'}", "xac|||1", "" },
        { "ResourceName", "{'map':{'新购':'new','续费':'renew'},'of':'a'}", "续费|||1", "renew" },
        { "ResourceName", "{'map':{'新购':'new'},'of':'a','else':'b'}", "退订|other||1", "other" },
        { "ResourceName", "{'map':{'新购':'new'},'of':'a'}", "退订|||1", "reject:bad-word:A" },
        { "ResourceName", "{'map':{'新购':'new'},'of':'a'}", "|||1", "" },
        { "ResourceName", "{'map':{'':'none'},'of':'a'}", "|||1", "none" },
        { "ResourceName", "{'map':{'x':null},'of':'a'}", "x|||1", "" },
        { "ResourceName", "{'first_of':['a','b',{'const':'z'}]}", "|y||1", "y" },
        { "ResourceName", "{'first_of':['a','b',{'const':'z'}]}", "|||1", "z" },
        { "ResourceName", "{'strip':'^acs:|:$','of':'a'}", "acs:x:y:|||1", "x:y" },
        { "ResourceName", "{'strip':'x*','of':'a'}", "abc|||1", "abc" },
        { "ResourceName", "{'split':';','of':'a'}", "p; q;r|||1", "p" },
        { "ResourceName", "{'split':';','of':'a','take':1}", "p; q ;r|||1", "q" },
        { "ResourceName", "{'split':';','of':'a','take':-1}", "p;q;r|||1", "r" },
        { "ResourceName", "{'split':';','of':'a','take':3}", "p;q;r|||1", "" },
        { "ResourceName", "{'json_path':'k.0.v','of':'a'}",
            "{\"k\":[{\"v\":12345678901234567890}]}|||1", "12345678901234567890" },
        { "ResourceName", "{'json_path':'k.x','of':'a'}", "{\"k\":1}|||1", "" },
        { "ResourceName", "{'json_path':'k','of':'a'}", "{\"k\":|||1", "reject:bad-json:A" },
        { "PricingUnit", "{'unit':'a'}", "元/小时|||1", "Hours" },
        { "PricingUnit", "{'unit':'a'}", "GB·天|||1", "GB-Days" },
        { "PricingUnit", "{'unit':'a'}", "hrs|||1", "Hours" },
        { "PricingUnit", "{'unit':'a'}", "卡时|||1", "Cards-Hours" },
        { "PricingUnit", "{'unit':'a'}", "元/千token|||1", "1000 Tokens" },
        { "PricingUnit", "{'unit':'a'}", "百万Tokens|||1", "1000000 Tokens" },
        { "PricingUnit", "{'unit':'a'}", "furlong|||1", "furlong" },
        { "ResourceName", "{'amount':['a','b']}", "1.50|2||1", "3.5" },
        { "ResourceName", "{'time':'a'}", "2026-03-01 12:00:00|||1", "2026-03-01T04:00:00Z" },
    };

    (void)state;
    CHECK(table);
}

static void
reads_amounts_exactly(void **state)
{
    static const struct example table[] = {
        { "ListCost", "'a'", "1,234.50|||1", "1234.5" },
        { "ListCost", "{'amount':['a','b','c']}", "0.1|0.2|--|1", "0.3" },
        { "ListCost", "{'amount':['a','b']}", "-|||1", "" },
        { "ListCost", "{'amount':'a','unit':'0.001'}", "1234|||1", "1.234" },
        { "ListCost", "{'amount':['a',{'amount':'b','unit':'0.01'}],'unit':'0.001'}", "1000|100||1",
            "2" },
        { "ListCost", "{'amount':'a','absolute':true}", "-3|||1", "3" },
        { "ListCost", "{'amount':'a','minus':'b'}", "3|0.5||1", "2.5" },
        { "ListCost", "{'amount':'a','minus':['b','c']}", "3|0.5|4|1", "-1.5" },
        { "ListCost", "{'amount':'a','minus':'b'}", "3|||1", "3" },
        { "ListCost", "{'amount':'a','minus':'b'}", "|3||1", "" },
        { "ListCost", "{'amount':['a','b'],'minus':'c','per':'amount'}", "1|2|0.5|4", "0.625" },
        { "ListCost", "{'amount':'a','per':'b'}", "1|3||1", "0.333333333333333333" },
        { "ListCost", "{'amount':'a','per':'b'}", "1|-8||1", "-0.125" },
        { "ListCost", "{'amount':'a','per':'b'}", "1|0||1", "" },
        { "ListCost", "{'amount':'a','per':'b'}", "1|||1", "" },
        { "ListCost", "{'amount':'a','per':'b'}", "1|x||1", "reject:bad-amount:B" },
        { "ListCost", "'a'", "1.2.3|||1", "reject:bad-amount:A" },
        { "ListCost", "{'amount':['a','b']}", "1|x||1", "reject:bad-amount:B" },
        { "ListCost", "{'negate_if':{'column':'b','is':'退款'},'of':'a'}", "3|退款||1", "-3" },
        { "ListCost", "{'negate_if':{'column':'b','is':'退款'},'of':'a'}", "3|消费||1", "3" },
        { "ListCost", "{'negate_if':{'column':'b','is':'退款'},'of':'a'}", "-3|退款||1", "3" },
        { "ListCost", "{'negate_if':{'column':'b','is':'退款'},'of':'a','absolute':true}",
            "-3|退款||1", "-3" },
        { "ListCost", "{'first_of':['a','b']}", "--|4||1", "4" },
        { "ListCost", "{'map':{'x':'5'},'of':'a'}", "x|||1", "5" },
        { "PricingQuantity", "{'duration':'a'}", "5400|||1", "1.5" },
        { "PricingQuantity", "{'duration':'a','unit':'min','in':'s'}", "2|||1", "120" },
        { "PricingQuantity", "{'duration':'a'}", "1:30:00|||1", "1.5" },
        { "PricingQuantity", "{'duration':'a','unit':'h'}", "-2|||1", "-2" },
        { "PricingQuantity", "{'duration':'a'}", "− 1小时30分|||1", "-1.5" },
        { "PricingQuantity", "{'duration':'a'}", "-0:30:00|||1", "-0.5" },
        { "PricingQuantity", "{'duration':'a'}", "--2|||1", "reject:bad-amount:A" },
        { "PricingQuantity", "{'duration':'a'}", "soon|||1", "reject:bad-amount:A" },
        { "PricingQuantity", "{'duration':'a'}", "--|||1", "" },
        { "PricingQuantity", "{'duration':'a','unit':'h','in':'d'}", "1|||1",
            "0.041666666666666667" },
        /* Beyond the largest amount: as a sum, in a larger unit, over a tiny part. */
        { "ListCost", "{'amount':['a','b']}", MANY "|" MANY "||1", "reject:bad-amount:B" },
        { "ListCost", "{'amount':'a','minus':'b'}", "-" MANY "|" MANY "||1",
            "reject:bad-amount:B" },
        { "ListCost", "{'amount':'a','unit':'1000'}", MANY "|||1", "reject:bad-amount:A" },
        { "ListCost", "{'amount':'a','per':'b'}", MANY "|0.1||1", "reject:bad-amount:B" },
        { "ListCost", "{'amount':['a','b'],'minus':'c'}",
            MANY "|" MANY "|" MANY "|1", "reject:bad-amount:B" },
    };

    (void)state;
    CHECK(table);
}

static void
reads_times_in_the_zone_of_the_format(void **state)
{
    static const struct example table[] = {
        { "BillingPeriodStart", "'a'", "2026-03-01 08:00:00|||1", "2026-03-01T00:00:00Z" },
        { "BillingPeriodStart", "{'time':'a','zone':'Z'}", "2026-03-01 08:00:00|||1",
            "2026-03-01T08:00:00Z" },
        { "BillingPeriodStart", "{'time':'a','add':'1d'}", "2026-03-01|||1",
            "2026-03-01T16:00:00Z" },
        { "BillingPeriodStart", "{'time':'a','add':'-1h'}", "2026-03-01T00:00:00Z|||1",
            "2026-02-28T23:00:00Z" },
        { "BillingPeriodStart", "{'time':'a','end':true}", "202602|||1", "2026-02-28T16:00:00Z" },
        { "BillingPeriodEnd", "'a'", "2026-03-01|||1", "2026-03-01T16:00:00Z" },
        { "BillingPeriodEnd", "{'time':'a','end':false}", "2026-03-01|||1",
            "2026-02-28T16:00:00Z" },
        { "BillingPeriodStart", "'a'", "`2026-03-01 08:00:00|||1", "2026-03-01T00:00:00Z" },
        { "BillingPeriodStart", "'a'", "'2026-03-01 08:00:00|||1", "2026-03-01T00:00:00Z" },
        { "BillingPeriodStart", "'a'", "=\"2026-03-01 08:00:00\"|||1", "2026-03-01T00:00:00Z" },
        { "BillingPeriodStart", "{'time':'a','add':'-1h'}", "2026-03|||1", "2026-02-28T15:00:00Z" },
        { "BillingPeriodEnd", "'a'", "2026-03|||1", "2026-03-31T16:00:00Z" },
        { "BillingPeriodEnd", "'a'", "2026-03-01 08:00:00|||1", "2026-03-01T00:00:00Z" },
        { "BillingPeriodStart", "'a'", "46082|||1", "2026-02-28T16:00:00Z" },
        { "BillingPeriodStart", "'a'", "46082.5|||1", "2026-03-01T04:00:00Z" },
        { "BillingPeriodStart", "'a'", "80001|||1", "reject:bad-time:A" },
        { "BillingPeriodStart", "'a'", "46082x|||1", "reject:bad-time:A" },
        { "BillingPeriodStart", "'a'", "--|||1", "" },
        { "BillingPeriodStart", "'a'", "30 February|||1", "reject:bad-time:A" },
    };

    (void)state;
    CHECK(table);
}

static void
reads_words_of_closed_lists(void **state)
{
    static const struct example table[] = {
        { "x_Category", "'a'", "GPU|||1", "gpu" },
        { "x_Category", "'a'", "fridge|||1", "reject:bad-word:A" },
        { "x_Entry", "'a'", "refund|||-1", "refund" },
        { "x_Entry", "'a'", "账户充值|||1", "recharge" },
        { "x_Entry", "'a'", "余额提现|||1", "withdrawal" },
        { "x_Entry", "'a'", "充值退款|||1", "refund" },
        { "x_Entry", "'a'", "支出|||1", "charge" },
        { "x_Entry", "'a'", "???|||1", "reject:bad-word:A" },
        { "x_Changes", "{'const':'voucher-added id-from-remark'}", "|||1",
            "id-from-remark voucher-added category-derived" },
        { "x_Changes", "'a'", "made-up|||1", "reject:bad-word:A" },
    };

    (void)state;
    CHECK(table);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(makes_texts),
        cmocka_unit_test(reads_amounts_exactly),
        cmocka_unit_test(reads_times_in_the_zone_of_the_format),
        cmocka_unit_test(reads_words_of_closed_lists),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
