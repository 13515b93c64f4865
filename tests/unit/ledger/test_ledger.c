/* The ledger: what goes in comes out, equal things are one object, merging keeps all of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "ledger/ledger.h"

static uint32_t
add_input(struct ledger *l, const char *path)
{
    struct err e = ERR_INIT;
    struct input *in = input_new(sv_of(path), false);
    uint32_t index = UINT32_MAX;

    assert_non_null(in);
    assert_int_equal(ledger_add_input(l, in, &index, &e), 0);
    return index;
}

/* A charge of ${instance} with its own id and amount. */
static struct charge
charge_of(const char *instance, const char *id, int64_t billed)
{
    struct charge c;

    charge_init(&c);
    c.text[TEXT_PLATFORM] = SV("autodl");
    c.text[TEXT_BILLING_CURRENCY] = SV("CNY");
    c.text[TEXT_INSTANCE_ID] = sv_of(instance);
    c.text[TEXT_LINE_ID] = sv_of(id);
    c.word[WORD_ENTRY] = ENTRY_CHARGE;
    c.word[WORD_CATEGORY] = CATEGORY_GPU;
    c.offset_minutes = 480;
    charge_set(&c, MONEY_BILLED_COST, money_of(billed));
    return c;
}

static const struct ledger_line *
add(struct ledger *l, uint32_t input, const struct charge *c)
{
    struct err e = ERR_INIT;

    assert_int_equal(ledger_add(l, input, c, &e), 0);
    return &l->lines.at[l->lines.n - 1];
}

/* A charge in which every field has a value of its own. */
static struct charge
full_charge(char texts[TEXT_COUNT][16])
{
    struct charge c;

    charge_init(&c);
    for (unsigned i = 0; i < TEXT_COUNT; i++) {
        snprintf(texts[i], sizeof(texts[i]), "text %u", i);
        c.text[i] = sv_of(texts[i]);
    }
    for (unsigned i = 0; i < WORD_COUNT; i++)
        c.word[i] = (unsigned char)(i % 2 + 1);
    for (unsigned i = 0; i < TIME_COUNT; i++)
        c.time[i] = (int64_t)i * TIME_DAY;
    for (unsigned i = 0; i < MONEY_COUNT; i++)
        charge_set(&c, (enum money_column)i, money_of(100 + (int64_t)i));
    c.decimals[MONEY_LIST_UNIT_PRICE] = 4;
    c.decimals[MONEY_CONTRACTED_UNIT_PRICE] = 9;
    c.decimals[MONEY_PRICING_QUANTITY] = 2;
    c.changes = CHANGE_ROUNDED_18 | CHANGE_TEXT_MARKER;
    c.offset_minutes = -330;
    c.is_actual_use = true;
    c.is_of_month = true;
    c.line = UINT64_C(5000000000);
    return c;
}

static void
assert_same_charge(const struct charge *a, const struct charge *b)
{
    for (unsigned i = 0; i < TEXT_COUNT; i++)
        assert_true(sv_is(a->text[i], b->text[i]));
    assert_memory_equal(a->word, b->word, sizeof(a->word));
    for (unsigned i = 0; i < TIME_COUNT; i++)
        assert_true(a->time[i] == b->time[i]);
    for (unsigned i = 0; i < MONEY_COUNT; i++)
        assert_int_equal(money_compare(a->money[i], b->money[i]), 0);
    assert_int_equal(a->money_set, b->money_set);
    assert_memory_equal(a->decimals, b->decimals, sizeof(a->decimals));
    assert_int_equal(a->changes, b->changes);
    assert_int_equal(a->offset_minutes, b->offset_minutes);
    assert_int_equal(a->is_actual_use, b->is_actual_use);
    assert_int_equal(a->is_of_month, b->is_of_month);
    assert_true(a->line == b->line);
}

