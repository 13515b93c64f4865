-- What the rules claim of lines; a leak that is NULL is a mention. Nothing is certain of a line whose
-- columns were guessed.
{{make|gb_claim}}
SELECT precedence, ordinal, rule, line, certainty, by_time, leak, billed
FROM (
    SELECT c.precedence AS precedence, c.ordinal AS ordinal, c.rule AS rule, c.line AS line,
        CASE WHEN c.certainty = 'certain' AND j.is_guessed = 1 THEN 'likely' ELSE c.certainty END
            AS certainty, c.by_time AS by_time, j.billed AS billed,
        CASE WHEN c.by_time = 1 OR c.leak IS NULL THEN c.leak WHEN c.leak >= j.billed THEN j.billed
            ELSE least({{rounded|c.leak}}, j.billed) END AS leak
    FROM ({{claims}}) c
    JOIN gb_judged j ON j.line = c.line) t
WHERE leak > 0 OR leak IS NULL;

-- Lines of which several claim time: their time is cut wherever a claim begins or ends, card by
-- card; the first claim owns.
{{make|gb_contested}}
SELECT c.line AS line, j.start_ms AS start_ms, j.end_ms AS end_ms, j.shares AS shares, j.len AS len
FROM (SELECT line FROM gb_claim WHERE by_time = 1 AND leak IS NOT NULL
    GROUP BY line HAVING count(*) > 1) c
JOIN gb_claimable j ON j.line = c.line;

{{make|gb_part}}
SELECT * FROM (
    SELECT p.line AS line, p.precedence AS precedence, p.card AS card, greatest(p.s,
        c.start_ms) AS s, least(p.e, c.end_ms) AS e
    FROM ({{all_pieces}}) p
    JOIN gb_contested c ON c.line = p.line
    JOIN gb_claim k ON k.line = p.line AND k.precedence = p.precedence
    WHERE p.card < c.shares) t
WHERE s < e;

-- Cards that a claim names by themselves, and the others, which are alike.
{{make|gb_card}}
SELECT DISTINCT line, card, {{bigint|1}} AS n FROM gb_part WHERE card >= 0
UNION ALL
SELECT c.line, -1, c.shares - coalesce(p.named, 0)
FROM gb_contested c
LEFT JOIN (SELECT line, count(DISTINCT card) AS named FROM gb_part WHERE card >= 0 GROUP BY line) p
    ON p.line = c.line
WHERE c.shares > coalesce(p.named, 0);

{{make|gb_laid}}
SELECT k.line AS line, k.card AS card, k.n AS n, p.precedence AS precedence, p.s AS s, p.e AS e
FROM gb_card k
JOIN gb_part p ON p.line = k.line
WHERE p.card = -1 OR p.card = k.card;

{{make|gb_owned}}
SELECT line, precedence, first_claim,
    {{bigint|sum(CASE WHEN turn = 1 THEN (e - s) * n ELSE 0 END)}} AS owned,
    {{bigint|sum(CASE WHEN turn = 2 THEN (e - s) * n ELSE 0 END)}} AS behind
FROM (
    SELECT c.line AS line, c.s AS s, c.e AS e, l.n AS n, l.precedence AS precedence,
        row_number() OVER (PARTITION BY c.line, c.card, c.s ORDER BY l.precedence) AS turn,
        min(l.precedence) OVER (PARTITION BY c.line, c.card, c.s) AS first_claim
    FROM (
        SELECT line, card, moment AS s, min(moment) OVER (PARTITION BY line, card ORDER BY moment
            ROWS BETWEEN 1 FOLLOWING AND 1 FOLLOWING) AS e
        FROM (SELECT line, card, s AS moment FROM gb_laid
            UNION SELECT line, card, e FROM gb_laid) b) c
    JOIN gb_laid l ON l.line = c.line AND l.card = c.card AND l.s <= c.s AND l.e >= c.e
    WHERE c.e IS NOT NULL) t
GROUP BY line, precedence, first_claim;

