-- Card-time of on-demand gpu lines, in 10^-18 milliseconds.
{{make|gb_card_length}}
SELECT line, platform, currency, gpu_model, billed,
    CASE WHEN length < {{one}} OR {{quotient|count_of|{{one}}}}
            < {{quotient|{{big|10000000000000000000000000000000000000}}|length}}
        THEN {{product|length|count_of}} END AS time
FROM (
    SELECT line, platform, currency, gpu_model, billed,
        CASE WHEN gpu_count >= 0 THEN gpu_count ELSE {{wide|cards}} * {{one}} END AS count_of,
        CASE WHEN coalesce(used, bought) < {{wide|len}} * {{one}}
            THEN coalesce(used, bought) ELSE {{wide|len}} * {{one}} END AS length
    FROM gb_claimable
    WHERE category = 'gpu' AND pricing IN ('', 'Standard') AND has_period = 1
        AND gpu_model <> '') t;

-- The same in the longest unit of which those of one model are whole; how much an hour is.
{{see|gb_card_time}}
SELECT l.line AS line, l.platform AS platform, l.currency AS currency, l.gpu_model AS gpu_model,
    l.billed AS billed, {{quotient|l.time|g.scale}} AS time,
    {{quotient|{{big|3600000000000000000000000}}|g.scale}} AS hour
FROM gb_card_length l
JOIN (SELECT gpu_model, currency, CASE WHEN max({{rest|time|{{one}}}}) = 0 THEN {{wide|{{one}}}}
        WHEN max({{rest|time|1000000000000000}}) = 0 THEN {{wide|1000000000000000}}
        WHEN max({{rest|time|1000000000000}}) = 0 THEN {{wide|1000000000000}}
        WHEN max({{rest|time|1000000000}}) = 0 THEN {{wide|1000000000}}
        WHEN max({{rest|time|1000000}}) = 0 THEN {{wide|1000000}} ELSE {{wide|1}} END AS scale
    FROM gb_card_length
    WHERE time IS NOT NULL
    GROUP BY gpu_model, currency) g ON g.gpu_model = l.gpu_model AND g.currency = l.currency
WHERE l.time IS NOT NULL;

{{make|gb_seller}}
SELECT s.*, {{nearest|s.billed|s.hour|s.time}} AS rate
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