static void
gives_back_every_field_of_a_charge(void **state)
{
    struct ledger l;
    char texts[TEXT_COUNT][16];
    struct charge c = full_charge(texts), back;
    const struct ledger_line *line;
    uint32_t input;

    (void)state;
    ledger_init(&l);
    input = add_input(&l, "a.csv");
    line = add(&l, input, &c);
    assert_int_equal(line->fate, FATE_COUNTED);
    assert_string_equal(ledger_input(&l, line)->path, "a.csv");
    ledger_unpack(line, &back);
    assert_same_charge(&c, &back);

    /* The texts are copies. */
    memset(texts, '?', sizeof(texts));
    assert_string_equal(ledger_text(line, TEXT_PROVIDER_NAME), "text 0");
    assert_string_equal(ledger_text(line, TEXT_LINE_ID), "text 8");
    assert_string_equal(ledger_text(line, TEXT_ORDER_ID), "text 9");
    assert_int_equal(ledger_word(line, WORD_CHARGE_CLASS), 2);
    assert_true(ledger_time(line, TIME_CHARGE_PERIOD_END) == 3 * TIME_DAY);
    ledger_release(&l);
}

static void
keeps_an_empty_charge_empty(void **state)
{
    struct ledger l;
    struct charge c, back;
    const struct ledger_line *line;
    struct money m = money_of(5);

    (void)state;
    ledger_init(&l);
    charge_init(&c);
    line = add(&l, add_input(&l, "a.csv"), &c);
    for (unsigned i = 0; i < TEXT_COUNT; i++)
        assert_string_equal(ledger_text(line, (enum text_column)i), "");
    for (unsigned i = 0; i < TIME_COUNT; i++)
        assert_true(ledger_time(line, (enum time_column)i) == TIME_NONE);
    for (unsigned i = 0; i < MONEY_COUNT; i++) {
        assert_false(ledger_money(line, (enum money_column)i, &m));
        assert_true(money_is_zero(m));
    }
    ledger_unpack(line, &back);
    assert_same_charge(&c, &back);
    ledger_release(&l);
}

static void
equal_facets_and_texts_are_one_object(void **state)
{
    struct ledger l;
    struct charge a = charge_of("i-1", "1", 5), b = charge_of("i-2", "2", 6);
    const struct ledger_facets *first, *second;
    uint32_t input;

    (void)state;
    ledger_init(&l);
    input = add_input(&l, "a.csv");
    first = add(&l, input, &a)->facets;
    second = add(&l, input, &b)->facets;
    assert_ptr_not_equal(first, second);
    assert_ptr_equal(first->text[TEXT_PLATFORM], second->text[TEXT_PLATFORM]);
    assert_ptr_not_equal(first->text[TEXT_INSTANCE_ID], second->text[TEXT_INSTANCE_ID]);

    /* Ids, amounts and periods are the line's own: facets are the same with others. */
    a.text[TEXT_LINE_ID] = SV("3");
    a.text[TEXT_ORDER_ID] = SV("order");
    a.time[TIME_CHARGE_PERIOD_START] = 77;
    charge_set(&a, MONEY_CASH, money_of(5));
    assert_ptr_equal(add(&l, input, &a)->facets, first);
    assert_ptr_equal(add(&l, input, &a)->facets, first);
    assert_ptr_equal(add(&l, input, &b)->facets, second);
    assert_int_equal(l.facets.n, 2);

    /* Everything else makes others. */
    a.offset_minutes = 0;
    assert_ptr_not_equal(add(&l, input, &a)->facets, first);
    a.offset_minutes = 480;
    a.is_actual_use = true;
    assert_ptr_not_equal(add(&l, input, &a)->facets, first);
    a.is_actual_use = false;
    a.is_of_month = true;
    assert_ptr_not_equal(add(&l, input, &a)->facets, first);
    a.is_of_month = false;
    a.word[WORD_INSTANCE_STATE] = STATE_RUNNING;
    assert_ptr_not_equal(add(&l, input, &a)->facets, first);
    a.word[WORD_INSTANCE_STATE] = STATE_NONE;
    a.time[TIME_BILLING_PERIOD_END] = 99;
    assert_ptr_not_equal(add(&l, input, &a)->facets, first);
    a.time[TIME_BILLING_PERIOD_END] = TIME_NONE;
    assert_ptr_equal(add(&l, input, &a)->facets, first);
    assert_int_equal(l.facets.n, 7);
    for (size_t i = 0; i < l.lines.n; i++)
        assert_ptr_equal(l.facets.entries[l.lines.at[i].facets->number].value.pointer,
            l.lines.at[i].facets);
    ledger_release(&l);
}

