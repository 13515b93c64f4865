/*
 * test_matching_limits.c - searches for sums that would take too long, alone or together.
 */
#include "desk.h"

/* Charges of 1, 2, 4 ... 2048, in another order, and searches of 20 states. */
static void
desk_init_powers(struct desk *d)
{
    desk_init_with(d, ", \"matching\": {\"max_states\": 20}");
    for (int i = 0; i < 12; i++) {
        char order[8], amount[16], start[24];

        (void)snprintf(order, sizeof(order), "a-%d", i);
        (void)snprintf(amount, sizeof(amount), "%d", 1 << (i * 5 % 12));
        (void)snprintf(start, sizeof(start), "2026-03-%02d 10:00:00", i + 1);
        desk_charge(d, order, start, amount);
    }
}

static void
gives_up_a_search_that_is_too_large_and_says_so(void **state)
{
    struct desk d;
    char text[MESSAGE_TEXT_MAX];

    (void)state;
    desk_init_powers(&d);
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "1365" });
    desk_build(&d);
    assert_int_equal(d.recon.invoices.at[0].step, 6);
    assert_int_equal(d.recon.warnings.n, 1);
    assert_string_equal(d.recon.warnings.at[0].code, "matching-gave-up");
    assert_string_equal(message_text(&d.recon.warnings.at[0].message, LANG_EN, text,
        sizeof(text)), "too many charges could add up to invoice 26112000000000000001: none were "
        "tried beyond 20 sums (matching.max_states)");
    d.config->max_states = CONFIG_MAX_STATES;
    desk_build(&d);
    assert_int_equal(d.recon.invoices.at[0].step, 4);
    assert_int_equal(d.recon.warnings.n, 0);
    desk_release(&d);
}

/* The step that finds 1 + 2 for the last invoice, behind ${before} for which no search ends. */
static unsigned
step_behind(size_t before)
{
    struct desk d;
    unsigned step;

    desk_init_powers(&d);
    for (size_t i = 0; i < before; i++)
        (void)desk_invoice(&d, (struct desk_invoice){ .total = "1365" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "3" });
    desk_build(&d);
    step = d.recon.invoices.at[before].step;
    desk_release(&d);
    return step;
}

static void
gives_up_all_searches_where_there_were_too_many(void **state)
{
    (void)state;
    assert_int_equal(step_behind(3), 4);
    assert_int_not_equal(step_behind(300), 4);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_up_a_search_that_is_too_large_and_says_so),
        cmocka_unit_test(gives_up_all_searches_where_there_were_too_many),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
