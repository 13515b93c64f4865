/*
 * child.c - running another program as a process with limits.
 *
 * Between fork() and execve() only what is safe in a program with threads is called.
 */
#define _GNU_SOURCE /* wait4(), syscall(), NSIG */
#define _DARWIN_C_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/child.h"
#include "base/confine.h"
#include "base/file.h"

#define PATH_BYTES_MAX ((size_t)1 << 16)
#define LOG_BYTES_MAX ((size_t)1 << 16)
#define POLL_NS 2000000L

/* Open files that are looked for where the system cannot close all at once. */
#define FILES_MAX 65536

/* A program that failed with this share of its memory in use wanted more: it asks for much at once,
 * and what it did not get is not counted. */
#define MEMORY_SHARE 4

bool
child_find(struct buf *out, const char *name)
{
    struct sv rest = sv_of(getenv("PATH")), folder;
    size_t before = out->n;
    struct stat st;

    while (sv_cut(&rest, ':', &folder)) {
        /* A relative folder would be another one after chdir(). */
        if (folder.n == 0 || folder.p[0] != '/')
            continue;
        buf_add(out, folder);
        buf_add_char(out, '/');
        buf_add_text(out, name);
        if (!out->failed && access(out->p + before, X_OK) == 0 &&
            stat(out->p + before, &st) == 0 && S_ISREG(st.st_mode))
            return true;
        buf_cut(out, before);
    }
    return false;
}

static void
lower(struct rlimit *l, rlim_t most)
{
    if (l->rlim_max == RLIM_INFINITY || l->rlim_max > most)
        l->rlim_max = most;
    l->rlim_cur = l->rlim_max;
}

/* A macro, as the names of limits are integers on one system and an enum on another. */
#define LIMIT(what, most)               \
    do {                                \
        struct rlimit l;                \
                                        \
        if (getrlimit(what, &l) == 0) { \
            lower(&l, most);            \
            (void)setrlimit(what, &l);  \
        }                               \
    } while (0)

/* What a program that ran here before may have left under ${name} could lead out of the folder. */
static int
open_output(const char *name)
{
    if (!name)
        return file_open("/dev/null", O_WRONLY);
    (void)unlink(name);
    return file_open_private(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
}

static void
close_all_but_streams(void)
{
    struct rlimit l;

#ifdef SYS_close_range
    if (syscall(SYS_close_range, 3u, ~0u, 0u) == 0)
        return;
#endif
    if (getrlimit(RLIMIT_NOFILE, &l) < 0 || l.rlim_cur > FILES_MAX)
        l.rlim_cur = FILES_MAX;
    for (int fd = 3; fd < (int)l.rlim_cur; fd++)
        (void)close(fd);
}

/* No signal is blocked or ignored: one that tells of a limit must end the program. */
static void
restore_signals(void)
{
    const struct sigaction usual = { .sa_handler = SIG_DFL };
    sigset_t none;

    for (int number = 1; number < NSIG; number++)
        (void)sigaction(number, &usual, NULL);
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
}

/* The streams of the program, in its folder. */
static int
open_streams(const struct child *c)
{
    bool is_one = c->output && c->log && strcmp(c->output, c->log) == 0;
    int in, out, log;

    in = file_open("/dev/null", O_RDONLY);
    out = open_output(c->output);
    log = is_one ? out : open_output(c->log);
    if (in < 0 || out < 0 || log < 0 || dup2(in, STDIN_FILENO) < 0 ||
        dup2(out, STDOUT_FILENO) < 0 || dup2(log, STDERR_FILENO) < 0)
        return -1;
    close_all_but_streams();
    return 0;
}

static void
set_limits(const struct child *c)
{
    struct rlimit cpu;

    /* The soft limit comes first: its signal tells what was reached. */
    LIMIT(RLIMIT_CPU, (rlim_t)c->cpu_seconds + 1);
    if (getrlimit(RLIMIT_CPU, &cpu) == 0 && cpu.rlim_cur > (rlim_t)c->cpu_seconds) {
        cpu.rlim_cur = (rlim_t)c->cpu_seconds;
        (void)setrlimit(RLIMIT_CPU, &cpu);
    }
    LIMIT(RLIMIT_AS, (rlim_t)c->memory);
    LIMIT(RLIMIT_FSIZE, (rlim_t)c->file_size);
    LIMIT(RLIMIT_CORE, 0);
}

/* What is made ready for the program before fork(). */
struct start {
    char **argv;
    char *const *environment;
    unsigned confined; /* CONFINE_* */
    struct buf folders;
    pid_t parent;
};

/* In the child: become the program, or end with 127. */
static void
become(const struct child *c, const struct start *s)
{
    /* A session of its own: no terminal, and a group that can be killed as a whole. */
    (void)setsid();
    restore_signals();
    if (chdir(c->folder) < 0 || open_streams(c) < 0)
        _exit(127);
    set_limits(c);
    if (confine_self(s->confined, &s->folders) < 0)
        _exit(127);
#ifdef __linux__
    /* After all that changes rights, which would undo it. */
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != s->parent)
        _exit(127);
#endif
    (void)execve(c->program, s->argv, s->environment);
    _exit(127);
}

