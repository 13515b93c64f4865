/*
 * option_table.c - the options, in the order in which --help shows them.
 */
#include "app/option_table.h"

#include "app/options.h"
#include "run/writing.h"

static const char *const lang_words[] = { "en", "zh", NULL };
static const char *const when_words[] = { "auto", "always", "never", NULL };
static const char *const form_words[] = { "csv", "ndjson", "sqlite", "beancount", "hledger",
    NULL };

static const char *const engine_words[] = { "spark", "clickhouse", "duckdb", "postgres",
    NULL }; /* enum engine */
static const char *const table_words[] = { "ledger", "inputs", "states", "usage", NULL };
static const char *const part_words[] = { "all", "ddl", "rules", "spend", NULL };
static const char *const reader_words[] = { "fast", "libcsv", NULL }; /* enum reader_choice */

#define AT(member) offsetof(struct options, member)

const struct option option_table[] = {
    { "--out", NULL, "DIR", OPTIONS_REVIEW, OPTION_TEXT, AT(out), NULL,
        N_("folder for the report (default gpubill-review)") },
    { "--write", NULL, "LIST", OPTIONS_REVIEW, OPTION_OUTPUTS, AT(outputs), writing_words,
        N_("what to write: html, md, csv, json, xlsx, charts (default all)") },
    { "--month", NULL, "YYYY-MM", OPTIONS_PERIOD, OPTION_TEXT, AT(month), NULL,
        N_("review this month (default: the months that hold all lines)") },
    { "--from", NULL, "DATE", OPTIONS_PERIOD, OPTION_TEXT, AT(from), NULL,
        N_("review from this day on") },
    { "--to", NULL, "DATE", OPTIONS_PERIOD, OPTION_TEXT, AT(to), NULL,
        N_("review up to this day, which is excluded") },
    { "--timezone", NULL, "+HH:MM", OPTIONS_PERIOD | OPTIONS_INPUT, OPTION_ZONE, AT(zone_minutes),
        NULL, N_("where days and months begin (default +08:00)") },
    { "--strict", NULL, NULL, OPTIONS_REVIEW | OPTIONS_LEDGER, OPTION_SWITCH, AT(is_strict), NULL,
        N_("exit 3 if a record was rejected or a file in a folder not recognised") },
    { "--fail-on", NULL, "AMOUNT[CUR]", OPTIONS_REVIEW, OPTION_TEXT, AT(fail_on), NULL,
        N_("exit 1 when net leaks reach it (in that currency, else in any)") },
    { "--force", NULL, NULL, OPTIONS_REVIEW, OPTION_SWITCH, AT(is_forced), NULL,
        N_("write into a folder that gpubill did not make") },
    { "--redact", NULL, NULL,
        OPTIONS_REVIEW | OPTIONS_LEDGER | OPTIONS_RECONCILE | OPTIONS_EXPLAIN, OPTION_SWITCH,
        AT(is_redacted), NULL,
        N_("put stand-ins in the place of names, ids, paths and all that is quoted;\n"
        "                          amounts, dates, platforms and products stay") },
    { "--as", NULL, "FORM", OPTIONS_LEDGER, OPTION_CHOICE, AT(ledger_form), form_words,
        N_("form of the ledger: csv (default), ndjson, beancount, hledger, or\n"
        "                          sqlite (with -o)") },
    { "--focus", NULL, NULL, OPTIONS_LEDGER | OPTIONS_RECONCILE, OPTION_SWITCH, AT(is_focus), NULL,
        N_("a FOCUS file: of the ledger Cost and Usage (1.2), of invoices Invoice\n"
        "                          Detail (1.4); what bills and invoices do not tell is said") },
    { "--table", NULL, "TABLE", OPTIONS_LEDGER, OPTION_CHOICE, AT(engine_table), table_words,
        N_("a table of 'gpubill sql' as CSV: ledger, inputs, states or usage") },
    { "--where", NULL, "COND", OPTIONS_LEDGER, OPTION_WHERE, AT(where), NULL,
        N_("only lines for which COND holds: FIELD is|in|matches|over|under|blank\n"
        "                          VALUE, or JSON as in custom rules (given again: all hold)") },
    { "--engine", NULL, "ENGINE", OPTIONS_SQL, OPTION_CHOICE, AT(engine), engine_words,
        N_("whose SQL: spark, clickhouse, duckdb or postgres") },
    { "--part", NULL, "PART", OPTIONS_SQL, OPTION_CHOICE, AT(sql_part), part_words,
        N_("what of it: ddl (tables), rules, spend (sums and checks) or all (default)") },
    { "--stream", NULL, NULL, OPTIONS_LEDGER, OPTION_SWITCH, AT(is_stream), NULL,
        N_("read one bill of any length from standard input in constant memory, as\n"
        "                          the mapper of an engine; csv or ndjson (docs/SCALE.md)") },
    { "--as-path", NULL, "NAME", OPTIONS_LEDGER, OPTION_TEXT, AT(as_path), NULL,
        N_("with --stream: what the bill is called in its lines (default -)") },
    { "--rejections", NULL, "FILE", OPTIONS_LEDGER, OPTION_TEXT, AT(rejections), NULL,
        N_("with --stream: what was skipped and rejected, and the closing account, as\n"
        "                          NDJSON (default standard error)") },
    { "-o", NULL, "FILE", OPTIONS_LEDGER | OPTIONS_DRAFT | OPTIONS_RECONCILE | OPTIONS_SQL,
        OPTION_TEXT, AT(output_file), NULL,
        N_("write to FILE instead of standard output, which is -") },
    { "--recursive", "-r", NULL, OPTIONS_INPUT, OPTION_SWITCH, AT(is_recursive), NULL,
        N_("read folders with all below them, which is done without it too") },
    { "--format", NULL, "ID", OPTIONS_INPUT, OPTION_TEXT, AT(format), NULL,
        N_("bill format of files whose content leaves it open") },
    { "--usage", NULL, "INSTANCE=FILE", OPTIONS_REVIEW, OPTION_USAGE, AT(usage), NULL,
        N_("FILE is the utilisation log of INSTANCE (may be given again)") },
    { "--previous", NULL, "FILE", OPTIONS_REVIEW | OPTIONS_RECONCILE, OPTION_PREVIOUS,
        AT(previous), NULL, N_("review.json of an earlier review (may be given again)") },
    { "--ledger-db", NULL, "FILE", OPTIONS_PERIOD, OPTION_TEXT, AT(ledger_db), NULL,
        N_("keep the ledger in FILE (SQLite), with all that was imported before") },
    { "--findings", NULL, "FILE", OPTIONS_REVIEW, OPTION_TEXT, AT(findings), NULL,
        N_("review what an engine found by 'gpubill sql', in place of bills: its\n"
        "                          findings.csv (docs/SCALE.md)") },
    { "--aggregates", NULL, "DIR", OPTIONS_REVIEW, OPTION_TEXT, AT(aggregates), NULL,
        N_("with --findings: the folder of the engine's sums, totals.csv and others") },
    { "--usage-columns", NULL, "LIST", OPTIONS_INPUT, OPTION_TEXT, AT(usage_columns), NULL,
        N_("columns of nvidia-smi logs without headings") },
    { "--formats", NULL, "DIR", OPTIONS_INPUT | OPTIONS_CHECK | OPTIONS_DRAFT, OPTION_TEXT,
        AT(formats), NULL, N_("folder with bill formats of your own") },
    { "--limit", NULL, "NAME=N", OPTIONS_INPUT | OPTIONS_CHECK | OPTIONS_DRAFT, OPTION_LIMIT, 0,
        NULL, N_("read more: members, levels, ratio, unpacked of archives; columns, field,\n"
        "                          record, nesting of records; folders; pages of PDF; seconds,\n"
        "                          child-memory, output of other programs (may be given again)") },
    { "--memory", NULL, "SIZE", OPTIONS_INPUT, OPTION_SIZE, AT(limits.memory), NULL,
        N_("stop where more memory is in use, such as 8G (default: three quarters\n"
        "                          of what the machine has)") },
    { "--reader", NULL, "fast|libcsv", OPTIONS_INPUT, OPTION_CHOICE, AT(reader), reader_words,
        N_("what splits rows of CSV: both read the same, libcsv more slowly") },
    { "--explain", NULL, "FILE", OPTIONS_EXPLAIN, OPTION_TEXT, AT(explain), NULL,
        N_("show one record from bytes to ledger line (with --line)") },
    { "--line", NULL, "N", OPTIONS_EXPLAIN, OPTION_COUNT, AT(line), NULL,
        N_("line of the record to explain") },
    { "--check", NULL, "FILE", OPTIONS_CHECK, OPTION_TEXT, AT(check), NULL,
        N_("check a format file, its samples and, if given, a bill") },
    { "--json", NULL, NULL, OPTIONS_JSON, OPTION_SWITCH, AT(is_json), NULL,
        N_("write JSON to standard output") },
    { "--config", NULL, "FILE", OPTIONS_COMMON, OPTION_TEXT, AT(config), NULL,
        N_("the config (default gpubill.json, here or in the folder)") },
    { "--lang", NULL, "zh|en", OPTIONS_COMMON, OPTION_CHOICE, AT(lang), lang_words,
        N_("language of what people read") },
    { "--jobs", "-j", "N", OPTIONS_COMMON, OPTION_COUNT, AT(jobs), NULL,
        N_("threads to use (default: one per processor)") },
    { "--color", NULL, "WHEN", OPTIONS_COMMON, OPTION_CHOICE, AT(colour), when_words,
        N_("colours: auto, always or never") },
    { "--progress", NULL, "WHEN", OPTIONS_COMMON, OPTION_CHOICE, AT(progress), when_words,
        N_("how far it is: auto, always or never") },
    { "--quiet", "-q", NULL, OPTIONS_COMMON, OPTION_SWITCH, AT(is_quiet), NULL,
        N_("no progress, no warnings") },
    { "--verbose", "-v", NULL, OPTIONS_COMMON, OPTION_SWITCH, AT(is_verbose), NULL,
        N_("say more") },
    { "--help", "-h", NULL, OPTIONS_COMMON, OPTION_SWITCH, AT(wants_help), NULL,
        N_("show this help") },
    { "--version", NULL, NULL, OPTIONS_COMMON, OPTION_SWITCH, AT(wants_version), NULL,
        N_("show the version") },
    { .name = NULL },
};

bool
option_is_repeatable(const struct option *option)
{
    return option->kind == OPTION_USAGE || option->kind == OPTION_PREVIOUS ||
        option->kind == OPTION_WHERE || option->kind == OPTION_LIMIT;
}
