-- Card-time of on-demand gpu lines, in microseconds of cards.
{{make|gb_card_time}}
SELECT line, platform, currency, gpu_model, billed,
    {{quotient|{{product|length|count_of}}|1000000000000000}} AS time
FROM (
    SELECT line, platform, currency, gpu_model, billed,
        CASE WHEN gpu_count >= 0 THEN gpu_count ELSE {{wide|cards}} * {{one}} END AS count_of,
        CASE WHEN coalesce(used, bought) < {{wide|len}} * {{one}} THEN coalesce(used, bought)
            ELSE {{wide|len}} * {{one}} END AS length
    FROM gb_claimable
    WHERE category = 'gpu' AND pricing IN ('', 'Standard') AND has_period = 1
        AND gpu_model <> '') t;

{{make|gb_seller}}
SELECT s.*, {{nearest_units|s.billed|3600000000|s.time}} AS rate
FROM (SELECT gpu_model, currency, platform, sum(billed) AS billed, sum(time) AS time
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
