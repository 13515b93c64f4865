/*
 * main.c - from the command line to a command.
 */
#include <signal.h>
#include <stdlib.h>

#include "app/command.h"
#include "app/help.h"
#include "app/output.h"
#include "app/redacting.h"
#include "app/stop.h"
#include "base/confine.h"
#include "base/memory.h"

static int
say(const struct options *o, struct buf *text)
{
    struct err e = ERR_INIT;
    int code = EXIT_DONE;

    if (buf_ok(text, &e) < 0 || output_text(buf_sv(text), &e) < 0) {
        output_error(o, &e);
        code = EXIT_OUTPUT;
    }
    buf_release(text);
    return code;
}

static int
run(struct options *o)
{
    struct buf text;

    buf_init(&text, 1u << 16);
    if (o->wants_version) {
        buf_add_text(&text, "gpubill " GPUBILL_VERSION "\n");
        return say(o, &text);
    }
    if (o->wants_help) {
        help_text(o->command, (enum lang)o->lang, &text);
        return say(o, &text);
    }
    if (!o->command) {
        struct err e = ERR_INIT;

        err_set(&e, ERR_USAGE, N_("no command given; start with: gpubill review FOLDER"));
        output_error(o, &e);
        return EXIT_USAGE;
    }
    return o->is_redacted ? redacting_command(o) : o->command->run(o);
}

/* Run; commands that read bills, and so make files, leave none behind when a signal comes. */
static int
run_watched(struct options *o)
{
    struct err e = ERR_INIT;
    int code;

    if (o->command && o->command->options & OPTIONS_INPUT && !o->wants_help) {
        o->stop = stop_watch(&e);
        if (!o->stop)
            return output_failure(o, &e, EXIT_OUTPUT);
    }
    code = run(o);
    stop_free(o->stop);
    return code;
}

int
main(int argc, char **argv)
{
    struct sigaction ignore = { .sa_handler = SIG_IGN };
    struct options o;
    struct err e = ERR_INIT;
    int code;

    memory_give_back();
    output_keep_streams();
    /* Nothing leaves the machine; where the system can, it sees to that. */
    (void)confine_from_network();

    /* A closed pipe must be an error of the write that meets it, with its own exit code. */
    sigaction(SIGPIPE, &ignore, NULL);
    if (options_parse(&o, argc, argv, &e) < 0) {
        code = output_failure(&o, &e, EXIT_USAGE);
    } else {
        code = run_watched(&o);
    }
    options_release(&o);
    return code;
}
