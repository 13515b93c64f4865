/*
 * child.c - running another program as a process with limits.
 *
 * Between fork() and execve() only what is safe in a program with threads is called.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/child.h"
#include "base/file.h"

#define PATH_BYTES_MAX ((size_t)1 << 16)
#define LOG_BYTES_MAX ((size_t)1 << 16)
#define POLL_NS 2000000L

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

static int
open_output(const char *name)
{
    return open(name ? name : "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0600);
}

/* In the child: become the program, or end with 127. */
static void
become(const struct child *c, char *const *argv, char *const *environment)
{
    bool is_one = c->output && c->log && strcmp(c->output, c->log) == 0;
    sigset_t none;
    int in, out, log;

    (void)setpgid(0, 0);
#ifdef __linux__
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    if (chdir(c->folder) < 0)
        _exit(127);
    in = open("/dev/null", O_RDONLY);
    out = open_output(c->output);
    log = is_one ? out : open_output(c->log);
    if (in < 0 || out < 0 || log < 0 || dup2(in, STDIN_FILENO) < 0 ||
        dup2(out, STDOUT_FILENO) < 0 || dup2(log, STDERR_FILENO) < 0)
        _exit(127);
    limit(RLIMIT_CPU, (rlim_t)c->cpu_seconds);
    limit(RLIMIT_AS, (rlim_t)c->memory);
    limit(RLIMIT_FSIZE, (rlim_t)c->file_size);
    limit(RLIMIT_CORE, 0);
    (void)execve(c->program, argv, environment);
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
    char **argv = copy_arguments(c->argv);
    struct buf path, home;
    pid_t child = -1;

    buf_init(&path, PATH_BYTES_MAX);
    buf_init(&home, PATH_BYTES_MAX);
    buf_addf(&path, "PATH=%s", path_now ? path_now : "/usr/bin:/bin");
    buf_addf(&home, "HOME=%s", c->folder);
    *status = -1;
    if (!argv || path.failed || home.failed)
        goto done;
    {
        char locale[] = "LC_ALL=C.UTF-8";
        char *const environment[] = { path.p, home.p, locale, NULL };

        child = fork();
        if (child == 0)
            become(c, argv, environment);
    }
    if (child < 0)
        goto done;
    if (!wait_for(child, c->seconds, status)) {
        end = CHILD_TOO_LONG;
    } else if (WIFEXITED(*status)) {
        *status = WEXITSTATUS(*status);
        end = *status == 127 ? CHILD_NOT_STARTED : CHILD_DONE;
    } else {
        end = CHILD_KILLED;
    }

done:
    free_arguments(argv);
    buf_release(&path);
    buf_release(&home);
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
