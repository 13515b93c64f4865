-- Instances that lines name, and whether compute of them was billed.
{{make|gb_instance}}
SELECT inst, platform, account, instance, max(is_compute) AS has_compute
FROM gb_line
WHERE instance <> ''
GROUP BY inst, platform, account, instance;

-- Entries of state logs by the instance that they speak of, in order; one without an end lasts
-- until the next.
{{make|gb_entry}}
SELECT inst, state, s, place,
    coalesce(given_to, min(s) OVER (PARTITION BY inst ORDER BY place
        ROWS BETWEEN 1 FOLLOWING AND 1 FOLLOWING), {{never}}) AS e
FROM (
    SELECT i.inst AS inst, coalesce(g.state, '') AS state, {{ms|g.time_from}} AS s,
        {{ms|g.time_to}} AS given_to,
        row_number() OVER (PARTITION BY i.inst
            ORDER BY {{ms|g.time_from}}, f.input, g.x_SourceLine) AS place
    FROM gb_instance i
    JOIN gpubill_states g ON g.platform = i.platform AND g.instance = i.instance
    JOIN gb_input f ON f.path = g.x_SourceFile
    WHERE g.time_from IS NOT NULL
        AND (coalesce(g.account, '') = '' OR g.account = i.account)) t;

-- What the log says: at each moment the latest entry that still lasts.
{{make|gb_state}}
SELECT inst, state, min(s) AS s, max(e) AS e
FROM (
    SELECT inst, state, s, e,
        sum(is_new) OVER (PARTITION BY inst ORDER BY s ROWS UNBOUNDED PRECEDING) AS island
    FROM (
        SELECT inst, state, s, e,
            CASE WHEN max(e) OVER (PARTITION BY inst ORDER BY s
                    ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING) = s
                AND max(state) OVER (PARTITION BY inst ORDER BY s
                    ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING) = state
                THEN 0 ELSE 1 END AS is_new
        FROM (
            SELECT c.inst AS inst, c.s AS s, c.e AS e, g.state AS state,
                row_number() OVER (PARTITION BY c.inst, c.s ORDER BY g.place DESC) AS turn
            FROM (
                SELECT inst, moment AS s, min(moment) OVER (PARTITION BY inst ORDER BY moment
                    ROWS BETWEEN 1 FOLLOWING AND 1 FOLLOWING) AS e
                FROM (SELECT inst, s AS moment FROM gb_entry UNION SELECT inst,
                    e FROM gb_entry) b) c
            JOIN gb_entry g ON g.inst = c.inst AND g.s <= c.s AND g.e >= c.e
            WHERE c.e IS NOT NULL) d
        WHERE turn = 1 AND state IN ('running', 'stopped', 'no-gpu', 'released')) n) t
GROUP BY inst, state, island;

{{make|gb_logged}}
{{islands|SELECT inst, s, e FROM gb_state|inst}};

-- Samples with a value that speak of an instance; of several at one time the highest.
{{make|gb_point}}
SELECT inst, gpu, moment, given_until, utilisation, memory,
    row_number() OVER (PARTITION BY inst, gpu ORDER BY moment) AS place,
    min(moment) OVER (PARTITION BY inst, gpu ORDER BY moment
        ROWS BETWEEN 1 FOLLOWING AND 1 FOLLOWING) AS next_at
FROM (
    SELECT i.inst AS inst, coalesce(u.gpu, '') AS gpu, {{ms|u.time_from}} AS moment,
        {{ms|u.time_to}} AS given_until, u.utilisation AS utilisation,
        CASE WHEN u.memory_used >= 0 AND u.memory_total > 0
            THEN least({{divide|u.memory_used * 10000|u.memory_total}}, 10000) ELSE -1 END
            AS memory,
        row_number() OVER (PARTITION BY i.inst, coalesce(u.gpu, ''), u.time_from
            ORDER BY u.utilisation DESC) AS turn
    FROM gb_instance i
    JOIN gpubill_usage u ON u.instance = i.instance
    WHERE (u.platform = i.platform OR coalesce(u.platform, '') = '')
        AND u.utilisation >= 0 AND u.time_from IS NOT NULL) t
WHERE turn = 1;

