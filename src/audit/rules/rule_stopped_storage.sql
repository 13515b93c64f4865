{{rule}}
SELECT j.line AS line, 'certain' AS certainty, 1 AS by_time,
    {{share|j.billed|t.part|t.whole}} AS leak
FROM gb_stopped t
JOIN gb_judged j ON j.line = t.line
WHERE j.category IN ('system-disk', 'data-disk', 'file-storage') AND t.part > 0 AND t.is_exact = 1;

{{pieces}}
SELECT t.line AS line, -1 AS card, t.s AS s, t.e AS e
FROM gb_stopped_time t
JOIN gb_judged j ON j.line = t.line
WHERE j.category IN ('system-disk', 'data-disk', 'file-storage');
