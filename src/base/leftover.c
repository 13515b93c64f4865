/*
 * leftover.c - temporary folders of runs that were killed.
 */
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/leftover.h"

#define START "gpubill-"

/* What mkdtemp() puts behind "gpubill-123-". */
#define RANDOM_LENGTH 6

int
leftover_hold(const char *path)
{
    int fd = file_open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);

    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) < 0) {
        (void)close(fd);
        fd = -1;
    }
    return fd;
}

/* "gpubill-123-aBcDeF" */
static bool
is_ours(const char *name)
{
    size_t digits = 0;

    if (strncmp(name, START, sizeof(START) - 1) != 0)
        return false;
    name += sizeof(START) - 1;
    while (isdigit((unsigned char)name[digits]))
        digits++;
    return digits > 0 && name[digits] == '-' && strlen(name + digits + 1) == RANDOM_LENGTH;
}

static bool
is_old(const struct stat *st)
{
    struct timespec now;

    return clock_gettime(CLOCK_REALTIME, &now) == 0 &&
        now.tv_sec - st->st_mtime > LEFTOVER_SECONDS;
}

void
leftover_remove(const char *folder)
{
    struct err ignored = ERR_INIT;
    struct dirent *entry;
    struct buf path;
    struct stat st;
    DIR *dir = opendir(folder);

    buf_init(&path, ERR_PATH_MAX);
    while (dir && (entry = readdir(dir))) {
        int fd;

        if (!is_ours(entry->d_name) || file_join(&path, folder, entry->d_name, &ignored))
            continue;
        if (lstat(path.p, &st) < 0 || !S_ISDIR(st.st_mode) || st.st_uid != geteuid() ||
            (st.st_mode & 07777) != S_IRWXU || !is_old(&st))
            continue;
        fd = leftover_hold(path.p);
        if (fd < 0)
            continue;
        (void)file_remove_tree(path.p, &ignored);
        (void)close(fd);
    }
    buf_release(&path);
    if (dir)
        (void)closedir(dir);
}
