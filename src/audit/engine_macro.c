/*
 * engine_macro.c - the table of macros, and how a template is expanded.
 *
 * Whole numbers come in two widths: times are BIGINT, amounts are counts of 10^-18 in the widest
 * exact type that an engine has ("wide"). Products of an amount and a time may need more digits
 * than that type: `portion` multiplies and divides in two halves.
 */
#include <string.h>

#include "audit/engine_macro.h"

#define DEPTH_MAX 32
#define EXPANDED_MAX ((size_t)1 << 24)

struct macro {
    const char *name;
    const char *text[ENGINE_COUNT]; /* where only the first is given, it is that of all */
};

static const struct macro macros[] = {
    { "prelude", {
        [ENGINE_SPARK] = "SET spark.sql.variable.substitute = false;\nSET TIME ZONE 'UTC';\n"
            "SET spark.sql.ansi.enabled = true;\n\n",
        [ENGINE_CLICKHOUSE] = "SET join_use_nulls = 1;\n"
            "SET aggregate_functions_null_for_empty = 1;\n"
            "SET prefer_column_name_to_alias = 1;\n"
            "SET union_default_mode = 'DISTINCT';\n\n",
        [ENGINE_DUCKDB] = "SET TimeZone = 'UTC';\n\n",
        [ENGINE_POSTGRES] = "SET standard_conforming_strings = on;\nSET TIME ZONE 'UTC';\n"
            "SET client_min_messages = warning;\n\n" } },
    { "make", {
        [ENGINE_SPARK] = "DROP TABLE IF EXISTS $1;\nCREATE TABLE $1 USING parquet AS",
        [ENGINE_CLICKHOUSE] = "DROP TABLE IF EXISTS $1;\n"
            "CREATE TABLE $1 ENGINE = MergeTree ORDER BY tuple() AS",
        [ENGINE_DUCKDB] = "DROP TABLE IF EXISTS $1;\nCREATE TABLE $1 AS",
        [ENGINE_POSTGRES] = "DROP TABLE IF EXISTS $1;\nCREATE TABLE $1 AS" } },
    /* What is as quick to look up again as to keep: a view where each reader takes few columns. */
    { "see", {
        [ENGINE_SPARK] = "CREATE OR REPLACE TEMPORARY VIEW $1 AS",
        [ENGINE_CLICKHOUSE] = "{{make|$1}}", [ENGINE_DUCKDB] = "{{make|$1}}",
        [ENGINE_POSTGRES] = "{{make|$1}}" } },
    /* A charge that rules may claim: line $1 in period $2. */
    { "is_judged", {
        "$1.entry = 'charge' AND $1.billed > 0\n"
        "    AND $1.start_ms >= $2.period_from AND $1.start_ms < $2.period_to" } },
    { "text_type", { "STRING", "Nullable(String)", "VARCHAR", "text COLLATE \"C\"" } },
    { "time_type", { "TIMESTAMP", "Nullable(DateTime64(3, 'UTC'))", "TIMESTAMP", "timestamp(3)" } },
    { "amount_type", { "DECIMAL(38,18)", "Nullable(Decimal(38,18))", "DECIMAL(38,18)",
        "numeric(38,18)" } },
    { "count_type", { "BIGINT", "Nullable(Int64)", "BIGINT", "bigint" } },
    { "table_end", { " USING parquet", " ENGINE = MergeTree ORDER BY tuple()", "", "" } },
    { "wide", { "CAST($1 AS DECIMAL(38,0))", "toInt256($1)", "CAST($1 AS HUGEINT)",
        "CAST($1 AS numeric)" } },
    { "big", { "CAST($1 AS DECIMAL(38,0))", "toInt256('$1')", "CAST($1 AS HUGEINT)",
        "CAST($1 AS numeric)" } },
    { "no_leak", { "CAST(NULL AS DECIMAL(38,0))", "CAST(NULL AS Nullable(Int256))",
        "CAST(NULL AS HUGEINT)", "CAST(NULL AS numeric)" } },
    { "bigint", { "CAST($1 AS BIGINT)", "toInt64($1)", "CAST($1 AS BIGINT)",
        "CAST($1 AS bigint)" } },
    /* The whole part of a quotient: of wide numbers, of BIGINTs. */
    { "quotient", { "CAST((($1) - ($1) % ($2)) / ($2) AS DECIMAL(38,0))", "intDiv($1, $2)",
        "(($1) // ($2))", "div($1, $2)" } },
    /* What a division of wide numbers leaves, as wide: ClickHouse's is as narrow as the divisor. */
    { "rest", { "(($1) % ($2))", "toInt256(($1) % ($2))", "(($1) % ($2))", "(($1) % ($2))" } },
    { "divide", { "(($1) DIV ($2))", "intDiv($1, $2)", "(($1) // ($2))", "(($1) / ($2))" } },
    { "ms", { "unix_millis($1)", "toUnixTimestamp64Milli($1)", "epoch_ms($1)",
        "CAST(extract(epoch FROM $1) * 1000 AS bigint)" } },
    { "units", {
        "CAST(replace(CAST($1 AS STRING), '.', '') AS DECIMAL(38,0))",
        "toInt256(toDecimal256($1, 18) * toDecimal256('1000000000000000000', 0))",
        "CAST(replace(CAST($1 AS VARCHAR), '.', '') AS HUGEINT)",
        "trunc($1 * 1000000000000000000)" } },
    /* An amount from its count; both halves fit exactly. */
    { "amount", {
        "CAST(CAST({{quotient|$1|1000000000000000000}} AS DECIMAL(20,0)) + "
            "CAST(($1) % 1000000000000000000 AS DECIMAL(18,0)) * "
            "CAST('0.000000000000000001' AS DECIMAL(18,18)) AS DECIMAL(38,18))",
        "toDecimal128(toDecimal256($1, 0) * toDecimal256('0.000000000000000001', 18), 18)",
        "(CAST({{quotient|$1|1000000000000000000}} AS DECIMAL(38,18)) + "
            "CAST(CAST(($1) % 1000000000000000000 AS DECIMAL(18,0)) * "
            "CAST('0.000000000000000001' AS DECIMAL(18,18)) AS DECIMAL(38,18)))",
        "CAST(($1) * 0.000000000000000001 AS numeric(38,18))" } },
    /* Months since year 0 of a moment in milliseconds, and when such a month begins. */
    { "month", {
        "(year(timestamp_millis($1)) * 12 + month(timestamp_millis($1)) - 1)",
        "(toYear(fromUnixTimestamp64Milli(assumeNotNull($1), 'UTC')) * 12 + "
            "toMonth(fromUnixTimestamp64Milli(assumeNotNull($1), 'UTC')) - 1)",
        "(year(make_timestamp_ms($1)) * 12 + month(make_timestamp_ms($1)) - 1)",
        "CAST(extract(year FROM timestamp 'epoch' + ($1) * interval '1 millisecond') * 12 + "
            "extract(month FROM timestamp 'epoch' + ($1) * interval '1 millisecond') - 1 "
            "AS bigint)" } },
    { "month_start", {
        "(CAST(unix_date(make_date(CAST(($1) DIV 12 AS INT), CAST(($1) % 12 + 1 AS INT), 1)) "
            "AS BIGINT) * 86400000)",
        "(toInt64(toInt32(makeDate32(intDiv($1, 12), ($1) % 12 + 1, 1))) * 86400000)",
        "epoch_ms(CAST(make_date(($1) // 12, ($1) % 12 + 1, 1) AS TIMESTAMP))",
        "CAST(extract(epoch FROM make_date(CAST(($1) / 12 AS int), CAST(($1) % 12 + 1 AS int), 1))"
            " * 1000 AS bigint)" } },
    { "day_text", { "date_format(timestamp_millis($1), 'yyyy-MM-dd')",
        "formatDateTime(fromUnixTimestamp64Milli($1, 'UTC'), '%F')",
        "strftime(make_timestamp_ms($1), '%Y-%m-%d')",
        "to_char(timestamp 'epoch' + ($1) * interval '1 millisecond', 'YYYY-MM-DD')" } },
    { "no_amount", { "CAST(0 AS DECIMAL(38,18))", "toDecimal128(0, 18)",
        "CAST(0 AS DECIMAL(38,18))", "CAST(0 AS numeric(38,18))" } },
    /* A name without what is added to copies; without its digits. */
    { "stem", {
        "regexp_replace(trim($1), '(?:[ \\\\t0-9()\\\\[\\\\]{}_-]"
            "|[Cc][Oo][Pp][Yy]|[Cc][Ll][Oo][Nn][Ee]|副本|克隆|拷贝|（|）)+$', '')",
        "replaceRegexpOne(trimBoth($1), '(?:[ \\\\t0-9()\\\\[\\\\]{}_-]"
            "|[Cc][Oo][Pp][Yy]|[Cc][Ll][Oo][Nn][Ee]|副本|克隆|拷贝|（|）)+$', '')",
        "regexp_replace(trim($1), '(?:[ \\t0-9()\\[\\]{}_-]"
            "|[Cc][Oo][Pp][Yy]|[Cc][Ll][Oo][Nn][Ee]|副本|克隆|拷贝|（|）)+$', '')",
        "regexp_replace(btrim($1), '(?:[ \\t0-9()\\[\\]{}_-]"
            "|[Cc][Oo][Pp][Yy]|[Cc][Ll][Oo][Nn][Ee]|副本|克隆|拷贝|（|）)+$', '')" } },
    { "digitless", { "translate($1, '0123456789', '')", "replaceRegexpAll($1, '[0-9]', '')",
        "translate($1, '0123456789', '')", "translate($1, '0123456789', '')" } },
    /* A text as a part of a key of several: whatever is in it, no two keys are alike. */
    { "keyed", { "{{text|length($1)}}, ':', $1" } },
    /* In small letters, of which only those of ASCII are meant. */
    { "folded", {
        "translate($1, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')", "lower($1)",
        "translate($1, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')",
        "translate($1, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')" } },
    { "separator", { "chr(31)", "char(31)", "chr(31)", "chr(31)" } },
    { "text", { "CAST($1 AS STRING)", "toString($1)", "CAST($1 AS VARCHAR)", "CAST($1 AS text)" } },
    /* What is the same for all. */
    { "never", { "9000000000000000" } },
    { "one", { "1000000000000000000" } },
    { "unit_length", { "CASE {{folded|coalesce($1, '')}} WHEN 'hours' THEN 3600000 "
        "WHEN 'hour' THEN 3600000 WHEN 'seconds' THEN 1000 WHEN 'second' THEN 1000 "
        "WHEN 'minutes' THEN 60000 WHEN 'minute' THEN 60000 WHEN 'days' THEN 86400000 "
        "WHEN 'day' THEN 86400000 WHEN 'weeks' THEN 604800000 WHEN 'week' THEN 604800000 "
        "ELSE 0 END" } },
    { "ends_with", { "right($1, length($2)) = $2" } },
    /* Spans that touch or overlap as one: $1 selects the keys $2, s and e. */
    { "islands", {
        "SELECT $2, min(s) AS s, max(e) AS e\n"
        "FROM (SELECT $2, s, e, sum(is_new) OVER (PARTITION BY $2 ORDER BY s, e, is_new DESC\n"
        "        ROWS UNBOUNDED PRECEDING) AS island\n"
        "    FROM (SELECT $2, s, e, CASE WHEN s > coalesce(max(e) OVER (PARTITION BY $2\n"
        "            ORDER BY s, e ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), s - 1)\n"
        "            THEN 1 ELSE 0 END AS is_new\n"
        "        FROM ($1) spans) marked) numbered\n"
        "GROUP BY $2, island" } },
    /* The spans of $1, which do not overlap, without those of $2 of the same $3. */
    { "minus", {
        "SELECT $3, open_from AS s, s AS e\n"
        "FROM (SELECT $3, s, coalesce(max(e) OVER (PARTITION BY $3, whole_s ORDER BY s, e\n"
        "        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), whole_s) AS open_from\n"
        "    FROM (SELECT a.$3 AS $3, a.s AS whole_s, greatest(a.s, b.s) AS s,\n"
        "            least(a.e, b.e) AS e\n"
        "        FROM $1 a JOIN $2 b ON b.$3 = a.$3\n"
        "        WHERE b.s < a.e AND b.e > a.s\n"
        "        UNION ALL SELECT a.$3 AS $3, a.s AS whole_s, a.e AS s, a.e AS e FROM $1 a) cut\n"
        "    ) holes\n"
        "WHERE open_from < s" } },
    /* The whole part of $1 x $2 / $3, where $2 <= $3: $1 below 10^30, $3 below 10^22. */
    { "portion", {
        "({{quotient|{{quotient|$1|1000000000000000}} * $2|$3}} * 1000000000000000 + "
        "{{quotient|{{rest|{{quotient|$1|1000000000000000}} * $2|$3}} * 1000000000000000 + "
        "{{rest|$1|1000000000000000}} * $2|$3}})" } },
    /* The same of wholes below 10^27, in three parts; $1 below 10^31, $2 below 10^27. */
    { "long_portion", {
        "({{quotient|{{quotient|$1|{{big|100000000000000000000}}}} * $2|$3}} * "
        "{{big|100000000000000000000}} + "
        "{{quotient|{{long_first|$1|$2|$3}} * 10000000000 + {{long_middle|$1}} * $2|$3}} * "
        "10000000000 + {{quotient|{{rest|{{long_first|$1|$2|$3}} * 10000000000 + "
        "{{long_middle|$1}} * $2|$3}} * 10000000000 + {{rest|$1|10000000000}} * $2|$3}})" } },
    { "long_first", { "{{rest|{{quotient|$1|{{big|100000000000000000000}}}} * $2|$3}}" } },
    { "long_middle", { "{{rest|{{quotient|$1|10000000000}}|10000000000}}" } },
    /* Half away from zero to 9 decimals, of what is not below 0. */
    { "rounded", { "{{quotient|$1 + 500000000|1000000000}} * 1000000000" } },
    /* $1 x $2 / $3 as a leak; a share of one is all of it, with all decimals. */
    { "share", { "CASE WHEN $2 >= $3 THEN $1 ELSE {{rounded|{{portion|$1|$2|$3}}}} END" } },
    { "size", { "greatest($1, -($1))" } },
    /* Half a unit of the last of so many decimals; the smallest amount of a currency. */
    { "half", {
        "CASE ($1) WHEN 0 THEN 500000000000000000 WHEN 1 THEN 50000000000000000 WHEN 2 THEN "
        "5000000000000000 WHEN 3 THEN 500000000000000 WHEN 4 THEN 50000000000000 WHEN 5 THEN "
        "5000000000000 WHEN 6 THEN 500000000000 WHEN 7 THEN 50000000000 WHEN 8 THEN "
        "5000000000 WHEN 9 THEN 500000000 WHEN 10 THEN 50000000 WHEN 11 THEN 5000000 WHEN 12 "
        "THEN 500000 WHEN 13 THEN 50000 WHEN 14 THEN 5000 WHEN 15 THEN 500 WHEN 16 THEN 50 "
        "WHEN 17 THEN 5 ELSE 0 END" } },
    { "minor_unit", {
        "CASE WHEN $1 IN ('JPY', 'KRW', 'VND', 'CLP', 'ISK') THEN {{wide|1000000000000000000}} "
        "WHEN $1 IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') "
        "THEN {{wide|1000000000000000}} ELSE {{wide|10000000000000000}} END" } },
    /* The product of two amounts, half-even to 18 decimals; neither is below 0. */
    { "product", {
        "({{whole_product|$1|$2}} + CASE WHEN 2 * {{rest|{{rest|$1|{{one}}}} * "
        "{{rest|$2|{{one}}}}|{{one}}}} + {{rest|{{whole_product|$1|$2}}|2}} > {{one}} "
        "THEN 1 ELSE 0 END)" } },
    /* How far rounding of the quantity and of the price may move their product. */
    { "tolerance", {
        "{{product|quantity|price_half}} + {{product|price|quantity_half}}" } },
    { "whole_product", {
        "({{quotient|$1|{{one}}}} * $2 + {{rest|$1|{{one}}}} * {{quotient|$2|{{one}}}} + "
        "{{quotient|{{rest|$1|{{one}}}} * {{rest|$2|{{one}}}}|{{one}}}})" } },
    /* $1 x $2 / $3, half away from zero to 18 decimals: of BIGINTs $2 and $3; as `long_portion`. */
    { "nearest_units", { "{{quotient|2 * ($1) * ($2) + ($3)|2 * ($3)}}" } },
    { "nearest", { "{{quotient|{{long_portion|(2 * $1)|$2|$3}} + 1|2}}" } },
    /* $1 and $2 percent of it, a setting, of which 4 decimals count. */
    { "above_percent", {
        "{{nearest_units|$1|1000000 + {{quotient|$2|100000000000000}}|1000000}}" } },
    /* The whole part of $1 x $3 / $4 - $2 x $3 / $5. */
    { "dearer", {
        "{{portion|$1|$3|$4}} - {{quotient|$2 * $3|$5}} - CASE WHEN "
        "{{rest|{{rest|{{quotient|$1|1000000000000000}} * $3|$4}} * 1000000000000000 + "
        "{{rest|$1|1000000000000000}} * $3|$4}} * $5 >= {{rest|$2 * $3|$5}} * $4 "
        "THEN 0 ELSE 1 END" } },
    /* On-demand lines of a month, week or day for which a package would have cost less. */
    { "package", {
        "{{make|gb_package_$1}}\n"
        "SELECT line, inst, currency, start_ms, billed, bucket, spend - package AS leak\n"
        "FROM (SELECT b.*, o.price * CASE WHEN o.is_per_card = 1\n"
        "        THEN {{wide|b.cards}} ELSE {{wide|1}} END AS package\n"
        "    FROM (SELECT l.line AS line, l.inst AS inst, l.currency AS currency,\n"
        "            l.start_ms AS start_ms, l.billed AS billed, l.of_$1 AS bucket,\n"
        "            sum(l.billed) OVER (PARTITION BY l.inst, l.currency, l.of_$1) AS spend,\n"
        "            max(greatest(l.cards, 1)) OVER (PARTITION BY l.inst, l.currency,\n"
        "                l.of_$1) AS cards,\n"
        "            first_value(l.line) OVER (PARTITION BY l.inst, l.currency, l.of_$1\n"
        "                ORDER BY l.start_ms, l.line) AS first_line\n"
        "        FROM $2) b\n"
        "    JOIN gb_offer o ON o.line = b.first_line AND o.unit = '$1'\n"
        "        AND o.pricing = 'Committed') p\n"
        "WHERE spend > package;\n" } },
    /* Instances that share a stretch are of one group, round $1 behind $2. */
    { "group_round", {
        "{{make|gb_group_$1}}\n"
        "SELECT r.stem AS stem, r.inst AS inst, min(b.grouped) AS grouped\n"
        "FROM gb_stem_run r\n"
        "JOIN (SELECT r.stem AS stem, r.stretch AS stretch, min(g.grouped) AS grouped\n"
        "    FROM gb_stem_run r\n"
        "    JOIN gb_group_$2 g ON g.inst = r.inst\n"
        "    GROUP BY r.stem, r.stretch) b ON b.stem = r.stem AND b.stretch = r.stretch\n"
        "GROUP BY r.stem, r.inst;\n" } },
    /* Kept where nobody before is open or kept, a copy where somebody before is kept. */
    { "keep_round", {
        "{{make|gb_kept_$1}}\n"
        "SELECT k.stem AS stem, k.grouped AS grouped, k.place AS place,\n"
        "    CASE WHEN k.fate > 0 THEN k.fate WHEN b.is_kept = 1 THEN 2 WHEN b.is_open = 1 THEN 0\n"
        "        ELSE 1 END AS fate\n"
        "FROM gb_kept_$2 k\n"
        "LEFT JOIN (SELECT p.stem AS stem, p.grouped AS grouped, p.copy AS copy,\n"
        "        max(CASE WHEN o.fate = 1 THEN 1 ELSE 0 END) AS is_kept,\n"
        "        max(CASE WHEN o.fate = 0 THEN 1 ELSE 0 END) AS is_open\n"
        "    FROM gb_pair p\n"
        "    JOIN gb_kept_$2 o ON o.stem = p.stem AND o.grouped = p.grouped\n"
        "        AND o.place = p.kept\n"
        "    GROUP BY p.stem, p.grouped, p.copy) b\n"
        "    ON b.stem = k.stem AND b.grouped = k.grouped AND b.copy = k.place;\n" } },
    /* A leak that is known of all lines of $1 with equal $2, over these lines pro rata of what they
     * billed, in the order $3; the last takes the rest. */
    { "spread", {
        "SELECT line, 'possible' AS certainty, 0 AS by_time,\n"
        "    greatest({{wide|0}}, CASE WHEN is_last = 1 THEN whole_leak - prior\n"
        "        ELSE least(part_leak, whole_leak - prior) END) AS leak\n"
        "FROM (\n"
        "    SELECT line, whole_leak, part_leak, is_last,\n"
        "        coalesce(sum(part_leak) OVER (PARTITION BY $2 ORDER BY $3\n"
        "            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), {{wide|0}}) AS prior\n"
        "    FROM (\n"
        "        SELECT $2, $3, whole_leak, is_last,\n"
        "            {{rounded|{{long_portion|whole_leak|part|whole}}}} AS part_leak\n"
        "        FROM (\n"
        "            SELECT $2, $3, whole_leak, is_last, {{quotient|billed|scale}} AS part,\n"
        "                {{quotient|total|scale}} AS whole\n"
        "            FROM (\n"
        "                SELECT $2, $3, billed, {{rounded|leak}} AS whole_leak,\n"
        "                    sum(billed) OVER (PARTITION BY $2) AS total,\n"
        "                    CASE WHEN row_number() OVER (PARTITION BY $2 ORDER BY $3)\n"
        "                        = count(*) OVER (PARTITION BY $2) THEN 1 ELSE 0 END AS is_last,\n"
        "                    CASE WHEN max(billed % 1000000) OVER (PARTITION BY $2) = 0\n"
        "                        THEN {{wide|1000000}} ELSE {{wide|1}} END AS scale\n"
        "                FROM $1) spread_a) spread_b) spread_c) spread_d" } },
};

