#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "unit.h"

/* "FOLDER/${name}" of the test's own folder. Valid until the fourth call after it. */
static const char *
in(void **state, const char *name)
{
    static char paths[4][4096];
    static size_t next;
    char *path = paths[next++ % COUNT(paths)];

    (void)snprintf(path, sizeof(paths[0]), "%s/%s", (const char *)*state, name);
    return path;
}

static int
make_folder(void **state)
{
    const char *base = getenv("TMPDIR");
    char *path = malloc(4000);

    if (!path)
        return -1;
    (void)snprintf(path, 4000, "%s/gpubill-test-XXXXXX", base && base[0] ? base : "/tmp");
    *state = mkdtemp(path);
    return *state ? 0 : -1;
}

static int
remove_folder(void **state)
{
    struct err e = ERR_INIT;
    int result = file_remove_tree(*state, &e);

    result = access(*state, F_OK) == 0 ? -1 : result;
    free(*state);
    return result;
}

static void
reads_back_what_it_wrote(void **state)
{
    struct err e = ERR_INIT;
    struct buf large, got;

    buf_init(&large, SIZE_MAX);
    buf_init(&got, SIZE_MAX);
    for (unsigned i = 0; i < 30000; i++)
        buf_addf(&large, "%u,", i);
    buf_add_char(&large, '\0');
    assert_int_equal(file_write(in(state, "f"), buf_sv(&large), &e), 0);
    buf_add_text(&got, "before:");
    assert_int_equal(file_read(&got, in(state, "f"), &e), 0);
    assert_int_equal(got.n, 7 + large.n);
    assert_memory_equal(got.p, "before:", 7);
    assert_memory_equal(got.p + 7, large.p, large.n);

    /* A shorter text replaces the longer one whole. */
    buf_reset(&got);
    assert_int_equal(file_write(in(state, "f"), SV("short"), &e), 0);
    assert_int_equal(file_read(&got, in(state, "f"), &e), 0);
    assert_sv(buf_sv(&got), "short");
    assert_int_equal(file_write(in(state, "f"), SV_EMPTY, &e), 0);
    buf_reset(&got);
    assert_int_equal(file_read(&got, in(state, "f"), &e), 0);
    assert_sv(buf_sv(&got), "");
    assert_int_equal(e.code, ERR_NONE);
    buf_release(&large);
    buf_release(&got);
}

static void
a_file_over_the_limit_leaves_the_text_as_it_was(void **state)
{
    char expected[5000];
    struct err e = ERR_INIT;
    struct buf got;

    buf_init(&got, 12);
    buf_add_text(&got, "before");
    assert_int_equal(file_write(in(state, "f"), SV("123456"), &e), 0);
    assert_int_equal(file_read(&got, in(state, "f"), &e), 0);
    assert_sv(buf_sv(&got), "before123456");
    buf_cut(&got, 6);
    assert_int_equal(file_write(in(state, "f"), SV("1234567"), &e), 0);
    assert_int_equal(file_read(&got, in(state, "f"), &e), -1);
    assert_int_equal(e.code, ERR_LIMIT);
    (void)snprintf(expected, sizeof(expected),
        "%s: the text is longer than the limit of 12 bytes", in(state, "f"));
    assert_err(&e, expected);
    assert_sv(buf_sv(&got), "before");
    buf_release(&got);
}

static void
says_which_file_and_why(void **state)
{
    char expected[5000];
    struct err e = ERR_INIT;
    struct buf got;

    buf_init(&got, 100);
    assert_int_equal(file_read(&got, in(state, "none"), &e), -1);
    assert_int_equal(e.code, ERR_IO);
    (void)snprintf(expected, sizeof(expected),
        "%s: cannot open the file: No such file or directory", in(state, "none"));
    assert_err(&e, expected);

    assert_int_equal(file_read(&got, *state, &e), -1);
    (void)snprintf(expected, sizeof(expected), "%s: cannot read the file: Is a directory",
        (const char *)*state);
    assert_err(&e, expected);
    assert_sv(buf_sv(&got), "");

    assert_int_equal(file_write(in(state, "none/f"), SV("x"), &e), -1);
    (void)snprintf(expected, sizeof(expected), "%s: cannot write: No such file or directory",
        in(state, "none/f"));
    assert_err(&e, expected);

    assert_int_equal(file_write_fd(-1, SV("x"), &e), -1);
    assert_err(&e, "cannot write: Bad file descriptor");
    assert_int_equal(file_write_fd(-1, SV_EMPTY, &e), 0);
    buf_release(&got);
}

static void
a_full_disk_is_reported(void **state)
{
    struct err e = ERR_INIT;

    (void)state;
    if (access("/dev/full", W_OK) != 0) {
        print_message("skipped: there is no /dev/full\n");
        skip();
    }
    assert_int_equal(file_write("/dev/full", SV("x"), &e), -1);
    assert_err(&e, "/dev/full: cannot write: No space left on device");
}

/* Read all from the descriptor at ${argument}, slowly at first. Returns the number of bytes. */
static void *
drain(void *argument)
{
    const struct timespec pause = { .tv_nsec = 20000000 };
    char chunk[4096];
    size_t total = 0;
    ssize_t n;

    (void)nanosleep(&pause, NULL);
    while ((n = read(*(int *)argument, chunk, sizeof(chunk))) > 0)
        total += (size_t)n;
    return (void *)total;
}

