#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#endif

#include "base/child.h"
#include "base/confine.h"
#include "base/file.h"
#include "unit.h"

/* A descriptor that an exec would keep. */
#define LEFT_OPEN 50

/* A folder for the program, and beside it one of somebody else. */
struct place {
    char folder[64], other[64], secret[80];
    struct buf python;
};

static void
write_text(const char *folder, const char *name, const char *text)
{
    struct err e = ERR_INIT;
    struct buf path;

    buf_init(&path, 4096);
    assert_int_equal(file_join(&path, folder, name, &e), 0);
    assert_int_equal(file_write(path.p, sv_of(text), &e), 0);
    buf_release(&path);
}

static void
make_folder(char path[64], const char *name)
{
    (void)snprintf(path, 64, "/tmp/gpubill-%s-XXXXXX", name);
    assert_non_null(mkdtemp(path));
}

static int
make_place(void **state)
{
    struct place *p = calloc(1, sizeof(*p));
    struct err e = ERR_INIT;
    struct buf script;

    assert_non_null(p);
    make_folder(p->folder, "confined");
    make_folder(p->other, "other");
    (void)snprintf(p->secret, sizeof(p->secret), "%s/secret", p->other);
    write_text(p->other, "secret", "secret\n");
    write_text(p->other, "secret.spare", "secret\n");
    buf_init(&script, 65536);
    assert_int_equal(file_read(&script, GPUBILL_SOURCE_DIR "/tests/unit/base/attempts.py", &e), 0);
    write_text(p->folder, "attempts.py", script.p);
    buf_release(&script);
    buf_init(&p->python, 4096);
    /* One in PATH may be a script that starts others. */
    if (access("/usr/bin/python3", X_OK) == 0)
        buf_add_text(&p->python, "/usr/bin/python3");
    else
        assert_true(child_find(&p->python, "python3"));
    *state = p;
    return 0;
}

static int
drop_place(void **state)
{
    struct place *p = *state;
    struct err e = ERR_INIT;

    assert_int_equal(file_remove_tree(p->folder, &e), 0);
    assert_int_equal(file_remove_tree(p->other, &e), 0);
    buf_release(&p->python);
    free(p);
    return 0;
}

/* What the attempts print, as a program that runs as it may (${is_unconfined}) or is kept. */
static void
attempt(const struct place *p, bool is_unconfined, struct buf *got)
{
    char parent[24];
    const char *const argv[] = { "python3", "-I", "attempts.py", p->secret, parent, NULL };
    const struct child c = { .program = p->python.p, .argv = argv, .folder = p->folder,
        .output = "out", .log = "log", .seconds = 60, .cpu_seconds = 60,
        .memory = (uint64_t)1 << 30, .file_size = 65536, .is_unconfined = is_unconfined };
    struct err e = ERR_INIT;
    struct buf path, why;
    int status;

    (void)snprintf(parent, sizeof(parent), "%ld", (long)getpid());
    buf_init(&path, 4096);
    buf_init(&why, 4096);
    assert_int_equal(child_run(&c, &status), CHILD_DONE);
    child_complaint(&c, &why);
    assert_sv(buf_sv(&why), "");
    assert_int_equal(status, 0);
    assert_int_equal(file_join(&path, p->folder, "out", &e), 0);
    assert_int_equal(file_read(got, path.p, &e), 0);
    buf_release(&path);
    buf_release(&why);
}

/* ${got} has the line "${what}: ${end}". */
static void
assert_attempt(const struct buf *got, const char *what, const char *end)
{
    char line[80];

    (void)snprintf(line, sizeof(line), "\n%s: %s\n", what, end);
    if (sv_find(buf_sv(got), sv_of(line), 0) == (size_t)-1) {
        print_error("not '%s: %s' in:\n%s", what, end, got->p);
        fail();
    }
}

static const char *const harmless[] = { "use its own folder", "start a thread", "load a library",
    "write to /dev/null", "signal itself" };

static const struct {
    const char *what;
    unsigned by; /* CONFINE_*; either is enough */
} harmful[] = {
    { "read a file", CONFINE_FILES },
    { "list a folder", CONFINE_FILES },
    { "write a new file", CONFINE_FILES },
    { "write over a file", CONFINE_FILES },
    { "cut a file", CONFINE_CALLS },
    { "remove a file", CONFINE_FILES },
    { "change the mode of a file", CONFINE_CALLS },
    { "change the times of a file", CONFINE_CALLS },
    { "make a link in its folder", CONFINE_ALL },
    { "make a pipe in its folder", CONFINE_ALL },
    { "open a socket", CONFINE_CALLS },
    { "open a local socket", CONFINE_CALLS },
    { "start a process", CONFINE_CALLS },
    { "signal its parent", CONFINE_CALLS },
};

