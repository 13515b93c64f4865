/*
 * output_file.c - results into a file that the user names.
 */
#define _XOPEN_SOURCE 700 /* realpath() */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/output_file.h"
#include "base/file.h"
#include "store/store.h"

static void
release(struct output_file *f)
{
    buf_release(&f->temporary);
    buf_release(&f->path);
}

/* Where ${path} is a link, the file behind it is replaced and not the link. */
static void
add_real_path(struct buf *out, const char *path)
{
    char *real = realpath(path, NULL);

    buf_add_text(out, real ? real : path);
    free(real);
}

static int
open_output(struct output_file *f, const char *path, struct stop *stop, struct err *e)
{
    struct stat st;
    bool is_there = stat(path, &st) == 0;
    int flags = O_WRONLY | O_NOCTTY;
    struct err ignored = ERR_INIT;

    buf_init(&f->path, ERR_PATH_MAX);
    buf_init(&f->temporary, ERR_PATH_MAX + 32);
    if (is_there && S_ISDIR(st.st_mode)) {
        err_system(e, EISDIR, N_("cannot create the file"));
        goto fail;
    }
    if (is_there && !S_ISREG(st.st_mode)) {
        buf_add_text(&f->path, path);
    } else {
        add_real_path(&f->path, path);
        buf_add(&f->temporary, buf_sv(&f->path));
        buf_addf(&f->temporary, ".%ld.tmp", (long)getpid());
    }
    if (buf_ok(&f->path, e) || buf_ok(&f->temporary, e))
        goto fail;
    stop_hold(stop);
    if (f->temporary.n == 0)
        f->fd = file_open(path, flags);
    else if (stop_remove_on_signal(stop, f->temporary.p, NULL, e) == 0)
        f->fd = file_open(f->temporary.p, flags | O_CREAT | O_EXCL);
    else
        goto held;
    if (f->fd < 0) {
        err_system(e, errno, N_("cannot create the file"));
        goto held;
    }
    stop_allow(stop);
    return 0;

held:
    (void)stop_remove_on_signal(stop, NULL, NULL, &ignored);
    stop_allow(stop);

fail:
    release(f);
    return err_at(e, path, 0);
}

/* A ledger that is kept holds what no other file may hold any more. */
static int
refuse_ledger(const char *path, struct err *e)
{
    (void)err_set(e, ERR_IO, N_("a ledger is kept in this file; name another file, or "
        "remove the ledger first"));
    return err_at(e, path, 0);
}

int
output_file_open(struct output_file *f, const char *path, struct stop *stop, struct err *e)
{
    bool is_kept;

    return store_is_at(path, &is_kept) ? refuse_ledger(path, e) : open_output(f, path, stop, e);
}

int
output_file_open_database(struct output_file *f, const char *path, struct stop *stop,
    struct err *e)
{
    bool is_kept;

    return store_is_at(path, &is_kept) && is_kept ? refuse_ledger(path, e)
        : open_output(f, path, stop, e);
}

int
output_file_sink(void *context, struct sv piece, struct err *e)
{
    const struct output_file *f = context;

    return file_write_fd(f->fd, piece, e);
}

int
output_file_close(struct output_file *f, int result, struct err *e)
{
    bool is_file = f->temporary.n > 0;

    if (result == 0 && is_file && fsync(f->fd) < 0)
        result = err_system(e, errno, N_("cannot write"));
    if (close(f->fd) < 0 && result == 0)
        result = err_system(e, errno, N_("cannot write"));
    if (result == 0 && is_file && rename(f->temporary.p, f->path.p) < 0)
        result = err_system(e, errno, N_("cannot replace the file"));
    if (result < 0) {
        err_at(e, f->path.p, 0);
        if (is_file)
            (void)unlink(f->temporary.p);
    }
    release(f);
    return result;
}
