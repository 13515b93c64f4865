/*
 * outdir_list.c - .gpubill, the list of what gpubill wrote into a folder.
 *
 *     gpubill report
 *     charts/
 *     9f86d081884c7d65  charts/spend-by-day.svg
 *     60303ae22b998861  review.json
 *
 * The list came with the folder, which may be anybody's, so it is not believed: only names that a
 * report may have are ours, and only files with the content that was written. A name without a
 * fingerprint, as earlier builds listed them, proves nothing of its file.
 */
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/fingerprint.h"
#include "base/map.h"
#include "reports/folder_list.h"
#include "reports/outdir_list.h"
#include "reports/output_names.h"

#define LIST_BYTES_MAX ((size_t)64 << 20)
#define PATH_BYTES_MAX ((size_t)1 << 16)
#define LIST_HEAD "gpubill report"

/* What stands between the fingerprint of a file and its name. */
#define GAP "  "
#define PRINT_LENGTH (FINGERPRINT_TEXT_MAX - 1)
#define NAME_AT (PRINT_LENGTH + sizeof(GAP) - 1)

/* The names of a list that a report may have, as they stand in its text; folders with a slash. */
struct names {
    struct buf text;
    struct map map; /* the values: where in the text the line begins */
    bool is_there;
};

static void
names_release(struct names *n)
{
    map_release(&n->map);
    buf_release(&n->text);
}

/* Whether the name in ${line} of a list stands behind a fingerprint. */
static bool
has_print(struct sv line)
{
    return line.n > NAME_AT && sv_is(sv_part(line, PRINT_LENGTH, NAME_AT), SV(GAP));
}

/* Keep the name of a line; what no report has is passed by. */
static int
keep_name(struct names *n, struct sv line, struct err *e)
{
    struct sv name = has_print(line) ? sv_part(line, NAME_AT, line.n) : line;
    bool is_folder = sv_ends(name, SV("/"));
    struct map_entry *entry;

    if (!output_name_is_known(sv_part(name, 0, name.n - is_folder), is_folder))
        return 0;
    entry = map_put(&n->map, name, NULL);
    if (!entry)
        return err_nomem(e);
    entry->value.number = (uint64_t)(line.p - n->text.p);
    return 0;
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
        if (keep_name(n, line, e))
            goto done;
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

/* What a list knows of an entry of its folder. */
enum standing {
    STANDING_OURS,
    STANDING_UNPROVEN, /* named without a fingerprint */
    STANDING_CHANGED,  /* named, but it is not what was written */
    STANDING_THEIRS,
};

/* The line of the list in which ${named} stands. */
static struct sv
line_at(const struct names *n, const struct map_entry *named)
{
    struct sv rest = sv_part(buf_sv(&n->text), (size_t)named->value.number, n->text.n), line;

    (void)sv_cut(&rest, '\n', &line);
    return line;
}

/* How ${entry} of ${folder} stands in its list ${n}. */
static enum standing
find_standing(const struct names *n, const char *folder, const struct folder_entry *entry,
    struct buf *scratch)
{
    struct err ignored = ERR_INIT;
    char print[FINGERPRINT_TEXT_MAX];
    const struct map_entry *named;

    if (n->is_there && !entry->is_folder && strcmp(entry->name, OUTDIR_LIST) == 0)
        return STANDING_OURS;
    named = map_get(&n->map, listed_name(entry, scratch));
    if (!named)
        return STANDING_THEIRS;
    if (entry->is_folder)
        return STANDING_OURS;
    if (!has_print(line_at(n, named)))
        return STANDING_UNPROVEN;
    if (file_join(scratch, folder, entry->name, &ignored) ||
        fingerprint_file(scratch->p, print, &ignored))
        return STANDING_CHANGED;
    if (memcmp(print, n->text.p + named->value.number, PRINT_LENGTH) != 0)
        return STANDING_CHANGED;
    return STANDING_OURS;
}

/* Refuse to replace a folder for the sake of ${entry}. */
static int
refuse(enum standing standing, const struct folder_entry *entry, struct err *e)
{
    if (standing == STANDING_UNPROVEN)
        return err_set_whole(e, ERR_IO, "an earlier build of gpubill wrote %s and did not note "
            "what was in it; if nobody has changed it since, use --force once", entry->name);
    if (standing == STANDING_CHANGED)
        return err_set_whole(e, ERR_IO, "%s was changed since gpubill wrote it; move it away, or "
            "use --force", entry->name);
    return err_set_whole(e, ERR_IO, "gpubill did not write %s in it; move it away, or use --force",
        entry->name);
}

/* -1 where ${folder} holds anything, or cannot be looked into. */
static int
check_empty(const char *folder, struct err *e)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    bool is_any = false;

    if (!dir)
        return err_system(e, errno, "cannot read the folder");
    while (!is_any && (entry = readdir(dir)) != NULL)
        is_any = strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    (void)closedir(dir);
    return !is_any ? 0 : err_set(e, ERR_IO, "the folder is not empty and gpubill did not write it; "
        "name another one with --out, or use --force");
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
        result = check_empty(folder, e);
        goto done;
    }
    if (folder_list_read(&list, folder, e))
        goto done;
    for (size_t i = 0; i < list.entries.n; i++) {
        enum standing standing = find_standing(&names, folder, &list.entries.at[i], &scratch);

        if (standing != STANDING_OURS) {
            (void)refuse(standing, &list.entries.at[i], e);
            goto done;
        }
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

/* The line of ${entry} of ${folder}. */
static int
add_line(struct buf *text, const char *folder, const struct folder_entry *entry, struct err *e)
{
    char print[FINGERPRINT_TEXT_MAX];
    struct buf path;
    int result;

    assert(output_name_is_known(sv_of(entry->name), entry->is_folder));
    if (entry->is_folder) {
        buf_addf(text, "%s/\n", entry->name);
        return 0;
    }
    buf_init(&path, PATH_BYTES_MAX);
    result = file_join(&path, folder, entry->name, e);
    if (result == 0)
        result = fingerprint_file(path.p, print, e);
    if (result == 0)
        buf_addf(text, "%s" GAP "%s\n", print, entry->name);
    buf_release(&path);
    return result;
}

int
outdir_list_write(const char *folder, struct err *e)
{
    struct folder_list list;
    struct buf text, path;
    int result = -1;

    buf_init(&text, LIST_BYTES_MAX);
    buf_init(&path, PATH_BYTES_MAX);
    if (folder_list_read(&list, folder, e))
        goto done;
    buf_add_text(&text, LIST_HEAD "\n");
    for (size_t i = 0; i < list.entries.n; i++)
        if (add_line(&text, folder, &list.entries.at[i], e))
            goto done;
    if (buf_ok(&text, e) == 0 && file_join(&path, folder, OUTDIR_LIST, e) == 0)
        result = file_write(path.p, buf_sv(&text), e);

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
        if (find_standing(&names, from, &list.entries.at[i], &scratch) != STANDING_OURS &&
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
