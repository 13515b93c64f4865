{{rule}}
SELECT line, 'certain' AS certainty, has_period AS by_time, billed AS leak
FROM gb_judged
WHERE category = 'public-address' AND state = 'unattached'
UNION ALL
SELECT j.line, 'certain', 1, {{share|j.billed|t.part|t.whole}}
FROM gb_stopped t
JOIN gb_judged j ON j.line = t.line
WHERE j.category = 'public-address' AND j.state <> 'unattached' AND t.part > 0 AND t.is_exact = 1;

{{pieces}}
SELECT line, -1 AS card, start_ms AS s, end_ms AS e
FROM gb_judged
WHERE category = 'public-address' AND state = 'unattached' AND has_period = 1
UNION ALL
SELECT t.line, -1, t.s, t.e
FROM gb_stopped_time t
JOIN gb_judged j ON j.line = t.line
WHERE j.category = 'public-address' AND j.state <> 'unattached';
