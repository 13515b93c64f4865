-- How hard the cards of each long run worked while they were not idle.
{{make|gb_spoken}}
SELECT r.inst AS inst, r.s AS run_s, r.e AS run_e, p.card AS card, p.place AS place,
    p.utilisation AS utilisation,
    greatest(p.s, r.s) AS s, least(p.e, r.e) AS e
FROM gb_run_gpu r
JOIN gb_speech p ON p.inst = r.inst AND p.s < r.e AND p.e > r.s
WHERE r.e - r.s >= {{setting|least_run}};

{{make|gb_waiting}}
SELECT inst, run_s, run_e
FROM (
    SELECT inst, run_s, run_e, {{wide|sum(busy * utilisation)}} AS done,
        {{wide|sum(busy)}} * 100 AS whole
    FROM (
        SELECT p.inst AS inst, p.run_s AS run_s, p.run_e AS run_e, p.utilisation AS utilisation,
            p.e - p.s - coalesce(i.idle, 0) AS busy
        FROM gb_spoken p
        LEFT JOIN (
            SELECT p.inst AS inst, p.run_s AS run_s, p.card AS card, p.place AS place,
                {{bigint|sum(least(p.e, i.e) - greatest(p.s, i.s))}} AS idle
            FROM gb_spoken p
            JOIN gb_idle i ON i.inst = p.inst AND i.card = p.card AND i.s < p.e AND i.e > p.s
            GROUP BY p.inst, p.run_s, p.card, p.place) i
            ON i.inst = p.inst AND i.run_s = p.run_s AND i.card = p.card AND i.place = p.place) b
    GROUP BY inst, run_s, run_e
    HAVING sum(busy) > 0) t
WHERE {{rounded|{{portion|{{wide|1000000000000000000}}|done|whole}}}}
    < {{setting|utilisation_below}};

{{rule}}
SELECT DISTINCT j.line AS line, 'possible' AS certainty, 0 AS by_time, {{no_leak}} AS leak
FROM gb_judged j
JOIN gb_waiting w ON w.inst = j.inst
WHERE j.inst <> '' AND j.category = 'gpu' AND j.has_period = 1
    AND w.run_s < j.end_ms AND w.run_e > j.start_ms;
