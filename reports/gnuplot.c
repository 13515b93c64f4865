/*
 * gnuplot.c - running gnuplot, a separate process with limits.
 */
#include "base/child.h"
#include "reports/gnuplot.h"

#define LOG_BYTES_MAX ((size_t)1 << 16)
#define CPU_SECONDS_MAX 15
#define MEMORY_MAX ((uint64_t)2 << 30)
#define FILE_MAX ((uint64_t)256 << 20)

bool
gnuplot_find(struct buf *program)
{
    return child_find(program, "gnuplot");
}

int
gnuplot_run(const char *program, const char *folder, const char *script, const char *what,
    int seconds, struct message *why)
{
    const char *const argv[] = { "gnuplot", "-d", script, NULL };
    const struct child child = {
        .program = program,
        .argv = argv,
        .folder = folder,
        .output = "gnuplot.log",
        .log = "gnuplot.log",
        .seconds = seconds,
        .cpu_seconds = CPU_SECONDS_MAX,
        .memory = MEMORY_MAX,
        .file_size = FILE_MAX,
    };
    struct buf complaint;
    int status;

    switch (child_run(&child, &status)) {
    case CHILD_NOT_STARTED:
        message_set(why, "gnuplot could not be started for %s", what);
        return -1;
    case CHILD_TOO_LONG:
        message_set(why, "gnuplot took longer than %d s for %s and was stopped", seconds, what);
        return -1;
    case CHILD_DONE:
        if (status == 0)
            return 0;
        break;
    case CHILD_KILLED:
        break;
    }
    buf_init(&complaint, LOG_BYTES_MAX);
    child_complaint(&child, &complaint);
    if (complaint.n > 0)
        message_set(why, "gnuplot failed on %s: %s", what, complaint.p);
    else
        message_set(why, "gnuplot failed on %s", what);
    buf_release(&complaint);
    return -1;
}
