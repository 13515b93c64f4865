/*
 * output_file.h - results into a file that the user names.
 */
#ifndef APP_OUTPUT_FILE_H
#define APP_OUTPUT_FILE_H

#include <stdbool.h>

#include "app/stop.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/sv.h"

struct output_file {
    int fd;
    struct buf path;      /* what is written in the end; links are followed */
    struct buf temporary; /* its sibling that is written first; empty where it is no file */
};

/*
 * Begin to write ${path}. A file is written into a temporary sibling, so that what was there stays
 * until the new one is whole; what is no file (a device, a FIFO) is written as it is. -1: ERR_IO
 * with ${path}, also where a ledger is kept there; ERR_NOMEM; and there is nothing to close.
 */
int output_file_open(struct output_file *f, const char *path, struct stop *stop, struct err *e);

/* As output_file_open() for a database: it may take the place of an earlier one of --as sqlite. */
int output_file_open_database(struct output_file *f, const char *path, struct stop *stop,
    struct err *e);

/* Write a piece: a render_sink whose ${context} is a struct output_file. */
int output_file_sink(void *context, struct sv piece, struct err *e);

/*
 * End what output_file_open() began: put the new file in its place where ${result} is 0, else
 * remove it. Returns -1 where ${result} was -1 or this fails, with the path.
 */
int output_file_close(struct output_file *f, int result, struct err *e);

#endif
