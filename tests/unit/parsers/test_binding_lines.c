#include "bench_format.h"

#include <stdio.h>

#include "ledger/input.h"
#include "unit.h"

#define COLUMNS "'gpu':'gpu','disk':'disk','total':'total','items':'items','name':'name'"
#define FIELDS "'BilledCost':'total','ChargeDescription':'name','ConsumedQuantity':'gpu'"
#define HEADINGS "gpu|disk|total|items|name"

/* What the record ${row} becomes: "AMOUNT DESCRIPTION QUANTITY;" per line, "reject WHY;". */
static void
made(const char *lines, const char *row, char *out, size_t size)
{
    struct err e = ERR_INIT;
    struct bench_row headings = bench_row(HEADINGS), cells = bench_row(row);
    struct record r = bench_record(&cells);
    char message[ERR_TEXT_MAX], rest[2000], amount[MONEY_TEXT_MAX], quantity[MONEY_TEXT_MAX];
    struct format *f;
    struct binding *b;
    struct buf text;
    struct made m;
    int has = 1;

    buf_init(&text, size - 1);
    (void)snprintf(rest, sizeof(rest), ",'read':{'currency':'USD'},'lines':%s", lines);
    f = bench_format(COLUMNS, FIELDS, rest, &e);
    if (!f)
        fail_msg("%s", err_text(&e, LANG_EN, message, sizeof(message)));
    b = binding_new(f, headings.cells, headings.n, 0, NULL, &e);
    assert_non_null(b);
    assert_int_equal(binding_make(b, &r, &m, &e), 0);
    for (; has > 0; has = binding_more(b, &r, &m, &e)) {
        const struct charge *c = &m.charge;

        if (m.outcome == OUTCOME_REJECTED) {
            buf_addf(&text, "reject %s;", reject_word(m.reject));
            continue;
        }
        assert_int_equal(m.outcome, OUTCOME_LINE);
        buf_addf(&text, "%s %.*s %s;", money_format(amount, c->money[MONEY_BILLED_COST]),
            SV_ARG(c->text[TEXT_CHARGE_DESCRIPTION]), charge_has(c, MONEY_CONSUMED_QUANTITY) ?
                money_format(quantity, c->money[MONEY_CONSUMED_QUANTITY]) : "-");
    }
    assert_int_equal(has, 0);
    memcpy(out, text.p ? text.p : "", text.n + 1);
    buf_release(&text);
    binding_free(b);
    format_free(f);
}

struct example {
    const char *lines, *row, *expected;
};

static void
check(const struct example *table, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char text[1000];

        made(table[i].lines, table[i].row, text, sizeof(text));
        if (strcmp(text, table[i].expected) != 0)
            fail_msg("%s of %s: '%s', expected '%s'", table[i].lines, table[i].row, text,
                table[i].expected);
    }
}

#define PARTS "[{'nonzero':true,'fields':{'BilledCost':'gpu'}},{'nonzero':true,'fields':" \
    "{'BilledCost':'disk','ConsumedQuantity':null,'ChargeDescription':{'const':'disk'}}}," \
    "{'nonzero':true,'fields':{'BilledCost':{'amount':'total','minus':['gpu','disk']}," \
    "'ChargeDescription':{'const':'rest'}}}]"

static void
the_parts_of_a_record_are_lines_and_what_is_left_of_it_too(void **state)
{
    static const struct example table[] = {
        { PARTS, "1.5|0.25|1.75||pod", "1.5 pod 1.5;0.25 disk -;" },
        { PARTS, "1.5|0|1.75||pod", "1.5 pod 1.5;0.25 rest 1.5;" },
        { PARTS, "||3||pod", "3 rest -;" },
    };

    (void)state;
    check(table, COUNT(table));
}

static void
a_record_of_which_no_line_comes_is_one_line(void **state)
{
    static const struct example table[] = {
        { PARTS, "0|0|0||pod", "0 pod 0;" },
        { "[{'when':{'column':'name','is':'a'}}]", "1||2||b", "2 b 1;" },
        { "[{'each':'items','fields':{'BilledCost':{'element':'x'}}}]", "1||2||b", "2 b 1;" },
        { "[{'each':'items','fields':{'BilledCost':{'element':'x'}}}]", "1||2|[]|b", "2 b 1;" },
    };

    (void)state;
    check(table, COUNT(table));
}

#define EACH "[{},{'each':'items','fields':{'BilledCost':{'element':'a.amount'}," \
    "'ChargeDescription':{'element':'name'},'ConsumedQuantity':null}}]"

static void
each_element_of_a_list_is_a_line(void **state)
{
    static const struct example table[] = {
        { EACH, "1||2|[{\"a\":{\"amount\":-0.5},\"name\":\"x\"},{\"a\":{\"amount\":\"-1e-7\"}}]|b",
            "2 b 1;-0.5 x -;-0.0000001  -;" },
        { EACH, "1||2|{\"a\":{\"amount\":3}}|b", "2 b 1;3  -;" },
    };

    (void)state;
    check(table, COUNT(table));
}

static void
a_part_that_cannot_be_read_is_rejected_and_the_others_stay(void **state)
{
    static const struct example table[] = {
        { EACH, "1||2|[{]|b", "2 b 1;reject bad-json;" },
        { EACH, "1||2|7|b", "2 b 1;reject bad-json;" },
        { EACH, "1||2|[{\"a\":{\"amount\":\"x\"}}]|b", "2 b 1;reject bad-amount;" },
        { EACH, "1||2|[{\"name\":\"x\"}]|b", "2 b 1;reject missing-field;" },
        { PARTS, "x|1|2||b", "reject bad-amount;" },
    };

    (void)state;
    check(table, COUNT(table));
}

static void
wrong_lines_of_a_format_are_refused(void **state)
{
    static const char *const lines[] = { "{}", "[]", "[{'feilds':{}}]",
        "[{'fields':{'x_Platfrm':'name'}}]", "[{'fields':{'ServiceName':null}}]",
        "[{'when':{'column':'nome','is':'a'}}]", "[{'each':{'colum':'items'}}]" };

    (void)state;
    for (size_t i = 0; i < COUNT(lines); i++) {
        struct err e = ERR_INIT;
        char rest[200];

        (void)snprintf(rest, sizeof(rest), ",'lines':%s", lines[i]);
        assert_null(bench_format(COLUMNS, FIELDS, rest, &e));
        assert_int_equal(e.code, ERR_SYNTAX);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_parts_of_a_record_are_lines_and_what_is_left_of_it_too),
        cmocka_unit_test(a_record_of_which_no_line_comes_is_one_line),
        cmocka_unit_test(each_element_of_a_list_is_a_line),
        cmocka_unit_test(a_part_that_cannot_be_read_is_rejected_and_the_others_stay),
        cmocka_unit_test(wrong_lines_of_a_format_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
