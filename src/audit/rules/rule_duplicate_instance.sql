-- Instances as their earliest gpu line tells of them, with the stem of their name.
{{make|gb_told}}
SELECT inst, platform, account, instance, name, gpu_model, cards, series, {{stem|name}} AS stem
FROM (
    SELECT k.inst AS inst, k.platform AS platform, k.account AS account, k.instance AS instance,
        l.gpu_model AS gpu_model, k.series AS series,
        CASE WHEN coalesce(c.name, '') <> '' THEN c.name ELSE l.name END AS name,
        coalesce(l.said_cards, greatest(k.series, 1)) AS cards,
        row_number() OVER (PARTITION BY k.inst ORDER BY
            CASE WHEN l.start_ms IS NULL THEN 0 ELSE 1 END, l.start_ms, l.name, l.gpu_model,
            coalesce(l.said_cards, greatest(k.series, 1)), l.line) AS turn
    FROM gb_known k
    JOIN gb_line l ON l.inst = k.inst
    LEFT JOIN gb_configured c ON c.platform = k.platform AND c.instance = k.instance
    WHERE l.category = 'gpu' AND l.is_compute = 1) t
WHERE turn = 1 AND gpu_model <> '' AND cards > 0;

-- How hard the cards of an instance worked in its runs, in 10^-18 percent.
{{make|gb_worked}}
SELECT inst, {{rounded|{{portion|{{wide|1000000000000000000}}|done|whole}}}} AS mean
FROM (
    SELECT r.inst AS inst,
        {{wide|sum((least(p.e, r.e) - greatest(p.s, r.s)) * p.utilisation)}} AS done,
        {{wide|sum(least(p.e, r.e) - greatest(p.s, r.s))}} * 100 AS whole
    FROM gb_run_gpu r
    JOIN gb_speech p ON p.inst = r.inst AND p.s < r.e AND p.e > r.s
    GROUP BY r.inst) t;

-- Those that may be copies of each other, one number for each stem.
{{make|gb_member}}
SELECT t.inst AS inst, t.instance AS instance, t.name AS name, {{digitless|t.name}} AS digitless,
    concat({{keyed|t.platform}}, {{keyed|t.account}}, {{keyed|t.gpu_model}},
        {{text|t.cards}}, ':', t.stem) AS stem,
    r.length AS length, r.start_ms AS start_ms, w.mean AS mean,
    CASE WHEN t.series > 0 AND t.series = t.cards AND w.inst IS NOT NULL THEN 1 ELSE 0 END
        AS is_known
FROM gb_told t
JOIN (SELECT inst, {{bigint|sum(e - s)}} AS length, min(s) AS start_ms FROM gb_run_gpu
    GROUP BY inst) r ON r.inst = t.inst
LEFT JOIN gb_worked w ON w.inst = t.inst
WHERE t.stem <> '';

-- Stretches in which runs of one stem overlap, directly or through others, and who runs in them.
{{make|gb_stem_run}}
SELECT stem, inst, s, e, sum(is_new) OVER (PARTITION BY stem ORDER BY s, e, inst
    ROWS UNBOUNDED PRECEDING) AS stretch
FROM (
    SELECT m.stem AS stem, m.inst AS inst, r.s AS s, r.e AS e,
        CASE WHEN r.s < coalesce(max(r.e) OVER (PARTITION BY m.stem ORDER BY r.s, r.e, m.inst
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), r.s) THEN 0 ELSE 1 END AS is_new
    FROM gb_member m
    JOIN gb_run_gpu r ON r.inst = m.inst) t;

-- Groups: stretches that share an instance are one; each round joins neighbours.
{{make|gb_group_0}}
SELECT stem, inst, min(stretch) AS grouped FROM gb_stem_run GROUP BY stem, inst;

{{group_round|1|0}}
{{group_round|2|1}}
{{group_round|3|2}}
{{group_round|4|3}}
{{group_round|5|4}}

-- Members of each group in the order in which they are to be kept; groups that five rounds did not
-- join to their end are not judged.
{{make|gb_ranked}}
SELECT x.*, row_number() OVER (PARTITION BY stem, grouped ORDER BY
    CASE WHEN is_group_known = 1 THEN -mean ELSE {{wide|0}} END, length DESC, start_ms, instance)
    AS place
FROM (
    SELECT m.stem AS stem, m.inst AS inst, m.instance AS instance, m.name AS name,
        m.digitless AS digitless, m.length AS length, m.start_ms AS start_ms, m.mean AS mean,
        m.is_known AS is_known, g.grouped AS grouped,
        min(m.is_known) OVER (PARTITION BY m.stem, g.grouped) AS is_group_known,
        count(*) OVER (PARTITION BY m.stem, g.grouped) AS members,
        min(CASE WHEN g.grouped = h.grouped THEN 1 ELSE 0 END)
            OVER (PARTITION BY m.stem) AS is_joined
    FROM gb_member m
    JOIN gb_group_5 g ON g.inst = m.inst
    JOIN gb_group_4 h ON h.inst = m.inst) x;

