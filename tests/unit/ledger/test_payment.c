/* Payments: kept with their texts, sorted, refunds taken off. */
#include "base/buf.h"
#include "ledger/payment.h"
#include "unit.h"

struct row {
    int64_t time;
    const char *channel, *order, *trade, *status;
    int amount;
    uint32_t input;
};

static void
add(struct payments *p, const struct row *r)
{
    struct payment one = { .channel = r->channel, .time = r->time, .payee = "shop",
        .amount = money_of(r->amount), .currency = "CNY", .order_id = r->order,
        .trade_id = r->trade, .status = r->status ? r->status : "ok", .note = NULL,
        .input = r->input };
    struct err e = ERR_INIT;

    assert_int_equal(payments_add(p, &one, &e), 0);
}

/* Add ${rows}, sort, settle; what is left as "TRADE=AMOUNT ...". */
static void
check(const struct row *rows, size_t n, const char *expected)
{
    struct payments p;
    struct err e = ERR_INIT;
    struct buf text;
    char amount[MONEY_TEXT_MAX];

    payments_init(&p);
    buf_init(&text, 1000);
    for (size_t i = 0; i < n; i++)
        add(&p, &rows[i]);
    payments_sort(&p);
    assert_int_equal(payments_settle(&p, &e), 0);
    for (size_t i = 0; i < p.list.n; i++)
        buf_addf(&text, "%s=%s ", p.list.at[i].trade_id,
            money_format(amount, p.list.at[i].amount));
    assert_string_equal(text.p ? text.p : "", expected);
    buf_release(&text);
    payments_release(&p);
}

#define CHECK(rows, expected) check(rows, COUNT(rows), expected)

static void
takes_refunds_off_the_payment_that_they_name(void **state)
{
    static const struct row by_order[] = {
        { 2, "alipay", "o-1", "r-1", NULL, -80, 0 }, { 1, "alipay", "o-1", "t-1", NULL, 500, 0 },
    };
    static const struct row by_suffix[] = {
        { 1, "alipay", "o_1", "t-1", NULL, 500, 0 }, { 2, "alipay", "o_1_0", "r", NULL, -80, 0 },
        { 3, "alipay", "", "t-1_2023_x", NULL, -20, 0 },
    };
    static const struct row whole[] = {
        { 1, "alipay", "o-1", "t-1", NULL, 500, 0 }, { 2, "alipay", "o-1", "", NULL, -500, 0 },
        { 3, "alipay", "o-2", "t-2", NULL, 5, 0 }, { 4, "alipay", "o-2", "", NULL, -7, 0 },
    };

    (void)state;
    CHECK(by_order, "t-1=420 ");
    CHECK(by_suffix, "t-1=400 ");
    CHECK(whole, "");
}

static void
takes_off_a_refund_of_the_same_moment_whatever_stands_first(void **state)
{
    static const struct row refund_first[] = {
        { 1, "alipay", "o-1", "t-1_9", NULL, -80, 0 }, { 1, "alipay", "o-1", "t-1", NULL, 500, 0 },
    };
    static const struct row other_file[] = {
        { 1, "alipay", "", "t-1", "refund", -500, 0 }, { 1, "alipay", "", "t-1", NULL, 500, 1 },
    };

    (void)state;
    CHECK(refund_first, "t-1=420 ");
    CHECK(other_file, "");
}

static void
prefers_the_trade_that_a_refund_names_to_its_order(void **state)
{
    static const struct row rows[] = {
        { 1, "alipay", "o-1", "t-1", NULL, 100, 0 }, { 2, "alipay", "o-1", "t-2", NULL, 500, 0 },
        { 3, "alipay", "o-1", "t-1_9", NULL, -100, 0 },
    };

    (void)state;
    CHECK(rows, "t-2=500 ");
}

