/*
 * child.h - running another program as a process with limits.
 *
 * No shell is asked, and nothing of the user goes along but PATH: input is empty, no other file is
 * open, HOME and TMPDIR are the working folder. What the program writes is bounded, as are its time
 * and memory, and where the system can, it is kept to its folder (base/confine.h). It ends with
 * this program at the latest (on Linux), and all that it started with it.
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
    bool is_unconfined;      /* as where the system can keep nothing from it */
};

enum child_end {
    CHILD_DONE,        /* ended with ${*status} as its exit status, 0 for success */
    CHILD_NOT_STARTED,
    CHILD_TOO_LONG,    /* killed: by the clock or for the time it computed */
    CHILD_TOO_LARGE,   /* killed: a file that it wrote grew beyond its size */
    CHILD_NO_MEMORY,   /* failed or was killed, and had used a good part of its memory */
    CHILD_KILLED,      /* by a signal */
};

/* Find the program ${name} in PATH; its path is appended to ${out}. */
bool child_find(struct buf *out, const char *name);

/* Run ${c} to its end. A file of the name ${c}->output or ${c}->log is replaced. */
enum child_end child_run(const struct child *c, int *status);

/* The first line with words in ${c}->log, appended to ${line}. */
void child_complaint(const struct child *c, struct buf *line);

#endif
