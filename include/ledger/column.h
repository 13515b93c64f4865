/*
 * column.h - the columns of the ledger, in their order.
 *
 * One table says what each column is called and of which kind it is. Everything that names a
 * column (formats, CSV and JSON output, custom rules, FOCUS export) looks here. The names follow
 * FOCUS 1.2; what FOCUS lacks begins with x_.
 */
#ifndef LEDGER_COLUMN_H
#define LEDGER_COLUMN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/sv.h"
#include "ledger/words.h"

enum column_kind {
    COLUMN_TEXT,
    COLUMN_WORD,    /* one of a closed list */
    COLUMN_TIME,
    COLUMN_MONEY,   /* an amount in BillingCurrency, or a price in it */
    COLUMN_NUMBER,  /* a quantity; a slot of enum money_column like an amount */
    COLUMN_SOURCE,  /* x_SourceFile, x_SourceLine (slots 0, 1): never set by a format */
    COLUMN_CHANGES, /* x_Changes */
};

enum text_column {
    TEXT_PROVIDER_NAME,
    TEXT_PUBLISHER_NAME,
    TEXT_INVOICE_ISSUER_NAME,
    TEXT_PLATFORM,
    TEXT_BILLING_ACCOUNT_ID,
    TEXT_BILLING_ACCOUNT_NAME,
    TEXT_SUB_ACCOUNT_ID,
    TEXT_SUB_ACCOUNT_NAME,
    TEXT_LINE_ID,
    TEXT_ORDER_ID,
    TEXT_INVOICE_ID,
    TEXT_CHARGE_DESCRIPTION,
    TEXT_SERVICE_CATEGORY,
    TEXT_SERVICE_SUBCATEGORY,
    TEXT_SERVICE_NAME,
    TEXT_REGION_ID,
    TEXT_REGION_NAME,
    TEXT_AVAILABILITY_ZONE,
    TEXT_RESOURCE_ID,
    TEXT_RESOURCE_NAME,
    TEXT_RESOURCE_TYPE,
    TEXT_INSTANCE_ID,
    TEXT_GPU_MODEL,
    TEXT_SKU_ID,
    TEXT_SKU_PRICE_ID,
    TEXT_SKU_METER,
    TEXT_PRICING_UNIT,
    TEXT_CONSUMED_UNIT,
    TEXT_BILLING_CURRENCY,
    TEXT_TAGS,
    TEXT_PROJECT,
    TEXT_COUNT,
};

enum word_column {
    WORD_CHARGE_CATEGORY,
    WORD_CHARGE_CLASS,
    WORD_CHARGE_FREQUENCY,
    WORD_PRICING_CATEGORY,
    WORD_ENTRY,
    WORD_CATEGORY,
    WORD_INSTANCE_STATE,
    WORD_COUNT,
};

enum time_column {
    TIME_BILLING_PERIOD_START,
    TIME_BILLING_PERIOD_END,
    TIME_CHARGE_PERIOD_START,
    TIME_CHARGE_PERIOD_END,
    TIME_COUNT,
};

enum money_column {
    MONEY_BILLED_COST,
    MONEY_LIST_COST,
    MONEY_CONTRACTED_COST,
    MONEY_EFFECTIVE_COST,
    MONEY_LIST_UNIT_PRICE,
    MONEY_CONTRACTED_UNIT_PRICE,
    MONEY_PRICING_QUANTITY,
    MONEY_CONSUMED_QUANTITY,
    MONEY_GPU_COUNT,
    MONEY_DISCOUNT,
    MONEY_VOUCHER,
    MONEY_CASH,
    MONEY_MOVED,
    MONEY_BALANCE,
    MONEY_COUNT,
};

struct column {
    const char *name; /* "BilledCost"; NULL ends the table */
    enum column_kind kind;
    unsigned slot;                 /* enum ..._column of its kind */
    const struct word_list *words; /* for COLUMN_WORD */
    bool is_focus;                 /* a column of FOCUS 1.2 */
};

/* All columns in ledger order, ended by a NULL name. */
extern const struct column ledger_columns[];

/* The column called ${name} (case of ASCII letters ignored), or NULL. */
const struct column *column_find(struct sv name);

/* The column of a slot. Never NULL for a valid slot. */
const struct column *column_of(enum column_kind kind, unsigned slot);

#endif
