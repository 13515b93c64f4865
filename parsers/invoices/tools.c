/*
 * tools.c - programs that open what is too dangerous to open here: PDF and pictures.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/child.h"
#include "base/file.h"
#include "base/leftover.h"
#include "parsers/invoice_tools.h"

#define PATH_BYTES_MAX ((size_t)1 << 16)
#define BLOCK (64 << 10)

/* Write all of ${s} to the new file ${path}. */
static int
copy_source(struct source *s, const char *path, struct err *e)
{
    int fd = file_open_private(path, O_WRONLY | O_CREAT | O_EXCL);
    char *block = malloc(BLOCK);
    uint64_t at = 0;
    size_t got = 1;
    int result = -1;

    if (!block) {
        (void)err_nomem(e);
        goto done;
    }
    if (fd < 0) {
        (void)err_system(e, errno, "cannot write a temporary file");
        goto done;
    }
    while (got > 0) {
        if (source_read(s, block, BLOCK, at, &got, e) ||
            file_write_fd(fd, (struct sv){ block, got }, e))
            goto done;
        at += got;
    }
    result = 0;
done:
    if (fd >= 0 && close(fd) != 0 && result == 0)
        result = err_system(e, errno, "cannot write a temporary file");
    free(block);
    return result;
}

int
tools_begin(struct tools *t, struct source *s, struct input *in, struct err *e)
{
    const char *base = getenv("TMPDIR");
    struct buf path;
    int result = -1;

    base = base && base[0] == '/' ? base : "/tmp";
    *t = (struct tools){ .hold = -1, .in = in, .limits = source_program_limits(s) };
    buf_init(&t->folder, PATH_BYTES_MAX);
    buf_init(&path, PATH_BYTES_MAX);
    if (source_size(s) > TOOLS_INPUT_MAX)
        return err_set(e, ERR_UNKNOWN, "the file is larger than %ju MB, too large for an invoice",
            (uintmax_t)(TOOLS_INPUT_MAX >> 20));
    buf_addf(&path, "%s/" FILE_TEMPORARY "XXXXXX", base, (long)getpid());
    if (buf_ok(&path, e))
        goto done;
    leftover_remove(base);
    if (!mkdtemp(path.p)) {
        (void)err_system(e, errno, "cannot make a temporary folder");
        goto done;
    }
    t->hold = leftover_hold(path.p);
    buf_add(&t->folder, buf_sv(&path));
    if (buf_ok(&t->folder, e)) {
        (void)rmdir(path.p);
        goto done;
    }
    if (file_join(&path, t->folder.p, TOOLS_INPUT, e))
        goto done;
    result = copy_source(s, path.p, e);
done:
    buf_release(&path);
    return result;
}

void
tools_end(struct tools *t)
{
    struct err ignored = ERR_INIT;

    /* Twice, since memory may be out for a moment. */
    if (t->folder.n > 0 && file_remove_tree(t->folder.p, &ignored))
        (void)file_remove_tree(t->folder.p, &ignored);
    if (t->hold >= 0)
        (void)close(t->hold);
    buf_release(&t->folder);
}

/* Tell how the program ${name} ended, where it was kept from going on. */
static void
tell_end(struct tools *t, const char *name, enum child_end end)
{
    static const char code[] = "program-stopped";
    const struct program_limits *l = t->limits;

    switch (end) {
    case CHILD_DONE:
        break;
    case CHILD_NOT_STARTED:
        input_warn_whole(t->in, code, 0, "%s could not be started", name);
        break;
    case CHILD_TOO_LONG:
        input_warn_whole(t->in, code, 0, "%s took longer than %ju s and was stopped; --limit "
            "seconds=N allows more", name, (uintmax_t)l->seconds);
        break;
    case CHILD_TOO_LARGE:
        input_warn_whole(t->in, code, 0, "%s wrote more than %ju bytes and was stopped; --limit "
            "output=N allows more", name, (uintmax_t)l->output);
        break;
    case CHILD_NO_MEMORY:
        input_warn_whole(t->in, code, 0, "%s failed, and had used much of the %ju bytes of memory "
            "that it may use; --limit child-memory=N allows more", name, (uintmax_t)l->memory);
        break;
    case CHILD_KILLED:
        input_warn_whole(t->in, code, 0, "%s crashed, or was stopped by somebody else", name);
        break;
    }
}

bool
tools_run(struct tools *t, const char *package, const char *const *argv, const char *output)
{
    struct child child = {
        .argv = argv,
        .folder = t->folder.p,
        .output = output,
        .seconds = (int)t->limits->seconds,
        .cpu_seconds = (int)t->limits->seconds,
        .memory = t->limits->memory,
        .file_size = t->limits->output,
    };
    struct buf program;
    enum child_end end;
    int status = -1;
    bool is_done = false;

    if (t->is_too_long)
        return false;
    buf_init(&program, PATH_BYTES_MAX);
    if (!child_find(&program, argv[0])) {
        t->is_missing = true;
        input_warn_whole(t->in, TOOLS_MISSING, 0,
            "%s is not installed, so invoices in PDF and pictures are not read whole; install the "
            "package %s", argv[0], package);
    } else {
        child.program = program.p;
        end = child_run(&child, &status);
        tell_end(t, argv[0], end);
        t->is_too_long = end == CHILD_TOO_LONG;
        is_done = end == CHILD_DONE && status == 0;
    }
    buf_release(&program);
    return is_done;
}

/* What a program left is a file of its folder, not a way out of it, nor one that never ends. */
static bool
is_file(const char *path)
{
    struct stat st;

    return lstat(path, &st) == 0 && S_ISREG(st.st_mode);
}

void
tools_read(const struct tools *t, const char *name, struct buf *out)
{
    struct err ignored = ERR_INIT;
    struct buf path;

    buf_init(&path, PATH_BYTES_MAX);
    if (file_join(&path, t->folder.p, name, &ignored) == 0 && is_file(path.p))
        (void)file_read(out, path.p, &ignored);
    buf_release(&path);
}

int
tools_open(const struct tools *t, const char *name, struct source **out, struct err *e)
{
    struct buf path;
    int result;

    buf_init(&path, PATH_BYTES_MAX);
    result = file_join(&path, t->folder.p, name, e);
    if (result == 0 && !is_file(path.p))
        result = err_set(e, ERR_IO, "cannot open the file");
    if (result == 0)
        result = source_open(out, path.p, e);
    buf_release(&path);
    return result;
}

bool
tools_capture(struct tools *t, const char *package, const char *const *argv, struct buf *out)
{
    static const char printed[] = "output.txt";

    if (!tools_run(t, package, argv, printed))
        return false;
    tools_read(t, printed, out);
    return true;
}

void
tools_read_qr(struct tools *t, const char *name, struct buf *out)
{
    const char *const argv[] = { "zbarimg", "--quiet", "--raw", "--nodbus", "-Sdisable",
        "-Sqrcode.enable", name, NULL };

    if (tools_run(t, "zbar-tools", argv, "qr.txt"))
        tools_read(t, "qr.txt", out);
}
