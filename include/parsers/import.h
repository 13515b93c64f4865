/*
 * import.h - from paths to one ledger: find, recognise, read, normalise.
 */
#ifndef PARSERS_IMPORT_H
#define PARSERS_IMPORT_H

#include "input/container.h"
#include "input/walk.h"
#include "ledger/invoice.h"
#include "ledger/ledger.h"
#include "ledger/observation.h"
#include "parsers/detect.h"

/* Called now and then from any thread with bytes read so far and in all. */
typedef void import_progress(void *context, uint64_t done, uint64_t total);

struct import_options {
    const struct formats *formats;
    const struct format *forced; /* --format: one of the list of formats; or NULL */
    int zone_minutes;            /* of the review */
    const char *usage_columns;   /* of nvidia-smi logs without headings, or NULL */
    size_t jobs;                 /* threads, at least 1 */
    bool detect_only;            /* count records but keep no lines */
    bool is_each_made_anew;      /* records like earlier ones too: the same lines, slower */
    size_t part_bytes;           /* of what a large file is read in by several threads; 0: usual */
    const struct limits *limits; /* NULL: LIMITS_INIT */
    import_progress *progress;   /* or NULL */
    void *progress_context;
};

struct import {
    struct ledger ledger;
    struct observations observations;
    struct invoices invoices; /* as they were read: to be united */
    struct { struct warning *at; size_t n, room; } warnings; /* that concern no input */
};

void import_init(struct import *im);
void import_release(struct import *im);

/*
 * Read every file of ${w} (finished) on options.jobs threads, each into a ledger of its own, and
 * merge them in order of path: the result does not depend on the number of jobs. Threads that have
 * no file of their own help with large ones. Every file, also
 * one that cannot be read or that nothing recognises, is an input of the ledger; its `failure` says
 * why. Of an archive, each member is one (ARCHIVE!MEMBER), and of a workbook each sheet
 * (BOOK!SHEET; the book alone where one sheet alone holds anything). The archive is an input only
 * where nothing in it is recognised, or it cannot be read; a member that nothing recognises, beside
 * others, is not was_named. -1 only where the run as a whole cannot go on: ERR_NOMEM, ERR_LIMIT.
 */
int import_all(struct import *im, const struct walk *w, const struct import_options *options,
    struct err *e);

/*
 * Account for record ${line} of the file ${path}: bytes, charset, dialect, cells, each field, the
 * ledger line. Appended to ${out} in ${lang}. -1: the file cannot be read or has no such record.
 */
int import_explain(const char *path, uint64_t line, const struct import_options *options,
    enum lang lang, struct buf *out, struct err *e);

#endif
