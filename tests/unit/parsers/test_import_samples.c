#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "parsers/import.h"

/* Import all below ${path} with all formats. */
static void
import_path(const char *path, struct formats *formats, struct import *im)
{
    struct import_options options = { .formats = formats, .zone_minutes = 480, .jobs = 2 };
    struct walk w;
    struct err e = ERR_INIT;

    walk_init(&w);
    import_init(im);
    assert_int_equal(formats_load(formats, NULL, &e), 0);
    assert_int_equal(walk_add(&w, path, &e), 0);
    walk_finish(&w);
    assert_int_equal(import_all(im, &w, &options, &e), 0);
    walk_release(&w);
}

/* The exact sum of the billed amounts of all lines. */
static struct money
billed(const struct ledger *l)
{
    struct money sum = MONEY_ZERO;
    struct err e = ERR_INIT;

    for (size_t i = 0; i < l->lines.n; i++)
        assert_int_equal(money_add(&sum, ledger_billed(&l->lines.at[i]), &e), 0);
    return sum;
}

static void
accounts_for_every_record_of_the_sample_bills(void **state)
{
    struct formats formats;
    struct import im;
    uint64_t lines = 0, read = 0;

    (void)state;
    import_path(GPUBILL_SOURCE_DIR "/sample-bills", &formats, &im);
    for (size_t i = 0; i < im.ledger.inputs.n; i++) {
        const struct input *in = im.ledger.inputs.at[i];

        assert_true(input_is_closed(in));
        if (sv_ends(sv_of(in->path), SV(".md"))) {
            assert_int_equal(in->failure.code, ERR_UNKNOWN);
            continue;
        }
        if (in->kind == INPUT_CONFIG)
            continue;
        if (in->failure.code != ERR_NONE || in->rejected > 0)
            fail_msg("%s is not read whole", in->path);
        assert_true(in->records > 0);
        lines += in->lines;
        read++;
    }
    assert_true(read >= 10);
    assert_int_equal(lines, im.ledger.lines.n);
    import_release(&im);
    formats_release(&formats);
}

/* Real files and the exact sums of their column BilledCost. */
static const struct {
    const char *path;
    uint64_t lines;
    const char *billed;
} real[] = {
    { "focus/focus-1.0-sample.csv", 1000, "20.52022672899" },
    { "focus/focus-1.4-correction-closed-period-scenario_1-ledger.csv", 3, "0" },
    { "focus/focus-1.4-correction-closed-period-scenario_1-original.csv", 1, "1500" },
    { "focus/spec-1.2-examples/saas_spend_agreements_b2.csv", 14, "1200" },
    { "focus/spec-1.2-examples/simple_saas_agreements_c.csv", 3, "35800" },
    { "focus/spec-1.2-examples/virtual_currency_pricing_model_b3.csv", 3, "0" },
};

static void
sums_real_files_to_the_last_digit(void **state)
{
    const char *shared = getenv("GPUBILL_SHARED");
    struct buf path;
    struct err e = ERR_INIT;
    char text[MONEY_TEXT_MAX];

    (void)state;
    buf_init(&path, 65536);
    for (size_t i = 0; i < sizeof(real) / sizeof(real[0]); i++) {
        struct formats formats;
        struct import im;

        buf_reset(&path);
        buf_addf(&path, "%s/samples/bills/%s", shared ? shared : GPUBILL_SOURCE_DIR "/../shared",
            real[i].path);
        assert_int_equal(buf_ok(&path, &e), 0);
        if (access(path.p, R_OK) != 0) {
            printf("skipped: no real files at %s\n", path.p);
            buf_release(&path);
            skip();
        }
        import_path(path.p, &formats, &im);
        assert_int_equal(im.ledger.inputs.n, 1);
        assert_string_equal(im.ledger.inputs.at[0]->format, "focus");
        assert_int_equal(im.ledger.inputs.at[0]->rejected, 0);
        assert_true(input_is_closed(im.ledger.inputs.at[0]));
        assert_int_equal(im.ledger.lines.n, real[i].lines);
        assert_string_equal(money_format(text, billed(&im.ledger)), real[i].billed);
        import_release(&im);
        formats_release(&formats);
    }
    buf_release(&path);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accounts_for_every_record_of_the_sample_bills),
        cmocka_unit_test(sums_real_files_to_the_last_digit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
