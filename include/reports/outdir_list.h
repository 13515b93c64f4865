/*
 * outdir_list.h - .gpubill, the list of what gpubill wrote into a folder.
 *
 * One name a line, relative to the folder: of files behind their fingerprint, of folders with a
 * slash at their end; the first line names the program. It is how a report is told from a folder of
 * somebody else. A list may have been forged: what no report has, and a file that is not what was
 * written, are somebody else's whatever the list says.
 */
#ifndef REPORTS_OUTDIR_LIST_H
#define REPORTS_OUTDIR_LIST_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"

/* The name of the list. */
#define OUTDIR_LIST ".gpubill"

/*
 * 0 where ${folder} is empty, or holds a list and nothing else than what was written with it. -1:
 * ERR_IO saying what is somebody else's or was changed, ERR_NOMEM.
 */
int outdir_list_check(const char *folder, struct err *e);

/* True where ${folder} has a list. */
bool outdir_list_is_there(const char *folder);

/*
 * The names at the top of ${from}'s list that are not there in ${to}, into ${out}: "review.json,
 * charts/". -1: ERR_IO, ERR_NOMEM, ERR_LIMIT.
 */
int outdir_list_gone(const char *from, const char *to, struct buf *out, struct err *e);

/* Write the list of all that is in ${folder}. -1: ERR_IO, ERR_NOMEM. */
int outdir_list_write(const char *folder, struct err *e);

/*
 * Bring everything of ${from} that is somebody else's or was changed into ${to}, where nothing of
 * that name is there: files as hard links, so that nothing is lost whichever folder is removed. -1:
 * ERR_IO, ERR_NOMEM.
 */
int outdir_list_carry(const char *from, const char *to, struct err *e);

/* Flush all files and folders of ${folder} to the disk; one folder alone. -1: ERR_IO. */
int outdir_list_flush(const char *folder, struct err *e);
int outdir_flush_folder(const char *folder, struct err *e);

#endif
