/* The amounts of lines: what goes in comes out, whatever its width; equal ones are one object. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "ledger/ledger.h"

/* A ledger with one input. */
static void
begin(struct ledger *l)
{
    struct err e = ERR_INIT;
    struct input *in = input_new(SV("a.csv"), false);
    uint32_t ignored;

    ledger_init(l);
    assert_non_null(in);
    assert_int_equal(ledger_add_input(l, in, &ignored, &e), 0);
}

static const struct ledger_line *
add(struct ledger *l, const struct charge *c)
{
    struct err e = ERR_INIT;

    assert_int_equal(ledger_add(l, 0, c, &e), 0);
    return &l->lines.at[l->lines.n - 1];
}

static void
gives_back_each_set_of_amounts(void **state)
{
    struct ledger l;

    (void)state;
    begin(&l);
    for (unsigned set = 0; set < 1u << MONEY_COUNT; set++) {
        struct charge c;
        const struct ledger_line *line;

        charge_init(&c);
        for (unsigned i = 0; i < MONEY_COUNT; i++)
            if (set >> i & 1u)
                charge_set(&c, (enum money_column)i, money_of((int64_t)(set + i)));
        line = add(&l, &c);
        for (unsigned i = 0; i < MONEY_COUNT; i++) {
            struct money m;
            bool has = ledger_money(line, (enum money_column)i, &m);

            assert_int_equal(has, set >> i & 1u);
            assert_int_equal(money_compare(m, has ? money_of((int64_t)(set + i)) : MONEY_ZERO), 0);
        }
    }
    ledger_release(&l);
}

/* Amounts that are and are not counted in 64 bits together, smallest differences and all. */
static void
gives_back_amounts_of_every_width(void **state)
{
    static const char *const amounts[] = { "0", "9.223372036854775807", "-9.223372036854775808",
        "9.223372036854775808", "-9.223372036854775809", "9.999999999999", "9.9999999999991",
        "9223372036854.775807", "-9223372036854.775808", "9223372036854.775808", "123456789.5",
        "0.000000000000000001", "-0.000000000000000001", "1000000000000000000",
        "170000000000000000000", "-170000000000000000000" };
    size_t count = sizeof(amounts) / sizeof(amounts[0]);
    struct ledger l;

    (void)state;
    begin(&l);
    for (size_t i = 0; i < count * count; i++) {
        char text[MONEY_TEXT_MAX];
        struct money billed, list, found;
        const struct ledger_line *line;
        struct err e = ERR_INIT;
        struct charge c;

        assert_int_equal(money_parse(&billed, sv_of(amounts[i / count]), &e), 0);
        assert_int_equal(money_parse(&list, sv_of(amounts[i % count]), &e), 0);
        charge_init(&c);
        charge_set(&c, MONEY_BILLED_COST, billed);
        charge_set(&c, MONEY_LIST_COST, list);
        line = add(&l, &c);
        assert_string_equal(money_format(text, ledger_billed(line)), amounts[i / count]);
        assert_true(ledger_money(line, MONEY_LIST_COST, &found));
        assert_string_equal(money_format(text, found), amounts[i % count]);
    }
    ledger_release(&l);
}

static void
equal_amounts_are_one_object_and_others_share_how_they_are_packed(void **state)
{
    const struct ledger_amounts *amounts;
    struct ledger l;
    struct charge a, b;

    (void)state;
    begin(&l);
    charge_init(&a);
    charge_init(&b);
    charge_set(&a, MONEY_BILLED_COST, money_of(5));
    charge_set(&b, MONEY_BILLED_COST, money_of(6));
    amounts = add(&l, &a)->amounts;
    assert_ptr_equal(add(&l, &a)->amounts, amounts);
    assert_ptr_not_equal(add(&l, &b)->amounts, amounts);
    assert_ptr_equal(add(&l, &b)->amounts->packing, amounts->packing);
    charge_set(&b, MONEY_CASH, money_of(1));
    assert_ptr_not_equal(add(&l, &b)->amounts->packing, amounts->packing);
    assert_ptr_equal(add(&l, &a)->amounts->packing, amounts->packing);
    assert_int_equal(l.packings.n, 2);
    ledger_release(&l);
}

static void
amounts_move_along_when_ledgers_are_merged(void **state)
{
    static const char *const amounts[] = { "1.5", "123456789.5", "0.000000000000000001",
        "170000000000000000000" };
    struct ledger into, from;
    struct err e = ERR_INIT;

    (void)state;
    begin(&into);
    begin(&from);
    for (unsigned i = 0; i < 4; i++) {
        struct charge c;

        charge_init(&c);
        assert_int_equal(money_parse(&c.money[MONEY_BILLED_COST], sv_of(amounts[i]), &e), 0);
        charge_set(&c, MONEY_BILLED_COST, c.money[MONEY_BILLED_COST]);
        charge_set(&c, MONEY_CASH, money_of(1));
        (void)add(&into, &c);
        (void)add(&from, &c);
    }
    assert_int_equal(ledger_merge(&into, &from, &e), 0);
    ledger_release(&from);
    assert_int_equal(into.lines.n, 8);
    for (unsigned i = 0; i < 8; i++) {
        char text[MONEY_TEXT_MAX];
        struct money cash;

        assert_string_equal(money_format(text, ledger_billed(&into.lines.at[i])), amounts[i % 4]);
        assert_true(ledger_money(&into.lines.at[i], MONEY_CASH, &cash));
        assert_int_equal(money_compare(cash, money_of(1)), 0);
    }
    ledger_release(&into);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_back_each_set_of_amounts),
        cmocka_unit_test(gives_back_amounts_of_every_width),
        cmocka_unit_test(equal_amounts_are_one_object_and_others_share_how_they_are_packed),
        cmocka_unit_test(amounts_move_along_when_ledgers_are_merged),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
