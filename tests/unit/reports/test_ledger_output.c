#include <cjson/cJSON.h>

#include "reports/render.h"
#include "results_sample.h"

static int
collect(void *context, struct sv piece, struct err *e)
{
    (void)e;
    buf_add(context, piece);
    return 0;
}

static int
refuse(void *context, struct sv piece, struct err *e)
{
    (void)context;
    (void)piece;
    return err_set(e, ERR_IO, "full");
}

/* Line ${n} (from 0) of ${text}. */
static struct sv
line_of(struct sv text, size_t n)
{
    struct sv line = SV_EMPTY;

    for (size_t i = 0; i <= n; i++)
        assert_true(sv_cut(&text, '\n', &line));
    return line;
}

static size_t
lines_of(struct sv text)
{
    struct sv line;
    size_t n = 0;

    while (sv_cut(&text, '\n', &line))
        n++;
    return n;
}

static void
csv_has_all_columns_and_only_lines_that_count(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    struct err e = ERR_INIT;
    struct buf out;

    (void)state;
    s->ledger.lines.at[1].fate = FATE_ALREADY_SEEN;
    buf_init(&out, (size_t)1 << 20);
    assert_int_equal(render_ledger_csv(&s->ledger, collect, &out, &e), 0);
    assert_int_equal(lines_of(buf_sv(&out)), 6);
    assert_sv(line_of(buf_sv(&out), 0), "ProviderName,PublisherName,InvoiceIssuerName,x_Platform,"
        "BillingAccountId,BillingAccountName,SubAccountId,SubAccountName,x_LineId,x_OrderId,"
        "InvoiceId,BillingPeriodStart,BillingPeriodEnd,ChargePeriodStart,ChargePeriodEnd,"
        "ChargeCategory,ChargeClass,ChargeFrequency,ChargeDescription,PricingCategory,x_Entry,"
        "x_Category,ServiceCategory,ServiceSubcategory,ServiceName,RegionId,RegionName,"
        "AvailabilityZone,ResourceId,ResourceName,ResourceType,x_InstanceId,x_GpuModel,x_GpuCount,"
        "x_InstanceState,SkuId,SkuPriceId,SkuMeter,PricingQuantity,PricingUnit,ConsumedQuantity,"
        "ConsumedUnit,ListUnitPrice,ContractedUnitPrice,ListCost,ContractedCost,EffectiveCost,"
        "BilledCost,x_Discount,x_Voucher,x_Cash,x_Moved,BillingCurrency,Tags,x_Project,"
        "x_SourceFile,x_SourceLine,x_Changes,x_Balance");
    assert_sv(line_of(buf_sv(&out), 1), ",,,autodl,,,,,,,,,,2026-03-01T00:00:00Z,"
        "2026-03-01T01:00:00Z,,,,,,charge,gpu,,,,,,,,'=1+2,,,,,,,,,,,,,,,,,,1518.2,,,,,CNY,,,"
        "bills/autodl.csv,2,rounded-18;inclusive-end,");
    buf_release(&out);
    sample_release(s);
}

static void
csv_guards_texts_and_leaves_numbers(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    struct err e = ERR_INIT;
    struct buf out;

    (void)state;
    buf_init(&out, (size_t)1 << 20);
    assert_int_equal(render_ledger_csv(&s->ledger, collect, &out, &e), 0);
    assert_true(sv_find(buf_sv(&out), SV(",\"disk, \"\"big\"\"\","), 0) != (size_t)-1);
    assert_true(sv_find(buf_sv(&out), SV(",-20.5,"), 0) != (size_t)-1);
    assert_true(sv_find(buf_sv(&out), SV("'-20.5"), 0) == (size_t)-1);
    buf_release(&out);
    sample_release(s);
}

static void
csv_tells_lines_of_many_facets_apart(void **state)
{
    struct input *input = input_new(SV("a.csv"), true);
    struct ledger l;
    struct err e = ERR_INIT;
    struct buf out;
    uint32_t of;

    (void)state;
    ledger_init(&l);
    assert_int_equal(ledger_add_input(&l, input, &of, &e), 0);
    for (unsigned i = 0; i < 3000; i++) {
        struct charge c;
        char name[16];

        charge_init(&c);
        (void)snprintf(name, sizeof(name), "r%u", i % 1500);
        c.text[TEXT_RESOURCE_NAME] = sv_of(name);
        charge_set(&c, MONEY_BILLED_COST, money_of(1));
        assert_int_equal(ledger_add(&l, of, &c, &e), 0);
        l.lines.at[i].fate = FATE_COUNTED;
    }
    buf_init(&out, (size_t)1 << 24);
    assert_int_equal(render_ledger_csv(&l, collect, &out, &e), 0);
    assert_int_equal(lines_of(buf_sv(&out)), 3001);
    for (struct { struct sv rest, row; unsigned n; } at = { .rest = buf_sv(&out) };
        sv_cut(&at.rest, '\n', &at.row); at.n++) {
        char name[16];

        (void)snprintf(name, sizeof(name), ",r%u,", (at.n - 1) % 1500);
        assert_true(at.n == 0 || sv_find(at.row, sv_of(name), 0) != (size_t)-1);
    }
    buf_release(&out);
    ledger_release(&l);
}

