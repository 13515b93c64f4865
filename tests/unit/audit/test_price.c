/*
 * test_price.c - the price book: what is for what, and from when.
 */
#include "audit/price.h"
#include "bills.h"

static const char book[] =
    "{\"price_book\": ["
    "{\"platform\": \"autodl\", \"gpu_model\": \"RTX 4090\", \"unit\": \"hour\", "
    "\"price\": \"1.98\"},"
    "{\"platform\": \"autodl\", \"gpu_model\": \"RTX 4090\", \"unit\": \"hour\", "
    "\"price\": \"1.88\", \"from\": \"2026-03-10\"},"
    "{\"platform\": \"autodl\", \"gpu_model\": \"RTX 4090\", \"unit\": \"hour\", "
    "\"price\": \"3.50\", \"per\": \"instance\"},"
    "{\"platform\": \"autodl\", \"gpu_model\": \"RTX 4090\", \"unit\": \"month\", "
    "\"price\": \"900\", \"pricing\": \"prepaid\"},"
    "{\"platform\": \"autodl\", \"sku\": \"4090-big\", \"unit\": \"hour\", \"price\": \"2.50\"},"
    "{\"platform\": \"autodl\", \"category\": \"cpu\", \"unit\": \"hour\", \"price\": \"0.10\"}]}";

static void
the_price_that_fits_best_and_is_valid_is_found(void **state)
{
    static const struct { struct price_query q; const char *at, *price; } cases[] = {
        { { .gpu_model = "rtx 4090", .per = PRICE_PER_CARD }, "2026-03-09 23:59:59", "1.98" },
        { { .gpu_model = "RTX 4090", .per = PRICE_PER_CARD }, "2026-03-10 00:00:00", "1.88" },
        { { .gpu_model = "RTX 4090", .per = PRICE_PER_INSTANCE }, "2026-03-10", "3.5" },
        { { .gpu_model = "RTX 4090", .sku = "4090-big" }, "2026-03-10", "2.5" },
        { { .gpu_model = "RTX 4090", .unit = PRICE_MONTH, .pricing = PRICING_COMMITTED },
            "2026-03-10", "900" },
        { { .category = CATEGORY_CPU }, "2026-03-10", "0.1" },
        { { .gpu_model = "RTX 3090" }, "2026-03-10", NULL },
        { { .gpu_model = "RTX 4090", .unit = PRICE_DAY }, "2026-03-10", NULL },
        { { .gpu_model = "RTX 4090", .currency = "USD" }, "2026-03-10", NULL },
        { { .gpu_model = "RTX 4090", .platform = "matpool" }, "2026-03-10", NULL },
        { { .category = CATEGORY_GPU }, "2026-03-10", NULL },
    };
    struct err e = ERR_INIT;
    struct config *c = config_parse("gpubill.json", sv_of(book), &e);

    (void)state;
    assert_non_null(c);
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct price_query q = cases[i].q;
        const struct config_price *p;

        q.at = bills_time(cases[i].at);
        q.platform = q.platform ? q.platform : "autodl";
        q.currency = q.currency ? q.currency : "CNY";
        p = price_find(c, &q, 480);
        if (cases[i].price && p)
            assert_money(p->price, cases[i].price);
        assert_true((p != NULL) == (cases[i].price != NULL));
        assert_null(price_find(NULL, &q, 480));
    }
    config_free(c);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_price_that_fits_best_and_is_valid_is_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
