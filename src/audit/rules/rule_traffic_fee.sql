-- What one instance cost on one day in one currency.
{{make|gb_traffic_day}}
SELECT inst, currency,
    sum(CASE WHEN category = 'traffic' THEN billed ELSE {{wide|0}} END) AS traffic,
    sum(CASE WHEN category <> 'traffic' THEN billed ELSE {{wide|0}} END) AS compute,
    max(is_compute) AS has_compute
FROM (
    SELECT j.inst AS inst, j.currency AS currency, j.category AS category, j.billed AS billed,
        j.is_compute AS is_compute,
        {{divide|j.start_ms + p.zone_ms|86400000}} AS of_day
    FROM gb_judged j
    CROSS JOIN gb_period p
    WHERE j.inst <> '' AND (j.category = 'traffic' OR j.is_compute = 1)) t
GROUP BY inst, currency, of_day;

{{rule}}
SELECT j.line AS line, CASE WHEN t.is_striking = 1 THEN 'likely' ELSE 'possible' END AS certainty,
    0 AS by_time, j.billed AS leak
FROM gb_judged j
JOIN (
    SELECT inst, currency, sum(traffic) AS total,
        max(CASE WHEN has_compute = 1 AND traffic >= {{setting|least}} AND traffic > compute
            THEN 1 ELSE 0 END) AS is_striking
    FROM gb_traffic_day
    GROUP BY inst, currency) t ON t.inst = j.inst AND t.currency = j.currency
WHERE j.inst <> '' AND j.category = 'traffic' AND t.total >= {{setting|least}};
