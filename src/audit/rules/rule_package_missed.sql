-- On-demand gpu lines of platforms that have packages, with the months, weeks and days that they lie in.
{{make|gb_hourly}}
SELECT j.line AS line, j.inst AS inst, j.currency AS currency, j.billed AS billed,
    j.start_ms AS start_ms, j.cards AS cards,
    {{month|j.start_ms + p.zone_ms}} AS of_month,
    {{divide|{{divide|j.start_ms + p.zone_ms|86400000}} + 3|7}} AS of_week,
    {{divide|j.start_ms + p.zone_ms|86400000}} AS of_day
FROM gb_claimable j
JOIN (SELECT DISTINCT platform, currency FROM gb_price WHERE pricing = 'Committed') b
    ON b.platform = j.platform AND b.currency = j.currency
CROSS JOIN gb_period p
WHERE j.inst <> '' AND j.category = 'gpu' AND j.pricing IN ('', 'Standard');

-- Months, then weeks of what no month took, then days of the rest, for which a package would have
-- cost less; its price is the one at the first line, times the most cards of any.
{{package|month|gb_hourly l}}
{{package|week|gb_hourly l LEFT JOIN gb_package_month t ON t.line = l.line WHERE t.line IS NULL}}
{{package|day|gb_hourly l LEFT JOIN gb_package_month t ON t.line = l.line
    LEFT JOIN gb_package_week w ON w.line = l.line WHERE t.line IS NULL AND w.line IS NULL}}

{{make|gb_missed}}
SELECT 1 AS kind, m.* FROM gb_package_month m
UNION ALL SELECT 2, w.* FROM gb_package_week w
UNION ALL SELECT 3, d.* FROM gb_package_day d;

{{rule}}
{{spread|gb_missed|kind, inst, currency, bucket|start_ms, line}};