static const struct macro *
find_macro(struct sv name)
{
    for (size_t i = 0; i < sizeof(macros) / sizeof(macros[0]); i++)
        if (sv_is(name, sv_of(macros[i].name)))
            return &macros[i];
    return NULL;
}

void
macro_quote(struct buf *out, enum engine engine, const char *text)
{
    bool has_escapes = engine == ENGINE_SPARK || engine == ENGINE_CLICKHOUSE;

    buf_add_char(out, '\'');
    for (; *text; text++) {
        if (has_escapes && (*text == '\\' || *text == '\''))
            buf_add_char(out, '\\');
        else if (*text == '\'')
            buf_add_char(out, '\'');
        buf_add_char(out, *text);
    }
    buf_add_char(out, '\'');
}

static bool
is_at(struct sv s, size_t i, char c)
{
    return i + 1 < s.n && s.p[i] == c && s.p[i + 1] == c;
}

/*
 * Part ${rest}, which begins behind "{{", into the macro's name and arguments; the length of all
 * with "}}", or 0 where it is not closed or has too many.
 */
static size_t
part(struct sv rest, struct sv parts[MACRO_ARGUMENTS + 1], size_t *n)
{
    size_t depth = 0, from = 0;

    *n = 0;
    for (size_t i = 0; i < rest.n; i++) {
        if (is_at(rest, i, '{')) {
            depth++;
            i++;
        } else if (is_at(rest, i, '}') && depth > 0) {
            depth--;
            i++;
        } else if (depth == 0 && (rest.p[i] == '|' || is_at(rest, i, '}'))) {
            if (*n > MACRO_ARGUMENTS)
                return 0;
            parts[(*n)++] = sv_part(rest, from, i);
            if (rest.p[i] == '}')
                return i + 2;
            from = i + 1;
        }
    }
    return 0;
}

