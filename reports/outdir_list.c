/*
 * outdir_list.c - .gpubill, the list of what gpubill wrote into a folder.
 *
 *     gpubill report
 *     charts/
 *     charts/spend-by-day.svg
 *     review.json
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/map.h"
#include "reports/folder_list.h"
#include "reports/outdir_list.h"

#define LIST_BYTES_MAX ((size_t)64 << 20)
#define PATH_BYTES_MAX ((size_t)1 << 16)
#define LIST_HEAD "gpubill report"

/* The names of a list, as they stand in its text. */
struct names {
    struct buf text;
    struct map map;
    bool is_there;
};

static void
names_release(struct names *n)
{
    map_release(&n->map);
    buf_release(&n->text);
}

/* Read the list of ${folder}. 0 also where there is none. */
static int
names_read(struct names *n, const char *folder, struct err *e)
{
    struct buf path;
    struct sv rest, line;
    struct stat st;
    int result = -1;

    *n = (struct names){ .map = MAP_INIT };
    buf_init(&n->text, LIST_BYTES_MAX);
    buf_init(&path, PATH_BYTES_MAX);
    if (file_join(&path, folder, OUTDIR_LIST, e))
        goto done;
    result = 0;
    if (lstat(path.p, &st) < 0 || !S_ISREG(st.st_mode))
        goto done;
    result = -1;
    if (file_read(&n->text, path.p, e))
        goto done;
    rest = buf_sv(&n->text);
    if (sv_cut(&rest, '\n', &line) && sv_is(line, SV(LIST_HEAD)))
        n->is_there = true;
    while (n->is_there && sv_cut(&rest, '\n', &line))
        if (!map_put(&n->map, line, NULL)) {
            (void)err_nomem(e);
            goto done;
        }
    result = 0;

done:
    buf_release(&path);
    return result;
}

/* The entry's name as the list writes it. */
static struct sv
listed_name(const struct folder_entry *entry, struct buf *scratch)
{
    buf_reset(scratch);
    buf_add_text(scratch, entry->name);
    if (entry->is_folder)
        buf_add_char(scratch, '/');
    return buf_sv(scratch);
}

/* True where ${n} names ${entry}, or it is the list itself. */
static bool
is_named(const struct names *n, const struct folder_entry *entry, struct buf *scratch)
{
    return (n->is_there && strcmp(entry->name, OUTDIR_LIST) == 0) ||
        map_get(&n->map, listed_name(entry, scratch)) != NULL;
}

/* True where ${folder} can be opened and holds nothing. */
static bool
is_empty(const char *folder)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    bool is_any = dir == NULL;

    while (!is_any && (entry = readdir(dir)) != NULL)
        is_any = strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    if (dir)
        (void)closedir(dir);
    return !is_any;
}

int
outdir_list_check(const char *folder, struct err *e)
{
    struct folder_list list = { 0 };
    struct names names;
    struct buf scratch;
    int result = -1;

    buf_init(&scratch, PATH_BYTES_MAX);
    if (names_read(&names, folder, e))
        goto done;

    /* Somebody else's folder may be large: it is not gone through. */
    if (!names.is_there) {
        result = is_empty(folder) ? 0 : err_set(e, ERR_IO, "the folder is not empty and gpubill "
            "did not write it; name another one with --out, or use --force");
        goto done;
    }
    if (folder_list_read(&list, folder, e))
        goto done;
    for (size_t i = 0; i < list.entries.n; i++)
        if (!is_named(&names, &list.entries.at[i], &scratch)) {
            (void)err_set_whole(e, ERR_IO, "gpubill did not write %s in it; move it away, or use "
                "--force", list.entries.at[i].name);
            goto done;
        }
    result = buf_ok(&scratch, e);

done:
    folder_list_release(&list);
    names_release(&names);
    buf_release(&scratch);
    return result;
}

bool
outdir_list_is_there(const char *folder)
{
    struct err ignored = ERR_INIT;
    struct names names;
    bool is_there = names_read(&names, folder, &ignored) == 0 && names.is_there;

    names_release(&names);
    return is_there;
}

