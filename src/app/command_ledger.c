/*
 * command_ledger.c - the normalised ledger as CSV or NDJSON.
 */
#include "app/command.h"
#include "app/output.h"
#include "app/output_file.h"
#include "app/reading.h"
#include "reports/render.h"

static int
write_ledger(const struct reading *r, const struct options *o, render_sink *sink, void *context,
    struct err *e)
{
    const struct ledger *l = &r->import.ledger;

    if (o->ledger_form == LEDGER_NDJSON)
        return render_ledger_ndjson(l, sink, context, e);
    return render_ledger_csv(l, sink, context, e);
}

/* The bills that were read are never overwritten, under whatever name the ledger is asked for. */
static int
write_file(const struct reading *r, const struct options *o, struct err *e)
{
    struct output_file out;
    int result;

    for (size_t i = 0; i < r->walk.found.n; i++)
        if (output_is_same_file(o->output_file, r->walk.found.at[i].path)) {
            err_set(e, ERR_IO, N_("this is one of the bills; name another file with -o"));
            return err_at(e, o->output_file, 0);
        }
    if (output_file_open(&out, o->output_file, e) < 0)
        return -1;
    result = write_ledger(r, o, output_file_sink, &out, e);
    return output_file_close(&out, result, e);
}

static int
run_ledger(const struct options *o)
{
    struct reading r;
    struct err e = ERR_INIT;
    int result, code;

    reading_init(&r, o);
    code = reading_run(&r, o, true);
    if (code == EXIT_DONE) {
        code = reading_report(&r, o);
        result = o->output_file ? write_file(&r, o, &e)
                                : write_ledger(&r, o, output_sink, NULL, &e);
        if (result < 0) {
            output_error(o, &e);
            code = EXIT_OUTPUT;
        }
    }
    reading_release(&r);
    return code;
}

const struct command command_ledger = {
    .name = "ledger",
    .summary = N_("Write the normalised ledger, as CSV or NDJSON."),
    .usage = N_("[OPTION]... PATH..."),
    .order = 3,
    .options = OPTIONS_INPUT | OPTIONS_PERIOD | OPTIONS_LEDGER,
    .run = run_ledger,
};
