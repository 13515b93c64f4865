/*
 * walk.h - from the paths on the command line to the files to read.
 */
#ifndef INPUT_WALK_H
#define INPUT_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/sv.h"
#include "input/limits.h"
#include "input/passed.h"

/* Most files of one run. */
#define WALK_FILES_MAX 1000000

enum found_kind {
    FOUND_FILE,
    FOUND_STDIN,      /* "-" */
    FOUND_BYTES,      /* no file, but bytes in memory */
    FOUND_OURS,       /* a folder with a report of gpubill's, whose files are passed by */
    FOUND_PASSED,     /* met in a folder and passed by; `passed` says why */
    FOUND_UNREADABLE, /* `why` says what the system said */
    FOUND_TOO_DEEP,
};

struct found {
    const char *path; /* as given, or FOLDER/NAME; "-" for standard input */
    bool was_named;   /* on the command line, not met inside a folder */
    bool is_log;      /* named by --usage alone: read as a utilisation log or not at all */
    enum found_kind kind;
    enum passed passed;
    struct message why; /* not for what is to be read */
    struct sv bytes;    /* of FOUND_BYTES: the caller's */
};

struct walk {
    struct arena arena;
    uint64_t depth_max; /* folders within folders that are entered; LIMITS_FOLDERS_MAX at first */
    struct { struct found *at; size_t n, room; } found; /* by path, bytewise; no file twice */
};

void walk_init(struct walk *w);
void walk_release(struct walk *w);

/*
 * Add ${path}: a file, "-", or a folder with all in it, recursively. In folders, names that begin
 * with a dot, special files and links to folders are found as FOUND_PASSED; links to files are
 * followed. Of a report of gpubill's the folder is found, and what is not its own. What cannot be
 * read is found as FOUND_UNREADABLE. -1 only for ERR_NOMEM and ERR_LIMIT.
 */
int walk_add(struct walk *w, const char *path, struct err *e);

/* Add ${bytes}, which outlive ${w}, as if they were the named file ${name}. -1: as walk_add(). */
int walk_add_bytes(struct walk *w, const char *name, struct sv bytes, struct err *e);

/* Sort and drop files given twice; call once after the last walk_add(). */
void walk_finish(struct walk *w);

/* Bytes of all that was found, of files as far as the system tells. */
uint64_t walk_bytes(const struct walk *w);

#endif
