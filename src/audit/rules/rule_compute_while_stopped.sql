-- Lines whose own state is stopped leak all.
{{make|gb_own_stopped}}
SELECT line, billed, has_period, start_ms AS s, end_ms AS e
FROM gb_judged
WHERE is_compute = 1 AND is_prepaid = 0 AND state = 'stopped';

-- Stopped time of the log by line, joined where stopped and no-gpu touch.
{{make|gb_log_stop}}
{{islands|SELECT j.line AS line, g.s AS s, g.e AS e
    FROM gb_judged j
    JOIN gb_state g ON g.inst = j.inst AND g.s < j.end_ms AND g.e > j.start_ms
    WHERE j.inst <> '' AND j.is_compute = 1 AND j.is_prepaid = 0 AND j.state <> 'stopped'
        AND j.has_period = 1
        AND (g.state = 'stopped' OR (j.category = 'gpu' AND g.state = 'no-gpu'))|line}};

-- What of it is meant: not the rest of the clock hour in which a line that began while running was
-- stopped.
{{make|gb_meant}}
SELECT * FROM (
    SELECT x.line AS line, greatest(j.start_ms, CASE WHEN b.line IS NULL
                THEN {{divide|x.s + p.zone_ms + 3599999|3600000}} * 3600000 - p.zone_ms
                ELSE x.s END) AS s,
        least(j.end_ms, x.e) AS e
    FROM gb_log_stop x
    JOIN gb_judged j ON j.line = x.line
    LEFT JOIN (SELECT DISTINCT y.line AS line FROM gb_log_stop y
        JOIN gb_judged i ON i.line = y.line WHERE y.s <= i.start_ms) b ON b.line = x.line
    CROSS JOIN gb_period p) t
WHERE s < e;

-- A line that says how long it was used: max(0, used - time not stopped) of used.
{{make|gb_paid_stopped}}
SELECT * FROM (
    SELECT j.line AS line, j.billed AS billed, j.len AS len, m.meant AS meant, j.used_us AS used_us,
        CASE WHEN j.used_us IS NULL THEN {{wide|m.meant}}
            ELSE {{wide|j.used_us - 1000 * (j.len - m.meant)}} END AS part,
        CASE WHEN j.used_us IS NULL THEN {{wide|j.len}} ELSE {{wide|j.used_us}} END AS whole
    FROM (SELECT line, {{bigint|sum(e - s)}} AS meant FROM gb_meant GROUP BY line) m
    JOIN gb_judged j ON j.line = m.line
    LEFT JOIN gb_format f ON f.format = j.format
    WHERE coalesce(j.used_us, 0) >= 0 AND m.meant > {{setting|least}}
        AND (coalesce(f.is_time_end, 0) = 0 OR m.meant = j.len)) t
WHERE part > 0;

{{rule}}
SELECT line, 'certain' AS certainty, has_period AS by_time, billed AS leak
FROM gb_own_stopped
UNION ALL
SELECT line, 'certain', 1, {{share|billed|part|whole}}
FROM gb_paid_stopped;

{{pieces}}
SELECT line, -1 AS card, s, e
FROM gb_own_stopped
WHERE has_period = 1
UNION ALL
SELECT m.line, -1, m.s, m.e
FROM gb_meant m
JOIN gb_paid_stopped t ON t.line = m.line;
