/*
 * gnuplot.h - running gnuplot, a separate process with limits.
 */
#ifndef REPORTS_GNUPLOT_H
#define REPORTS_GNUPLOT_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/message.h"
#include "input/limits.h"

/* Find gnuplot in PATH; its path is appended to ${program}. */
bool gnuplot_find(struct buf *program);

/*
 * Run ${script}, a file in ${folder}, with ${folder} as its working folder: without a shell, the
 * user's settings, input, or environment but PATH, within ${limits}. What it prints goes to
 * gnuplot.log there. 0 where it ended with success; else -1 and ${why}, which names ${what}.
 */
int gnuplot_run(const char *program, const char *folder, const char *script, const char *what,
    const struct program_limits *limits, struct message *why);

#endif
