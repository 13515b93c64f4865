/*
 * outdir.c - the output folder: the old report or the new one, never a half.
 *
 * Beside the folder NAME stand, while a run is under way, .NAME.gpubill-lock (held by flock),
 * .NAME.gpubill-new (where it writes) and, only where the system cannot exchange two folders in one
 * step, .NAME.gpubill-old. Whoever holds the lock may remove the others: their run is dead.
 */
#define _GNU_SOURCE /* renameat2() */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "reports/outdir.h"
#include "reports/outdir_list.h"

#define PATH_BYTES_MAX ((size_t)1 << 16)
#define LOCK_WAIT_MS 10000
#define LOCK_STEP_MS 50

struct outdir {
    struct buf path, temporary, old, lock, parent;
    struct buf file; /* path of the file that is open */
    int lock_fd, file_fd;
    bool exists, is_forced, is_committed;
    mode_t mode; /* of the folder that is there */
    struct outdir_guard guard;
};

static void
hold(const struct outdir *o)
{
    if (o->guard.hold)
        o->guard.hold(o->guard.context);
}

static void
allow(const struct outdir *o)
{
    if (o->guard.allow)
        o->guard.allow(o->guard.context);
}

static int
make_folder(const char *path, struct err *e)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return 0;
    (void)err_system(e, errno, "cannot make the folder");
    return err_at(e, path, 0);
}

/* Make the folders above the last part of ${path}. */
static int
make_parents(struct buf *path, struct err *e)
{
    for (size_t i = 1; i < path->n; i++) {
        int result;

        if (path->p[i] != '/')
            continue;
        path->p[i] = '\0';
        result = make_folder(path->p, e);
        path->p[i] = '/';
        if (result)
            return -1;
    }
    return 0;
}

/* True where the working folder is ${path} or stands in it: it must not be taken away. */
static bool
holds_us(const char *path)
{
    char here[PATH_MAX];
    size_t n = strlen(path);

    return getcwd(here, sizeof(here)) && strncmp(here, path, n) == 0 &&
        (here[n] == '\0' || here[n] == '/' || strcmp(path, "/") == 0);
}

/* Find out where ${path} really is: through links, without slashes at its end. */
static int
resolve(struct outdir *o, const char *path, struct err *e)
{
    char real[PATH_MAX];
    struct sv text = sv_of(path);
    struct stat st;

    while (text.n > 1 && text.p[text.n - 1] == '/')
        text.n--;
    buf_add(&o->path, text);
    if (buf_ok(&o->path, e))
        return -1;
    if (text.n == 0)
        return err_set(e, ERR_IO, "the name of the output folder is empty");
    if (make_parents(&o->path, e))
        return -1;
    if (stat(o->path.p, &st) < 0) {
        if (errno == ENOENT)
            return 0;
        (void)err_system(e, errno, "cannot write");
        return err_at(e, path, 0);
    }
    if (!S_ISDIR(st.st_mode)) {
        (void)err_set(e, ERR_IO, "this is no folder; name another one with --out");
        return err_at(e, path, 0);
    }
    if (!realpath(o->path.p, real)) {
        (void)err_system(e, errno, "cannot write");
        return err_at(e, path, 0);
    }
    if (holds_us(real)) {
        (void)err_set(e, ERR_IO, "the report cannot replace the folder in which you are; name "
            "another one with --out");
        return err_at(e, path, 0);
    }
    buf_reset(&o->path);
    buf_add_text(&o->path, real);
    return buf_ok(&o->path, e);
}

/* "PARENT/.NAME${suffix}" into ${out}. */
static void
sibling(const struct outdir *o, struct buf *out, const char *suffix)
{
    const char *slash = strrchr(o->path.p, '/');
    size_t parent = slash ? (size_t)(slash - o->path.p) + 1 : 0;

    buf_add(out, sv_part(buf_sv(&o->path), 0, parent));
    buf_add_char(out, '.');
    buf_add(out, sv_part(buf_sv(&o->path), parent, o->path.n));
    buf_add_text(out, suffix);
}

static int
name_siblings(struct outdir *o, struct err *e)
{
    const char *slash = strrchr(o->path.p, '/');

    sibling(o, &o->temporary, ".gpubill-new");
    sibling(o, &o->old, ".gpubill-old");
    sibling(o, &o->lock, ".gpubill-lock");
    if (!slash)
        buf_add_char(&o->parent, '.');
    else
        buf_add(&o->parent, (struct sv){ o->path.p, slash == o->path.p ? 1
            : (size_t)(slash - o->path.p) });
    return buf_ok(&o->temporary, e) || buf_ok(&o->old, e) || buf_ok(&o->lock, e) ||
        buf_ok(&o->parent, e) ? -1 : 0;
}

