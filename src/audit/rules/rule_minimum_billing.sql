-- What was billed and what was used, in 10^-18 milliseconds. Where a quantity is the time of cards,
-- so is what was used.
{{make|gb_use}}
SELECT line, platform, currency, billed, bought, used, minor,
    CASE WHEN bought <= used THEN {{wide|0}}
        WHEN is_one_unit = 0 AND quantity_decimals > 0
            AND bought - used <= {{wide|{{half|quantity_decimals}}}} * {{wide|quantity_unit}}
            THEN {{wide|0}}
        ELSE bought - used END AS surplus
FROM (
    SELECT line, platform, currency, billed, bought, quantity_decimals, quantity_unit, is_one_unit,
        minor, CASE WHEN cards > 1 AND bought >= used * {{wide|cards}}
            THEN used * {{wide|cards}} ELSE used END AS used
    FROM (
        SELECT line, platform, currency, billed, bought, quantity_decimals, quantity_unit,
            coalesce(used, {{wide|len}} * {{one}}) AS used,
            CASE WHEN used IS NULL THEN 0 ELSE is_one_unit END AS is_one_unit,
            CASE WHEN used IS NOT NULL AND is_one_unit = 1 THEN 1
                ELSE coalesce(said_cards, 0) END AS cards,
            {{minor_unit|currency}} AS minor
        FROM gb_judged
        WHERE is_prepaid = 0 AND bought > 0
            AND (used IS NOT NULL OR (is_actual_use = 1 AND has_period = 1))) a) b;

-- Rounded lines by kind, with the first line of their group.
{{make|gb_rounded}}
SELECT line, platform, currency, 1 AS kind, billed, {{rounded|{{portion|billed|part|whole}}}}
    AS leak, 0 AS is_down, first_line
FROM (
    SELECT line, platform, currency, billed, {{quotient|surplus|scale}} AS part,
        {{quotient|bought|scale}} AS whole,
        min(line) OVER (PARTITION BY platform, currency) AS first_line
    FROM (SELECT u.*, CASE WHEN surplus % 1000000000 = 0 AND bought % 1000000000 = 0
            THEN {{wide|1000000000}} ELSE {{wide|1}} END AS scale FROM gb_use u) s) t
UNION ALL
SELECT line, platform, currency, 2, billed, CASE WHEN diff > 0 THEN {{rounded|diff}}
        ELSE {{wide|0}} END, CASE WHEN diff < 0 THEN 1 ELSE 0 END,
    min(line) OVER (PARTITION BY platform, currency)
FROM (
    SELECT j.line AS line, j.platform AS platform, j.currency AS currency, j.billed AS billed,
        p.diff AS diff, {{minor_unit|j.currency}} AS minor
    FROM gb_judged j
    JOIN gb_unit_price p ON p.line = j.line
    WHERE j.discount IS NOT NULL AND p.diff <> 0) t
WHERE billed % minor = 0 AND {{size|(diff)}} < minor;

{{rule}}
SELECT r.line AS line, 'certain' AS certainty, 0 AS by_time, r.leak AS leak,
    2 * r.first_line + r.kind AS ordinal
FROM gb_rounded r
JOIN (
    SELECT platform, currency, kind, sum(leak) AS total, sum(is_down) AS downs, count(*) AS n
    FROM gb_rounded
    GROUP BY platform, currency, kind) g
    ON g.platform = r.platform AND g.currency = r.currency AND g.kind = r.kind
WHERE r.leak > 0 AND g.total >= {{setting|least}}
    AND (g.kind = 1 OR (g.downs = 0 AND {{wide|g.n}} * {{one}} >= {{setting|lines}}));
