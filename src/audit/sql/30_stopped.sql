-- Lines of storage and addresses whose instance's compute is known.
{{make|gb_kept}}
SELECT line, inst, owner, input, rejected, start_ms AS s, end_ms AS e
FROM gb_claimable
WHERE inst <> '' AND has_period = 1 AND (has_compute = 1 OR states > 0)
    AND category IN ('system-disk', 'data-disk', 'file-storage', 'public-address');

-- Their time that no run covers and about which something is decided.
{{make|gb_rest}}
{{minus|gb_kept|(SELECT k.line AS line, r.s AS s, r.e AS e FROM gb_kept k
    JOIN ({{islands|SELECT inst, s, e FROM gb_run_any
        UNION ALL SELECT inst, s, e FROM gb_undecided|inst}}) r ON r.inst = k.inst
    WHERE r.s < k.e AND r.e > k.s)|line}};

-- From when to when compute of the account would be seen in the line's own file: always, where it
-- shows compute of that account; never, where it has rows that could not be read.
{{make|gb_visible}}
SELECT k.line AS line, k.inst AS inst,
    CASE WHEN k.rejected > 0 THEN 0 WHEN f.input IS NOT NULL THEN k.s
        ELSE coalesce(a.s, 0) END AS s,
    CASE WHEN k.rejected > 0 THEN 0 WHEN f.input IS NOT NULL THEN k.e
        ELSE coalesce(a.e, 0) END AS e
FROM gb_kept k
LEFT JOIN (SELECT DISTINCT concat({{keyed|coalesce(x_Platform, '')}},
            coalesce(BillingAccountId, '')) AS owner, i.input AS input
        FROM gpubill_ledger g JOIN gb_input i ON i.path = g.x_SourceFile
        WHERE g.x_Entry = 'charge' AND g.x_Category IN ('gpu', 'cpu')) f
    ON f.owner = k.owner AND f.input = k.input
LEFT JOIN (SELECT owner, min(start_ms) AS s,
            max(greatest(start_ms, coalesce(end_ms, start_ms))) AS e
        FROM gb_line WHERE is_compute = 1 AND start_ms IS NOT NULL GROUP BY owner) a
    ON a.owner = k.owner;

{{make|gb_stopped_time}}
SELECT * FROM (
    SELECT r.line AS line, v.inst AS inst, greatest(r.s, v.s) AS s, least(r.e, v.e) AS e
    FROM gb_rest r JOIN gb_visible v ON v.line = r.line
    UNION ALL
    SELECT o.line, o.inst, greatest(o.s, g.s), least(o.e, g.e)
    FROM (
        SELECT r.line AS line, v.inst AS inst, r.s AS s,
            CASE WHEN v.e <= v.s THEN r.e ELSE least(r.e, v.s) END AS e
        FROM gb_rest r JOIN gb_visible v ON v.line = r.line
        UNION ALL
        SELECT r.line, v.inst, greatest(r.s, v.e), r.e
        FROM gb_rest r JOIN gb_visible v ON v.line = r.line
        WHERE v.e > v.s) o
    JOIN gb_logged g ON g.inst = o.inst AND g.s < o.e AND g.e > o.s) t
WHERE s < e;

-- The stopped share of each line, part of whole: less what lines used that only say how long, and
-- of a line that itself says how long, only what cannot have been while the instance ran.
{{make|gb_stopped}}
SELECT line, CASE WHEN used_us IS NULL THEN part
        ELSE {{wide|used_us}} * d + part * 1000 - {{wide|1000}} * len * d END AS part,
    CASE WHEN used_us IS NULL THEN {{wide|len}} * d ELSE {{wide|used_us}} * d END AS whole,
    CASE WHEN d = 0 OR coalesce(used_us, 0) < 0 THEN 0 ELSE 1 END AS is_exact
FROM (
    SELECT t.line AS line, j.len AS len, j.used_us AS used_us,
        CASE WHEN min(u.d) IS NULL THEN 1 WHEN min(u.d) = max(u.d) THEN min(u.d) ELSE 0 END AS d,
        CASE WHEN min(u.d) IS NULL THEN {{wide|sum(t.covered)}}
            ELSE {{wide|sum(t.covered)}} * min(u.d) - sum(coalesce(u.taken, {{wide|0}})) END AS part
    FROM (SELECT line, inst, sum(e - s) AS covered FROM gb_stopped_time GROUP BY line, inst) t
    JOIN gb_judged j ON j.line = t.line
    LEFT JOIN (
        SELECT t.line AS line, u.d AS d,
            sum({{wide|least(t.e, u.e) - greatest(t.s, u.s)}} * u.n) AS taken
        FROM gb_stopped_time t
        JOIN gb_unlocated u ON u.inst = t.inst AND u.s < t.e AND u.e > t.s
        GROUP BY t.line, u.d) u ON u.line = t.line
    GROUP BY t.line, j.len, j.used_us) x;
