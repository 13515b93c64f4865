/* Real payment statements: what was paid in them, refunds taken off. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "parsers/import.h"

static const struct {
    const char *name, *format;
    uint64_t records, kept;
    size_t payments;
    const char *sum;
} statements[] = {
    { "wechat_old_csv_utf8.csv", "wechat-pay", 27, 11, 11, "2904.53" },
    { "constructed_wechat_2026_new.csv", "wechat-pay", 3, 2, 2, "620" },
    { "alipay_mobile_gb18030.csv", "alipay-mobile", 10, 7, 4, "161.64" },
};

static void
check(const char *path, size_t i)
{
    struct import_options options = { .zone_minutes = 480, .jobs = 1 };
    struct formats formats;
    struct import im;
    struct walk w;
    struct err e = ERR_INIT;
    struct money sum = MONEY_ZERO;
    char text[MONEY_TEXT_MAX];
    const struct input *in;

    walk_init(&w);
    import_init(&im);
    assert_int_equal(formats_load(&formats, NULL, &e), 0);
    options.formats = &formats;
    assert_int_equal(walk_add(&w, path, &e), 0);
    walk_finish(&w);
    assert_int_equal(import_all(&im, &w, &options, &e), 0);
    assert_int_equal(im.ledger.inputs.n, 1);
    in = im.ledger.inputs.at[0];
    assert_string_equal(in->format, statements[i].format);
    assert_int_equal(in->kind, INPUT_PAYMENT);
    assert_int_equal(in->records, statements[i].records);
    assert_int_equal(in->skipped[SKIP_OBSERVATION], statements[i].kept);
    assert_int_equal(in->rejected, 0);
    assert_true(input_is_closed(in));
    assert_int_equal(im.ledger.lines.n, 0);
    assert_int_equal(im.observations.payments.list.n, statements[i].payments);
    for (size_t k = 0; k < im.observations.payments.list.n; k++) {
        const struct payment *p = &im.observations.payments.list.at[k];

        assert_int_equal(money_add(&sum, p->amount, &e), 0);
        assert_string_equal(p->currency, "CNY");
        assert_true(p->payee[0] != '\0');
    }
    assert_string_equal(money_format(text, sum), statements[i].sum);
    import_release(&im);
    formats_release(&formats);
    walk_release(&w);
}

static void
statements_hold_what_was_paid(void **state)
{
    const char *shared = getenv("GPUBILL_SHARED");
    struct buf path;
    struct err e = ERR_INIT;

    (void)state;
    buf_init(&path, 4096);
    for (size_t i = 0; i < sizeof(statements) / sizeof(statements[0]); i++) {
        buf_reset(&path);
        buf_addf(&path, "%s/samples/payments/%s",
            shared ? shared : GPUBILL_SOURCE_DIR "/../shared", statements[i].name);
        assert_int_equal(buf_ok(&path, &e), 0);
        if (access(path.p, R_OK) != 0) {
            printf("skipped: no real files at %s\n", path.p);
            buf_release(&path);
            skip();
        }
        check(path.p, i);
    }
    buf_release(&path);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statements_hold_what_was_paid),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
