-- Charges that can be looked at twice, with the first of those that are equal in all but their id.
{{make|gb_copy}}
SELECT line, line_id, order_id, is_of_month, billed,
    min(line) OVER (PARTITION BY platform, account, instance, resource, item, currency,
        start_ms, end_ms, coalesce(quantity, {{wide|0}}), billed, category) AS first_line
FROM gb_judged
WHERE has_period = 1 AND line_id <> '' AND is_id_lost = 0 AND thing <> ''
    AND category NOT IN ('traffic', 'software', 'model-api');

{{make|gb_caught}}
SELECT c.line AS line, c.billed AS billed, c.is_of_month + f.is_of_month AS of_months,
    CASE WHEN c.order_id = f.order_id THEN 'certain' ELSE 'likely' END AS certainty
FROM gb_copy c
JOIN gb_copy f ON f.line = c.first_line
WHERE c.line_id <> f.line_id;

-- What its format says is billed once at a time, in order of time.
{{make|gb_exclusive}}
SELECT e.*, max(CASE WHEN is_of_month = 0 THEN end_ms END) OVER (PARTITION BY grouped
    ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS reach
FROM (
    SELECT x.line AS line, x.start_ms AS start_ms, x.end_ms AS end_ms, x.len AS len,
        x.billed AS billed, x.is_of_month AS is_of_month, x.list_price AS list_price,
        x.contracted_price AS contracted_price, x.grouped AS grouped,
        row_number() OVER (PARTITION BY x.grouped ORDER BY x.start_ms, x.line) AS place
    FROM (
        SELECT l.*, concat({{keyed|l.owner}}, {{keyed|l.item}}, {{keyed|l.currency}},
            {{keyed|l.category}}, {{keyed|l.pricing}}, CASE WHEN l.resource <> '' THEN l.resource
            ELSE l.instance END) AS grouped
        FROM gb_line l
        JOIN gb_format f ON f.format = l.format
        WHERE f.is_exclusive = 1 AND l.entry = 'charge' AND l.billed > 0 AND l.has_period = 1
            AND (l.resource <> '' OR l.instance <> '')
            AND l.category NOT IN ('traffic', 'software', 'model-api')) x
    LEFT JOIN gb_caught c ON c.line = x.line
    WHERE c.line IS NULL) e;

-- The line that reaches furthest of those that began before, the first of several.
{{make|gb_overlap}}
SELECT x.line AS line, min(y.place) AS earlier
FROM gb_exclusive x
JOIN gb_judged j ON j.line = x.line
JOIN gb_exclusive y ON y.grouped = x.grouped AND y.end_ms = x.reach
WHERE x.is_of_month = 0 AND x.reach > x.start_ms AND y.is_of_month = 0 AND y.place < x.place
GROUP BY x.line;

{{rule}}
SELECT line, certainty, 0 AS by_time, billed AS leak
FROM gb_caught
WHERE of_months = 0
UNION ALL
SELECT line, certainty, 0, {{share|billed|part|whole}}
FROM (
    SELECT x.line AS line, x.billed AS billed, {{wide|least(y.end_ms,
        x.end_ms) - x.start_ms}} AS part,
        {{wide|x.len}} AS whole,
        CASE WHEN x.list_price <> y.list_price OR x.contracted_price <> y.contracted_price
            THEN 'likely' ELSE 'certain' END AS certainty
    FROM gb_overlap o
    JOIN gb_exclusive x ON x.line = o.line
    JOIN gb_exclusive y ON y.grouped = x.grouped AND y.place = o.earlier) t;