/* True where the file at ${fd} still stands at ${path}: whoever held it before may have removed
 * it. */
static bool
is_current(int fd, const char *path)
{
    struct stat open_one, named;

    return fstat(fd, &open_one) == 0 && stat(path, &named) == 0 &&
        open_one.st_ino == named.st_ino && open_one.st_dev == named.st_dev;
}

/* Take the lock, waiting for another run for a while. */
static int
take_lock(struct outdir *o, struct err *e)
{
    const struct timespec step = { .tv_nsec = LOCK_STEP_MS * 1000000L };

    for (int waited = 0; waited <= LOCK_WAIT_MS; waited += LOCK_STEP_MS) {
        int fd;

        hold(o);
        fd = file_open(o->lock.p, O_RDWR | O_CREAT | O_NOFOLLOW);
        if (fd < 0) {
            (void)err_system(e, errno, "cannot write");
            return err_at(e, o->lock.p, 0);
        }
        if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
            if (is_current(fd, o->lock.p)) {
                o->lock_fd = fd;
                return 0;
            }
        } else if (errno != EWOULDBLOCK && errno != EINTR) {
            (void)err_system(e, errno, "cannot lock the output folder");
            (void)close(fd);
            return err_at(e, o->lock.p, 0);
        }
        (void)close(fd);
        allow(o);
        (void)nanosleep(&step, NULL);
    }
    hold(o);
    (void)err_set(e, ERR_IO, "another run writes this folder; wait for it, or name another one "
        "with --out");
    return err_at(e, o->path.p, 0);
}

/* Remove what a dead run left; bring back the old report if it died between two renames. */
static int
clean_up(struct outdir *o, struct err *e)
{
    struct stat st;

    if (stat(o->path.p, &st) < 0)
        (void)rename(o->old.p, o->path.p);

    /* The run for which we waited may have made it. */
    if (stat(o->path.p, &st) == 0) {
        o->exists = true;
        o->mode = st.st_mode & 07777;
    }
    return file_remove_tree(o->temporary.p, e) || file_remove_tree(o->old.p, e) ? -1 : 0;
}

static int
begin(struct outdir *o, const char *path, struct err *e)
{
    if (resolve(o, path, e) || name_siblings(o, e)) {
        hold(o);
        return -1;
    }
    if (take_lock(o, e) || clean_up(o, e))
        return -1;
    if (o->exists && !o->is_forced && outdir_list_check(o->path.p, e))
        return err_at(e, path, 0);
    if (mkdir(o->temporary.p, 0777) < 0) {
        (void)err_system(e, errno, "cannot make the folder");
        return err_at(e, o->temporary.p, 0);
    }
    return 0;
}

struct outdir *
outdir_begin(const char *path, bool is_forced, const struct outdir_guard *guard, struct err *e)
{
    struct outdir *o = calloc(1, sizeof(*o));

    if (!o) {
        (void)err_nomem(e);
        if (guard)
            guard->hold(guard->context);
        return NULL;
    }
    o->is_forced = is_forced;
    if (guard)
        o->guard = *guard;
    o->lock_fd = o->file_fd = -1;
    buf_init(&o->path, PATH_BYTES_MAX);
    buf_init(&o->temporary, PATH_BYTES_MAX);
    buf_init(&o->old, PATH_BYTES_MAX);
    buf_init(&o->lock, PATH_BYTES_MAX);
    buf_init(&o->parent, PATH_BYTES_MAX);
    buf_init(&o->file, PATH_BYTES_MAX);
    if (begin(o, path, e)) {
        outdir_free(o);
        return NULL;
    }
    return o;
}

const char *
outdir_folder(const struct outdir *o)
{
    return o->temporary.p;
}

const char *
outdir_temporary(const struct outdir *o)
{
    return o->temporary.p;
}

const char *
outdir_lock(const struct outdir *o)
{
    return o->lock.p;
}

int
outdir_open(struct outdir *o, const char *name, struct err *e)
{
    if (file_join(&o->file, o->temporary.p, name, e))
        return -1;

    /* The folders of "charts/x.svg"; those above are there already. */
    for (size_t i = o->temporary.n + 1; i < o->file.n; i++) {
        int result;

        if (o->file.p[i] != '/')
            continue;
        o->file.p[i] = '\0';
        result = make_folder(o->file.p, e);
        o->file.p[i] = '/';
        if (result)
            return -1;
    }
    o->file_fd = file_open(o->file.p, O_WRONLY | O_CREAT | O_TRUNC);
    if (o->file_fd < 0) {
        (void)err_system(e, errno, "cannot write");
        return err_at(e, o->file.p, 0);
    }
    return 0;
}

