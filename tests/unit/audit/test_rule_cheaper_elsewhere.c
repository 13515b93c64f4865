/*
 * test_rule_cheaper_elsewhere.c - mean prices of one GPU model on several platforms.
 */
#include "audited.h"

#define RULE "cheaper-elsewhere"

/* One card from midnight of 2 March to ${end}. */
static struct bill_row
gpu(const char *platform, const char *end, const char *billed)
{
    return (struct bill_row){ .platform = platform, .instance = "i-1", .model = "RTX 4090",
        .billed = billed, .start = "2026-03-02 00:00:00", .end = end };
}

static void
the_dearer_platform_leaks_the_difference(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, gpu("autodl", "2026-03-02 10:00:00", "18"));
    audited_row(&x, gpu("autodl", "2026-03-02 05:00:00", "12"));
    audited_row(&x, gpu("gpugeek", "2026-03-02 10:00:00", "15"));
    audited_run(&x, RULE);
    /* 2.00 against 1.50 over 15 hours. */
    assert_found(&x, "cheaper-elsewhere possible - CNY 7.5 net 7.5: 2=4.5 3=3\n");
    assert_told(&x, "A card-hour of RTX 4090 cost CNY 2.00 on autodl and CNY 1.50 on gpugeek: "
        "CNY 7.50 more for the same time.",
        "Run on gpugeek what runs as well there: CNY 0.50 less per card-hour.");
    audited_release(&x);
}

static void
ten_percent_more_is_left_alone(void **state)
{
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, gpu("autodl", "2026-03-02 10:00:00", "16.50"));
    audited_row(&x, gpu("gpugeek", "2026-03-02 10:00:00", "15"));
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
cards_and_stated_use_make_the_hours(void **state)
{
    struct bill_row cards = gpu("autodl", "2026-03-02 10:00:00", "30"),
                    daily = gpu("lanrui", "2026-03-03", "20");
    struct audited x;

    (void)state;
    audited_init(&x);
    cards.cards = "2";
    audited_row(&x, cards); /* 20 card-hours at 1.50 */
    daily.used = "10";
    daily.used_unit = "Hours";
    audited_row(&x, daily); /* 10 at 2.00 */
    audited_run(&x, RULE);
    assert_found(&x, "cheaper-elsewhere possible - CNY 5 net 5: 3=5\n");
    audited_release(&x);
}

static void
only_what_is_alike_is_compared(void **state)
{
    struct bill_row model = gpu("gpugeek", "2026-03-02 10:00:00", "5"), currency = model,
                    spot = model, prepaid = model;
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, gpu("autodl", "2026-03-02 10:00:00", "20"));
    model.model = "A100";
    audited_row(&x, model);
    currency.currency = "USD";
    audited_row(&x, currency);
    spot.pricing = PRICING_DYNAMIC;
    audited_row(&x, spot);
    prepaid.pricing = PRICING_COMMITTED;
    audited_row(&x, prepaid);
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
without_period_or_model_it_is_unknown(void **state)
{
    struct bill_row bare = gpu("gpugeek", "2026-03-02 10:00:00", "5");
    struct audited x;

    (void)state;
    audited_init(&x);
    audited_row(&x, gpu("autodl", "2026-03-02 10:00:00", "20"));
    audited_row(&x, gpu("lanrui", NULL, "1"));
    bare.model = NULL;
    audited_row(&x, bare);
    audited_run(&x, RULE);
    assert_found(&x, "?period i-1 0\n?price i-1 0\n");
    audited_release(&x);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_dearer_platform_leaks_the_difference),
        cmocka_unit_test(ten_percent_more_is_left_alone),
        cmocka_unit_test(cards_and_stated_use_make_the_hours),
        cmocka_unit_test(only_what_is_alike_is_compared),
        cmocka_unit_test(without_period_or_model_it_is_unknown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
