/*
 * gnuplot.c - running gnuplot, a separate process with limits.
 *
 * Between fork() and execve() only what is safe in a program with threads is called.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/err.h"
#include "base/file.h"
#include "reports/gnuplot.h"

#define PATH_BYTES_MAX ((size_t)1 << 16)
#define LOG_BYTES_MAX ((size_t)1 << 16)
#define LOG_NAME "gnuplot.log"
#define CPU_SECONDS_MAX 15
#define MEMORY_MAX ((rlim_t)2 << 30)
#define FILE_MAX ((rlim_t)256 << 20)
#define POLL_NS 2000000L

bool
gnuplot_find(struct buf *program)
{
    struct sv rest = sv_of(getenv("PATH")), folder;
    size_t before = program->n;
    struct stat st;

    while (sv_cut(&rest, ':', &folder)) {
        /* A relative folder would be another one after chdir(). */
        if (folder.n == 0 || folder.p[0] != '/')
            continue;
        buf_add(program, folder);
        buf_add_text(program, "/gnuplot");
        if (!program->failed && access(program->p + before, X_OK) == 0 &&
            stat(program->p + before, &st) == 0 && S_ISREG(st.st_mode))
            return true;
        buf_cut(program, before);
    }
    return false;
}

static void
limit(int what, rlim_t most)
{
    struct rlimit l;

    if (getrlimit(what, &l) == 0) {
        if (l.rlim_max == RLIM_INFINITY || l.rlim_max > most)
            l.rlim_max = most;
        l.rlim_cur = l.rlim_max;
        (void)setrlimit(what, &l);
    }
}

/* In the child: become gnuplot, or end with 127. */
static void
become(const char *program, const char *folder, char *const *argv, char *const *environment)
{
    sigset_t none;
    int in, out;

    (void)setpgid(0, 0);
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    if (chdir(folder) < 0)
        _exit(127);
    in = open("/dev/null", O_RDONLY);
    out = open(LOG_NAME, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (in < 0 || out < 0 || dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
        dup2(out, STDERR_FILENO) < 0)
        _exit(127);
    limit(RLIMIT_CPU, CPU_SECONDS_MAX);
    limit(RLIMIT_AS, MEMORY_MAX);
    limit(RLIMIT_FSIZE, FILE_MAX);
    limit(RLIMIT_CORE, 0);
    (void)execve(program, argv, environment);
    _exit(127);
}

/* Wait for ${child}, at most ${seconds}; then kill it and all that it started. */
static bool
wait_for(pid_t child, int seconds, int *status)
{
    const struct timespec step = { .tv_nsec = POLL_NS };
    struct timespec now, until;

    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += seconds;
    for (;;) {
        pid_t ended = waitpid(child, status, WNOHANG);

        if (ended == child)
            return true;
        (void)clock_gettime(CLOCK_MONOTONIC, &now);
        if ((ended < 0 && errno != EINTR) || now.tv_sec > until.tv_sec ||
            (now.tv_sec == until.tv_sec && now.tv_nsec >= until.tv_nsec))
            break;
        (void)nanosleep(&step, NULL);
    }
    (void)kill(-child, SIGKILL);
    (void)kill(child, SIGKILL);
    while (waitpid(child, status, 0) < 0 && errno == EINTR)
        ;
    return false;
}

/* The first line with words in the log of ${folder}, into ${line}. */
static void
read_complaint(const char *folder, struct buf *line)
{
    struct buf path, log;
    struct err ignored = ERR_INIT;
    struct sv rest, text;

    buf_init(&path, PATH_BYTES_MAX);
    buf_init(&log, LOG_BYTES_MAX);
    if (file_join(&path, folder, LOG_NAME, &ignored) == 0 &&
        file_read(&log, path.p, &ignored) == 0) {
        rest = buf_sv(&log);
        while (line->n == 0 && sv_cut(&rest, '\n', &text))
            buf_add(line, sv_trim(text));
    }
    buf_release(&path);
    buf_release(&log);
}

int
gnuplot_run(const char *program, const char *folder, const char *script, const char *what,
    int seconds, struct message *why)
{
    struct buf path, home, name, complaint;
    const char *path_now = getenv("PATH");
    int status = 0, result = -1;
    pid_t child;

    buf_init(&path, PATH_BYTES_MAX);
    buf_init(&home, PATH_BYTES_MAX);
    buf_init(&name, PATH_BYTES_MAX);
    buf_init(&complaint, LOG_BYTES_MAX);
    buf_addf(&path, "PATH=%s", path_now ? path_now : "/usr/bin:/bin");
    buf_addf(&home, "HOME=%s", folder);
    buf_add_text(&name, script);
    message_set(why, "gnuplot could not be started for %s", what);
    if (path.failed || home.failed || name.failed)
        goto done;

    {
        char gnuplot[] = "gnuplot", defaults[] = "-d", locale[] = "LC_ALL=C.UTF-8";
        char *const argv[] = { gnuplot, defaults, name.p, NULL };
        char *const environment[] = { path.p, home.p, locale, NULL };

        child = fork();
        if (child == 0)
            become(program, folder, argv, environment);
    }
    if (child < 0)
        goto done;
    if (!wait_for(child, seconds, &status)) {
        message_set(why, "gnuplot took longer than %d s for %s and was stopped",
            seconds, what);
        goto done;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        result = 0;
        goto done;
    }
    read_complaint(folder, &complaint);
    if (complaint.n > 0)
        message_set(why, "gnuplot failed on %s: %s", what, complaint.p);
    else
        message_set(why, "gnuplot failed on %s", what);

done:
    buf_release(&path);
    buf_release(&home);
    buf_release(&name);
    buf_release(&complaint);
    return result;
}
