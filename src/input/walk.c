/*
 * walk.c - from the paths on the command line to the files to read.
 *
 * Links to folders are not entered, so there are no loops; the depth is bounded all the same.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/vec.h"
#include "input/own_report.h"
#include "input/walk.h"

/* Longest path that is made while walking. */
#define PATH_LENGTH_MAX ((size_t)1 << 20)

/* A folder that is walked. */
struct folder {
    const char *path;
    unsigned depth;
    const struct own_report *report; /* in which it lies, or NULL */
    size_t inside; /* where in `path` what is relative to the report begins */
};

void
walk_init(struct walk *w)
{
    *w = (struct walk){ .arena = ARENA_INIT, .depth_max = LIMITS_FOLDERS_MAX };
}

void
walk_release(struct walk *w)
{
    vec_release(&w->found);
    arena_release(&w->arena);
}

static int
add(struct walk *w, const char *path, bool was_named, enum found_kind kind, int errnum,
    struct err *e)
{
    struct found *f;
    char *copy;

    if (w->found.n >= WALK_FILES_MAX)
        return err_set(e, ERR_LIMIT, "there are more than %d files; name fewer of them",
            WALK_FILES_MAX);
    if (vec_grow(&w->found, 1, WALK_FILES_MAX, e))
        return -1;
    copy = arena_text(&w->arena, sv_of(path));
    if (!copy)
        return err_nomem(e);

    f = &w->found.at[w->found.n++];
    *f = (struct found){ .path = copy, .was_named = was_named, .kind = kind };
    if (kind == FOUND_UNREADABLE) {
        message_set(&f->why, "cannot be read");
        f->why.errnum = errnum;
    } else if (kind == FOUND_TOO_DEEP) {
        message_set(&f->why, "folders are nested deeper than %ju levels; --limit folders=N allows "
            "more", (uintmax_t)w->depth_max);
    }
    return 0;
}

/* Add ${path}, which is not read because of ${passed}. */
static int
pass(struct walk *w, const char *path, bool was_named, enum passed passed, struct err *e)
{
    struct found *f;

    if (add(w, path, was_named, passed == PASSED_OURS ? FOUND_OURS : FOUND_PASSED, 0, e))
        return -1;
    f = &w->found.at[w->found.n - 1];
    f->passed = passed;
    f->why = (struct message){ .format = passed_reason(passed) };
    return 0;
}

static int walk_folder(struct walk *w, const struct folder *f, bool was_named, struct err *e);

/* One name inside ${folder}; ${path} is FOLDER/NAME. */
static int
add_member(struct walk *w, const struct folder *folder, const char *path, struct err *e)
{
    struct folder inner = { path, folder->depth + 1, folder->report, folder->inside };
    struct stat link, target;

    if (lstat(path, &link) || stat(path, &target))
        return add(w, path, false, FOUND_UNREADABLE, errno, e);
    if (S_ISDIR(link.st_mode))
        return walk_folder(w, &inner, false, e);
    if (S_ISDIR(target.st_mode))
        return pass(w, path, false, PASSED_FOLDER_LINK, e);
    if (!S_ISREG(target.st_mode))
        return pass(w, path, false, PASSED_SPECIAL, e);
    if (folder->report && S_ISREG(link.st_mode) &&
        own_report_has(folder->report, sv_of(path + folder->inside)))
        return 0;
    if (access(path, R_OK))
        return add(w, path, false, FOUND_UNREADABLE, errno, e);
    return add(w, path, false, FOUND_FILE, 0, e);
}

/* Where the names in the folder ${path} begin, once they are joined to it. */
static size_t
members_begin(const char *path)
{
    size_t n = strlen(path);

    return n > 0 && path[n - 1] == '/' ? n : n + 1;
}

/* True for what is no member of ${folder}: itself, the one above, the list of a report. */
static bool
is_no_member(const struct folder *folder, const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
        (folder->report && folder->inside == members_begin(folder->path) &&
        strcmp(name, OWN_REPORT_LIST) == 0);
}