int
outdir_list_gone(const char *from, const char *to, struct buf *out, struct err *e)
{
    struct names names;
    struct buf path;
    int result = names_read(&names, from, e);

    buf_init(&path, PATH_BYTES_MAX);
    for (size_t i = 0; i < names.map.n && result == 0; i++) {
        struct sv name = names.map.entries[i].key;
        size_t slash = sv_find(name, SV("/"), 0);

        if (slash < name.n - 1)
            continue;
        buf_reset(&path);
        buf_addf(&path, "%s/%.*s", to, SV_ARG(name));
        result = buf_ok(&path, e);
        if (result == 0 && access(path.p, F_OK) < 0)
            buf_addf(out, "%s%.*s", out->n > 0 ? ", " : "", SV_ARG(name));
    }
    buf_release(&path);
    names_release(&names);
    return result == 0 ? buf_ok(out, e) : result;
}

int
outdir_list_write(const char *folder, struct err *e)
{
    struct folder_list list;
    struct buf text, path;
    int result = -1;

    buf_init(&text, LIST_BYTES_MAX);
    buf_init(&path, PATH_BYTES_MAX);
    if (folder_list_read(&list, folder, e) || file_join(&path, folder, OUTDIR_LIST, e))
        goto done;
    buf_add_text(&text, LIST_HEAD "\n");
    for (size_t i = 0; i < list.entries.n; i++)
        buf_addf(&text, "%s%s\n", list.entries.at[i].name,
            list.entries.at[i].is_folder ? "/" : "");
    result = buf_ok(&text, e) ? -1 : file_write(path.p, buf_sv(&text), e);

done:
    folder_list_release(&list);
    buf_release(&text);
    buf_release(&path);
    return result;
}

/* Make ${entry} of ${from} also stand in ${to}. */
static int
carry_entry(const struct folder_entry *entry, const char *from, const char *to, struct err *e)
{
    struct buf source, target;
    struct stat st;
    int result = -1;

    buf_init(&source, PATH_BYTES_MAX);
    buf_init(&target, PATH_BYTES_MAX);
    if (file_join(&source, from, entry->name, e) || file_join(&target, to, entry->name, e))
        goto done;
    result = entry->is_folder ? mkdir(target.p, 0777)
        : linkat(AT_FDCWD, source.p, AT_FDCWD, target.p, 0);
    if (result == 0 && entry->is_folder && stat(source.p, &st) == 0)
        (void)chmod(target.p, (st.st_mode & 07777) | S_IRWXU);
    if (result < 0 && errno == EEXIST)
        result = 0;
    if (result < 0) {
        (void)err_system(e, errno, "cannot keep this file beside the new report");
        (void)err_at(e, source.p, 0);
    }

done:
    buf_release(&source);
    buf_release(&target);
    return result;
}

int
outdir_list_carry(const char *from, const char *to, struct err *e)
{
    struct folder_list list;
    struct names names = { .map = MAP_INIT };
    struct buf scratch;
    int result = -1;

    buf_init(&scratch, PATH_BYTES_MAX);
    buf_init(&names.text, LIST_BYTES_MAX);
    if (folder_list_read(&list, from, e) || names_read(&names, from, e))
        goto done;
    for (size_t i = 0; i < list.entries.n; i++)
        if (!is_named(&names, &list.entries.at[i], &scratch) &&
            carry_entry(&list.entries.at[i], from, to, e))
            goto done;
    result = buf_ok(&scratch, e);

done:
    folder_list_release(&list);
    names_release(&names);
    buf_release(&scratch);
    return result;
}

/* Flush the file or folder ${path}; what cannot be opened or flushed for its kind is passed by. */
static int
flush(const char *path, int flags, struct err *e)
{
    int fd = file_open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | flags), result = 0;

    if (fd < 0)
        return 0;
    if (fsync(fd) < 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP && errno != EINTR) {
        (void)err_system(e, errno, "cannot write");
        result = err_at(e, path, 0);
    }
    (void)close(fd);
    return result;
}

int
outdir_flush_folder(const char *folder, struct err *e)
{
    return flush(folder, O_DIRECTORY, e);
}

int
outdir_list_flush(const char *folder, struct err *e)
{
    struct folder_list list;
    struct buf path;
    int result;

    buf_init(&path, PATH_BYTES_MAX);
    result = folder_list_read(&list, folder, e);
    for (size_t i = 0; result == 0 && i < list.entries.n; i++) {
        result = file_join(&path, folder, list.entries.at[i].name, e);
        if (result == 0)
            result = flush(path.p, list.entries.at[i].is_folder ? O_DIRECTORY : 0, e);
    }
    if (result == 0)
        result = outdir_flush_folder(folder, e);
    folder_list_release(&list);
    buf_release(&path);
    return result;
}
