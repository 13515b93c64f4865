-- Time in which all cards of an instance are idle.
{{make|gb_idle_together}}
{{islands|SELECT c.inst AS inst, c.s AS s, c.e AS e
    FROM (
        SELECT inst, moment AS s, min(moment) OVER (PARTITION BY inst ORDER BY moment
            ROWS BETWEEN 1 FOLLOWING AND 1 FOLLOWING) AS e
        FROM (SELECT inst, s AS moment FROM gb_idle UNION SELECT inst, e FROM gb_idle) b) c
    JOIN gb_idle i ON i.inst = c.inst AND i.s <= c.s AND i.e >= c.e
    JOIN gb_known k ON k.inst = c.inst
    WHERE c.e IS NOT NULL
    GROUP BY c.inst, c.s, c.e, k.series
    HAVING count(*) = k.series|inst}};

-- Idle starts of runs: the first such stretch that ends behind the start, seen soon enough.
{{make|gb_idle_start}}
SELECT inst, greatest(s, run_s) AS s, least(e, run_e) AS e
FROM (
    SELECT r.inst AS inst, r.s AS run_s, r.e AS run_e, min(i.s) AS s, min(i.e) AS e
    FROM gb_run_gpu r
    JOIN gb_idle_together i ON i.inst = r.inst
    WHERE i.e > r.s
    GROUP BY r.inst, r.s, r.e) t
JOIN (SELECT inst AS of_inst, min(max_gap) AS gap FROM gb_series GROUP BY inst) g ON of_inst = inst
WHERE s <= run_s + gap AND least(e, run_e) - greatest(s, run_s) >= {{setting|least}};

-- The price of an hour without a GPU: of the price book, else of the platform's format.
{{make|gb_cheap}}
SELECT line, billed, len, shares, price
FROM (
    SELECT l.line AS line, l.billed AS billed, l.len AS len, l.shares AS shares, coalesce(p.price,
        f.no_gpu_price) AS price,
        row_number() OVER (PARTITION BY l.line ORDER BY coalesce(p.valid_from, 0) DESC, p.place)
            AS turn
    FROM gb_seen l
    LEFT JOIN (SELECT j.line AS line, b.price AS price, b.valid_from AS valid_from, b.place AS place
            FROM gb_seen j
            JOIN gb_price b ON b.platform = j.platform AND b.currency = j.currency
            WHERE b.category = 'cpu' AND b.sku = '' AND b.gpu_model = '' AND b.unit = 'hour'
                AND b.pricing = 'Standard' AND b.valid_from <= j.start_ms) p ON p.line = l.line
    LEFT JOIN gb_format f ON f.format = l.format
    WHERE l.series = l.cards) t
WHERE turn = 1 AND price > 0 AND price * {{wide|len}} < billed * 3600000;

{{make|gb_set_up}}
SELECT l.line AS line, greatest(l.start_ms, t.s) AS s, least(l.end_ms, t.e) AS e
FROM gb_seen l
JOIN gb_cheap c ON c.line = l.line
JOIN gb_idle_start t ON t.inst = l.inst AND t.s < l.end_ms AND t.e > l.start_ms;

{{rule}}
SELECT line, 'possible' AS certainty, 1 AS by_time,
    {{rounded|({{dearer|billed|price|part|whole|unit}})}} AS leak
FROM (
    SELECT c.line AS line, c.billed AS billed, c.price AS price, {{wide|t.part}} AS part,
        {{wide|c.len}} AS whole,
        {{wide|3600000}} AS unit
    FROM (SELECT line, sum(e - s) AS part FROM gb_set_up GROUP BY line) t
    JOIN gb_cheap c ON c.line = t.line) x;

{{pieces}}
SELECT line, -1 AS card, s, e
FROM gb_set_up;
