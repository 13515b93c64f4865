/*
 * file.h - what the program does with files, apart from reading bills.
 *
 * All functions retry EINTR and short reads and writes.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/sv.h"

/* A format of the names of temporary folders under $TMPDIR: it takes the process as a long. Who
 * ends before it could remove its own knows them by this. */
#define FILE_TEMPORARY "gpubill-%ld-"

/* open() with O_CLOEXEC and, where a file is made, the usual rights; EINTR is tried again. */
int file_open(const char *path, int flags);

/* As file_open(); a file that is made is its owner's alone to read. */
int file_open_private(const char *path, int flags);

/*
 * Append the whole of ${path} to ${out} (its max is the limit). -1: ERR_IO, ERR_LIMIT or ERR_NOMEM,
 * with path; ${out} then holds what it held before.
 */
int file_read(struct buf *out, const char *path, struct err *e);

/*
 * Write ${text} to ${path}, replacing what is there, and flush it to the disk. -1: ERR_IO, with
 * path; the file may then be there in part.
 */
int file_write(const char *path, struct sv text, struct err *e);

/* Write all of ${text} to ${fd}. -1: ERR_IO; ERR_GONE, nobody reads the pipe any more. */
int file_write_fd(int fd, struct sv text, struct err *e);

/*
 * Remove ${path} and, if it is a folder, all in it; links are removed, not followed. It is no
 * failure when there is nothing at ${path}. -1: ERR_IO or ERR_NOMEM, with the path that could not
 * be removed; some of what is in the folder may then be gone.
 */
int file_remove_tree(const char *path, struct err *e);

/* Whether two paths are one regular file. False where either is not there. */
bool file_is_same(const char *a, const char *b);

/* Whether the open ${fd} is the regular file ${path}. False where that is not there. */
bool file_is_open_as(int fd, const char *path);

/*
 * "${folder}/${name}" into ${out} in place of what it holds, without a doubled slash; an empty
 * ${folder} adds no slash. -1: ERR_NOMEM or ERR_LIMIT.
 */
int file_join(struct buf *out, const char *folder, const char *name, struct err *e);

#endif
