/*
 * command_sql.c - the rules as SQL for an engine that outgrows one machine.
 */
#include "app/command.h"
#include "app/opening.h"
#include "app/output.h"
#include "app/output_file.h"
#include "audit/engine_sql.h"

#define SCRIPT_MAX ((size_t)1 << 26)

static int
write_script(const struct reading *r, const struct options *o, const struct buf *script,
    struct err *e)
{
    struct output_file out;

    if (!o->output_file)
        return output_text(buf_sv(script), e);
    if (reading_refuse_output(r, o->output_file, e) < 0 ||
        output_file_open(&out, o->output_file, o->stop, e) < 0)
        return -1;
    return output_file_close(&out, output_file_sink(&out, buf_sv(script), e), e);
}

static int
make_script(struct reading *r, const struct options *o, struct buf *script, struct err *e)
{
    static const unsigned parts[] = { SQL_ALL, SQL_DDL, SQL_RULES, SQL_SPEND };
    struct engine_sql in = { .engine = (enum engine)o->engine,
        .parts = parts[o->sql_part], .config = r->config, .rulebook = &r->rulebook,
        .formats = &r->formats };
    bool is_asked;

    if (o->engine == ENGINE_COUNT)
        return err_set(e, ERR_USAGE,
            N_("--engine is missing: spark, clickhouse, duckdb or postgres"));
    if (o->path_count > 0)
        return err_set(e, ERR_USAGE, N_("sql reads no bills: '%s' has no place here"),
            o->paths[0]);
    if (reading_period(r, &is_asked, e) < 0)
        return -1;
    in.period = r->period;
    if (!is_asked)
        in.period.from = in.period.to = 0;
    return engine_sql_write(script, &in, e);
}

static int
run_sql(const struct options *o)
{
    struct reading r;
    struct buf script;
    struct err e = ERR_INIT;
    int code;

    buf_init(&script, SCRIPT_MAX);
    opening_init(&r, o);
    code = opening_formats(&r, o);
    if (code == EXIT_DONE)
        code = opening_config(&r, o);
    if (code == EXIT_DONE && make_script(&r, o, &script, &e) < 0)
        code = output_failure(o, &e, e.code == ERR_BUG ? EXIT_BUG : EXIT_USAGE);
    if (code == EXIT_DONE && write_script(&r, o, &script, &e) < 0) {
        output_error(o, &e);
        code = EXIT_OUTPUT;
    }
    reading_release(&r);
    buf_release(&script);
    return code;
}

static const struct example examples[] = {
    { "--engine duckdb -o review.sql", N_("the tables and the rules, as DuckDB reads them") },
    { "--engine spark --part rules --month 2026-03 --config gpubill.json",
        N_("the rules for one month, with the settings and prices of a config") },
    { .arguments = NULL },
};

const struct command command_sql = {
    .name = "sql",
    .summary = N_("The rules as SQL, for ledgers that outgrow one machine."),
    .usage = N_("--engine ENGINE [OPTION]..."),
    .details = N_("Writes the tables that an engine is given, the rules as statements over them, "
        "nets included, and the sums with their checks. The tables are filled from what 'gpubill "
        "ledger --table' writes. docs/SCALE.md describes all of it, and what no script has."),
    .examples = examples,
    .arguments = ARGUMENTS_NONE,
    .order = 8,
    .options = OPTIONS_SQL | OPTIONS_PERIOD,
    .run = run_sql,
};