-- One series for each GPU: the median spacing, and how far a sample speaks at most.
{{make|gb_series}}
SELECT inst, gpu, spacing, least(3 * spacing,
        greatest(spacing + {{divide|spacing|2}}, 600000)) AS max_gap, last_at,
    {{bigint|row_number() OVER (PARTITION BY inst ORDER BY gpu)}} - 1 AS card
FROM (
    SELECT inst, gpu, max(last_at) AS last_at,
        coalesce(max(CASE WHEN place = {{divide|n + 1|2}} THEN apart END)
            + {{divide|max(CASE WHEN place = {{divide|n|2}} + 1 THEN apart END)
                - max(CASE WHEN place = {{divide|n + 1|2}} THEN apart END)|2}}, 0) AS spacing
    FROM (
        SELECT inst, gpu, apart, last_at,
            {{bigint|count(apart) OVER (PARTITION BY inst, gpu)}} AS n,
            {{bigint|row_number() OVER (PARTITION BY inst, gpu ORDER BY
                CASE WHEN apart IS NULL THEN 1 ELSE 0 END, apart)}} AS place
        FROM (
            SELECT inst, gpu, next_at - moment AS apart,
                max(moment) OVER (PARTITION BY inst, gpu) AS last_at
            FROM gb_point) a) b
    GROUP BY inst, gpu) c;

-- What a sample speaks for.
{{make|gb_speech}}
SELECT * FROM (
    SELECT p.inst AS inst, s.card AS card, p.utilisation AS utilisation, p.memory AS memory,
        p.place AS place, p.moment AS s,
        CASE WHEN p.given_until IS NOT NULL THEN least(p.given_until,
                coalesce(p.next_at, p.given_until))
            WHEN p.next_at IS NULL THEN p.moment + s.spacing
            ELSE least(p.next_at, p.moment + s.max_gap) END AS e
    FROM gb_point p
    JOIN gb_series s ON s.inst = p.inst AND s.gpu = p.gpu) t
WHERE s <> e;

-- Idle stretches that are long enough.
{{make|gb_idle}}
SELECT inst, card, s, e FROM (
    {{islands|SELECT inst, card, s, e FROM gb_speech
        WHERE utilisation < {{idle_below}}|inst, card}}) t
WHERE e - s >= {{idle_stretch}};

{{make|gb_known}}
SELECT i.inst AS inst, i.platform AS platform, i.account AS account, i.instance AS instance,
    i.has_compute AS has_compute,
    coalesce(c.series, 0) AS series, coalesce(g.states, 0) AS states,
    greatest(coalesce(b.last_end, -1), coalesce(c.last_end, -1)) AS last_seen
FROM gb_instance i
LEFT JOIN (SELECT inst, {{bigint|count(*)}} AS series, max(last_at + spacing) AS last_end
    FROM gb_series GROUP BY inst) c ON c.inst = i.inst
LEFT JOIN (SELECT inst, {{bigint|count(*)}} AS states FROM gb_state GROUP BY inst) g
    ON g.inst = i.inst
LEFT JOIN (SELECT inst, max(end_ms) AS last_end FROM gb_line
    WHERE is_compute = 1 AND has_period = 1 AND inst <> '' GROUP BY inst) b ON b.inst = i.inst;

-- Compute lines that say when they ran, and those that only say how long.
{{make|gb_compute}}
SELECT inst, line, start_ms AS s, end_ms AS e, len,
    CASE WHEN is_prepaid = 0 AND is_actual_use = 0 AND used < {{wide|len}} * {{one}}
        THEN 1 ELSE 0 END AS is_unlocated, used
FROM gb_line
WHERE inst <> '' AND is_compute = 1 AND has_period = 1 AND state <> 'stopped';

-- Runs: what the log says of the time that it covers, elsewhere the compute lines. `any` for
-- everything but gpu lines, `gpu` without the log's time without a GPU.
{{make|gb_outside}}
{{minus|({{islands|SELECT inst, s,
e FROM gb_compute WHERE is_unlocated = 0|inst}})|gb_logged|inst}};

{{make|gb_run_any}}
{{islands|SELECT inst, s, e FROM gb_outside
    UNION ALL SELECT g.inst, g.s, CASE WHEN g.e = {{never}} THEN k.last_seen ELSE g.e END
    FROM gb_state g JOIN gb_known k ON k.inst = g.inst
    WHERE g.state IN ('running', 'no-gpu')
        AND g.s < CASE WHEN g.e = {{never}} THEN k.last_seen ELSE g.e END|inst}};

