-- Disks, by what they go by, and whether that is their instance's own id.
{{make|gb_disk}}
SELECT l.line AS line, l.inst AS inst, l.owner AS owner, l.billed AS billed,
    l.has_period AS has_period, l.start_ms AS start_ms, l.end_ms AS end_ms, l.state AS state,
    CASE WHEN l.resource <> '' THEN l.resource ELSE l.thing END AS disk,
    CASE WHEN {{is_judged|l|p}} THEN 1 ELSE 0 END AS is_judged,
    concat(l.format, {{separator}}, l.platform, {{separator}}, CASE WHEN l.instance <> ''
        AND {{ends_with|l.resource|l.instance}} THEN 'part' ELSE '' END) AS export,
    coalesce(k.has_compute, 0) AS has_compute, coalesce(k.states, 0) AS states
FROM gb_line l
CROSS JOIN gb_period p
LEFT JOIN gb_known k ON k.inst = l.inst AND l.inst <> ''
WHERE l.category IN ('system-disk', 'data-disk');

{{rule}}
SELECT line, 'likely' AS certainty, 0 AS by_time, billed AS leak
FROM (
    SELECT d.line AS line, d.billed AS billed, max(d.end_ms) OVER (PARTITION BY d.owner, d.disk)
        - min(d.start_ms) OVER (PARTITION BY d.owner, d.disk) AS spanned
    FROM gb_disk d
    LEFT JOIN (SELECT DISTINCT export FROM gb_disk WHERE has_compute = 1) x
        ON x.export = d.export
    WHERE d.is_judged = 1 AND d.has_period = 1 AND d.disk <> '' AND d.has_compute = 0 AND d.states = 0
        AND (d.state = 'unattached' OR x.export IS NOT NULL)) t
WHERE spanned >= {{setting|least_span}};