-- What refunds leave of the lines that leak: those of an order first, then those of a thing; in
-- each it is taken from the line that leaks most.
{{make|gb_leaking}}
SELECT j.line AS line, j.billed AS billed, j.owner AS owner, j.currency AS currency,
    j.order_id AS order_id, j.instance AS instance, j.item AS item, j.start_ms AS start_ms,
    coalesce(j.end_ms, -1) AS until_ms, g.gross AS gross
FROM (SELECT line, sum(leak) AS gross FROM gb_claim WHERE leak IS NOT NULL GROUP BY line) g
JOIN gb_judged j ON j.line = g.line;

{{make|gb_refund}}
SELECT r.owner AS owner, r.currency AS currency, r.order_id AS order_id, r.instance AS instance,
    r.item AS item, r.start_ms AS start_ms,
    coalesce(r.end_ms, -1) AS until_ms, -r.billed AS amount,
    CASE WHEN c.owner IS NULL THEN 0 ELSE 1 END AS by_order
FROM gb_line r
LEFT JOIN (SELECT DISTINCT owner, currency, order_id FROM gb_line
        WHERE entry = 'charge' AND order_id <> '') c
    ON c.owner = r.owner AND c.currency = r.currency AND c.order_id = r.order_id
WHERE r.entry = 'refund' AND r.billed < 0;

{{make|gb_left_order}}
SELECT l.line AS line, l.billed - CASE WHEN r.amount IS NULL THEN {{wide|0}}
        ELSE least(l.billed, greatest(r.amount - coalesce(l.taken_before, {{wide|0}}),
        {{wide|0}})) END
        AS remaining
