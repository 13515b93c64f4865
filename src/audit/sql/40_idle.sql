-- Instances by their runs in which all that is billed says when, and of as many cards as are seen.
{{make|gb_tail_run}}
SELECT r.inst AS inst, r.s AS s, r.e AS e, k.series AS series
FROM gb_run_gpu r
JOIN gb_known k ON k.inst = r.inst
LEFT JOIN (
    SELECT DISTINCT r.inst AS inst, r.s AS s
    FROM gb_run_gpu r
    JOIN gb_line l ON l.inst = r.inst
    JOIN gb_known k ON k.inst = r.inst
    WHERE l.category = 'gpu' AND l.is_compute = 1 AND l.has_period = 1
        AND l.start_ms < r.e AND l.end_ms > r.s
        AND (coalesce(l.said_cards, greatest(k.series, 1)) <> k.series
            OR (l.is_prepaid = 0 AND l.is_actual_use = 0 AND l.used < {{wide|l.len}} * {{one}}))) u
    ON u.inst = r.inst AND u.s = r.s
WHERE k.series > 0 AND u.inst IS NULL;

-- Each card's last idle stretch before the end of a run.
{{make|gb_tail_card}}
SELECT t.inst AS inst, t.run_s AS run_s, t.run_e AS run_e, t.series AS series, t.card AS card,
    t.s AS s, t.e AS e
FROM (
    SELECT r.inst AS inst, r.s AS run_s, r.e AS run_e, r.series AS series, i.card AS card,
        max(i.s) AS s, max(i.e) AS e
    FROM gb_tail_run r
    JOIN gb_idle i ON i.inst = r.inst
    WHERE i.s < r.e
    GROUP BY r.inst, r.s, r.e, r.series, i.card) t
JOIN gb_series g ON g.inst = t.inst AND g.card = t.card
WHERE t.e > t.run_s AND t.run_e - t.e <= g.max_gap;

-- Tails: all cards idle up to the end of the run.
{{make|gb_tail}}
SELECT inst, s, e
FROM (
    SELECT c.inst AS inst, greatest(c.run_s, max(c.s)) AS s, c.run_e AS e, c.series AS series,
        count(*) AS idle_cards
    FROM gb_tail_card c
    LEFT JOIN (
        SELECT DISTINCT c.inst AS inst, c.run_s AS run_s, c.card AS card
        FROM gb_tail_card c
        JOIN gb_series g ON g.inst = c.inst AND g.card = c.card
        JOIN gb_point p ON p.inst = g.inst AND p.gpu = g.gpu
        WHERE p.moment >= c.e AND p.moment < c.run_e AND p.utilisation >= {{idle_below}}) b
        ON b.inst = c.inst AND b.run_s = c.run_s AND b.card = c.card
    WHERE b.inst IS NULL
    GROUP BY c.inst, c.run_s, c.run_e, c.series) t
WHERE idle_cards = series AND e - s >= {{other_setting|forgotten-instance|tail}};

-- Judged lines of which the use of cards is known: when they were, and no more series than cards.
{{make|gb_seen}}
SELECT line, inst, billed, start_ms, end_ms, len, cards, shares, series, format, platform, currency
FROM gb_claimable
WHERE category = 'gpu' AND inst <> '' AND has_period = 1 AND used_us IS NULL
    AND series > 0 AND series <= cards;