static void
a_program_is_kept_to_its_folder(void **state)
{
    const struct place *p = *state;
    unsigned kept = confine_available();
    struct buf got;
    struct stat st;

    assert_int_equal(dup2(STDERR_FILENO, LEFT_OPEN), LEFT_OPEN);
    buf_init(&got, 65536);
    attempt(p, false, &got);
    assert_true(sv_starts(buf_sv(&got), SV("open files: 0 1 2\n")));
    for (size_t i = 0; i < COUNT(harmless); i++)
        assert_attempt(&got, harmless[i], "done");
    assert_attempt(&got, "raise its limits", geteuid() == 0 && kept == 0 ? "done" : "refused");
    for (size_t i = 0; i < COUNT(harmful); i++) {
        if (harmful[i].by & kept)
            assert_attempt(&got, harmful[i].what, "refused");
        else
            print_message("skipped: this system cannot refuse to %s\n", harmful[i].what);
    }
    if (kept & CONFINE_FILES) {
        assert_int_equal(stat(p->secret, &st), 0);
        assert_int_equal(st.st_size, 7);
    }
    buf_release(&got);
    (void)close(LEFT_OPEN);
}

/* Else the attempts would prove nothing. */
static void
all_can_be_done_by_one_that_is_not(void **state)
{
    const struct place *p = *state;
    struct buf got;

    assert_int_equal(dup2(STDERR_FILENO, LEFT_OPEN), LEFT_OPEN);
    buf_init(&got, 65536);
    attempt(p, true, &got);
    assert_true(sv_starts(buf_sv(&got), SV("open files: 0 1 2\n")));
    for (size_t i = 0; i < COUNT(harmful); i++)
        assert_attempt(&got, harmful[i].what, "done");
    buf_release(&got);
    (void)close(LEFT_OPEN);
}

static void
libraries_beside_a_program_of_the_users_own_can_be_read(void **state)
{
    struct buf folders;

    (void)state;
    buf_init(&folders, 4096);
    confine_folders(&folders, "/nowhere/bin/tool");
    assert_true(sv_starts(buf_sv(&folders), (struct sv){ "/nowhere/bin/\0/nowhere/bin//../lib\0",
        34 }));
    buf_release(&folders);
}

#ifdef __linux__

/* From here on this process has a kernel that knows neither Landlock nor seccomp(). */
static int
forget_both(void)
{
    struct sock_filter at[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 444 /* landlock_create_ruleset */, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = { .len = COUNT(at), .filter = at };

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ? -1
        : prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
}

/* In a process of its own: 0 where a program runs though nothing can keep it. */
static int
run_without(const struct place *p)
{
    const char *const argv[] = { "python3", "-c", "import os; os.listdir('/'); os.fork()", NULL };
    const struct child c = { .program = p->python.p, .argv = argv, .folder = p->folder,
        .seconds = 60, .cpu_seconds = 60, .memory = (uint64_t)1 << 30, .file_size = 65536 };
    int status;

    if (forget_both() < 0)
        return 2;
    return confine_available() == 0 && child_run(&c, &status) == CHILD_DONE && status == 0 ? 0 : 1;
}

static void
a_program_runs_where_nothing_can_keep_it(void **state)
{
    const struct place *p = *state;
    pid_t child = fork();
    int status;

    if (child == 0)
        _exit(run_without(p));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == 2)
        print_message("skipped: no filter of calls can be set here\n");
    else
        assert_int_equal(WEXITSTATUS(status), 0);
}

/* In a process of its own: what is left of the network. */
static int
run_without_network(void)
{
    int pair[2];

    if (!confine_from_network())
        return 2;
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0 ||
        errno != EPERM)
        return 1;
    return pipe(pair) == 0 && access("/", R_OK) == 0 && kill(getppid(), 0) == 0 ? 0 : 1;
}

static void
this_program_can_be_kept_from_the_network(void **state)
{
    pid_t child = fork();
    int status;

    (void)state;
    if (child == 0)
        _exit(run_without_network());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == 2) {
        assert_false(confine_available() & CONFINE_CALLS);
        print_message("skipped: this system cannot refuse sockets\n");
    } else {
        assert_int_equal(WEXITSTATUS(status), 0);
    }
}

#endif

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_program_is_kept_to_its_folder, make_place, drop_place),
        cmocka_unit_test_setup_teardown(all_can_be_done_by_one_that_is_not, make_place,
            drop_place),
        cmocka_unit_test(libraries_beside_a_program_of_the_users_own_can_be_read),
#ifdef __linux__
        cmocka_unit_test(this_program_can_be_kept_from_the_network),
        cmocka_unit_test_setup_teardown(a_program_runs_where_nothing_can_keep_it, make_place,
            drop_place),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