static void
writes_all_to_a_pipe_that_does_not_block(void **state)
{
    static char text[1000000];
    struct err e = ERR_INIT;
    pthread_t reader;
    void *total;
    int fds[2];

    (void)state;
    assert_int_equal(pipe(fds), 0);
    assert_int_equal(fcntl(fds[1], F_SETFL, O_NONBLOCK), 0);
    assert_int_equal(pthread_create(&reader, NULL, drain, &fds[0]), 0);
    assert_int_equal(file_write_fd(fds[1], (struct sv){ text, sizeof(text) }, &e), 0);
    assert_int_equal(close(fds[1]), 0);
    assert_int_equal(pthread_join(reader, &total), 0);
    assert_int_equal((size_t)total, sizeof(text));
    assert_int_equal(close(fds[0]), 0);
}

static void
removes_a_tree_and_nothing_beyond(void **state)
{
    struct err e = ERR_INIT;

    assert_int_equal(mkdir(in(state, "kept"), 0777), 0);
    assert_int_equal(file_write(in(state, "kept/f"), SV("x"), &e), 0);
    assert_int_equal(mkdir(in(state, "tree"), 0777), 0);
    assert_int_equal(mkdir(in(state, "tree/a"), 0777), 0);
    assert_int_equal(mkdir(in(state, "tree/a/b"), 0777), 0);
    assert_int_equal(file_write(in(state, "tree/a/b/.hidden"), SV("x"), &e), 0);
    assert_int_equal(file_write(in(state, "tree/f"), SV("x"), &e), 0);
    assert_int_equal(symlink(in(state, "kept"), in(state, "tree/link")), 0);
    assert_int_equal(symlink("nowhere", in(state, "tree/a/dangling")), 0);
    for (int i = 0; i < 300; i++) {
        char name[32];

        (void)snprintf(name, sizeof(name), "tree/a/b/%d", i);
        assert_int_equal(file_write(in(state, name), SV(""), &e), 0);
    }

    assert_int_equal(file_remove_tree(in(state, "tree"), &e), 0);
    assert_int_equal(access(in(state, "tree"), F_OK), -1);
    assert_int_equal(access(in(state, "kept/f"), F_OK), 0);

    /* A link to a folder, a file, nothing. */
    assert_int_equal(symlink(in(state, "kept"), in(state, "link")), 0);
    assert_int_equal(file_remove_tree(in(state, "link"), &e), 0);
    assert_int_equal(access(in(state, "kept/f"), F_OK), 0);
    assert_int_equal(file_remove_tree(in(state, "kept/f"), &e), 0);
    assert_int_equal(access(in(state, "kept/f"), F_OK), -1);
    assert_int_equal(file_remove_tree(in(state, "kept/f"), &e), 0);
    assert_int_equal(e.code, ERR_NONE);
}

static void
names_what_cannot_be_removed(void **state)
{
    char expected[5000];
    struct err e = ERR_INIT;

    assert_int_equal(mkdir(in(state, "locked"), 0777), 0);
    assert_int_equal(file_write(in(state, "locked/f"), SV("x"), &e), 0);
    if (geteuid() == 0) {
        /* Nothing is locked for root; a path through a file fails for everybody. */
        assert_int_equal(file_remove_tree(in(state, "locked/f/g"), &e), -1);
        (void)snprintf(expected, sizeof(expected), "%s: cannot remove: Not a directory",
            in(state, "locked/f/g"));
    } else {
        assert_int_equal(chmod(in(state, "locked"), 0555), 0);
        assert_int_equal(file_remove_tree(in(state, "locked"), &e), -1);
        (void)snprintf(expected, sizeof(expected), "%s: cannot remove: Permission denied",
            in(state, "locked/f"));
        assert_int_equal(chmod(in(state, "locked"), 0777), 0);
    }
    assert_int_equal(e.code, ERR_IO);
    assert_err(&e, expected);
    assert_int_equal(access(in(state, "locked/f"), F_OK), 0);
}

static void
joins_paths_with_one_slash(void **state)
{
    static const struct {
        const char *folder, *name, *expected;
    } cases[] = {
        { "out", "a.csv", "out/a.csv" },
        { "out/", "a.csv", "out/a.csv" },
        { "out/", "/a.csv", "out/a.csv" },
        { "/", "a", "/a" },
        { "", "a", "a" },
        { "", "/a", "/a" },
        { "out", "", "out/" },
    };
    struct err e = ERR_INIT;
    struct buf b;

    (void)state;
    buf_init(&b, 10);
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_int_equal(file_join(&b, cases[i].folder, cases[i].name, &e), 0);
        assert_sv(buf_sv(&b), cases[i].expected);
    }
    assert_int_equal(file_join(&b, "folder", "name", &e), -1);
    assert_int_equal(e.code, ERR_LIMIT);
    assert_int_equal(file_join(&b, "a", "b", &e), 0); /* usable again */
    assert_sv(buf_sv(&b), "a/b");
    buf_release(&b);
}

int
main(void)
{
#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        WITH_FOLDER(reads_back_what_it_wrote),
        WITH_FOLDER(a_file_over_the_limit_leaves_the_text_as_it_was),
        WITH_FOLDER(says_which_file_and_why),
        cmocka_unit_test(a_full_disk_is_reported),
        cmocka_unit_test(writes_all_to_a_pipe_that_does_not_block),
        WITH_FOLDER(removes_a_tree_and_nothing_beyond),
        WITH_FOLDER(names_what_cannot_be_removed),
        cmocka_unit_test(joins_paths_with_one_slash),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