static void
ndjson_has_the_columns_with_a_value(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    struct err e = ERR_INIT;
    struct buf out;

    (void)state;
    buf_init(&out, (size_t)1 << 20);
    assert_int_equal(render_ledger_ndjson(&s->ledger, collect, &out, &e), 0);
    assert_int_equal(lines_of(buf_sv(&out)), 6);
    assert_sv(line_of(buf_sv(&out), 1), "{\"x_Platform\":\"autodl\","
        "\"ChargePeriodStart\":\"2026-03-01T00:00:00Z\","
        "\"ChargePeriodEnd\":\"2026-03-01T01:00:00Z\",\"x_Entry\":\"charge\","
        "\"x_Category\":\"data-disk\",\"ResourceName\":\"disk, \\\"big\\\"\","
        "\"BilledCost\":\"148.11\",\"BillingCurrency\":\"CNY\","
        "\"x_SourceFile\":\"bills/autodl.csv\",\"x_SourceLine\":3,"
        "\"x_Changes\":[\"rounded-18\",\"inclusive-end\"]}");
    for (size_t i = 0; i < 6; i++) {
        struct sv line = line_of(buf_sv(&out), i);
        cJSON *json = cJSON_ParseWithLength(line.p, line.n);

        assert_non_null(json);
        cJSON_Delete(json);
    }
    buf_release(&out);
    sample_release(s);
}

static void
rejected_records_keep_place_reason_and_text(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    struct err e = ERR_INIT;
    struct buf out;

    (void)state;
    assert_int_equal(input_reject(s->ledger.inputs.at[1], 9, REJECT_BAD_TIME, SV("=x"),
        SV("@SUM(1)"), NULL, &e), 0);
    buf_init(&out, (size_t)1 << 20);
    assert_int_equal(render_rejected_csv(&s->ledger, collect, &out, &e), 0);
    assert_sv(buf_sv(&out), "path,line,reason,column,raw\n"
        "bills/autodl.csv,5,bad-amount,金额,\"a,\"\"b\n\\xFF-1\"\n"
        "bills/aliyun.csv,9,bad-time,'=x,'@SUM(1)\n");
    buf_release(&out);
    sample_release(s);
}

static void
a_full_disk_is_said(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    struct err e = ERR_INIT;

    (void)state;
    assert_int_equal(render_ledger_csv(&s->ledger, refuse, NULL, &e), -1);
    assert_err(&e, "full");
    assert_int_equal(render_ledger_ndjson(&s->ledger, refuse, NULL, &e), -1);
    assert_int_equal(render_rejected_csv(&s->ledger, refuse, NULL, &e), -1);
    sample_release(s);
}

static void
a_large_ledger_comes_in_pieces_that_make_the_whole(void **state)
{
    struct sample *s = sample_new(LANG_EN);
    struct err e = ERR_INIT;
    struct buf out;

    (void)state;
    for (uint64_t i = 0; i < 5000; i++)
        sample_line(s, 2, i + 3, "runpod", CATEGORY_GPU, "pod", "0.000000000000000001", "USD");
    buf_init(&out, (size_t)16 << 20);
    assert_int_equal(render_ledger_csv(&s->ledger, collect, &out, &e), 0);
    assert_int_equal(lines_of(buf_sv(&out)), 5007);
    assert_true(sv_ends(line_of(buf_sv(&out), 5006),
        SV("bills/runpod.json,5002,rounded-18;inclusive-end,")));
    buf_release(&out);
    sample_release(s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(csv_has_all_columns_and_only_lines_that_count),
        cmocka_unit_test(csv_guards_texts_and_leaves_numbers),
        cmocka_unit_test(csv_tells_lines_of_many_facets_apart),
        cmocka_unit_test(ndjson_has_the_columns_with_a_value),
        cmocka_unit_test(rejected_records_keep_place_reason_and_text),
        cmocka_unit_test(a_full_disk_is_said),
        cmocka_unit_test(a_large_ledger_comes_in_pieces_that_make_the_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
