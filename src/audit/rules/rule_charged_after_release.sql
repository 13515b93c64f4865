{{make|gb_released}}
SELECT j.line AS line, j.billed AS billed, j.start_ms AS s, j.end_ms AS e
FROM gb_judged j
JOIN gb_state g ON g.inst = j.inst AND g.s <= j.start_ms AND g.e > j.start_ms
WHERE j.inst <> '' AND g.state = 'released' AND j.has_period = 1 AND j.is_prepaid = 0
    AND j.start_ms - g.s >= {{setting|grace}}
    AND j.category NOT IN ('snapshot', 'image', 'file-storage', 'object-storage');

{{rule}}
SELECT line, 'certain' AS certainty, 1 AS by_time, billed AS leak
FROM gb_released;

{{pieces}}
SELECT line, -1 AS card, s, e
FROM gb_released;
