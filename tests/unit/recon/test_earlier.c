/* What earlier reviews say of an invoice: what it covered, in them and in those before them. */
#include "desk.h"
#include "recon/checks.h"

static int
add_review(struct desk *d, const char *reconciliation, struct err *e)
{
    char text[2048];
    cJSON *json;
    int result;

    (void)snprintf(text, sizeof(text), "{\"reconciliation\": %s}", reconciliation);
    json = cJSON_Parse(text);
    assert_non_null(json);
    result = earlier_add_review(&d->earlier, json, e);
    cJSON_Delete(json);
    return result;
}

static void
knows_what_was_a_duplicate_in_the_review_before(void **state)
{
    static const char review[] = "{\"claims\": [], \"invoices\": [{\"number\": "
        "\"26112000000000000001\", \"covers\": [], \"earlier\": [{\"platform\": \"autodl\", "
        "\"account\": \"\", \"order_id\": \"\", \"month\": \"2026-01\"}]}]}";
    struct err e = ERR_INIT;
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "order-1", "2026-03-01 10:00:00", "1");
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "1" });
    assert_int_equal(add_review(&d, review, &e), 0);
    desk_build(&d);
    assert_invoices(&d, "I001 invalid 0\n");
    assert_checks(&d, "I001 duplicate: in an earlier review it covered 2026-01 of autodl, which it "
        "does not cover here\n");
    assert_claims(&d, "C001 order-1 1 0 uncovered\n");
    desk_release(&d);
}

static void
lists_a_cover_once_however_many_reviews_tell_of_it(void **state)
{
    static const char review[] = "{\"claims\": [{\"id\": \"C001\", \"platform\": \"autodl\", "
        "\"account\": \"a\", \"order_id\": \"order-0\", \"month\": \"%s\"}, {\"id\": \"C002\", "
        "\"platform\": \"autodl\", \"account\": \"b\", \"order_id\": \"order-0\", \"month\": "
        "\"%s\"}], \"invoices\": [{\"number\": \"26112000000000000001\", \"covers\": [{\"claim\": "
        "\"C001\"}, {\"claim\": \"C002\"}]}]}";
    static const char *const months[] = { "2026-01", "2026-02", "2026-01" };
    struct err e = ERR_INIT;
    struct desk d;

    (void)state;
    desk_init(&d);
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "1" });
    for (size_t i = 0; i < COUNT(months); i++) {
        char text[1024];

        (void)snprintf(text, sizeof(text), review, months[i], months[i]);
        assert_int_equal(add_review(&d, text, &e), 0);
    }
    desk_build(&d);
    /* Two accounts, two months each. */
    assert_int_equal(d.recon.invoices.at[0].earlier.n, 4);
    desk_release(&d);
}

static void
takes_the_month_of_a_claim_from_where_it_begins(void **state)
{
    static const char review[] = "{\"claims\": [{\"id\": \"C001\", \"platform\": \"autodl\", "
        "\"order_id\": \"order-1\", \"from\": \"2026-03-05T10:00:00+08:00\"}], \"invoices\": "
        "[{\"number\": \"26112000000000000001\", \"covers\": [{\"claim\": \"C001\"}]}]}";
    struct err e = ERR_INIT;
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "order-1", "2026-03-05 10:00:00", "1");
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "1" });
    assert_int_equal(add_review(&d, review, &e), 0);
    desk_build(&d);
    assert_invoices(&d, "I001 matched 2 C001=1\n");
    assert_checks(&d, "");
    desk_release(&d);
}

static void
refuses_covers_of_claims_that_are_not_there(void **state)
{
    static const char *const covers[] = { "{\"claim\": 1}", "{}", "7", "{\"claim\": \"C002\"}",
        "{\"claim\": \"C1\"}" };

    (void)state;
    for (size_t i = 0; i < COUNT(covers); i++) {
        struct err e = ERR_INIT;
        struct desk d;
        char text[1024];

        desk_init(&d);
        (void)snprintf(text, sizeof(text), "{\"claims\": [{\"id\": \"C001\"}, {\"id\": 1}], "
            "\"invoices\": [{\"number\": \"1\", \"covers\": [%s]}]}", covers[i]);
        assert_int_equal(add_review(&d, text, &e), -1);
        assert_err(&e, "its reconciliation covers a claim that it does not list");
        desk_release(&d);
    }
}

static void
says_once_that_a_search_was_given_up_though_it_was_made_twice(void **state)
{
    static const char review[] = "{\"claims\": [{\"id\": \"C001\", \"platform\": \"autodl\", "
        "\"order_id\": \"order-0\", \"month\": \"2026-01\"}], \"invoices\": [{\"number\": "
        "\"26112000000000000002\", \"covers\": [{\"claim\": \"C001\"}]}]}";
    struct err e = ERR_INIT;
    struct desk d;
    char text[MESSAGE_TEXT_MAX];

    (void)state;
    desk_init_with(&d, ", \"matching\": {\"max_states\": 20}");
    for (int i = 0; i < 12; i++) {
        char order[8], amount[16], start[24];

        (void)snprintf(order, sizeof(order), "a-%d", i);
        (void)snprintf(amount, sizeof(amount), "%d", 1 << (i * 5 % 12));
        (void)snprintf(start, sizeof(start), "2026-03-%02d 10:00:00", i + 1);
        desk_charge(&d, order, start, amount);
    }
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "1365" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "1" });
    assert_int_equal(add_review(&d, review, &e), 0);
    desk_build(&d);
    assert_false(check_is_ok(&d.recon.invoices.at[1], CHECK_DUPLICATE));
    assert_int_equal(d.recon.warnings.n, 1);
    assert_string_equal(message_text(&d.recon.warnings.at[0].message, LANG_EN, text,
        sizeof(text)), "too many charges could add up to invoice 26112000000000000001: none were "
        "tried beyond 20 sums (matching.max_states)");
    desk_release(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_what_was_a_duplicate_in_the_review_before),
        cmocka_unit_test(lists_a_cover_once_however_many_reviews_tell_of_it),
        cmocka_unit_test(takes_the_month_of_a_claim_from_where_it_begins),
        cmocka_unit_test(refuses_covers_of_claims_that_are_not_there),
        cmocka_unit_test(says_once_that_a_search_was_given_up_though_it_was_made_twice),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
