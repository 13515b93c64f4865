/*
 * import_stream.h - one bill of any length, read in one pass: lines go out in blocks.
 *
 * What looks at all lines of a file together stays whole: formats whose hook does (AutoDL's
 * sessions, AWS savings plans, Azure's amortised cost, buckets) keep the lines of the file until
 * its end. Beginnings are found out from the first PIPE_HEAD_MAX bytes; what is no longer is read
 * as import_all() reads it, to the byte, and of what is longer a byte behind them that is not in
 * the charset of the beginning makes its record rejected.
 */
#ifndef PARSERS_IMPORT_STREAM_H
#define PARSERS_IMPORT_STREAM_H

#include "parsers/import.h"

/* Where what was read goes. Each may fail, which ends the run. */
struct import_sink {
    void *context;

    /* Lines of the one input of ${l} (fates may be set), the first of them number ${first} (from 0)
     * of that input. They are gone afterwards. */
    int (*lines)(void *context, struct ledger *l, uint64_t first, struct err *e);

    int (*skipped)(void *context, const struct input *in, uint64_t line, enum skip skip,
        struct err *e);
    int (*rejected)(void *context, const struct input *in, const struct rejection *rejection,
        struct err *e);

    /* ${in} was read to its end, its counters and sums are whole; or in->failure says why not, and
     * what came of it does not count. */
    int (*ended)(void *context, const struct input *in, struct err *e);
};

/*
 * Read ${fd} to its end as a file called ${path}: text and gzip in constant memory, all else (a
 * workbook, an archive) from an unlinked temporary file. What it is or holds is told to ${sink},
 * one input after the other. -1: the run failed (${sink} said so, ERR_NOMEM, ERR_LIMIT).
 */
int import_stream(int fd, const char *path, const struct import_options *options,
    const struct import_sink *sink, struct err *e);

#endif
