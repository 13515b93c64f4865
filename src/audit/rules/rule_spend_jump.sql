-- The month before, where the period is one month.
{{make|gb_month_before}}
SELECT {{month_start|of_month - 1}} - zone_ms AS s, period_from AS e
FROM (SELECT p.*, {{month|p.period_from + p.zone_ms}} AS of_month FROM gb_period p) t
WHERE period_from = {{month_start|of_month}} - zone_ms
    AND period_to = {{month_start|of_month + 1}} - zone_ms;

{{make|gb_spend_before}}
SELECT l.platform AS platform, l.currency AS currency, l.category AS category,
    CASE WHEN l.start_ms < b.s THEN {{wide|0}} ELSE l.billed END AS billed,
    CASE WHEN l.start_ms < b.s + 86400000 THEN 1 ELSE 0 END AS is_at_start,
    CASE WHEN coalesce(l.end_ms, l.start_ms) >= b.e - 604800000 THEN 1 ELSE 0 END AS is_at_end
FROM gb_line l
CROSS JOIN gb_month_before b
WHERE l.entry NOT IN ('recharge', 'withdrawal') AND l.start_ms < b.e
    AND coalesce(l.end_ms, l.start_ms) >= b.s;

{{make|gb_jump}}
SELECT n.platform AS platform, n.currency AS currency, n.category AS category
FROM (SELECT l.platform AS platform, l.currency AS currency, l.category AS category,
    sum(l.billed) AS billed
    FROM gb_line l
    CROSS JOIN gb_period p
    WHERE l.entry NOT IN ('recharge', 'withdrawal')
        AND (coalesce(l.start_ms, l.billing_ms) IS NULL
            OR (coalesce(l.start_ms, l.billing_ms) >= p.period_from
                AND coalesce(l.start_ms, l.billing_ms) < p.period_to))
    GROUP BY l.platform, l.currency, l.category) n
JOIN (SELECT platform FROM gb_spend_before GROUP BY platform
    HAVING max(is_at_start) = 1 AND max(is_at_end) = 1) r ON r.platform = n.platform
LEFT JOIN (SELECT platform, currency, category, sum(billed) AS billed FROM gb_spend_before
    GROUP BY platform, currency, category) b
    ON b.platform = n.platform AND b.currency = n.currency AND b.category = n.category
WHERE n.billed - coalesce(b.billed, {{wide|0}}) > {{setting|least}}
    AND (n.billed - coalesce(b.billed, {{wide|0}})) * 1000000
        > coalesce(b.billed, {{wide|0}}) * {{quotient|{{setting|share}}|100000000000000}};

{{rule}}
SELECT j.line AS line, 'possible' AS certainty, 0 AS by_time, {{no_leak}} AS leak
FROM gb_judged j
JOIN gb_jump g ON g.platform = j.platform AND g.currency = j.currency AND g.category = j.category;
