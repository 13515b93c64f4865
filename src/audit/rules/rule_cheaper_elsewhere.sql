-- Card-time of on-demand gpu lines: in microseconds of cards, where those of one model are whole
-- so, else in 10^-18 milliseconds; and how much an hour is.
{{make|gb_card_time}}
SELECT line, platform, currency, gpu_model, billed, {{quotient|time|scale}} AS time,
    {{quotient|{{big|3600000000000000000000000}}|scale}} AS hour
FROM (
    SELECT x.*, CASE WHEN max({{rest|time|1000000000000000}})
            OVER (PARTITION BY gpu_model, currency) = 0
            THEN {{wide|1000000000000000}} ELSE {{wide|1}} END AS scale
    FROM (
        SELECT line, platform, currency, gpu_model, billed, {{product|length|count_of}} AS time
        FROM (
            SELECT line, platform, currency, gpu_model, billed,
                CASE WHEN gpu_count >= 0 THEN gpu_count ELSE {{wide|cards}} * {{one}} END
                    AS count_of,
                CASE WHEN coalesce(used, bought) < {{wide|len}} * {{one}}
                    THEN coalesce(used, bought) ELSE {{wide|len}} * {{one}} END AS length
            FROM gb_claimable
            WHERE category = 'gpu' AND pricing IN ('', 'Standard') AND has_period = 1
                AND gpu_model <> '') t) x) y;

{{make|gb_seller}}
SELECT s.*, {{nearest_units|s.billed|s.hour|s.time}} AS rate
FROM (SELECT gpu_model, currency, platform, sum(billed) AS billed, sum(time) AS time,
        max(hour) AS hour
    FROM gb_card_time GROUP BY gpu_model, currency, platform) s
WHERE s.time > 0;

{{make|gb_dear}}
SELECT gpu_model, currency, platform, billed - there AS leak
FROM (
    SELECT s.gpu_model AS gpu_model, s.currency AS currency, s.platform AS platform,
        s.billed AS billed,
        {{nearest|c.billed|s.time|c.time}} AS there
    FROM gb_seller s
    JOIN (SELECT x.*, row_number() OVER (PARTITION BY gpu_model, currency
            ORDER BY rate, platform) AS turn FROM gb_seller x) c
        ON c.gpu_model = s.gpu_model AND c.currency = s.currency
    WHERE c.turn = 1) t
WHERE billed > {{above_percent|there|{{setting|above}}}};

{{make|gb_elsewhere}}
SELECT l.line AS line, l.billed AS billed, d.leak AS leak, l.gpu_model AS gpu_model,
    l.currency AS currency, l.platform AS platform
FROM gb_card_time l
JOIN gb_dear d ON d.gpu_model = l.gpu_model AND d.currency = l.currency
    AND d.platform = l.platform;

{{rule}}
{{spread|gb_elsewhere|gpu_model, currency, platform|line}};