-- Pairs that ran side by side long enough, without those that are a cluster.
{{make|gb_pair}}
SELECT stem, grouped, kept, copy
FROM (
    SELECT k.stem AS stem, k.grouped AS grouped, k.place AS kept, m.place AS copy,
        {{bigint|sum(least(a.e, b.e) - greatest(a.s, b.s))}} AS common,
        max(CASE WHEN k.name <> m.name AND k.digitless = m.digitless
            AND b.s - a.s <= {{setting|together}} AND a.s - b.s <= {{setting|together}}
            THEN 0 ELSE 1 END) AS is_apart
    FROM gb_ranked k
    JOIN gb_ranked m ON m.stem = k.stem AND m.grouped = k.grouped
    JOIN gb_run_gpu a ON a.inst = k.inst
    JOIN gb_run_gpu b ON b.inst = m.inst
    WHERE m.place > k.place AND k.is_joined = 1 AND a.s < b.e AND b.s < a.e
    GROUP BY k.stem, k.grouped, k.place, m.place) t
WHERE is_apart = 1 AND common >= {{setting|overlap}};

-- Who is kept (1) and who is a copy (2), from the first on: kept where nobody before that is kept
-- ran beside it; 0: not known yet.
{{make|gb_kept_0}}
SELECT stem, grouped, place, 0 AS fate FROM gb_ranked;

{{keep_round|1|0}}
{{keep_round|2|1}}
{{keep_round|3|2}}
{{keep_round|4|3}}
{{keep_round|5|4}}
{{keep_round|6|5}}

-- Groups of which all is known after these rounds, and no more are kept than a review keeps.
{{make|gb_settled}}
SELECT stem, grouped
FROM gb_kept_6
GROUP BY stem, grouped
HAVING min(fate) > 0 AND sum(CASE WHEN fate = 1 THEN 1 ELSE 0 END) <= 32;

-- Each copy with the first that is kept and ran beside it.
{{make|gb_beside}}
SELECT m.inst AS inst, m.is_known AS is_known, m.is_group_known AS is_group_known, k.inst AS keeper
FROM (
    SELECT p.stem AS stem, p.grouped AS grouped, p.copy AS copy, min(p.kept) AS kept
    FROM gb_pair p
    JOIN gb_kept_6 k ON k.stem = p.stem AND k.grouped = p.grouped AND k.place = p.kept
    WHERE k.fate = 1
    GROUP BY p.stem, p.grouped, p.copy) b
JOIN gb_ranked m ON m.stem = b.stem AND m.grouped = b.grouped AND m.place = b.copy
JOIN gb_ranked k ON k.stem = b.stem AND k.grouped = b.grouped AND k.place = b.kept
JOIN gb_settled u ON u.stem = b.stem AND u.grouped = b.grouped;

-- Instances of groups that were not joined or not judged to their end.
{{make|gb_undecided_copy}}
SELECT DISTINCT r.inst AS inst
FROM gb_ranked r
LEFT JOIN gb_settled u ON u.stem = r.stem AND u.grouped = r.grouped
WHERE r.members > 1 AND (r.is_joined = 0 OR u.stem IS NULL);

{{pieces}}
SELECT t.line AS line, -1 AS card, t.s AS s, t.e AS e
FROM (
    SELECT j.line AS line, j.category AS category, b.is_known AS is_known,
        greatest(j.start_ms, r.s) AS s, least(j.end_ms, r.e) AS e
    FROM gb_beside b
    JOIN gb_judged j ON j.inst = b.inst
    JOIN gb_run_gpu r ON r.inst = b.keeper AND r.s < j.end_ms AND r.e > j.start_ms
    WHERE j.is_compute = 1 AND j.has_period = 1) t
WHERE t.is_known = 0 OR t.category <> 'gpu'
UNION ALL
SELECT t.line, i.card, greatest(t.s, i.s), least(t.e, i.e)
FROM (
    SELECT j.line AS line, j.inst AS inst, j.shares AS shares,
        greatest(j.start_ms, r.s) AS s, least(j.end_ms, r.e) AS e
    FROM gb_beside b
    JOIN gb_claimable j ON j.inst = b.inst
    JOIN gb_run_gpu r ON r.inst = b.keeper AND r.s < j.end_ms AND r.e > j.start_ms
    WHERE j.category = 'gpu' AND j.is_compute = 1 AND j.has_period = 1 AND b.is_known = 1) t
JOIN gb_idle i ON i.inst = t.inst AND i.s < t.e AND i.e > t.s
WHERE i.card < t.shares;

{{rule}}
SELECT line, certainty, 1 AS by_time, {{share|billed|part|whole}} AS leak
FROM (
    SELECT j.line AS line, j.billed AS billed, {{wide|p.part}} AS part,
        {{wide|j.len * j.shares}} AS whole,
        CASE WHEN b.is_group_known = 1 THEN 'likely' ELSE 'possible' END AS certainty
    FROM (
        SELECT x.line AS line,
            sum((x.e - x.s) * CASE WHEN x.card = -1 THEN c.shares ELSE 1 END) AS part
        FROM gb_piece_duplicate_instance x
        JOIN gb_claimable c ON c.line = x.line
        GROUP BY x.line) p
    JOIN gb_claimable j ON j.line = p.line
    JOIN gb_beside b ON b.inst = j.inst) t;
