/*
 * file.c - what the program does with files, apart from reading bills.
 *
 * Each failure names the path that it is about. No file descriptor outlives a call.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

#define CHUNK_BYTES (32 * 1024)

/* open() with O_CLOEXEC, without EINTR. ${folder} and ${mode} as for openat(). */
static int
open_at(int folder, const char *path, int flags, mode_t mode)
{
    int fd;

    do
        fd = openat(folder, path, flags | O_CLOEXEC, mode);
    while (fd < 0 && errno == EINTR);
    return fd;
}

int
file_open(const char *path, int flags)
{
    return open_at(AT_FDCWD, path, flags, 0666);
}

int
file_open_private(const char *path, int flags)
{
    return open_at(AT_FDCWD, path, flags, 0600);
}

int
file_read(struct buf *out, const char *path, struct err *e)
{
    char chunk[CHUNK_BYTES];
    size_t before = out->n;
    ssize_t n;
    int fd;

    fd = file_open(path, O_RDONLY);
    if (fd < 0) {
        (void)err_system(e, errno, "cannot open the file");
        return err_at(e, path, 0);
    }
    while ((n = read(fd, chunk, sizeof(chunk))) != 0) {
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            (void)err_system(e, errno, "cannot read the file");
            goto fail;
        }
        buf_add(out, (struct sv){ chunk, (size_t)n });
        if (out->failed)
            break;
    }
    if (buf_ok(out, e))
        goto fail;
    (void)close(fd);
    return 0;

fail:
    buf_cut(out, before);
    (void)close(fd);
    return err_at(e, path, 0);
}

int
file_write_fd(int fd, struct sv text, struct err *e)
{
    while (text.n > 0) {
        ssize_t n = write(fd, text.p, text.n < SSIZE_MAX ? text.n : SSIZE_MAX);

        if (n >= 0) {
            text = sv_part(text, (size_t)n, text.n);
        } else if (errno == EAGAIN) {
            /* A pipe that somebody else made non-blocking: wait until it takes more. */
            struct pollfd waiting = { .fd = fd, .events = POLLOUT };

            (void)poll(&waiting, 1, -1);
        } else if (errno != EINTR) {
            bool is_gone = errno == EPIPE;

            (void)err_system(e, errno, "cannot write");
            if (e && is_gone)
                e->code = ERR_GONE;
            return -1;
        }
    }
    return 0;
}

/* Flush ${fd} to the disk; what is no file (a pipe, a terminal) has nothing to flush. */
static int
flush(int fd, struct err *e)
{
    int done;

    do
        done = fsync(fd);
    while (done < 0 && errno == EINTR);
    if (done < 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP)
        return err_system(e, errno, "cannot write");
    return 0;
}

int
file_write(const char *path, struct sv text, struct err *e)
{
    int fd = file_open(path, O_WRONLY | O_CREAT | O_TRUNC);

    if (fd < 0) {
        (void)err_system(e, errno, "cannot write");
        return err_at(e, path, 0);
    }
    if (file_write_fd(fd, text, e) || flush(fd, e)) {
        (void)close(fd);
        return err_at(e, path, 0);
    }

    /* Some file systems report a full disk only here. After EINTR the descriptor is gone. */
    if (close(fd) < 0 && errno != EINTR) {
        (void)err_system(e, errno, "cannot write");
        return err_at(e, path, 0);
    }
    return 0;
}

static int
cannot_remove(const struct buf *path, int errnum, struct err *e)
{
    (void)err_system(e, errnum, "cannot remove");
    return err_at(e, path->p, 0);
}

static int remove_entry(int folder, const char *name, struct buf *path, struct err *e);

/* Remove what is in the folder ${name} of folder ${parent}; ${path} is its path, for messages. */
static int
empty_folder(int parent, const char *name, struct buf *path, struct err *e)
{
    size_t length = path->n;
    int fd = open_at(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0);
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    struct dirent *entry;
    int result = 0;

    if (!dir) {
        result = cannot_remove(path, errno, e);
        if (fd >= 0)
            (void)close(fd);
        return result;
    }
    while (result == 0) {
        errno = 0;
        entry = readdir(dir);
        if (!entry) {
            if (errno != 0)
                result = cannot_remove(path, errno, e);
            break;
        }
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        buf_add_char(path, '/');
        buf_add_text(path, entry->d_name);
        result = buf_ok(path, e) || remove_entry(fd, entry->d_name, path, e) ? -1 : 0;
        buf_cut(path, length);
    }
    (void)closedir(dir);
    return result;
}

/*
 * Remove ${name} in the folder ${folder}. Names are looked up in open folders and links are not
 * followed, so nobody can lead this out of the tree by exchanging a folder for a link.
 */
static int
remove_entry(int folder, const char *name, struct buf *path, struct err *e)
{
    struct stat st;

    if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) < 0)
        return errno == ENOENT ? 0 : cannot_remove(path, errno, e);
    if (S_ISDIR(st.st_mode)) {
        if (empty_folder(folder, name, path, e))
            return -1;
        if (unlinkat(folder, name, AT_REMOVEDIR) < 0 && errno != ENOENT)
            return cannot_remove(path, errno, e);
        return 0;
    }
    if (unlinkat(folder, name, 0) < 0 && errno != ENOENT)
        return cannot_remove(path, errno, e);
    return 0;
}

static int
remove_tree(const char *path, struct err *e)
{
    struct buf shown;
    int result;

    buf_init(&shown, SIZE_MAX - 1);
    buf_add_text(&shown, path);
    result = buf_ok(&shown, e) || remove_entry(AT_FDCWD, path, &shown, e) ? -1 : 0;
    buf_release(&shown);
    return result;
}

static bool
is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && S_ISREG(a->st_mode);
}

bool
file_is_same(const char *a, const char *b)
{
    struct stat one, other;

    return stat(a, &one) == 0 && stat(b, &other) == 0 && is_same_file(&one, &other);
}

bool
file_is_open_as(int fd, const char *path)
{
    struct stat one, other;

    return fstat(fd, &one) == 0 && stat(path, &other) == 0 && is_same_file(&one, &other);
}

int
file_remove_tree(const char *path, struct err *e)
{
    int result = remove_tree(path, e);

    /* Memory may be out for a moment, of which opendir() tells as of any failure: once more. */
    if (result < 0) {
        *e = (struct err)ERR_INIT;
        result = remove_tree(path, e);
    }
    return result;
}

int
file_join(struct buf *out, const char *folder, const char *name, struct err *e)
{
    buf_reset(out);
    buf_add_text(out, folder);
    if (out->n > 0 && out->p[out->n - 1] != '/')
        buf_add_char(out, '/');
    while (out->n > 0 && *name == '/')
        name++;
    buf_add_text(out, name);
    return buf_ok(out, e);
}
