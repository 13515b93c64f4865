#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/child.h"
#include "base/confine.h"
#include "base/file.h"
#include "unit.h"

struct place {
    char folder[64];
    struct buf shell;
};

static int
make_place(void **state)
{
    struct place *p = calloc(1, sizeof(*p));

    assert_non_null(p);
    (void)snprintf(p->folder, sizeof(p->folder), "/tmp/gpubill-child-XXXXXX");
    assert_non_null(mkdtemp(p->folder));
    buf_init(&p->shell, 4096);
    assert_true(child_find(&p->shell, "sh"));
    *state = p;
    return 0;
}

static int
drop_place(void **state)
{
    struct place *p = *state;
    struct err e = ERR_INIT;

    assert_int_equal(file_remove_tree(p->folder, &e), 0);
    buf_release(&p->shell);
    free(p);
    return 0;
}

static struct child
child_of(const struct place *p, const char *const *argv)
{
    return (struct child){ .program = p->shell.p, .argv = argv, .folder = p->folder,
        .output = "out", .log = "log", .seconds = 5, .cpu_seconds = 5,
        .memory = (uint64_t)1 << 30, .file_size = 10000 };
}

static void
output_and_errors_go_to_their_files(void **state)
{
    const struct place *p = *state;
    const char *const argv[] = { "sh", "-c", "echo \"$1\"; echo >&2; echo bad >&2; exit 3", "x",
        "$HOME; a b", NULL };
    struct child c = child_of(p, argv);
    struct buf path, got;
    struct err e = ERR_INIT;
    int status;

    assert_int_equal(child_run(&c, &status), CHILD_DONE);
    assert_int_equal(status, 3);
    buf_init(&path, 4096);
    buf_init(&got, 4096);
    assert_int_equal(file_join(&path, p->folder, "out", &e), 0);
    assert_int_equal(file_read(&got, path.p, &e), 0);
    assert_sv(buf_sv(&got), "$HOME; a b\n");
    buf_reset(&got);
    child_complaint(&c, &got);
    assert_sv(buf_sv(&got), "bad");
    buf_release(&path);
    buf_release(&got);
}

/* Run the shell script ${script} on other limits; which it comes to. */
static enum child_end
run_script(struct child *c, const char *script, int *status)
{
    const char *const argv[] = { "sh", "-c", script, NULL };
    enum child_end end;

    c->argv = argv;
    end = child_run(c, status);
    c->argv = NULL;
    return end;
}

static void
one_that_uses_too_much_is_stopped(void **state)
{
    const struct place *p = *state;
    struct child c = child_of(p, NULL);
    int status;

    c.seconds = 1;
    assert_int_equal(run_script(&c, "exec sleep 60", &status), CHILD_TOO_LONG);
    c = child_of(p, NULL);
    c.seconds = 60;
    c.cpu_seconds = 1;
    assert_int_equal(run_script(&c, "while :; do :; done", &status), CHILD_TOO_LONG);
    c = child_of(p, NULL);
    c.seconds = 60;
    assert_int_equal(run_script(&c, "while echo 0123456789012345678901234567890; do :; done",
        &status), CHILD_TOO_LARGE);
    c = child_of(p, NULL);
    c.seconds = 60;
    c.memory = (uint64_t)64 << 20;
    assert_int_equal(run_script(&c, "x=0123456789; while :; do x=$x$x; done", &status),
        CHILD_NO_MEMORY);
    /* One that breeds fails at its first child, or is stopped with all of them. */
    c = child_of(p, NULL);
    c.seconds = 2;
    if (confine_available() & CONFINE_CALLS)
        assert_int_equal(run_script(&c, "f() { f | f & }; f || exit 3; wait", &status), CHILD_DONE);
    else
        print_message("skipped: this system cannot refuse to start processes\n");
}

/* The number of a process in the file "pid", which a script wrote; waits for it. */
static pid_t
noted_process(const struct place *p)
{
    const struct timespec step = { .tv_nsec = 10000000 };
    struct err e = ERR_INIT;
    struct buf path, text;
    pid_t pid = 0;

    buf_init(&path, 4096);
    buf_init(&text, 4096);
    assert_int_equal(file_join(&path, p->folder, "pid", &e), 0);
    for (int n = 0; n < 3000 && sv_find(buf_sv(&text), SV("\n"), 0) == (size_t)-1; n++) {
        buf_reset(&text);
        (void)file_read(&text, path.p, &e);
        (void)nanosleep(&step, NULL);
    }
    for (size_t i = 0; i < text.n && text.p[i] != '\n'; i++)
        pid = pid * 10 + (text.p[i] - '0');
    assert_true(pid > 1);
    assert_int_equal(unlink(path.p), 0);
    buf_release(&path);
    buf_release(&text);
    return pid;
}