{{make|gb_run_gpu}}
{{islands|SELECT inst, s, e FROM gb_outside
    UNION ALL SELECT g.inst, g.s, CASE WHEN g.e = {{never}} THEN k.last_seen ELSE g.e END
    FROM gb_state g JOIN gb_known k ON k.inst = g.inst
    WHERE g.state = 'running'
        AND g.s < CASE WHEN g.e = {{never}} THEN k.last_seen ELSE g.e END|inst}};

-- Compute that is billed without an end: nothing is known up to the next run.
{{make|gb_endless}}
{{minus|({{islands|SELECT inst, start_ms AS s, coalesce(min(run), {{never}}) AS e FROM (
        SELECT l.inst AS inst, l.line AS line, l.start_ms AS start_ms,
            CASE WHEN r.s > l.start_ms THEN r.s END AS run
        FROM gb_line l
        LEFT JOIN gb_run_any r ON r.inst = l.inst
        WHERE l.inst <> '' AND l.is_compute = 1 AND l.has_period = 0
            AND l.start_ms IS NOT NULL AND l.state <> 'stopped') x
    GROUP BY inst, line, start_ms|inst}})|gb_logged|inst}};

-- Neither a run nor stopped: besides that, what a log goes on to say that nothing else shows.
{{make|gb_undecided}}
{{islands|SELECT inst, s, e FROM gb_endless
    UNION ALL SELECT g.inst, greatest(g.s, k.last_seen), g.e
    FROM gb_state g JOIN gb_known k ON k.inst = g.inst
    WHERE g.e = {{never}} AND g.state IN ('running', 'no-gpu')|inst}};

-- How much of the time outside runs and logs is used by lines that only say how long: n of d, in
-- microseconds; d is 0 where that has no exact form here.
{{make|gb_share}}
SELECT c.inst AS inst, c.s AS s, c.e AS e,
    CASE WHEN min(u.len) = max(u.len) AND max(u.used % 1000000000000000) = 0
        THEN least({{bigint|sum({{quotient|u.used|1000000000000000}})}}, 1000 * min(u.len))
        ELSE 0 END AS n,
    CASE WHEN min(u.len) = max(u.len) AND max(u.used % 1000000000000000) = 0
        THEN 1000 * min(u.len) ELSE 0 END AS d
FROM (
    SELECT inst, moment AS s, min(moment) OVER (PARTITION BY inst ORDER BY moment
        ROWS BETWEEN 1 FOLLOWING AND 1 FOLLOWING) AS e
    FROM (SELECT inst, s AS moment FROM gb_compute WHERE is_unlocated = 1
        UNION SELECT inst, e FROM gb_compute WHERE is_unlocated = 1) b) c
JOIN gb_compute u ON u.inst = c.inst AND u.s <= c.s AND u.e >= c.e
WHERE c.e IS NOT NULL AND u.is_unlocated = 1
GROUP BY c.inst, c.s, c.e
HAVING max(u.used) > 0;

{{make|gb_unlocated}}
SELECT x.inst AS inst, x.s AS s, x.e AS e, h.n AS n, h.d AS d
FROM ({{minus|gb_share|({{islands|SELECT inst, s, e FROM gb_run_any
    UNION ALL SELECT inst, s, e FROM gb_logged|inst}})|inst}}) x
JOIN gb_share h ON h.inst = x.inst AND h.s <= x.s AND h.e >= x.e;

-- Judged lines with what is known of their instance: its cards, and theirs among which time is
-- parted.
{{see|gb_claimable}}
SELECT j.*, coalesce(k.series, 0) AS series, coalesce(k.states, 0) AS states,
    coalesce(k.has_compute, 0) AS has_compute,
    coalesce(j.said_cards, greatest(coalesce(k.series, 0), 1)) AS cards,
    CASE WHEN j.category = 'gpu'
        THEN greatest(coalesce(j.said_cards, greatest(coalesce(k.series, 0), 1)), 1)
        ELSE 1 END AS shares
FROM gb_judged j
LEFT JOIN gb_known k ON k.inst = j.inst AND j.inst <> '';
