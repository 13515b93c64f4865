/*
 * file.h - what the program does with files, apart from reading bills.
 *
 * All functions retry EINTR and short reads and writes.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/buf.h"
#include "base/err.h"
#include "base/sv.h"

/* Append the whole of ${path} to ${out} (its max is the limit). -1: ERR_IO, ERR_LIMIT, with path. */
int file_read(struct buf *out, const char *path, struct err *e);

/* Write ${text} to ${path}, replacing what is there, and flush it to the disk. -1: ERR_IO. */
int file_write(const char *path, struct sv text, struct err *e);

/* Write all of ${text} to ${fd}. -1: ERR_IO. */
int file_write_fd(int fd, struct sv text, struct err *e);

/* Remove ${path} and, if it is a folder, all in it; links are removed, not followed. -1: ERR_IO. */
int file_remove_tree(const char *path, struct err *e);

/* "${folder}/${name}" into ${out}, without a doubled slash. -1: ERR_NOMEM. */
int file_join(struct buf *out, const char *folder, const char *name, struct err *e);

#endif