static int expand(struct macro_writer *w, struct sv text, const struct sv *arguments, int depth,
    struct buf *out, struct err *e);

/* Expand ${text} for itself; what becomes of it lies in the arena. */
static int
expand_apart(struct macro_writer *w, struct sv text, const struct sv *arguments, int depth,
    struct sv *out, struct err *e)
{
    struct buf made;
    int result;

    buf_init(&made, EXPANDED_MAX);
    result = expand(w, text, arguments, depth, &made, e);
    if (result == 0)
        result = buf_ok(&made, e);
    if (result == 0) {
        *out = arena_sv(&w->arena, buf_sv(&made));
        if (!out->p && made.n > 0)
            result = err_nomem(e);
    }
    buf_release(&made);
    return result;
}

/* Write the macro of ${parts}: its name, then arguments as they stand. */
static int
call(struct macro_writer *w, const struct sv *parts, size_t n, const struct sv *arguments,
    int depth, struct buf *out, struct err *e)
{
    struct sv given[MACRO_ARGUMENTS] = { SV_EMPTY };
    const struct macro *macro = find_macro(parts[0]);
    const char *text;

    for (size_t i = 1; i < n; i++)
        if (expand_apart(w, parts[i], arguments, depth + 1, &given[i - 1], e) < 0)
            return -1;
    if (w->value && w->value(w, parts[0], given, out))
        return 0;
    if (!macro)
        return err_set(e, ERR_BUG, "no macro is called '%.*s'", SV_ARG(parts[0]));
    text = macro->text[w->engine] ? macro->text[w->engine] : macro->text[0];
    return expand(w, sv_of(text), given, depth + 1, out, e);
}

