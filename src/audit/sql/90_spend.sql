-- Lines of the period: one without a start stands where its billing period begins, one without
-- either in every period. Recharges and withdrawals are no spend.
{{see|gb_spent}}
SELECT l.*, CASE WHEN l.entry IN ('recharge', 'withdrawal') THEN 0 ELSE 1 END AS is_spend,
    CASE WHEN l.start_ms IS NULL THEN '' ELSE {{day_text|l.start_ms + p.zone_ms}} END AS day,
    CASE WHEN l.resource <> '' THEN l.resource ELSE l.instance END AS spent_on
FROM gb_line l
CROSS JOIN gb_period p
WHERE coalesce(l.start_ms, l.billing_ms) IS NULL
    OR (coalesce(l.start_ms, l.billing_ms) >= p.period_from
        AND coalesce(l.start_ms, l.billing_ms) < p.period_to);

{{make|gpubill_totals}}
SELECT currency, {{bigint|sum(is_spend)}} AS n,
    {{bigint|sum(CASE WHEN is_spend = 1 AND list_cost IS NULL THEN 1 ELSE 0 END)}}
        AS n_without_list,
    {{amount|sum(CASE WHEN is_spend = 1 THEN coalesce(list_cost, {{wide|0}}) ELSE {{wide|0}} END)}}
        AS list,
    {{amount|sum(CASE WHEN is_spend = 1 THEN coalesce(discount, {{wide|0}}) ELSE {{wide|0}} END)}}
        AS discount,
    {{amount|sum(CASE WHEN is_spend = 1 THEN billed ELSE {{wide|0}} END)}} AS billed,
    {{amount|sum(CASE WHEN is_spend = 1 THEN voucher ELSE {{wide|0}} END)}} AS voucher,
    {{amount|sum(CASE WHEN is_spend = 1 THEN billed - voucher ELSE {{wide|0}} END)}} AS cash,
    {{amount|sum(CASE WHEN entry = 'refund' THEN billed ELSE {{wide|0}} END)}} AS refunds,
    {{amount|sum(CASE WHEN is_spend = 0 THEN coalesce(moved, {{wide|0}}) ELSE {{wide|0}} END)}}
        AS moved
FROM gb_spent
GROUP BY currency;

{{make|gpubill_spend}}
SELECT platform, category, currency, count(*) AS n, {{amount|sum(billed)}} AS billed
FROM gb_spent
WHERE is_spend = 1
GROUP BY platform, category, currency;

{{make|gpubill_spend_by_day}}
SELECT day, platform, category, currency, {{amount|sum(billed)}} AS billed
FROM gb_spent
WHERE is_spend = 1
GROUP BY day, platform, category, currency;

{{make|gpubill_spend_by_resource}}
SELECT platform, spent_on AS resource, name, sku, currency, {{amount|sum(billed)}} AS billed
FROM gb_spent
WHERE is_spend = 1
GROUP BY platform, spent_on, name, sku, currency;

{{make|gpubill_spend_by_project}}
SELECT project, currency, {{amount|sum(billed)}} AS billed
FROM gb_spent
WHERE is_spend = 1
GROUP BY project, currency;

{{make|gpubill_spend_by_input}}
SELECT i.path AS path, s.currency AS currency, count(*) AS n, {{amount|sum(s.billed)}} AS billed
FROM gb_spent s
JOIN gb_input i ON i.input = s.input
WHERE s.is_spend = 1
GROUP BY i.path, s.currency;
