/*
 * redacting.c - --redact: nothing that tells of people leaves the program.
 */
#include "app/command.h"
#include "app/output.h"
#include "app/redacting.h"
#include "redact/redact.h"

/* A ledger that is kept must have the real names, and one record from bytes to line has nothing
 * else. */
static int
check(const struct options *o, struct err *e)
{
    if (o->ledger_db)
        return err_set(e, ERR_USAGE, N_("--redact goes with no --ledger-db: a ledger that is kept "
            "has the real names"));
    if (o->ledger_form == LEDGER_SQLITE)
        return err_set(e, ERR_USAGE, N_("--redact goes with no --as sqlite: a database has the "
            "real names"));
    if (o->explain)
        return err_set(e, ERR_USAGE, N_("--redact goes with no --explain, which shows a record as "
            "it stands in the file"));
    return 0;
}

int
redacting_command(struct options *o)
{
    struct err e = ERR_INIT;
    struct redaction redaction;
    int code;

    if (check(o, &e) < 0)
        return output_failure(o, &e, EXIT_USAGE);
    redaction_init(&redaction);
    o->redaction = &redaction;
    code = o->command->run(o);
    o->redaction = NULL;
    redaction_release(&redaction);
    return code;
}

int
redacting_results(const struct options *o, struct reading *r, struct review *review,
    struct audit *audit, struct recon *recon, struct err *e)
{
    const struct redact_run run = { .formats = &r->formats, .import = &r->import,
        .config = r->config, .review = review, .audit = audit, .recon = recon };

    return o->redaction ? redact(o->redaction, &run, e) : 0;
}
