/*
 * folder_list.c - what stands in a folder.
 *
 * Names are relative to the folder; links are entries like files and never followed.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/vec.h"
#include "reports/folder_list.h"

#define PATH_BYTES_MAX ((size_t)1 << 16)

static int
cannot_list(const char *path, int errnum, struct err *e)
{
    (void)err_system(e, errnum, "cannot read the folder");
    return err_at(e, path, 0);
}

static int
keep(struct folder_list *l, struct sv name, bool is_folder, struct err *e)
{
    char *copy;

    if (vec_grow(&l->entries, 1, FOLDER_LIST_MAX, e))
        return -1;
    copy = arena_text(&l->arena, name);
    if (!copy)
        return err_nomem(e);
    l->entries.at[l->entries.n++] = (struct folder_entry){ copy, is_folder };
    return 0;
}

static int list_folder(struct folder_list *l, const char *root, struct buf *name, unsigned depth,
    struct err *e);

/* List the entry ${name} of ${root} in the open folder ${fd}. */
static int
list_entry(struct folder_list *l, const char *root, int fd, const char *last, struct buf *name,
    unsigned depth, struct err *e)
{
    size_t before = name->n;
    struct stat st;

    if (before > 0)
        buf_add_char(name, '/');
    buf_add_text(name, last);
    if (buf_ok(name, e))
        return -1;
    if (fstatat(fd, last, &st, AT_SYMLINK_NOFOLLOW) < 0)
        return cannot_list(root, errno, e);
    if (keep(l, buf_sv(name), S_ISDIR(st.st_mode), e) ||
        (S_ISDIR(st.st_mode) && list_folder(l, root, name, depth + 1, e)))
        return -1;
    buf_cut(name, before);
    return 0;
}

/* List the folder ${name} of ${root}; an empty name is the root itself. */
static int
list_folder(struct folder_list *l, const char *root, struct buf *name, unsigned depth,
    struct err *e)
{
    struct buf path;
    struct dirent *entry;
    DIR *dir = NULL;
    int result = -1;

    buf_init(&path, PATH_BYTES_MAX);
    if (depth > FOLDER_DEPTH_MAX) {
        (void)err_set(e, ERR_LIMIT, "folders are nested deeper than %d levels", FOLDER_DEPTH_MAX);
        goto done;
    }
    if (file_join(&path, root, name->n > 0 ? name->p : "", e))
        goto done;
    dir = opendir(path.p);
    if (!dir) {
        (void)cannot_list(path.p, errno, e);
        goto done;
    }
    for (;;) {
        errno = 0;
        entry = readdir(dir);
        if (!entry)
            break;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (list_entry(l, root, dirfd(dir), entry->d_name, name, depth, e))
            goto done;
    }
    if (errno != 0)
        (void)cannot_list(path.p, errno, e);
    else
        result = 0;

done:
    if (dir)
        (void)closedir(dir);
    buf_release(&path);
    return result;
}

static int
by_name(const void *a, const void *b)
{
    const struct folder_entry *x = a, *y = b;

    return strcmp(x->name, y->name);
}

int
folder_list_read(struct folder_list *l, const char *folder, struct err *e)
{
    struct buf name;
    int result;

    *l = (struct folder_list){ 0 };
    buf_init(&name, PATH_BYTES_MAX);
    result = list_folder(l, folder, &name, 0, e);
    buf_release(&name);
    if (l->entries.n > 1)
        qsort(l->entries.at, l->entries.n, sizeof(*l->entries.at), by_name);
    return result;
}

void
folder_list_release(struct folder_list *l)
{
    vec_release(&l->entries);
    arena_release(&l->arena);
}
