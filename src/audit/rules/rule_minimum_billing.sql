-- What was billed and what was used, in 10^-18 milliseconds. Where a quantity is the time of cards,
-- so is what was used.
{{see|gb_use}}
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

-- Rounded lines by kind: time, and a last digit that is dearer.
{{make|gb_rounded}}
SELECT line, platform, currency, 1 AS kind, 0 AS is_down, CASE WHEN surplus > 0
        THEN {{rounded|{{long_portion|billed|{{quotient|surplus|scale}}|
            {{quotient|bought|scale}}}}}}
        ELSE {{wide|0}} END AS leak
FROM (SELECT u.*, CASE WHEN surplus % 1000000000 = 0 AND bought % 1000000000 = 0
        THEN {{wide|1000000000}} ELSE {{wide|1}} END AS scale FROM gb_use u) s
UNION ALL
SELECT line, platform, currency, 2, CASE WHEN diff < 0 THEN 1 ELSE 0 END,
    CASE WHEN diff > 0 THEN {{rounded|diff}} ELSE {{wide|0}} END
FROM gb_unit_price
WHERE is_discounted = 1 AND diff <> 0 AND billed % minor = 0 AND {{size|(diff)}} < minor;

{{rule}}
SELECT r.line AS line, 'certain' AS certainty, 0 AS by_time, r.leak AS leak,
    2 * g.first_line + r.kind AS ordinal
FROM gb_rounded r
JOIN (
    SELECT platform, currency, kind, min(line) AS first_line, sum(leak) AS total,
        sum(is_down) AS downs, count(*) AS n
    FROM gb_rounded
    GROUP BY platform, currency, kind) g
    ON g.platform = r.platform AND g.currency = r.currency AND g.kind = r.kind
WHERE r.leak > 0 AND g.total >= {{setting|least}}
    AND (g.kind = 1 OR (g.downs = 0 AND {{wide|g.n}} * {{one}} >= {{setting|lines}}));
