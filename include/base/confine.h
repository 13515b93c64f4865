/*
 * confine.h - keeping a program that opens hostile files to its folder, by the kernel's means.
 *
 * Landlock keeps it from files, seccomp from calls. Both came to Linux late, containers may forbid
 * them, and other systems have neither: what is there is used, and the caller can tell the rest.
 */
#ifndef BASE_CONFINE_H
#define BASE_CONFINE_H

#include "base/buf.h"

/* What this system can keep a program from. */
enum {
    CONFINE_FILES = 1, /* files of others: it reads programs, libraries and fonts, writes nothing */
    CONFINE_CALLS = 2, /* the network, other processes, more processes, rights of files */
};

#define CONFINE_ALL (CONFINE_FILES | CONFINE_CALLS)

/* CONFINE_FILES and CONFINE_CALLS, as far as this system can. */
unsigned confine_available(void);

/*
 * Append to ${folders} where the program ${path} may have its libraries and data, each ended by a
 * NUL: a program needs not be one of the system's.
 */
void confine_folders(struct buf *folders, const char *path);

/*
 * Keep this process and what it becomes to ${what} (of confine_available()), for good. It may still
 * read the system's programs, libraries and fonts and ${folders} (confine_folders()), read, write,
 * make and remove files in its working folder, and start threads, but no process. Only calls that
 * are safe between fork() and execve() are made. -1: the system did not do as it said.
 */
int confine_self(unsigned what, const struct buf *folders);

/*
 * Keep this process, its threads and programs from the network, for good: no socket is opened. Call
 * before threads are started. False where the system cannot.
 */
bool confine_from_network(void);

#endif
