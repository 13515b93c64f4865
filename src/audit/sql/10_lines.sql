-- Files in the order of input: by path, bytewise.
{{make|gb_input}}
SELECT {{bigint|row_number() OVER (ORDER BY path)}} AS input, path, coalesce(format, '') AS format,
    coalesce(rejected, 0) AS rejected
FROM gpubill_inputs;

-- The ledger as the rules read it: one number for each line in the order of input, times in
-- milliseconds since 1970, amounts as whole counts of 10^-18, no text that is NULL.
{{see|gb_text}}
SELECT i.input * 4294967296 + l.x_Row AS line, l.x_SourceLine AS source_line, i.input AS input,
    i.format AS format, i.rejected AS rejected,
    coalesce(l.x_Platform, '') AS platform, coalesce(l.BillingAccountId, '') AS account,
    coalesce(l.x_InstanceId, '') AS instance, coalesce(l.ResourceId, '') AS resource,
    coalesce(l.ResourceName, '') AS name, coalesce(l.BillingCurrency, '') AS currency,
    coalesce(l.x_Category, '') AS category, coalesce(l.x_Entry, '') AS entry,
    coalesce(l.PricingCategory, '') AS pricing, coalesce(l.x_InstanceState, '') AS state,
    coalesce(l.x_LineId, '') AS line_id, coalesce(l.x_OrderId, '') AS order_id,
    coalesce(l.SkuId, '') AS sku, coalesce(l.x_GpuModel, '') AS gpu_model,
    coalesce(l.x_Project, '') AS project,
    CASE WHEN coalesce(l.SkuMeter, '') <> '' THEN l.SkuMeter
        WHEN coalesce(l.SkuId, '') <> '' THEN l.SkuId
        ELSE coalesce(l.ChargeDescription, '') END AS item,
    CASE WHEN coalesce(l.x_InstanceId, '') <> '' THEN l.x_InstanceId
        WHEN coalesce(l.ResourceId, '') <> '' THEN l.ResourceId
        ELSE coalesce(l.ResourceName, '') END AS thing,
    {{ms|l.ChargePeriodStart}} AS start_ms, {{ms|l.ChargePeriodEnd}} AS end_ms,
    {{ms|l.BillingPeriodStart}} AS billing_ms,
    coalesce({{units|l.BilledCost}}, {{wide|0}}) AS billed,
    {{units|l.ListCost}} AS list_cost, {{units|l.x_Moved}} AS moved,
    {{units|l.ListUnitPrice}} AS list_price, {{units|l.ContractedUnitPrice}} AS contracted_price,
    {{units|l.PricingQuantity}} AS quantity, {{units|l.ConsumedQuantity}} AS consumed,
    {{units|l.x_GpuCount}} AS gpu_count, {{units|l.x_Discount}} AS discount,
    coalesce({{units|l.x_Voucher}}, {{wide|0}}) AS voucher,
    {{unit_length|l.PricingUnit}} AS quantity_unit, {{unit_length|l.ConsumedUnit}} AS consumed_unit,
    {{folded|coalesce(l.PricingUnit, '')}} AS quantity_word,
    CASE WHEN coalesce(l.PricingUnit, '') = coalesce(l.ConsumedUnit, '') THEN 1 ELSE 0 END
        AS is_one_unit,
    coalesce(l.x_ListUnitPriceDecimals, 0) AS list_decimals,
    coalesce(l.x_ContractedUnitPriceDecimals, 0) AS contracted_decimals,
    coalesce(l.x_PricingQuantityDecimals, 0) AS quantity_decimals,
    coalesce(l.x_IsActualUse, 0) AS is_actual_use, coalesce(l.x_IsOfMonth, 0) AS is_of_month,
    coalesce(l.x_SpecCards, 0) AS spec_cards, {{ms|l.x_CreatedAt}} AS created_ms,
    coalesce(l.x_LeftOut, '') AS left_out,
    CASE WHEN coalesce(l.x_Changes, '') LIKE '%id-lost-digits%' THEN 1 ELSE 0 END AS is_id_lost,
    CASE WHEN coalesce(l.x_Changes, '') LIKE '%guessed%' THEN 1 ELSE 0 END AS is_guessed
FROM gpubill_ledger l
JOIN gb_input i ON i.path = l.x_SourceFile;

{{make|gb_line}}
SELECT t.*,
    CASE WHEN t.instance = '' THEN '' ELSE
        concat({{keyed|t.platform}}, {{keyed|t.account}}, t.instance) END AS inst,
    concat({{keyed|t.platform}}, t.account) AS owner,
    CASE WHEN t.end_ms > t.start_ms THEN 1 ELSE 0 END AS has_period,
    CASE WHEN t.end_ms > t.start_ms THEN t.end_ms - t.start_ms END AS len,
    CASE WHEN t.entry = 'charge' AND t.category IN ('gpu', 'cpu') THEN 1 ELSE 0 END AS is_compute,
    CASE WHEN t.pricing = 'Committed' THEN 1 ELSE 0 END AS is_prepaid,
    -- Cards that the bill states, 0 where that is no number of cards; NULL where it states none.
    CASE WHEN t.gpu_count IS NULL THEN NULL
        WHEN t.gpu_count >= {{one}} AND t.gpu_count <= {{big|4294967294000000000000000000}}
                AND t.gpu_count % {{one}} = 0
            THEN {{bigint|{{quotient|t.gpu_count|{{one}}}}}} ELSE 0 END AS said_cards,
    -- What was used and billed as time, in 10^-18 milliseconds.
    CASE WHEN t.consumed >= 0 AND t.consumed_unit > 0
        THEN t.consumed * {{wide|t.consumed_unit}} END AS used,
    CASE WHEN t.quantity >= 0 AND t.quantity_unit > 0
        THEN t.quantity * {{wide|t.quantity_unit}} END AS bought
FROM gb_text t
WHERE t.left_out = '';

-- What formats say of their rows, and what the config says.
{{make|gb_format}}
{{formats}};

{{make|gb_configured}}
{{instances}};

{{make|gb_price}}
{{prices}};

-- The review's period: as asked for, else the whole months that hold all lines.
{{make|gb_period}}
{{period}};

{{see|gb_judged}}
SELECT l.*,
    -- In microseconds, where the line says how long it was used but not when; -1: finer than that.
    CASE WHEN l.is_prepaid = 0 AND l.is_actual_use = 0 AND l.has_period = 1
            AND l.used < {{wide|l.len}} * {{one}}
        THEN CASE WHEN l.used % 1000000000000000 = 0
            THEN {{bigint|{{quotient|l.used|1000000000000000}}}} ELSE -1 END END AS used_us
FROM gb_line l
CROSS JOIN gb_period p
WHERE {{is_judged|l|p}};