static int
expand(struct macro_writer *w, struct sv text, const struct sv *arguments, int depth,
    struct buf *out, struct err *e)
{
    struct sv parts[MACRO_ARGUMENTS + 1];
    size_t n, length;

    if (depth > DEPTH_MAX)
        return err_set(e, ERR_BUG, "macros call each other without an end");
    for (size_t i = 0; i < text.n; i++) {
        if (arguments && text.p[i] == '$' && i + 1 < text.n && text.p[i + 1] >= '1' &&
            text.p[i + 1] < '1' + MACRO_ARGUMENTS) {
            buf_add(out, arguments[text.p[++i] - '1']);
        } else if (is_at(text, i, '{')) {
            length = part(sv_part(text, i + 2, text.n), parts, &n);
            if (length == 0)
                return err_set(e, ERR_BUG, "a macro is not closed: %.*s",
                    SV_ARG(sv_part(text, i, i + 40)));
            if (call(w, parts, n, arguments, depth, out, e) < 0)
                return -1;
            i += length + 1;
        } else {
            buf_add_char(out, text.p[i]);
        }
    }
    return 0;
}

int
macro_expand(struct macro_writer *w, struct sv text, struct buf *out, struct err *e)
{
    int result = expand(w, text, NULL, 0, out, e);

    arena_release(&w->arena);
    return result;
}
