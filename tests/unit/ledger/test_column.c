/* The table of columns: its order is what ledger.csv promises, and each slot has one column. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ledger/charge.h"
#include "ledger/column.h"

static const char order[] =
    "ProviderName,PublisherName,InvoiceIssuerName,x_Platform,BillingAccountId,BillingAccountName,"
    "SubAccountId,SubAccountName,x_LineId,x_OrderId,InvoiceId,BillingPeriodStart,BillingPeriodEnd,"
    "ChargePeriodStart,ChargePeriodEnd,ChargeCategory,ChargeClass,ChargeFrequency,"
    "ChargeDescription,PricingCategory,x_Entry,x_Category,ServiceCategory,ServiceSubcategory,"
    "ServiceName,RegionId,RegionName,AvailabilityZone,ResourceId,ResourceName,ResourceType,"
    "x_InstanceId,x_GpuModel,x_GpuCount,x_InstanceState,SkuId,SkuPriceId,SkuMeter,PricingQuantity,"
    "PricingUnit,ConsumedQuantity,ConsumedUnit,ListUnitPrice,ContractedUnitPrice,ListCost,"
    "ContractedCost,EffectiveCost,BilledCost,x_Discount,x_Voucher,x_Cash,x_Moved,BillingCurrency,"
    "Tags,x_Project,x_SourceFile,x_SourceLine,x_Changes,x_Balance";

static void
stands_in_the_order_of_the_ledger(void **state)
{
    struct sv rest = sv_of(order), name;
    const struct column *c = ledger_columns;

    (void)state;
    for (; sv_cut(&rest, ',', &name); c++) {
        assert_non_null(c->name);
        if (!sv_is(name, sv_of(c->name)))
            fail_msg("%s stands where %.*s belongs", c->name, SV_ARG(name));
        assert_int_equal(c->is_focus, !sv_starts(name, SV("x_")));
    }
    assert_null(c->name);
}

static void
gives_each_slot_of_each_kind_one_column(void **state)
{
    unsigned texts = 0, words = 0, times = 0, numbers = 0;

    (void)state;
    for (const struct column *c = ledger_columns; c->name; c++) {
        assert_ptr_equal(column_of(c->kind, c->slot), c);
        assert_int_equal(c->kind == COLUMN_WORD, c->words != NULL);
        texts += c->kind == COLUMN_TEXT;
        words += c->kind == COLUMN_WORD;
        times += c->kind == COLUMN_TIME;
        numbers += c->kind == COLUMN_MONEY || c->kind == COLUMN_NUMBER;
    }
    assert_int_equal(texts, TEXT_COUNT);
    assert_int_equal(words, WORD_COUNT);
    assert_int_equal(times, TIME_COUNT);
    assert_int_equal(numbers, MONEY_COUNT);
}

static void
knows_the_slots_by_name(void **state)
{
    static const struct {
        const char *name;
        enum column_kind kind;
        unsigned slot;
    } cases[] = {
        { "ProviderName", COLUMN_TEXT, TEXT_PROVIDER_NAME },
        { "x_LineId", COLUMN_TEXT, TEXT_LINE_ID },
        { "SkuPriceId", COLUMN_TEXT, TEXT_SKU_PRICE_ID },
        { "x_Project", COLUMN_TEXT, TEXT_PROJECT },
        { "ChargePeriodEnd", COLUMN_TIME, TIME_CHARGE_PERIOD_END },
        { "BilledCost", COLUMN_MONEY, MONEY_BILLED_COST },
        { "ListUnitPrice", COLUMN_MONEY, MONEY_LIST_UNIT_PRICE },
        { "x_GpuCount", COLUMN_NUMBER, MONEY_GPU_COUNT },
        { "ConsumedQuantity", COLUMN_NUMBER, MONEY_CONSUMED_QUANTITY },
        { "x_InstanceState", COLUMN_WORD, WORD_INSTANCE_STATE },
        { "x_SourceLine", COLUMN_SOURCE, 1 },
        { "x_Changes", COLUMN_CHANGES, 0 },
        { "billedcost", COLUMN_MONEY, MONEY_BILLED_COST },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct column *c = column_find(sv_of(cases[i].name));

        assert_non_null(c);
        assert_int_equal(c->kind, cases[i].kind);
        assert_int_equal(c->slot, cases[i].slot);
    }
    assert_null(column_find(SV("")));
    assert_null(column_find(SV("Billed")));
    assert_null(column_find(SV("BilledCost ")));
}

static void
an_empty_charge_has_nothing(void **state)
{
    struct charge c;

    (void)state;
    memset(&c, 0x5A, sizeof(c));
    charge_init(&c);
    for (unsigned i = 0; i < TEXT_COUNT; i++)
        assert_int_equal(c.text[i].n, 0);
    for (unsigned i = 0; i < TIME_COUNT; i++)
        assert_true(c.time[i] == TIME_NONE);
    for (unsigned i = 0; i < WORD_COUNT; i++)
        assert_int_equal(c.word[i], 0);
    for (enum money_column m = 0; m < MONEY_COUNT; m++)
        assert_false(charge_has(&c, m));
    assert_int_equal(c.changes, 0);

    charge_set(&c, MONEY_CASH, MONEY_ZERO);
    assert_true(charge_has(&c, MONEY_CASH));
    assert_false(charge_has(&c, MONEY_VOUCHER));
    charge_set(&c, MONEY_MOVED, money_of(5));
    charge_unset(&c, MONEY_CASH);
    assert_false(charge_has(&c, MONEY_CASH));
    assert_true(charge_has(&c, MONEY_MOVED));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stands_in_the_order_of_the_ledger),
        cmocka_unit_test(gives_each_slot_of_each_kind_one_column),
        cmocka_unit_test(knows_the_slots_by_name),
        cmocka_unit_test(an_empty_charge_has_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
