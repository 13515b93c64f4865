#include "reports/recon_say.h"
#include "results_sample.h"

static const char *const checks[] = { "unreadable", "arithmetic", "words", "buyer-name",
    "buyer-tax-id", "duplicate", "red-letter", "void", "tax-id-checksum", "seller", "item",
    "period" };

#define CHECKS (sizeof(checks) / sizeof(checks[0]))

/* What is to be done about an invoice that failed ${check}, or failed with a warning. */
static void
assert_todo(struct sample *s, const char *check, bool is_warning, bool with_warnings,
    const char *expected)
{
    struct check_result results[] = { { .check = "arithmetic", .is_ok = true },
        { .check = check, .is_warning = is_warning } };
    struct recon_invoice v = { .checks = { results, 2, 2 } };
    struct buf out;

    buf_init(&out, 4096);
    recon_say_todo(&out, &s->results, &v, with_warnings);
    if (expected)
        assert_sv(buf_sv(&out), expected);
    else
        assert_true(out.n > 10);
    buf_release(&out);
}

static void
every_check_says_what_to_do_when_it_failed(void **state)
{
    struct sample *s = sample_new(LANG_ZH);

    (void)state;
    assert_int_equal(CHECKS, CHECK_COUNT);
    for (size_t i = 0; i < CHECKS; i++)
        assert_todo(s, checks[i], false, false, NULL);
    assert_todo(s, "void", false, false, "请销售方另开有效发票");
    sample_release(s);
}

static void
what_the_config_wants_is_named(void **state)
{
    const char *names[] = { "示例大学", "示例大学信息学院", NULL };
    struct config config = { .buyer_names = names, .buyer_tax_id = "12100000400000000W" };
    struct sample *s = sample_new(LANG_EN);

    (void)state;
    assert_todo(s, "buyer-name", false, false,
        "ask the seller to reverse the invoice and to issue it again with the right buyer's name");
    s->results.config = &config;
    assert_todo(s, "buyer-name", false, false,
        "ask the seller to reverse the invoice and to issue it again with the right buyer's name: "
        "示例大学");
    assert_todo(s, "buyer-tax-id", false, false,
        "ask the seller to reverse the invoice and to issue it again with the buyer's right tax "
        "id: 12100000400000000W");
    sample_release(s);
}

static void
warnings_are_told_only_where_asked_for(void **state)
{
    struct sample *s = sample_new(LANG_EN);

    (void)state;
    assert_todo(s, "period", true, false, "");
    assert_todo(s, "period", true, true, "ask the finance office whether it accepts this date");
    sample_release(s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_check_says_what_to_do_when_it_failed),
        cmocka_unit_test(what_the_config_wants_is_named),
        cmocka_unit_test(warnings_are_told_only_where_asked_for),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
