/*
 * gnuplot.c - running gnuplot, a separate process with limits.
 */
#include "base/child.h"
#include "reports/gnuplot.h"

#define LOG_BYTES_MAX ((size_t)1 << 16)

bool
gnuplot_find(struct buf *program)
{
    return child_find(program, "gnuplot");
}

/* Why gnuplot, run as ${c}, ended with ${end} on ${what}. */
static void
tell_end(const struct child *c, enum child_end end, const char *what, struct message *why)
{
    struct buf complaint;

    switch (end) {
    case CHILD_NOT_STARTED:
        message_set(why, "gnuplot could not be started for %s", what);
        return;
    case CHILD_TOO_LONG:
        message_set(why, "gnuplot took longer than %d s for %s and was stopped; --limit seconds=N "
            "allows more", c->seconds, what);
        return;
    case CHILD_TOO_LARGE:
        message_set(why, "gnuplot wrote more than %ju bytes for %s and was stopped; --limit "
            "output=N allows more", (uintmax_t)c->file_size, what);
        return;
    case CHILD_NO_MEMORY:
        message_set(why, "gnuplot failed on %s, and had used much of the %ju bytes of memory that "
            "it may use; --limit child-memory=N allows more", what, (uintmax_t)c->memory);
        return;
    case CHILD_DONE:
    case CHILD_KILLED:
        break;
    }
    buf_init(&complaint, LOG_BYTES_MAX);
    child_complaint(c, &complaint);
    if (complaint.n > 0)
        message_set(why, "gnuplot failed on %s: %s", what, complaint.p);
    else
        message_set(why, "gnuplot failed on %s", what);
    buf_release(&complaint);
}

int
gnuplot_run(const char *program, const char *folder, const char *script, const char *what,
    const struct program_limits *limits, struct message *why)
{
    const char *const argv[] = { "gnuplot", "-d", script, NULL };
    const struct child child = {
        .program = program,
        .argv = argv,
        .folder = folder,
        .output = "gnuplot.log",
        .log = "gnuplot.log",
        .seconds = (int)limits->seconds,
        .cpu_seconds = (int)limits->seconds,
        .memory = limits->memory,
        .file_size = limits->output,
    };
    enum child_end end;
    int status;

    end = child_run(&child, &status);
    if (end == CHILD_DONE && status == 0)
        return 0;
    tell_end(&child, end, what, why);
    return -1;
}