/* Whether ${pid} is there and no zombie that nobody has asked about yet. */
static bool
is_running(pid_t pid)
{
    char path[64], line[256] = "";
    FILE *f;
    bool is;

    if (kill(pid, 0) < 0)
        return false;
    (void)snprintf(path, sizeof(path), "/proc/%ld/stat", (long)pid);
    f = fopen(path, "r");
    if (!f)
        return true;
    is = fgets(line, sizeof(line), f) && !strstr(line, ") Z ");
    (void)fclose(f);
    return is;
}

static void
assert_ends(pid_t pid)
{
    const struct timespec step = { .tv_nsec = 10000000 };

    for (int tries = 0; tries < 1000 && is_running(pid); tries++)
        (void)nanosleep(&step, NULL);
    assert_false(is_running(pid));
}

static void
what_it_started_ends_with_it(void **state)
{
    const struct place *p = *state;
    struct child c = child_of(p, NULL);
    int status;

    c.is_unconfined = true;
    c.seconds = 1;
    assert_int_equal(run_script(&c, "sleep 600 & echo $! >pid; wait", &status), CHILD_TOO_LONG);
    assert_ends(noted_process(p));
    c.seconds = 60;
    assert_int_equal(run_script(&c, "sleep 600 & echo $! >pid; exit 0", &status), CHILD_DONE);
    assert_ends(noted_process(p));
}

/* On other systems it ends by its limits. */
static void
it_ends_when_this_program_is_killed(void **state)
{
    const struct place *p = *state;
    pid_t own, child;

#ifndef __linux__
    print_message("skipped: this system does not end a child with its parent\n");
    return;
#endif
    own = fork();
    if (own == 0) {
        struct child c = child_of(p, NULL);
        int status;

        c.seconds = 60;
        (void)run_script(&c, "echo $$ >pid; exec sleep 600", &status);
        _exit(0);
    }
    child = noted_process(p);
    assert_true(is_running(child));
    assert_int_equal(kill(own, SIGKILL), 0);
    assert_int_equal(waitpid(own, NULL, 0), own);
    assert_ends(child);
}

/* A link that an earlier program left is no way to a file of somebody else. */
static void
links_are_replaced_by_the_output(void **state)
{
    const struct place *p = *state;
    struct child c = child_of(p, NULL);
    struct buf kept, link_path, got;
    struct err e = ERR_INIT;
    struct stat st;
    int status;

    buf_init(&kept, 4096);
    buf_init(&link_path, 4096);
    buf_init(&got, 4096);
    assert_int_equal(file_join(&kept, p->folder, "kept", &e), 0);
    assert_int_equal(file_join(&link_path, p->folder, "out", &e), 0);
    assert_int_equal(file_write(kept.p, SV("mine"), &e), 0);
    assert_int_equal(symlink(kept.p, link_path.p), 0);
    assert_int_equal(run_script(&c, "echo theirs", &status), CHILD_DONE);
    assert_int_equal(file_read(&got, kept.p, &e), 0);
    assert_sv(buf_sv(&got), "mine");
    buf_reset(&got);
    assert_int_equal(file_read(&got, link_path.p, &e), 0);
    assert_sv(buf_sv(&got), "theirs\n");
    assert_int_equal(lstat(link_path.p, &st), 0);
    assert_true(S_ISREG(st.st_mode));
    assert_int_equal(st.st_mode & 0777, 0600);
    buf_release(&kept);
    buf_release(&link_path);
    buf_release(&got);
}

static void
what_is_not_there_cannot_be_started(void **state)
{
    const struct place *p = *state;
    const char *const argv[] = { "x", NULL };
    struct child c = child_of(p, argv);
    struct buf found;
    int status;

    buf_init(&found, 4096);
    buf_add_text(&found, "kept");
    assert_false(child_find(&found, "no-such-program"));
    assert_sv(buf_sv(&found), "kept");
    buf_release(&found);
    c.program = "/nowhere/x";
    assert_int_equal(child_run(&c, &status), CHILD_NOT_STARTED);
    c = child_of(p, argv);
    c.folder = "/nowhere";
    assert_int_equal(child_run(&c, &status), CHILD_NOT_STARTED);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(output_and_errors_go_to_their_files, make_place,
            drop_place),
        cmocka_unit_test_setup_teardown(one_that_uses_too_much_is_stopped, make_place, drop_place),
        cmocka_unit_test_setup_teardown(what_it_started_ends_with_it, make_place, drop_place),
        cmocka_unit_test_setup_teardown(it_ends_when_this_program_is_killed, make_place,
            drop_place),
        cmocka_unit_test_setup_teardown(links_are_replaced_by_the_output, make_place, drop_place),
        cmocka_unit_test_setup_teardown(what_is_not_there_cannot_be_started, make_place,
            drop_place),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
