-- Where the tags tell when it was made, only what it cost from that age on.
{{rule}}
SELECT line, 'possible' AS certainty, 0 AS by_time,
    CASE WHEN has_period = 0 THEN CASE WHEN start_ms >= old THEN billed ELSE {{wide|0}} END
        WHEN old <= start_ms THEN billed
        WHEN old >= end_ms THEN {{wide|0}}
        ELSE {{share|billed|part|whole}} END AS leak
FROM (
    SELECT line, billed, has_period, start_ms, end_ms,
        coalesce(created_ms + {{setting|age}}, 0) AS old,
        {{wide|coalesce(end_ms - created_ms - {{setting|age}}, 0)}} AS part,
        {{wide|coalesce(len, 1)}} AS whole
    FROM gb_judged
    WHERE category IN ('snapshot', 'image')) t;
