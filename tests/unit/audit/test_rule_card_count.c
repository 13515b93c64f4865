/*
 * test_rule_card_count.c - more cards charged than the instance has.
 */
#include "audited.h"

#define RULE "card-count"

static struct bill_row
gpu(const char *cards)
{
    return (struct bill_row){ .instance = "i-1", .cards = cards, .billed = "3.76",
        .start = "2026-03-01 08:00:00", .end = "2026-03-01 09:00:00" };
}

static void
surplus_cards_leak_their_share(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_config(&x, "{\"instances\": [{\"platform\": \"autodl\", \"instance\": \"i-1\", "
        "\"gpu_count\": 1}]}");
    audited_row(&x, gpu("2"));
    audited_row(&x, gpu("1"));
    audited_run(&x, RULE);
    assert_found(&x, "card-count certain i-1 CNY 1.88 net 1.88: 2=1.88\n");
    assert_told(&x, "i-1 was charged for 2 cards and has 1: CNY 1.88 too much.",
        "Send the rows to the platform's support and ask for CNY 1.88 back.");
    audited_release(&x);
}

static void
fewer_cards_than_there_are_is_fine(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_config(&x, "{\"instances\": [{\"platform\": \"autodl\", \"instance\": \"i-1\", "
        "\"gpu_count\": 4}]}");
    audited_row(&x, gpu("2"));
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
without_a_number_to_compare_nothing_is_said(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, gpu("8"));
    audited_row(&x, gpu(NULL));
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(surplus_cards_leak_their_share),
        cmocka_unit_test(fewer_cards_than_there_are_is_fine),
        cmocka_unit_test(without_a_number_to_compare_nothing_is_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
