/*
 * column.c - the columns of the ledger, in their order.
 *
 * The one table that names them. Each slot of each kind has exactly one column.
 */
#include <assert.h>

#include "ledger/column.h"

const struct column ledger_columns[] = {
    { "ProviderName", COLUMN_TEXT, TEXT_PROVIDER_NAME, NULL, true },
    { "PublisherName", COLUMN_TEXT, TEXT_PUBLISHER_NAME, NULL, true },
    { "InvoiceIssuerName", COLUMN_TEXT, TEXT_INVOICE_ISSUER_NAME, NULL, true },
    { "x_Platform", COLUMN_TEXT, TEXT_PLATFORM, NULL, false },
    { "BillingAccountId", COLUMN_TEXT, TEXT_BILLING_ACCOUNT_ID, NULL, true },
    { "BillingAccountName", COLUMN_TEXT, TEXT_BILLING_ACCOUNT_NAME, NULL, true },
    { "SubAccountId", COLUMN_TEXT, TEXT_SUB_ACCOUNT_ID, NULL, true },
    { "SubAccountName", COLUMN_TEXT, TEXT_SUB_ACCOUNT_NAME, NULL, true },
    { "x_LineId", COLUMN_TEXT, TEXT_LINE_ID, NULL, false },
    { "x_OrderId", COLUMN_TEXT, TEXT_ORDER_ID, NULL, false },
    { "InvoiceId", COLUMN_TEXT, TEXT_INVOICE_ID, NULL, true },
    { "BillingPeriodStart", COLUMN_TIME, TIME_BILLING_PERIOD_START, NULL, true },
    { "BillingPeriodEnd", COLUMN_TIME, TIME_BILLING_PERIOD_END, NULL, true },
    { "ChargePeriodStart", COLUMN_TIME, TIME_CHARGE_PERIOD_START, NULL, true },
    { "ChargePeriodEnd", COLUMN_TIME, TIME_CHARGE_PERIOD_END, NULL, true },
    { "ChargeCategory", COLUMN_WORD, WORD_CHARGE_CATEGORY, &words_charge_category, true },
    { "ChargeClass", COLUMN_WORD, WORD_CHARGE_CLASS, &words_charge_class, true },
    { "ChargeFrequency", COLUMN_WORD, WORD_CHARGE_FREQUENCY, &words_charge_frequency, true },
    { "ChargeDescription", COLUMN_TEXT, TEXT_CHARGE_DESCRIPTION, NULL, true },
    { "PricingCategory", COLUMN_WORD, WORD_PRICING_CATEGORY, &words_pricing, true },
    { "x_Entry", COLUMN_WORD, WORD_ENTRY, &words_entry, false },
    { "x_Category", COLUMN_WORD, WORD_CATEGORY, &words_category, false },
    { "ServiceCategory", COLUMN_TEXT, TEXT_SERVICE_CATEGORY, NULL, true },
    { "ServiceSubcategory", COLUMN_TEXT, TEXT_SERVICE_SUBCATEGORY, NULL, true },
    { "ServiceName", COLUMN_TEXT, TEXT_SERVICE_NAME, NULL, true },
    { "RegionId", COLUMN_TEXT, TEXT_REGION_ID, NULL, true },
    { "RegionName", COLUMN_TEXT, TEXT_REGION_NAME, NULL, true },
    { "AvailabilityZone", COLUMN_TEXT, TEXT_AVAILABILITY_ZONE, NULL, true },
    { "ResourceId", COLUMN_TEXT, TEXT_RESOURCE_ID, NULL, true },
    { "ResourceName", COLUMN_TEXT, TEXT_RESOURCE_NAME, NULL, true },
    { "ResourceType", COLUMN_TEXT, TEXT_RESOURCE_TYPE, NULL, true },
    { "x_InstanceId", COLUMN_TEXT, TEXT_INSTANCE_ID, NULL, false },
    { "x_GpuModel", COLUMN_TEXT, TEXT_GPU_MODEL, NULL, false },
    { "x_GpuCount", COLUMN_NUMBER, MONEY_GPU_COUNT, NULL, false },
    { "x_InstanceState", COLUMN_WORD, WORD_INSTANCE_STATE, &words_state, false },
    { "SkuId", COLUMN_TEXT, TEXT_SKU_ID, NULL, true },
    { "SkuPriceId", COLUMN_TEXT, TEXT_SKU_PRICE_ID, NULL, true },
    { "SkuMeter", COLUMN_TEXT, TEXT_SKU_METER, NULL, true },
    { "PricingQuantity", COLUMN_NUMBER, MONEY_PRICING_QUANTITY, NULL, true },
    { "PricingUnit", COLUMN_TEXT, TEXT_PRICING_UNIT, NULL, true },
    { "ConsumedQuantity", COLUMN_NUMBER, MONEY_CONSUMED_QUANTITY, NULL, true },
    { "ConsumedUnit", COLUMN_TEXT, TEXT_CONSUMED_UNIT, NULL, true },
    { "ListUnitPrice", COLUMN_MONEY, MONEY_LIST_UNIT_PRICE, NULL, true },
    { "ContractedUnitPrice", COLUMN_MONEY, MONEY_CONTRACTED_UNIT_PRICE, NULL, true },
    { "ListCost", COLUMN_MONEY, MONEY_LIST_COST, NULL, true },
    { "ContractedCost", COLUMN_MONEY, MONEY_CONTRACTED_COST, NULL, true },
    { "EffectiveCost", COLUMN_MONEY, MONEY_EFFECTIVE_COST, NULL, true },
    { "BilledCost", COLUMN_MONEY, MONEY_BILLED_COST, NULL, true },
    { "x_Discount", COLUMN_MONEY, MONEY_DISCOUNT, NULL, false },
    { "x_Voucher", COLUMN_MONEY, MONEY_VOUCHER, NULL, false },
    { "x_Cash", COLUMN_MONEY, MONEY_CASH, NULL, false },
    { "x_Moved", COLUMN_MONEY, MONEY_MOVED, NULL, false },
    { "BillingCurrency", COLUMN_TEXT, TEXT_BILLING_CURRENCY, NULL, true },
    { "Tags", COLUMN_TEXT, TEXT_TAGS, NULL, true },
    { "x_Project", COLUMN_TEXT, TEXT_PROJECT, NULL, false },
    { "x_SourceFile", COLUMN_SOURCE, 0, NULL, false },
    { "x_SourceLine", COLUMN_SOURCE, 1, NULL, false },
    { "x_Changes", COLUMN_CHANGES, 0, NULL, false },
    { "x_Balance", COLUMN_MONEY, MONEY_BALANCE, NULL, false },
    { NULL, COLUMN_TEXT, 0, NULL, false },
};

const struct column *
column_find(struct sv name)
{
    for (const struct column *c = ledger_columns; c->name; c++)
        if (sv_is_folded(name, sv_of(c->name)))
            return c;
    return NULL;
}

const struct column *
column_of(enum column_kind kind, unsigned slot)
{
    const struct column *c = ledger_columns;

    while (c->name && (c->kind != kind || c->slot != slot))
        c++;
    assert(c->name);
    return c;
}