FROM (SELECT line, billed, owner, currency, order_id,
        sum(billed) OVER (PARTITION BY owner, currency, order_id ORDER BY gross DESC, line
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS taken_before
    FROM gb_leaking) l
LEFT JOIN (SELECT owner, currency, order_id, sum(amount) AS amount FROM gb_refund
        WHERE by_order = 1 GROUP BY owner, currency, order_id) r
    ON r.owner = l.owner AND r.currency = l.currency AND r.order_id = l.order_id;

{{make|gb_left}}
SELECT l.line AS line, l.remaining - CASE WHEN r.amount IS NULL THEN {{wide|0}}
        ELSE least(l.remaining, greatest(r.amount - coalesce(l.taken_before, {{wide|0}}),
        {{wide|0}})) END
        AS remaining
FROM (SELECT k.line AS line, o.remaining AS remaining, k.owner AS owner, k.currency AS currency,
    k.instance AS instance, k.item AS item, k.start_ms AS start_ms, k.until_ms AS until_ms,
        sum(o.remaining) OVER (PARTITION BY k.owner, k.currency, k.instance, k.item, k.start_ms,
            k.until_ms ORDER BY k.gross DESC, k.line
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS taken_before
    FROM gb_leaking k
    JOIN gb_left_order o ON o.line = k.line) l
LEFT JOIN (SELECT owner, currency, instance, item, start_ms, until_ms, sum(amount) AS amount
        FROM gb_refund
        WHERE by_order = 0 AND start_ms IS NOT NULL AND (instance <> '' OR item <> '')
        GROUP BY owner, currency, instance, item, start_ms, until_ms) r
    ON r.owner = l.owner AND r.currency = l.currency AND r.instance = l.instance
        AND r.item = l.item AND r.start_ms = l.start_ms AND r.until_ms = l.until_ms;

{{if_partly|-- What compute-while-stopped leaves, n of d, of what it claims of a line that only
-- says how long it was used: a copy of an instance may claim it too.
{{make|gb_partly}}
SELECT line, {{quotient|whole * {{wide|meant}} - part * {{wide|len}}|scale}} AS n,
    {{quotient|whole * {{wide|meant}}|scale}} AS d
FROM (SELECT x.*, CASE WHEN used_us % 1000 = 0 AND meant % 1000 = 0 AND len % 1000 = 0
        THEN {{wide|1000000}} ELSE {{wide|1}} END AS scale
    FROM gb_paid_stopped x WHERE used_us IS NOT NULL) t;

|}}-- What each claim may take at most: of time that several claim, what it owns.
{{make|gb_cap}}
SELECT precedence, ordinal, rule, line, certainty, leak, billed,
    CASE WHEN leak IS NULL THEN {{wide|0}} WHEN is_alone = 1 THEN leak
{{if_cheap|        WHEN price IS NOT NULL
            THEN least(leak, {{rounded|({{dearer|billed|price|part|whole|hour}})}})
|}}        ELSE least(leak, {{share|billed|part|whole}}) END AS cap
FROM (
    SELECT c.precedence AS precedence, c.ordinal AS ordinal, c.rule AS rule, c.line AS line,
        c.certainty AS certainty, c.leak AS leak, c.billed AS billed,
        CASE WHEN c.by_time = 0 OR t.line IS NULL THEN 1 ELSE 0 END AS is_alone,
        {{if_cheap|h.price|{{no_leak}}}} AS price, {{wide|3600000 * coalesce(t.shares, 1)}} AS hour,
        {{wide|coalesce(o.owned, 0)}} * {{if_partly|coalesce(y.d, {{wide|1}})|{{wide|1}}}}
            + {{wide|coalesce(o.behind, 0)}} * {{if_partly|coalesce(y.n, {{wide|0}})|{{wide|0}}}}
            AS part,
        {{wide|coalesce(t.len * t.shares, 1)}} * {{if_partly|coalesce(y.d, {{wide|1}})|{{wide|1}}}}
            AS whole
    FROM gb_claim c
    LEFT JOIN gb_contested t ON t.line = c.line AND c.by_time = 1
{{if_cheap|    LEFT JOIN gb_cheap h ON h.line = c.line AND c.rule = 'could-have-been-cpu'
|}}{{if_partly|    LEFT JOIN gb_partly y ON y.line = c.line AND c.rule = 'duplicate-instance'
|}}    LEFT JOIN (SELECT line, precedence, {{bigint|sum(owned)}} AS owned,
            {{bigint|sum(CASE WHEN first_claim = {{stopped_place}} THEN behind ELSE 0 END)}}
            AS behind
        FROM gb_owned
        GROUP BY line, precedence) o ON o.line = c.line AND o.precedence = c.precedence) x;

{{make|gb_net}}
SELECT precedence, rule, line, certainty, leak, billed,
    CASE WHEN leak IS NULL THEN {{wide|0}}
        ELSE least(remaining, upto) - least(remaining, upto - cap) END AS net
FROM (
    SELECT c.precedence AS precedence, c.rule AS rule, c.line AS line, c.certainty AS certainty,
        c.leak AS leak, c.billed AS billed, c.cap AS cap,
        coalesce(l.remaining, c.billed) AS remaining,
        sum(c.cap) OVER (PARTITION BY c.line ORDER BY c.precedence, c.ordinal
            ROWS UNBOUNDED PRECEDING) AS upto
    FROM gb_cap c
    LEFT JOIN gb_left l ON l.line = c.line) t;

-- Lines whose share has no exact form in microseconds: they are in no finding of that rule.
{{make|gpubill_inexact}}
SELECT 'stopped-storage, idle-address' AS rule, line
FROM gb_stopped
WHERE is_exact = 0{{if_stopped|
UNION ALL
SELECT DISTINCT 'compute-while-stopped', j.line
FROM gb_meant m
JOIN gb_judged j ON j.line = m.line
WHERE j.used_us < 0|}}{{if_copies|
UNION ALL
SELECT 'duplicate-instance', j.line
FROM gb_undecided_copy u
JOIN gb_judged j ON j.inst = u.inst
WHERE j.is_compute = 1|}};

-- The findings, line by line.
{{make|gpubill_findings}}
SELECT n.precedence AS precedence, n.rule AS rule, n.certainty AS certainty,
    j.platform AS platform, j.account AS account, j.thing AS resource, j.instance AS instance,
    j.currency AS currency, j.category AS category, j.gpu_model AS gpu_model,
    i.path AS path, {{bigint|j.line % 4294967296}} AS source_row,
    j.source_line AS source_line, j.start_ms AS start_ms, j.end_ms AS end_ms,
    {{amount|n.billed}} AS billed, {{amount|coalesce(n.leak, {{wide|0}})}} AS leak,
    {{amount|n.net}} AS net
FROM gb_net n
JOIN gb_judged j ON j.line = n.line
JOIN gb_input i ON i.input = j.input;
