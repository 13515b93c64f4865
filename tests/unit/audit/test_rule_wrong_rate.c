/*
 * test_rule_wrong_rate.c - rates against the price book.
 */
#include "audited.h"

#define RULE "wrong-rate"

#define BOOK                                                                                       \
    "{\"price_book\": ["                                                                           \
    "{\"platform\": \"autodl\", \"gpu_model\": \"RTX 4090\", \"unit\": \"hour\", "                 \
    "\"price\": \"1.88\", \"currency\": \"CNY\"},"                                                 \
    "{\"platform\": \"autodl\", \"gpu_model\": \"RTX 4090\", \"unit\": \"hour\", "                 \
    "\"price\": \"2.08\", \"currency\": \"CNY\", \"from\": \"2026-03-20\"},"                       \
    "{\"platform\": \"autodl\", \"sku\": \"a100x8\", \"unit\": \"hour\", \"price\": \"80\", "      \
    "\"currency\": \"CNY\", \"per\": \"instance\"}]}"

/* Ten hours, or from ${start} to ${end}. */
static struct bill_row
gpu(const char *price, const char *quantity)
{
    return (struct bill_row){ .instance = "i-1", .model = "RTX 4090", .billed = "20.80",
        .start = "2026-03-02 08:00:00", .end = "2026-03-02 18:00:00", .price = price,
        .quantity = quantity, .unit = "Hours" };
}

static void
set_up(struct audited *x)
{
    audited_init(x);
    audited_config(x, BOOK);
}

static void
a_higher_rate_than_the_book_leaks_the_difference(void **state)
{
    struct bill_row discounted = gpu("2.08", "10");
    struct audited x;

    (void)state;
    set_up(&x);
    audited_row(&x, gpu("2.08", "10"));
    discounted.discount = "1.00";
    audited_row(&x, discounted);
    audited_run(&x, RULE);
    assert_found(&x, "wrong-rate likely i-1 CNY 3 net 3: 2=2 3=1\n");
    assert_told(&x,
        "GPU time on i-1 was charged CNY 40.60, and is CNY 37.60 by the price book: CNY 3.00 more.",
        "Ask the platform which price applies, or correct the price book.");
    audited_release(&x);
}

static void
half_a_percent_and_the_price_of_that_day_are_left_alone(void **state)
{
    struct bill_row later = gpu("2.08", "10"), prepaid = gpu("9", "10"), spot = prepaid;
    struct audited x;

    (void)state;
    set_up(&x);
    audited_row(&x, gpu("1.8894", "10"));
    audited_row(&x, gpu("1.88", "10"));
    audited_row(&x, gpu("1.50", "10"));
    later.start = "2026-03-20 08:00:00";
    later.end = "2026-03-20 18:00:00";
    audited_row(&x, later);
    prepaid.pricing = PRICING_COMMITTED;
    audited_row(&x, prepaid);
    spot.pricing = PRICING_DYNAMIC;
    audited_row(&x, spot);
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
a_quantity_counts_cards_or_the_instance(void **state)
{
    struct bill_row row = gpu("2.08", "20.0");
    struct audited x;

    (void)state;
    set_up(&x);
    row.cards = "2";
    row.billed = "41.60";
    audited_row(&x, row); /* 20 card hours: 0.20 each */
    row.quantity = "10.0";
    row.price = "4.00";
    row.billed = "40.00";
    audited_row(&x, row); /* 10 hours of 2 cards: 0.24 each */
    row = gpu("11.00", "80");
    row.sku = "a100x8";
    row.cards = "8";
    row.billed = "880";
    audited_row(&x, row); /* 80 card hours, and a price per instance: 10 a card */
    audited_run(&x, RULE);
    assert_found(&x, "wrong-rate likely i-1 CNY 86.4 net 86.4: 2=4 3=2.4 4=80\n");
    audited_release(&x);
}

static void
minutes_are_asked_of_the_book_as_hours(void **state)
{
    struct bill_row row = gpu("0.05", "600");
    struct audited x;

    (void)state;
    set_up(&x);
    row.unit = "Minutes";
    row.billed = "30.00";
    audited_row(&x, row);
    audited_run(&x, RULE);
    assert_found(&x, "wrong-rate likely i-1 CNY 11.2 net 11.2: 2=11.2\n");
    audited_release(&x);
}

static void
what_cannot_be_compared_is_unknown(void **state)
{
    struct bill_row odd = gpu("2.08", "7.5"), other = gpu("2.08", "10"), open = other,
                    bare = gpu(NULL, "10");
    struct audited x;

    (void)state;
    set_up(&x);
    odd.instance = "i-2";
    audited_row(&x, odd);
    other.instance = "i-3";
    other.model = "A100";
    audited_row(&x, other);
    open.instance = "i-4";
    open.end = NULL;
    audited_row(&x, open);
    bare.instance = "i-5";
    audited_row(&x, bare);
    audited_run(&x, RULE);
    assert_found(&x, "?period i-2 0\n?period i-4 0\n?price i-3 0\n?price i-5 0\n");
    audited_release(&x);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_higher_rate_than_the_book_leaks_the_difference),
        cmocka_unit_test(half_a_percent_and_the_price_of_that_day_are_left_alone),
        cmocka_unit_test(a_quantity_counts_cards_or_the_instance),
        cmocka_unit_test(minutes_are_asked_of_the_book_as_hours),
        cmocka_unit_test(what_cannot_be_compared_is_unknown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
