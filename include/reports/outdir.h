/*
 * outdir.h - the output folder: the old report or the new one, never a half.
 *
 * Everything is written into a temporary sibling, then exchanged in one step. "Ours" is a folder
 * that holds .gpubill, the list of what was written, and nothing else than that, as it was written
 * (outdir_list.h); an empty folder is ours. A lock beside it keeps two runs apart.
 */
#ifndef REPORTS_OUTDIR_H
#define REPORTS_OUTDIR_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/sv.h"

struct outdir;

/* What keeps signals off while something stands there that nobody was told to remove. */
struct outdir_guard {
    void (*hold)(void *context);
    void (*allow)(void *context);
    void *context;
};

/*
 * Begin to write ${path}. Waits up to 10 s for another run on it, removes what dead runs left.
 * ${guard}, NULL for none, holds from where the first file is made, and is left so.
 * NULL: ERR_IO (somebody else's folder or a user's file inside an old report without ${is_forced};
 * no permission; locked), and what was there is untouched.
 */
struct outdir *outdir_begin(const char *path, bool is_forced, const struct outdir_guard *guard,
    struct err *e);

/* The temporary folder in which to write. Borrowed. */
const char *outdir_folder(const struct outdir *o);

/* Write the whole file ${name} ("review.json", "charts/x.svg") into it. -1: ERR_IO. */
int outdir_write(struct outdir *o, const char *name, struct sv text, struct err *e);

/* The same, piece by piece: open, feed outdir_sink() (a render_sink), close. */
int outdir_open(struct outdir *o, const char *name, struct err *e);
int outdir_sink(void *outdir, struct sv piece, struct err *e);
int outdir_close(struct outdir *o, struct err *e);

/* True where an earlier report of gpubill is there, which this one would replace. */
bool outdir_has_report(const struct outdir *o);

/*
 * What the earlier report holds and the new one, as far as it is written, does not: its names into
 * ${out}, "review.json, charts/". -1: ERR_IO, ERR_NOMEM, ERR_LIMIT.
 */
int outdir_dropped(const struct outdir *o, struct buf *out, struct err *e);

/*
 * Write the list of what is there, flush all, exchange the folders in one step, remove the old one.
 * -1: ERR_IO, and the old report is untouched. ${o} must still be freed.
 */
int outdir_commit(struct outdir *o, struct err *e);

/* Remove the temporary folder if it was not committed, release the lock. NULL is fine. */
void outdir_free(struct outdir *o);

/* What to remove when the program is told to stop: a folder and a file. Borrowed. */
const char *outdir_temporary(const struct outdir *o);
const char *outdir_lock(const struct outdir *o);

#endif
