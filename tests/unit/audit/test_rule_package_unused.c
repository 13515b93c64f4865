/*
 * test_rule_package_unused.c - packages against the hours that were used of them.
 */
#include "audited.h"

#define RULE "package-unused"

#define BOOK                                                                                       \
    "{\"price_book\": [{\"platform\": \"autodl\", \"gpu_model\": \"RTX 4090\", "                 \
    "\"unit\": \"hour\", \"price\": \"1.88\", \"currency\": \"CNY\"}]}"

/* A week of one card, or of ${cards}. */
static struct bill_row
week(const char *instance, const char *cards)
{
    return (struct bill_row){ .instance = instance, .model = "RTX 4090", .billed = "200",
        .cards = cards, .pricing = PRICING_COMMITTED, .start = "2026-03-02",
        .end = "2026-03-09" };
}

static void
set_up(struct audited *x)
{
    audited_init(x);
    audited_config(x, BOOK);
}

static void
what_the_hour_would_have_cost_less_leaks(void **state)
{
    struct audited x;

    (void)state;
    set_up(&x);
    audited_row(&x, week("i-1", NULL));
    audited_state(&x, "i-1", STATE_STOPPED, "2026-02-20 00:00:00", NULL);
    audited_state(&x, "i-1", STATE_RUNNING, "2026-03-03 00:00:00", NULL);
    audited_state(&x, "i-1", STATE_NO_GPU, "2026-03-03 20:00:00", NULL);
    audited_state(&x, "i-1", STATE_RUNNING, "2026-03-04 00:00:00", NULL);
    audited_state(&x, "i-1", STATE_STOPPED, "2026-03-04 10:00:00", NULL);
    audited_run(&x, RULE);
    assert_found(&x, "package-unused possible i-1 CNY 143.6 net 143.6: 2=143.6\n");
    assert_told(&x, "i-1 ran 30 h of the 168 h of its package (CNY 200.00). By the hour that would "
        "have cost CNY 56.40: CNY 143.60 less.",
        "Do not renew the package; pay by the hour for so little use.");
    audited_release(&x);
}

static void
a_package_that_paid_off_is_left_alone(void **state)
{
    struct audited x;

    (void)state;
    set_up(&x);
    /* 107 h x 1.88 = 201.16; two cards take half as long. */
    audited_row(&x, week("i-1", NULL));
    audited_state(&x, "i-1", STATE_RUNNING, "2026-03-01 00:00:00", NULL);
    audited_state(&x, "i-1", STATE_STOPPED, "2026-03-06 11:00:00", NULL);
    audited_row(&x, week("i-2", "2"));
    audited_state(&x, "i-2", STATE_RUNNING, "2026-03-01 00:00:00", NULL);
    audited_state(&x, "i-2", STATE_STOPPED, "2026-03-04 06:00:00", NULL);
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

static void
what_is_not_known_is_unknown(void **state)
{
    struct bill_row open = week("i-3", NULL), other = week("i-4", NULL);
    struct audited x;

    (void)state;
    set_up(&x);
    audited_row(&x, week("i-1", NULL));
    audited_row(&x, week("i-2", NULL));
    audited_state(&x, "i-2", STATE_STOPPED, "2026-03-02 01:00:00", NULL);
    open.end = NULL;
    audited_row(&x, open);
    other.model = "A100";
    audited_row(&x, other);
    audited_state(&x, "i-4", STATE_STOPPED, "2026-03-01 00:00:00", NULL);
    audited_run(&x, RULE);
    assert_found(&x, "?period i-3 0\n?state i-1 0\n?state i-2 0\n?price i-4 0\n");
    audited_release(&x);
}

static void
what_is_paid_by_the_hour_is_no_package(void **state)
{
    struct bill_row row = week("i-1", NULL), disk = week("i-1", NULL);
    struct audited x;

    (void)state;
    set_up(&x);
    row.pricing = PRICING_STANDARD;
    audited_row(&x, row);
    disk.category = CATEGORY_DATA_DISK;
    audited_row(&x, disk);
    audited_state(&x, "i-1", STATE_STOPPED, "2026-03-01 00:00:00", NULL);
    audited_run(&x, RULE);
    assert_found(&x, "");
    audited_release(&x);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_hour_would_have_cost_less_leaks),
        cmocka_unit_test(a_package_that_paid_off_is_left_alone),
        cmocka_unit_test(what_is_not_known_is_unknown),
        cmocka_unit_test(what_is_paid_by_the_hour_is_no_package),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