static int
add_members(struct walk *w, DIR *dir, const struct folder *folder, struct err *e)
{
    struct buf member;
    struct dirent *entry;
    int result = -1;

    buf_init(&member, PATH_LENGTH_MAX);
    for (;;) {
        errno = 0;
        entry = readdir(dir);
        if (!entry)
            break;
        if (is_no_member(folder, entry->d_name))
            continue;
        buf_reset(&member);
        if (file_join(&member, folder->path, entry->d_name, e) ||
            (entry->d_name[0] == '.' ? pass(w, member.p, false, passed_dot(entry->d_name), e) :
            add_member(w, folder, member.p, e)))
            goto done;
    }
    result = errno != 0 ? add(w, folder->path, false, FOUND_UNREADABLE, errno, e) : 0;
done:
    buf_release(&member);
    return result;
}

static int
walk_folder(struct walk *w, const struct folder *f, bool was_named, struct err *e)
{
    struct own_report report;
    struct folder ours = *f;
    DIR *dir;
    int result = 0;

    if (f->depth > w->depth_max)
        return add(w, f->path, was_named, FOUND_TOO_DEEP, 0, e);
    dir = opendir(f->path);
    if (!dir)
        return add(w, f->path, was_named, FOUND_UNREADABLE, errno, e);
    if (own_report_open(&report, dirfd(dir))) {
        ours.report = &report;
        ours.inside = members_begin(f->path);
        result = pass(w, f->path, was_named, PASSED_OURS, e);
    }
    if (result == 0)
        result = add_members(w, dir, &ours, e);
    own_report_release(&report);
    (void)closedir(dir);
    return result;
}

int
walk_add(struct walk *w, const char *path, struct err *e)
{
    struct stat st;

    if (strcmp(path, "-") == 0)
        return add(w, path, true, FOUND_STDIN, 0, e);
    if (stat(path, &st))
        return add(w, path, true, FOUND_UNREADABLE, errno, e);
    if (S_ISDIR(st.st_mode))
        return walk_folder(w, &(struct folder){ .path = path, .depth = 1 }, true, e);
    if (S_ISREG(st.st_mode) && access(path, R_OK))
        return add(w, path, true, FOUND_UNREADABLE, errno, e);
    return add(w, path, true, FOUND_FILE, 0, e);
}

int
walk_add_bytes(struct walk *w, const char *name, struct sv bytes, struct err *e)
{
    if (add(w, name, true, FOUND_BYTES, 0, e))
        return -1;
    w->found.at[w->found.n - 1].bytes = bytes;
    return 0;
}

/* By path; one of the paths before the same one of --usage, a named one before the same one met in
 * a folder. */
static int
compare_found(const void *a, const void *b)
{
    const struct found *x = a, *y = b;
    int by_path = strcmp(x->path, y->path);

    if (by_path != 0)
        return by_path;
    if (x->is_log != y->is_log)
        return (int)x->is_log - (int)y->is_log;
    if (x->was_named != y->was_named)
        return (int)y->was_named - (int)x->was_named;
    return (int)x->kind - (int)y->kind;
}

void
walk_finish(struct walk *w)
{
    size_t kept = 0;

    if (w->found.n > 0)
        qsort(w->found.at, w->found.n, sizeof(*w->found.at), compare_found);
    for (size_t i = 0; i < w->found.n; i++) {
        const struct found *before = kept > 0 ? &w->found.at[kept - 1] : NULL, *f = &w->found.at[i];

        /* Bytes are nothing that is there twice. */
        if (!before || strcmp(before->path, f->path) != 0 || f->kind == FOUND_BYTES ||
            before->kind == FOUND_BYTES)
            w->found.at[kept++] = *f;
    }
    w->found.n = kept;
}

uint64_t
walk_bytes(const struct walk *w)
{
    uint64_t total = 0;
    struct stat st;

    for (size_t i = 0; i < w->found.n; i++)
        if (w->found.at[i].kind == FOUND_BYTES)
            total += w->found.at[i].bytes.n;
        else if (w->found.at[i].kind == FOUND_FILE && stat(w->found.at[i].path, &st) == 0 &&
            S_ISREG(st.st_mode) && st.st_size > 0)
            total += (uint64_t)st.st_size;
    return total;
}
