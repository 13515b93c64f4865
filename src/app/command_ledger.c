/*
 * command_ledger.c - the normalised ledger in the form that the user asks for.
 */
#include "app/command.h"
#include "app/ledger_database.h"
#include "app/ledger_stream.h"
#include "app/opening.h"
#include "app/output.h"
#include "app/output_file.h"
#include "app/redacting.h"
#include "parsers/where.h"
#include "reports/focus.h"
#include "reports/render.h"

/* Most bytes of what is told about a FOCUS file. */
#define REPORT_MAX ((size_t)1 << 24)

/* The FOCUS file, and what of it no bill told. */
static int
write_focus(const struct reading *r, const struct options *o, render_sink *sink, void *context,
    struct err *e)
{
    struct focus f;
    struct buf lines;
    int result;

    buf_init(&lines, REPORT_MAX);
    result = focus_init(&f, &r->import.ledger, r->period.zone_minutes, e);
    if (result == 0)
        result = render_focus(&f, sink, context, e);
    if (result == 0) {
        focus_report(&lines, &f, (enum lang)o->lang);
        output_report(o, &lines);
    }
    buf_release(&lines);
    focus_release(&f);
    return result;
}

static int
write_ledger(const struct reading *r, const struct options *o, render_sink *sink, void *context,
    struct err *e)
{
    const struct ledger *l = &r->import.ledger;
    const struct engine_tables tables = { .ledger = l, .observations = &r->import.observations,
        .gpu_types = r->formats.gpu_types, .zone_minutes = r->period.zone_minutes };

    if (o->engine_table != ENGINE_TABLE_COUNT)
        return render_engine_table(&tables, (enum engine_table)o->engine_table, sink, context, e);
    if (o->is_focus)
        return write_focus(r, o, sink, context, e);
    switch ((enum ledger_form)o->ledger_form) {
    case LEDGER_CSV:
        return render_ledger_csv(l, sink, context, e);
    case LEDGER_NDJSON:
        return render_ledger_ndjson(l, sink, context, e);
    case LEDGER_BEANCOUNT:
        return render_beancount(l, r->period.zone_minutes, sink, context, e);
    case LEDGER_HLEDGER:
        return render_hledger(l, r->period.zone_minutes, sink, context, e);
    case LEDGER_SQLITE:
        break; /* ledger_database() */
    }
    return 0;
}

static int
write_file(const struct reading *r, const struct options *o, struct err *e)
{
    struct output_file out;
    int result;

    if (reading_refuse_output(r, o->output_file, e) < 0)
        return -1;
    if (output_file_open(&out, o->output_file, o->stop, e) < 0)
        return -1;
    result = write_ledger(r, o, output_file_sink, &out, e);
    return output_file_close(&out, result, e);
}

/* Write what was read; the exit code. */
static int
write_output(struct reading *r, const struct options *o, const struct where *where)
{
    struct err e = ERR_INIT;
    int code = keeping_judge(&r->keeping, r, NULL, NULL, &e), result;

    if (code != EXIT_DONE) {
        return output_failure(o, &e, code);
    }
    if (where_choose(where, &r->import.ledger, r->period.zone_minutes, &e) < 0)
        return output_failure(o, &e, EXIT_USAGE);
    if (redacting_results(o, r, NULL, NULL, NULL, &e) < 0)
        return output_failure(o, &e, EXIT_OUTPUT);
    code = opening_report(r, o);
    result = o->output_file ? write_file(r, o, &e) : write_ledger(r, o, output_sink, NULL, &e);
    if (result < 0 || keeping_commit(&r->keeping, NULL, &e) < 0) {
        output_error(o, &e);
        return EXIT_OUTPUT;
    }
    return code;
}

/* What the options ask for, before anything is read. */
static int
check_options(const struct options *o, struct where *where, struct err *e)
{
    if (o->engine_table != ENGINE_TABLE_COUNT && (o->is_focus || o->ledger_form != LEDGER_CSV))
        return err_set(e, ERR_USAGE, N_("--table is CSV as engines read it: it takes no --as and "
            "no --focus"));
    if (o->is_focus && o->ledger_form != LEDGER_CSV)
        return err_set(e, ERR_USAGE, N_("--focus is a CSV file: it takes no other --as"));
    if (!o->is_stream && (o->as_path || o->rejections))
        return err_set(e, ERR_USAGE, N_("--as-path and --rejections go with --stream"));
    for (size_t i = 0; i < o->where_count; i++)
        if (where_add(where, o->where[i], e) < 0)
            return -1;
    return 0;
}

static int
run_ledger(const struct options *o)
{
    struct where where = WHERE_INIT;
    struct reading r;
    struct err e = ERR_INIT;
    int code = EXIT_DONE;

    opening_init(&r, o);
    if (check_options(o, &where, &e) < 0)
        code = output_failure(o, &e, EXIT_USAGE);
    if (code == EXIT_DONE && o->is_stream) {
        code = ledger_stream(&r, o, &where);
    } else if (code == EXIT_DONE && o->ledger_form == LEDGER_SQLITE) {
        code = ledger_database(&r, o);
    } else if (code == EXIT_DONE) {
        code = opening_run(&r, o, true);
        if (code == EXIT_DONE)
            code = write_output(&r, o, &where);
    }
    reading_release(&r);
    where_release(&where);
    return code;
}

static const struct example examples[] = {
    { "-o ledger.csv bills", N_("every charge as one line") },
    { "--where 'x_Category is gpu' bills", N_("only what GPUs cost") },
    { "--as sqlite -o ledger.db bills", N_("tables and views for queries of your own") },
    { .arguments = NULL },
};

const struct command command_ledger = {
    .name = "ledger",
    .summary = N_("Write the normalised ledger: CSV, NDJSON, SQLite, beancount, hledger."),
    .usage = N_("[OPTION]... PATH..."),
    .details = N_("Every charge is one line in the terms of FOCUS, with the file and line that it "
        "came from. The same bytes come out on every run."),
    .examples = examples,
    .order = 3,
    .options = OPTIONS_INPUT | OPTIONS_PERIOD | OPTIONS_LEDGER,
    .run = run_ledger,
};
