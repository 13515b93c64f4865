{{rule}}
SELECT line, 'certain' AS certainty, 0 AS by_time, {{share|billed|part|whole}} AS leak
FROM (
    SELECT j.line AS line, j.billed AS billed, {{wide|j.said_cards - coalesce(c.gpu_count,
        j.spec_cards)}} AS part,
        {{wide|j.said_cards}} AS whole, coalesce(c.gpu_count, j.spec_cards) AS has
    FROM gb_judged j
    LEFT JOIN (SELECT platform, instance, gpu_count FROM gb_configured WHERE gpu_count > 0) c
        ON c.platform = j.platform AND c.instance = j.instance
    WHERE j.category = 'gpu' AND j.said_cards > 0) t
WHERE has > 0 AND part > 0;
