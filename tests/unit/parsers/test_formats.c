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

static void
assert_lists_equal(const char *const *a, const char *const *b)
{
    for (; *a && *b; a++, b++)
        assert_string_equal(*a, *b);
    assert_null(*a);
    assert_null(*b);
}

static void
assert_columns_equal(const struct format *a, const struct format *b)
{
    assert_int_equal(a->columns.n, b->columns.n);
    for (size_t i = 0; i < a->columns.n; i++) {
        const struct format_column *x = &a->columns.at[i], *y = &b->columns.at[i];

        assert_string_equal(x->key, y->key);
        assert_int_equal(x->is_required, y->is_required);
        assert_lists_equal((const char *const *)x->names, (const char *const *)y->names);
        assert_lists_equal((const char *const *)x->folded, (const char *const *)y->folded);
        assert_lists_equal((const char *const *)x->whole, (const char *const *)y->whole);
    }
}

static void
assert_billing_equal(const struct format_billing *a, const struct format_billing *b)
{
    assert_int_equal(a->time, b->time);
    assert_int_equal(a->is_end_inclusive, b->is_end_inclusive);
    assert_int_equal(a->period_is_use, b->period_is_use);
    assert_int_equal(a->is_overlap_exclusive, b->is_overlap_exclusive);
    assert_int_equal(a->is_whole_month, b->is_whole_month);
    assert_int_equal(a->rows_repeat, b->rows_repeat);
    assert_int_equal(a->is_price_blended, b->is_price_blended);
    assert_int_equal(a->view_rank, b->view_rank);
    assert_int_equal(a->release_after_days, b->release_after_days);
    assert_true(a->no_gpu_price.units == b->no_gpu_price.units);
    assert_string_equal(a->minimum_unit, b->minimum_unit);
    assert_string_equal(a->rounding, b->rounding);
    assert_string_equal(a->free_quota, b->free_quota);
    assert_lists_equal((const char *const *)a->completes, (const char *const *)b->completes);
}

static void
an_outline_says_what_the_whole_format_says(void **state)
{
    struct formats formats;
    struct err e = ERR_INIT;

    (void)state;
    assert_int_equal(formats_load(&formats, NULL, &e), 0);
    assert_true(formats.list.n > 50);
    for (size_t i = 0; i < formats.list.n; i++) {
        const struct format *a = formats.list.at[i], *b = format_whole(a, &e);

        assert_non_null(b);
        assert_ptr_not_equal(a, b);
        assert_ptr_equal(format_whole(a, &e), b);
        assert_ptr_equal(format_whole(b, &e), b);
        assert_null(a->where);
        assert_string_equal(a->path, b->path);
        assert_string_equal(a->id, b->id);
        assert_string_equal(a->platform, b->platform);
        assert_string_equal(a->title.en, b->title.en);
        assert_string_equal(a->title.zh, b->title.zh);
        assert_string_equal(a->platform_title.en, b->platform_title.en);
        assert_string_equal(a->platform_title.zh, b->platform_title.zh);
        assert_string_equal(a->notes, b->notes);
        assert_string_equal(a->named_text, b->named_text);
        assert_int_equal(a->named_by != NULL, b->named_by != NULL);
        assert_int_equal(a->kind, b->kind);
        assert_int_equal(a->evidence, b->evidence);
        assert_int_equal(a->reads_rows, b->reads_rows);
        assert_int_equal(a->reads_objects, b->reads_objects);
        assert_int_equal(a->reads_around, b->reads_around);
        assert_int_equal(a->has_where, b->where != NULL);
        assert_int_equal(a->basis, b->basis);
        assert_int_equal(a->net_of_tax, b->net_of_tax);
        assert_ptr_equal(a->gpu_types, b->gpu_types);
        assert_lists_equal((const char *const *)a->sources, (const char *const *)b->sources);
        assert_lists_equal((const char *const *)a->lists, (const char *const *)b->lists);
        assert_lists_equal((const char *const *)a->null_words, (const char *const *)b->null_words);
        assert_lists_equal((const char *const *)a->absent, (const char *const *)b->absent);
        assert_lists_equal((const char *const *)a->prefer_over,
            (const char *const *)b->prefer_over);
        assert_lists_equal((const char *const *)a->sellers, (const char *const *)b->sellers);
        assert_columns_equal(a, b);
        assert_billing_equal(&a->billing, &b->billing);
    }
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
        cmocka_unit_test(an_outline_says_what_the_whole_format_says),
        cmocka_unit_test(finds_every_difference),
        cmocka_unit_test(prints_what_a_sample_becomes_so_that_it_can_be_pasted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
