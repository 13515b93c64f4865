/* What invoices of earlier reviews have covered is not covered a second time by other ones. */
#include "desk.h"

/* An earlier review in which ${number} of 甲, over ${total}, covered ${amount} of ${order}. */
static void
earlier_cover(struct desk *d, const char *number, const char *total, const char *order,
    const char *month, const char *amount)
{
    char text[1024];
    struct err e = ERR_INIT;
    cJSON *json;

    (void)snprintf(text, sizeof(text),
        "{\"reconciliation\": {\"claims\": [{\"id\": \"C001\", \"platform\": \"autodl\","
        " \"account\": \"\", \"order_id\": \"%s\", \"month\": \"%s\","
        " \"from\": \"%s-05T10:00:00+08:00\"}],"
        " \"invoices\": [{\"number\": \"%s\", \"code\": \"\", \"seller\": \"甲（北京）公司\","
        " \"total\": \"%s\", \"covers\": [{\"claim\": \"C001\", \"amount\": \"%s\"}]}]}}",
        order, month, month, number, total, amount);
    json = cJSON_Parse(text);
    assert_non_null(json);
    assert_int_equal(earlier_add_review(&d->earlier, json, &e), 0);
    cJSON_Delete(json);
}

#define GONE "26112000000000900001"

static void
leaves_alone_what_an_absent_invoice_has_covered(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "order-1", "2026-03-02 10:00:00", "60");
    desk_charge(&d, "order-2", "2026-03-12 10:00:00", "60");
    desk_charge(&d, "order-3", "2026-03-22 10:00:00", "60");
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "60", .date = "2026-03-13" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "100" });
    earlier_cover(&d, GONE, "60", "order-1", "2026-03", "60");
    desk_build(&d);
    assert_claims(&d, "C001 order-1 60 0 uncovered\nC002 order-2 60 60 covered\n"
                        "C003 order-3 60 60 covered\n");
    assert_invoices(&d, "I001 matched 2 C002=60\n"
                        "I002 partly-matched 6 running-total C003=60\n");
    assert_int_equal(d.recon.claims.at[0].earlier.n, 1);
    assert_string_equal(d.recon.claims.at[0].earlier.at[0].number, GONE);
    assert_int_equal(d.recon.claims.at[1].earlier.n, 0);
    desk_release(&d);
}

static void
keeps_open_what_was_covered_in_part(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "order-1", "2026-03-02 10:00:00", "60");
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "40" });
    earlier_cover(&d, GONE, "20", "order-1", "2026-03", "20");
    /* Told by two reviews, it was still covered once. */
    earlier_cover(&d, GONE, "20", "order-1", "2026-03", "20");
    desk_build(&d);
    assert_claims(&d, "C001 order-1 60 40 partly-covered\n");
    assert_invoices(&d, "I001 matched 2 C001=40\n");
    desk_release(&d);
}

static void
is_no_untouched_month_any_more(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "order-1", "2026-03-02 10:00:00", "60");
    desk_charge(&d, "order-2", "2026-03-12 10:00:00", "40");
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "100" });
    earlier_cover(&d, GONE, "10", "order-1", "2026-03", "10");
    desk_build(&d);
    assert_invoices(&d, "I001 partly-matched 6 running-total C001=50 C002=40\n");
    desk_release(&d);
}

static void
lets_the_same_invoice_cover_it_again(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "order-1", "2026-03-02 10:00:00", "60");
    (void)desk_invoice(&d, (struct desk_invoice){ .number = GONE, .total = "60" });
    earlier_cover(&d, GONE, "60", "order-1", "2026-03", "60");
    desk_build(&d);
    assert_invoices(&d, "I001 matched 2 C001=60\n");
    assert_int_equal(d.recon.claims.at[0].earlier.n, 0);
    desk_release(&d);
}

static void
holds_what_a_duplicate_covered_first(void **state)
{
    struct desk d;

    (void)state;
    desk_init(&d);
    desk_charge(&d, "order-1", "2026-02-02 10:00:00", "60");
    desk_charge(&d, "order-2", "2026-03-12 10:00:00", "60");
    (void)desk_invoice(&d, (struct desk_invoice){ .number = GONE, .total = "60" });
    (void)desk_invoice(&d, (struct desk_invoice){ .total = "60", .date = "2026-03-01" });
    earlier_cover(&d, GONE, "60", "order-1", "2026-02", "60");
    desk_build(&d);
    /* The one that is there twice would take order-2; what it had covered is held, so that the
     * other, which is dated near order-1, finds order-2 alone. */
    assert_invoices(&d, "I001 matched 2 C001=60\nI002 invalid 0\n");
    desk_release(&d);
}

