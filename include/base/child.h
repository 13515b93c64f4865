/*
 * child.h - running another program as a process with limits.
 *
 * No shell is asked, and nothing of the user goes along but PATH: input is empty, HOME is the
 * working folder. What the program writes is bounded, as are its time and memory.
 */
#ifndef BASE_CHILD_H
#define BASE_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

struct child {
    const char *program;     /* absolute path */
    const char *const *argv; /* NULL-ended; argv[0] is the name it is called by */
    const char *folder;      /* its working folder, which exists */
    const char *output;      /* file in it that what is printed goes to; NULL: nowhere */
    const char *log;         /* file in it that errors go to, may be `output`; NULL: nowhere */
    int seconds;             /* by the clock; then it is killed with all that it started */
    int cpu_seconds;
    uint64_t memory;         /* bytes of address space */
    uint64_t file_size;      /* bytes of each file that it writes */
};

enum child_end {
    CHILD_DONE,        /* ended with ${*status} as its exit status, 0 for success */
    CHILD_NOT_STARTED,
    CHILD_TOO_LONG,    /* killed */
    CHILD_KILLED,      /* by a signal, as that of a limit */
};

/* Find the program ${name} in PATH; its path is appended to ${out}. */
bool child_find(struct buf *out, const char *name);

/* Run ${c} to its end. */
enum child_end child_run(const struct child *c, int *status);

/* The first line with words in ${c}->log, appended to ${line}. */
void child_complaint(const struct child *c, struct buf *line);

#endif
