/*
 * command_ledger.c - the normalised ledger as CSV or NDJSON.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "app/command.h"
#include "app/output.h"
#include "app/reading.h"
#include "base/file.h"
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

static int
fd_sink(void *context, struct sv piece, struct err *e)
{
    return file_write_fd(*(const int *)context, piece, e);
}

/* Into a temporary sibling first: what was there before stays until the new one is whole. */
static int
write_file(const struct reading *r, const struct options *o, struct err *e)
{
    struct buf temporary;
    int fd, result = -1;

    buf_init(&temporary, ERR_PATH_MAX);
    buf_addf(&temporary, "%s.%ld.tmp", o->output_file, (long)getpid());
    if (buf_ok(&temporary, e) < 0)
        goto release;
    fd = open(temporary.p, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) {
        err_system(e, errno, N_("cannot create the file"));
        err_at(e, temporary.p, 0);
        goto release;
    }
    result = write_ledger(r, o, fd_sink, &fd, e);
    if (result == 0 && fsync(fd) < 0)
        result = err_system(e, errno, N_("cannot write"));
    if (close(fd) < 0 && result == 0)
        result = err_system(e, errno, N_("cannot write"));
    if (result == 0 && rename(temporary.p, o->output_file) < 0)
        result = err_system(e, errno, N_("cannot replace the file"));
    if (result < 0) {
        err_at(e, o->output_file, 0);
        unlink(temporary.p);
    }
release:
    buf_release(&temporary);
    return result;
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
    .usage = "[OPTION]... PATH...",
    .order = 3,
    .options = OPTIONS_INPUT | OPTIONS_PERIOD | OPTIONS_LEDGER,
    .run = run_ledger,
};