static void
frees_what_was_reversed_since(void **state)
{
    static const struct { struct desk_invoice red; const char *claims; } cases[] = {
        { { .total = "-60" }, "C001 order-1 60 60 covered\n" },
        { { .total = "-20" }, "C001 order-1 60 0 uncovered\n" },
        { { .has_no_total = true, .net = "-56", .tax = "-4" }, "C001 order-1 60 60 covered\n" },
        { { .total = "60", .kind = INVOICE_CREDIT_NOTE }, "C001 order-1 60 60 covered\n" },
        { { .total = "-60", .status = INVOICE_VOID }, "C001 order-1 60 0 uncovered\n" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct desk_invoice red = cases[i].red;
        struct desk d;

        red.red_of = GONE;
        desk_init(&d);
        desk_charge(&d, "order-1", "2026-03-02 10:00:00", "60");
        (void)desk_invoice(&d, (struct desk_invoice){ .total = "60" });
        (void)desk_invoice(&d, red);
        earlier_cover(&d, GONE, "60", "order-1", "2026-03", "60");
        desk_build(&d);
        assert_claims(&d, cases[i].claims);
        desk_release(&d);
    }
}

static void
leaves_claims_of_other_names_open(void **state)
{
    static const struct { const char *order, *month; } cases[] = {
        { "order-2", "2026-03" }, { "order-1", "2026-02" }, { "", "2026-03" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct desk d;

        desk_init(&d);
        desk_charge(&d, "order-1", "2026-03-02 10:00:00", "60");
        (void)desk_invoice(&d, (struct desk_invoice){ .total = "60" });
        earlier_cover(&d, GONE, "60", cases[i].order, cases[i].month, "60");
        desk_build(&d);
        assert_invoices(&d, "I001 matched 2 C001=60\n");
        desk_release(&d);
    }
}

static void
tells_recharges_without_a_number_apart_by_their_time(void **state)
{
    struct desk d;
    char text[1024];
    struct err e = ERR_INIT;
    cJSON *json;

    (void)state;
    desk_init(&d);
    for (unsigned day = 1; day <= 2; day++) {
        char start[32];

        (void)snprintf(start, sizeof(start), "2026-03-%02u 10:00:00", day);
        (void)desk_row(&d, (struct bill_row){ .platform = "runpod", .currency = "USD",
            .entry = ENTRY_RECHARGE, .start = start, .billed = "0", .moved = "25" });
    }
    (void)snprintf(text, sizeof(text), "{\"reconciliation\": {\"claims\": [{\"id\": \"C002\","
        " \"platform\": \"runpod\", \"basis\": \"recharge\", \"month\": \"2026-03\","
        " \"from\": \"2026-03-02T10:00:00+08:00\"}], \"invoices\": [{\"number\": \"7\","
        " \"seller\": \"R Inc.\", \"total\": \"25\","
        " \"covers\": [{\"claim\": \"C002\", \"amount\": \"25\"}]}]}}");
    json = cJSON_Parse(text);
    assert_non_null(json);
    assert_int_equal(earlier_add_review(&d.earlier, json, &e), 0);
    cJSON_Delete(json);
    desk_build(&d);
    assert_int_equal(d.recon.claims.at[0].earlier.n, 0);
    assert_int_equal(d.recon.claims.at[1].earlier.n, 1);
    desk_release(&d);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_alone_what_an_absent_invoice_has_covered),
        cmocka_unit_test(keeps_open_what_was_covered_in_part),
        cmocka_unit_test(is_no_untouched_month_any_more),
        cmocka_unit_test(lets_the_same_invoice_cover_it_again),
        cmocka_unit_test(holds_what_a_duplicate_covered_first),
        cmocka_unit_test(frees_what_was_reversed_since),
        cmocka_unit_test(leaves_claims_of_other_names_open),
        cmocka_unit_test(tells_recharges_without_a_number_apart_by_their_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