int
outdir_sink(void *outdir, struct sv piece, struct err *e)
{
    struct outdir *o = outdir;

    return file_write_fd(o->file_fd, piece, e) ? err_at(e, o->file.p, 0) : 0;
}

int
outdir_close(struct outdir *o, struct err *e)
{
    int fd = o->file_fd;

    o->file_fd = -1;
    if (close(fd) < 0 && errno != EINTR) {
        (void)err_system(e, errno, "cannot write");
        return err_at(e, o->file.p, 0);
    }
    return 0;
}

int
outdir_write(struct outdir *o, const char *name, struct sv text, struct err *e)
{
    if (outdir_open(o, name, e))
        return -1;
    if (outdir_sink(o, text, e)) {
        (void)close(o->file_fd);
        o->file_fd = -1;
        return -1;
    }
    return outdir_close(o, e);
}

/* Where two folders cannot be exchanged in one step: two renames, the second undone on failure. */
static int
exchange_by_renames(struct outdir *o)
{
    int errnum;

    if (rename(o->path.p, o->old.p) < 0)
        return -1;
    if (rename(o->temporary.p, o->path.p) == 0)
        return 0;
    errnum = errno;
    (void)rename(o->old.p, o->path.p);
    errno = errnum;
    return -1;
}

/* Put the new folder in the place of the old one, which stands in a sibling afterwards. */
static int
exchange(struct outdir *o)
{
    if (!o->exists)
        return rename(o->temporary.p, o->path.p);
    (void)chmod(o->temporary.p, o->mode);
#ifdef RENAME_EXCHANGE
    if (renameat2(AT_FDCWD, o->temporary.p, AT_FDCWD, o->path.p, RENAME_EXCHANGE) == 0)
        return 0;
    if (errno != ENOSYS && errno != EINVAL && errno != ENOTSUP)
        return -1;
#endif
    return exchange_by_renames(o);
}

/* Undo exchange(), as far as that can be done. */
static void
take_back(struct outdir *o)
{
#ifdef RENAME_EXCHANGE
    if (o->exists && renameat2(AT_FDCWD, o->temporary.p, AT_FDCWD, o->path.p,
            RENAME_EXCHANGE) == 0)
        return;
#endif
    if (rename(o->path.p, o->temporary.p) == 0 && o->exists)
        (void)rename(o->old.p, o->path.p);
}

bool
outdir_has_report(const struct outdir *o)
{
    return o->exists && outdir_list_is_there(o->path.p);
}

int
outdir_dropped(const struct outdir *o, struct buf *out, struct err *e)
{
    return o->exists ? outdir_list_gone(o->path.p, o->temporary.p, out, e) : 0;
}

int
outdir_commit(struct outdir *o, struct err *e)
{
    struct err ignored = ERR_INIT;

    if (outdir_list_write(o->temporary.p, e))
        return -1;

    /* Again, since somebody may have put a file there while we read. */
    if (o->exists && !o->is_forced && outdir_list_check(o->path.p, e))
        return err_at(e, o->path.p, 0);
    if (o->exists && o->is_forced && outdir_list_carry(o->path.p, o->temporary.p, e))
        return -1;
    if (outdir_list_flush(o->temporary.p, e))
        return -1;
    if (exchange(o) < 0) {
        (void)err_system(e, errno, "cannot put the new report in its place");
        return err_at(e, o->path.p, 0);
    }
    if (outdir_flush_folder(o->parent.p, e)) {
        take_back(o);
        return -1;
    }
    o->is_committed = true;

    /* What cannot be removed now is removed by the next run. */
    (void)file_remove_tree(o->temporary.p, &ignored);
    (void)file_remove_tree(o->old.p, &ignored);
    return 0;
}

void
outdir_free(struct outdir *o)
{
    struct err ignored = ERR_INIT;

    if (!o)
        return;
    if (o->file_fd >= 0)
        (void)close(o->file_fd);
    if (o->lock_fd >= 0) {
        /* Twice, since memory may be out for a moment. */
        if (!o->is_committed && file_remove_tree(o->temporary.p, &ignored))
            (void)file_remove_tree(o->temporary.p, &ignored);
        (void)unlink(o->lock.p);
        (void)close(o->lock_fd);
    }
    buf_release(&o->path);
    buf_release(&o->temporary);
    buf_release(&o->old);
    buf_release(&o->lock);
    buf_release(&o->parent);
    buf_release(&o->file);
    free(o);
}
