-- Prepaid compute whose log covers all of its period, and how long that says running.
{{make|gb_package}}
SELECT j.line AS line, {{bigint|sum(CASE WHEN g.line IS NULL THEN 0
        ELSE least(g.e, j.end_ms) - greatest(g.s, j.start_ms) END)}} AS used
FROM (
    SELECT x.line AS line, x.inst AS inst, x.category AS category, x.start_ms AS start_ms,
        x.end_ms AS end_ms
    FROM gb_judged x
    JOIN gb_logged c ON c.inst = x.inst AND c.s <= x.start_ms AND c.e >= x.end_ms
    LEFT JOIN (SELECT DISTINCT y.line AS line FROM gb_judged y
            JOIN gb_undecided u ON u.inst = y.inst AND u.s < y.end_ms AND u.e > y.start_ms) u
        ON u.line = x.line
    WHERE x.inst <> '' AND x.is_compute = 1 AND x.is_prepaid = 1 AND x.has_period = 1
        AND u.line IS NULL) j
LEFT JOIN (
    SELECT l.line AS line, s.s AS s, s.e AS e
    FROM gb_judged l
    JOIN gb_state s ON s.inst = l.inst AND s.s < l.end_ms AND s.e > l.start_ms
    WHERE s.state = 'running' OR (s.state = 'no-gpu' AND l.category <> 'gpu')) g ON g.line = j.line
GROUP BY j.line;

{{rule}}
SELECT line, 'possible' AS certainty, 0 AS by_time,
    billed - {{rounded|{{portion|hourly|used|whole}}}} AS leak
FROM (
    SELECT j.line AS line, j.billed AS billed, {{wide|p.used}} AS used, {{wide|3600000}} AS whole,
        o.price * {{wide|CASE WHEN o.is_per_card = 1 AND j.category = 'gpu' THEN j.cards
            ELSE 1 END}} AS hourly
    FROM gb_package p
    JOIN gb_claimable j ON j.line = p.line
    JOIN gb_offer o ON o.line = j.line AND o.unit = 'hour' AND o.pricing = 'Standard'
    WHERE j.category <> 'gpu' OR o.is_per_card = 0 OR j.cards > 0) t
WHERE billed > {{rounded|{{portion|hourly|used|whole}}}};
