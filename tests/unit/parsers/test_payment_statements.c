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
    const char *payments;
} statements[] = {
    { "wechat_old_csv_utf8.csv", "wechat-pay", 27, 11,
        "2019-09-26T12:45:27+08:00|云膳过桥米线(传奇广场店)|28.16|129847129|3985734\n"
        "2021-01-17T18:03:35+08:00|某餐厅|12|129847129|3985734\n"
        "2021-01-22T12:34:56+08:00|房东|500|129847129|3985734\n"
        "2021-10-19T16:08:00+08:00|哈哈|2243.46|XSFF-SD2021101916055813620|"
        "42000011202110191201583411\n"
        "2021-12-15T00:06:35+08:00|某餐厅|12|129847129|3985734\n"
        "2021-12-15T23:51:35+08:00|某餐厅|12|129847129|3985734\n"
        "2022-09-24T02:24:20+08:00|用户B|36.99|1000108101202209241820542253348|"
        "100010810122092400064222561891707533\n"
        "2023-07-09T13:25:22+08:00|美团平台商户|9.9|654321|123456\n"
        "2023-07-09T13:30:22+08:00|美团平台商户|50|654321|123456\n"
        "2024-06-07T23:40:27+08:00|腾讯公益慈善基金会|0.01|156823045120240607AQEQJ8ZY4P|"
        "4200002168202406076349888061\n"
        "2024-06-07T23:40:27+08:00|测试|0.01|156823045120240607AQEQJ8ZY4P|"
        "4200002168202406076349888061\n" },
    { "constructed_wechat_2026_new.csv", "wechat-pay", 3, 2,
        "2026-03-05T10:00:00+08:00|示例算力科技有限公司|500|AD20260305000001|"
        "42000000000000000000000000000001\n"
        "2026-03-12T11:00:00+08:00|示例算力科技有限公司|120|AD20260312000002|"
        "42000000000000000000000000000002\n" },
    { "alipay_mobile_gb18030.csv", "alipay-mobile", 10, 7,
        "2023-02-08T14:16:52+08:00|x4***6|20|Txxxxxxxxxxxxx0|2xxxxxxxxxxxxxx0\n"
        "2023-02-12T21:32:14+08:00|xxxxxxxxxxxx|49.74|20230xxxxxxx014741014xxxxxx|"
        "202302xxxxxx0011000103xxxxxx\n"
        "2023-07-10T13:10:16+08:00|xxxx|9.9|xxxx|xxxx\n"
        "2023-07-10T13:20:16+08:00|xxxx|82|xxxx|xxxx\n" },
};

/* "2026-03-05T10:00:00+08:00 payee 500 order trade", one a line. */
static void
write_all(struct buf *out, const struct payments *all)
{
    char time[TIME_TEXT_MAX], amount[MONEY_TEXT_MAX];

    for (size_t i = 0; i < all->list.n; i++) {
        const struct payment *p = &all->list.at[i];

        assert_string_equal(p->currency, "CNY");
        buf_addf(out, "%s|%s|%s|%s|%s\n", time_format_zone(time, p->time, 480), p->payee,
            money_format(amount, p->amount), p->order_id, p->trade_id);
    }
}

static void
check(const char *path, size_t i)
{
    struct import_options options = { .zone_minutes = 480, .jobs = 1 };
    struct formats formats;
    struct import im;
    struct walk w;
    struct err e = ERR_INIT;
    const struct input *in;
    struct buf text;

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
    buf_init(&text, 1 << 16);
    write_all(&text, &im.observations.payments);
    assert_string_equal(text.p, statements[i].payments);
    buf_release(&text);
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
