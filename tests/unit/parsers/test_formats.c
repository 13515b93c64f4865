#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "parsers/format.h"

static void
every_format_makes_of_its_samples_what_it_states(void **state)
{
    struct formats formats;
    struct err e = ERR_INIT;
    char text[ERR_TEXT_MAX];
    size_t bad = 0;

    (void)state;
    if (formats_load(&formats, NULL, &e))
        fail_msg("%s", err_text(&e, LANG_EN, text, sizeof(text)));
    for (size_t i = 0; i < formats.list.n; i++) {
        const struct format *f = format_whole(formats.list.at[i], &e);
        struct buf report;

        assert_non_null(f);
        buf_init(&report, 1u << 24);
        e = (struct err)ERR_INIT;
        if (format_check(f, &report, &e)) {
            print_error("%s\n%s\n", err_text(&e, LANG_EN, text, sizeof(text)),
                report.p ? report.p : "");
            bad++;
        }
        buf_release(&report);
    }
    assert_int_equal(bad, 0);
    formats_release(&formats);
}

/* A format with one sample, whose parts are JSON. */
static struct format *
with_sample(const char *sample)
{
    static const char head[] =
        "{\"id\":\"f\",\"kind\":\"bill\",\"platform\":\"p\",\"title\":{\"en\":\"T\",\"zh\":\"T\"},"
        "\"platform_title\":{\"en\":\"P\",\"zh\":\"P\"},"
        "\"evidence\":{\"level\":\"documented\",\"sources\":[\"s\"]},"
        "\"read\":{\"currency\":\"CNY\",\"lists\":[\"\",\"data\"]},"
        "\"columns\":{\"a\":{\"names\":[\"amount\"],\"required\":true},\"n\":\"note\"},"
        "\"fields\":{\"BilledCost\":\"a\",\"x_Category\":\"n\",\"ProviderName\":{\"const\":\"P\"}},"
        "\"samples\":[";
    struct err e = ERR_INIT;
    struct format *f;
    struct buf text;

    buf_init(&text, 10000);
    buf_addf(&text, "%s\n%s]}", head, sample);
    f = format_load("f.json", buf_sv(&text), &e);
    assert_non_null(f);
    buf_release(&text);
    return f;
}

#define LINE(billed) "{\"ProviderName\":\"P\",\"PublisherName\":\"P\"," \
    "\"InvoiceIssuerName\":\"P\",\"x_Platform\":\"p\",\"ChargeCategory\":\"Usage\"," \
    "\"x_Entry\":\"charge\",\"x_Category\":\"gpu\"," \
    "\"ServiceCategory\":\"Compute\",\"ServiceSubcategory\":\"Virtual Machines\"," \
    "\"BilledCost\":\"" billed "\",\"BillingCurrency\":\"CNY\"}"

static void
finds_every_difference(void **state)
{
    static const struct { const char *sample, *message; } table[] = {
        { "{\"name\":\"s\",\"text\":[\"amount,note\",\"1,gpu\"],\"lines\":[" LINE("1") "]}", "" },
        { "{\"name\":\"s\",\"text\":[\"amount;note\",\"1;gpu\"],\"lines\":[" LINE("1") "]}", "" },
        { "{\"name\":\"s\",\"json\":{\"data\":[{\"amount\":1,\"note\":\"gpu\"}]},"
            "\"lines\":[" LINE("1")
            "]}", "" },
        { "{\"name\":\"s\",\"text\":[\"amount,note\",\"1,gpu\",\"合计,\",\"Total,\"],\"lines\":["
            LINE("1") "],\"skipped\":{\"total-row\":2}}", "" },
        { "{\"name\":\"s\",\"text\":[\"amount,note\",\"1,gpu\"],\"lines\":[" LINE("2") "]}",
            "f.json:2: sample 's', line 1: BilledCost is '1', and '2' is stated" },
        { "{\"name\":\"s\",\"text\":[\"amount,note\",\"1,gpu\"],\"lines\":[]}",
            "f.json:2: sample 's', lines: number of lines is '1', and '0' is stated" },
        { "{\"name\":\"s\",\"text\":[\"amount,note\",\"x,gpu\"],\"lines\":[]}",
            "f.json:2: sample 's', rejected: bad-amount is '1', and '0' is stated" },
        { "{\"name\":\"s\",\"text\":[\"amount,note\",\"\"],\"lines\":[],\"skipped\":{\"blank\":2}}",
            "f.json:2: sample 's', skipped: blank is '0', and '2' is stated" },
        { "{\"name\":\"s\",\"text\":[\"amount,note\",\"1,gpu\"],\"lines\":[{\"Billed\":\"1\"}]}",
            "f.json:2: unknown key 'Billed'; did you mean 'BilledCost'?" },
        { "{\"name\":\"s\",\"text\":[\"other\"],\"lines\":[]}",
            "f.json:2: no row of the sample has the required headings" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        struct format *f = with_sample(table[i].sample);
        struct err e = ERR_INIT;
        char message[ERR_TEXT_MAX] = "";

        if (format_check(f, NULL, &e))
            err_text(&e, LANG_EN, message, sizeof(message));
        assert_string_equal(message, table[i].message);
        format_free(f);
    }
}

static void
prints_what_a_sample_becomes_so_that_it_can_be_pasted(void **state)
{
    struct format *f = with_sample(
        "{\"name\":\"s\",\"text\":[\"amount,note\",\"1,gpu\",\"2\",\"x,\"],\"lines\":[]}");
    struct err e = ERR_INIT;
    struct buf printed, report;

    (void)state;
    buf_init(&printed, 10000);
    buf_init(&report, 10000);
    assert_int_equal(format_print_samples(f, &printed, &e), 0);
    assert_non_null(strstr(printed.p, "\"name\": \"s\""));
    assert_non_null(strstr(printed.p, "\"BilledCost\": \"2\""));
    assert_non_null(strstr(printed.p, "\"rejected\": {\"bad-amount\": 1}"));
    assert_int_equal(format_check(f, &report, &e), -1);
    assert_non_null(strstr(report.p, "  - number of lines: 0\n  + number of lines: 2\n"));
    assert_non_null(strstr(report.p, "s:4: bad-amount: amount: "));
    assert_non_null(strstr(report.p, printed.p + 6));
    buf_release(&printed);
    buf_release(&report);
    format_free(f);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_makes_of_its_samples_what_it_states),
        cmocka_unit_test(finds_every_difference),
        cmocka_unit_test(prints_what_a_sample_becomes_so_that_it_can_be_pasted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
