/*
 * ledger_database.c - `ledger --as sqlite`: what --ledger-db would keep, as a file of its own.
 */
#include "app/command.h"
#include "app/ledger_database.h"
#include "app/opening.h"
#include "app/output.h"
#include "app/output_file.h"

static int
check(const struct options *o, struct err *e)
{
    if (!o->output_file)
        return err_set(e, ERR_USAGE, N_("--as sqlite needs a file to write: -o FILE"));
    if (o->ledger_db || o->where_count > 0)
        return err_set(e, ERR_USAGE, N_("--as sqlite holds all that the files hold; it goes with "
            "no --ledger-db and no --where"));
    return 0;
}

/* Read into ${out}. -1: it is not to be kept; ${*code} is the exit code, and ${e} says why unless
 * that has been said. */
static int
fill(struct reading *r, const struct options *o, const struct output_file *out, int *code,
    struct err *e)
{
    r->keeping = (struct keeping){ .path = out->temporary.p, .is_export = true };
    *code = opening_run(r, o, true);
    if (*code != EXIT_DONE)
        return -1;
    *code = keeping_judge(&r->keeping, r, NULL, NULL, e);
    if (*code != EXIT_DONE)
        return -1;
    *code = opening_report(r, o);
    if (reading_refuse_output(r, o->output_file, e) < 0 ||
        keeping_commit(&r->keeping, NULL, e) < 0) {
        *code = EXIT_OUTPUT;
        return -1;
    }
    keeping_release(&r->keeping);
    return 0;
}

int
ledger_database(struct reading *r, const struct options *o)
{
    struct err e = ERR_INIT;
    struct output_file out;
    int code = EXIT_OUTPUT, result = -1;

    if (check(o, &e) < 0)
        return output_failure(o, &e, EXIT_USAGE);
    if (output_file_open_database(&out, o->output_file, o->stop, &e) < 0) {
        output_error(o, &e);
        return EXIT_OUTPUT;
    }
    if (out.temporary.n > 0)
        result = fill(r, o, &out, &code, &e);
    else
        (void)err_set(&e, ERR_IO, N_("a database must be a file"));
    if (output_file_close(&out, result, &e) < 0 && e.code != ERR_NONE) {
        code = code == EXIT_DONE ? EXIT_OUTPUT : code;
        output_error(o, &e);
    }
    return code;
}