static void
tells_texts_apart_of_which_one_begins_the_other(void **state)
{
    struct ledger l;
    struct charge c = charge_of("i-1", "1", 1);
    const char *one, *other;
    uint32_t input;

    (void)state;
    ledger_init(&l);
    input = add_input(&l, "a.csv");
    one = add(&l, input, &c)->facets->text[TEXT_INSTANCE_ID];
    c.text[TEXT_INSTANCE_ID] = SV("i-12");
    other = add(&l, input, &c)->facets->text[TEXT_INSTANCE_ID];
    assert_string_equal(other, "i-12");
    c.text[TEXT_INSTANCE_ID] = SV("i-");
    assert_string_equal(add(&l, input, &c)->facets->text[TEXT_INSTANCE_ID], "i-");
    c.text[TEXT_INSTANCE_ID] = SV("i-1");
    assert_ptr_equal(add(&l, input, &c)->facets->text[TEXT_INSTANCE_ID], one);
    ledger_release(&l);
}

static void
fill(struct ledger *l, const char *path, unsigned first, unsigned n)
{
    uint32_t input = add_input(l, path);

    for (unsigned i = 0; i < n; i++) {
        char id[16], instance[16];
        struct charge c;

        snprintf(id, sizeof(id), "%u", first + i);
        snprintf(instance, sizeof(instance), "i-%u", i % 3);
        c = charge_of(instance, id, (int64_t)(first + i));
        c.line = i + 1;
        if (i % 2)
            charge_set(&c, MONEY_VOUCHER, money_of((int64_t)i));
        add(l, input, &c);
    }
}

static void
merging_keeps_order_and_content_and_makes_equal_things_one(void **state)
{
    struct ledger into, second, third;
    struct err e = ERR_INIT;

    (void)state;
    ledger_init(&into);
    ledger_init(&second);
    ledger_init(&third);
    fill(&into, "a.csv", 0, 10);
    fill(&second, "b.csv", 10, 10);
    fill(&second, "c.csv", 20, 10);
    fill(&third, "d.csv", 30, 10);
    assert_int_equal(ledger_merge(&into, &second, &e), 0);
    assert_int_equal(ledger_merge(&into, &third, &e), 0);

    assert_int_equal(second.lines.n, 0);
    assert_int_equal(second.inputs.n, 0);
    assert_int_equal(into.inputs.n, 4);
    assert_int_equal(into.lines.n, 40);
    assert_int_equal(into.facets.n, 3);
    for (size_t i = 0; i < into.lines.n; i++) {
        const struct ledger_line *line = &into.lines.at[i];
        char id[24], path[] = "?.csv";
        struct money m;

        snprintf(id, sizeof(id), "%zu", i);
        path[0] = (char)('a' + i / 10);
        assert_string_equal(line->line_id, id);
        assert_string_equal(ledger_input(&into, line)->path, path);
        assert_int_equal(line->source_line, i % 10 + 1);
        assert_true(ledger_money(line, MONEY_BILLED_COST, &m));
        assert_int_equal(money_compare(m, money_of((int64_t)i)), 0);
        assert_int_equal(ledger_money(line, MONEY_VOUCHER, &m), i % 10 % 2);
        assert_int_equal(money_compare(m, money_of(i % 10 % 2 ? (int64_t)(i % 10) : 0)), 0);
        assert_ptr_equal(line->facets, into.lines.at[i % 10 % 3].facets);
        assert_int_equal(line->facets->number, i % 10 % 3);
    }

    /* What was emptied can be filled and merged again. */
    fill(&second, "e.csv", 40, 2);
    assert_int_equal(ledger_merge(&into, &second, &e), 0);
    assert_int_equal(into.lines.n, 42);
    assert_ptr_equal(into.lines.at[40].facets, into.lines.at[0].facets);
    assert_string_equal(ledger_input(&into, &into.lines.at[41])->path, "e.csv");
    ledger_release(&third);
    ledger_release(&second);
    ledger_release(&into);
}