/* Wait until ${child} has ended, at most ${seconds}; it stays there to be asked. */
static bool
is_ended_within(pid_t child, int seconds)
{
    const struct timespec step = { .tv_nsec = POLL_NS };
    struct timespec now, until;

    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += seconds;
    for (;;) {
        siginfo_t info = { .si_pid = 0 };
        int failed = waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT);

        if (failed == 0 && info.si_pid == child)
            return true;
        (void)clock_gettime(CLOCK_MONOTONIC, &now);
        if ((failed && errno != EINTR) || now.tv_sec > until.tv_sec ||
            (now.tv_sec == until.tv_sec && now.tv_nsec >= until.tv_nsec))
            return false;
        (void)nanosleep(&step, NULL);
    }
}

/* The most memory that a process had in use, in bytes. */
static uint64_t
peak_of(const struct rusage *usage)
{
#ifdef __APPLE__
    return (uint64_t)usage->ru_maxrss;
#else
    return (uint64_t)usage->ru_maxrss << 10;
#endif
}

/* Wait for ${child}, and end what it started before its number can become another's. */
static enum child_end
wait_for(pid_t child, const struct child *c, int *status)
{
    bool is_ended = is_ended_within(child, c->seconds);
    struct rusage usage = { .ru_maxrss = 0 };
    int number;

    (void)kill(-child, SIGKILL);
    (void)kill(child, SIGKILL);
    while (wait4(child, status, 0, &usage) < 0 && errno == EINTR)
        ;
    if (!is_ended)
        return CHILD_TOO_LONG;
    number = WIFSIGNALED(*status) ? WTERMSIG(*status) : 0;
    if (WIFEXITED(*status))
        *status = WEXITSTATUS(*status);
    if (number == SIGXCPU)
        return CHILD_TOO_LONG;
    if (number == SIGXFSZ)
        return CHILD_TOO_LARGE;
    if ((number || *status != 0) && peak_of(&usage) > c->memory / MEMORY_SHARE)
        return CHILD_NO_MEMORY;
    if (number)
        return CHILD_KILLED;
    return *status == 127 ? CHILD_NOT_STARTED : CHILD_DONE;
}

/* The arguments as execve() wants them: it takes texts that could be written to, but does not. */
static char **
copy_arguments(const char *const *argv)
{
    char **copy;
    size_t n = 0;

    while (argv[n])
        n++;
    copy = calloc(n + 1, sizeof(*copy));
    for (size_t i = 0; copy && i < n; i++) {
        copy[i] = strdup(argv[i]);
        if (!copy[i]) {
            while (i > 0)
                free(copy[--i]);
            free(copy);
            return NULL;
        }
    }
    return copy;
}

static void
free_arguments(char **argv)
{
    for (size_t i = 0; argv && argv[i]; i++)
        free(argv[i]);
    free(argv);
}

enum child_end
child_run(const struct child *c, int *status)
{
    const char *path_now = getenv("PATH");
    enum child_end end = CHILD_NOT_STARTED;
    struct start s = { .argv = copy_arguments(c->argv), .parent = getpid() };
    struct buf path, home, temporary;
    pid_t child = -1;

    buf_init(&path, PATH_BYTES_MAX);
    buf_init(&home, PATH_BYTES_MAX);
    buf_init(&temporary, PATH_BYTES_MAX);
    buf_init(&s.folders, PATH_BYTES_MAX);
    buf_addf(&path, "PATH=%s", path_now ? path_now : "/usr/bin:/bin");
    buf_addf(&home, "HOME=%s", c->folder);
    buf_addf(&temporary, "TMPDIR=%s", c->folder);
    if (!c->is_unconfined) {
        s.confined = confine_available();
        confine_folders(&s.folders, c->program);
    }
    *status = -1;
    if (s.argv && !path.failed && !home.failed && !temporary.failed && !s.folders.failed) {
        char locale[] = "LC_ALL=C.UTF-8";
        char *const environment[] = { path.p, home.p, temporary.p, locale, NULL };

        s.environment = environment;
        child = fork();
        if (child == 0)
            become(c, &s);
        if (child > 0)
            end = wait_for(child, c, status);
    }
    free_arguments(s.argv);
    buf_release(&path);
    buf_release(&home);
    buf_release(&temporary);
    buf_release(&s.folders);
    return end;
}

void
child_complaint(const struct child *c, struct buf *line)
{
    struct buf path, log;
    struct err ignored = ERR_INIT;
    struct sv rest, text;
    size_t before = line->n;

    buf_init(&path, PATH_BYTES_MAX);
    buf_init(&log, LOG_BYTES_MAX);
    if (c->log && file_join(&path, c->folder, c->log, &ignored) == 0 &&
        file_read(&log, path.p, &ignored) == 0) {
        rest = buf_sv(&log);
        while (line->n == before && sv_cut(&rest, '\n', &text))
            buf_add(line, sv_trim(text));
    }
    buf_release(&path);
    buf_release(&log);
}
