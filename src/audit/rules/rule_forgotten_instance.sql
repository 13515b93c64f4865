{{make|gb_in_tail}}
SELECT l.line AS line, greatest(l.start_ms, t.s) AS s, least(l.end_ms, t.e) AS e
FROM gb_seen l
JOIN gb_tail t ON t.inst = l.inst AND t.s < l.end_ms AND t.e > l.start_ms;

{{rule}}
SELECT line, 'likely' AS certainty, 1 AS by_time, {{share|billed|part|whole}} AS leak
FROM (
    SELECT l.line AS line, l.billed AS billed, {{wide|t.part}} AS part, {{wide|l.len}} AS whole
    FROM (SELECT line, sum(e - s) AS part FROM gb_in_tail GROUP BY line) t
    JOIN gb_seen l ON l.line = t.line) x;

{{pieces}}
SELECT line, -1 AS card, s, e
FROM gb_in_tail;