static void
merging_into_or_from_an_empty_ledger_changes_nothing(void **state)
{
    struct ledger into, from, empty;
    struct err e = ERR_INIT;
    uint32_t unused;

    (void)state;
    ledger_init(&into);
    ledger_init(&from);
    ledger_init(&empty);
    unused = add_input(&from, "empty.csv");
    assert_int_equal(unused, 0);
    fill(&from, "a.csv", 0, 5);
    assert_int_equal(ledger_merge(&into, &from, &e), 0);
    assert_int_equal(ledger_merge(&into, &empty, &e), 0);
    assert_int_equal(into.inputs.n, 2);
    assert_int_equal(into.lines.n, 5);
    assert_int_equal(into.lines.at[4].input, 1);
    assert_string_equal(into.lines.at[4].line_id, "4");
    fill(&into, "b.csv", 5, 1);
    assert_ptr_equal(into.lines.at[5].facets, into.lines.at[0].facets);
    ledger_release(&empty);
    ledger_release(&from);
    ledger_release(&into);
}

/* Add lines ${from} to ${to} of one file to a ledger that has read some of it; line numbers count
 * from ${from}. */
static void
fill_run(struct ledger *l, size_t from, size_t to)
{
    if (l->inputs.n == 0)
        (void)add_input(l, "");
    for (size_t i = from; i < to; i++) {
        struct charge c;
        char id[24], instance[24];

        snprintf(id, sizeof(id), "%zu", i);
        snprintf(instance, sizeof(instance), "i-%zu", i * i % 7);
        c = charge_of(instance, id, (int64_t)i);
        c.line = i - from + 1;
        charge_set(&c, MONEY_VOUCHER, money_of((int64_t)i * 2));
        add(l, 0, &c);
    }
}

static void
joining_puts_runs_of_several_ledgers_in_order(void **state)
{
    struct ledger into, alone, a, b, c;
    struct err e = ERR_INIT;
    /* c is read first: its own lines move apart. */
    const struct ledger_run runs[] = { { &c, 3, 0 }, { &a, 10, 3 }, { &b, 0, 13 }, { &a, 7, 13 },
        { &c, 20, 20 }, { &b, 11, 40 }, { &a, 1, 51 } };

    (void)state;
    ledger_init(&into);
    ledger_init(&alone);
    ledger_init(&a);
    ledger_init(&b);
    ledger_init(&c);
    (void)add_input(&into, "a.csv");
    fill_run(&alone, 0, 52);
    fill_run(&c, 0, 3);
    fill_run(&a, 3, 13);
    fill_run(&a, 13, 20);
    fill_run(&c, 20, 40);
    fill_run(&b, 40, 51);
    fill_run(&a, 51, 52);
    assert_int_equal(ledger_join(&into, runs, sizeof(runs) / sizeof(runs[0]), &e), 0);

    assert_int_equal(a.lines.n + b.lines.n + c.lines.n, 0);
    assert_int_equal(into.inputs.n, 1);
    assert_int_equal(into.lines.n, alone.lines.n);
    assert_int_equal(into.facets.n, alone.facets.n);
    for (size_t i = 0; i < into.lines.n; i++) {
        const struct ledger_line *line = &into.lines.at[i], *same = &alone.lines.at[i];
        struct money m;

        assert_int_equal(line->source_line, i + 1);
        assert_int_equal(line->input, 0);
        assert_string_equal(line->line_id, same->line_id);
        assert_ptr_equal(line->facets, into.facets.entries[line->facets->number].value.pointer);
        assert_string_equal(ledger_text(line, TEXT_INSTANCE_ID),
            ledger_text(same, TEXT_INSTANCE_ID));
        assert_true(ledger_money(line, MONEY_VOUCHER, &m));
        assert_int_equal(money_compare(m, money_of((int64_t)i * 2)), 0);
        assert_int_equal(money_compare(ledger_billed(line), ledger_billed(same)), 0);
    }
    for (size_t i = 7; i < into.lines.n; i++)
        assert_ptr_equal(into.lines.at[i].facets, into.lines.at[i - 7].facets);

    /* The ledger goes on as any other. */
    fill_run(&into, 52, 53);
    assert_ptr_equal(into.lines.at[52].facets, into.lines.at[45].facets);
    ledger_release(&c);
    ledger_release(&b);
    ledger_release(&a);
    ledger_release(&alone);
    ledger_release(&into);
}