static void
leaves_other_payments_alone(void **state)
{
    static const struct row rows[] = {
        { 1, "alipay", "o-1", "t-1", NULL, 500, 0 }, { 2, "wechat", "o-1", "r", NULL, -80, 0 },
        { 3, "alipay", "o-9", "t-9_1", NULL, -80, 0 }, { 4, "alipay", "", "", NULL, -1, 0 },
        { 5, "alipay", "o-1_0", "t-3", NULL, 3, 0 },
    };

    (void)state;
    CHECK(rows, "t-1=500 t-3=3 ");
}

static void
counts_a_row_of_two_statements_once(void **state)
{
    static const struct row rows[] = {
        { 1, "alipay", "o-1", "t-1", NULL, 500, 0 }, { 1, "alipay", "o-1", "t-1", NULL, 500, 1 },
        { 1, "alipay", "o-2", "", NULL, 500, 0 }, { 1, "alipay", "o-2", "", NULL, 500, 1 },
        { 2, "alipay", "o-3", "t-3", NULL, 500, 0 }, { 2, "wechat", "o-3", "t-3", NULL, 600, 1 },
        { 3, "alipay", "o-4", "t-4", NULL, 7, 0 }, { 3, "alipay", "o-4", "t-4", NULL, 7, 0 },
    };

    (void)state;
    CHECK(rows, "t-1=500 =500 =500 t-3=500 t-3=600 t-4=7 t-4=7 ");
}

static void
keeps_what_is_left_of_a_trade_that_two_statements_show_before_and_after_a_refund(void **state)
{
    static const struct row in_its_row[] = {
        { 1, "wechat", "o-1", "t-1", "paid", 500, 0 },
        { 1, "wechat", "o-1", "t-1", "refunded 80", 420, 1 },
        { 2, "wechat", "o-2", "t-2", "refunded", 0, 0 },
        { 2, "wechat", "o-2", "t-2", "paid", 500, 1 },
    };
    static const struct row in_a_row_of_its_own[] = {
        { 1, "alipay", "o-1", "t-1", "paid", 500, 0 },
        { 6, "alipay", "o-1", "t-1", "paid", 420, 1 },
        { 9, "alipay", "o-1", "t-1_9", "refund", -80, 0 },
    };
    static const struct row of_other_days[] = {
        { 1, "bank", "", "1", NULL, 500, 0 }, { 86402, "bank", "", "1", NULL, 500, 1 },
    };

    (void)state;
    CHECK(in_its_row, "t-1=420 ");
    CHECK(in_a_row_of_its_own, "t-1=420 ");
    CHECK(of_other_days, "1=500 1=500 ");
}

static void
merges_with_the_number_of_the_input(void **state)
{
    static const struct row first = { 5, "a", "o", "t-1", NULL, 1, 0 };
    static const struct row second = { 4, "b", "o", "t-2", NULL, 2, 0 };
    struct payments into, from;
    struct err e = ERR_INIT;

    (void)state;
    payments_init(&into);
    payments_init(&from);
    add(&into, &first);
    add(&from, &second);
    assert_int_equal(payments_merge(&into, &from, 3, &e), 0);
    assert_int_equal(from.list.n, 0);
    payments_sort(&into);
    assert_int_equal(into.list.n, 2);
    assert_string_equal(into.list.at[0].trade_id, "t-2");
    assert_int_equal(into.list.at[0].input, 3);
    assert_string_equal(into.list.at[0].note, "");
    assert_int_equal(into.list.at[1].input, 0);
    payments_release(&into);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_refunds_off_the_payment_that_they_name),
        cmocka_unit_test(takes_off_a_refund_of_the_same_moment_whatever_stands_first),
        cmocka_unit_test(prefers_the_trade_that_a_refund_names_to_its_order),
        cmocka_unit_test(leaves_other_payments_alone),
        cmocka_unit_test(counts_a_row_of_two_statements_once),
        cmocka_unit_test(
            keeps_what_is_left_of_a_trade_that_two_statements_show_before_and_after_a_refund),
        cmocka_unit_test(merges_with_the_number_of_the_input),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
