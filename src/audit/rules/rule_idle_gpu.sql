-- Idle stretches without the tails that are told as forgotten instances.
{{make|gb_idle_card}}
SELECT concat(inst, {{separator}}, {{text|card}}) AS one_card, inst, card, s, e
FROM gb_idle;

{{make|gb_idle_rest}}
SELECT x.inst AS inst, x.card AS card, r.s AS s, r.e AS e
FROM ({{minus|gb_idle_card|(SELECT concat(t.inst, {{separator}}, {{text|g.card}}) AS one_card,
        t.s AS s, t.e AS e FROM gb_tail t JOIN gb_series g ON g.inst = t.inst)|one_card}}) r
JOIN (SELECT DISTINCT one_card, inst, card FROM gb_idle_card) x ON x.one_card = r.one_card;

{{make|gb_in_idle}}
SELECT l.line AS line, i.card AS card, greatest(l.start_ms, i.s) AS s, least(l.end_ms, i.e) AS e
FROM gb_seen l
JOIN gb_idle_rest i ON i.inst = l.inst AND i.s < l.end_ms AND i.e > l.start_ms;

{{rule}}
SELECT line, 'likely' AS certainty, 1 AS by_time, {{share|billed|part|whole}} AS leak
FROM (
    SELECT l.line AS line, l.billed AS billed, {{wide|t.part}} AS part,
        {{wide|l.len * l.shares}} AS whole
    FROM (SELECT line, sum(e - s) AS part FROM gb_in_idle GROUP BY line) t
    JOIN gb_seen l ON l.line = t.line) x;

{{pieces}}
SELECT line, card, s, e
FROM gb_in_idle;