static void
changing_a_line_leaves_its_place_and_the_others_alone(void **state)
{
    struct ledger l;
    struct err e = ERR_INIT;
    struct charge c, other;

    (void)state;
    ledger_init(&l);
    fill(&l, "a.csv", 0, 4);
    l.lines.at[1].fate = FATE_OUT_OF_PERIOD;
    ledger_unpack(&l.lines.at[1], &c);
    c.word[WORD_CATEGORY] = CATEGORY_CPU;
    c.text[TEXT_INSTANCE_ID] = SV("i-0");
    c.time[TIME_CHARGE_PERIOD_START] = 5;
    c.changes |= CHANGE_PERIOD_REBUILT;
    c.line = 99;
    charge_set(&c, MONEY_CASH, money_of(3));
    charge_unset(&c, MONEY_VOUCHER);
    c.decimals[MONEY_PRICING_QUANTITY] = 6;
    assert_int_equal(ledger_change(&l, &l.lines.at[1], &c, &e), 0);

    assert_int_equal(l.lines.n, 4);
    assert_int_equal(l.lines.at[1].fate, FATE_OUT_OF_PERIOD);
    assert_int_equal(l.lines.at[1].source_line, 2);
    ledger_unpack(&l.lines.at[1], &other);
    c.line = 2;
    assert_same_charge(&c, &other);
    assert_int_equal(ledger_word(&l.lines.at[0], WORD_CATEGORY), CATEGORY_GPU);
    assert_int_equal(ledger_word(&l.lines.at[2], WORD_CATEGORY), CATEGORY_GPU);
    assert_string_equal(ledger_text(&l.lines.at[2], TEXT_INSTANCE_ID), "i-2");
    ledger_release(&l);
}

static void
account_moves_are_never_spend(void **state)
{
    struct ledger l;
    struct charge c = charge_of("i-1", "1", 1);
    uint32_t input;

    (void)state;
    ledger_init(&l);
    input = add_input(&l, "a.csv");
    for (unsigned char entry = ENTRY_NONE; entry <= ENTRY_WITHDRAWAL; entry++) {
        c.word[WORD_ENTRY] = entry;
        assert_int_equal(ledger_is_spend(add(&l, input, &c)),
            entry != ENTRY_RECHARGE && entry != ENTRY_WITHDRAWAL);
    }
    ledger_release(&l);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_back_every_field_of_a_charge),
        cmocka_unit_test(keeps_an_empty_charge_empty),
        cmocka_unit_test(equal_facets_and_texts_are_one_object),
        cmocka_unit_test(tells_texts_apart_of_which_one_begins_the_other),
        cmocka_unit_test(merging_keeps_order_and_content_and_makes_equal_things_one),
        cmocka_unit_test(merging_into_or_from_an_empty_ledger_changes_nothing),
        cmocka_unit_test(joining_puts_runs_of_several_ledgers_in_order),
        cmocka_unit_test(changing_a_line_leaves_its_place_and_the_others_alone),
        cmocka_unit_test(account_moves_are_never_spend),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
