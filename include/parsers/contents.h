/*
 * contents.h - what a file holds to be read: itself, members of archives, sheets of workbooks.
 *
 * Archives are opened through all levels, by content and never by name; what lies inside is shown
 * as ARCHIVE!MEMBER and BOOK!SHEET. A workbook of which one sheet alone holds anything is that
 * sheet; an OFD document is itself, whatever its archive holds. Members whose names begin with a
 * dot are passed by, as they are in folders, and so are links.
 */
#ifndef PARSERS_CONTENTS_H
#define PARSERS_CONTENTS_H

#include "base/sha256.h"
#include "input/container.h"
#include "record/xlsx.h"

/* One thing to be read, or to be reported since it cannot be. */
struct content_item {
    const char *path;      /* as shown */
    bool was_named;        /* the file that it lies in was */
    bool is_inside;        /* it lies in an archive or workbook */
    bool is_one_of_many;   /* others lie beside it: it need not be anything known */
    uint64_t share;        /* of the bytes of the file, for progress */
    uint64_t trailing;     /* bytes of what it lies in that belong to nothing, passed over */
    struct source *source; /* the receiver's from now on; NULL for a sheet, and for a failure */
    struct xlsx *workbook; /* borrowed, of a sheet */
    size_t sheet;
    uint64_t bytes;        /* of a sheet: of its workbook */
    const char *sha256;    /* of a sheet: of its workbook and, where it is one of many, its name */
    const char *file;        /* path of the file that it lies in, or is */
    const char *file_sha256; /* of that file where it is an archive or workbook, else "" */
    const struct err *failure; /* why it cannot be read, or NULL */
    enum passed passed;        /* why it is not read, though nothing is wrong; `failure` too */
};

/*
 * Called for each item, in the order in which they lie in the file. 1: it is something known, or
 * its failure has been reported; 0: nothing recognises it; -1: stop, ${e} says why.
 */
typedef int contents_visit(void *context, const struct content_item *item, struct err *e);

/*
 * Visit all that ${s} (which is taken over) of ${path} holds, within ${limits} (borrowed). An
 * archive or workbook of which nothing was recognised is an item itself, after what it holds, with
 * the failure ERR_UNKNOWN. -1: ${visit} failed, ERR_NOMEM.
 */
int contents_walk(struct source *s, const char *path, bool was_named,
    const struct limits *limits, contents_visit *visit, void *context, struct err *e);

#endif
